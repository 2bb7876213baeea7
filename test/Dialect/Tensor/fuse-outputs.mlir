// RUN: tg-opt %s --tg-fuse --tg-verify-phase=phase=schedule | FileCheck %s

// Tests that a value stored on the way to another is a second output.
// CHECK-LABEL: func.func @ancestor
// CHECK: %[[K:.*]]:2 = tg.kernel
// CHECK: %[[A:.*]] = tg.add
// CHECK: %[[B:.*]] = tg.mul %[[A]]
// CHECK: tg.yield %[[A]], %[[B]]
// CHECK: return %[[K]]#0, %[[K]]#1
func.func @ancestor(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %a = tg.add %x, %y : tensor<4x8xf32>
  %b = tg.mul %a, %a : tensor<4x8xf32>
  return %a, %b : tensor<4x8xf32>, tensor<4x8xf32>
}

// Tests that a value read in another order is not.
// CHECK-LABEL: func.func @no_ancestor
// CHECK: %[[K:.*]] = tg.kernel
// CHECK: tg.kernel({{.*}}%[[K]]
func.func @no_ancestor(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %a = tg.add %x, %y : tensor<8x8xf32>
  %t = tg.permute %a [1, 0] : tensor<8x8xf32> -> tensor<8x8xf32>
  %b = tg.mul %a, %t : tensor<8x8xf32>
  return %a, %b : tensor<8x8xf32>, tensor<8x8xf32>
}

// Tests that a reduce's kernel stores a value of its epilogue too.
// CHECK-LABEL: func.func @epilogue
// CHECK: %[[K:.*]]:2 = tg.kernel
// CHECK: tg.matmul
// CHECK: tg.relu
// CHECK-NOT: tg.kernel
func.func @epilogue(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %a = tg.matmul %x, %y : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  %b = tg.relu %a : tensor<8x8xf32>
  return %a, %b : tensor<8x8xf32>, tensor<8x8xf32>
}

// Tests that values over the same axes from a common input are one kernel.
// CHECK-LABEL: func.func @siblings
// CHECK: %[[K:.*]]:2 = tg.kernel
// CHECK: return %[[K]]#0, %[[K]]#1
func.func @siblings(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = tg.add %x, %y : tensor<8xf32>
  %b = tg.mul %x, %y : tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// Tests that values over other axes are not.
// CHECK-LABEL: func.func @no_siblings
// CHECK-COUNT-2: tg.kernel
func.func @no_siblings(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<1x8xf32>) {
  %a = tg.exp %x : tensor<8xf32>
  %r = tg.reshape %x [1, 8] : tensor<8xf32> -> tensor<1x8xf32>
  %b = tg.neg %r : tensor<1x8xf32>
  return %a, %b : tensor<8xf32>, tensor<1x8xf32>
}

// Tests that kernels are not merged where one needs the other's result by way
// of a third.
// CHECK-LABEL: func.func @no_cycle
// CHECK: %[[A:.*]] = tg.kernel
// CHECK-NEXT: tg.exp
// CHECK: %[[S:.*]] = tg.kernel(%{{.*}} = %[[A]]
// CHECK-NEXT: tg.sum
// CHECK: tg.kernel({{.*}}%[[S]]
// CHECK: tg.add
func.func @no_cycle(%x: tensor<65536xf32>) -> (tensor<65536xf32>, tensor<65536xf32>) {
  %a = tg.exp %x : tensor<65536xf32>
  %s = tg.sum %a axes [0] keepdim : tensor<65536xf32> -> tensor<1xf32>
  %e = tg.expand %s [65536] : tensor<1xf32> -> tensor<65536xf32>
  %b = tg.add %a, %e : tensor<65536xf32>
  return %a, %b : tensor<65536xf32>, tensor<65536xf32>
}
