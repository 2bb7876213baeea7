// RUN: tg-opt %s --canonicalize | FileCheck %s

// Tests that a permute of axes of which only those of size 1 move is a view.
// CHECK-LABEL: func.func @permute_of_unit_axes
func.func @permute_of_unit_axes(%x: tensor<1x4x1x8xf32>) -> tensor<4x8x1x1xf32> {
  // CHECK: tg.reshape %arg0 [4, 8, 1, 1] : tensor<1x4x1x8xf32> -> tensor<4x8x1x1xf32>
  // CHECK-NOT: tg.permute
  %0 = tg.permute %x [1, 3, 0, 2] : tensor<1x4x1x8xf32> -> tensor<4x8x1x1xf32>
  return %0 : tensor<4x8x1x1xf32>
}

// Tests that a permute of other axes is not.
// CHECK-LABEL: func.func @no_permute_of_unit_axes
func.func @no_permute_of_unit_axes(%x: tensor<1x4x8xf32>, %y: tensor<1x?xf32>)
    -> (tensor<8x1x4xf32>, tensor<?x1xf32>) {
  // CHECK-COUNT-2: tg.permute
  %0 = tg.permute %x [2, 0, 1] : tensor<1x4x8xf32> -> tensor<8x1x4xf32>
  %1 = tg.permute %y [1, 0] : tensor<1x?xf32> -> tensor<?x1xf32>
  return %0, %1 : tensor<8x1x4xf32>, tensor<?x1xf32>
}
