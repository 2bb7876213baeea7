// RUN: tg-run %s --reference | FileCheck %s

// Tests the gradients at corners: equal elements share in equal parts, and where
// a slope jumps through 0 the gradient is 0.

func.func @main() -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
                      tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = tg.constant dense<[2.0, 1.0, 0.0]> : tensor<3xf32>
  %b = tg.constant dense<1.0> : tensor<3xf32>
  // CHECK: result 0
  // CHECK-NEXT: [ 1 0.5 0]
  %0 = tg.maximum %a, %b : tensor<3xf32>
  %1 = tg.sum %0 axes [0] : tensor<3xf32> -> tensor<f32>
  %2 = tg.grad %1 wrt %a : tensor<f32> -> tensor<3xf32>
  // CHECK: result 1
  // CHECK-NEXT: [ 1 0.5 0]
  %3 = tg.minimum %a, %b : tensor<3xf32>
  %4 = tg.sum %3 axes [0] : tensor<3xf32> -> tensor<f32>
  %5 = tg.grad %4 wrt %b : tensor<f32> -> tensor<3xf32>
  %c = tg.constant dense<[-1.0, 0.0, 1.0]> : tensor<3xf32>
  // CHECK: result 2
  // CHECK-NEXT: [-1 0 1]
  %6 = tg.abs %c : tensor<3xf32>
  %7 = tg.sum %6 axes [0] : tensor<3xf32> -> tensor<f32>
  %8 = tg.grad %7 wrt %c : tensor<f32> -> tensor<3xf32>
  // CHECK: result 3
  // CHECK-NEXT: [0 0 1]
  %9 = tg.relu %c : tensor<3xf32>
  %10 = tg.sum %9 axes [0] : tensor<3xf32> -> tensor<f32>
  %11 = tg.grad %10 wrt %c : tensor<f32> -> tensor<3xf32>
  %d = tg.constant dense<[3.0, 1.0, 3.0, 0.0]> : tensor<4xf32>
  // CHECK: result 4
  // CHECK-NEXT: [0.5 0 0.5 0]
  %12 = tg.max %d axes [0] : tensor<4xf32> -> tensor<f32>
  %13 = tg.grad %12 wrt %d : tensor<f32> -> tensor<4xf32>
  // CHECK: result 5
  // CHECK-NEXT: [0 0 0 1]
  %14 = tg.min %d axes [0] : tensor<4xf32> -> tensor<f32>
  %15 = tg.grad %14 wrt %d : tensor<f32> -> tensor<4xf32>
  // Tests that padding has no share in a window's gradient.
  // CHECK: result 6
  // CHECK-NEXT: [2 0 2 0]
  %16 = tg.max_pool %d kernel [2] strides [1] pad_low [1] : tensor<4xf32> -> tensor<4xf32>
  %17 = tg.sum %16 axes [0] : tensor<4xf32> -> tensor<f32>
  %18 = tg.grad %17 wrt %d : tensor<f32> -> tensor<4xf32>
  // Tests the product with one zero: only that element has a gradient.
  // CHECK: result 7
  // CHECK-NEXT: [0 0 0 9]
  %19 = tg.prod %d axes [0] : tensor<4xf32> -> tensor<f32>
  %20 = tg.grad %19 wrt %d : tensor<f32> -> tensor<4xf32>
  return %2, %5, %8, %11, %13, %15, %18, %20 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
      tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
