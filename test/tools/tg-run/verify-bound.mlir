// Tests that --verify compares sums of floats within their error bound, what moves or
// is computed element by element bit for bit, and integer sums exactly.

// RUN: tg-run %s --entry all --input random:7 --verify | FileCheck %s

// CHECK: result 0 of 'float_sum' {{is (equal|close)}} in all 1 elements
// CHECK: result 0 of 'integer_sum' is equal in all 1 elements
// CHECK: result 0 of 'elements' is equal in all 4096 elements
func.func @float_sum(%x: tensor<4096xf32>) -> tensor<f32> {
  %0 = tg.sum %x axes [0] : tensor<4096xf32> -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @integer_sum(%x: tensor<4096xi32>) -> tensor<i32> {
  %0 = tg.sum %x axes [0] : tensor<4096xi32> -> tensor<i32>
  return %0 : tensor<i32>
}
func.func @elements(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = tg.sin %x : tensor<4096xf32>
  %1 = tg.flip %0 [0] : tensor<4096xf32>
  return %1 : tensor<4096xf32>
}
// The numbers of constants count: the terms here are larger than the sum.
// CHECK: result 0 of 'constant_sum' {{is (equal|close)}} in all 1 elements
func.func @constant_sum() -> tensor<f32> {
  %0 = tg.arange [3] start(3.0 : f32) step(1.0 : f32) : tensor<3xf32>
  %1 = tg.constant dense<-3> : tensor<i32>
  %2 = tg.constant dense<[2.0, -3.0, -2.0]> : tensor<3xf32>
  %3 = tg.cross_entropy %0, %1 axis 0 weight(%2 : tensor<3xf32>) smoothing 0.25 ignore_index -1 reduction sum : tensor<3xf32>, tensor<i32> -> tensor<f32>
  return %3 : tensor<f32>
}
