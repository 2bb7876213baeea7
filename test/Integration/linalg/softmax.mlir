// Tests that the named softmax is tg's, along an inner and an outer axis.

// RUN: tg-run %s --input random:3 | FileCheck %s
// CHECK: {{^}}[0 0]
func.func @main(%x: tensor<3x4x5xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<3x4x5xf32>
  %0 = linalg.softmax dimension(2) ins(%x : tensor<3x4x5xf32>) outs(%e : tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  %1 = linalg.softmax dimension(1) ins(%x : tensor<3x4x5xf32>) outs(%e : tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  %2 = tg.softmax %x axis 2 : tensor<3x4x5xf32>
  %3 = tg.softmax %x axis 1 : tensor<3x4x5xf32>
  %4 = tg.sub %0, %2 : tensor<3x4x5xf32>
  %5 = tg.sub %1, %3 : tensor<3x4x5xf32>
  %6 = tg.stack %4, %5 axis 0 : tensor<3x4x5xf32>, tensor<3x4x5xf32> -> tensor<2x3x4x5xf32>
  %7 = tg.abs %6 : tensor<2x3x4x5xf32>
  %8 = tg.max %7 axes [1, 2, 3] : tensor<2x3x4x5xf32> -> tensor<2xf32>
  return %8 : tensor<2xf32>
}
