// Tests that bytes and words which are widened for a product of matrices, less a zero
// point, are read as they are by its kernel, and the twins that are stored.

// RUN: tg-opt %s --tg-fuse | FileCheck %s

// CHECK-LABEL: func.func @widened
// CHECK: tg.kernel
// CHECK: tg.cast
// CHECK: tg.sub
// CHECK: tg.matmul
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @widened(%a: tensor<64x64xui8>, %b: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %zero = tg.constant dense<3> : tensor<64x64xi32>
  %0 = tg.cast %a : tensor<64x64xui8> to tensor<64x64xi32>
  %1 = tg.cast %b : tensor<64x64xi8> to tensor<64x64xi32>
  %2 = tg.sub %0, %zero : tensor<64x64xi32>
  %3 = tg.matmul %2, %1 : tensor<64x64xi32>, tensor<64x64xi32> -> tensor<64x64xi32>
  return %3 : tensor<64x64xi32>
}

// Words are half as wide.
// CHECK-LABEL: func.func @words
// CHECK: tg.kernel
// CHECK: tg.cast
// CHECK: tg.cast
// CHECK: tg.matmul
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @words(%a: tensor<64x64xi16>, %b: tensor<64x64xi16>) -> tensor<64x64xi32> {
  %0 = tg.cast %a : tensor<64x64xi16> to tensor<64x64xi32>
  %1 = tg.cast %b : tensor<64x64xi16> to tensor<64x64xi32>
  %2 = tg.matmul %0, %1 : tensor<64x64xi32>, tensor<64x64xi32> -> tensor<64x64xi32>
  return %2 : tensor<64x64xi32>
}

// Floats are computed with.
// CHECK-LABEL: func.func @no_floats
// CHECK: tg.kernel
// CHECK: tg.cast
// CHECK: tg.kernel
// CHECK: tg.matmul
func.func @no_floats(%a: tensor<64x64xi8>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.cast %a : tensor<64x64xi8> to tensor<64x64xf32>
  %1 = tg.matmul %0, %b : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// What is read beside the bytes is as wide as the result.
// CHECK-LABEL: func.func @no_wide_source
// CHECK: tg.kernel
// CHECK: tg.cast
// CHECK: tg.kernel
// CHECK: tg.matmul
func.func @no_wide_source(%a: tensor<64x64xi8>, %b: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %0 = tg.cast %a : tensor<64x64xi8> to tensor<64x64xi32>
  %1 = tg.cdiv %0, %b : tensor<64x64xi32>
  %2 = tg.matmul %1, %1 : tensor<64x64xi32>, tensor<64x64xi32> -> tensor<64x64xi32>
  return %2 : tensor<64x64xi32>
}

// Many ops on the way cost more than to store what they give.
// CHECK-LABEL: func.func @no_long_way
// CHECK: tg.kernel
// CHECK: tg.cast
// CHECK: tg.kernel
// CHECK: tg.matmul
func.func @no_long_way(%a: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %0 = tg.cast %a : tensor<64x64xi8> to tensor<64x64xi32>
  %1 = tg.neg %0 : tensor<64x64xi32>
  %2 = tg.abs %1 : tensor<64x64xi32>
  %3 = tg.neg %2 : tensor<64x64xi32>
  %4 = tg.not %3 : tensor<64x64xi32>
  %5 = tg.matmul %4, %4 : tensor<64x64xi32>, tensor<64x64xi32> -> tensor<64x64xi32>
  return %5 : tensor<64x64xi32>
}
