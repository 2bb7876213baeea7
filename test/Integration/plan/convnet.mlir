// Tests that the arena of a small convolutional network is at most 5 % larger than any
// plan must be, and that replays on poisoned memory agree with the reference.

// RUN: tg-run %s --input random:1 --bench=1 --json | %python %S/Inputs/check_plan.py 1.05
// RUN: tg-run %s --input random:2 --check-replay --poison

func.func @main(%x: tensor<2x1x28x28xf32>, %a: tensor<8x1x5x5xf32>, %b: tensor<16x8x3x3xf32>, %w: tensor<1936x10xf32>) -> tensor<2x10xf32> {
  %0 = tg.conv %x, %a : tensor<2x1x28x28xf32>, tensor<8x1x5x5xf32> -> tensor<2x8x24x24xf32>
  %1 = tg.relu %0 : tensor<2x8x24x24xf32>
  %2 = tg.conv %1, %b : tensor<2x8x24x24xf32>, tensor<16x8x3x3xf32> -> tensor<2x16x22x22xf32>
  %3 = tg.relu %2 : tensor<2x16x22x22xf32>
  %4 = tg.max_pool %3 kernel [2, 2] strides [2, 2] : tensor<2x16x22x22xf32> -> tensor<2x16x11x11xf32>
  %5 = tg.reshape %4 [2, 1936] : tensor<2x16x11x11xf32> -> tensor<2x1936xf32>
  %6 = tg.matmul %5, %w : tensor<2x1936xf32>, tensor<1936x10xf32> -> tensor<2x10xf32>
  %7 = tg.softmax %6 axis 1 : tensor<2x10xf32>
  return %7 : tensor<2x10xf32>
}
