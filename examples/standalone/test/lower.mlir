// Tests that each op becomes tg ops and none of ours remains.
// CHECK-NOT: image.

// CHECK-LABEL: func.func @gray
func.func @gray(%x: tensor<2x3x8x8xf32>) -> tensor<2x1x8x8xf32> {
  // CHECK: %[[ALL:.*]] = tg.expand %{{.*}} [2, 3, 8, 8]
  // CHECK: %[[WEIGHTED:.*]] = tg.mul %{{.*}}, %[[ALL]]
  // CHECK: tg.sum %[[WEIGHTED]] axes [1] keepdim
  %0 = image.gray %x : tensor<2x3x8x8xf32> -> tensor<2x1x8x8xf32>
  return %0 : tensor<2x1x8x8xf32>
}

// CHECK-LABEL: func.func @blur
func.func @blur(%x: tensor<2x3x8x8xf32>) -> tensor<2x3x8x8xf32> {
  // CHECK: %[[FILTER:.*]] = tg.constant dense<{{0.04.*|4.000000e-02}}> : tensor<3x1x5x5xf32>
  // CHECK: tg.conv %{{.*}}, %[[FILTER]] pad_low [2, 2] pad_high [2, 2] groups 3
  %0 = image.blur %x radius 2 : tensor<2x3x8x8xf32>
  return %0 : tensor<2x3x8x8xf32>
}

// CHECK-LABEL: func.func @stretch
func.func @stretch(%x: tensor<2x1x8x8xf32>) -> tensor<2x1x8x8xf32> {
  // CHECK-DAG: tg.min %{{.*}} axes [1, 2, 3] keepdim
  // CHECK-DAG: tg.max %{{.*}} axes [1, 2, 3] keepdim
  // CHECK: tg.div
  // CHECK: tg.where
  %0 = image.stretch %x : tensor<2x1x8x8xf32>
  return %0 : tensor<2x1x8x8xf32>
}
