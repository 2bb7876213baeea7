// Tests what tg ops become in linalg, and that they come back as what they were.

// RUN: tg-opt --convert-tg-to-linalg %s | FileCheck %s
// RUN: tg-opt --convert-tg-to-linalg --convert-linalg-to-tg %s | FileCheck %s --check-prefix=BACK

// CHECK-LABEL: func @matmul
// CHECK:         linalg.fill
// CHECK:         linalg.matmul ins(%arg0, %arg1
// BACK-LABEL:  func @matmul
// BACK-NEXT:     %[[R:.*]] = tg.matmul %arg0, %arg1
// BACK-NEXT:     return %[[R]]
func.func @matmul(%a: tensor<5x7xf32>, %b: tensor<7x3xf32>) -> tensor<5x3xf32> {
  %0 = tg.matmul %a, %b : tensor<5x7xf32>, tensor<7x3xf32> -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// CHECK-LABEL: func @conv
// CHECK:         tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1]
// CHECK:         linalg.conv_2d_nchw_fchw
// BACK-LABEL:  func @conv
// BACK-NEXT:     tg.conv %arg0, %arg1 {{.*}}pad_low [1, 1] pad_high [1, 1]
// BACK-NEXT:     return
func.func @conv(%x: tensor<2x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<2x4x8x8xf32> {
  %0 = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1] : tensor<2x3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<2x4x8x8xf32>
  return %0 : tensor<2x4x8x8xf32>
}

// CHECK-LABEL: func @grouped
// CHECK:         linalg.generic
// BACK-LABEL:  func @grouped
// BACK:          tg.conv {{.*}} groups 2
func.func @grouped(%x: tensor<2x4x8x8xf32>, %w: tensor<6x2x3x3xf32>) -> tensor<2x6x6x6xf32> {
  %0 = tg.conv %x, %w groups 2 : tensor<2x4x8x8xf32>, tensor<6x2x3x3xf32> -> tensor<2x6x6x6xf32>
  return %0 : tensor<2x6x6x6xf32>
}

// CHECK-LABEL: func @max_pool
// CHECK:         arith.maximumf
// BACK-LABEL:  func @max_pool
// BACK-NEXT:     tg.max_pool %arg0 kernel [2, 2] strides [2, 2]
// BACK-NEXT:     return
func.func @max_pool(%x: tensor<2x3x8x8xf32>) -> tensor<2x3x4x4xf32> {
  %0 = tg.max_pool %x kernel [2, 2] : tensor<2x3x8x8xf32> -> tensor<2x3x4x4xf32>
  return %0 : tensor<2x3x4x4xf32>
}

// CHECK-LABEL: func @softmax
// CHECK:         linalg.softmax dimension(1)
// BACK-LABEL:  func @softmax
// BACK-NEXT:     tg.softmax %arg0 axis 1
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tg.softmax %x axis 1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A narrow sum accumulates in f32.
// CHECK-LABEL: func @sum
// CHECK:         arith.extf
// CHECK:         arith.addf {{.*}} : f32
// CHECK:         arith.truncf
// CHECK:         tensor.expand_shape
// BACK-LABEL:  func @sum
// BACK:          tg.sum {{.*}} axes [1]
func.func @sum(%x: tensor<4x8xf16>) -> tensor<4x1xf16> {
  %0 = tg.sum %x axes [1] keepdim : tensor<4x8xf16> -> tensor<4x1xf16>
  return %0 : tensor<4x1xf16>
}

// CHECK-LABEL: func @movement
// CHECK:         linalg.transpose
// CHECK:         tensor.extract_slice
// CHECK:         tensor.collapse_shape
// CHECK:         tensor.concat
// BACK-LABEL:  func @movement
// BACK-NEXT:     tg.permute %arg0 [1, 0]
// BACK-NEXT:     tg.shrink {{.*}} [2, 0] [4, 4]
// BACK-NEXT:     tg.reshape {{.*}} [16]
// BACK-NEXT:     tg.concat
func.func @movement(%x: tensor<4x8xf32>, %y: tensor<2xf32>) -> tensor<18xf32> {
  %0 = tg.permute %x [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %1 = tg.shrink %0 [2, 0] [4, 4] : tensor<8x4xf32> -> tensor<4x4xf32>
  %2 = tg.reshape %1 [16] : tensor<4x4xf32> -> tensor<16xf32>
  %3 = tg.concat %2, %y axis 0 : tensor<16xf32>, tensor<2xf32> -> tensor<18xf32>
  return %3 : tensor<18xf32>
}

// CHECK-LABEL: func @flip
// CHECK:         linalg.generic
// BACK-LABEL:  func @flip
// BACK-NEXT:     tg.flip %arg0 [1]
func.func @flip(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tg.flip %x [1] : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
