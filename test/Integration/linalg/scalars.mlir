// Tests that scalars which a function takes and gives are tensors without axes, and an
// index a number of 64 bits.

// RUN: tg-run %s --input 0=random:3 --input zeros --verify
// RUN: tg-run %s --input 0=random:3 --input zeros | FileCheck %s
// CHECK: [3] f32
// CHECK-NEXT: [1.5 1.5 1.5]
// CHECK: [] f32
// CHECK-NEXT: 2.5
// CHECK: [] i64
// CHECK-NEXT: 4
func.func @main(%unused: tensor<2xf32>, %s: f32, %n: index) -> (tensor<3xf32>, f32, index) {
  %c = arith.constant 1.5 : f32
  %one = arith.constant 1.0 : f32
  %four = arith.constant 4 : index
  %0 = arith.addf %s, %c : f32
  %e = tensor.empty() : tensor<3xf32>
  %1 = linalg.fill ins(%0 : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %2 = arith.addf %0, %one : f32
  %3 = arith.addi %n, %four : index
  return %1, %2, %3 : tensor<3xf32>, f32, index
}
