// Tests that a value stored in memory of its own stays the same.

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s

// CHECK: result 0 of 'kept' is equal
func.func @kept(%a: tensor<5x7xf32>) -> tensor<7x5xf32> {
  %t = tg.permute %a [1, 0] : tensor<5x7xf32> -> tensor<7x5xf32>
  %c = tg.contiguous %t : tensor<7x5xf32>
  %0 = tg.neg %c : tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

// CHECK: result 0 of 'of_argument' is equal
func.func @of_argument(%a: tensor<5x7xi8>) -> tensor<5x7xi8> {
  %0 = tg.contiguous %a : tensor<5x7xi8>
  return %0 : tensor<5x7xi8>
}

// CHECK: result 0 of 'twice' is equal
func.func @twice(%a: tensor<3xi1>) -> tensor<3xi1> {
  %c = tg.contiguous %a : tensor<3xi1>
  %0 = tg.contiguous %c : tensor<3xi1>
  return %0 : tensor<3xi1>
}
