// Tests each message about products whose right operands are in workgroup memory.

// RUN: tg-opt %s --split-input-file --verify-diagnostics

func.func @other_unit(%x0: vector<8xf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected a unit that reads its right operand from memory, but got 'mma.m16n8k16.f16.f32'}}
  %r:1 = uop.warpgroup_mma "mma.m16n8k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

func.func @no_unit(%x0: vector<8xf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected a unit that reads its right operand from memory, but got 'wgmma'}}
  %r:1 = uop.warpgroup_mma "wgmma" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

func.func @few_indices(%x0: vector<8xf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected a left operand, a tile, an index and a sum of each product, but got 1, 1, 0 and 1}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at () to (%z0) sums [0] : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

func.func @other_results(%x0: vector<8xf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected results of the types of the sums}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xi32>)
  return
}

// -----

func.func @other_left(%x0: vector<8xbf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected left operands of type 'vector<8xf16>', but got 'vector<8xbf16>'}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] : (vector<8xbf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

func.func @few_sums(%x0: vector<8xf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<8xf32>) {
  // expected-error@+1 {{expected sums of type 'vector<16xf32>', but got 'vector<8xf32>'}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<8xf32>) -> (vector<8xf32>)
  return
}

// -----

func.func @small_tile(%x0: vector<8xf16>, %t0: memref<511xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected workgroup memory of at least 512 elements of 'f16', but got 'memref<511xf16, #gpu.address_space<workgroup>>'}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] : (vector<8xf16>, memref<511xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

func.func @other_memory(%x0: vector<8xf16>, %t0: memref<512xf16>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected workgroup memory of at least 512 elements of 'f16', but got 'memref<512xf16>'}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] : (vector<8xf16>, memref<512xf16>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

func.func @no_such_sum(%x0: vector<8xf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected sums below 1, but got 1}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [1] : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

func.func @odd_width(%x0: vector<8xf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected panels of a width of 32, 64 or 128 bytes and the bytes of one, but got [48, 4096]}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] panels [48, 4096] : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

func.func @no_bytes(%x0: vector<8xf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected panels of a width of 32, 64 or 128 bytes and the bytes of one, but got [64]}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] panels [64] : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

func.func @odd_panel(%x0: vector<8xf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected panels of a multiple of 512 bytes below 262144, but got 2000}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] panels [64, 2000] : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

func.func @far_panel(%x0: vector<8xf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected panels of a multiple of 512 bytes below 262144, but got 262144}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] panels [64, 262144] : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

func.func @wide_panels(%x0: vector<8xf16>, %t0: memref<512xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected panels no wider than 32 columns, but got 128 bytes}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32.along_n" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] panels [128, 4096] : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

// 32 rows of 64 bytes.
func.func @few_rows(%x0: vector<8xf16>, %t0: memref<1016xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<16xf32>) {
  // expected-error@+1 {{expected tiles of at least the 2048 bytes of the panels, but got 'memref<1016xf16, #gpu.address_space<workgroup>>'}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] panels [64, 2048] : (vector<8xf16>, memref<1016xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>) -> (vector<16xf32>)
  return
}

// -----

// Two panels of 128 bytes for 128 columns, 16 rows of which are read.
func.func @few_panels(%x0: vector<8xf16>, %t0: memref<2048xf16, #gpu.address_space<workgroup>>, %i0: index, %z0: vector<64xf32>) {
  // expected-error@+1 {{expected tiles of at least the 6144 bytes of the panels, but got 'memref<2048xf16, #gpu.address_space<workgroup>>'}}
  %r:1 = uop.warpgroup_mma "wgmma.m64n128k16.f16.f32.along_n" (%x0) tiles (%t0) at (%i0) to (%z0) sums [0] panels [128, 4096] : (vector<8xf16>, memref<2048xf16, #gpu.address_space<workgroup>>, index, vector<64xf32>) -> (vector<64xf32>)
  return
}
