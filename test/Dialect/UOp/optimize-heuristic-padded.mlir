// Windows along which lanes run, of a convolution of each channel by itself.

// RUN: tg-opt %s --uop-optimize="vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288" --split-input-file | FileCheck %s
// RUN: tg-opt %s --uop-optimize="vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288" --split-input-file -o /dev/null --remarks-filter=uop-optimize 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tg-opt %s --uop-optimize="vector-bits=512 vector-registers=32 l1-bytes=32768 l2-bytes=524288" --split-input-file | FileCheck %s --check-prefix=WIDE

// Tests that an image is copied with its padding, and read without masks, where
// registers hold these; not where they have registers of their own.

// REMARK: stage operand 0: copied with the padding of its windows, read without masks
// CHECK-LABEL: uop.kernel @image(
// CHECK-SAME: #uop.opt<upcast axis 1 amount [[ROWS:[0-9]+]]>, #uop.opt<unroll axis 3 amount 3>, #uop.opt<unroll axis 4 amount 3>, #uop.opt<upcast axis 2 amount 8>,
// CHECK-SAME: #uop.opt<stage amount 1 operand 0 axes[1, 5, 6, 2, 8, 7]>
// WIDE-LABEL: uop.kernel @image(
// WIDE-NOT: stage amount 1
// WIDE: uop.range
uop.kernel @image(%out: memref<451584xf32> {uop.output}, %x: memref<451584xf32>, %w: memref<1296xf32>) {
  %n = uop.range 0, 144 <global>
  %i = uop.range 1, 56 <global>
  %j = uop.range 2, 56 <global>
  %p = uop.range 3, 3 <reduce>
  %q = uop.range 4, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 3136 + d1 * 56 + d2 * 56 + d3 * 1 + d4 - 57)>(%n, %i, %p, %j, %q)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (56 - d0 * 1 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (56 - d0 * 1 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<451584xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 9 + d1 * 3 + d2)>(%n, %p, %q)
  %14 = uop.load %w[%13] : memref<1296xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 3136 + d1 * 56 + d2)>(%n, %i, %j)
  uop.store %16, %out[%17] : f32, memref<451584xf32>
}

// -----

// Tests that of an image that the first cache does not hold the rows are copied that
// one row of tiles reads.

// REMARK: stage operand 0: copied with the padding of its windows, read without masks
// CHECK-LABEL: uop.kernel @large(
// CHECK-SAME: #uop.opt<stage amount 1 operand 0 axes[5, 6, 2, 8, 7]>
uop.kernel @large(%out: memref<401408xf32> {uop.output}, %x: memref<401408xf32>, %w: memref<288xf32>) {
  %n = uop.range 0, 32 <global>
  %i = uop.range 1, 112 <global>
  %j = uop.range 2, 112 <global>
  %p = uop.range 3, 3 <reduce>
  %q = uop.range 4, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 12544 + d1 * 112 + d2 * 112 + d3 * 1 + d4 - 113)>(%n, %i, %p, %j, %q)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (112 - d0 * 1 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (112 - d0 * 1 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<401408xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 9 + d1 * 3 + d2)>(%n, %p, %q)
  %14 = uop.load %w[%13] : memref<288xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12544 + d1 * 112 + d2)>(%n, %i, %j)
  uop.store %16, %out[%17] : f32, memref<401408xf32>
}

// -----

// Tests that nothing is copied where a tile is a whole image, whose masks are constant.

// CHECK-LABEL: uop.kernel @no_copy_of_small(
// CHECK-SAME: #uop.opt<upcast axis 1 amount 7>
// CHECK-NOT: stage
// CHECK: uop.range
uop.kernel @no_copy_of_small(%out: memref<47040xf32> {uop.output}, %x: memref<47040xf32>, %w: memref<8640xf32>) {
  %n = uop.range 0, 960 <global>
  %i = uop.range 1, 7 <global>
  %j = uop.range 2, 7 <global>
  %p = uop.range 3, 3 <reduce>
  %q = uop.range 4, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4) -> (d0 * 49 + d1 * 7 + d2 * 7 + d3 * 1 + d4 - 8)>(%n, %i, %p, %j, %q)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (7 - d0 * 1 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (7 - d0 * 1 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<47040xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 9 + d1 * 3 + d2)>(%n, %p, %q)
  %14 = uop.load %w[%13] : memref<8640xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 49 + d1 * 7 + d2)>(%n, %i, %j)
  uop.store %16, %out[%17] : f32, memref<47040xf32>
}

// -----

// Tests that nothing is copied where channels are summed, too.

// CHECK-LABEL: uop.kernel @no_copy_of_sums(
// REMARK-NOT: read without masks
// CHECK: uop.range
uop.kernel @no_copy_of_sums(%out: memref<4608xf32> {uop.output}, %x: memref<18432xf32>, %w: memref<288xf32>) {
  %n = uop.range 0, 8 <global>
  %i = uop.range 1, 24 <global>
  %j = uop.range 2, 24 <global>
  %p = uop.range 3, 3 <reduce>
  %q = uop.range 4, 3 <reduce>
  %m = uop.range 5, 4 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3, d4, d5) -> (d0 * 2304 + d5 * 576 + d1 * 24 + d2 * 24 + d3 * 1 + d4 - 25)>(%n, %i, %p, %j, %q, %m)
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%i, %p)
  %2 = arith.cmpi sge, %1, %c0 : index
  %3 = affine.apply affine_map<(d0, d1) -> (24 - d0 * 1 - d1)>(%i, %p)
  %4 = arith.cmpi sge, %3, %c0 : index
  %5 = arith.andi %2, %4 : i1
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1 - 1)>(%j, %q)
  %7 = arith.cmpi sge, %6, %c0 : index
  %8 = arith.andi %5, %7 : i1
  %9 = affine.apply affine_map<(d0, d1) -> (24 - d0 * 1 - d1)>(%j, %q)
  %10 = arith.cmpi sge, %9, %c0 : index
  %11 = arith.andi %8, %10 : i1
  %12 = uop.load %x[%0] gate %11 else %zero : memref<18432xf32> -> f32
  %13 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 36 + d1 * 3 + d2 + d3 * 9)>(%n, %p, %q, %m)
  %14 = uop.load %w[%13] : memref<288xf32> -> f32
  %15 = arith.mulf %12, %14 : f32
  %16 = uop.reduce <add> %15 over (%m, %p, %q) : f32
  %17 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 576 + d1 * 24 + d2)>(%n, %i, %j)
  uop.store %16, %out[%17] : f32, memref<4608xf32>
}
