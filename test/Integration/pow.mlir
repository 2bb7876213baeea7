// Tests that powers of floats are the reference's sequence bit for bit, and those of integers wrap alike.

// RUN: tg-run %s --entry all --input random:1 --var n=11 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%a: tensor<?x3xf32> {tg.dims = ["n", 3]}, %b: tensor<?x3xf32> {tg.dims = ["n", 3]}) -> tensor<?x3xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.pow %a, %b : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK: result 0 of 'scalar' is equal
func.func @scalar(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = tg.pow %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'f32' is equal
func.func @f32(%a: tensor<133xf32>, %b: tensor<133xf32>) -> tensor<133xf32> {
  %0 = tg.pow %a, %b : tensor<133xf32>
  return %0 : tensor<133xf32>
}

// CHECK: result 0 of 'f64' is equal
func.func @f64(%a: tensor<133xf64>, %b: tensor<133xf64>) -> tensor<133xf64> {
  %0 = tg.pow %a, %b : tensor<133xf64>
  return %0 : tensor<133xf64>
}

// CHECK: result 0 of 'f16' is equal
func.func @f16(%a: tensor<133xf16>, %b: tensor<133xf16>) -> tensor<133xf16> {
  %0 = tg.pow %a, %b : tensor<133xf16>
  return %0 : tensor<133xf16>
}

// CHECK: result 0 of 'bf16' is equal
func.func @bf16(%a: tensor<133xbf16>, %b: tensor<133xbf16>) -> tensor<133xbf16> {
  %0 = tg.pow %a, %b : tensor<133xbf16>
  return %0 : tensor<133xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' is equal
func.func @f8E4M3FN(%a: tensor<133xf8E4M3FN>, %b: tensor<133xf8E4M3FN>) -> tensor<133xf8E4M3FN> {
  %0 = tg.pow %a, %b : tensor<133xf8E4M3FN>
  return %0 : tensor<133xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' is equal
func.func @f8E5M2(%a: tensor<133xf8E5M2>, %b: tensor<133xf8E5M2>) -> tensor<133xf8E5M2> {
  %0 = tg.pow %a, %b : tensor<133xf8E5M2>
  return %0 : tensor<133xf8E5M2>
}

// CHECK: result 0 of 'i8' is equal
func.func @i8(%a: tensor<133xi8>, %b: tensor<133xi8>) -> tensor<133xi8> {
  %0 = tg.pow %a, %b : tensor<133xi8>
  return %0 : tensor<133xi8>
}

// CHECK: result 0 of 'i16' is equal
func.func @i16(%a: tensor<133xi16>, %b: tensor<133xi16>) -> tensor<133xi16> {
  %0 = tg.pow %a, %b : tensor<133xi16>
  return %0 : tensor<133xi16>
}

// CHECK: result 0 of 'i32' is equal
func.func @i32(%a: tensor<133xi32>, %b: tensor<133xi32>) -> tensor<133xi32> {
  %0 = tg.pow %a, %b : tensor<133xi32>
  return %0 : tensor<133xi32>
}

// CHECK: result 0 of 'i64' is equal
func.func @i64(%a: tensor<133xi64>, %b: tensor<133xi64>) -> tensor<133xi64> {
  %0 = tg.pow %a, %b : tensor<133xi64>
  return %0 : tensor<133xi64>
}

// CHECK: result 0 of 'ui8' is equal
func.func @ui8(%a: tensor<133xui8>, %b: tensor<133xui8>) -> tensor<133xui8> {
  %0 = tg.pow %a, %b : tensor<133xui8>
  return %0 : tensor<133xui8>
}

// CHECK: result 0 of 'ui16' is equal
func.func @ui16(%a: tensor<133xui16>, %b: tensor<133xui16>) -> tensor<133xui16> {
  %0 = tg.pow %a, %b : tensor<133xui16>
  return %0 : tensor<133xui16>
}

// CHECK: result 0 of 'ui32' is equal
func.func @ui32(%a: tensor<133xui32>, %b: tensor<133xui32>) -> tensor<133xui32> {
  %0 = tg.pow %a, %b : tensor<133xui32>
  return %0 : tensor<133xui32>
}

// CHECK: result 0 of 'ui64' is equal
func.func @ui64(%a: tensor<133xui64>, %b: tensor<133xui64>) -> tensor<133xui64> {
  %0 = tg.pow %a, %b : tensor<133xui64>
  return %0 : tensor<133xui64>
}
