// RUN: tg-opt %s --tg-simplify | FileCheck %s

// Tests that a part of a padded tensor that lies in the tensor is a part of the
// tensor.
// CHECK-LABEL: func.func @shrink_inside_pad(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>)
// CHECK-NEXT: tg.shrink %[[X]] [1, 0] [3, 8]
func.func @shrink_inside_pad(%x: tensor<4x8xf32>) -> tensor<3x8xf32> {
  %0 = tg.pad %x low [1, 2] high [2, 0] value(1.5 : f32) : tensor<4x8xf32> -> tensor<7x10xf32>
  %1 = tg.shrink %0 [2, 2] [3, 8] : tensor<7x10xf32> -> tensor<3x8xf32>
  return %1 : tensor<3x8xf32>
}

// CHECK-LABEL: func.func @no_shrink_inside_pad(
// CHECK: tg.pad
// CHECK: tg.shrink
func.func @no_shrink_inside_pad(%x: tensor<4x8xf32>) -> tensor<3x8xf32> {
  %0 = tg.pad %x low [1, 2] high [2, 0] value(1.5 : f32) : tensor<4x8xf32> -> tensor<7x10xf32>
  %1 = tg.shrink %0 [0, 2] [3, 8] : tensor<7x10xf32> -> tensor<3x8xf32>
  return %1 : tensor<3x8xf32>
}

// Tests that a part that lies in the padding is its value.
// CHECK-LABEL: func.func @shrink_of_padding(
// CHECK-NEXT: tg.constant dense<1.500000e+00> : tensor<2x8xf32>
func.func @shrink_of_padding(%x: tensor<4x8xf32>) -> tensor<2x8xf32> {
  %0 = tg.pad %x low [1, 2] high [2, 0] value(1.5 : f32) : tensor<4x8xf32> -> tensor<7x10xf32>
  %1 = tg.shrink %0 [5, 0] [2, 8] : tensor<7x10xf32> -> tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}

// Tests that a part of a repeated axis is the axis, repeated less.
// CHECK-LABEL: func.func @shrink_of_expand(
// CHECK: %[[S:.*]] = tg.shrink %{{.*}} [1, 0] [2, 1]
// CHECK: tg.expand %[[S]] [2, 4]
func.func @shrink_of_expand(%x: tensor<4x1xf32>) -> tensor<2x4xf32> {
  %0 = tg.expand %x [4, 8] : tensor<4x1xf32> -> tensor<4x8xf32>
  %1 = tg.shrink %0 [1, 3] [2, 4] : tensor<4x8xf32> -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @no_shrink_of_variable_expand(
// CHECK: tg.expand
// CHECK: tg.shrink
func.func @no_shrink_of_variable_expand(%x: tensor<4x1xf32>, %n: index) -> tensor<2x1xf32> {
  %0 = tg.expand %x [4, %n] : tensor<4x1xf32> -> tensor<4x?xf32>
  %1 = tg.shrink %0 [1, 0] [2, 1] : tensor<4x?xf32> -> tensor<2x1xf32>
  return %1 : tensor<2x1xf32>
}

// Tests that repeated axes are reordered before they are repeated.
// CHECK-LABEL: func.func @permute_of_expand(
// CHECK: %[[P:.*]] = tg.permute %{{.*}} [2, 1, 0] : tensor<4x1x2xf32> -> tensor<2x1x4xf32>
// CHECK: tg.expand %[[P]] [2, 8, 4]
func.func @permute_of_expand(%x: tensor<4x1x2xf32>) -> tensor<2x8x4xf32> {
  %0 = tg.expand %x [4, 8, 2] : tensor<4x1x2xf32> -> tensor<4x8x2xf32>
  %1 = tg.permute %0 [2, 1, 0] : tensor<4x8x2xf32> -> tensor<2x8x4xf32>
  return %1 : tensor<2x8x4xf32>
}

// CHECK-LABEL: func.func @no_permute_of_flip(
// CHECK: tg.flip
// CHECK: tg.permute
func.func @no_permute_of_flip(%x: tensor<4x2xf32>) -> tensor<2x4xf32> {
  %0 = tg.flip %x [1] : tensor<4x2xf32>
  %1 = tg.permute %0 [1, 0] : tensor<4x2xf32> -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// Tests that a repeated axis is the same backwards.
// CHECK-LABEL: func.func @flip_of_expand(
// CHECK: %[[P:.*]] = tg.flip %{{.*}} [0] : tensor<4x1xf32>
// CHECK: tg.expand %[[P]] [4, 8]
func.func @flip_of_expand(%x: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %0 = tg.expand %x [4, 8] : tensor<4x1xf32> -> tensor<4x8xf32>
  %1 = tg.flip %0 [0, 1] : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @no_flip_of_expand(
// CHECK: tg.expand
// CHECK: tg.flip
func.func @no_flip_of_expand(%x: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %0 = tg.expand %x [4, 8] : tensor<4x1xf32> -> tensor<4x8xf32>
  %1 = tg.flip %0 [0] : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
