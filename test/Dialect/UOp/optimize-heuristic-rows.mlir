// Tests what the heuristic does with rows of memory that are read side by side, where
// registers are shorter than lines.

// RUN: tg-opt %s --uop-optimize="vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288" | FileCheck %s
// RUN: tg-opt %s --uop-optimize="vector-bits=512 vector-registers=32 l1-bytes=49152 l2-bytes=1310720" | FileCheck %s --check-prefix=WIDE

// Tests that sums of columns read eight rows from one end to the other, in blocks for
// threads, and that with registers for 1 KiB of a row each piece is long enough.

// CHECK-LABEL: uop.kernel @column_sums(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<tile axis 0 amount 32>, #uop.opt<carry axis 1 amount 8>, #uop.opt<thread axis 0>]
// WIDE-LABEL: uop.kernel @column_sums(
// WIDE-SAME: opts [#uop.opt<upcast axis 0 amount 256>, #uop.opt<thread axis 0>]
uop.kernel @column_sums(%out: memref<4096xf32> {uop.output}, %a: memref<16777216xf32>) {
  %j = uop.range 0, 4096 <global>
  %k = uop.range 1, 4096 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4096)>(%j, %k)
  %1 = uop.load %a[%0] : memref<16777216xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%j] : f32, memref<4096xf32>
}

// Tests that a vector times a matrix does the same.

// CHECK-LABEL: uop.kernel @vector_times_matrix(
// CHECK-SAME: #uop.opt<carry axis 1 amount 8>
// WIDE-LABEL: uop.kernel @vector_times_matrix(
// WIDE-NOT: carry
uop.kernel @vector_times_matrix(%out: memref<4096xf32> {uop.output}, %x: memref<4096xf32>, %a: memref<16777216xf32>) {
  %j = uop.range 0, 4096 <global>
  %k = uop.range 1, 4096 <reduce>
  %0 = uop.load %x[%k] : memref<4096xf32> -> f32
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4096)>(%j, %k)
  %2 = uop.load %a[%1] : memref<16777216xf32> -> f32
  %3 = arith.mulf %0, %2 : f32
  %4 = uop.reduce <add> %3 over (%k) : f32
  uop.store %4, %out[%j] : f32, memref<4096xf32>
}

// Tests that matrices of a batch are blocks for threads, so that a row is read whole.

// CHECK-LABEL: uop.kernel @batch(
// CHECK-SAME: #uop.opt<carry axis 2 amount 8>, #uop.opt<swap axis 1 amount 2>, #uop.opt<thread axis 0>]
uop.kernel @batch(%out: memref<32768xf32> {uop.output}, %a: memref<16777216xf32>) {
  %i = uop.range 0, 16 <global>
  %j = uop.range 1, 2048 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 1048576 + d2 * 2048 + d1)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<16777216xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1)>(%i, %j)
  uop.store %2, %out[%3] : f32, memref<32768xf32>
}

// Tests that rows of 12 KiB are two blocks: a bias that never changes is added to sums in
// the output, whose memory one that changes may have, so that the sums wait in memory of
// the kernel's own.

// CHECK-LABEL: uop.kernel @constant_bias(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<tile axis 0 amount 24>, #uop.opt<carry axis 1 amount 8>, #uop.opt<thread axis 0>]
uop.kernel @constant_bias(%out: memref<3072xf32> {uop.output}, %a: memref<2359296xf32>, %b: memref<3072xf32> {uop.constant}) {
  %j = uop.range 0, 3072 <global>
  %k = uop.range 1, 768 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 3072)>(%j, %k)
  %1 = uop.load %a[%0] : memref<2359296xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = uop.load %b[%j] : memref<3072xf32> -> f32
  %4 = arith.addf %2, %3 : f32
  uop.store %4, %out[%j] : f32, memref<3072xf32>
}

// CHECK-LABEL: uop.kernel @residual(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 64>, #uop.opt<tile axis 0 amount 24>, #uop.opt<carry axis 1 amount 8 axes[3, 2]>, #uop.opt<thread axis 0>]
uop.kernel @residual(%out: memref<3072xf32> {uop.output}, %a: memref<2359296xf32>, %b: memref<3072xf32>) {
  %j = uop.range 0, 3072 <global>
  %k = uop.range 1, 768 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 3072)>(%j, %k)
  %1 = uop.load %a[%0] : memref<2359296xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = uop.load %b[%j] : memref<3072xf32> -> f32
  %4 = arith.addf %2, %3 : f32
  uop.store %4, %out[%j] : f32, memref<3072xf32>
}

// Tests that it is not done where the second cache keeps all, where a row is near the
// one before, and where the number of rows has no such divisor.

// CHECK-LABEL: uop.kernel @near(
// CHECK-NOT: carry
uop.kernel @near(%out: memref<2048xf32> {uop.output}, %a: memref<131072xf32>) {
  %j = uop.range 0, 2048 <global>
  %k = uop.range 1, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 2048)>(%j, %k)
  %1 = uop.load %a[%0] : memref<131072xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%j] : f32, memref<2048xf32>
}

// CHECK-LABEL: uop.kernel @short_rows(
// CHECK-NOT: carry
uop.kernel @short_rows(%out: memref<4096xf32> {uop.output}, %a: memref<2097152xf32>) {
  %i = uop.range 0, 16 <global>
  %j = uop.range 1, 256 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 131072 + d1 + d2 * 256)>(%i, %j, %k)
  %1 = uop.load %a[%0] : memref<2097152xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%i, %j)
  uop.store %2, %out[%3] : f32, memref<4096xf32>
}

// CHECK-LABEL: uop.kernel @odd_rows(
// CHECK-NOT: carry
uop.kernel @odd_rows(%out: memref<4096xf32> {uop.output}, %a: memref<16764928xf32>) {
  %j = uop.range 0, 4096 <global>
  %k = uop.range 1, 4093 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4096)>(%j, %k)
  %1 = uop.load %a[%0] : memref<16764928xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%j] : f32, memref<4096xf32>
}

// Tests that a transposed copy is of whole lines, several of a row at a time, where it
// goes around the caches.

// CHECK-LABEL: uop.kernel @transpose(
// CHECK-SAME: opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<upcast axis 0 amount 16>, #uop.opt<tile axis 0 amount 4>, #uop.opt<thread axis 0>, #uop.opt<stream operand 0>]
// WIDE-LABEL: uop.kernel @transpose(
// WIDE-SAME: opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<upcast axis 0 amount 16>, #uop.opt<thread axis 0>, #uop.opt<stream operand 0>]
uop.kernel @transpose(%out: memref<16777216xf32> {uop.output}, %a: memref<16777216xf32>) {
  %i = uop.range 0, 4096 <global>
  %j = uop.range 1, 4096 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4096)>(%i, %j)
  %1 = uop.load %a[%0] : memref<16777216xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f32, memref<16777216xf32>
}

// Tests that a block has as many panels as the last cache holds where the second one
// holds but two of them.

// CHECK-LABEL: uop.kernel @deep_product(
// CHECK-SAME: #uop.opt<tile axis 0 amount 16>
// WIDE-LABEL: uop.kernel @deep_product(
// WIDE-NOT: tile
uop.kernel @deep_product(%out: memref<4194304xf32> {uop.output}, %a: memref<4194304xf32>, %b: memref<4194304xf32>) {
  %i = uop.range 0, 2048 <global>
  %j = uop.range 1, 2048 <global>
  %k = uop.range 2, 2048 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<4194304xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<4194304xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4194304xf32>
}

// Tests that the exponentials of a row are two vectors at a time, since registers are
// too few for their constants, and that the maximum is of an even number of them.

// CHECK-LABEL: uop.kernel @exponentials(
// CHECK-SAME: #uop.opt<unroll axis 2 amount 16>, #uop.opt<unroll axis 3 amount 32>, #uop.opt<unroll axis 4 amount 32>
uop.kernel @exponentials(%out: memref<1048576xf32> {uop.output}, %a: memref<1048576xf32>) {
  %i = uop.range 0, 256 <global>
  %j = uop.range 1, 4096 <global>
  %k = uop.range 2, 4096 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1048576xf32> -> f32
  %l = uop.range 3, 4096 <reduce>
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%i, %l)
  %3 = uop.load %a[%2] : memref<1048576xf32> -> f32
  %4 = uop.reduce <maximumf> %3 over (%l) : f32
  %5 = arith.subf %1, %4 : f32
  %6 = math.exp %5 : f32
  %7 = uop.stage %6 over (%k) : f32 -> memref<4096xf32, #gpu.address_space<private>>
  %8 = uop.load %7[%j] : memref<4096xf32, #gpu.address_space<private>> -> f32
  %n = uop.range 4, 4096 <reduce>
  %9 = uop.load %7[%n] : memref<4096xf32, #gpu.address_space<private>> -> f32
  %10 = uop.reduce <add> %9 over (%n) : f32
  %11 = arith.divf %8, %10 : f32
  %12 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%i, %j)
  uop.store %11, %out[%12] : f32, memref<1048576xf32>
}

// Tests that rows are not read in blocks where the kernel reduces something else, which
// would be done again in each of them.

// CHECK-LABEL: uop.kernel @two_sums(
// CHECK-NOT: carry
// CHECK: uop.range
uop.kernel @two_sums(%out: memref<4096xf32> {uop.output}, %a: memref<16777216xf32>, %b: memref<16777216xf32>) {
  %j = uop.range 0, 4096 <global>
  %k = uop.range 1, 4096 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d1 * 4096 + d0)>(%j, %k)
  %1 = uop.load %a[%0] : memref<16777216xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %l = uop.range 2, 4096 <reduce>
  %3 = affine.apply affine_map<(d0, d1) -> (d1 * 4096 + d0)>(%j, %l)
  %4 = uop.load %b[%3] : memref<16777216xf32> -> f32
  %5 = uop.reduce <add> %4 over (%l) : f32
  %6 = arith.mulf %2, %5 : f32
  uop.store %6, %out[%j] : f32, memref<4096xf32>
}
