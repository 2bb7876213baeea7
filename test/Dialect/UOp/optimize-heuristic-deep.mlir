// Tests what the heuristic does with operands that a cache does not keep as they are.

// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32 l1-bytes=49152 l2-bytes=1310720}))" --remarks-filter=uop-optimize -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// Tests that of a panel deeper than the second cache a part is packed at a time, for
// blocks of rows that threads share, with the reduce's loops in their old order.

// REMARK: remark: [Passed] opt | Category:uop-optimize | Remark="tile axis 1 amount 16: blocks for threads, each with panels of its own"
// REMARK: remark: [Passed] opt | Category:uop-optimize | Remark="carry axis 2 amount 512: panels in parts that the second cache holds"
// CHECK-LABEL: uop.kernel @deep(
// CHECK-SAME: #uop.opt<tile axis 1 amount 16>, #uop.opt<carry axis 2 amount 512>, #uop.opt<stage operand 1 axes[6, 4]>, #uop.opt<thread axis 1>]
uop.kernel @deep(%out: memref<49152xf32> {uop.output}, %a: memref<3145728xf32>, %b: memref<262144xf32>) {
  %i = uop.range 0, 768 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 4096 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3145728xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<49152xf32>
}

// Tests that the sums wait in memory of the kernel's own where two outputs follow
// them: those of the rows of one block for threads.

// REMARK: remark: [Passed] opt | Category:uop-optimize | Remark="carry axis 2 amount 512: panels in parts that the second cache holds"
// CHECK-LABEL: uop.kernel @deep_outputs(
// CHECK-SAME: #uop.opt<tile axis 1 amount 16>, #uop.opt<carry axis 2 amount 512 axes[5, 3, 4]>, #uop.opt<stage operand 1 axes[6, 4]>, #uop.opt<thread axis 1>]
uop.kernel @deep_outputs(%out: memref<49152xf32> {uop.output}, %also: memref<49152xf32> {uop.output}, %a: memref<3145728xf32>, %b: memref<262144xf32>) {
  %i = uop.range 0, 768 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 4096 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<3145728xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<49152xf32>
  %7 = arith.negf %5 : f32
  uop.store %7, %also[%6] : f32, memref<49152xf32>
}

// A quarter as deep, it is packed whole.

// REMARK-NOT: carry
// CHECK-LABEL: uop.kernel @shallow(
// CHECK-SAME: opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 6>, #uop.opt<upcast axis 0 amount 64>, #uop.opt<stage operand 1 axes[2, 4]>, #uop.opt<thread axis 1>]
uop.kernel @shallow(%out: memref<49152xf32> {uop.output}, %a: memref<786432xf32>, %b: memref<65536xf32>) {
  %i = uop.range 0, 768 <global>
  %j = uop.range 1, 64 <global>
  %k = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<786432xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<65536xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<49152xf32>
}

// Tests that the rows and columns of a strided window are one axis of lanes, since
// what is read irregularly is packed once for many channels.

// REMARK: remark: [Passed] opt | Category:uop-optimize | Remark="merge axis 1 amount 2: contiguous in what is stored"
// CHECK-LABEL: uop.kernel @strided(
// CHECK-SAME: opts [#uop.opt<merge axis 1 amount 2>, {{.*}}#uop.opt<stage operand 0 axes[
uop.kernel @strided(%out: memref<41472xf32> {uop.output}, %x: memref<165888xf32>, %w: memref<262144xf32>) {
  %o = uop.range 0, 512 <global>
  %i = uop.range 1, 9 <global>
  %j = uop.range 2, 9 <global>
  %k = uop.range 3, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 324 + d1 * 36 + d2 * 2)>(%k, %i, %j)
  %1 = uop.load %x[%0] : memref<165888xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%o, %k)
  %3 = uop.load %w[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 81 + d1 * 9 + d2)>(%o, %i, %j)
  uop.store %5, %out[%6] : f32, memref<41472xf32>
}

// One channel reads it once: there is nothing to pack for.

// REMARK-NOT: contiguous in what is stored
// CHECK-LABEL: uop.kernel @strided_once(
// CHECK-NOT: stage
// CHECK-SAME: #uop.opt<upcast axis 1 amount 7>]
uop.kernel @strided_once(%out: memref<49xf32> {uop.output}, %x: memref<100352xf32>) {
  %i = uop.range 0, 7 <global>
  %j = uop.range 1, 7 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 196 + d1 * 28 + d2 * 2)>(%k, %i, %j)
  %1 = uop.load %x[%0] : memref<100352xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 7 + d1)>(%i, %j)
  uop.store %2, %out[%3] : f32, memref<49xf32>
}

// Tests that rows that do not start at the lines of a cache take more of them, and
// are packed; those that do stay as they are.

// CHECK-LABEL: uop.kernel @split_lines(
// CHECK-SAME: #uop.opt<stage operand 0 axes[{{.*}}2, 4]>
uop.kernel @split_lines(%out: memref<191488xf32> {uop.output}, %x: memref<47872xf32>, %w: memref<262144xf32>) {
  %o = uop.range 0, 1024 <global>
  %j = uop.range 1, 187 <global>
  %k = uop.range 2, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 187 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<47872xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%o, %k)
  %3 = uop.load %w[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 187 + d1)>(%o, %j)
  uop.store %5, %out[%6] : f32, memref<191488xf32>
}
// CHECK-LABEL: uop.kernel @whole_lines(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 8>, #uop.opt<upcast axis 1 amount 32>, #uop.opt<thread axis 0>]
uop.kernel @whole_lines(%out: memref<32768xf32> {uop.output}, %x: memref<8192xf32>, %w: memref<262144xf32>) {
  %o = uop.range 0, 1024 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<8192xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%o, %k)
  %3 = uop.load %w[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%o, %j)
  uop.store %5, %out[%6] : f32, memref<32768xf32>
}

// Tests that rows whose places in a cache coincide, since their distance is a large
// power of two, are packed; those of an odd distance are not.

// CHECK-LABEL: uop.kernel @far_rows(
// CHECK-SAME: #uop.opt<stage operand 0 axes[2, 4]>
uop.kernel @far_rows(%out: memref<32768xf32> {uop.output}, %x: memref<262144xf32>, %w: memref<262144xf32>) {
  %o = uop.range 0, 1024 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<262144xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%o, %k)
  %3 = uop.load %w[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%o, %j)
  uop.store %5, %out[%6] : f32, memref<32768xf32>
}
// CHECK-LABEL: uop.kernel @odd_rows(
// CHECK-NOT: stage
uop.kernel @odd_rows(%out: memref<32768xf32> {uop.output}, %x: memref<270336xf32>, %w: memref<262144xf32>) {
  %o = uop.range 0, 1024 <global>
  %j = uop.range 1, 32 <global>
  %k = uop.range 2, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1056 + d1)>(%k, %j)
  %1 = uop.load %x[%0] : memref<270336xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%o, %k)
  %3 = uop.load %w[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%o, %j)
  uop.store %5, %out[%6] : f32, memref<32768xf32>
}

// Tests that what is turned around in registers and stored around the caches is read
// in the order of memory, and that what fits a cache is written in it.

// REMARK: remark: [Passed] opt | Category:uop-optimize | Remark="swap axis 0 amount 1: rows that are turned around are read in the order of memory"
// CHECK-LABEL: uop.kernel @turned(
// CHECK-SAME: opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<upcast axis 0 amount 16>, #uop.opt<thread axis 0>, #uop.opt<stream operand 0>]
uop.kernel @turned(%out: memref<16777216xf32> {uop.output}, %x: memref<16777216xf32>) {
  %i = uop.range 0, 4096 <global>
  %j = uop.range 1, 4096 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d1 * 4096 + d0)>(%i, %j)
  %1 = uop.load %x[%0] : memref<16777216xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 4096 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f32, memref<16777216xf32>
}
// CHECK-LABEL: uop.kernel @turned_near(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 16>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<thread axis 0>]
uop.kernel @turned_near(%out: memref<1048576xf32> {uop.output}, %x: memref<1048576xf32>) {
  %i = uop.range 0, 1024 <global>
  %j = uop.range 1, 1024 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d1 * 1024 + d0)>(%i, %j)
  %1 = uop.load %x[%0] : memref<1048576xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f32, memref<1048576xf32>
}

// Tests that lanes at steps are whole vectors with an edge rather than nine of sixteen,
// though nine divide the row.

// CHECK-LABEL: uop.kernel @strided_lanes(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 8>, #uop.opt<unroll axis 2 amount 3>, #uop.opt<upcast axis 1 amount 32>]
uop.kernel @strided_lanes(%out: memref<19584xf32> {uop.output}, %a: memref<384xf32>, %b: memref<459xf32>) {
  %i = uop.range 0, 128 <global>
  %j = uop.range 1, 153 <global>
  %k = uop.range 2, 3 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<384xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>(%j, %k)
  %3 = uop.load %b[%2] : memref<459xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 153 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<19584xf32>
}
