// RUN: tg-opt %s --tg-mark-constants --split-input-file | FileCheck %s

// Tests that an input is marked which all launches pass a constant to, and that
// the twin is not which one launch passes an argument to.

// CHECK-LABEL: uop.kernel @both(
// CHECK-SAME: {uop.output}, %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32> {uop.constant})
uop.kernel @both(%out: memref<4xf32> {uop.output}, %x: memref<4xf32>, %w: memref<4xf32>) {
}
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = tg.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = tg.launch @both(%x, %c) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.launch @both(%c, %c) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_one(
// CHECK-NOT: uop.constant
uop.kernel @no_one(%out: memref<4xf32> {uop.output}, %x: memref<4xf32>, %w: memref<4xf32>) {
}
// CHECK: func.func
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = tg.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = tg.launch @no_one(%x, %c) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.launch @no_one(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Tests that an argument which the caller never changes is a constant, and so is
// what kernels make of it alone, in another shape, too.

// CHECK-LABEL: uop.kernel @fold(
// CHECK-SAME: {uop.output}, %{{.*}}: memref<4xf32> {uop.constant})
uop.kernel @fold(%out: memref<4xf32> {uop.output}, %w: memref<4xf32>) {
}
// CHECK-LABEL: uop.kernel @scale(
// CHECK-SAME: {uop.output}, %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32> {uop.constant})
uop.kernel @scale(%out: memref<4xf32> {uop.output}, %x: memref<4xf32>, %w: memref<4xf32>) {
}
func.func @main(%x: tensor<2x2xf32>, %w: tensor<4xf32> {tg.constant}) -> tensor<2x2xf32> {
  %0 = tg.launch @fold(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.reshape %0 [2, 2] : tensor<4xf32> -> tensor<2x2xf32>
  %2 = tg.launch @scale(%x, %1) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// -----

// Tests that what is returned is none: its memory is the caller's, anew in each
// run. Nor is what depends on a variable, or what is written again.

// CHECK-LABEL: uop.kernel @no_returned(
// CHECK-SAME: {uop.output}, %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>)
uop.kernel @no_returned(%out: memref<4xf32> {uop.output}, %x: memref<4xf32>, %w: memref<4xf32>) {
}
uop.kernel @fold(%out: memref<4xf32> {uop.output}, %w: memref<4xf32>) {
}
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32> {tg.constant}) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.launch @fold(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.launch @no_returned(%x, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_variable(
// CHECK-SAME: {uop.output}, %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>)
uop.kernel @no_variable(%out: memref<4xf32> {uop.output}, %x: memref<4xf32>, %w: memref<4xf32>) {
}
uop.kernel @shift(%out: memref<4xf32> {uop.output}, %w: memref<4xf32>,
    %n: index {uop.variable = "n", uop.bounds = [1, 4]}) {
}
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32> {tg.constant}) -> tensor<4xf32>
    attributes {tg.variables = {n = [1, 4]}} {
  %n = tg.variable "n"
  %0 = tg.launch @shift(%w) vars(%n) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.launch @no_variable(%x, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_written(
// CHECK-SAME: {uop.output}, %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>)
uop.kernel @no_written(%out: memref<4xf32> {uop.output}, %x: memref<4xf32>, %w: memref<4xf32>) {
}
uop.kernel @fold(%out: memref<4xf32> {uop.output}, %w: memref<4xf32>) {
}
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32> {tg.constant}) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.launch @fold(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.launch @no_written(%x, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tg.launch @fold(%0) {tg.updates = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}
