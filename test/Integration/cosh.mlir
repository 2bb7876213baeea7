// Tests that the hyperbolic cosine is the reference's sequence of operations bit for bit in every float type.

// RUN: tg-run %s --entry all --input random:1 --var n=11 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%a: tensor<?x3xf32> {tg.dims = ["n", 3]}) -> tensor<?x3xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.cosh %a : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK: result 0 of 'scalar' is equal
func.func @scalar(%a: tensor<f32>) -> tensor<f32> {
  %0 = tg.cosh %a : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'f32' is equal
func.func @f32(%a: tensor<133xf32>) -> tensor<133xf32> {
  %0 = tg.cosh %a : tensor<133xf32>
  return %0 : tensor<133xf32>
}

// CHECK: result 0 of 'f64' is equal
func.func @f64(%a: tensor<133xf64>) -> tensor<133xf64> {
  %0 = tg.cosh %a : tensor<133xf64>
  return %0 : tensor<133xf64>
}

// CHECK: result 0 of 'f16' is equal
func.func @f16(%a: tensor<133xf16>) -> tensor<133xf16> {
  %0 = tg.cosh %a : tensor<133xf16>
  return %0 : tensor<133xf16>
}

// CHECK: result 0 of 'bf16' is equal
func.func @bf16(%a: tensor<133xbf16>) -> tensor<133xbf16> {
  %0 = tg.cosh %a : tensor<133xbf16>
  return %0 : tensor<133xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' is equal
func.func @f8E4M3FN(%a: tensor<133xf8E4M3FN>) -> tensor<133xf8E4M3FN> {
  %0 = tg.cosh %a : tensor<133xf8E4M3FN>
  return %0 : tensor<133xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' is equal
func.func @f8E5M2(%a: tensor<133xf8E5M2>) -> tensor<133xf8E5M2> {
  %0 = tg.cosh %a : tensor<133xf8E5M2>
  return %0 : tensor<133xf8E5M2>
}
