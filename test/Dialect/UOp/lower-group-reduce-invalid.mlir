// Tests which blocks have no threads that could combine their values.

// RUN: tg-opt %s --uop-lower-group-reduce --split-input-file --verify-diagnostics

// expected-error@+1 {{expected a block, which convert-uop-to-gpu gives}}
uop.kernel @no_block(%out: memref<32xf32> {uop.output}) opts [] {
  %x = arith.constant 1.0 : f32
  %0 = uop.group_reduce <add> %x size 32 stride 1 : f32
}

// -----

// expected-error@+1 {{expected a block of three positive sizes, but got array<i64: 32, 1>}}
uop.kernel @short_block(%out: memref<32xf32> {uop.output}) opts []
    attributes {uop.block = array<i64: 32, 1>} {
  %x = arith.constant 1.0 : f32
  %0 = uop.group_reduce <add> %x size 32 stride 1 : f32
}

// -----

uop.kernel @half_a_group(%out: memref<32xf32> {uop.output}) opts []
    attributes {uop.block = array<i64: 96, 1, 1>} {
  %x = arith.constant 1.0 : f32
  // expected-error@+1 {{expected a workgroup of whole groups of 64 threads, but got 96 threads}}
  %0 = uop.group_reduce <add> %x size 32 stride 2 : f32
}
