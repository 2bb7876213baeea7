// RUN: tg-opt %s | FileCheck %s

// Tests that tg.grad and tg.detach print as they are read.

// CHECK-LABEL: func.func @grad
func.func @grad(%x: tensor<?x8xf32> {tg.dims = ["n", 8]}, %w: tensor<8x4xf64>, %loss: tensor<f32>)
    -> (tensor<?x8xf32>, tensor<8x4xf64>) attributes {tg.variables = {n = [1, 9]}} {
  // CHECK: %[[G:.*]]:2 = tg.grad %{{.*}} wrt %{{.*}}, %{{.*}} : tensor<f32> -> tensor<?x8xf32>, tensor<8x4xf64>
  %dx, %dw = tg.grad %loss wrt %x, %w : tensor<f32> -> tensor<?x8xf32>, tensor<8x4xf64>
  return %dx, %dw : tensor<?x8xf32>, tensor<8x4xf64>
}

// CHECK-LABEL: func.func @detach
func.func @detach(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  // CHECK: tg.detach %{{.*}} : tensor<4x8xi32>
  %0 = tg.detach %x : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}
