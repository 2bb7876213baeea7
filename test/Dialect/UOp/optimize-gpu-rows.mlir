// Tests what the heuristic for GPUs chooses where rows are shared: axes that were
// merged are one, and what stands around a stage stays scalar.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize=gpu=true --split-input-file | FileCheck %s

// Rows along two axes, which are merged: a group of threads for each all the same.
// CHECK-LABEL: uop.kernel @merged_rows
// CHECK-SAME: opts [#uop.opt<merge axis 0 amount 1>, #uop.opt<loop axis 2>, #uop.opt<local axis 2 amount 256>, #uop.opt<group axis 3 amount 256>]
uop.kernel @merged_rows(%out: memref<65536xf32> {uop.output}, %x: memref<65536xf32>) {
  %b = uop.range 0, 4 <global>
  %i = uop.range 1, 16 <global>
  %j = uop.range 2, 1024 <global>
  %k = uop.range 3, 1024 <reduce>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16384 + d1 * 1024 + d2)>(%b, %i, %k)
  %1 = uop.load %x[%0] : memref<65536xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16384 + d1 * 1024 + d2)>(%b, %i, %j)
  %4 = uop.load %x[%3] : memref<65536xf32> -> f32
  %5 = arith.divf %4, %2 : f32
  uop.store %5, %out[%3] : f32, memref<65536xf32>
}

// -----

// An operand is used for several outputs, but each has a stage of its own: no tile.
// CHECK-LABEL: uop.kernel @around_a_stage
// CHECK-SAME: opts [#uop.opt<local axis 0 amount 256>]
uop.kernel @around_a_stage(%out: memref<65536xf32> {uop.output}, %x: memref<1048576xf32>, %w: memref<16xf32>) {
  %i = uop.range 0, 65536 <global>
  %s = uop.range 1, 16 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 65536)>(%i, %s)
  %1 = uop.load %x[%0] : memref<1048576xf32> -> f32
  %2 = uop.stage %1 over (%s) : f32 -> memref<16xf32, #gpu.address_space<private>>
  %k = uop.range 2, 16 <reduce>
  %3 = uop.load %2[%k] : memref<16xf32, #gpu.address_space<private>> -> f32
  %4 = uop.load %w[%k] : memref<16xf32> -> f32
  %5 = arith.mulf %3, %4 : f32
  %6 = uop.reduce <add> %5 over (%k) : f32
  uop.store %6, %out[%i] : f32, memref<65536xf32>
}
