// Tests programs of scalars, which become tensors without axes, beside nothing that has
// to do with tensors.

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s

// CHECK: result 0 of 'same' is equal
func.func @same(%x: f32) -> f32 {
  return %x : f32
}

// CHECK: result 0 of 'unused' is equal
func.func @unused(%x: f32, %y: tensor<2xf32>) -> tensor<2xf32> {
  return %y : tensor<2xf32>
}

// CHECK: result 0 of 'index' is equal
func.func @index(%x: index) -> index {
  %0 = arith.addi %x, %x : index
  return %0 : index
}
