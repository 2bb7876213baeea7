// RUN: tg-opt %s --tg-decompose | FileCheck %s
// RUN: tg-opt %s --tg-decompose="keep=tg.softmax,tg.argmin" | FileCheck %s --check-prefix=KEEP

// Tests that a softmax subtracts the largest element, divides by the sum, and
// spreads both back over the axis.
// CHECK-LABEL: func.func @softmax
// KEEP-LABEL: func.func @softmax
// KEEP: tg.softmax
func.func @softmax(%x: tensor<4x10xf32>) -> tensor<4x10xf32> {
  // CHECK: %[[MAX:.*]] = tg.max %arg0 axes [1] keepdim : tensor<4x10xf32> -> tensor<4x1xf32>
  // CHECK: %[[MAXES:.*]] = tg.expand %[[MAX]] [4, 10]
  // CHECK: %[[SHIFTED:.*]] = tg.sub %arg0, %[[MAXES]]
  // CHECK: %[[EXP:.*]] = tg.exp %[[SHIFTED]]
  // CHECK: %[[SUM:.*]] = tg.sum %[[EXP]] axes [1] keepdim : tensor<4x10xf32> -> tensor<4x1xf32>
  // CHECK: %[[SUMS:.*]] = tg.expand %[[SUM]] [4, 10]
  // CHECK: %[[RESULT:.*]] = tg.div %[[EXP]], %[[SUMS]]
  // CHECK: return %[[RESULT]]
  %0 = tg.softmax %x axis 1 : tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

// Tests that narrow floats go through f32 and are rounded once.
// CHECK-LABEL: func.func @softmax_bf16
func.func @softmax_bf16(%x: tensor<3xbf16>) -> tensor<3xbf16> {
  // CHECK: %[[WIDE:.*]] = tg.cast %arg0 : tensor<3xbf16> to tensor<3xf32>
  // CHECK: tg.max %[[WIDE]] axes [0] keepdim : tensor<3xf32> -> tensor<1xf32>
  // CHECK: %[[RESULT:.*]] = tg.div
  // CHECK: %[[NARROW:.*]] = tg.cast %[[RESULT]] : tensor<3xf32> to tensor<3xbf16>
  // CHECK: return %[[NARROW]]
  %0 = tg.softmax %x axis 0 : tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// Tests that f64 keeps its width.
// CHECK-LABEL: func.func @softmax_f64
func.func @softmax_f64(%x: tensor<3xf64>) -> tensor<3xf64> {
  // CHECK-NOT: tg.cast
  // CHECK: tg.max %arg0 axes [0] keepdim : tensor<3xf64> -> tensor<1xf64>
  // CHECK-NOT: tg.cast
  // CHECK: return
  %0 = tg.softmax %x axis 0 : tensor<3xf64>
  return %0 : tensor<3xf64>
}

// Tests that an axis of size 1 needs no expansion.
// CHECK-LABEL: func.func @softmax_of_one
func.func @softmax_of_one(%x: tensor<3x1xf32>) -> tensor<3x1xf32> {
  // CHECK-NOT: tg.expand
  // CHECK: return
  %0 = tg.softmax %x axis 1 : tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// Tests that a softmax over no elements takes no maximum.
// CHECK-LABEL: func.func @softmax_of_nothing
func.func @softmax_of_nothing(%x: tensor<3x0xf32>) -> tensor<3x0xf32> {
  // CHECK-NOT: tg.max
  // CHECK: return %arg0
  %0 = tg.softmax %x axis 1 : tensor<3x0xf32>
  return %0 : tensor<3x0xf32>
}

// Tests that sizes that are variables are read where they are needed, also when
// they are computed.
// CHECK-LABEL: func.func @softmax_dynamic
func.func @softmax_dynamic(%x: tensor<?x3xf32> {tg.dims = ["n", 3]}) -> tensor<3x?xf32>
    attributes {tg.variables = {n = [1, 8]}} {
  // CHECK: %[[M:.*]] = arith.muli
  // CHECK: %[[Y:.*]] = tg.reshape %arg0 [3, %[[M]]]
  // CHECK: %[[N:.*]] = tg.variable "n"
  // CHECK: %[[MAX:.*]] = tg.max %[[Y]] axes [1] keepdim : tensor<3x?xf32> -> tensor<3x1xf32>
  // CHECK: tg.expand %[[MAX]] [3, %{{.*}}] : tensor<3x1xf32> -> tensor<3x?xf32>
  %n = tg.variable "n"
  %one = arith.constant 1 : index
  %m = arith.muli %n, %one : index
  %y = tg.reshape %x [3, %m] : tensor<?x3xf32> -> tensor<3x?xf32>
  %0 = tg.softmax %y axis 1 : tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// Tests that an argmax is the least place of a largest element or NaN.
// CHECK-LABEL: func.func @argmax
// KEEP-LABEL: func.func @argmax
// KEEP-NOT: tg.argmax
func.func @argmax(%x: tensor<4x10xf32>) -> tensor<4xi32> {
  // CHECK: %[[MAX:.*]] = tg.max %arg0 axes [1] keepdim : tensor<4x10xf32> -> tensor<4x1xf32>
  // CHECK: %[[MAXES:.*]] = tg.expand %[[MAX]] [4, 10]
  // CHECK: %[[EQ:.*]] = tg.cmp eq %arg0, %[[MAXES]] : tensor<4x10xf32>
  // CHECK: %[[NAN:.*]] = tg.cmp ne %arg0, %arg0 : tensor<4x10xf32>
  // CHECK: %[[FOUND:.*]] = tg.or %[[EQ]], %[[NAN]] : tensor<4x10xi1>
  // CHECK: %[[PLACE:.*]] = tg.arange [10] start(0 : i32) step(1 : i32) : tensor<10xi32>
  // CHECK: %[[ROW:.*]] = tg.reshape %[[PLACE]] [1, 10]
  // CHECK-DAG: %[[PLACES:.*]] = tg.expand %[[ROW]] [4, 10]
  // CHECK-DAG: %[[NONES:.*]] = tg.constant dense<2147483647> : tensor<4x10xi32>
  // CHECK: %[[CANDIDATES:.*]] = tg.where %[[FOUND]], %[[PLACES]], %[[NONES]]
  // CHECK: %[[RESULT:.*]] = tg.min %[[CANDIDATES]] axes [1] : tensor<4x10xi32> -> tensor<4xi32>
  // CHECK: return %[[RESULT]]
  %0 = tg.argmax %x axis 1 : tensor<4x10xf32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Tests that an argmin starts from the smallest element, that integers are not
// asked for NaNs, and that the axis stays where asked for.
// CHECK-LABEL: func.func @argmin
// KEEP-LABEL: func.func @argmin
// KEEP: tg.argmin
func.func @argmin(%x: tensor<5x2xui8>) -> tensor<1x2xi32> {
  // CHECK: tg.min %arg0 axes [0] keepdim : tensor<5x2xui8> -> tensor<1x2xui8>
  // CHECK: tg.cmp eq
  // CHECK-NOT: tg.cmp
  // CHECK: tg.reshape %{{.*}} [5, 1] : tensor<5xi32> -> tensor<5x1xi32>
  // CHECK: tg.min %{{.*}} axes [0] keepdim : tensor<5x2xi32> -> tensor<1x2xi32>
  %0 = tg.argmin %x axis 0 keepdim : tensor<5x2xui8> -> tensor<1x2xi32>
  return %0 : tensor<1x2xi32>
}

// Tests that an argmax of a vector needs no reshape.
// CHECK-LABEL: func.func @argmax_vector
func.func @argmax_vector(%x: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<i32>
    attributes {tg.variables = {n = [1, 8]}} {
  // CHECK: tg.arange [%{{.*}}] start(0 : i32) step(1 : i32) : tensor<?xi32>
  // CHECK-NOT: tg.reshape
  // CHECK: tg.min %{{.*}} axes [0] : tensor<?xi32> -> tensor<i32>
  %0 = tg.argmax %x axis 0 : tensor<?xf32> -> tensor<i32>
  return %0 : tensor<i32>
}

// Tests that other ops stay as they are.
// CHECK-LABEL: func.func @no_composite
func.func @no_composite(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: tg.relu
  // CHECK-NEXT: return
  %0 = tg.relu %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
