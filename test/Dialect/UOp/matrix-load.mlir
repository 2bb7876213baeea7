// Tests the round trip of loads of matrices.

// RUN: tg-opt %s | tg-opt | FileCheck %s

// CHECK-LABEL: @load
// CHECK: uop.matrix_load %{{.*}}[%{{.*}}] : memref<640xf16, #gpu.address_space<workgroup>> -> vector<8xf16>
// CHECK: uop.matrix_load %{{.*}}[%{{.*}}] transposed : memref<640xf16, #gpu.address_space<workgroup>> -> vector<4xf16>
func.func @load(%tile: memref<640xf16, #gpu.address_space<workgroup>>, %i: index) -> (vector<8xf16>, vector<4xf16>) {
  %0 = uop.matrix_load %tile[%i] : memref<640xf16, #gpu.address_space<workgroup>> -> vector<8xf16>
  %1 = uop.matrix_load %tile[%i] transposed
       : memref<640xf16, #gpu.address_space<workgroup>> -> vector<4xf16>
  return %0, %1 : vector<8xf16>, vector<4xf16>
}
