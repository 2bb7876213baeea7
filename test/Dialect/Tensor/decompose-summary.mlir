// RUN: tg-opt %s --tg-decompose | FileCheck %s

// Tests what means and variances become.

// CHECK-LABEL: func.func @mean
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf16>)
func.func @mean(%x: tensor<4x8xf16>) -> tensor<4xf16> {
  // CHECK: %[[WIDE:.*]] = tg.cast %[[X]] : tensor<4x8xf16> to tensor<4x8xf32>
  // CHECK: %[[SUM:.*]] = tg.sum %[[WIDE]] axes [1] : tensor<4x8xf32> -> tensor<4xf32>
  // CHECK: tg.constant dense<8.000000e+00>
  // CHECK: %[[MEAN:.*]] = tg.div %[[SUM]]
  // CHECK: tg.cast %[[MEAN]] : tensor<4xf32> to tensor<4xf16>
  %0 = tg.mean %x axes [1] : tensor<4x8xf16> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// Tests that the number of elements of a dynamic axis costs no reduce.
// CHECK-LABEL: func.func @dynamic_mean
func.func @dynamic_mean(%x: tensor<?x8xf32> {tg.dims = ["n", 8]}) -> tensor<f32>
    attributes {tg.variables = {n = [0, 16]}} {
  // CHECK: tg.sum
  // CHECK: %[[C8:.*]] = arith.constant 8 : index
  // CHECK: %[[COUNT:.*]] = arith.muli %{{.*}}, %[[C8]]
  // CHECK: tg.arange
  // CHECK: tg.shrink %{{.*}} [%[[COUNT]]] [1]
  // CHECK-NOT: tg.sum
  // CHECK: tg.div
  %0 = tg.mean %x axes [0, 1] : tensor<?x8xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @var
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
func.func @var(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  // CHECK: tg.sum %[[X]] axes [1] keepdim
  // CHECK: %[[MEAN:.*]] = tg.div
  // CHECK: %[[ALL:.*]] = tg.expand %[[MEAN]]
  // CHECK: %[[DIFF:.*]] = tg.sub %[[X]], %[[ALL]]
  // CHECK: %[[SQUARE:.*]] = tg.mul %[[DIFF]], %[[DIFF]]
  // CHECK: tg.sum %[[SQUARE]] axes [1] : tensor<4x8xf32> -> tensor<4xf32>
  // CHECK: tg.constant dense<6.000000e+00>
  // CHECK: tg.div
  %0 = tg.var %x axes [1] correction 2 : tensor<4x8xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Tests that fewer elements than the correction divide by 0.
// CHECK-LABEL: func.func @too_few
func.func @too_few(%x: tensor<4x2xf32>) -> tensor<4xf32> {
  // CHECK: tg.constant dense<0.000000e+00>
  %0 = tg.var %x axes [1] correction 3 : tensor<4x2xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
