// Tests the round trip of products whose right operands are in workgroup memory.

// RUN: tg-opt %s | tg-opt | FileCheck %s

// CHECK-LABEL: @warpgroup
// CHECK: uop.warpgroup_mma "wgmma.m64n32k16.f16.f32"(%{{.*}}) tiles (%{{.*}}) at (%{{.*}}) to (%{{.*}}) sums [0] :
func.func @warpgroup(%x: vector<8xf16>, %tile: memref<512xf16, #gpu.address_space<workgroup>>, %i: index, %z: vector<16xf32>) -> vector<16xf32> {
  %1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x) tiles (%tile) at (%i) to (%z) sums [0]
       : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>)
       -> vector<16xf32>
  return %1 : vector<16xf32>
}

// CHECK-LABEL: @two
// CHECK: %{{.*}}:2 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32"(%{{.*}}, %{{.*}}) tiles
// CHECK-SAME: sums [0, 1]
func.func @two(%x: vector<8xf16>, %tile: memref<512xf16, #gpu.address_space<workgroup>>, %i: index, %z: vector<16xf32>) -> vector<16xf32> {
  %1:2 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x, %x) tiles (%tile, %tile) at (%i, %i) to (%z, %z) sums [0, 1]
       : (vector<8xf16>, vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, memref<512xf16, #gpu.address_space<workgroup>>, index, index, vector<16xf32>, vector<16xf32>)
       -> (vector<16xf32>, vector<16xf32>)
  return %1#1 : vector<16xf32>
}

// CHECK-LABEL: @panels
// CHECK: uop.warpgroup_mma "wgmma.m64n32k16.f16.f32"(%{{.*}}) tiles (%{{.*}}) at (%{{.*}}) to (%{{.*}}) sums [0] panels [64, 2048] :
func.func @panels(%x: vector<8xf16>, %rows: memref<1024xf16, #gpu.address_space<workgroup>>, %i: index, %z: vector<16xf32>) -> vector<16xf32> {
  %2 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x) tiles (%rows) at (%i) to (%z) sums [0]
       panels [64, 2048] : (vector<8xf16>, memref<1024xf16, #gpu.address_space<workgroup>>, index,
                            vector<16xf32>) -> vector<16xf32>
  return %2 : vector<16xf32>
}
