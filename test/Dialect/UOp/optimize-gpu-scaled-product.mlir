// Tests products whose operands are made of several loads: a scale of each step of the
// sum, which is a part of the left operand, and a mask of rows and columns, which is
// of neither.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_80" --split-input-file | FileCheck %s

// CHECK-LABEL: uop.kernel @scaled
// CHECK-SAME: #uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">
// CHECK: arith.mulf {{.*}} : f16
// CHECK: uop.mma
uop.kernel @scaled(%out: memref<1048576xf32> {uop.output}, %a: memref<524288xf16>, %s: memref<512xf16>, %b: memref<524288xf16>) {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<524288xf16> -> f16
  %x = uop.load %s[%k] : memref<512xf16> -> f16
  %y = arith.mulf %1, %x : f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<524288xf16> -> f16
  %4 = arith.extf %y : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<1048576xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_product_of_three
// CHECK-NOT: uop.mma
uop.kernel @no_product_of_three(%out: memref<262144xf32> {uop.output}, %a: memref<262144xf16>, %m: memref<134217728xf16>, %b: memref<262144xf16>) {
  %i = uop.range 0, 512 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<262144xf16> -> f16
  %p = affine.apply affine_map<(d0, d1, d2) -> (d0 * 262144 + d1 * 512 + d2)>(%k, %i, %j)
  %x = uop.load %m[%p] : memref<134217728xf16> -> f16
  %y = arith.mulf %1, %x : f16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<262144xf16> -> f16
  %4 = arith.extf %y : f16 to f32
  %5 = arith.extf %3 : f16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<262144xf32>
}
