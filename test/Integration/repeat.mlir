// Tests that repeating tensors along any axis agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'both' {{is (equal|close)}}
func.func @both(%a: tensor<3x4xf32>) -> tensor<6x12xf32> {
  %0 = tg.repeat %a [2, 3] : tensor<3x4xf32> -> tensor<6x12xf32>
  return %0 : tensor<6x12xf32>
}

// CHECK: result 0 of 'ones' {{is (equal|close)}}
func.func @ones(%a: tensor<1x4xf32>) -> tensor<5x4xf32> {
  %0 = tg.repeat %a [5, 1] : tensor<1x4xf32> -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// CHECK: result 0 of 'never' {{is (equal|close)}}
func.func @never(%a: tensor<3x4xf32>) -> tensor<0x4xf32> {
  %0 = tg.repeat %a [0, 1] : tensor<3x4xf32> -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// CHECK: result 0 of 'nothing' {{is (equal|close)}}
func.func @nothing(%a: tensor<0x4xf32>) -> tensor<0x8xf32> {
  %0 = tg.repeat %a [3, 2] : tensor<0x4xf32> -> tensor<0x8xf32>
  return %0 : tensor<0x8xf32>
}

// CHECK: result 0 of 'scalar' {{is (equal|close)}}
func.func @scalar(%a: tensor<f32>) -> tensor<f32> {
  %0 = tg.repeat %a [] : tensor<f32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'variable_count' {{is (equal|close)}}
func.func @variable_count(%a: tensor<3xi16>) -> tensor<?xi16>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %0 = tg.repeat %a [%n] : tensor<3xi16> -> tensor<?xi16>
  return %0 : tensor<?xi16>
}

// CHECK: result 0 of 'variable_size' {{is (equal|close)}}
func.func @variable_size(%a: tensor<?x2xf32> {tg.dims = ["n", 2]}) -> tensor<?x4xf32>
    attributes {tg.variables = {n = [0, 16]}} {
  %0 = tg.repeat %a [3, 2] : tensor<?x2xf32> -> tensor<?x4xf32>
  %1 = tg.exp2 %0 : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// CHECK: result 0 of 'type_i1' {{is (equal|close)}}
func.func @type_i1(%a: tensor<5xi1>) -> tensor<20xi1> {
  %0 = tg.repeat %a [4] : tensor<5xi1> -> tensor<20xi1>
  return %0 : tensor<20xi1>
}

// CHECK: result 0 of 'type_i8' {{is (equal|close)}}
func.func @type_i8(%a: tensor<5xi8>) -> tensor<20xi8> {
  %0 = tg.repeat %a [4] : tensor<5xi8> -> tensor<20xi8>
  return %0 : tensor<20xi8>
}

// CHECK: result 0 of 'type_i16' {{is (equal|close)}}
func.func @type_i16(%a: tensor<5xi16>) -> tensor<20xi16> {
  %0 = tg.repeat %a [4] : tensor<5xi16> -> tensor<20xi16>
  return %0 : tensor<20xi16>
}

// CHECK: result 0 of 'type_i32' {{is (equal|close)}}
func.func @type_i32(%a: tensor<5xi32>) -> tensor<20xi32> {
  %0 = tg.repeat %a [4] : tensor<5xi32> -> tensor<20xi32>
  return %0 : tensor<20xi32>
}

// CHECK: result 0 of 'type_i64' {{is (equal|close)}}
func.func @type_i64(%a: tensor<5xi64>) -> tensor<20xi64> {
  %0 = tg.repeat %a [4] : tensor<5xi64> -> tensor<20xi64>
  return %0 : tensor<20xi64>
}

// CHECK: result 0 of 'type_ui8' {{is (equal|close)}}
func.func @type_ui8(%a: tensor<5xui8>) -> tensor<20xui8> {
  %0 = tg.repeat %a [4] : tensor<5xui8> -> tensor<20xui8>
  return %0 : tensor<20xui8>
}

// CHECK: result 0 of 'type_ui16' {{is (equal|close)}}
func.func @type_ui16(%a: tensor<5xui16>) -> tensor<20xui16> {
  %0 = tg.repeat %a [4] : tensor<5xui16> -> tensor<20xui16>
  return %0 : tensor<20xui16>
}

// CHECK: result 0 of 'type_ui32' {{is (equal|close)}}
func.func @type_ui32(%a: tensor<5xui32>) -> tensor<20xui32> {
  %0 = tg.repeat %a [4] : tensor<5xui32> -> tensor<20xui32>
  return %0 : tensor<20xui32>
}

// CHECK: result 0 of 'type_ui64' {{is (equal|close)}}
func.func @type_ui64(%a: tensor<5xui64>) -> tensor<20xui64> {
  %0 = tg.repeat %a [4] : tensor<5xui64> -> tensor<20xui64>
  return %0 : tensor<20xui64>
}

// CHECK: result 0 of 'type_f8E4M3FN' {{is (equal|close)}}
func.func @type_f8E4M3FN(%a: tensor<5xf8E4M3FN>) -> tensor<20xf8E4M3FN> {
  %0 = tg.repeat %a [4] : tensor<5xf8E4M3FN> -> tensor<20xf8E4M3FN>
  return %0 : tensor<20xf8E4M3FN>
}

// CHECK: result 0 of 'type_f8E5M2' {{is (equal|close)}}
func.func @type_f8E5M2(%a: tensor<5xf8E5M2>) -> tensor<20xf8E5M2> {
  %0 = tg.repeat %a [4] : tensor<5xf8E5M2> -> tensor<20xf8E5M2>
  return %0 : tensor<20xf8E5M2>
}

// CHECK: result 0 of 'type_f16' {{is (equal|close)}}
func.func @type_f16(%a: tensor<5xf16>) -> tensor<20xf16> {
  %0 = tg.repeat %a [4] : tensor<5xf16> -> tensor<20xf16>
  return %0 : tensor<20xf16>
}

// CHECK: result 0 of 'type_bf16' {{is (equal|close)}}
func.func @type_bf16(%a: tensor<5xbf16>) -> tensor<20xbf16> {
  %0 = tg.repeat %a [4] : tensor<5xbf16> -> tensor<20xbf16>
  return %0 : tensor<20xbf16>
}

// CHECK: result 0 of 'type_f32' {{is (equal|close)}}
func.func @type_f32(%a: tensor<5xf32>) -> tensor<20xf32> {
  %0 = tg.repeat %a [4] : tensor<5xf32> -> tensor<20xf32>
  return %0 : tensor<20xf32>
}

// CHECK: result 0 of 'type_f64' {{is (equal|close)}}
func.func @type_f64(%a: tensor<5xf64>) -> tensor<20xf64> {
  %0 = tg.repeat %a [4] : tensor<5xf64> -> tensor<20xf64>
  return %0 : tensor<20xf64>
}
