// Tests that a kernel without a grid is refused.

// RUN: tg-opt %s --outline-gpu-kernels --verify-diagnostics

// expected-error@+1 {{expected a grid and a block, which convert-uop-to-gpu gives}}
uop.kernel @no_grid(%out: memref<1xf32> {uop.output}) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 1.0 : f32
  memref.store %v, %out[%c0] : memref<1xf32>
}
