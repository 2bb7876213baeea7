// Tests that what a product's operand is computed from, a function of it and something
// of its row, is computed as the tile is filled, that the other load gets no tile of
// its own, and that what is no function stays with those that read the tile.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_80" --split-input-file | FileCheck %s

// CHECK-LABEL: uop.kernel @exponentials
// CHECK-SAME: #uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">
// CHECK-SAME: #uop.opt<stage operand 2
// CHECK-SAME: #uop.opt<stage operand 0
// CHECK-NOT: #uop.opt<stage operand 1
// CHECK: %[[S:.*]] = uop.load %arg1
// CHECK: %[[M:.*]] = uop.load %arg2
// CHECK: %[[D:.*]] = arith.subf %[[S]], %[[M]]
// CHECK: %[[E:.*]] = math.exp %[[D]]
// CHECK: %[[W:.*]] = arith.truncf %[[E]] : f32 to f16
// CHECK: uop.stage %[[W]] at {{.*}} : f16 -> memref<{{.*}}xf16, #gpu.address_space<workgroup>>
// CHECK-NOT: math.exp
// CHECK: uop.mma
uop.kernel @exponentials(%out: memref<524288xf32> {uop.output}, %s: memref<8388608xf32>, %m: memref<8192xf32>, %v: memref<65536xf16>) {
  %i = uop.range 0, 8192 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %s[%0] : memref<8388608xf32> -> f32
  %2 = uop.load %m[%i] : memref<8192xf32> -> f32
  %3 = arith.subf %1, %2 : f32
  %4 = math.exp %3 : f32
  %5 = arith.truncf %4 : f32 to f16
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %7 = uop.load %v[%6] : memref<65536xf16> -> f16
  %8 = arith.extf %5 : f16 to f32
  %9 = arith.extf %7 : f16 to f32
  %10 = arith.mulf %8, %9 : f32
  %11 = uop.reduce <add> %10 over (%k) : f32
  %12 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %11, %out[%12] : f32, memref<524288xf32>
}

// -----

// A scale of rows is a multiplication, no function: copies without registers are worth
// more.
// CHECK-LABEL: uop.kernel @no_scales
// CHECK-SAME: #uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">
// CHECK: %[[A:.*]] = uop.load %arg1
// CHECK-NEXT: {{.*}} = affine.apply
// CHECK-NEXT: uop.stage %[[A]]
uop.kernel @no_scales(%out: memref<524288xf32> {uop.output}, %a: memref<8388608xf16>, %m: memref<8192xf16>, %v: memref<65536xf16>) {
  %i = uop.range 0, 8192 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<8388608xf16> -> f16
  %2 = uop.load %m[%i] : memref<8192xf16> -> f16
  %3 = arith.mulf %1, %2 : f16
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %7 = uop.load %v[%6] : memref<65536xf16> -> f16
  %8 = arith.extf %3 : f16 to f32
  %9 = arith.extf %7 : f16 to f32
  %10 = arith.mulf %8, %9 : f32
  %11 = uop.reduce <add> %10 over (%k) : f32
  %12 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %11, %out[%12] : f32, memref<524288xf32>
}

// -----

// The order of the loads is no matter: making the tile of the weights takes %m's load
// away from before those that come later.
// CHECK-LABEL: uop.kernel @smaller_load_first
// CHECK-SAME: #uop.opt<stage operand 2
// CHECK-SAME: #uop.opt<stage operand 0
// CHECK-COUNT-2: uop.stage
uop.kernel @smaller_load_first(%out: memref<524288xf32> {uop.output}, %s: memref<8388608xf32>, %m: memref<8192xf32>, %v: memref<65536xf32>) {
  %i = uop.range 0, 8192 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = uop.load %m[%i] : memref<8192xf32> -> f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %2 = uop.load %v[%1] : memref<65536xf32> -> f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %4 = uop.load %s[%3] : memref<8388608xf32> -> f32
  %5 = arith.subf %4, %0 : f32
  %6 = math.exp %5 : f32
  %7 = arith.mulf %6, %2 : f32
  %8 = uop.reduce <add> %7 over (%k) : f32
  %9 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %8, %out[%9] : f32, memref<524288xf32>
}
