// Tests that a cast from f32 to each other type rounds, wraps or saturates as it should.

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --verify | FileCheck %s

// CHECK: result 0 of 'to_i1' is equal
func.func @to_i1(%a: tensor<211xf32>) -> tensor<211xi1> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xi1>
  return %0 : tensor<211xi1>
}

// CHECK: result 0 of 'to_i8' is equal
func.func @to_i8(%a: tensor<211xf32>) -> tensor<211xi8> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xi8>
  return %0 : tensor<211xi8>
}

// CHECK: result 0 of 'to_i16' is equal
func.func @to_i16(%a: tensor<211xf32>) -> tensor<211xi16> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xi16>
  return %0 : tensor<211xi16>
}

// CHECK: result 0 of 'to_i32' is equal
func.func @to_i32(%a: tensor<211xf32>) -> tensor<211xi32> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xi32>
  return %0 : tensor<211xi32>
}

// CHECK: result 0 of 'to_i64' is equal
func.func @to_i64(%a: tensor<211xf32>) -> tensor<211xi64> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xi64>
  return %0 : tensor<211xi64>
}

// CHECK: result 0 of 'to_ui8' is equal
func.func @to_ui8(%a: tensor<211xf32>) -> tensor<211xui8> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xui8>
  return %0 : tensor<211xui8>
}

// CHECK: result 0 of 'to_ui16' is equal
func.func @to_ui16(%a: tensor<211xf32>) -> tensor<211xui16> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xui16>
  return %0 : tensor<211xui16>
}

// CHECK: result 0 of 'to_ui32' is equal
func.func @to_ui32(%a: tensor<211xf32>) -> tensor<211xui32> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xui32>
  return %0 : tensor<211xui32>
}

// CHECK: result 0 of 'to_ui64' is equal
func.func @to_ui64(%a: tensor<211xf32>) -> tensor<211xui64> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xui64>
  return %0 : tensor<211xui64>
}

// CHECK: result 0 of 'to_f64' is equal
func.func @to_f64(%a: tensor<211xf32>) -> tensor<211xf64> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xf64>
  return %0 : tensor<211xf64>
}

// CHECK: result 0 of 'to_f16' is equal
func.func @to_f16(%a: tensor<211xf32>) -> tensor<211xf16> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xf16>
  return %0 : tensor<211xf16>
}

// CHECK: result 0 of 'to_bf16' is equal
func.func @to_bf16(%a: tensor<211xf32>) -> tensor<211xbf16> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xbf16>
  return %0 : tensor<211xbf16>
}

// CHECK: result 0 of 'to_f8E4M3FN' is equal
func.func @to_f8E4M3FN(%a: tensor<211xf32>) -> tensor<211xf8E4M3FN> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xf8E4M3FN>
  return %0 : tensor<211xf8E4M3FN>
}

// CHECK: result 0 of 'to_f8E5M2' is equal
func.func @to_f8E5M2(%a: tensor<211xf32>) -> tensor<211xf8E5M2> {
  %0 = tg.cast %a : tensor<211xf32> to tensor<211xf8E5M2>
  return %0 : tensor<211xf8E5M2>
}
