// Tests that a tensor is surrounded by elements of one value.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s

// CHECK: result 0 of 'both_ends' is equal
func.func @both_ends(%a: tensor<2x3xf32>) -> tensor<5x6xf32> {
  %0 = tg.pad %a low [1, 0] high [2, 3] value(1.5 : f32) : tensor<2x3xf32> -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}

// CHECK: result 0 of 'from_nothing' is equal
func.func @from_nothing(%a: tensor<0x2xi32>) -> tensor<3x2xi32> {
  %0 = tg.pad %a low [2, 0] high [1, 0] value(-7 : i32) : tensor<0x2xi32> -> tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// CHECK: result 0 of 'bools' is equal
func.func @bools(%a: tensor<5xi1>) -> tensor<9xi1> {
  %0 = tg.pad %a low [2] high [2] value(true) : tensor<5xi1> -> tensor<9xi1>
  return %0 : tensor<9xi1>
}

// CHECK: result 0 of 'unsigned' is equal
func.func @unsigned(%a: tensor<5xui16>) -> tensor<8xui16> {
  %0 = tg.pad %a low [3] high [0] value(65535 : ui16) : tensor<5xui16> -> tensor<8xui16>
  return %0 : tensor<8xui16>
}

// CHECK: result 0 of 'narrow' is equal
func.func @narrow(%a: tensor<5xf8E4M3FN>) -> tensor<8xf8E4M3FN> {
  %0 = tg.pad %a low [1] high [2] value(0.5 : f8E4M3FN) : tensor<5xf8E4M3FN> -> tensor<8xf8E4M3FN>
  return %0 : tensor<8xf8E4M3FN>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%a: tensor<?x3xf32> {tg.dims = ["n", 3]}) -> tensor<?x5xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %n = tg.variable "n"
  %0 = tg.pad %a low [%n, 1] high [1, 1] value(0.0 : f32) : tensor<?x3xf32> -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}
