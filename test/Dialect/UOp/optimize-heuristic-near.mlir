// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288}))" --split-input-file | FileCheck %s

// Tests that an image that the second cache does not hold, but 64 rows of 16 positions of
// which the first one does, is gone by once where 16 tiles of channels read it.

// CHECK-LABEL: uop.kernel @channels(
// CHECK-SAME: opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 4>, #uop.opt<upcast axis 0 amount 16>,
uop.kernel @channels(%out: memref<200704xf32> {uop.output}, %x: memref<200704xf32>, %w: memref<4096xf32>) {
  %o = uop.range 0, 64 <global>
  %i = uop.range 1, 3136 <global>
  %c = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 3136 + d1)>(%c, %i)
  %1 = uop.load %x[%0] : memref<200704xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 3136 + d1)>(%o, %i)
  uop.store %5, %out[%6] : f32, memref<200704xf32>
}

// -----

// Tests that it is not where what is added to the sums would be read in pieces.

// CHECK-LABEL: uop.kernel @added(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<upcast axis 1 amount 16>,
uop.kernel @added(%out: memref<200704xf32> {uop.output}, %x: memref<200704xf32>, %w: memref<4096xf32>, %y: memref<200704xf32>) {
  %o = uop.range 0, 64 <global>
  %i = uop.range 1, 3136 <global>
  %c = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 3136 + d1)>(%c, %i)
  %1 = uop.load %x[%0] : memref<200704xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<4096xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 3136 + d1)>(%o, %i)
  %7 = uop.load %y[%6] : memref<200704xf32> -> f32
  %8 = arith.addf %5, %7 : f32
  uop.store %8, %out[%6] : f32, memref<200704xf32>
}
