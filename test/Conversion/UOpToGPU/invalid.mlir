// Tests what convert-uop-to-gpu and outline-gpu-kernels refuse.

// RUN: tg-opt %s --convert-uop-to-gpu --outline-gpu-kernels --split-input-file --verify-diagnostics

uop.kernel @thread_axis(%out: memref<8xf32> {uop.output}) {
  // expected-error@+1 {{is a thread axis, which GPUs do not have}}
  %i = uop.range 0, 8 <thread>
  %v = arith.constant 1.0 : f32
  uop.store %v, %out[%i] : f32, memref<8xf32>
}

// -----

uop.kernel @dynamic_local(%out: memref<8xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) {
  // expected-error@+1 {{expected threads of a constant number}}
  %i = uop.range 0, %n <local>
  %v = arith.constant 1.0 : f32
  uop.store %v, %out[%i] : f32, memref<8xf32>
}

// -----

// expected-error@+1 {{has 2048 threads in a workgroup, but 1024 is the limit}}
uop.kernel @too_many_threads(%out: memref<2048xf32> {uop.output}) {
  %i = uop.range 0, 2048 <local>
  %v = arith.constant 1.0 : f32
  uop.store %v, %out[%i] : f32, memref<2048xf32>
}

// -----

// More than all three dimensions have together.
// expected-error@+1 {{has 9223372036854775807 blocks, more than a launch can have}}
uop.kernel @too_many_blocks(%out: memref<4294967311xi8> {uop.output}) {
  %i = uop.range 0, 4294967311 <global>
  %j = uop.range 1, 4294967311 <global>
  %v = arith.constant 1 : i8
  uop.store %v, %out[%i] : i8, memref<4294967311xi8>
}

// -----

// The same where their number is known when they are launched, at its most.
// expected-error@+1 {{blocks, more than a launch can have}}
uop.kernel @too_many_variable_blocks(%out: memref<4294967311xi8> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [1, 4294967311]}) {
  %i = uop.range 0, %n <global>
  %j = uop.range 1, %n <global>
  %v = arith.constant 1 : i8
  uop.store %v, %out[%i] : i8, memref<4294967311xi8>
}

// -----

uop.kernel @other_group(%out: memref<1xf32> {uop.output}, %x: memref<64xf32>) {
  %g = uop.range 0, 32 <group_reduce>
  %0 = uop.load %x[%g] : memref<64xf32> -> f32
  // expected-note@+1 {{as in this reduce}}
  %1 = uop.reduce <add> %0 over (%g) : f32
  %h = uop.range 1, 64 <group_reduce>
  %2 = uop.load %x[%h] : memref<64xf32> -> f32
  // expected-error@+1 {{expected groups of 32 threads, but got 64}}
  %3 = uop.reduce <add> %2 over (%h) : f32
  %4 = arith.addf %1, %3 : f32
  %c0 = arith.constant 0 : index
  uop.store %4, %out[%c0] : f32, memref<1xf32>
}

// -----

uop.kernel @nested(%out: memref<1xf32> {uop.output}, %x: memref<1024xf32>) {
  %g = uop.range 0, 32 <group_reduce>
  %h = uop.range 1, 32 <group_reduce>
  %p = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%g, %h)
  %0 = uop.load %x[%p] : memref<1024xf32> -> f32
  // expected-error@+1 {{is inside of a reduce over group ranges}}
  %1 = uop.reduce <maximumf> %0 over (%h) : f32
  %2 = uop.reduce <add> %1 over (%g) : f32
  %c0 = arith.constant 0 : index
  uop.store %2, %out[%c0] : f32, memref<1xf32>
}

// -----

// expected-error@+1 {{expected the local ranges that no grouped reduce varies over to have 32 points, but got 16}}
uop.kernel @other_columns(%out: memref<16xf32> {uop.output}, %x: memref<32xf32>) {
  %j = uop.range 0, 16 <local>
  %g = uop.range 1, 32 <group_reduce>
  %0 = uop.load %x[%g] : memref<32xf32> -> f32
  %1 = uop.reduce <add> %0 over (%g) : f32
  uop.store %1, %out[%j] : f32, memref<16xf32>
}

// -----

uop.kernel @private_stage(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 0, 32 <local>
  %s = uop.range 1, 32 <local>
  %0 = uop.load %x[%s] : memref<32xf32> -> f32
  // expected-error@+1 {{expected workgroup memory where threads share the work}}
  %1 = uop.stage %0 over (%s) : f32 -> memref<32xf32, #gpu.address_space<private>>
  %2 = uop.load %1[%i] : memref<32xf32, #gpu.address_space<private>> -> f32
  uop.store %2, %out[%i] : f32, memref<32xf32>
}

// -----

uop.kernel @fillers(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 0, 32 <local>
  %s = uop.range 1, 16 <local>
  %0 = uop.load %x[%s] : memref<32xf32> -> f32
  // expected-error@+1 {{expected to be filled by 32 threads, but got 16}}
  %1 = uop.stage %0 over (%s) : f32 -> memref<16xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %2 = uop.load %1[%c0] : memref<16xf32, #gpu.address_space<workgroup>> -> f32
  uop.store %2, %out[%i] : f32, memref<32xf32>
}

// -----

uop.kernel @lanes_and_groups(%out: memref<64xf32> {uop.output}, %x: memref<256xf32>) {
  // expected-error@+1 {{is a lane's of a matrix unit, but threads share a reduce, too}}
  %l = uop.range 0, 64 <warp>
  %k = uop.range 1, 4 <group_reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%l, %k)
  %1 = uop.load %x[%0] : memref<256xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%l] : f32, memref<64xf32>
}
