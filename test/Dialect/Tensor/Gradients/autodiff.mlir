// RUN: tg-opt %s --tg-autodiff --tg-decompose --canonicalize | FileCheck %s

// Tests that gradients follow the ways from the scalar to the inputs, and no
// others.

// Tests that the gradients of two uses are added.
// CHECK-LABEL: func.func @two_uses
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK: %[[SUM:.*]] = tg.add %[[X]], %[[X]] : tensor<8xf32>
// CHECK: return %[[SUM]]
func.func @two_uses(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.mul %x, %x : tensor<8xf32>
  %1 = tg.sum %0 axes [0] : tensor<8xf32> -> tensor<f32>
  %2 = tg.grad %1 wrt %x : tensor<f32> -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Tests that an input that the scalar does not depend on gets zeros, and one
// that it depends on by a comparison only, too.
// CHECK-LABEL: func.func @independent
// CHECK: %[[ZEROS:.*]] = tg.constant dense<0.000000e+00> : tensor<8xf32>
// CHECK: %[[ONES:.*]] = tg.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK: return %[[ZEROS]], %[[ZEROS]], %[[ONES]]
func.func @independent(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = tg.cmp lt %y, %z : tensor<8xf32>
  %1 = tg.cast %0 : tensor<8xi1> to tensor<8xf32>
  %2 = tg.add %1, %z : tensor<8xf32>
  %3 = tg.sum %2 axes [0] : tensor<8xf32> -> tensor<f32>
  %4:3 = tg.grad %3 wrt %x, %y, %z : tensor<f32> -> tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  return %4#0, %4#1, %4#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Tests that the zeros of a tensor of variable size have its size.
// CHECK-LABEL: func.func @independent_n
// CHECK: %[[N:.*]] = tg.variable "n"
// CHECK: tg.expand %{{.*}} [%[[N]], 8] : tensor<1x1xf32> -> tensor<?x8xf32>
func.func @independent_n(%x: tensor<?x8xf32> {tg.dims = ["n", 8]}, %y: tensor<f32>)
    -> tensor<?x8xf32> attributes {tg.variables = {n = [1, 9]}} {
  %0 = tg.grad %y wrt %x : tensor<f32> -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Tests that nothing passes through detach.
// CHECK-LABEL: func.func @detached
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK: return %[[X]]
func.func @detached(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.detach %x : tensor<8xf32>
  %1 = tg.mul %x, %0 : tensor<8xf32>
  %2 = tg.sum %1 axes [0] : tensor<8xf32> -> tensor<f32>
  %3 = tg.grad %2 wrt %x : tensor<f32> -> tensor<8xf32>
  // CHECK-NOT: tg.detach
  return %3 : tensor<8xf32>
}

// Tests that an input may be a value on the way, whose own inputs do not count.
// CHECK-LABEL: func.func @between
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK: %[[E:.*]] = tg.exp %[[X]]
// CHECK: %[[SIN:.*]] = tg.cos %[[E]]
// CHECK: return %[[SIN]]
func.func @between(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.exp %x : tensor<8xf32>
  %1 = tg.sin %0 : tensor<8xf32>
  %2 = tg.sum %1 axes [0] : tensor<8xf32> -> tensor<f32>
  %3 = tg.grad %2 wrt %0 : tensor<f32> -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// Tests that the gradient of the scalar itself is 1.
// CHECK-LABEL: func.func @itself
// CHECK: %[[ONE:.*]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[ONE]]
func.func @itself(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.grad %x wrt %x : tensor<f32> -> tensor<f32>
  return %0 : tensor<f32>
}

// Tests that the second derivative of sin(x) is -sin(x).
// CHECK-LABEL: func.func @second
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
// CHECK: %[[SIN:.*]] = tg.sin %[[X]]
// CHECK: %[[NEG:.*]] = tg.neg %[[SIN]]
// CHECK: return %[[NEG]]
func.func @second(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.sin %x : tensor<f32>
  %1 = tg.grad %0 wrt %x : tensor<f32> -> tensor<f32>
  %2 = tg.grad %1 wrt %x : tensor<f32> -> tensor<f32>
  return %2 : tensor<f32>
}

// Tests that the gradients of f16 pass through casts, and stop at integers.
// CHECK-LABEL: func.func @casts
// CHECK: %[[ZEROS:.*]] = tg.constant dense<0.000000e+00> : tensor<8xf32>
// CHECK: tg.cast %{{.*}} : tensor<8xf32> to tensor<8xf16>
// CHECK: return %{{.*}}, %[[ZEROS]] : tensor<8xf16>, tensor<8xf32>
func.func @casts(%x: tensor<8xf16>, %y: tensor<8xf32>) -> (tensor<8xf16>, tensor<8xf32>) {
  %0 = tg.cast %x : tensor<8xf16> to tensor<8xf32>
  %1 = tg.cast %y : tensor<8xf32> to tensor<8xi32>
  %2 = tg.cast %1 : tensor<8xi32> to tensor<8xf32>
  %3 = tg.mul %0, %0 : tensor<8xf32>
  %4 = tg.mul %3, %2 : tensor<8xf32>
  %5 = tg.sum %4 axes [0] : tensor<8xf32> -> tensor<f32>
  %6:2 = tg.grad %5 wrt %x, %y : tensor<f32> -> tensor<8xf16>, tensor<8xf32>
  return %6#0, %6#1 : tensor<8xf16>, tensor<8xf32>
}
