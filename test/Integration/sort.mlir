// Tests that sorting short axes agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'rows' {{is (equal|close)}}
// CHECK: result 1 of 'rows' {{is (equal|close)}}
func.func @rows(%x: tensor<9x4xf32>) -> (tensor<9x4xf32>, tensor<9x4xi32>) {
  %v, %i = tg.sort %x axis 0 : tensor<9x4xf32> -> tensor<9x4xi32>
  return %v, %i : tensor<9x4xf32>, tensor<9x4xi32>
}

// CHECK: result 0 of 'columns' {{is (equal|close)}}
// CHECK: result 1 of 'columns' {{is (equal|close)}}
func.func @columns(%x: tensor<4x9xf32>) -> (tensor<4x9xf32>, tensor<4x9xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<4x9xf32> -> tensor<4x9xi32>
  return %v, %i : tensor<4x9xf32>, tensor<4x9xi32>
}

// CHECK: result 0 of 'middle' {{is (equal|close)}}
// CHECK: result 1 of 'middle' {{is (equal|close)}}
func.func @middle(%x: tensor<2x33x3xf32>) -> (tensor<2x33x3xf32>, tensor<2x33x3xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<2x33x3xf32> -> tensor<2x33x3xi32>
  return %v, %i : tensor<2x33x3xf32>, tensor<2x33x3xi32>
}

// CHECK: result 0 of 'one' {{is (equal|close)}}
// CHECK: result 1 of 'one' {{is (equal|close)}}
func.func @one(%x: tensor<1xf32>) -> (tensor<1xf32>, tensor<1xi32>) {
  %v, %i = tg.sort %x axis 0 : tensor<1xf32> -> tensor<1xi32>
  return %v, %i : tensor<1xf32>, tensor<1xi32>
}

// CHECK: result 0 of 'nothing' {{is (equal|close)}}
// CHECK: result 1 of 'nothing' {{is (equal|close)}}
func.func @nothing(%x: tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xi32>) {
  %v, %i = tg.sort %x axis 0 : tensor<0x3xf32> -> tensor<0x3xi32>
  return %v, %i : tensor<0x3xf32>, tensor<0x3xi32>
}

// CHECK: result 0 of 'no_rows' {{is (equal|close)}}
// CHECK: result 1 of 'no_rows' {{is (equal|close)}}
func.func @no_rows(%x: tensor<3x0xf32>) -> (tensor<3x0xf32>, tensor<3x0xi32>) {
  %v, %i = tg.sort %x axis 0 : tensor<3x0xf32> -> tensor<3x0xi32>
  return %v, %i : tensor<3x0xf32>, tensor<3x0xi32>
}

// CHECK: result 0 of 'variable' {{is (equal|close)}}
// CHECK: result 1 of 'variable' {{is (equal|close)}}
func.func @variable(%x: tensor<?x3xf32> {tg.dims = ["n", 3]}) -> (tensor<?x3xf32>, tensor<?x3xi32>)
    attributes {tg.variables = {n = [0, 16]}} {
  %v, %i = tg.sort %x axis 0 : tensor<?x3xf32> -> tensor<?x3xi32>
  return %v, %i : tensor<?x3xf32>, tensor<?x3xi32>
}

// CHECK: result 0 of 'type_i1' {{is (equal|close)}}
// CHECK: result 1 of 'type_i1' {{is (equal|close)}}
func.func @type_i1(%x: tensor<3x20xi1>) -> (tensor<3x20xi1>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xi1> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xi1>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_i1' {{is (equal|close)}}
// CHECK: result 1 of 'down_i1' {{is (equal|close)}}
func.func @down_i1(%x: tensor<3x20xi1>) -> (tensor<3x20xi1>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xi1> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xi1>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_i8' {{is (equal|close)}}
// CHECK: result 1 of 'type_i8' {{is (equal|close)}}
func.func @type_i8(%x: tensor<3x20xi8>) -> (tensor<3x20xi8>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xi8> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xi8>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_i8' {{is (equal|close)}}
// CHECK: result 1 of 'down_i8' {{is (equal|close)}}
func.func @down_i8(%x: tensor<3x20xi8>) -> (tensor<3x20xi8>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xi8> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xi8>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_i16' {{is (equal|close)}}
// CHECK: result 1 of 'type_i16' {{is (equal|close)}}
func.func @type_i16(%x: tensor<3x20xi16>) -> (tensor<3x20xi16>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xi16> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xi16>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_i16' {{is (equal|close)}}
// CHECK: result 1 of 'down_i16' {{is (equal|close)}}
func.func @down_i16(%x: tensor<3x20xi16>) -> (tensor<3x20xi16>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xi16> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xi16>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_i32' {{is (equal|close)}}
// CHECK: result 1 of 'type_i32' {{is (equal|close)}}
func.func @type_i32(%x: tensor<3x20xi32>) -> (tensor<3x20xi32>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xi32> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xi32>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_i32' {{is (equal|close)}}
// CHECK: result 1 of 'down_i32' {{is (equal|close)}}
func.func @down_i32(%x: tensor<3x20xi32>) -> (tensor<3x20xi32>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xi32> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xi32>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_i64' {{is (equal|close)}}
// CHECK: result 1 of 'type_i64' {{is (equal|close)}}
func.func @type_i64(%x: tensor<3x20xi64>) -> (tensor<3x20xi64>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xi64> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xi64>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_i64' {{is (equal|close)}}
// CHECK: result 1 of 'down_i64' {{is (equal|close)}}
func.func @down_i64(%x: tensor<3x20xi64>) -> (tensor<3x20xi64>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xi64> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xi64>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_ui8' {{is (equal|close)}}
// CHECK: result 1 of 'type_ui8' {{is (equal|close)}}
func.func @type_ui8(%x: tensor<3x20xui8>) -> (tensor<3x20xui8>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xui8> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xui8>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_ui8' {{is (equal|close)}}
// CHECK: result 1 of 'down_ui8' {{is (equal|close)}}
func.func @down_ui8(%x: tensor<3x20xui8>) -> (tensor<3x20xui8>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xui8> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xui8>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_ui16' {{is (equal|close)}}
// CHECK: result 1 of 'type_ui16' {{is (equal|close)}}
func.func @type_ui16(%x: tensor<3x20xui16>) -> (tensor<3x20xui16>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xui16> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xui16>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_ui16' {{is (equal|close)}}
// CHECK: result 1 of 'down_ui16' {{is (equal|close)}}
func.func @down_ui16(%x: tensor<3x20xui16>) -> (tensor<3x20xui16>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xui16> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xui16>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_ui32' {{is (equal|close)}}
// CHECK: result 1 of 'type_ui32' {{is (equal|close)}}
func.func @type_ui32(%x: tensor<3x20xui32>) -> (tensor<3x20xui32>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xui32> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xui32>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_ui32' {{is (equal|close)}}
// CHECK: result 1 of 'down_ui32' {{is (equal|close)}}
func.func @down_ui32(%x: tensor<3x20xui32>) -> (tensor<3x20xui32>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xui32> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xui32>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_ui64' {{is (equal|close)}}
// CHECK: result 1 of 'type_ui64' {{is (equal|close)}}
func.func @type_ui64(%x: tensor<3x20xui64>) -> (tensor<3x20xui64>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xui64> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xui64>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_ui64' {{is (equal|close)}}
// CHECK: result 1 of 'down_ui64' {{is (equal|close)}}
func.func @down_ui64(%x: tensor<3x20xui64>) -> (tensor<3x20xui64>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xui64> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xui64>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_f8E4M3FN' {{is (equal|close)}}
// CHECK: result 1 of 'type_f8E4M3FN' {{is (equal|close)}}
func.func @type_f8E4M3FN(%x: tensor<3x20xf8E4M3FN>) -> (tensor<3x20xf8E4M3FN>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xf8E4M3FN> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xf8E4M3FN>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_f8E4M3FN' {{is (equal|close)}}
// CHECK: result 1 of 'down_f8E4M3FN' {{is (equal|close)}}
func.func @down_f8E4M3FN(%x: tensor<3x20xf8E4M3FN>) -> (tensor<3x20xf8E4M3FN>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xf8E4M3FN> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xf8E4M3FN>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_f8E5M2' {{is (equal|close)}}
// CHECK: result 1 of 'type_f8E5M2' {{is (equal|close)}}
func.func @type_f8E5M2(%x: tensor<3x20xf8E5M2>) -> (tensor<3x20xf8E5M2>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xf8E5M2> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xf8E5M2>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_f8E5M2' {{is (equal|close)}}
// CHECK: result 1 of 'down_f8E5M2' {{is (equal|close)}}
func.func @down_f8E5M2(%x: tensor<3x20xf8E5M2>) -> (tensor<3x20xf8E5M2>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xf8E5M2> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xf8E5M2>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_f16' {{is (equal|close)}}
// CHECK: result 1 of 'type_f16' {{is (equal|close)}}
func.func @type_f16(%x: tensor<3x20xf16>) -> (tensor<3x20xf16>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xf16> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xf16>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_f16' {{is (equal|close)}}
// CHECK: result 1 of 'down_f16' {{is (equal|close)}}
func.func @down_f16(%x: tensor<3x20xf16>) -> (tensor<3x20xf16>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xf16> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xf16>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_bf16' {{is (equal|close)}}
// CHECK: result 1 of 'type_bf16' {{is (equal|close)}}
func.func @type_bf16(%x: tensor<3x20xbf16>) -> (tensor<3x20xbf16>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xbf16> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xbf16>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_bf16' {{is (equal|close)}}
// CHECK: result 1 of 'down_bf16' {{is (equal|close)}}
func.func @down_bf16(%x: tensor<3x20xbf16>) -> (tensor<3x20xbf16>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xbf16> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xbf16>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_f32' {{is (equal|close)}}
// CHECK: result 1 of 'type_f32' {{is (equal|close)}}
func.func @type_f32(%x: tensor<3x20xf32>) -> (tensor<3x20xf32>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xf32> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xf32>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_f32' {{is (equal|close)}}
// CHECK: result 1 of 'down_f32' {{is (equal|close)}}
func.func @down_f32(%x: tensor<3x20xf32>) -> (tensor<3x20xf32>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xf32> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xf32>, tensor<3x20xi32>
}

// CHECK: result 0 of 'type_f64' {{is (equal|close)}}
// CHECK: result 1 of 'type_f64' {{is (equal|close)}}
func.func @type_f64(%x: tensor<3x20xf64>) -> (tensor<3x20xf64>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 : tensor<3x20xf64> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xf64>, tensor<3x20xi32>
}

// CHECK: result 0 of 'down_f64' {{is (equal|close)}}
// CHECK: result 1 of 'down_f64' {{is (equal|close)}}
func.func @down_f64(%x: tensor<3x20xf64>) -> (tensor<3x20xf64>, tensor<3x20xi32>) {
  %v, %i = tg.sort %x axis 1 descending : tensor<3x20xf64> -> tensor<3x20xi32>
  return %v, %i : tensor<3x20xf64>, tensor<3x20xi32>
}
