// Tests that a kernel equal to one of an earlier function is not compiled again, and
// that one that differs in a constant is.

// RUN: tg-run %s --entry all --input random:1 --verify --stats | FileCheck %s

// CHECK: result 0 of 'first' is equal
// CHECK: kernel {{.*}}: compiled in
// CHECK: result 0 of 'equal' is equal
// CHECK: kernel {{.*}}: same as another
// CHECK: kernels: 1 launches in 0 launch graphs, 0 compiled
// CHECK: result 0 of 'other' is equal
// CHECK: kernel {{.*}}: compiled in
func.func @first(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %c = tg.constant dense<2.0> : tensor<5x7xf32>
  %0 = tg.mul %x, %c : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}
func.func @equal(%y: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %c = tg.constant dense<2.0> : tensor<5x7xf32>
  %0 = tg.mul %y, %c : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}
func.func @other(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %c = tg.constant dense<3.0> : tensor<5x7xf32>
  %0 = tg.mul %x, %c : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}
