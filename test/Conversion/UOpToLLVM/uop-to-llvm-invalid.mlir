// RUN: tg-opt %s --convert-uop-to-llvm --split-input-file --verify-diagnostics

// Tests that an op that only an earlier phase may hold is reported.
uop.kernel @too_early(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{failed to legalize operation 'uop.load'}}
  %0 = uop.load %x[%c0] : memref<8xf32> -> f32
  memref.store %0, %out[%c0] : memref<8xf32>
}

// -----

// Tests that a math function without an instruction must be decomposed before.
uop.kernel @not_decomposed(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<8xf32>
  // expected-error @+1 {{failed to legalize operation 'math.erf'}}
  %1 = math.erf %0 : f32
  memref.store %1, %out[%c0] : memref<8xf32>
}
