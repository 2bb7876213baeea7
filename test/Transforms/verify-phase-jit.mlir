// RUN: tg-opt %s --split-input-file --tg-verify-phase="phase=jit" --verify-diagnostics

// Tests that functions of items beside their kernels are the jit phase.

uop.kernel @k(%out: memref<4xf32> {uop.output}, %x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<4xf32>
  memref.store %0, %out[%c0] : memref<4xf32>
}
jit.func @main(%x: !jit.buffer<4xf32>) -> !jit.buffer<4xf32> {
  %y = jit.alloc : !jit.buffer<4xf32>
  jit.launch @k outs(%y) ins(%x) : (!jit.buffer<4xf32>), (!jit.buffer<4xf32>)
  jit.return %y : !jit.buffer<4xf32>
}

// -----

// Tests that no function of tensors is left.

// expected-error@+1 {{'func.func' op is not legal in a builtin.module in the jit phase}}
func.func @tensors(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// Tests that kernels are linear by then.

uop.kernel @ranges() {
  // expected-error@+1 {{'uop.range' op is not legal in a uop.kernel in the jit phase}}
  %i = uop.range 0, 4 <global>
}

// -----

// Tests that items do not use tensors.

jit.func @mixed() {
  // expected-error@+1 {{'arith.constant' op uses a tensor, but tensors have become buffers in the jit phase}}
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  jit.return
}
