// Tests that axes are reordered.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'transpose' is equal
func.func @transpose(%a: tensor<5x7xf32>) -> tensor<7x5xf32> {
  %0 = tg.permute %a [1, 0] : tensor<5x7xf32> -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

// CHECK: result 0 of 'rank5' is equal
func.func @rank5(%a: tensor<2x3x1x4x5xi8>) -> tensor<5x2x4x3x1xi8> {
  %0 = tg.permute %a [4, 0, 3, 1, 2] : tensor<2x3x1x4x5xi8> -> tensor<5x2x4x3x1xi8>
  return %0 : tensor<5x2x4x3x1xi8>
}

// CHECK: result 0 of 'large' is equal
func.func @large(%a: tensor<129x65xf64>) -> tensor<65x129xf64> {
  %0 = tg.permute %a [1, 0] : tensor<129x65xf64> -> tensor<65x129xf64>
  return %0 : tensor<65x129xf64>
}

// CHECK: result 0 of 'scalar' is equal
func.func @scalar(%a: tensor<ui32>) -> tensor<ui32> {
  %0 = tg.permute %a [] : tensor<ui32> -> tensor<ui32>
  return %0 : tensor<ui32>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%a: tensor<?x3xf8E5M2> {tg.dims = ["n", 3]}) -> tensor<3x?xf8E5M2>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.permute %a [1, 0] : tensor<?x3xf8E5M2> -> tensor<3x?xf8E5M2>
  return %0 : tensor<3x?xf8E5M2>
}
