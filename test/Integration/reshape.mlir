// Tests that elements keep their row-major order under another shape.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s

// CHECK: result 0 of 'split' is equal
func.func @split(%a: tensor<24xf32>) -> tensor<2x3x4xf32> {
  %0 = tg.reshape %a [2, 3, 4] : tensor<24xf32> -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK: result 0 of 'merge_transposed' is equal
func.func @merge_transposed(%a: tensor<4x6xi16>) -> tensor<24xi16> {
  %t = tg.permute %a [1, 0] : tensor<4x6xi16> -> tensor<6x4xi16>
  %0 = tg.reshape %t [24] : tensor<6x4xi16> -> tensor<24xi16>
  return %0 : tensor<24xi16>
}

// CHECK: result 0 of 'scalar' is equal
func.func @scalar(%a: tensor<1x1xi1>) -> tensor<i1> {
  %0 = tg.reshape %a [] : tensor<1x1xi1> -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK: result 0 of 'empty' is equal
func.func @empty(%a: tensor<0x3xf64>) -> tensor<5x0xf64> {
  %0 = tg.reshape %a [5, 0] : tensor<0x3xf64> -> tensor<5x0xf64>
  return %0 : tensor<5x0xf64>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%a: tensor<?x6xf16> {tg.dims = ["n", 6]}) -> tensor<?x2x3xf16>
    attributes {tg.variables = {n = [1, 16]}} {
  %n = tg.variable "n"
  %0 = tg.reshape %a [%n, 2, 3] : tensor<?x6xf16> -> tensor<?x2x3xf16>
  return %0 : tensor<?x2x3xf16>
}

// CHECK: result 0 of 'dynamic_flat' is equal
func.func @dynamic_flat(%a: tensor<?x4x3xui8> {tg.dims = ["n", 4, 3]}) -> tensor<?x2xui8>
    attributes {tg.variables = {n = [1, 16]}} {
  %n = tg.variable "n"
  %c6 = arith.constant 6 : index
  %m = arith.muli %n, %c6 : index
  %0 = tg.reshape %a [%m, 2] : tensor<?x4x3xui8> -> tensor<?x2xui8>
  return %0 : tensor<?x2xui8>
}
