// Tests what the verifiers of the ops of kernels on GPUs refuse.

// RUN: tg-opt %s --split-input-file --verify-diagnostics

uop.kernel @kind(%out: memref<1xf32> {uop.output}) {
  %v = arith.constant 1.0 : f32
  // expected-error@+1 {{expected minsi to combine signless integers, but got 'f32'}}
  %0 = uop.group_reduce <minsi> %v size 32 stride 1 : f32
}

// -----

uop.kernel @size(%out: memref<1xf32> {uop.output}) {
  %v = arith.constant 1.0 : f32
  // expected-error@+1 {{expected a size that is a power of two of at least 2, but got 12}}
  %0 = uop.group_reduce <add> %v size 12 stride 1 : f32
}

// -----

uop.kernel @stride(%out: memref<1xf32> {uop.output}) {
  %v = arith.constant 1.0 : f32
  // expected-error@+1 {{expected a stride that is a power of two, but got 3}}
  %0 = uop.group_reduce <add> %v size 4 stride 3 : f32
}
