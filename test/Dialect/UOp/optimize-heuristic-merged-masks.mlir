// RUN: tg-opt %s --uop-optimize="vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288 last-bytes=33554432" --split-input-file | FileCheck %s

// Tests that windows are not packed one by one along axes that were merged, where each
// lane has masks of its own in vector registers: the image is copied with its padding.

// CHECK-LABEL: uop.kernel @many_masks(
// CHECK-SAME: #uop.opt<stage amount 1 operand 0
uop.kernel @many_masks(%out: memref<68992xf32> {uop.output}, %x: memref<75264xf32>, %w: memref<211200xf32>) {
  %o = uop.range 0, 88 <global>
  %i = uop.range 1, 28 <global>
  %j = uop.range 2, 28 <global>
  %c = uop.range 3, 96 <reduce>
  %p = uop.range 4, 5 <reduce>
  %q = uop.range 5, 5 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 784 + d1 * 28 + d2 * 28 + d3 + d4 - 58)>(%c, %i, %p, %j, %q)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 2)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (29 - d0 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 2)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (29 - d0 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<75264xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 2400 + d1 * 25 + d2 * 5 + d3)>(%o, %c, %p, %q)
  %14 = uop.load %w[%13] : memref<211200xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%c, %p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 784 + d1 * 28 + d2)>(%o, %i, %j)
  uop.store %16, %out[%17] : f32, memref<68992xf32>
}

// -----

// Tests that an image without padding, which has no masks, is read as it is.

// CHECK-LABEL: uop.kernel @no_masks(
// CHECK-NOT: stage amount 1
// CHECK: uop.range
uop.kernel @no_masks(%out: memref<68992xf32> {uop.output}, %x: memref<98304xf32>, %w: memref<211200xf32>) {
  %o = uop.range 0, 88 <global>
  %i = uop.range 1, 28 <global>
  %j = uop.range 2, 28 <global>
  %c = uop.range 3, 96 <reduce>
  %p = uop.range 4, 5 <reduce>
  %q = uop.range 5, 5 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 1024 + d1 * 32 + d2 * 32 + d3 + d4)>(%c, %i, %p, %j, %q)
  %12 = uop.load %x[%0] : memref<98304xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 2400 + d1 * 25 + d2 * 5 + d3)>(%o, %c, %p, %q)
  %14 = uop.load %w[%13] : memref<211200xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%c, %p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 784 + d1 * 28 + d2)>(%o, %i, %j)
  uop.store %16, %out[%17] : f32, memref<68992xf32>
}
