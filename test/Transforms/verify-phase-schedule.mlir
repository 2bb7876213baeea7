// RUN: tg-opt %s --split-input-file --tg-verify-phase="phase=schedule" --verify-diagnostics

// Tests that kernels, views and constants are a schedule.

func.func @schedule(%x: tensor<4xf32>) -> (tensor<2x2xf32>, tensor<2xf32>) {
  %0 = tg.kernel(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %c = tg.constant dense<1.0> : tensor<4xf32>
    %1 = tg.add %a, %c : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }
  %2 = tg.reshape %0 [2, 2] : tensor<4xf32> -> tensor<2x2xf32>
  %3 = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %2, %3 : tensor<2x2xf32>, tensor<2xf32>
}

// -----

// Tests that no tensor op is left outside of kernels.

func.func @outside(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tg.exp' op is not legal in a func.func in the schedule phase}}
  %0 = tg.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Tests that a kernel's boundaries are not inside of it.

func.func @boundary(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.kernel(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    // expected-error@+1 {{'tg.contiguous' op is not legal in a tg.kernel in the schedule phase}}
    %1 = tg.contiguous %a : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Tests that constants of many values are buffers.

func.func @elements(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tg.kernel(%a = %x : tensor<2xf32>) -> tensor<2xf32> {
    // expected-error@+1 {{'tg.constant' op is not a splat, so it cannot be written into a kernel in the schedule phase}}
    %c = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %1 = tg.add %a, %c : tensor<2xf32>
    tg.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}
