// Tests that bits are combined by "or".

// RUN: tg-run %s --entry all --input random:1 --var n=11 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'i32_odd' is equal
func.func @i32_odd(%a: tensor<5x7xi32>, %b: tensor<5x7xi32>) -> tensor<5x7xi32> {
  %0 = tg.or %a, %b : tensor<5x7xi32>
  return %0 : tensor<5x7xi32>
}

// CHECK: result 0 of 'i32_scalar' is equal
func.func @i32_scalar(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = tg.or %a, %b : tensor<i32>
  return %0 : tensor<i32>
}

// CHECK: result 0 of 'i32_empty' is equal
func.func @i32_empty(%a: tensor<0x4xi32>, %b: tensor<0x4xi32>) -> tensor<0x4xi32> {
  %0 = tg.or %a, %b : tensor<0x4xi32>
  return %0 : tensor<0x4xi32>
}

// CHECK: result 0 of 'i32_one' is equal
func.func @i32_one(%a: tensor<1x1x1xi32>, %b: tensor<1x1x1xi32>) -> tensor<1x1x1xi32> {
  %0 = tg.or %a, %b : tensor<1x1x1xi32>
  return %0 : tensor<1x1x1xi32>
}

// CHECK: result 0 of 'i32_large' is equal
func.func @i32_large(%a: tensor<3x1031xi32>, %b: tensor<3x1031xi32>) -> tensor<3x1031xi32> {
  %0 = tg.or %a, %b : tensor<3x1031xi32>
  return %0 : tensor<3x1031xi32>
}

// CHECK: result 0 of 'i32_dynamic' is equal
func.func @i32_dynamic(%a: tensor<?x3xi32> {tg.dims = ["n", 3]}, %b: tensor<?x3xi32> {tg.dims = ["n", 3]})
    -> tensor<?x3xi32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.or %a, %b : tensor<?x3xi32>
  return %0 : tensor<?x3xi32>
}

// CHECK: result 0 of 'i1' is equal
func.func @i1(%a: tensor<133xi1>, %b: tensor<133xi1>) -> tensor<133xi1> {
  %0 = tg.or %a, %b : tensor<133xi1>
  return %0 : tensor<133xi1>
}

// CHECK: result 0 of 'i8' is equal
func.func @i8(%a: tensor<133xi8>, %b: tensor<133xi8>) -> tensor<133xi8> {
  %0 = tg.or %a, %b : tensor<133xi8>
  return %0 : tensor<133xi8>
}

// CHECK: result 0 of 'i16' is equal
func.func @i16(%a: tensor<133xi16>, %b: tensor<133xi16>) -> tensor<133xi16> {
  %0 = tg.or %a, %b : tensor<133xi16>
  return %0 : tensor<133xi16>
}

// CHECK: result 0 of 'i64' is equal
func.func @i64(%a: tensor<133xi64>, %b: tensor<133xi64>) -> tensor<133xi64> {
  %0 = tg.or %a, %b : tensor<133xi64>
  return %0 : tensor<133xi64>
}

// CHECK: result 0 of 'ui8' is equal
func.func @ui8(%a: tensor<133xui8>, %b: tensor<133xui8>) -> tensor<133xui8> {
  %0 = tg.or %a, %b : tensor<133xui8>
  return %0 : tensor<133xui8>
}

// CHECK: result 0 of 'ui16' is equal
func.func @ui16(%a: tensor<133xui16>, %b: tensor<133xui16>) -> tensor<133xui16> {
  %0 = tg.or %a, %b : tensor<133xui16>
  return %0 : tensor<133xui16>
}

// CHECK: result 0 of 'ui32' is equal
func.func @ui32(%a: tensor<133xui32>, %b: tensor<133xui32>) -> tensor<133xui32> {
  %0 = tg.or %a, %b : tensor<133xui32>
  return %0 : tensor<133xui32>
}

// CHECK: result 0 of 'ui64' is equal
func.func @ui64(%a: tensor<133xui64>, %b: tensor<133xui64>) -> tensor<133xui64> {
  %0 = tg.or %a, %b : tensor<133xui64>
  return %0 : tensor<133xui64>
}
