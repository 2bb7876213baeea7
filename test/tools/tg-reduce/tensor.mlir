// Tests that ops, results, arguments, variables and sizes that do not matter go, and
// that the op that does stays.

// RUN: tg-reduce %s --test=%S/Inputs/has-exp.sh | FileCheck %s

// CHECK: func.func @main(%[[X:.*]]: tensor<1x1xf32>) {
// CHECK-NEXT: %[[E:.*]] = tg.exp %[[X]] : tensor<1x1xf32>
// CHECK-NEXT: return
func.func @main(%x: tensor<4x17xf32>, %y: tensor<4x17xf32>, %z: tensor<?xf32> {tg.dims = ["n"]})
    -> (tensor<4xf32>, tensor<4x17xf32>, tensor<?xf32>) attributes {tg.variables = {n = [1, 9]}} {
  %0 = tg.add %x, %y : tensor<4x17xf32>
  %1 = tg.exp %0 : tensor<4x17xf32>
  %2 = tg.mul %1, %y : tensor<4x17xf32>
  %3 = tg.sum %2 axes [1] : tensor<4x17xf32> -> tensor<4xf32>
  %4 = tg.sin %2 : tensor<4x17xf32>
  %5 = tg.neg %z : tensor<?xf32>
  return %3, %4, %5 : tensor<4xf32>, tensor<4x17xf32>, tensor<?xf32>
}
