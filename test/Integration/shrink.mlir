// Tests that a contiguous part of each axis is kept.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s

// CHECK: result 0 of 'inside' is equal
func.func @inside(%a: tensor<5x7xf32>) -> tensor<2x3xf32> {
  %0 = tg.shrink %a [1, 4] [2, 3] : tensor<5x7xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK: result 0 of 'to_nothing' is equal
func.func @to_nothing(%a: tensor<5xi64>) -> tensor<0xi64> {
  %0 = tg.shrink %a [5] [0] : tensor<5xi64> -> tensor<0xi64>
  return %0 : tensor<0xi64>
}

// CHECK: result 0 of 'large' is equal
func.func @large(%a: tensor<1000x9xi8>) -> tensor<777x8xi8> {
  %0 = tg.shrink %a [123, 1] [777, 8] : tensor<1000x9xi8> -> tensor<777x8xi8>
  return %0 : tensor<777x8xi8>
}

// CHECK: result 0 of 'dynamic_size' is equal
func.func @dynamic_size(%a: tensor<16x3xf16>) -> tensor<?x2xf16>
    attributes {tg.variables = {n = [1, 16]}} {
  %n = tg.variable "n"
  %0 = tg.shrink %a [0, 1] [%n, 2] : tensor<16x3xf16> -> tensor<?x2xf16>
  return %0 : tensor<?x2xf16>
}

// CHECK: result 0 of 'dynamic_offset' is equal
func.func @dynamic_offset(%a: tensor<20x3xi32>) -> tensor<4x3xi32>
    attributes {tg.variables = {n = [1, 16]}} {
  %n = tg.variable "n"
  %0 = tg.shrink %a [%n, 0] [4, 3] : tensor<20x3xi32> -> tensor<4x3xi32>
  return %0 : tensor<4x3xi32>
}
