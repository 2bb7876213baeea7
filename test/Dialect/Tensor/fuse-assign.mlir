// RUN: tg-opt %s --tg-fuse | FileCheck %s

// Tests that the value of an assign is computed in the kernel that writes it.

// CHECK-LABEL: func.func @value
// CHECK: %[[R:.*]] = tg.kernel(%[[B:.*]] = %arg1 : tensor<3xf32>, %[[A:.*]] = %arg0 : tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: %[[N:.*]] = tg.neg %[[B]]
// CHECK-NEXT: %[[V:.*]] = tg.assign %[[A]] [2], %[[N]]
// CHECK-NEXT: tg.yield %[[V]]
// CHECK: return %[[R]]
func.func @value(%w: tensor<8xf32>, %v: tensor<3xf32>) -> (tensor<8xf32> {tg.updates = 0 : i64}) {
  %0 = tg.neg %v : tensor<3xf32>
  %1 = tg.assign %w [2], %0 : tensor<8xf32>, tensor<3xf32>
  return %1 : tensor<8xf32>
}

// Tests that other results over the same axes do not join that kernel.

// CHECK-LABEL: func.func @no_joined
// CHECK-COUNT-2: tg.kernel
func.func @no_joined(%w: tensor<8xf32>, %v: tensor<8xf32>)
    -> (tensor<8xf32> {tg.updates = 0 : i64}, tensor<8xf32>) {
  %0 = tg.neg %v : tensor<8xf32>
  %1 = tg.assign %w [0], %0 : tensor<8xf32>, tensor<8xf32>
  %2 = tg.exp %v : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// Tests that an assign whose result nobody needs is no kernel.

// CHECK-LABEL: func.func @dead
// CHECK-NEXT: return
func.func @dead(%w: tensor<8xf32>, %v: tensor<8xf32>) {
  %0 = tg.assign %w [0], %v : tensor<8xf32>, tensor<8xf32>
  return
}
