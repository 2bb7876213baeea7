// Tests that one_hot agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'classes' {{is (equal|close)}}
func.func @classes(%r: tensor<6x7xi32>) -> tensor<6x7x10xf32> {
  %c = tg.constant dense<12> : tensor<6x7xi32>
  %i = tg.mod %r, %c : tensor<6x7xi32>
  %0 = tg.one_hot %i [10] : tensor<6x7xi32> -> tensor<6x7x10xf32>
  return %0 : tensor<6x7x10xf32>
}

// CHECK: result 0 of 'variable_classes' {{is (equal|close)}}
func.func @variable_classes(%r: tensor<40xi64>) -> tensor<40x?xi8>
    attributes {tg.variables = {n = [1, 16]}} {
  %n = tg.variable "n"
  %c = tg.constant dense<20> : tensor<40xi64>
  %i = tg.mod %r, %c : tensor<40xi64>
  %0 = tg.one_hot %i [%n] : tensor<40xi64> -> tensor<40x?xi8>
  return %0 : tensor<40x?xi8>
}

// CHECK: result 0 of 'no_classes' {{is (equal|close)}}
func.func @no_classes(%i: tensor<4xui8>) -> tensor<4x0xi1> {
  %0 = tg.one_hot %i [0] : tensor<4xui8> -> tensor<4x0xi1>
  return %0 : tensor<4x0xi1>
}

// CHECK: result 0 of 'scalar' {{is (equal|close)}}
func.func @scalar(%r: tensor<ui8>) -> tensor<256xi1> {
  %0 = tg.one_hot %r [256] : tensor<ui8> -> tensor<256xi1>
  return %0 : tensor<256xi1>
}

// CHECK: result 0 of 'narrow_index' {{is (equal|close)}}
func.func @narrow_index(%r: tensor<90xi8>) -> tensor<90x300xi1> {
  %0 = tg.one_hot %r [300] : tensor<90xi8> -> tensor<90x300xi1>
  return %0 : tensor<90x300xi1>
}

// CHECK: result 0 of 'type_i1' {{is (equal|close)}}
func.func @type_i1(%r: tensor<9xui16>) -> tensor<9x5xi1> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xi1>
  return %0 : tensor<9x5xi1>
}

// CHECK: result 0 of 'type_i8' {{is (equal|close)}}
func.func @type_i8(%r: tensor<9xui16>) -> tensor<9x5xi8> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xi8>
  return %0 : tensor<9x5xi8>
}

// CHECK: result 0 of 'type_i16' {{is (equal|close)}}
func.func @type_i16(%r: tensor<9xui16>) -> tensor<9x5xi16> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xi16>
  return %0 : tensor<9x5xi16>
}

// CHECK: result 0 of 'type_i32' {{is (equal|close)}}
func.func @type_i32(%r: tensor<9xui16>) -> tensor<9x5xi32> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xi32>
  return %0 : tensor<9x5xi32>
}

// CHECK: result 0 of 'type_i64' {{is (equal|close)}}
func.func @type_i64(%r: tensor<9xui16>) -> tensor<9x5xi64> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xi64>
  return %0 : tensor<9x5xi64>
}

// CHECK: result 0 of 'type_ui8' {{is (equal|close)}}
func.func @type_ui8(%r: tensor<9xui16>) -> tensor<9x5xui8> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xui8>
  return %0 : tensor<9x5xui8>
}

// CHECK: result 0 of 'type_ui16' {{is (equal|close)}}
func.func @type_ui16(%r: tensor<9xui16>) -> tensor<9x5xui16> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xui16>
  return %0 : tensor<9x5xui16>
}

// CHECK: result 0 of 'type_ui32' {{is (equal|close)}}
func.func @type_ui32(%r: tensor<9xui16>) -> tensor<9x5xui32> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xui32>
  return %0 : tensor<9x5xui32>
}

// CHECK: result 0 of 'type_ui64' {{is (equal|close)}}
func.func @type_ui64(%r: tensor<9xui16>) -> tensor<9x5xui64> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xui64>
  return %0 : tensor<9x5xui64>
}

// CHECK: result 0 of 'type_f8E4M3FN' {{is (equal|close)}}
func.func @type_f8E4M3FN(%r: tensor<9xui16>) -> tensor<9x5xf8E4M3FN> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xf8E4M3FN>
  return %0 : tensor<9x5xf8E4M3FN>
}

// CHECK: result 0 of 'type_f8E5M2' {{is (equal|close)}}
func.func @type_f8E5M2(%r: tensor<9xui16>) -> tensor<9x5xf8E5M2> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xf8E5M2>
  return %0 : tensor<9x5xf8E5M2>
}

// CHECK: result 0 of 'type_f16' {{is (equal|close)}}
func.func @type_f16(%r: tensor<9xui16>) -> tensor<9x5xf16> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xf16>
  return %0 : tensor<9x5xf16>
}

// CHECK: result 0 of 'type_bf16' {{is (equal|close)}}
func.func @type_bf16(%r: tensor<9xui16>) -> tensor<9x5xbf16> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xbf16>
  return %0 : tensor<9x5xbf16>
}

// CHECK: result 0 of 'type_f32' {{is (equal|close)}}
func.func @type_f32(%r: tensor<9xui16>) -> tensor<9x5xf32> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xf32>
  return %0 : tensor<9x5xf32>
}

// CHECK: result 0 of 'type_f64' {{is (equal|close)}}
func.func @type_f64(%r: tensor<9xui16>) -> tensor<9x5xf64> {
  %c = tg.constant dense<6> : tensor<9xui16>
  %i = tg.mod %r, %c : tensor<9xui16>
  %0 = tg.one_hot %i [5] : tensor<9xui16> -> tensor<9x5xf64>
  return %0 : tensor<9x5xf64>
}
