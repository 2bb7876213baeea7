// Tests that sums of products become matmul and conv, and maxima over windows max_pool.

// RUN: tg-opt --convert-linalg-to-tg --split-input-file %s | FileCheck %s

// The zeros that a sum starts from add nothing.
// CHECK-LABEL: func @matmul
// CHECK-NEXT:    %[[R:.*]] = tg.matmul %arg0, %arg1
// CHECK-NEXT:    return %[[R]]
func.func @matmul(%a: tensor<5x7xf32>, %b: tensor<7x3xf32>) -> tensor<5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x3xf32>) -> tensor<5x3xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x3xf32>) outs(%init : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// Other first contents are added.
// CHECK-LABEL: func @matmul_onto
// CHECK:         %[[P:.*]] = tg.matmul %arg0, %arg1
// CHECK-NEXT:    tg.add %arg2, %[[P]]
func.func @matmul_onto(%a: tensor<5x7xf32>, %b: tensor<7x3xf32>, %c: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x3xf32>) outs(%c : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// A sum of sums is no contraction.
// CHECK-LABEL: func @no_contraction
// CHECK-NOT:     tg.matmul
// CHECK:         tg.sum {{.*}} axes [2]
func.func @no_contraction(%a: tensor<5x7xf32>, %b: tensor<3x7xf32>, %c: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xf32>, tensor<3x7xf32>) outs(%c : tensor<5x3xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.addf %x, %y : f32
    %2 = arith.addf %z, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// The padding of zeros becomes the convolution's own.
// CHECK-LABEL: func @conv
// CHECK-NEXT:    tg.conv %arg0, %arg1 strides [1, 1] dilations [1, 1] pad_low [1, 1] pad_high [1, 1]
func.func @conv(%x: tensor<2x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<2x4x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<2x3x8x8xf32> to tensor<2x3x10x10xf32>
  %empty = tensor.empty() : tensor<2x4x8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%padded, %w : tensor<2x3x10x10xf32>, tensor<4x3x3x3xf32>)
      outs(%init : tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  return %0 : tensor<2x4x8x8xf32>
}

// -----

// A padding of ones, or of the channels, does not.
// CHECK-LABEL: func @no_padding_of_conv
// CHECK:         tg.pad %arg0
// CHECK:         tg.conv {{.*}} dilations [1, 1] :
func.func @no_padding_of_conv(%x: tensor<2x3x8x8xf32>, %w: tensor<4x3x3x3xf32>, %c: tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32> {
  %one = arith.constant 1.0 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %one : f32
  } : tensor<2x3x8x8xf32> to tensor<2x3x10x10xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%padded, %w : tensor<2x3x10x10xf32>, tensor<4x3x3x3xf32>)
      outs(%c : tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  return %0 : tensor<2x4x8x8xf32>
}

// -----

// CHECK-LABEL: func @max_pool
// CHECK:         tg.max_pool %arg0 kernel [2, 2] strides [2, 2]
// CHECK-NEXT:    return
func.func @max_pool(%x: tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32> {
  %low = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<2x2xf32>
  %empty = tensor.empty() : tensor<1x3x4x4xf32>
  %init = linalg.fill ins(%low : f32) outs(%empty : tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %0 = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>} ins(%x, %window : tensor<1x3x8x8xf32>, tensor<2x2xf32>)
      outs(%init : tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  return %0 : tensor<1x3x4x4xf32>
}

// -----

// Other pools are reduces over windows.
// CHECK-LABEL: func @min_pool
// CHECK:         tg.windows
// CHECK:         tg.min
func.func @min_pool(%x: tensor<1x8x8x3xf32>, %c: tensor<1x7x7x3xf32>) -> tensor<1x7x7x3xf32> {
  %window = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.pooling_nhwc_min ins(%x, %window : tensor<1x8x8x3xf32>, tensor<2x2xf32>)
      outs(%c : tensor<1x7x7x3xf32>) -> tensor<1x7x7x3xf32>
  return %0 : tensor<1x7x7x3xf32>
}
