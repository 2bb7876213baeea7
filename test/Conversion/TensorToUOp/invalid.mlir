// RUN: tg-opt %s --convert-tg-to-uop --split-input-file --verify-diagnostics

// Tests that an op without an index map cannot be part of a kernel.
func.func @composite(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tg.kernel(%a = %x : tensor<4x8xf32>) -> tensor<4x8xf32> {
    // expected-error @below {{cannot be part of a kernel: it has no index map}}
    %1 = tg.softmax %a axis 1 : tensor<4x8xf32>
    tg.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// Tests that a constant that is no splat cannot be written into a kernel.
func.func @constant() -> tensor<2xf32> {
  %0 = tg.kernel() -> tensor<2xf32> {
    // expected-error @below {{cannot be part of a kernel: it has no index map}}
    %1 = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
    tg.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

// Tests that buffers need a bound.
func.func @unbounded(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{has a tensor of unbounded size}}
  %0 = tg.kernel(%a = %x : tensor<?xf32>) -> tensor<?xf32> {
    %1 = tg.exp %a : tensor<?xf32>
    tg.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
