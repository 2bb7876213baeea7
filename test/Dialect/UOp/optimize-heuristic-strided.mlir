// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288 last-bytes=33554432 only-choose}))" | FileCheck %s
// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288 last-bytes=8388608 only-choose}))" | FileCheck %s --check-prefix=SMALL

// Tests that what windows at steps of two read of a large image is broadcast from a copy
// with its padding, though without a tile it would be gathered at five times the cost of
// other lanes; and that it is not where the last cache has no room for the copy.

// CHECK-LABEL: uop.kernel @strided(
// CHECK-SAME: #uop.opt<swap axis 3 amount 4>, #uop.opt<stage amount 1 operand 0 axes[1, 3, 4, 2, 5]>, #uop.opt<merge axis 1 amount 2>,
// CHECK-SAME: #uop.opt<upcast axis 1 amount 6>, #uop.opt<unroll axis 5 amount 3>, #uop.opt<upcast axis 0 amount 16>,
// SMALL-LABEL: uop.kernel @strided(
// SMALL-NOT: stage amount 1
// SMALL: uop.range
uop.kernel @strided(%out: memref<100352xf32> {uop.output}, %x: memref<401408xf32>, %w: memref<147456xf32> {uop.constant}) {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %o = uop.range 0, 128 <global>
  %i = uop.range 1, 28 <global>
  %j = uop.range 2, 28 <global>
  %c = uop.range 3, 128 <reduce>
  %p = uop.range 4, 3 <reduce>
  %q = uop.range 5, 3 <reduce>
  %y = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%i, %p)
  %isBelow = arith.cmpi sge, %y, %c1 : index
  %z = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%j, %q)
  %isRight = arith.cmpi sge, %z, %c1 : index
  %isInside = arith.andi %isBelow, %isRight : i1
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 112 + d1 * 56 + d2 * 2 + d3 + d4 * 3136 - 57)>(%i, %p, %j, %q, %c)
  %1 = uop.load %x[%0] gate %isInside else %zero : memref<401408xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 1152 + d1 * 9 + d2 * 3 + d3)>(%o, %c, %p, %q)
  %3 = uop.load %w[%2] : memref<147456xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c, %p, %q) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 784 + d1 * 28 + d2)>(%o, %i, %j)
  uop.store %5, %out[%6] : f32, memref<100352xf32>
}

// Tests that narrow ones are not: each tile that reads a copy would convert them again.

// CHECK-LABEL: uop.kernel @narrow(
// CHECK-NOT: stage amount 1
// CHECK: uop.range
uop.kernel @narrow(%out: memref<100352xf32> {uop.output}, %x: memref<401408xbf16>, %w: memref<147456xf32> {uop.constant}) {
  %zero = arith.constant 0.0 : bf16
  %c1 = arith.constant 1 : index
  %o = uop.range 0, 128 <global>
  %i = uop.range 1, 28 <global>
  %j = uop.range 2, 28 <global>
  %c = uop.range 3, 128 <reduce>
  %p = uop.range 4, 3 <reduce>
  %q = uop.range 5, 3 <reduce>
  %y = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%i, %p)
  %isBelow = arith.cmpi sge, %y, %c1 : index
  %z = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%j, %q)
  %isRight = arith.cmpi sge, %z, %c1 : index
  %isInside = arith.andi %isBelow, %isRight : i1
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 112 + d1 * 56 + d2 * 2 + d3 + d4 * 3136 - 57)>(%i, %p, %j, %q, %c)
  %1 = uop.load %x[%0] gate %isInside else %zero : memref<401408xbf16> -> bf16
  %wide = arith.extf %1 : bf16 to f32
  %2 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 1152 + d1 * 9 + d2 * 3 + d3)>(%o, %c, %p, %q)
  %3 = uop.load %w[%2] : memref<147456xf32> -> f32
  %4 = arith.mulf %wide, %3 : f32
  %5 = uop.reduce <add> %4 over (%c, %p, %q) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 784 + d1 * 28 + d2)>(%o, %i, %j)
  uop.store %5, %out[%6] : f32, memref<100352xf32>
}
