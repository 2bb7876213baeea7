// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32 l1-bytes=49152 l2-bytes=1310720 only-choose}))" --split-input-file | FileCheck %s
// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32 l1-bytes=49152 l2-bytes=131072 last-bytes=1048576 only-choose}))" --split-input-file | FileCheck %s --check-prefix=SMALL
// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32 l1-bytes=49152 l2-bytes=1310720}))" --split-input-file -o /dev/null --remarks-filter=uop-optimize 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288 only-choose}))" --split-input-file | FileCheck %s --check-prefix=FEW

// Tests that lanes run along the channels of a convolution whose weights are packed
// once, a row of the image at a time, which is read from a copy of the image with its
// padding, in the order of memory; and that no such copy is made where the second
// cache does not hold it.

// REMARK: swap axis 3 amount 4: reads the rows of windows in the order of memory
// REMARK: stage operand 0: copied once with the padding of its windows
// CHECK-LABEL: uop.kernel @convolution(
// CHECK-SAME: #uop.opt<upcast axis 2 amount 14>, #uop.opt<upcast axis 0 amount 32>, #uop.opt<swap axis 3 amount 4>,
// CHECK-SAME: #uop.opt<stage operand 1 axes[0, 3, 4, 5, 7]>, #uop.opt<stage amount 1 operand 0 axes[1, 3, 4, 6, 5]>
// With 16 registers a tile is six places of the image, whatever its rows: these axes are
// merged behind the copy, and a row of the window is written out.
// FEW-LABEL: uop.kernel @convolution(
// FEW-SAME: #uop.opt<swap axis 3 amount 4>, #uop.opt<stage amount 1 operand 0 axes[1, 3, 4, 2, 5]>, #uop.opt<merge axis 1 amount 2>,
// FEW-SAME: #uop.opt<upcast axis 1 amount 6>, #uop.opt<unroll axis 5 amount 3>, #uop.opt<upcast axis 0 amount 16>,
// FEW-SAME: #uop.opt<stage operand 2 axes[0, 3, 4, 5, 10, 11]>
// SMALL-LABEL: uop.kernel @convolution(
// SMALL-NOT: stage amount 1
// SMALL: uop.range
uop.kernel @convolution(%out: memref<50176xf32> {uop.output}, %x: memref<50176xf32>, %w: memref<589824xf32> {uop.constant}) {
  %o = uop.range 0, 256 <global>
  %i = uop.range 1, 14 <global>
  %j = uop.range 2, 14 <global>
  %c = uop.range 3, 256 <reduce>
  %p = uop.range 4, 3 <reduce>
  %q = uop.range 5, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 196 + d1 * 14 + d2 * 14 + d3 + d4 - 15)>(%c, %i, %p, %j, %q)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (14 - d0 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (14 - d0 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<50176xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 2304 + d1 * 9 + d2 * 3 + d3)>(%o, %c, %p, %q)
  %14 = uop.load %w[%13] : memref<589824xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%c, %p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 196 + d1 * 14 + d2)>(%o, %i, %j)
  uop.store %16, %out[%17] : f32, memref<50176xf32>
}

// -----

// Tests that an image that is too large is copied a tile at a time, where the second
// cache keeps all weights: the loops over the image are the outer ones.

// REMARK: stage operand 0: copied with the padding of a tile's windows
// CHECK-LABEL: uop.kernel @large(
// CHECK-SAME: #uop.opt<upcast axis 1 amount 14>, #uop.opt<upcast axis 2 amount 32>, #uop.opt<swap axis 3 amount 4>,
// CHECK-SAME: #uop.opt<stage operand 1 axes[2, 3, 4, 5, 7]>, #uop.opt<stage amount 1 operand 0 axes[3, 4, 6, 5]>
// Where many panels read it again all of it is copied once, and comes from the last cache.
// FEW-LABEL: uop.kernel @large(
// FEW-SAME: #uop.opt<stage amount 1 operand 0 axes[1, 3, 4, 2, 5]>, #uop.opt<merge axis 1 amount 2>,
// FEW-SAME: #uop.opt<upcast axis 1 amount 6>,
// SMALL-LABEL: uop.kernel @large(
// SMALL-NOT: stage amount 1
// SMALL: uop.range
uop.kernel @large(%out: memref<200704xf32> {uop.output}, %x: memref<200704xf32>, %w: memref<36864xf32> {uop.constant}) {
  %o = uop.range 0, 64 <global>
  %i = uop.range 1, 56 <global>
  %j = uop.range 2, 56 <global>
  %c = uop.range 3, 64 <reduce>
  %p = uop.range 4, 3 <reduce>
  %q = uop.range 5, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 3136 + d1 * 56 + d2 * 56 + d3 + d4 - 57)>(%c, %i, %p, %j, %q)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (56 - d0 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (56 - d0 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<200704xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 576 + d1 * 9 + d2 * 3 + d3)>(%o, %c, %p, %q)
  %14 = uop.load %w[%13] : memref<36864xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%c, %p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 3136 + d1 * 56 + d2)>(%o, %i, %j)
  uop.store %16, %out[%17] : f32, memref<200704xf32>
}

// -----

// Tests that rows are not merged where those of a window are too long to be written out.

// FEW-LABEL: uop.kernel @wide_windows(
// FEW-NOT: unroll
// FEW: uop.range
uop.kernel @wide_windows(%out: memref<50176xf32> {uop.output}, %x: memref<50176xf32>, %w: memref<1638400xf32> {uop.constant}) {
  %o = uop.range 0, 256 <global>
  %i = uop.range 1, 14 <global>
  %j = uop.range 2, 14 <global>
  %c = uop.range 3, 256 <reduce>
  %p = uop.range 4, 5 <reduce>
  %q = uop.range 5, 5 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 196 + d1 * 14 + d2 * 14 + d3 + d4 - 30)>(%c, %i, %p, %j, %q)
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
  %12 = uop.load %x[%0] gate %11 else %zero : memref<50176xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 6400 + d1 * 25 + d2 * 5 + d3)>(%o, %c, %p, %q)
  %14 = uop.load %w[%13] : memref<1638400xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%c, %p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 196 + d1 * 14 + d2)>(%o, %i, %j)
  uop.store %16, %out[%17] : f32, memref<50176xf32>
}

// -----

// Tests that few registers take the copy for one panel of weights, too, and many do not.

// FEW-LABEL: uop.kernel @one_panel(
// FEW-SAME: #uop.opt<stage amount 1 operand 0 axes[1, 3, 4, 2, 5]>, #uop.opt<merge axis 1 amount 2>,
// CHECK-LABEL: uop.kernel @one_panel(
// CHECK-NOT: stage amount 1
// CHECK: uop.range
uop.kernel @one_panel(%out: memref<3136xf32> {uop.output}, %x: memref<50176xf32>, %w: memref<36864xf32> {uop.constant}) {
  %o = uop.range 0, 16 <global>
  %i = uop.range 1, 14 <global>
  %j = uop.range 2, 14 <global>
  %c = uop.range 3, 256 <reduce>
  %p = uop.range 4, 3 <reduce>
  %q = uop.range 5, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 196 + d1 * 14 + d2 * 14 + d3 + d4 - 15)>(%c, %i, %p, %j, %q)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (14 - d0 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (14 - d0 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<50176xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 2304 + d1 * 9 + d2 * 3 + d3)>(%o, %c, %p, %q)
  %14 = uop.load %w[%13] : memref<36864xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%c, %p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 196 + d1 * 14 + d2)>(%o, %i, %j)
  uop.store %16, %out[%17] : f32, memref<3136xf32>
}
