// Tests products of matrices whose rows, columns or sums are variable: their axes are
// rounded up to tiles first, and what lies beyond is masked.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_80" --split-input-file | FileCheck %s

// CHECK-LABEL: uop.kernel @rows
// CHECK-SAME: #uop.opt<padto axis 0 amount 64>
// CHECK-SAME: #uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">
// CHECK: uop.mma
uop.kernel @rows(%out: memref<1048576xf32> {uop.output}, %a: memref<524288xf16>, %b: memref<524288xf16>, %n: index {uop.variable = "n", uop.bounds = [1, 1024]}) {
  %i = uop.range 0, %n <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<524288xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<524288xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<1048576xf32>
}

// -----

// CHECK-LABEL: uop.kernel @sums
// CHECK-SAME: #uop.opt<padto axis 2 amount
// CHECK-SAME: #uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">
// CHECK-COUNT-2: arith.select {{.*}} : f16
// CHECK: uop.mma
uop.kernel @sums(%out: memref<1048576xf32> {uop.output}, %a: memref<524288xf16>, %b: memref<524288xf16>, %n: index {uop.variable = "n", uop.bounds = [1, 512]}) {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, %n <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<524288xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<524288xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<1048576xf32>
}

// -----

// Less than a tile is not worth one.
// CHECK-LABEL: uop.kernel @no_few_rows
// CHECK-NOT: uop.mma
uop.kernel @no_few_rows(%out: memref<8192xf32> {uop.output}, %a: memref<4096xf16>, %b: memref<524288xf16>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) {
  %i = uop.range 0, %n <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xf16> -> f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<524288xf16> -> f16
  %4 = arith.extf %1 : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<8192xf32>
}
