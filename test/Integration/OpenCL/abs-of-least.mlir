// Tests that the absolute value of the least integer is itself on OpenCL, too, to
// what follows as well, which must not take it for positive.

// REQUIRES: opencl
// RUN: tg-run %s --device opencl --verify --input edges:2 | FileCheck %s

// CHECK: result 0 of 'main' is equal in all 64 elements
// CHECK: result 1 of 'main' is equal in all 64 elements
func.func @main(%x: tensor<64xi32>, %y: tensor<64xi8>) -> (tensor<64xi32>, tensor<64xi8>) {
  %0 = tg.abs %x : tensor<64xi32>
  %1 = tg.relu %0 : tensor<64xi32>
  %2 = tg.abs %y : tensor<64xi8>
  %3 = tg.relu %2 : tensor<64xi8>
  return %1, %3 : tensor<64xi32>, tensor<64xi8>
}
