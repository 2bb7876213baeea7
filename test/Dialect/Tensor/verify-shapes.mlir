// RUN: tg-opt %s --tg-verify-shapes | FileCheck %s

// Tests that sizes are accepted which fit for all values of the variables, and
// that nothing changes.

// CHECK-LABEL: func.func @fits
func.func @fits(%x: tensor<?x3x?xf32> {tg.dims = ["n", 3, "m"]},
                %w: tensor<4x3x3xf32>, %y: tensor<?x3x?xf32> {tg.dims = ["n", 3, "m"]})
    attributes {tg.variables = {n = [1, 8], m = [4, 16]}} {
  // CHECK: tg.add
  %sum = tg.add %x, %y : tensor<?x3x?xf32>
  %n = tg.variable "n"
  %m = tg.variable "m"
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %m3 = arith.muli %m, %c3 : index
  %row = arith.muli %m3, %n : index
  // CHECK: tg.reshape
  %r0 = tg.reshape %x [%row] : tensor<?x3x?xf32> -> tensor<?xf32>
  %r1 = tg.reshape %r0 [%m, %n, 3] : tensor<?xf32> -> tensor<?x?x3xf32>
  // CHECK: tg.expand
  %one = tg.constant dense<1.0> : tensor<1x3x1xf32>
  %e = tg.expand %one [%n, 3, %m] : tensor<1x3x1xf32> -> tensor<?x3x?xf32>
  // CHECK: tg.pad
  %p = tg.pad %e low [0, 0, %n] high [0, 0, %m] value(0.0 : f32) : tensor<?x3x?xf32> -> tensor<?x3x?xf32>
  // CHECK: tg.shrink
  %s = tg.shrink %p [0, 0, %n] [%n, 3, %m] : tensor<?x3x?xf32> -> tensor<?x3x?xf32>
  %t = tg.add %s, %x : tensor<?x3x?xf32>
  // CHECK: tg.max
  %max = tg.max %t axes [0, 2] : tensor<?x3x?xf32> -> tensor<3xf32>
  // CHECK: tg.argmax
  %arg = tg.argmax %t axis 2 : tensor<?x3x?xf32> -> tensor<?x3xi32>
  // CHECK: tg.conv
  %conv = tg.conv %t, %w strides [2] : tensor<?x3x?xf32>, tensor<4x3x3xf32> -> tensor<?x4x?xf32>
  // CHECK: tg.max_pool
  %pool = tg.max_pool %t kernel [3] strides [1] pad_low [1] pad_high [1] : tensor<?x3x?xf32> -> tensor<?x3x?xf32>
  %u = tg.add %pool, %t : tensor<?x3x?xf32>
  %tr = tg.permute %t [0, 2, 1] : tensor<?x3x?xf32> -> tensor<?x?x3xf32>
  // CHECK: tg.matmul
  %mm = tg.matmul %t, %tr : tensor<?x3x?xf32>, tensor<?x?x3xf32> -> tensor<?x3x3xf32>
  // CHECK: tg.kernel
  %k = tg.kernel(%a = %t : tensor<?x3x?xf32>, %b = %x : tensor<?x3x?xf32>) -> tensor<?x3x?xf32> {
    %v = tg.mul %a, %b : tensor<?x3x?xf32>
    tg.yield %v : tensor<?x3x?xf32>
  }
  %w1 = tg.sub %k, %x : tensor<?x3x?xf32>
  %half = arith.floordivsi %m, %c2 : index
  // CHECK: tg.arange
  %ar = tg.arange [%half] start(0 : i32) step(1 : i32) : tensor<?xi32>
  return
}
