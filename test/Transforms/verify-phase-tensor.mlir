// RUN: tg-opt %s --split-input-file --tg-verify-phase="phase=tensor" --verify-diagnostics

// Tests that functions of tensor ops are what the tensor phase holds.

func.func @tensors(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tg.exp %x : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Tests that kernels come later.

func.func @kernels(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tg.kernel' op is not legal in a func.func in the tensor phase}}
  %0 = tg.kernel(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = tg.exp %a : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Tests that kernels of ranges come later.

// expected-error@+1 {{'uop.kernel' op is not legal in a builtin.module in the tensor phase}}
uop.kernel @ranges() {}
