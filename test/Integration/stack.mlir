// Tests that stacking tensors along a new axis agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'axis0' {{is (equal|close)}}
func.func @axis0(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = tg.stack %a, %b axis 0 : tensor<3x4xf32>, tensor<3x4xf32> -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK: result 0 of 'axis1' {{is (equal|close)}}
func.func @axis1(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> tensor<3x2x4xf32> {
  %0 = tg.stack %a, %b axis 1 : tensor<3x4xf32>, tensor<3x4xf32> -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// CHECK: result 0 of 'axis2' {{is (equal|close)}}
func.func @axis2(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> tensor<3x4x2xf32> {
  %0 = tg.stack %a, %b axis 2 : tensor<3x4xf32>, tensor<3x4xf32> -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// CHECK: result 0 of 'scalars' {{is (equal|close)}}
func.func @scalars(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i8>) -> tensor<3xi8> {
  %0 = tg.stack %a, %b, %c axis 0 : tensor<i8>, tensor<i8>, tensor<i8> -> tensor<3xi8>
  return %0 : tensor<3xi8>
}

// CHECK: result 0 of 'variable' {{is (equal|close)}}
func.func @variable(%a: tensor<?xf16> {tg.dims = ["n"]}, %b: tensor<?xf16> {tg.dims = ["n"]}) -> tensor<?x2xf16>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.stack %a, %b axis 1 : tensor<?xf16>, tensor<?xf16> -> tensor<?x2xf16>
  return %0 : tensor<?x2xf16>
}

// CHECK: result 0 of 'nothing' {{is (equal|close)}}
func.func @nothing(%a: tensor<0xf16>) -> tensor<0x1xf16> {
  %0 = tg.stack %a axis 1 : tensor<0xf16> -> tensor<0x1xf16>
  return %0 : tensor<0x1xf16>
}

// CHECK: result 0 of 'type_i1' {{is (equal|close)}}
func.func @type_i1(%a: tensor<5xi1>, %b: tensor<5xi1>) -> tensor<5x2xi1> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xi1>, tensor<5xi1> -> tensor<5x2xi1>
  return %0 : tensor<5x2xi1>
}

// CHECK: result 0 of 'type_i8' {{is (equal|close)}}
func.func @type_i8(%a: tensor<5xi8>, %b: tensor<5xi8>) -> tensor<5x2xi8> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xi8>, tensor<5xi8> -> tensor<5x2xi8>
  return %0 : tensor<5x2xi8>
}

// CHECK: result 0 of 'type_i16' {{is (equal|close)}}
func.func @type_i16(%a: tensor<5xi16>, %b: tensor<5xi16>) -> tensor<5x2xi16> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xi16>, tensor<5xi16> -> tensor<5x2xi16>
  return %0 : tensor<5x2xi16>
}

// CHECK: result 0 of 'type_i32' {{is (equal|close)}}
func.func @type_i32(%a: tensor<5xi32>, %b: tensor<5xi32>) -> tensor<5x2xi32> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xi32>, tensor<5xi32> -> tensor<5x2xi32>
  return %0 : tensor<5x2xi32>
}

// CHECK: result 0 of 'type_i64' {{is (equal|close)}}
func.func @type_i64(%a: tensor<5xi64>, %b: tensor<5xi64>) -> tensor<5x2xi64> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xi64>, tensor<5xi64> -> tensor<5x2xi64>
  return %0 : tensor<5x2xi64>
}

// CHECK: result 0 of 'type_ui8' {{is (equal|close)}}
func.func @type_ui8(%a: tensor<5xui8>, %b: tensor<5xui8>) -> tensor<5x2xui8> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xui8>, tensor<5xui8> -> tensor<5x2xui8>
  return %0 : tensor<5x2xui8>
}

// CHECK: result 0 of 'type_ui16' {{is (equal|close)}}
func.func @type_ui16(%a: tensor<5xui16>, %b: tensor<5xui16>) -> tensor<5x2xui16> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xui16>, tensor<5xui16> -> tensor<5x2xui16>
  return %0 : tensor<5x2xui16>
}

// CHECK: result 0 of 'type_ui32' {{is (equal|close)}}
func.func @type_ui32(%a: tensor<5xui32>, %b: tensor<5xui32>) -> tensor<5x2xui32> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xui32>, tensor<5xui32> -> tensor<5x2xui32>
  return %0 : tensor<5x2xui32>
}

// CHECK: result 0 of 'type_ui64' {{is (equal|close)}}
func.func @type_ui64(%a: tensor<5xui64>, %b: tensor<5xui64>) -> tensor<5x2xui64> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xui64>, tensor<5xui64> -> tensor<5x2xui64>
  return %0 : tensor<5x2xui64>
}

// CHECK: result 0 of 'type_f8E4M3FN' {{is (equal|close)}}
func.func @type_f8E4M3FN(%a: tensor<5xf8E4M3FN>, %b: tensor<5xf8E4M3FN>) -> tensor<5x2xf8E4M3FN> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN> -> tensor<5x2xf8E4M3FN>
  return %0 : tensor<5x2xf8E4M3FN>
}

// CHECK: result 0 of 'type_f8E5M2' {{is (equal|close)}}
func.func @type_f8E5M2(%a: tensor<5xf8E5M2>, %b: tensor<5xf8E5M2>) -> tensor<5x2xf8E5M2> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xf8E5M2>, tensor<5xf8E5M2> -> tensor<5x2xf8E5M2>
  return %0 : tensor<5x2xf8E5M2>
}

// CHECK: result 0 of 'type_f16' {{is (equal|close)}}
func.func @type_f16(%a: tensor<5xf16>, %b: tensor<5xf16>) -> tensor<5x2xf16> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xf16>, tensor<5xf16> -> tensor<5x2xf16>
  return %0 : tensor<5x2xf16>
}

// CHECK: result 0 of 'type_bf16' {{is (equal|close)}}
func.func @type_bf16(%a: tensor<5xbf16>, %b: tensor<5xbf16>) -> tensor<5x2xbf16> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xbf16>, tensor<5xbf16> -> tensor<5x2xbf16>
  return %0 : tensor<5x2xbf16>
}

// CHECK: result 0 of 'type_f32' {{is (equal|close)}}
func.func @type_f32(%a: tensor<5xf32>, %b: tensor<5xf32>) -> tensor<5x2xf32> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xf32>, tensor<5xf32> -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

// CHECK: result 0 of 'type_f64' {{is (equal|close)}}
func.func @type_f64(%a: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5x2xf64> {
  %0 = tg.stack %a, %b axis 1 : tensor<5xf64>, tensor<5xf64> -> tensor<5x2xf64>
  return %0 : tensor<5x2xf64>
}
