// RUN: tg-opt %s --uop-optimize="vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288 last-bytes=33554432" --split-input-file | FileCheck %s
// RUN: tg-opt %s --uop-optimize="vector-bits=512 vector-registers=32 l1-bytes=49152 l2-bytes=1310720" --split-input-file | FileCheck %s --check-prefix=WIDE

// Tests that the windows of a short reduce that reads a packed tile are written out, the
// innermost loops first, as far as the tile's copies of its instructions are not too many.

// CHECK-LABEL: uop.kernel @first_layer(
// CHECK-SAME: #uop.opt<unroll axis 4 amount 3>, #uop.opt<unroll axis 5 amount 3>, #uop.opt<upcast axis 1 amount 8>,
// CHECK-SAME: #uop.opt<stage operand 0 axes[3, 8, 9, 7, 10]>
// WIDE-LABEL: uop.kernel @first_layer(
// WIDE-NOT: unroll
// WIDE: uop.range
uop.kernel @first_layer(%out: memref<401408xf32> {uop.output}, %x: memref<150528xf32>, %w: memref<864xf32> {uop.constant}) {
  %n = uop.range 0, 32 <global>
  %i = uop.range 1, 112 <global>
  %j = uop.range 2, 112 <global>
  %c = uop.range 3, 3 <reduce>
  %p = uop.range 4, 3 <reduce>
  %q = uop.range 5, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 50176 + d1 * 448 + d2 * 224 + d3 * 2 + d4 - 225)>(%c, %i, %p, %j, %q)
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c1 : index
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%j, %q)
  %4 = arith.cmpi sge, %3, %c1 : index
  %5 = arith.andi %2, %4 : i1
  %6 = uop.load %x[%0] gate %5 else %zero : memref<150528xf32> -> f32
  %7 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 27 + d1 * 9 + d2 * 3 + d3)>(%n, %c, %p, %q)
  %8 = uop.load %w[%7] : memref<864xf32> -> f32
  %9 = arith.mulf %6, %8 : f32
  %10 = uop.reduce <add> %9 over (%c, %p, %q) : f32
  %11 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12544 + d1 * 112 + d2)>(%n, %i, %j)
  uop.store %10, %out[%11] : f32, memref<401408xf32>
}

// -----

// Tests that those of a long one stay loops. (Its rows are too long for a copy of the
// image.)

// CHECK-LABEL: uop.kernel @no_long_reduce(
// CHECK-NOT: unroll
// CHECK: uop.range
uop.kernel @no_long_reduce(%out: memref<458752xf32> {uop.output}, %x: memref<917504xf32>, %w: memref<4608xf32> {uop.constant}) {
  %n = uop.range 0, 32 <global>
  %i = uop.range 1, 112 <global>
  %j = uop.range 2, 128 <global>
  %c = uop.range 3, 16 <reduce>
  %p = uop.range 4, 3 <reduce>
  %q = uop.range 5, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 57344 + d1 * 512 + d2 * 256 + d3 * 2 + d4 - 257)>(%c, %i, %p, %j, %q)
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c1 : index
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%j, %q)
  %4 = arith.cmpi sge, %3, %c1 : index
  %5 = arith.andi %2, %4 : i1
  %6 = uop.load %x[%0] gate %5 else %zero : memref<917504xf32> -> f32
  %7 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 144 + d1 * 9 + d2 * 3 + d3)>(%n, %c, %p, %q)
  %8 = uop.load %w[%7] : memref<4608xf32> -> f32
  %9 = arith.mulf %6, %8 : f32
  %10 = uop.reduce <add> %9 over (%c, %p, %q) : f32
  %11 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 14336 + d1 * 128 + d2)>(%n, %i, %j)
  uop.store %10, %out[%11] : f32, memref<458752xf32>
}
