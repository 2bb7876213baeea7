// Tests that schedules for GPUs leave room: the tiles of a product, both halves of them,
// are half of a workgroup's memory at most, so that another workgroup computes while one
// waits; and a thread has no more elements than there are registers for what it computes
// of them.

// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_75 shared-bytes=81919" --split-input-file | FileCheck %s --check-prefixes=CHECK,SHORT
// RUN: tg-opt %s --mlir-print-local-scope --uop-optimize="gpu=true chip=sm_75 shared-bytes=81920" --split-input-file | FileCheck %s --check-prefixes=CHECK,LONG

// 128 + 128 rows of 16 f32, a quarter of space between them, twice: 40960 bytes.
// CHECK-LABEL: uop.kernel @product
// SHORT-SAME: #uop.opt<tile axis 2 amount 8>
// LONG-SAME: #uop.opt<tile axis 2 amount 16>
uop.kernel @product(%out: memref<4194304xf32> {uop.output}, %a: memref<1048576xf32>, %b: memref<1048576xf32>) {
  %i = uop.range 0, 2048 <global>
  %j = uop.range 1, 2048 <global>
  %k = uop.range 2, 512 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<1048576xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1)>(%k, %j)
  %3 = uop.load %b[%2] : memref<1048576xf32> -> f32
  %4 = arith.mulf %1, %3 : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  %6 = affine.apply affine_map<(d0, d1) -> (d0 * 2048 + d1)>(%i, %j)
  uop.store %5, %out[%6] : f32, memref<4194304xf32>
}

// -----

// 16 bytes are 16 elements of 8 bits: of a function 8 of them.
// CHECK-LABEL: uop.kernel @function
// CHECK-SAME: #uop.opt<upcast axis 0 amount 8>
uop.kernel @function(%out: memref<1048576xf8E4M3FN> {uop.output}, %x: memref<1048576xf8E4M3FN>) {
  %i = uop.range 0, 1048576 <global>
  %0 = uop.load %x[%i] : memref<1048576xf8E4M3FN> -> f8E4M3FN
  %1 = math.asinh %0 : f8E4M3FN
  uop.store %1, %out[%i] : f8E4M3FN, memref<1048576xf8E4M3FN>
}

// -----

// CHECK-LABEL: uop.kernel @no_function
// CHECK-SAME: #uop.opt<upcast axis 0 amount 16>
uop.kernel @no_function(%out: memref<1048576xf8E4M3FN> {uop.output}, %x: memref<1048576xf8E4M3FN>) {
  %i = uop.range 0, 1048576 <global>
  %0 = uop.load %x[%i] : memref<1048576xf8E4M3FN> -> f8E4M3FN
  %1 = arith.negf %0 : f8E4M3FN
  uop.store %1, %out[%i] : f8E4M3FN, memref<1048576xf8E4M3FN>
}

// -----

// Of f32 it is 4 elements, however much is computed.
// CHECK-LABEL: uop.kernel @no_wide_elements
// CHECK-SAME: #uop.opt<upcast axis 0 amount 4>
uop.kernel @no_wide_elements(%out: memref<1048576xf32> {uop.output}, %x: memref<1048576xf32>) {
  %i = uop.range 0, 1048576 <global>
  %0 = uop.load %x[%i] : memref<1048576xf32> -> f32
  %1 = math.asinh %0 : f32
  %2 = math.sin %1 : f32
  %3 = math.erf %2 : f32
  %4 = math.cosh %3 : f32
  uop.store %4, %out[%i] : f32, memref<1048576xf32>
}
