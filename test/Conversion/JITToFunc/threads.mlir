// Tests that a thread axis becomes a loop, and other axes stay.

// RUN: tg-opt --pass-pipeline='builtin.module(uop.kernel(convert-uop-threads-to-loops))' %s | FileCheck %s

// CHECK: uop.range 0, 4 <global>
// CHECK: uop.range 1, 8 <reduce>
uop.kernel @sum(%out: memref<4xf32> {uop.output}, %a: memref<32xf32>) {
  %i = uop.range 0, 4 <thread>
  %k = uop.range 1, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  %1 = uop.load %a[%0] : memref<32xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<4xf32>
}
