// RUN: tg-opt %s --split-input-file --tg-verify-phase="phase=optimized" --verify-diagnostics

// Tests that all axis types are legal once a kernel is optimized.

uop.kernel @split(%out: memref<4xf32> {uop.output}, %x: memref<4xf32>) {
  %i = uop.range 0, 2 <thread>
  %j = uop.range 1, 2 <upcast>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%i, %j)
  %1 = uop.load %x[%0] : memref<4xf32> -> f32
  uop.store %1, %out[%0] : f32, memref<4xf32>
}

// -----

// Tests that the optimized phase still has no vectors.

uop.kernel @vectors(%out: memref<4xf32> {uop.output}) {
  // expected-error@+1 {{'arith.constant' op makes a vector, but values are scalars in the optimized phase}}
  %0 = arith.constant dense<0.0> : vector<4xf32>
}
