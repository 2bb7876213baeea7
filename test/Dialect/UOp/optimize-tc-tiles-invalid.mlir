// Tests what opts for units of tiles are refused for: denormal numbers that they flush,
// sizes that are no multiples of a tile's, and running without the unit.

// RUN: not tg-opt %s --uop-optimize="chip=x86+amx-tile+amx-bf16+amx-int8" --split-input-file 2>&1 | FileCheck %s
// RUN: not tg-opt %s --uop-optimize="chip=x86+amx-tile+amx-bf16+amx-int8 matrix-units=2" --split-input-file 2>&1 | FileCheck %s --check-prefix=SHAPE

// CHECK: of unit 'tdpbf16ps.m16n16k32.bf16.f32' denormal operands and sums are flushed to 0, which the opt must accept by 'inexact'
uop.kernel @flushed(%out: memref<4096xf32> {uop.output}, %a: memref<4096xbf16>, %b: memref<4096xbf16>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "tdpbf16ps.m16n16k32.bf16.f32">] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xbf16> -> bf16
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xbf16> -> bf16
  %4 = arith.extf %1 : bf16 to f32
  %5 = arith.extf %3 : bf16 to f32
  %6 = arith.mulf %4, %5 : f32
  %7 = uop.reduce <add> %6 over (%k) : f32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : f32, memref<4096xf32>
}

// -----

// CHECK: axis 2 has 32 iterations, no multiple of 64: pad it first
uop.kernel @short(%out: memref<4096xi32> {uop.output}, %a: memref<2048xi8>, %b: memref<2048xi8>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "tdpbssd.m16n16k64.s8.s8">] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<2048xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<2048xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<4096xi32>
}

// -----

// SHAPE: without the unit a tile would be 16384 products one by one
uop.kernel @without(%out: memref<4096xi32> {uop.output}, %a: memref<4096xi8>, %b: memref<4096xi8>)
    opts [#uop.opt<tc axes[0, 1, 2] unit "tdpbssd.m16n16k64.s8.s8">] {
  %i = uop.range 0, 64 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4096xi8> -> i8
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4096xi8> -> i8
  %4 = arith.extsi %1 : i8 to i32
  %5 = arith.extsi %3 : i8 to i32
  %6 = arith.muli %4, %5 : i32
  %7 = uop.reduce <add> %6 over (%k) : i32
  %8 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %7, %out[%8] : i32, memref<4096xi32>
}
