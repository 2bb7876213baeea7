// Tests that axes of size 1 are repeated.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s

// CHECK: result 0 of 'rows' is equal
func.func @rows(%a: tensor<1x5xf32>) -> tensor<7x5xf32> {
  %0 = tg.expand %a [7, 5] : tensor<1x5xf32> -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

// CHECK: result 0 of 'inner' is equal
func.func @inner(%a: tensor<3x1x2xi64>) -> tensor<3x4x2xi64> {
  %0 = tg.expand %a [3, 4, 2] : tensor<3x1x2xi64> -> tensor<3x4x2xi64>
  return %0 : tensor<3x4x2xi64>
}

// CHECK: result 0 of 'all' is equal
func.func @all(%a: tensor<1x1x1xi1>) -> tensor<2x3x5xi1> {
  %0 = tg.expand %a [2, 3, 5] : tensor<1x1x1xi1> -> tensor<2x3x5xi1>
  return %0 : tensor<2x3x5xi1>
}

// CHECK: result 0 of 'to_nothing' is equal
func.func @to_nothing(%a: tensor<1x3xf32>) -> tensor<0x3xf32> {
  %0 = tg.expand %a [0, 3] : tensor<1x3xf32> -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%a: tensor<1x3xbf16>) -> tensor<?x3xbf16>
    attributes {tg.variables = {n = [1, 16]}} {
  %n = tg.variable "n"
  %0 = tg.expand %a [%n, 3] : tensor<1x3xbf16> -> tensor<?x3xbf16>
  return %0 : tensor<?x3xbf16>
}
