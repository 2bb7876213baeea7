// Tests that products over any axes agree with the reference, integers exactly.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'f32_rows' {{is (equal|close)}}
func.func @f32_rows(%a: tensor<5x7xf32>) -> tensor<5xf32> {
  %0 = tg.prod %a axes [1] : tensor<5x7xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK: result 0 of 'f32_columns' {{is (equal|close)}}
func.func @f32_columns(%a: tensor<5x7xf32>) -> tensor<7xf32> {
  %0 = tg.prod %a axes [0] : tensor<5x7xf32> -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// CHECK: result 0 of 'f32_all' {{is (equal|close)}}
func.func @f32_all(%a: tensor<5x7xf32>) -> tensor<f32> {
  %0 = tg.prod %a axes [0, 1] : tensor<5x7xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'f32_middle' {{is (equal|close)}}
func.func @f32_middle(%a: tensor<3x4x5xf32>) -> tensor<3x5xf32> {
  %0 = tg.prod %a axes [1] : tensor<3x4x5xf32> -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK: result 0 of 'f32_outer' {{is (equal|close)}}
func.func @f32_outer(%a: tensor<3x4x5xf32>) -> tensor<4xf32> {
  %0 = tg.prod %a axes [0, 2] : tensor<3x4x5xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK: result 0 of 'f32_long' {{is (equal|close)}}
func.func @f32_long(%a: tensor<2x2053xf32>) -> tensor<2xf32> {
  %0 = tg.prod %a axes [1] : tensor<2x2053xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK: result 0 of 'f32_none' {{is (equal|close)}}
func.func @f32_none(%a: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = tg.prod %a axes [] : tensor<4x3xf32> -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK: result 0 of 'f32_over_nothing' {{is (equal|close)}}
func.func @f32_over_nothing(%a: tensor<3x0xf32>) -> tensor<3xf32> {
  %0 = tg.prod %a axes [1] : tensor<3x0xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK: result 0 of 'f32_empty' {{is (equal|close)}}
func.func @f32_empty(%a: tensor<0x3xf32>) -> tensor<0xf32> {
  %0 = tg.prod %a axes [1] : tensor<0x3xf32> -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// CHECK: result 0 of 'f32_keepdim' {{is (equal|close)}}
func.func @f32_keepdim(%a: tensor<5x7xf32>) -> tensor<5x1xf32> {
  %0 = tg.prod %a axes [1] keepdim : tensor<5x7xf32> -> tensor<5x1xf32>
  return %0 : tensor<5x1xf32>
}

// CHECK: result 0 of 'f32_dynamic' {{is (equal|close)}}
func.func @f32_dynamic(%a: tensor<?x3xf32> {tg.dims = ["n", 3]}) -> tensor<3xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.prod %a axes [0] : tensor<?x3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK: result 0 of 'f32_dynamic_rows' {{is (equal|close)}}
func.func @f32_dynamic_rows(%a: tensor<?x9xf32> {tg.dims = ["n", 9]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.prod %a axes [1] : tensor<?x9xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: result 0 of 'i8' {{is (equal|close)}}
func.func @i8(%a: tensor<4x67xi8>) -> tensor<4xi8> {
  %0 = tg.prod %a axes [1] : tensor<4x67xi8> -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// CHECK: result 0 of 'i16' {{is (equal|close)}}
func.func @i16(%a: tensor<4x67xi16>) -> tensor<4xi16> {
  %0 = tg.prod %a axes [1] : tensor<4x67xi16> -> tensor<4xi16>
  return %0 : tensor<4xi16>
}

// CHECK: result 0 of 'i32' {{is (equal|close)}}
func.func @i32(%a: tensor<4x67xi32>) -> tensor<4xi32> {
  %0 = tg.prod %a axes [1] : tensor<4x67xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK: result 0 of 'i64' {{is (equal|close)}}
func.func @i64(%a: tensor<4x67xi64>) -> tensor<4xi64> {
  %0 = tg.prod %a axes [1] : tensor<4x67xi64> -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// CHECK: result 0 of 'ui8' {{is (equal|close)}}
func.func @ui8(%a: tensor<4x67xui8>) -> tensor<4xui8> {
  %0 = tg.prod %a axes [1] : tensor<4x67xui8> -> tensor<4xui8>
  return %0 : tensor<4xui8>
}

// CHECK: result 0 of 'ui16' {{is (equal|close)}}
func.func @ui16(%a: tensor<4x67xui16>) -> tensor<4xui16> {
  %0 = tg.prod %a axes [1] : tensor<4x67xui16> -> tensor<4xui16>
  return %0 : tensor<4xui16>
}

// CHECK: result 0 of 'ui32' {{is (equal|close)}}
func.func @ui32(%a: tensor<4x67xui32>) -> tensor<4xui32> {
  %0 = tg.prod %a axes [1] : tensor<4x67xui32> -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// CHECK: result 0 of 'ui64' {{is (equal|close)}}
func.func @ui64(%a: tensor<4x67xui64>) -> tensor<4xui64> {
  %0 = tg.prod %a axes [1] : tensor<4x67xui64> -> tensor<4xui64>
  return %0 : tensor<4xui64>
}

// CHECK: result 0 of 'f64' {{is (equal|close)}}
func.func @f64(%a: tensor<4x67xf64>) -> tensor<4xf64> {
  %0 = tg.prod %a axes [1] : tensor<4x67xf64> -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%a: tensor<4x67xf16>) -> tensor<4xf16> {
  %0 = tg.prod %a axes [1] : tensor<4x67xf16> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%a: tensor<4x67xbf16>) -> tensor<4xbf16> {
  %0 = tg.prod %a axes [1] : tensor<4x67xbf16> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' {{is (equal|close)}}
func.func @f8E4M3FN(%a: tensor<4x67xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  %0 = tg.prod %a axes [1] : tensor<4x67xf8E4M3FN> -> tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' {{is (equal|close)}}
func.func @f8E5M2(%a: tensor<4x67xf8E5M2>) -> tensor<4xf8E5M2> {
  %0 = tg.prod %a axes [1] : tensor<4x67xf8E5M2> -> tensor<4xf8E5M2>
  return %0 : tensor<4xf8E5M2>
}
