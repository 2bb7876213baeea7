// Tests that the one operand of a convolution that is in memory is packed where its
// kernel's axes were merged into one: the panel has the merged axis, and no axis that
// is gone. (The gradient of a convolution is such a product with a constant.)

// RUN: tg-run %s --input random:1 --verify | FileCheck %s
// CHECK: result 0 {{.*}}is close in all 1620 elements

func.func @main(%w: tensor<10x20x3x3xf32>) -> tensor<2x9x9x10xf32> {
  %ones = tg.constant dense<1.0> : tensor<2x20x7x7xf32>
  %0 = tg.conv %ones, %w pad_low [2, 2] pad_high [2, 2]
      : tensor<2x20x7x7xf32>, tensor<10x20x3x3xf32> -> tensor<2x10x9x9xf32>
  %1 = tg.permute %0 [0, 2, 3, 1] : tensor<2x10x9x9xf32> -> tensor<2x9x9x10xf32>
  return %1 : tensor<2x9x9x10xf32>
}
