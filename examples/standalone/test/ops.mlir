// Tests that every op parses and prints.

// CHECK-LABEL: func.func @ops
func.func @ops(%x: tensor<2x3x8x8xf32>) -> tensor<2x1x8x8xf32> {
  // CHECK: image.gray %{{.*}} : tensor<2x3x8x8xf32> -> tensor<2x1x8x8xf32>
  %0 = image.gray %x : tensor<2x3x8x8xf32> -> tensor<2x1x8x8xf32>
  // CHECK: image.blur %{{.*}} radius 2 : tensor<2x1x8x8xf32>
  %1 = image.blur %0 radius 2 : tensor<2x1x8x8xf32>
  // CHECK: image.stretch %{{.*}} : tensor<2x1x8x8xf32>
  %2 = image.stretch %1 : tensor<2x1x8x8xf32>
  return %2 : tensor<2x1x8x8xf32>
}
