// Tests that a constant of which a result is a changed copy stays an input of the kernel,
// though the kernel reads nothing of it.

// RUN: tg-run %s --prune --input random:1 --verify
// RUN: tg-run %s --prune --check-replay --input random:1 --verify

func.func @main(%w: tensor<8xf32> {tg.constant}, %x: tensor<8xf32>) -> tensor<8xf32> {
  %s = tg.shrink %x [0] [4] : tensor<8xf32> -> tensor<4xf32>
  %r = tg.assign %w [2], %s : tensor<8xf32>, tensor<4xf32>
  return %r : tensor<8xf32>
}
