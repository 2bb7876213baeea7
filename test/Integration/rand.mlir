// Tests that random numbers agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'threefry' {{is (equal|close)}}
func.func @threefry(%c: tensor<33xui64>, %k: tensor<33xui64>) -> tensor<33xui64> {
  %0 = tg.threefry %c, %k : tensor<33xui64>
  return %0 : tensor<33xui64>
}

// CHECK: result 0 of 'no_words' {{is (equal|close)}}
func.func @no_words(%c: tensor<0xui64>) -> tensor<0xui64> {
  %0 = tg.threefry %c, %c : tensor<0xui64>
  return %0 : tensor<0xui64>
}

// CHECK: result 0 of 'odd_f8E4M3FN' {{is (equal|close)}}
func.func @odd_f8E4M3FN(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<7x5xf8E4M3FN> {
  %0 = tg.rand %k, %c [7, 5] : tensor<2xui32> -> tensor<7x5xf8E4M3FN>
  return %0 : tensor<7x5xf8E4M3FN>
}

// CHECK: result 0 of 'even_f8E4M3FN' {{is (equal|close)}}
func.func @even_f8E4M3FN(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<4x8xf8E4M3FN> {
  %0 = tg.rand %k, %c [4, 8] : tensor<2xui32> -> tensor<4x8xf8E4M3FN>
  return %0 : tensor<4x8xf8E4M3FN>
}

// CHECK: result 0 of 'scalar_f8E4M3FN' {{is (equal|close)}}
func.func @scalar_f8E4M3FN(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<f8E4M3FN> {
  %0 = tg.rand %k, %c [] : tensor<2xui32> -> tensor<f8E4M3FN>
  return %0 : tensor<f8E4M3FN>
}

// CHECK: result 0 of 'nothing_f8E4M3FN' {{is (equal|close)}}
func.func @nothing_f8E4M3FN(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<0x3xf8E4M3FN> {
  %0 = tg.rand %k, %c [0, 3] : tensor<2xui32> -> tensor<0x3xf8E4M3FN>
  return %0 : tensor<0x3xf8E4M3FN>
}

// CHECK: result 0 of 'variable_f8E4M3FN' {{is (equal|close)}}
func.func @variable_f8E4M3FN(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<?x3xf8E4M3FN>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %0 = tg.rand %k, %c [%n, 3] : tensor<2xui32> -> tensor<?x3xf8E4M3FN>
  return %0 : tensor<?x3xf8E4M3FN>
}

// CHECK: result 0 of 'odd_f8E5M2' {{is (equal|close)}}
func.func @odd_f8E5M2(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<7x5xf8E5M2> {
  %0 = tg.rand %k, %c [7, 5] : tensor<2xui32> -> tensor<7x5xf8E5M2>
  return %0 : tensor<7x5xf8E5M2>
}

// CHECK: result 0 of 'even_f8E5M2' {{is (equal|close)}}
func.func @even_f8E5M2(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<4x8xf8E5M2> {
  %0 = tg.rand %k, %c [4, 8] : tensor<2xui32> -> tensor<4x8xf8E5M2>
  return %0 : tensor<4x8xf8E5M2>
}

// CHECK: result 0 of 'scalar_f8E5M2' {{is (equal|close)}}
func.func @scalar_f8E5M2(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<f8E5M2> {
  %0 = tg.rand %k, %c [] : tensor<2xui32> -> tensor<f8E5M2>
  return %0 : tensor<f8E5M2>
}

// CHECK: result 0 of 'nothing_f8E5M2' {{is (equal|close)}}
func.func @nothing_f8E5M2(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<0x3xf8E5M2> {
  %0 = tg.rand %k, %c [0, 3] : tensor<2xui32> -> tensor<0x3xf8E5M2>
  return %0 : tensor<0x3xf8E5M2>
}

// CHECK: result 0 of 'variable_f8E5M2' {{is (equal|close)}}
func.func @variable_f8E5M2(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<?x3xf8E5M2>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %0 = tg.rand %k, %c [%n, 3] : tensor<2xui32> -> tensor<?x3xf8E5M2>
  return %0 : tensor<?x3xf8E5M2>
}

// CHECK: result 0 of 'odd_f16' {{is (equal|close)}}
func.func @odd_f16(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<7x5xf16> {
  %0 = tg.rand %k, %c [7, 5] : tensor<2xui32> -> tensor<7x5xf16>
  return %0 : tensor<7x5xf16>
}

// CHECK: result 0 of 'even_f16' {{is (equal|close)}}
func.func @even_f16(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<4x8xf16> {
  %0 = tg.rand %k, %c [4, 8] : tensor<2xui32> -> tensor<4x8xf16>
  return %0 : tensor<4x8xf16>
}

// CHECK: result 0 of 'scalar_f16' {{is (equal|close)}}
func.func @scalar_f16(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<f16> {
  %0 = tg.rand %k, %c [] : tensor<2xui32> -> tensor<f16>
  return %0 : tensor<f16>
}

// CHECK: result 0 of 'nothing_f16' {{is (equal|close)}}
func.func @nothing_f16(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<0x3xf16> {
  %0 = tg.rand %k, %c [0, 3] : tensor<2xui32> -> tensor<0x3xf16>
  return %0 : tensor<0x3xf16>
}

// CHECK: result 0 of 'variable_f16' {{is (equal|close)}}
func.func @variable_f16(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<?x3xf16>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %0 = tg.rand %k, %c [%n, 3] : tensor<2xui32> -> tensor<?x3xf16>
  return %0 : tensor<?x3xf16>
}

// CHECK: result 0 of 'odd_bf16' {{is (equal|close)}}
func.func @odd_bf16(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<7x5xbf16> {
  %0 = tg.rand %k, %c [7, 5] : tensor<2xui32> -> tensor<7x5xbf16>
  return %0 : tensor<7x5xbf16>
}

// CHECK: result 0 of 'even_bf16' {{is (equal|close)}}
func.func @even_bf16(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<4x8xbf16> {
  %0 = tg.rand %k, %c [4, 8] : tensor<2xui32> -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// CHECK: result 0 of 'scalar_bf16' {{is (equal|close)}}
func.func @scalar_bf16(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<bf16> {
  %0 = tg.rand %k, %c [] : tensor<2xui32> -> tensor<bf16>
  return %0 : tensor<bf16>
}

// CHECK: result 0 of 'nothing_bf16' {{is (equal|close)}}
func.func @nothing_bf16(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<0x3xbf16> {
  %0 = tg.rand %k, %c [0, 3] : tensor<2xui32> -> tensor<0x3xbf16>
  return %0 : tensor<0x3xbf16>
}

// CHECK: result 0 of 'variable_bf16' {{is (equal|close)}}
func.func @variable_bf16(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<?x3xbf16>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %0 = tg.rand %k, %c [%n, 3] : tensor<2xui32> -> tensor<?x3xbf16>
  return %0 : tensor<?x3xbf16>
}

// CHECK: result 0 of 'odd_f32' {{is (equal|close)}}
func.func @odd_f32(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<7x5xf32> {
  %0 = tg.rand %k, %c [7, 5] : tensor<2xui32> -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

// CHECK: result 0 of 'even_f32' {{is (equal|close)}}
func.func @even_f32(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<4x8xf32> {
  %0 = tg.rand %k, %c [4, 8] : tensor<2xui32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK: result 0 of 'scalar_f32' {{is (equal|close)}}
func.func @scalar_f32(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<f32> {
  %0 = tg.rand %k, %c [] : tensor<2xui32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'nothing_f32' {{is (equal|close)}}
func.func @nothing_f32(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<0x3xf32> {
  %0 = tg.rand %k, %c [0, 3] : tensor<2xui32> -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// CHECK: result 0 of 'variable_f32' {{is (equal|close)}}
func.func @variable_f32(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<?x3xf32>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %0 = tg.rand %k, %c [%n, 3] : tensor<2xui32> -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK: result 0 of 'odd_f64' {{is (equal|close)}}
func.func @odd_f64(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<7x5xf64> {
  %0 = tg.rand %k, %c [7, 5] : tensor<2xui32> -> tensor<7x5xf64>
  return %0 : tensor<7x5xf64>
}

// CHECK: result 0 of 'even_f64' {{is (equal|close)}}
func.func @even_f64(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<4x8xf64> {
  %0 = tg.rand %k, %c [4, 8] : tensor<2xui32> -> tensor<4x8xf64>
  return %0 : tensor<4x8xf64>
}

// CHECK: result 0 of 'scalar_f64' {{is (equal|close)}}
func.func @scalar_f64(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<f64> {
  %0 = tg.rand %k, %c [] : tensor<2xui32> -> tensor<f64>
  return %0 : tensor<f64>
}

// CHECK: result 0 of 'nothing_f64' {{is (equal|close)}}
func.func @nothing_f64(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<0x3xf64> {
  %0 = tg.rand %k, %c [0, 3] : tensor<2xui32> -> tensor<0x3xf64>
  return %0 : tensor<0x3xf64>
}

// CHECK: result 0 of 'variable_f64' {{is (equal|close)}}
func.func @variable_f64(%k: tensor<2xui32>, %c: tensor<2xui32>) -> tensor<?x3xf64>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %0 = tg.rand %k, %c [%n, 3] : tensor<2xui32> -> tensor<?x3xf64>
  return %0 : tensor<?x3xf64>
}
