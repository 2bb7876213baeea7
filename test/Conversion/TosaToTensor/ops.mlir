// Tests what TOSA ops become: channels move by permutations, and broadcasts are explicit.

// RUN: tg-opt --convert-tosa-to-tg %s | FileCheck %s

// CHECK-LABEL: func @broadcast
// CHECK-NEXT:    %[[E:.*]] = tg.expand %arg1 [4, 8]
// CHECK-NEXT:    tg.add %arg0, %[[E]]
func.func @broadcast(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.add %a, %b : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Nothing is repeated where the sizes agree.
// CHECK-LABEL: func @no_broadcast
// CHECK-NEXT:    tg.add %arg0, %arg1
func.func @no_broadcast(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.add %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func @conv
// CHECK-DAG:     %[[X:.*]] = tg.permute %arg0 [0, 3, 1, 2]
// CHECK-DAG:     %[[W:.*]] = tg.permute %arg1 [0, 3, 1, 2]
// CHECK:         %[[C:.*]] = tg.conv %[[X]], %[[W]] strides [2, 1] dilations [1, 1] pad_low [1, 0] pad_high [1, 1]
// CHECK:         %[[P:.*]] = tg.permute %[[C]] [0, 2, 3, 1]
// CHECK:         tg.add %[[P]]
func.func @conv(%x: tensor<1x5x5x3xf32>, %w: tensor<4x3x2x3xf32>, %b: tensor<4xf32>) -> tensor<1x3x5x4xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 1, 1, 0, 1>, stride = array<i64: 2, 1>,
      dilation = array<i64: 1, 1>}
      : (tensor<1x5x5x3xf32>, tensor<4x3x2x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x5x4xf32>
  return %0 : tensor<1x3x5x4xf32>
}

// CHECK-LABEL: func @ignores_nan
// CHECK:         tg.is_nan
// CHECK:         tg.where
// CHECK:         tg.max
func.func @ignores_nan(%a: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %0 = tosa.reduce_max %a {axis = 1 : i32, nan_mode = IGNORE} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// CHECK-LABEL: func @no_nan_ignored
// CHECK-NEXT:    tg.max %arg0 axes [1] keepdim
func.func @no_nan_ignored(%a: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %0 = tosa.reduce_max %a {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}
