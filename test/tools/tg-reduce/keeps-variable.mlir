// Tests that a variable that matters stays.

// RUN: tg-reduce %s --test=%S/Inputs/has-wide-sum.sh | FileCheck %s

// CHECK: tg.dims = ["n"]
// CHECK-NOT: tg.exp
// CHECK: tg.sum
func.func @main(%x: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<f32>
    attributes {tg.variables = {m = [2, 3], n = [1, 9]}} {
  %0 = tg.exp %x : tensor<?xf32>
  %1 = tg.sum %0 axes [0] : tensor<?xf32> -> tensor<f32>
  return %1 : tensor<f32>
}
