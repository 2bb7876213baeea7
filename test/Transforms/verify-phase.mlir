// RUN: tg-opt %s --split-input-file --tg-verify-phase="phase=expression" --verify-diagnostics

// Tests that a graph of scalars over ranges is an expression.

uop.kernel @expression(%out: memref<4xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 0, 4 <global>
  %k = uop.range 1, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<32xf32> -> f32
  %2 = math.exp %1 : f32
  %3 = uop.reduce <add> %2 over (%k) : f32
  uop.store %3, %out[%i] : f32, memref<4xf32>
}

// -----

// Tests that an expression's axes are not split yet.

uop.kernel @split(%out: memref<4xf32> {uop.output}, %x: memref<32xf32>) {
  // expected-error@+1 {{'uop.range' op is of axis type upcast in the expression phase}}
  %i = uop.range 0, 4 <upcast>
  // expected-error@+1 {{'uop.range' op is of axis type thread in the expression phase}}
  %j = uop.range 1, 4 <thread>
}

// -----

// Tests that an expression has no vectors.

uop.kernel @vectors(%out: memref<4xf32> {uop.output}) {
  // expected-error@+1 {{'arith.constant' op makes a vector, but values are scalars in the expression phase}}
  %0 = arith.constant dense<0.0> : vector<4xf32>
}

// -----

// Tests that an expression has no loops, and what is in them is not looked at.

uop.kernel @loops(%out: memref<4xf32> {uop.output}) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 0.0 : f32
  // expected-error@+1 {{'scf.for' op is not legal in a uop.kernel in the expression phase}}
  scf.for %i = %c0 to %c0 step %c0 {
    memref.store %v, %out[%i] : memref<4xf32>
  }
}

// -----

// Tests that a module holds functions and kernels only.

// expected-error@+1 {{'memref.global' op is not legal in a builtin.module in the expression phase}}
memref.global "private" @stray : memref<4xf32>

// -----

// Tests that a stage over a dynamic range has memory for the largest size.

uop.kernel @staged(%x: memref<8xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) {
  %i = uop.range 0, %n <loop>
  %j = uop.range 1, %n <loop>
  %0 = uop.load %x[%i] : memref<8xf32> -> f32
  %1 = uop.stage %0 over (%i) : f32 -> memref<8xf32, #gpu.address_space<private>>
  %2 = uop.load %x[%j] : memref<8xf32> -> f32
  // expected-error@+1 {{'uop.stage' op has 8 points at most, but memory for 4 in the expression phase}}
  %3 = uop.stage %2 over (%j) : f32 -> memref<4xf32, #gpu.address_space<private>>
}
