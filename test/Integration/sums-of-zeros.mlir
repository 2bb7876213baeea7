// Tests that a float sum starts from +0, over however many elements: a sum of -0
// alone is +0, as its reciprocal shows.

// RUN: tg-run %s --entry all --input zeros --verify | FileCheck %s

// CHECK: result 0 of 'one_element' is equal
// CHECK: result 1 of 'one_element' is equal
// CHECK: result 2 of 'one_element' is equal
func.func @one_element(%x: tensor<5x1xf32>) -> (tensor<5xf32>, tensor<5x1xf32>, tensor<5xf32>) {
  %0 = tg.neg %x : tensor<5x1xf32>
  %1 = tg.sum %0 axes [1] : tensor<5x1xf32> -> tensor<5xf32>
  %2 = tg.reciprocal %1 : tensor<5xf32>
  %3 = tg.sum %0 axes [] : tensor<5x1xf32> -> tensor<5x1xf32>
  %4 = tg.reciprocal %3 : tensor<5x1xf32>
  %5 = tg.prod %0 axes [1] : tensor<5x1xf32> -> tensor<5xf32>
  %6 = tg.reciprocal %5 : tensor<5xf32>
  return %2, %4, %6 : tensor<5xf32>, tensor<5x1xf32>, tensor<5xf32>
}

// CHECK: result 0 of 'more_elements' is equal
// CHECK: result 1 of 'more_elements' is equal
func.func @more_elements(%x: tensor<4x17xf32>) -> (tensor<4xf32>, tensor<17xf32>) {
  %0 = tg.neg %x : tensor<4x17xf32>
  %1 = tg.sum %0 axes [1] : tensor<4x17xf32> -> tensor<4xf32>
  %2 = tg.reciprocal %1 : tensor<4xf32>
  %3 = tg.sum %0 axes [0] : tensor<4x17xf32> -> tensor<17xf32>
  %4 = tg.reciprocal %3 : tensor<17xf32>
  return %2, %4 : tensor<4xf32>, tensor<17xf32>
}

// CHECK: result 0 of 'product_of_columns' is equal
func.func @product_of_columns(%x: tensor<4x1xf32>, %y: tensor<1x4xf32>) -> tensor<4x4xf32> {
  %one = tg.constant dense<1.0> : tensor<1x4xf32>
  %0 = tg.neg %x : tensor<4x1xf32>
  %1 = tg.add %y, %one : tensor<1x4xf32>
  %2 = tg.matmul %0, %1 : tensor<4x1xf32>, tensor<1x4xf32> -> tensor<4x4xf32>
  %3 = tg.reciprocal %2 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
