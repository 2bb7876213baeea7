// RUN: tg-opt %s --convert-jit-to-llvm --verify-diagnostics

// Tests that a launch graph needs compiled kernels.

uop.kernel private @k(%out: memref<8xf32> {uop.output}) {
}
jit.func @not_compiled(%x: !jit.buffer<8xf32>) {
  jit.graph device("cpu") {
    // expected-error@+1 {{expected @k to be compiled to a jit.program}}
    jit.launch @k outs(%x) : (!jit.buffer<8xf32>), ()
  }
}
