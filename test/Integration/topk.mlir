// Tests that the largest and smallest elements agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'rows' {{is (equal|close)}}
// CHECK: result 1 of 'rows' {{is (equal|close)}}
func.func @rows(%x: tensor<9x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 0 k 3 : tensor<9x4xf32> -> tensor<3x4xf32>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xf32>, tensor<3x4xi32>
}

// CHECK: result 0 of 'columns' {{is (equal|close)}}
// CHECK: result 1 of 'columns' {{is (equal|close)}}
func.func @columns(%x: tensor<4x9xf32>) -> (tensor<4x9xf32>, tensor<4x9xi32>) {
  %v, %i = tg.topk %x axis 1 k 9 : tensor<4x9xf32> -> tensor<4x9xf32>, tensor<4x9xi32>
  return %v, %i : tensor<4x9xf32>, tensor<4x9xi32>
}

// CHECK: result 0 of 'none' {{is (equal|close)}}
// CHECK: result 1 of 'none' {{is (equal|close)}}
func.func @none(%x: tensor<4x9xi32>) -> (tensor<4x0xi32>, tensor<4x0xi32>) {
  %v, %i = tg.topk %x axis 1 k 0 : tensor<4x9xi32> -> tensor<4x0xi32>, tensor<4x0xi32>
  return %v, %i : tensor<4x0xi32>, tensor<4x0xi32>
}

// CHECK: result 0 of 'smallest' {{is (equal|close)}}
// CHECK: result 1 of 'smallest' {{is (equal|close)}}
func.func @smallest(%x: tensor<4x9xbf16>) -> (tensor<4x2xbf16>, tensor<4x2xi32>) {
  %v, %i = tg.topk %x axis 1 k 2 smallest : tensor<4x9xbf16> -> tensor<4x2xbf16>, tensor<4x2xi32>
  return %v, %i : tensor<4x2xbf16>, tensor<4x2xi32>
}

// CHECK: result 0 of 'long' {{is (equal|close)}}
// CHECK: result 1 of 'long' {{is (equal|close)}}
func.func @long(%x: tensor<2x70xf32>) -> (tensor<2x5xf32>, tensor<2x5xi32>) {
  %v, %i = tg.topk %x axis 1 k 5 : tensor<2x70xf32> -> tensor<2x5xf32>, tensor<2x5xi32>
  return %v, %i : tensor<2x5xf32>, tensor<2x5xi32>
}

// CHECK: result 0 of 'variable' {{is (equal|close)}}
// CHECK: result 1 of 'variable' {{is (equal|close)}}
func.func @variable(%x: tensor<?x2xf32> {tg.dims = ["n", 2]}) -> (tensor<3x2xf32>, tensor<3x2xi32>)
    attributes {tg.variables = {n = [3, 16]}} {
  %v, %i = tg.topk %x axis 0 k 3 smallest : tensor<?x2xf32> -> tensor<3x2xf32>, tensor<3x2xi32>
  return %v, %i : tensor<3x2xf32>, tensor<3x2xi32>
}

// CHECK: result 0 of 'type_i1' {{is (equal|close)}}
// CHECK: result 1 of 'type_i1' {{is (equal|close)}}
func.func @type_i1(%x: tensor<3x20xi1>) -> (tensor<3x4xi1>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xi1> -> tensor<3x4xi1>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xi1>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_i8' {{is (equal|close)}}
// CHECK: result 1 of 'type_i8' {{is (equal|close)}}
func.func @type_i8(%x: tensor<3x20xi8>) -> (tensor<3x4xi8>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xi8> -> tensor<3x4xi8>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xi8>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_i16' {{is (equal|close)}}
// CHECK: result 1 of 'type_i16' {{is (equal|close)}}
func.func @type_i16(%x: tensor<3x20xi16>) -> (tensor<3x4xi16>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xi16> -> tensor<3x4xi16>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xi16>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_i32' {{is (equal|close)}}
// CHECK: result 1 of 'type_i32' {{is (equal|close)}}
func.func @type_i32(%x: tensor<3x20xi32>) -> (tensor<3x4xi32>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xi32> -> tensor<3x4xi32>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xi32>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_i64' {{is (equal|close)}}
// CHECK: result 1 of 'type_i64' {{is (equal|close)}}
func.func @type_i64(%x: tensor<3x20xi64>) -> (tensor<3x4xi64>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xi64> -> tensor<3x4xi64>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xi64>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_ui8' {{is (equal|close)}}
// CHECK: result 1 of 'type_ui8' {{is (equal|close)}}
func.func @type_ui8(%x: tensor<3x20xui8>) -> (tensor<3x4xui8>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xui8> -> tensor<3x4xui8>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xui8>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_ui16' {{is (equal|close)}}
// CHECK: result 1 of 'type_ui16' {{is (equal|close)}}
func.func @type_ui16(%x: tensor<3x20xui16>) -> (tensor<3x4xui16>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xui16> -> tensor<3x4xui16>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xui16>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_ui32' {{is (equal|close)}}
// CHECK: result 1 of 'type_ui32' {{is (equal|close)}}
func.func @type_ui32(%x: tensor<3x20xui32>) -> (tensor<3x4xui32>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xui32> -> tensor<3x4xui32>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xui32>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_ui64' {{is (equal|close)}}
// CHECK: result 1 of 'type_ui64' {{is (equal|close)}}
func.func @type_ui64(%x: tensor<3x20xui64>) -> (tensor<3x4xui64>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xui64> -> tensor<3x4xui64>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xui64>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_f8E4M3FN' {{is (equal|close)}}
// CHECK: result 1 of 'type_f8E4M3FN' {{is (equal|close)}}
func.func @type_f8E4M3FN(%x: tensor<3x20xf8E4M3FN>) -> (tensor<3x4xf8E4M3FN>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xf8E4M3FN> -> tensor<3x4xf8E4M3FN>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xf8E4M3FN>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_f8E5M2' {{is (equal|close)}}
// CHECK: result 1 of 'type_f8E5M2' {{is (equal|close)}}
func.func @type_f8E5M2(%x: tensor<3x20xf8E5M2>) -> (tensor<3x4xf8E5M2>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xf8E5M2> -> tensor<3x4xf8E5M2>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xf8E5M2>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_f16' {{is (equal|close)}}
// CHECK: result 1 of 'type_f16' {{is (equal|close)}}
func.func @type_f16(%x: tensor<3x20xf16>) -> (tensor<3x4xf16>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xf16> -> tensor<3x4xf16>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xf16>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_bf16' {{is (equal|close)}}
// CHECK: result 1 of 'type_bf16' {{is (equal|close)}}
func.func @type_bf16(%x: tensor<3x20xbf16>) -> (tensor<3x4xbf16>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xbf16> -> tensor<3x4xbf16>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xbf16>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_f32' {{is (equal|close)}}
// CHECK: result 1 of 'type_f32' {{is (equal|close)}}
func.func @type_f32(%x: tensor<3x20xf32>) -> (tensor<3x4xf32>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xf32> -> tensor<3x4xf32>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xf32>, tensor<3x4xi32>
}

// CHECK: result 0 of 'type_f64' {{is (equal|close)}}
// CHECK: result 1 of 'type_f64' {{is (equal|close)}}
func.func @type_f64(%x: tensor<3x20xf64>) -> (tensor<3x4xf64>, tensor<3x4xi32>) {
  %v, %i = tg.topk %x axis 1 k 4 : tensor<3x20xf64> -> tensor<3x4xf64>, tensor<3x4xi32>
  return %v, %i : tensor<3x4xf64>, tensor<3x4xi32>
}
