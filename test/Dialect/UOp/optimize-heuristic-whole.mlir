// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288}))" --split-input-file | FileCheck %s

// Tests that all panels of an operand that the second cache holds are packed first, so that
// rows are stored, and what is added to them read, from one end to the other.

// CHECK-LABEL: uop.kernel @added(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 6>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<stage operand 0 axes[1, 2, 4]>, #uop.opt<thread axis 0>]
uop.kernel @added(%out: memref<200704xf32> {uop.output}, %x: memref<50176xf32>, %w: memref<262144xf32>, %y: memref<200704xf32>) {
  %o = uop.range 0, 1024 <global>
  %i = uop.range 1, 196 <global>
  %c = uop.range 2, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 196 + d1)>(%c, %i)
  %1 = uop.load %x[%0] : memref<50176xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<262144xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 196 + d1)>(%o, %i)
  %7 = uop.load %y[%6] : memref<200704xf32> -> f32
  %8 = arith.addf %5, %7 : f32
  uop.store %8, %out[%6] : f32, memref<200704xf32>
}

// -----

// Tests that an operand that is more than the second cache and than what is stored is
// packed a panel at a time.

// CHECK-LABEL: uop.kernel @few_channels(
// CHECK-SAME: opts [#uop.opt<swap axis 0 amount 1>, {{.*}}#uop.opt<stage operand 0 axes[2, 4]>, #uop.opt<thread axis 0>]
uop.kernel @few_channels(%out: memref<200704xf32> {uop.output}, %x: memref<802816xf32>, %w: memref<16384xf32>) {
  %o = uop.range 0, 64 <global>
  %i = uop.range 1, 3136 <global>
  %c = uop.range 2, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 3136 + d1)>(%c, %i)
  %1 = uop.load %x[%0] : memref<802816xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<16384xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 3136 + d1)>(%o, %i)
  uop.store %5, %out[%6] : f32, memref<200704xf32>
}

// -----

// Tests that panels that the first cache holds as they lie in memory are packed as a whole
// where twice as much is stored, and the second cache does not keep them.

// CHECK-LABEL: uop.kernel @near(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 6>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<stage operand 0 axes[1, 2, 4]>, #uop.opt<thread axis 0>]
uop.kernel @near(%out: memref<802816xf32> {uop.output}, %x: memref<200704xf32>, %w: memref<16384xf32>) {
  %o = uop.range 0, 256 <global>
  %i = uop.range 1, 3136 <global>
  %c = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 3136 + d1)>(%c, %i)
  %1 = uop.load %x[%0] : memref<200704xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<16384xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 3136 + d1)>(%o, %i)
  uop.store %5, %out[%6] : f32, memref<802816xf32>
}

// -----

// Tests that those of 196 positions, which the second cache keeps, are read where they are.

// CHECK-LABEL: uop.kernel @kept(
// CHECK-SAME: opts [#uop.opt<upcast axis 0 amount 6>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<thread axis 0>]
uop.kernel @kept(%out: memref<75264xf32> {uop.output}, %x: memref<12544xf32>, %w: memref<24576xf32>) {
  %o = uop.range 0, 384 <global>
  %i = uop.range 1, 196 <global>
  %c = uop.range 2, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 196 + d1)>(%c, %i)
  %1 = uop.load %x[%0] : memref<12544xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<24576xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 196 + d1)>(%o, %i)
  uop.store %5, %out[%6] : f32, memref<75264xf32>
}

// -----

// Tests that of a batch the panels of one matrix at a time are packed.

// CHECK-LABEL: uop.kernel @batch(
// CHECK-SAME: opts [#uop.opt<upcast axis 1 amount 6>, #uop.opt<upcast axis 2 amount 16>, #uop.opt<stage operand 0 axes[2, 3, 5]>, #uop.opt<thread axis 0>]
uop.kernel @batch(%out: memref<1605632xf32> {uop.output}, %x: memref<401408xf32>, %w: memref<2097152xf32>) {
  %b = uop.range 0, 8 <global>
  %o = uop.range 1, 1024 <global>
  %i = uop.range 2, 196 <global>
  %c = uop.range 3, 256 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 50176 + d1 * 196 + d2)>(%b, %c, %i)
  %1 = uop.load %x[%0] : memref<401408xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 262144 + d1 * 256 + d2)>(%b, %o, %c)
  %3 = uop.load %w[%2] : memref<2097152xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 200704 + d1 * 196 + d2)>(%b, %o, %i)
  uop.store %5, %out[%6] : f32, memref<1605632xf32>
}

// -----

// Tests that the places that a convolution at steps reads are copied before the rows of
// its image are merged, so that no index of a panel is a division.

// CHECK-LABEL: uop.kernel @steps(
// CHECK-SAME: opts [#uop.opt<stage operand 0 axes[3, 1, 2]>, #uop.opt<merge axis 1 amount 2>, #uop.opt<upcast axis 0 amount 6>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<stage operand 1 axes[1, 3, 8]>, #uop.opt<thread axis 0>]
uop.kernel @steps(%out: memref<401408xf32> {uop.output}, %x: memref<401408xf32>, %w: memref<65536xf32>) {
  %o = uop.range 0, 512 <global>
  %i = uop.range 1, 28 <global>
  %j = uop.range 2, 28 <global>
  %c = uop.range 3, 128 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 3136 + d1 * 112 + d2 * 2)>(%c, %i, %j)
  %1 = uop.load %x[%0] : memref<401408xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<65536xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 784 + d1 * 28 + d2)>(%o, %i, %j)
  uop.store %5, %out[%6] : f32, memref<401408xf32>
}

// -----

// Tests that an image whose rows are merged without gaps is not copied before.

// CHECK-LABEL: uop.kernel @no_steps(
// CHECK-SAME: opts [#uop.opt<merge axis 1 amount 2>, #uop.opt<upcast axis 0 amount 6>, #uop.opt<upcast axis 1 amount 16>, #uop.opt<stage operand 0 axes[1, 3, 5]>, #uop.opt<thread axis 0>]
uop.kernel @no_steps(%out: memref<401408xf32> {uop.output}, %x: memref<100352xf32>, %w: memref<65536xf32>) {
  %o = uop.range 0, 512 <global>
  %i = uop.range 1, 28 <global>
  %j = uop.range 2, 28 <global>
  %c = uop.range 3, 128 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 784 + d1 * 28 + d2)>(%c, %i, %j)
  %1 = uop.load %x[%0] : memref<100352xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<65536xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 784 + d1 * 28 + d2)>(%o, %i, %j)
  uop.store %5, %out[%6] : f32, memref<401408xf32>
}

// -----

// Tests that of images with the same weights each is copied without its gaps, by the axes
// as they were before the loops over them changed places.

// CHECK-LABEL: uop.kernel @images_at_steps(
// CHECK-SAME: opts [#uop.opt<stage operand 0 axes[0, 4, 2, 3]>, #uop.opt<merge axis 2 amount 3>, #uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 0 amount 6>, #uop.opt<upcast axis 2 amount 16>, #uop.opt<stage operand 1 axes[1, 2, 4, 10]>
uop.kernel @images_at_steps(%out: memref<1204224xf32> {uop.output}, %x: memref<1204224xf32>, %w: memref<65536xf32>) {
  %b = uop.range 0, 3 <global>
  %o = uop.range 1, 512 <global>
  %i = uop.range 2, 28 <global>
  %j = uop.range 3, 28 <global>
  %c = uop.range 4, 128 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 401408 + d1 * 3136 + d2 * 112 + d3 * 2)>(%b, %c, %i, %j)
  %1 = uop.load %x[%0] : memref<1204224xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<65536xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1, d2, d3) -> (d0 * 401408 + d1 * 784 + d2 * 28 + d3)>(%b, %o, %i, %j)
  uop.store %5, %out[%6] : f32, memref<1204224xf32>
}

// -----

// Tests that tiles are not of two images where one is read as it lies.

// CHECK-LABEL: uop.kernel @images(
// CHECK-SAME: opts [#uop.opt<swap axis 0 amount 1>, #uop.opt<upcast axis 0 amount 6>, #uop.opt<upcast axis 2 amount 16>, #uop.opt<stage
uop.kernel @images(%out: memref<401408xf32> {uop.output}, %x: memref<100352xf32>, %w: memref<16384xf32>) {
  %b = uop.range 0, 2 <global>
  %o = uop.range 1, 256 <global>
  %i = uop.range 2, 784 <global>
  %c = uop.range 3, 64 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 50176 + d1 * 784 + d2)>(%b, %c, %i)
  %1 = uop.load %x[%0] : memref<100352xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<16384xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 200704 + d1 * 784 + d2)>(%b, %o, %i)
  uop.store %5, %out[%6] : f32, memref<401408xf32>
}
