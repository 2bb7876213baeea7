// Tests that rounding towards zero keeps signs, infinities and NaNs.

// RUN: tg-run %s --entry all --input random:1 --var n=11 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'f32_odd' is equal
func.func @f32_odd(%a: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %0 = tg.trunc %a : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// CHECK: result 0 of 'f32_scalar' is equal
func.func @f32_scalar(%a: tensor<f32>) -> tensor<f32> {
  %0 = tg.trunc %a : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'f32_empty' is equal
func.func @f32_empty(%a: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %0 = tg.trunc %a : tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// CHECK: result 0 of 'f32_one' is equal
func.func @f32_one(%a: tensor<1x1x1xf32>) -> tensor<1x1x1xf32> {
  %0 = tg.trunc %a : tensor<1x1x1xf32>
  return %0 : tensor<1x1x1xf32>
}

// CHECK: result 0 of 'f32_large' is equal
func.func @f32_large(%a: tensor<3x1031xf32>) -> tensor<3x1031xf32> {
  %0 = tg.trunc %a : tensor<3x1031xf32>
  return %0 : tensor<3x1031xf32>
}

// CHECK: result 0 of 'f32_dynamic' is equal
func.func @f32_dynamic(%a: tensor<?x3xf32> {tg.dims = ["n", 3]}) -> tensor<?x3xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.trunc %a : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK: result 0 of 'f64' is equal
func.func @f64(%a: tensor<133xf64>) -> tensor<133xf64> {
  %0 = tg.trunc %a : tensor<133xf64>
  return %0 : tensor<133xf64>
}

// CHECK: result 0 of 'f16' is equal
func.func @f16(%a: tensor<133xf16>) -> tensor<133xf16> {
  %0 = tg.trunc %a : tensor<133xf16>
  return %0 : tensor<133xf16>
}

// CHECK: result 0 of 'bf16' is equal
func.func @bf16(%a: tensor<133xbf16>) -> tensor<133xbf16> {
  %0 = tg.trunc %a : tensor<133xbf16>
  return %0 : tensor<133xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' is equal
func.func @f8E4M3FN(%a: tensor<133xf8E4M3FN>) -> tensor<133xf8E4M3FN> {
  %0 = tg.trunc %a : tensor<133xf8E4M3FN>
  return %0 : tensor<133xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' is equal
func.func @f8E5M2(%a: tensor<133xf8E5M2>) -> tensor<133xf8E5M2> {
  %0 = tg.trunc %a : tensor<133xf8E5M2>
  return %0 : tensor<133xf8E5M2>
}
