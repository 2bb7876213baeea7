// Tests that axes are reversed.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'one_axis' is equal
func.func @one_axis(%a: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %0 = tg.flip %a [1] : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// CHECK: result 0 of 'all_axes' is equal
func.func @all_axes(%a: tensor<2x3x4xui64>) -> tensor<2x3x4xui64> {
  %0 = tg.flip %a [0, 1, 2] : tensor<2x3x4xui64>
  return %0 : tensor<2x3x4xui64>
}

// CHECK: result 0 of 'empty' is equal
func.func @empty(%a: tensor<0x3xi1>) -> tensor<0x3xi1> {
  %0 = tg.flip %a [0, 1] : tensor<0x3xi1>
  return %0 : tensor<0x3xi1>
}

// CHECK: result 0 of 'long' is equal
func.func @long(%a: tensor<1031xbf16>) -> tensor<1031xbf16> {
  %0 = tg.flip %a [0] : tensor<1031xbf16>
  return %0 : tensor<1031xbf16>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%a: tensor<?x3xf64> {tg.dims = ["n", 3]}) -> tensor<?x3xf64>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.flip %a [0] : tensor<?x3xf64>
  return %0 : tensor<?x3xf64>
}
