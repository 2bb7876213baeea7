// Tests that products of tiles are printed as they are read, in each phase.

// RUN: tg-opt %s --mlir-print-local-scope --verify-roundtrip | FileCheck %s

// CHECK-LABEL: uop.kernel @scalars
uop.kernel @scalars(%out: memref<128xf32> {uop.output}, %a: memref<256xf16>, %b: memref<128xf16>) opts [] {
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  %c1 = uop.range 2, 2 <upcast>
  %c0 = uop.range 3, 2 <upcast>
  %a2 = uop.range 4, 2 <unroll>
  %a1 = uop.range 5, 2 <unroll>
  %a0 = uop.range 6, 2 <unroll>
  %b1 = uop.range 7, 2 <unroll>
  %b0 = uop.range 8, 2 <unroll>
  %k = uop.range 9, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 16 + d1 * 2 + d2 * 8 + d3 * 128 + d4)>(%l1, %l0, %a2, %a1, %a0)
  %1 = uop.load %a[%0] : memref<256xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 + d1 * 16 + d2 * 64 + d3 * 8)>(%l1, %l0, %b1, %b0)
  %3 = uop.load %b[%2] : memref<128xf16> -> f16
  // CHECK: uop.mma "mma.m16n8k16.f16.f32" %{{.*}}(%{{.*}}, %{{.*}}, %{{.*}}), %{{.*}}(%{{.*}}, %{{.*}}) over (%{{.*}}) lanes (%{{.*}}, %{{.*}}) registers (%{{.*}}, %{{.*}}) : f16, f16 -> f32
  %4 = uop.mma "mma.m16n8k16.f16.f32" %1(%a2, %a1, %a0), %3(%b1, %b0) over (%k)
       lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
  %5 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 8 + d1 * 2 + d2 * 64 + d3)>(%l1, %l0, %c1, %c0)
  uop.store %4, %out[%5] : f32, memref<128xf32>
}

// The registers are the last dimensions; two tiles are summed.
// CHECK-LABEL: uop.kernel @expanded
uop.kernel @expanded(%out: memref<128xf32> {uop.output}) opts [] {
  %x = arith.constant dense<1.0> : vector<2x2x2x2xf16>
  %y = arith.constant dense<1.0> : vector<2x2x2xf16>
  %l1 = uop.range 0, 8 <warp>
  %l0 = uop.range 1, 4 <warp>
  // CHECK: uop.mma "mma.m16n8k16.f16.f32" %{{.*}}, %{{.*}} dims [0] lanes (%{{.*}}, %{{.*}}) : vector<2x2x2x2xf16>, vector<2x2x2xf16> -> vector<2x2xf32>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y dims [0] lanes (%l1, %l0)
       : vector<2x2x2x2xf16>, vector<2x2x2xf16> -> vector<2x2xf32>
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1 * 2)>(%l1, %l0)
  uop.store %0, %out[%1] strides [64, 1] : vector<2x2xf32>, memref<128xf32>
}

// All of a lane's registers as vectors, and the sums so far.
// CHECK-LABEL: func.func @linear
func.func @linear(%x: vector<8xf16>, %y: vector<4xf16>, %z: vector<4xf32>, %l1: index, %l0: index) -> vector<4xf32> {
  // CHECK: uop.mma "mma.m16n8k16.f16.f32" %{{.*}}, %{{.*}} to %{{.*}} : vector<4xf32> lanes (%{{.*}}, %{{.*}}) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<4xf32> lanes (%l1, %l0)
       : vector<8xf16>, vector<4xf16> -> vector<4xf32>
  return %0 : vector<4xf32>
}

// The unit of a processor's thread has no lanes.
// CHECK-LABEL: func.func @one_thread
func.func @one_thread(%x: vector<4xi8>, %y: vector<64xi8>, %z: vector<16xi32>) -> vector<16xi32> {
  // CHECK: uop.mma "vpdpbusd.m1n16k4.u8.s8" %{{.*}}, %{{.*}} to %{{.*}} : vector<16xi32> : vector<4xi8>, vector<64xi8> -> vector<16xi32>
  %0 = uop.mma "vpdpbusd.m1n16k4.u8.s8" %x, %y to %z : vector<16xi32>
       : vector<4xi8>, vector<64xi8> -> vector<16xi32>
  return %0 : vector<16xi32>
}
