// Tests each message about loads of matrices.

// RUN: tg-opt %s --split-input-file --verify-diagnostics

func.func @other_memory(%tile: memref<64xf16>, %i: index) {
  // expected-error@+1 {{expected workgroup memory of 'f16', but got 'memref<64xf16>'}}
  %0 = uop.matrix_load %tile[%i] : memref<64xf16> -> vector<8xf16>
  return
}

// -----

func.func @other_type(%tile: memref<64xf16, #gpu.address_space<workgroup>>, %i: index) {
  // expected-error@+1 {{expected workgroup memory of 'bf16', but got 'memref<64xf16, #gpu.address_space<workgroup>>'}}
  %0 = uop.matrix_load %tile[%i] : memref<64xf16, #gpu.address_space<workgroup>> -> vector<8xbf16>
  return
}

// -----

func.func @few_elements(%tile: memref<64xf16, #gpu.address_space<workgroup>>, %i: index) {
  // expected-error@+1 {{expected a vector of 64 or 128 bits, of elements of 8 or 16, but got 'vector<2xf16>'}}
  %0 = uop.matrix_load %tile[%i] : memref<64xf16, #gpu.address_space<workgroup>> -> vector<2xf16>
  return
}

// -----

func.func @wide_elements(%tile: memref<64xf32, #gpu.address_space<workgroup>>, %i: index) {
  // expected-error@+1 {{expected a vector of 64 or 128 bits, of elements of 8 or 16, but got 'vector<4xf32>'}}
  %0 = uop.matrix_load %tile[%i] : memref<64xf32, #gpu.address_space<workgroup>> -> vector<4xf32>
  return
}

// -----

func.func @transposed_bytes(%tile: memref<64xi8, #gpu.address_space<workgroup>>, %i: index) {
  // expected-error@+1 {{expected elements of 16 bits of transposed matrices, but got 'vector<16xi8>'}}
  %0 = uop.matrix_load %tile[%i] transposed : memref<64xi8, #gpu.address_space<workgroup>> -> vector<16xi8>
  return
}
