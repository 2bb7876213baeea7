// RUN: tg-opt %s --tg-fuse --tg-verify-phase=phase=schedule | FileCheck %s

// Tests that a kernel reads the variables it needs by itself.
// CHECK-LABEL: func.func @variable
// CHECK: tg.kernel(%{{.*}} = %arg1 : tensor<1x8xf32>, %{{.*}} = %arg0 : tensor<?x8xf32>) -> tensor<?x8xf32> {
// CHECK-NEXT: tg.variable "n"
// CHECK-NEXT: tg.expand
func.func @variable(%x: tensor<?x8xf32> {tg.dims = ["n", 8]}, %b: tensor<1x8xf32>) -> tensor<?x8xf32>
    attributes {tg.variables = {n = [1, 256]}} {
  %n = tg.variable "n"
  %0 = tg.expand %b [%n, 8] : tensor<1x8xf32> -> tensor<?x8xf32>
  %1 = tg.add %x, %0 : tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// Tests that index arithmetic goes into the kernel with what needs it, and stays
// outside for a view.
// CHECK-LABEL: func.func @arithmetic
// CHECK: %[[N:.*]] = tg.variable "n"
// CHECK: %[[M:.*]] = arith.muli %[[N]]
// CHECK: %[[K:.*]] = tg.kernel(%{{.*}} = %arg0 : tensor<?x8xf32>) -> tensor<?x8xf32>
// CHECK: tg.reshape %[[K]] [%[[M]]]
func.func @arithmetic(%x: tensor<?x8xf32> {tg.dims = ["n", 8]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [1, 256]}} {
  %n = tg.variable "n"
  %c = arith.constant 8 : index
  %m = arith.muli %n, %c : index
  %0 = tg.exp %x : tensor<?x8xf32>
  %1 = tg.reshape %0 [%m] : tensor<?x8xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Tests that a shrink by a variable is accepted where the bounds keep it inside.
// CHECK-LABEL: func.func @inside
// CHECK: tg.kernel
// CHECK: tg.shrink
func.func @inside(%x: tensor<16x4xf32>) -> tensor<1x4xf32>
    attributes {tg.variables = {i = [0, 15]}} {
  %i = tg.variable "i"
  %0 = tg.shrink %x [%i, 0] [1, 4] : tensor<16x4xf32> -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}
