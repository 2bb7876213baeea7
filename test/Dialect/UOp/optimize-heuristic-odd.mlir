// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288 only-choose}))" --split-input-file | FileCheck %s --check-prefix=FEW
// RUN: tg-opt %s --pass-pipeline="builtin.module(uop.kernel(uop-optimize{vector-bits=512 vector-registers=32 l1-bytes=32768 l2-bytes=524288 only-choose}))" --split-input-file | FileCheck %s --check-prefix=MANY

// Tests that with 16 registers 49 positions of an image are done by ten tiles of five,
// in which 16 channels have ten sums and five scalars are read one after another; and
// that with 32 registers tiles divide them.

// FEW-LABEL: uop.kernel @points(
// FEW-SAME: #uop.opt<upcast axis 1 amount 5>, #uop.opt<upcast axis 0 amount 16>,
// MANY-LABEL: uop.kernel @points(
// MANY-SAME: #uop.opt<upcast axis 1 amount 7>, #uop.opt<upcast axis 0 amount 32>,
uop.kernel @points(%out: memref<100352xf32> {uop.output}, %x: memref<25088xf32>, %w: memref<1048576xf32> {uop.constant}) {
  %o = uop.range 0, 2048 <global>
  %i = uop.range 1, 49 <global>
  %c = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 49 + d1)>(%c, %i)
  %1 = uop.load %x[%0] : memref<25088xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<1048576xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 49 + d1)>(%o, %i)
  uop.store %5, %out[%6] : f32, memref<100352xf32>
}

// -----

// Tests that tiles of five are not taken where a sixth of them is beyond the image.

// FEW-LABEL: uop.kernel @few_points(
// FEW-NOT: amount 5
// MANY-LABEL: uop.kernel @few_points(
uop.kernel @few_points(%out: memref<26624xf32> {uop.output}, %x: memref<6656xf32>, %w: memref<1048576xf32> {uop.constant}) {
  %o = uop.range 0, 2048 <global>
  %i = uop.range 1, 13 <global>
  %c = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 13 + d1)>(%c, %i)
  %1 = uop.load %x[%0] : memref<6656xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<1048576xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 13 + d1)>(%o, %i)
  uop.store %5, %out[%6] : f32, memref<26624xf32>
}

// -----

// Tests that panels are not put into blocks where what they are multiplied by is copied
// in the order of tiles, which is fetched ahead; and that they are with 32 registers.

// FEW-LABEL: uop.kernel @deep_points(
// FEW-SAME: #uop.opt<upcast axis 1 amount 5>, #uop.opt<upcast axis 0 amount 16>,
// FEW-NOT: tile
// FEW-SAME: #uop.opt<stage operand 0
uop.kernel @deep_points(%out: memref<25088xf32> {uop.output}, %x: memref<100352xf32>, %w: memref<1048576xf32> {uop.constant}) {
  %o = uop.range 0, 512 <global>
  %i = uop.range 1, 49 <global>
  %c = uop.range 2, 2048 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 49 + d1)>(%c, %i)
  %1 = uop.load %x[%0] : memref<100352xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<1048576xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 49 + d1)>(%o, %i)
  uop.store %5, %out[%6] : f32, memref<25088xf32>
}

// -----

// MANY-LABEL: uop.kernel @more_points(
// MANY-SAME: #uop.opt<tile axis 0 amount 8>
uop.kernel @more_points(%out: memref<100352xf32> {uop.output}, %x: memref<200704xf32>, %w: memref<524288xf32> {uop.constant}) {
  %o = uop.range 0, 512 <global>
  %i = uop.range 1, 196 <global>
  %c = uop.range 2, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 196 + d1)>(%c, %i)
  %1 = uop.load %x[%0] : memref<200704xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 1024 + d1)>(%o, %c)
  %3 = uop.load %w[%2] : memref<524288xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%c) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 196 + d1)>(%o, %i)
  uop.store %5, %out[%6] : f32, memref<100352xf32>
}
