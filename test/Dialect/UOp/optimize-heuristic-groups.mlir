// RUN: tg-opt %s --uop-optimize="vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288 last-bytes=33554432" --split-input-file | FileCheck %s

// Tests that the channels of a group are an axis of their own, whatever their number:
// lanes run along them, the image is copied once with its padding and merged behind the
// loops' exchange, and a tile reads the channels of one group.

// CHECK-LABEL: uop.kernel @groups(
// CHECK-SAME: #uop.opt<tile axis 1 amount 17>, #uop.opt<swap axis 2 amount 7>, #uop.opt<swap axis 4 amount 5>,
// CHECK-SAME: #uop.opt<stage amount 1 operand 0 axes[7, 4, 1, 5, 3, 6]>, #uop.opt<merge axis 7 amount 3>,
// CHECK-SAME: #uop.opt<upcast axis 2 amount 24>
// The group is that of the outer loop, not a quotient.
// CHECK-NOT: floordiv 17
uop.kernel @groups(%out: memref<9996xf32> {uop.output}, %x: memref<13524xf32>, %w: memref<29325xf32>) {
  %o = uop.range 1, 51 <global>
  %i = uop.range 2, 14 <global>
  %j = uop.range 3, 14 <global>
  %c = uop.range 4, 23 <reduce>
  %p = uop.range 5, 5 <reduce>
  %q = uop.range 6, 5 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4, d5) -> ((d0 floordiv 17) * 4508 + d1 * 196 + d2 * 14 + d3 * 14 + d4 + d5 - 30)>(%o, %c, %i, %p, %j, %q)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 2)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (15 - d0 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 2)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (15 - d0 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<13524xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 575 + d1 * 25 + d2 * 5 + d3)>(%o, %c, %p, %q)
  %14 = uop.load %w[%13] : memref<29325xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%c, %p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 196 + d1 * 14 + d2)>(%o, %i, %j)
  uop.store %16, %out[%17] : f32, memref<9996xf32>
}

// -----

// Tests that nothing is split where lanes along another axis are as good: blocks of two.

// CHECK-LABEL: uop.kernel @pairs(
// CHECK-NOT: tile axis
// CHECK: uop.range
uop.kernel @pairs(%out: memref<2048xf32> {uop.output}, %x: memref<32768xf32>, %w: memref<1024xf32>) {
  %o = uop.range 1, 32 <global>
  %j = uop.range 2, 64 <global>
  %c = uop.range 3, 32 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> ((d0 floordiv 2) * 2048 + d1 * 64 + d2)>(%o, %c, %j)
  %1 = uop.load %x[%0] : memref<32768xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<1024xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%o, %j)
  uop.store %5, %out[%6] : f32, memref<2048xf32>
}
