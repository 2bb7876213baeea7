// Tests that TOSA programs give what MLIR's own lowering gives.

// RUN: %python %S/../linalg/Inputs/against_runner.py %s | FileCheck %s
// CHECK-NOT: DIFFERENT

func.func @elementwise(%a: tensor<3x4xf32>, %b: tensor<1x4xf32>, %c: tensor<3x1xf32>) -> tensor<3x4xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.add %a, %b : (tensor<3x4xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  %1 = tosa.mul %0, %c, %shift : (tensor<3x4xf32>, tensor<3x1xf32>, tensor<1xi8>) -> tensor<3x4xf32>
  %2 = tosa.tanh %1 : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %3 = tosa.maximum %2, %b : (tensor<3x4xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  %4 = tosa.greater %3, %a : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
  %5 = tosa.select %4, %3, %c : (tensor<3x4xi1>, tensor<3x4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32>
  %6 = tosa.clamp %5 {min_val = -0.5 : f32, max_val = 0.75 : f32} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %6 : tensor<3x4xf32>
}

func.func @integers(%a: tensor<8xi32>, %b: tensor<8xi32>, %s: tensor<8xi8>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi8>) {
  %two = "tosa.const"() <{values = dense<2> : tensor<8xi32>}> : () -> tensor<8xi32>
  %three = "tosa.const"() <{values = dense<3> : tensor<8xi32>}> : () -> tensor<8xi32>
  %zp = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.intdiv %a, %three : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %1 = tosa.arithmetic_right_shift %b, %two {round = true} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %2 = tosa.negate %s, %zp, %zp : (tensor<8xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<8xi8>
  return %0, %1, %2 : tensor<8xi32>, tensor<8xi32>, tensor<8xi8>
}

func.func @casts(%a: tensor<9xf32>, %b: tensor<9xi8>) -> (tensor<9xi8>, tensor<9xi32>, tensor<9xf32>) {
  %0 = tosa.cast %a : (tensor<9xf32>) -> tensor<9xi8>
  %1 = tosa.cast %a : (tensor<9xf32>) -> tensor<9xi32>
  %2 = tosa.cast %b : (tensor<9xi8>) -> tensor<9xf32>
  return %0, %1, %2 : tensor<9xi8>, tensor<9xi32>, tensor<9xf32>
}

func.func @leading_zeros(%a: tensor<8xi32>) -> tensor<8xi32> {
  %0 = tosa.clz %a : (tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// Between two entries of a list of 513.
func.func @wide_table(%a: tensor<9xi16>, %t: tensor<513xi16>) -> tensor<9xi32> {
  %0 = tosa.table %a, %t : (tensor<9xi16>, tensor<513xi16>) -> tensor<9xi32>
  return %0 : tensor<9xi32>
}
