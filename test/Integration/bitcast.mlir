// Tests that the bits of an element are read as each other type of the width.

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --verify | FileCheck %s

// CHECK: result 0 of 'i8_to_ui8' is equal
func.func @i8_to_ui8(%a: tensor<67xi8>) -> tensor<67xui8> {
  %0 = tg.bitcast %a : tensor<67xi8> to tensor<67xui8>
  return %0 : tensor<67xui8>
}

// CHECK: result 0 of 'i8_to_f8E4M3FN' is equal
func.func @i8_to_f8E4M3FN(%a: tensor<67xi8>) -> tensor<67xf8E4M3FN> {
  %0 = tg.bitcast %a : tensor<67xi8> to tensor<67xf8E4M3FN>
  return %0 : tensor<67xf8E4M3FN>
}

// CHECK: result 0 of 'i8_to_f8E5M2' is equal
func.func @i8_to_f8E5M2(%a: tensor<67xi8>) -> tensor<67xf8E5M2> {
  %0 = tg.bitcast %a : tensor<67xi8> to tensor<67xf8E5M2>
  return %0 : tensor<67xf8E5M2>
}

// CHECK: result 0 of 'ui8_to_i8' is equal
func.func @ui8_to_i8(%a: tensor<67xui8>) -> tensor<67xi8> {
  %0 = tg.bitcast %a : tensor<67xui8> to tensor<67xi8>
  return %0 : tensor<67xi8>
}

// CHECK: result 0 of 'ui8_to_f8E4M3FN' is equal
func.func @ui8_to_f8E4M3FN(%a: tensor<67xui8>) -> tensor<67xf8E4M3FN> {
  %0 = tg.bitcast %a : tensor<67xui8> to tensor<67xf8E4M3FN>
  return %0 : tensor<67xf8E4M3FN>
}

// CHECK: result 0 of 'ui8_to_f8E5M2' is equal
func.func @ui8_to_f8E5M2(%a: tensor<67xui8>) -> tensor<67xf8E5M2> {
  %0 = tg.bitcast %a : tensor<67xui8> to tensor<67xf8E5M2>
  return %0 : tensor<67xf8E5M2>
}

// CHECK: result 0 of 'f8E4M3FN_to_i8' is equal
func.func @f8E4M3FN_to_i8(%a: tensor<67xf8E4M3FN>) -> tensor<67xi8> {
  %0 = tg.bitcast %a : tensor<67xf8E4M3FN> to tensor<67xi8>
  return %0 : tensor<67xi8>
}

// CHECK: result 0 of 'f8E4M3FN_to_ui8' is equal
func.func @f8E4M3FN_to_ui8(%a: tensor<67xf8E4M3FN>) -> tensor<67xui8> {
  %0 = tg.bitcast %a : tensor<67xf8E4M3FN> to tensor<67xui8>
  return %0 : tensor<67xui8>
}

// CHECK: result 0 of 'f8E4M3FN_to_f8E5M2' is equal
func.func @f8E4M3FN_to_f8E5M2(%a: tensor<67xf8E4M3FN>) -> tensor<67xf8E5M2> {
  %0 = tg.bitcast %a : tensor<67xf8E4M3FN> to tensor<67xf8E5M2>
  return %0 : tensor<67xf8E5M2>
}

// CHECK: result 0 of 'f8E5M2_to_i8' is equal
func.func @f8E5M2_to_i8(%a: tensor<67xf8E5M2>) -> tensor<67xi8> {
  %0 = tg.bitcast %a : tensor<67xf8E5M2> to tensor<67xi8>
  return %0 : tensor<67xi8>
}

// CHECK: result 0 of 'f8E5M2_to_ui8' is equal
func.func @f8E5M2_to_ui8(%a: tensor<67xf8E5M2>) -> tensor<67xui8> {
  %0 = tg.bitcast %a : tensor<67xf8E5M2> to tensor<67xui8>
  return %0 : tensor<67xui8>
}

// CHECK: result 0 of 'f8E5M2_to_f8E4M3FN' is equal
func.func @f8E5M2_to_f8E4M3FN(%a: tensor<67xf8E5M2>) -> tensor<67xf8E4M3FN> {
  %0 = tg.bitcast %a : tensor<67xf8E5M2> to tensor<67xf8E4M3FN>
  return %0 : tensor<67xf8E4M3FN>
}

// CHECK: result 0 of 'i16_to_ui16' is equal
func.func @i16_to_ui16(%a: tensor<67xi16>) -> tensor<67xui16> {
  %0 = tg.bitcast %a : tensor<67xi16> to tensor<67xui16>
  return %0 : tensor<67xui16>
}

// CHECK: result 0 of 'i16_to_f16' is equal
func.func @i16_to_f16(%a: tensor<67xi16>) -> tensor<67xf16> {
  %0 = tg.bitcast %a : tensor<67xi16> to tensor<67xf16>
  return %0 : tensor<67xf16>
}

// CHECK: result 0 of 'i16_to_bf16' is equal
func.func @i16_to_bf16(%a: tensor<67xi16>) -> tensor<67xbf16> {
  %0 = tg.bitcast %a : tensor<67xi16> to tensor<67xbf16>
  return %0 : tensor<67xbf16>
}

// CHECK: result 0 of 'ui16_to_i16' is equal
func.func @ui16_to_i16(%a: tensor<67xui16>) -> tensor<67xi16> {
  %0 = tg.bitcast %a : tensor<67xui16> to tensor<67xi16>
  return %0 : tensor<67xi16>
}

// CHECK: result 0 of 'ui16_to_f16' is equal
func.func @ui16_to_f16(%a: tensor<67xui16>) -> tensor<67xf16> {
  %0 = tg.bitcast %a : tensor<67xui16> to tensor<67xf16>
  return %0 : tensor<67xf16>
}

// CHECK: result 0 of 'ui16_to_bf16' is equal
func.func @ui16_to_bf16(%a: tensor<67xui16>) -> tensor<67xbf16> {
  %0 = tg.bitcast %a : tensor<67xui16> to tensor<67xbf16>
  return %0 : tensor<67xbf16>
}

// CHECK: result 0 of 'f16_to_i16' is equal
func.func @f16_to_i16(%a: tensor<67xf16>) -> tensor<67xi16> {
  %0 = tg.bitcast %a : tensor<67xf16> to tensor<67xi16>
  return %0 : tensor<67xi16>
}

// CHECK: result 0 of 'f16_to_ui16' is equal
func.func @f16_to_ui16(%a: tensor<67xf16>) -> tensor<67xui16> {
  %0 = tg.bitcast %a : tensor<67xf16> to tensor<67xui16>
  return %0 : tensor<67xui16>
}

// CHECK: result 0 of 'f16_to_bf16' is equal
func.func @f16_to_bf16(%a: tensor<67xf16>) -> tensor<67xbf16> {
  %0 = tg.bitcast %a : tensor<67xf16> to tensor<67xbf16>
  return %0 : tensor<67xbf16>
}

// CHECK: result 0 of 'bf16_to_i16' is equal
func.func @bf16_to_i16(%a: tensor<67xbf16>) -> tensor<67xi16> {
  %0 = tg.bitcast %a : tensor<67xbf16> to tensor<67xi16>
  return %0 : tensor<67xi16>
}

// CHECK: result 0 of 'bf16_to_ui16' is equal
func.func @bf16_to_ui16(%a: tensor<67xbf16>) -> tensor<67xui16> {
  %0 = tg.bitcast %a : tensor<67xbf16> to tensor<67xui16>
  return %0 : tensor<67xui16>
}

// CHECK: result 0 of 'bf16_to_f16' is equal
func.func @bf16_to_f16(%a: tensor<67xbf16>) -> tensor<67xf16> {
  %0 = tg.bitcast %a : tensor<67xbf16> to tensor<67xf16>
  return %0 : tensor<67xf16>
}

// CHECK: result 0 of 'i32_to_ui32' is equal
func.func @i32_to_ui32(%a: tensor<67xi32>) -> tensor<67xui32> {
  %0 = tg.bitcast %a : tensor<67xi32> to tensor<67xui32>
  return %0 : tensor<67xui32>
}

// CHECK: result 0 of 'i32_to_f32' is equal
func.func @i32_to_f32(%a: tensor<67xi32>) -> tensor<67xf32> {
  %0 = tg.bitcast %a : tensor<67xi32> to tensor<67xf32>
  return %0 : tensor<67xf32>
}

// CHECK: result 0 of 'ui32_to_i32' is equal
func.func @ui32_to_i32(%a: tensor<67xui32>) -> tensor<67xi32> {
  %0 = tg.bitcast %a : tensor<67xui32> to tensor<67xi32>
  return %0 : tensor<67xi32>
}

// CHECK: result 0 of 'ui32_to_f32' is equal
func.func @ui32_to_f32(%a: tensor<67xui32>) -> tensor<67xf32> {
  %0 = tg.bitcast %a : tensor<67xui32> to tensor<67xf32>
  return %0 : tensor<67xf32>
}

// CHECK: result 0 of 'f32_to_i32' is equal
func.func @f32_to_i32(%a: tensor<67xf32>) -> tensor<67xi32> {
  %0 = tg.bitcast %a : tensor<67xf32> to tensor<67xi32>
  return %0 : tensor<67xi32>
}

// CHECK: result 0 of 'f32_to_ui32' is equal
func.func @f32_to_ui32(%a: tensor<67xf32>) -> tensor<67xui32> {
  %0 = tg.bitcast %a : tensor<67xf32> to tensor<67xui32>
  return %0 : tensor<67xui32>
}

// CHECK: result 0 of 'i64_to_ui64' is equal
func.func @i64_to_ui64(%a: tensor<67xi64>) -> tensor<67xui64> {
  %0 = tg.bitcast %a : tensor<67xi64> to tensor<67xui64>
  return %0 : tensor<67xui64>
}

// CHECK: result 0 of 'i64_to_f64' is equal
func.func @i64_to_f64(%a: tensor<67xi64>) -> tensor<67xf64> {
  %0 = tg.bitcast %a : tensor<67xi64> to tensor<67xf64>
  return %0 : tensor<67xf64>
}

// CHECK: result 0 of 'ui64_to_i64' is equal
func.func @ui64_to_i64(%a: tensor<67xui64>) -> tensor<67xi64> {
  %0 = tg.bitcast %a : tensor<67xui64> to tensor<67xi64>
  return %0 : tensor<67xi64>
}

// CHECK: result 0 of 'ui64_to_f64' is equal
func.func @ui64_to_f64(%a: tensor<67xui64>) -> tensor<67xf64> {
  %0 = tg.bitcast %a : tensor<67xui64> to tensor<67xf64>
  return %0 : tensor<67xf64>
}

// CHECK: result 0 of 'f64_to_i64' is equal
func.func @f64_to_i64(%a: tensor<67xf64>) -> tensor<67xi64> {
  %0 = tg.bitcast %a : tensor<67xf64> to tensor<67xi64>
  return %0 : tensor<67xi64>
}

// CHECK: result 0 of 'f64_to_ui64' is equal
func.func @f64_to_ui64(%a: tensor<67xf64>) -> tensor<67xui64> {
  %0 = tg.bitcast %a : tensor<67xf64> to tensor<67xui64>
  return %0 : tensor<67xui64>
}
