// RUN: tg-opt %s --tg-schedule-pipeline --convert-tg-to-uop --convert-tg-to-jit | FileCheck %s

// Tests that a custom function is called on buffers between the kernels.

// CHECK-LABEL: jit.func @custom
// CHECK-SAME: %[[X:.*]]: !jit.buffer<8xf32>
// CHECK: %[[A:.*]] = jit.alloc
// CHECK: jit.launch @{{.*}} outs(%[[A]]) ins(%[[X]])
// CHECK: %[[B:.*]] = jit.alloc : !jit.buffer<4xf32>
// CHECK: jit.custom "f" outs(%[[B]]) ins(%[[A]], %[[X]])
// CHECK: jit.launch @{{.*}} ins(%[[B]])
func.func @custom(%x: tensor<8xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<8xf32>
  %1 = tg.custom "f"(%0, %x) : (tensor<8xf32>, tensor<8xf32>) -> tensor<4xf32>
  %2 = tg.exp %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Tests that a copy is one to memory of the other device.

// CHECK-LABEL: jit.func @copy
// CHECK: %[[T:.*]] = jit.alloc : !jit.buffer<8xf32, "cpu:1">
// CHECK: jit.copy %{{.*}} to %[[T]]
// CHECK: jit.return %[[T]]
func.func @copy(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.neg %x : tensor<8xf32>
  %1 = tg.copy %0 to "cpu:1" : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// Tests that what is assigned to a new tensor needs no copy.

// CHECK-LABEL: jit.func @empty
// CHECK: %[[E:.*]] = jit.alloc : !jit.buffer<8xf32>
// CHECK: jit.launch @{{.*}} outs(%[[E]])
// CHECK-NOT: jit.copy
// CHECK: jit.launch @{{.*}} outs(%[[E]])
// CHECK: jit.return %[[E]]
func.func @empty(%x: tensor<5xf32>, %y: tensor<3xf32>) -> tensor<8xf32> {
  %0 = tg.empty [8] : tensor<8xf32>
  %1 = tg.assign %0 [0], %x : tensor<8xf32>, tensor<5xf32>
  %2 = tg.assign %1 [5], %y : tensor<8xf32>, tensor<3xf32>
  return %2 : tensor<8xf32>
}

// Tests that what is computed from a copy is computed where it is, constants go
// there, and a copy without a device comes back.

// CHECK-LABEL: jit.func @on_other_device
// CHECK-SAME: %[[X:[a-z0-9]+]]: !jit.buffer<8xf32>
// CHECK: %[[C:.*]] = jit.constant
// CHECK: %[[T:.*]] = jit.alloc : !jit.buffer<8xf32, "cpu:1">
// CHECK: jit.copy %[[X]] to %[[T]]
// CHECK: %[[M:.*]] = jit.alloc : !jit.buffer<8xf32, "cpu:1">
// CHECK: jit.copy %[[C]] to %[[M]]
// CHECK: %[[R:.*]] = jit.alloc : !jit.buffer<8xf32, "cpu:1">
// CHECK: jit.launch @{{.*}} outs(%[[R]]) ins(%[[T]], %[[M]])
// CHECK: %[[B:.*]] = jit.alloc : !jit.buffer<8xf32>
// CHECK: jit.copy %[[R]] to %[[B]]
// CHECK: jit.launch @{{.*}} ins(%[[B]], %[[X]])
func.func @on_other_device(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tg.copy %x to "cpu:1" : tensor<8xf32>
  %c = tg.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %1 = tg.add %0, %c : tensor<8xf32>
  %2 = tg.copy %1 : tensor<8xf32>
  %3 = tg.mul %2, %x : tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}
