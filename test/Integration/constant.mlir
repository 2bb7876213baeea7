// Tests that a constant of every type, and a splat, is returned as it is.

// RUN: tg-run %s --entry all --verify | FileCheck %s

// CHECK: result 0 of 'i1' is equal
func.func @i1() -> tensor<3xi1> {
  %0 = tg.constant dense<[true, false, true]> : tensor<3xi1>
  return %0 : tensor<3xi1>
}

// CHECK: result 0 of 'i8' is equal
func.func @i8() -> tensor<3xi8> {
  %0 = tg.constant dense<[-128, 0, 127]> : tensor<3xi8>
  return %0 : tensor<3xi8>
}

// CHECK: result 0 of 'i16' is equal
func.func @i16() -> tensor<3xi16> {
  %0 = tg.constant dense<[1, 2, 3]> : tensor<3xi16>
  return %0 : tensor<3xi16>
}

// CHECK: result 0 of 'i32' is equal
func.func @i32() -> tensor<3xi32> {
  %0 = tg.constant dense<[1, -2, 3]> : tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK: result 0 of 'i64' is equal
func.func @i64() -> tensor<3xi64> {
  %0 = tg.constant dense<[9223372036854775807, 0, 1]> : tensor<3xi64>
  return %0 : tensor<3xi64>
}

// CHECK: result 0 of 'ui8' is equal
func.func @ui8() -> tensor<3xui8> {
  %0 = tg.constant dense<[255, 0, 1]> : tensor<3xui8>
  return %0 : tensor<3xui8>
}

// CHECK: result 0 of 'ui16' is equal
func.func @ui16() -> tensor<3xui16> {
  %0 = tg.constant dense<[65535, 0, 1]> : tensor<3xui16>
  return %0 : tensor<3xui16>
}

// CHECK: result 0 of 'ui32' is equal
func.func @ui32() -> tensor<3xui32> {
  %0 = tg.constant dense<[4294967295, 0, 1]> : tensor<3xui32>
  return %0 : tensor<3xui32>
}

// CHECK: result 0 of 'ui64' is equal
func.func @ui64() -> tensor<3xui64> {
  %0 = tg.constant dense<[18446744073709551615, 0, 1]> : tensor<3xui64>
  return %0 : tensor<3xui64>
}

// CHECK: result 0 of 'f32' is equal
func.func @f32() -> tensor<3xf32> {
  %0 = tg.constant dense<[1.5, -0.0, 0x7FC00000]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK: result 0 of 'f64' is equal
func.func @f64() -> tensor<3xf64> {
  %0 = tg.constant dense<[1.5, -0.0, 1.0e300]> : tensor<3xf64>
  return %0 : tensor<3xf64>
}

// CHECK: result 0 of 'f16' is equal
func.func @f16() -> tensor<3xf16> {
  %0 = tg.constant dense<[1.5, -0.0, 65504.0]> : tensor<3xf16>
  return %0 : tensor<3xf16>
}

// CHECK: result 0 of 'bf16' is equal
func.func @bf16() -> tensor<3xbf16> {
  %0 = tg.constant dense<[1.5, -0.0, 3.0]> : tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' is equal
func.func @f8E4M3FN() -> tensor<3xf8E4M3FN> {
  %0 = tg.constant dense<[1.5, -0.0, 448.0]> : tensor<3xf8E4M3FN>
  return %0 : tensor<3xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' is equal
func.func @f8E5M2() -> tensor<3xf8E5M2> {
  %0 = tg.constant dense<[1.5, -0.0, 57344.0]> : tensor<3xf8E5M2>
  return %0 : tensor<3xf8E5M2>
}

// CHECK: result 0 of 'splat' is equal
func.func @splat() -> tensor<5x7xf32> {
  %0 = tg.constant dense<2.5> : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// CHECK: result 0 of 'scalar' is equal
func.func @scalar() -> tensor<i32> {
  %0 = tg.constant dense<42> : tensor<i32>
  return %0 : tensor<i32>
}

// CHECK: result 0 of 'empty' is equal
func.func @empty() -> tensor<0x2xf32> {
  %0 = tg.constant dense<> : tensor<0x2xf32>
  return %0 : tensor<0x2xf32>
}
