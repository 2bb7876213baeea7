// Tests that the least and the largest element of a row that is read in vectors are
// NaN if one element is, at any place.

// RUN: tg-run %s --entry all --device opencl --input edges:2 --verify | FileCheck %s
// RUN: tg-run %s --entry all --device opencl --input random:1 --verify | FileCheck %s

// CHECK-DAG: result 0 of 'floats' is equal
// CHECK-DAG: result 1 of 'floats' is equal
// CHECK-DAG: result 0 of 'halves' is equal
// CHECK-DAG: result 1 of 'halves' is equal
func.func @floats(%x: tensor<5x1024xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %0 = tg.min %x axes [1] : tensor<5x1024xf32> -> tensor<5xf32>
  %1 = tg.max %x axes [1] : tensor<5x1024xf32> -> tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}
func.func @halves(%x: tensor<64xf16>) -> (tensor<f16>, tensor<f16>) {
  %0 = tg.min %x axes [0] : tensor<64xf16> -> tensor<f16>
  %1 = tg.max %x axes [0] : tensor<64xf16> -> tensor<f16>
  return %0, %1 : tensor<f16>, tensor<f16>
}
