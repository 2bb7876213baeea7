// Tests how many vectors of a function the heuristic has in one iteration, and what it does
// about edges of rows, with few registers and no registers for masks.

// RUN: tg-opt %s --uop-optimize="vector-bits=256 vector-registers=16 l1-bytes=32768 l2-bytes=524288" --split-input-file | FileCheck %s --check-prefixes=CHECK,FEW
// RUN: tg-opt %s --uop-optimize="vector-bits=512 vector-registers=32 l1-bytes=49152 l2-bytes=1310720" --split-input-file | FileCheck %s --check-prefixes=CHECK,MANY

// Tests that few registers hold two vectors of a function with several ranges.

// CHECK-LABEL: uop.kernel @sine(
// FEW-SAME: opts [#uop.opt<upcast axis 0 amount 16>,
// MANY-SAME: opts [#uop.opt<upcast axis 0 amount 64>,
uop.kernel @sine(%out: memref<1048576xf32> {uop.output}, %x: memref<1048576xf32>) {
  %i = uop.range 0, 1048576 <global>
  %0 = uop.load %x[%i] : memref<1048576xf32> -> f32
  %1 = math.sin %0 : f32
  uop.store %1, %out[%i] : f32, memref<1048576xf32>
}

// -----

// Tests that they hold four of a short one.

// CHECK-LABEL: uop.kernel @no_long_function(
// FEW-SAME: opts [#uop.opt<upcast axis 0 amount 32>,
uop.kernel @no_long_function(%out: memref<1048576xf32> {uop.output}, %x: memref<1048576xf32>) {
  %i = uop.range 0, 1048576 <global>
  %0 = uop.load %x[%i] : memref<1048576xf32> -> f32
  %1 = math.exp %0 : f32
  uop.store %1, %out[%i] : f32, memref<1048576xf32>
}

// -----

#row = affine_map<(d0, d1) -> (d0 * 1024 + d1)>

// Tests that they hold no more in a reduce, either, here of four rows.

// CHECK-LABEL: uop.kernel @exponentials_of_rows(
// FEW-SAME: opts [#uop.opt<upcast axis 0 amount 4>, #uop.opt<unroll axis 1 amount 8>, #uop.opt<unroll axis 2 amount 8>,
// MANY-SAME: opts [#uop.opt<upcast axis 0 amount 8>, #uop.opt<unroll axis 1 amount 16>, #uop.opt<unroll axis 2 amount 16>,
uop.kernel @exponentials_of_rows(%out: memref<4096xf32> {uop.output}, %x: memref<4194304xf32>) {
  %i = uop.range 0, 4096 <global>
  %k = uop.range 1, 1024 <reduce>
  %0 = affine.apply #row(%i, %k)
  %1 = uop.load %x[%0] : memref<4194304xf32> -> f32
  %2 = uop.reduce <maximumf> %1 over (%k) : f32
  %l = uop.range 2, 1024 <reduce>
  %3 = affine.apply #row(%i, %l)
  %4 = uop.load %x[%3] : memref<4194304xf32> -> f32
  %5 = arith.subf %4, %2 : f32
  %6 = math.exp %5 : f32
  %7 = uop.reduce <add> %6 over (%l) : f32
  %8 = math.log %7 : f32
  uop.store %8, %out[%i] : f32, memref<4096xf32>
}

// -----

#row = affine_map<(d0, d1) -> (d0 * 1000 + d1)>

// Tests that a row is stored by vectors that divide it where masked stores are slow.

// CHECK-LABEL: uop.kernel @stored_without_masks(
// FEW-SAME: #uop.opt<upcast axis 1 amount 8>,
// MANY-SAME: #uop.opt<upcast axis 1 amount 48>,
uop.kernel @stored_without_masks(%out: memref<32000xf32> {uop.output}, %x: memref<32000xf32>) {
  %i = uop.range 0, 32 <global>
  %j = uop.range 1, 1000 <global>
  %k = uop.range 2, 1000 <reduce>
  %0 = affine.apply #row(%i, %k)
  %1 = uop.load %x[%0] : memref<32000xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  %3 = affine.apply #row(%i, %j)
  %4 = uop.load %x[%3] : memref<32000xf32> -> f32
  %5 = arith.divf %4, %2 : f32
  uop.store %5, %out[%3] : f32, memref<32000xf32>
}
