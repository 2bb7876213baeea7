// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32}))" | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=256 vector-registers=16}))" | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{heuristic=false}))" | FileCheck %s --check-prefix=OFF
// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32}))" --remarks-filter=uop-optimize 2>&1 | FileCheck %s --check-prefix=REMARK

// Tests that without the heuristic a kernel without opts stays as it is.

// OFF-NOT: opts
// OFF-NOT: <upcast>
// OFF: uop.kernel @given

// Tests that lanes run along the axis that is contiguous in the store, that
// accumulators fill the registers without exceeding them, and that the operand
// that is vectors is packed, a block of panels at a time, by the outermost loop.

// REMARK: [Passed] opt | Category:uop-optimize | Remark="swap axis 0 amount 1: a packed operand is read by all iterations of the loops inside"
// REMARK: [Passed] opt | Category:uop-optimize | Remark="upcast axis 1 amount 6: more accumulators for what is loaded"
// REMARK: [Passed] opt | Category:uop-optimize | Remark="upcast axis 0 amount 64: lanes of vectors, contiguous in memory"
// REMARK: [Passed] opt | Category:uop-optimize | Remark="tile axis 0 amount 4: panels that the second cache holds"
// REMARK: [Passed] opt | Category:uop-optimize | Remark="stage operand 1: packed into panels that other tiles read again"
// REMARK: [Passed] opt | Category:uop-optimize | Remark="thread axis 0 amount 0: the outermost loop, and much work"
// CHECK-LABEL: @matmul(
// WIDE-SAME: opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 6>, #uop.opt<upcast axis 0 amount 64>, #uop.opt<tile axis 0 amount 4>, #uop.opt<stage operand 1 axes[5, 2, 4]>, #uop.opt<thread axis 0>]
// NARROW-SAME: opts [#uop.opt<upcast axis 0 amount 6>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<stage operand 1 axes[1, 2, 4]>
uop.kernel @matmul(%out: memref<262144xf32> {uop.output}, %a: memref<262144xf32>, %b: memref<262144xf32>) {
  %i = uop.range 0, 512 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%k, %j)
  %2 = uop.load %a[%0] : memref<262144xf32> -> f32
  %3 = uop.load %b[%1] : memref<262144xf32> -> f32
  %4 = arith.mulf %2, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<262144xf32>
}

// Tests that a transposed operand is turned around by packing it, where many tiles
// read it.

// CHECK-LABEL: @matmul_nt(
// WIDE-SAME: opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 6>, #uop.opt<upcast axis 0 amount 64>, #uop.opt<tile axis 0 amount 4>, #uop.opt<stage operand 1 axes[5, 2, 4]>, #uop.opt<thread axis 0>]
uop.kernel @matmul_nt(%out: memref<262144xf32> {uop.output}, %a: memref<262144xf32>, %b: memref<262144xf32>) {
  %i = uop.range 0, 512 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%j, %k)
  %2 = uop.load %a[%0] : memref<262144xf32> -> f32
  %3 = uop.load %b[%1] : memref<262144xf32> -> f32
  %4 = arith.mulf %2, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<262144xf32>
}

// Tests that a reduce axis is the lanes where no output axis is contiguous in what
// is summed and few tiles would read a panel, with a tile over both operands.

// CHECK-LABEL: @few_rows_nt(
// CHECK-NOT: stage
// WIDE-SAME: #uop.opt<unroll axis 2 amount 16>
// NARROW-SAME: #uop.opt<unroll axis 2 amount 8>
uop.kernel @few_rows_nt(%out: memref<4096xf32> {uop.output}, %a: memref<4096xf32>, %b: memref<262144xf32>) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%j, %k)
  %2 = uop.load %a[%0] : memref<4096xf32> -> f32
  %3 = uop.load %b[%1] : memref<262144xf32> -> f32
  %4 = arith.mulf %2, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4096xf32>
}

// Tests that sums along rows have several accumulators, to hide their latency.

// CHECK-LABEL: @row_sum(
// WIDE-SAME: opts [#uop.opt<upcast axis 0 amount 8>, #uop.opt<unroll axis 2 amount 32>
// NARROW-SAME: opts [#uop.opt<upcast axis 0 amount 8>, #uop.opt<unroll axis 2 amount 8>
uop.kernel @row_sum(%out: memref<512xf32> {uop.output}, %a: memref<262144xf32>) {
  %i = uop.range 0, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %2 = uop.load %a[%0] : memref<262144xf32> -> f32
  %5 = uop.reduce <add> %2 over (%k) : f32
  uop.store %5, %out[%i] : f32, memref<512xf32>
}

// Tests that sums along columns take them side by side, several vectors at once.

// CHECK-LABEL: @col_sum(
// WIDE-SAME: opts [#uop.opt<upcast axis 0 amount 256>
// NARROW-SAME: opts [#uop.opt<upcast axis 0 amount 64>
uop.kernel @col_sum(%out: memref<512xf32> {uop.output}, %a: memref<262144xf32>) {
  %i = uop.range 0, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d1 * 512 + d0)>(%i, %k)
  %2 = uop.load %a[%0] : memref<262144xf32> -> f32
  %5 = uop.reduce <add> %2 over (%k) : f32
  uop.store %5, %out[%i] : f32, memref<512xf32>
}

// Tests that reduces that do not depend on the output's lanes get lanes of their
// own.

// CHECK-LABEL: @softmax(
// WIDE-SAME: #uop.opt<upcast axis 1 amount 16>, #uop.opt<unroll axis 2 amount 32>, #uop.opt<unroll axis 3 amount 32>
// NARROW-SAME: #uop.opt<upcast axis 1 amount 8>, #uop.opt<unroll axis 2 amount 8>, #uop.opt<unroll axis 3 amount 8>
uop.kernel @softmax(%out: memref<262144xf32> {uop.output}, %a: memref<262144xf32>) {
  %i = uop.range 0, 512 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 512 <reduce>
  %l = uop.range 3, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %2 = uop.load %a[%0] : memref<262144xf32> -> f32
  %5 = uop.reduce <maximumf> %2 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %l)
  %7 = uop.load %a[%6] : memref<262144xf32> -> f32
  %8 = arith.subf %7, %5 : f32
  %9 = math.exp %8 : f32
  %10 = uop.reduce <add> %9 over (%l) : f32
  %11 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
  %12 = uop.load %a[%11] : memref<262144xf32> -> f32
  %13 = arith.subf %12, %5 : f32
  %14 = math.exp %13 : f32
  %15 = arith.divf %14, %10 : f32
  uop.store %15, %out[%11] : f32, memref<262144xf32>
}

// Tests that a short axis is one vector, and that a dynamic axis is
// tiled by what divides its upper bound: loads need no gates then.

// CHECK-LABEL: @linear(
// WIDE-SAME: opts [#uop.opt<upcast axis 0 amount 8>, #uop.opt<upcast axis 1 amount 16>
// NARROW-SAME: opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<upcast axis 1 amount 10>
// CHECK: uop.load %{{.*}}[%{{.*}}] : memref<16384xf32>
// CHECK: uop.store {{.*}} gate
uop.kernel @linear(%out: memref<2560xf32> {uop.output}, %x: memref<16384xf32>, %w: memref<640xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 256]}) {
  %i = uop.range 0, %n <global>
  %j = uop.range 1, 10 <global>
  %k = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %k)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%k, %j)
  %2 = uop.load %x[%0] : memref<16384xf32> -> f32
  %3 = uop.load %w[%1] : memref<640xf32> -> f32
  %4 = arith.mulf %2, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<2560xf32>
}

// Tests that a convolution is lanes along a row, accumulators over channels, its
// windows unrolled, and that vectors are of lengths that are registers.

// CHECK-LABEL: @conv(
// WIDE-SAME: opts [#uop.opt<upcast axis 1 amount 2>, #uop.opt<unroll axis 4 amount 3>, #uop.opt<unroll axis 5 amount 3>, #uop.opt<upcast axis 3 amount 32>
// NARROW-SAME: opts [#uop.opt<upcast axis 1 amount 2>, #uop.opt<unroll axis 5 amount 3>, #uop.opt<upcast axis 3 amount 26>
uop.kernel @conv(%out: memref<1384448xf32> {uop.output}, %x: memref<200704xf32>, %w: memref<72xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 256]}) {
  %i = uop.range 0, %n <global>
  %c = uop.range 1, 8 <global>
  %h = uop.range 2, 26 <global>
  %v = uop.range 3, 26 <global>
  %k = uop.range 4, 3 <reduce>
  %l = uop.range 5, 3 <reduce>
  %0 = affine.apply affine_map<(n, h, w, k, l) -> (n * 784 + h * 28 + w + k * 28 + l)>(%i, %h, %v, %k, %l)
  %1 = affine.apply affine_map<(c, k, l) -> (c * 9 + k * 3 + l)>(%c, %k, %l)
  %2 = uop.load %x[%0] : memref<200704xf32> -> f32
  %3 = uop.load %w[%1] : memref<72xf32> -> f32
  %4 = arith.mulf %2, %3 : f32
  %5 = uop.reduce <add> %4 over (%k, %l) : f32
  %z = arith.constant 0.0 : f32
  %r = arith.maximumf %5, %z : f32
  %6 = affine.apply affine_map<(n, c, h, w) -> (n * 5408 + c * 676 + h * 26 + w)>(%i, %c, %h, %v)
  uop.store %r, %out[%6] : f32, memref<1384448xf32>
}

// Tests that little work has no thread axis, and that a transposed copy is
// contiguous in what it stores, in tiles that registers turn around.

// CHECK-LABEL: @small_transpose(
// WIDE-SAME: opts [#uop.opt<upcast axis 0 amount 16>, #uop.opt<upcast axis 1 amount 16>]
// NARROW-SAME: opts [#uop.opt<upcast axis 0 amount 8>, #uop.opt<upcast axis 1 amount 8>]
// CHECK-NOT: thread
uop.kernel @small_transpose(%out: memref<1024xf32> {uop.output}, %x: memref<1024xf32>) {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 32 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%i, %j)
  %1 = affine.apply affine_map<(d0, d1) -> (d1 * 32 + d0)>(%i, %j)
  %2 = uop.load %x[%1] : memref<1024xf32> -> f32
  uop.store %2, %out[%0] : f32, memref<1024xf32>
}

// Tests that axes that are contiguous in every access are merged, so that short
// rows fill vectors; and that a broadcast along one of them keeps them apart.

// CHECK-LABEL: @short_rows(
// CHECK-SAME: opts [#uop.opt<merge axis 1 amount 2>, #uop.opt<upcast axis
uop.kernel @short_rows(%out: memref<96xf32> {uop.output}, %x: memref<96xf32>, %b: memref<4xf32>) {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 8 <global>
  %k = uop.range 2, 3 <global>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 24 + d1 * 3 + d2)>(%i, %j, %k)
  %1 = uop.load %x[%0] : memref<96xf32> -> f32
  %2 = uop.load %b[%i] : memref<4xf32> -> f32
  %3 = arith.addf %1, %2 : f32
  uop.store %3, %out[%0] : f32, memref<96xf32>
}

// Tests that an axis that a condition reads is not merged.

// CHECK-LABEL: @no_merge(
// CHECK-NOT: merge
uop.kernel @no_merge(%out: memref<96xf32> {uop.output}, %x: memref<96xf32>) {
  %i = uop.range 0, 12 <global>
  %j = uop.range 1, 8 <global>
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %g = arith.cmpi sge, %j, %c3 : index
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %1 = uop.load %x[%0] gate %g else %z : memref<96xf32> -> f32
  uop.store %1, %out[%0] : f32, memref<96xf32>
}

// Tests that the rows of a padded window stay apart where its gates would be
// asked in every iteration of a reduce: masks of merged axes are computed lane by
// lane.

// CHECK-LABEL: @padded_window(
// CHECK-NOT: merge
uop.kernel @padded_window(%out: memref<320xf32> {uop.output}, %x: memref<20480xf32>) {
  %i = uop.range 0, 40 <global>
  %j = uop.range 1, 8 <global>
  %c = uop.range 2, 64 <reduce>
  %k = uop.range 3, 3 <reduce>
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %z = arith.constant 0.0 : f32
  %jk = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %k)
  %g0 = arith.cmpi sge, %jk, %c1 : index
  %g1 = arith.cmpi slt, %jk, %c9 : index
  %g = arith.andi %g0, %g1 : i1
  %0 = affine.apply affine_map<(d0, d1, d2, d3) -> (d2 * 320 + d0 * 8 + d1 + d3 - 1)>(%i, %j, %c, %k)
  %1 = uop.load %x[%0] gate %g else %z : memref<20480xf32> -> f32
  %2 = uop.reduce <add> %1 over (%c, %k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  uop.store %2, %out[%3] : f32, memref<320xf32>
}

// Tests that a short window is unrolled where nothing is packed: of whole rows all
// masks are constants then, so that the rows are merged, too.

// CHECK-LABEL: @short_reduce(
// WIDE-SAME: opts [#uop.opt<merge axis 0 amount 1>, #uop.opt<unroll axis 2 amount 3>, #uop.opt<upcast axis 0 amount 64>]
uop.kernel @short_reduce(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %k = uop.range 2, 3 <reduce>
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %jk = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %k)
  %g = arith.cmpi sge, %jk, %c1 : index
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 + d2 - 1)>(%i, %j, %k)
  %1 = uop.load %x[%0] gate %g else %z : memref<64xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  uop.store %2, %out[%3] : f32, memref<64xf32>
}

// Tests that wider elements are fewer lanes.

// CHECK-LABEL: @double(
// WIDE: uop.range 1, 32 <upcast>
// NARROW: uop.range 1, 16 <upcast>
uop.kernel @double(%out: memref<1024xf64> {uop.output}, %x: memref<1024xf64>) {
  %i = uop.range 0, 1024 <global>
  %0 = uop.load %x[%i] : memref<1024xf64> -> f64
  %1 = arith.addf %0, %0 : f64
  uop.store %1, %out[%i] : f64, memref<1024xf64>
}

// Tests that a kernel without an axis has an empty schedule, and says so.

// REMARK: [Missed] opt | Category:uop-optimize | {{.*}}no axis is worth an opt
// CHECK-LABEL: @scalar(
// CHECK-SAME: opts []
uop.kernel @scalar(%out: memref<1xf32> {uop.output}, %x: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %0 = uop.load %x[%c0] : memref<1xf32> -> f32
  uop.store %0, %out[%c0] : f32, memref<1xf32>
}

// Tests that what a schedule says is not chosen again.

// CHECK-LABEL: @given(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 2>]
// CHECK: uop.range 1, 2 <upcast>
uop.kernel @given(%out: memref<1024xf32> {uop.output}, %x: memref<1024xf32>)
    opts [#uop.opt<upcast axis 0 amount 2>] {
  %i = uop.range 0, 1024 <global>
  %0 = uop.load %x[%i] : memref<1024xf32> -> f32
  uop.store %0, %out[%i] : f32, memref<1024xf32>
}

// Tests that they are merged where the gates are asked once, when the window is
// packed into a panel that several tiles read; the tile divides the channels.

// WIDE-LABEL: @padded_conv(
// WIDE-SAME: opts [#uop.opt<merge axis 1 amount 2>, #uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 8>, #uop.opt<upcast axis 0 amount 32>, #uop.opt<stage operand 0 axes[3, 4, 5, 7]>
uop.kernel @padded_conv(%out: memref<2048xf32> {uop.output}, %x: memref<1024xf32>, %w: memref<4608xf32>) {
  %c9 = arith.constant 9 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %o = uop.range 0, 32 <global>
  %i = uop.range 1, 8 <global>
  %j = uop.range 2, 8 <global>
  %c = uop.range 3, 16 <reduce>
  %ki = uop.range 4, 3 <reduce>
  %kj = uop.range 5, 3 <reduce>
  %y = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ki)
  %g0 = arith.cmpi sge, %y, %c1 : index
  %g1 = arith.cmpi slt, %y, %c9 : index
  %g2 = arith.andi %g0, %g1 : i1
  %t = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %kj)
  %g3 = arith.cmpi sge, %t, %c1 : index
  %g4 = arith.andi %g2, %g3 : i1
  %g5 = arith.cmpi slt, %t, %c9 : index
  %g = arith.andi %g4, %g5 : i1
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 8 + d2 - 9)>(%c, %y, %t)
  %1 = uop.load %x[%0] gate %g else %z : memref<1024xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 144 + d1 * 9 + d2 * 3 + d3)>(%o, %c, %ki, %kj)
  %3 = uop.load %w[%2] : memref<4608xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c, %ki, %kj) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 64 + d1 * 8 + d2)>(%o, %i, %j)
  uop.store %5, %out[%6] : f32, memref<2048xf32>
}

// Tests that a tile stays within a group of 21 rows that read the same, so that
// what they read is loaded once.

// WIDE-LABEL: @groups(
// WIDE-SAME: opts [#uop.opt<upcast axis 0 amount {{3|7|21}}>
uop.kernel @groups(%out: memref<43008xf32> {uop.output}, %x: memref<32768xf32>, %w: memref<1344xf32>) {
  %o = uop.range 0, 84 <global>
  %j = uop.range 1, 512 <global>
  %k = uop.range 2, 16 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> ((d0 floordiv 21) * 8192 + d1 * 512 + d2)>(%o, %k, %j)
  %1 = uop.load %x[%0] : memref<32768xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%o, %k)
  %3 = uop.load %w[%2] : memref<1344xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%o, %j)
  uop.store %5, %out[%6] : f32, memref<43008xf32>
}

// Tests that with 16 registers few vectors are for several scalars, which are not read
// from memory in each product: all these vectors are loaded ahead.

// CHECK-LABEL: @strided_points(
// WIDE-SAME: #uop.opt<upcast axis 3 amount 8>, #uop.opt<upcast axis 1 amount 3>, #uop.opt<upcast axis 2 amount 16>
// NARROW-SAME: #uop.opt<upcast axis 1 amount 6>, #uop.opt<upcast axis 3 amount 16>, #uop.opt<stage operand 0
uop.kernel @strided_points(%out: memref<28800xf32> {uop.output}, %a: memref<53824xf32>, %b: memref<8192xf32>) {
  %c = uop.range 1, 128 <global>
  %y = uop.range 2, 15 <global>
  %x = uop.range 3, 15 <global>
  %k = uop.range 4, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 58 + d1 * 2 + d2 * 841)>(%y, %x, %k)
  %1 = uop.load %a[%0] : memref<53824xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%c, %k)
  %3 = uop.load %b[%2] : memref<8192xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 225 + d1 * 15 + d2)>(%c, %y, %x)
  uop.store %5, %out[%6] : f32, memref<28800xf32>
}
