// Tests that cumprod along short and long axes agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'rows' {{is (equal|close)}}
func.func @rows(%x: tensor<5x9xf32>) -> tensor<5x9xf32> {
  %0 = tg.cumprod %x axis 0 : tensor<5x9xf32>
  return %0 : tensor<5x9xf32>
}

// CHECK: result 0 of 'columns' {{is (equal|close)}}
func.func @columns(%x: tensor<5x9xf32>) -> tensor<5x9xf32> {
  %0 = tg.cumprod %x axis 1 : tensor<5x9xf32>
  return %0 : tensor<5x9xf32>
}

// CHECK: result 0 of 'middle' {{is (equal|close)}}
func.func @middle(%x: tensor<3x64x2xf32>) -> tensor<3x64x2xf32> {
  %0 = tg.cumprod %x axis 1 : tensor<3x64x2xf32>
  return %0 : tensor<3x64x2xf32>
}

// CHECK: result 0 of 'blocks' {{is (equal|close)}}
func.func @blocks(%x: tensor<3x65xf32>) -> tensor<3x65xf32> {
  %0 = tg.cumprod %x axis 1 : tensor<3x65xf32>
  return %0 : tensor<3x65xf32>
}

// CHECK: result 0 of 'long' {{is (equal|close)}}
func.func @long(%x: tensor<2500xi32>) -> tensor<2500xi32> {
  %0 = tg.cumprod %x axis 0 : tensor<2500xi32>
  return %0 : tensor<2500xi32>
}

// CHECK: result 0 of 'nothing' {{is (equal|close)}}
func.func @nothing(%x: tensor<0x3xf32>) -> tensor<0x3xf32> {
  %0 = tg.cumprod %x axis 0 : tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// CHECK: result 0 of 'no_rows' {{is (equal|close)}}
func.func @no_rows(%x: tensor<3x0xi64>) -> tensor<3x0xi64> {
  %0 = tg.cumprod %x axis 0 : tensor<3x0xi64>
  return %0 : tensor<3x0xi64>
}

// CHECK: result 0 of 'one' {{is (equal|close)}}
func.func @one(%x: tensor<1xf64>) -> tensor<1xf64> {
  %0 = tg.cumprod %x axis 0 : tensor<1xf64>
  return %0 : tensor<1xf64>
}

// CHECK: result 0 of 'variable' {{is (equal|close)}}
func.func @variable(%x: tensor<?x3xf32> {tg.dims = ["n", 3]}) -> tensor<?x3xf32>
    attributes {tg.variables = {n = [0, 16]}} {
  %0 = tg.cumprod %x axis 0 : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK: result 0 of 'variable_long' {{is (equal|close)}}
func.func @variable_long(%a: tensor<?x20xi32> {tg.dims = ["n", 20]}) -> tensor<?xi32>
    attributes {tg.variables = {n = [0, 16]}} {
  %n = tg.variable "n"
  %c = arith.constant 20 : index
  %m = arith.muli %n, %c : index
  %x = tg.reshape %a [%m] : tensor<?x20xi32> -> tensor<?xi32>
  %0 = tg.cumprod %x axis 0 : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK: result 0 of 'type_i8' {{is (equal|close)}}
func.func @type_i8(%x: tensor<4x11xi8>) -> tensor<4x11xi8> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xi8>
  return %0 : tensor<4x11xi8>
}

// CHECK: result 0 of 'long_i8' {{is (equal|close)}}
func.func @long_i8(%x: tensor<2x130xi8>) -> tensor<2x130xi8> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xi8>
  return %0 : tensor<2x130xi8>
}

// CHECK: result 0 of 'type_i16' {{is (equal|close)}}
func.func @type_i16(%x: tensor<4x11xi16>) -> tensor<4x11xi16> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xi16>
  return %0 : tensor<4x11xi16>
}

// CHECK: result 0 of 'long_i16' {{is (equal|close)}}
func.func @long_i16(%x: tensor<2x130xi16>) -> tensor<2x130xi16> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xi16>
  return %0 : tensor<2x130xi16>
}

// CHECK: result 0 of 'type_i32' {{is (equal|close)}}
func.func @type_i32(%x: tensor<4x11xi32>) -> tensor<4x11xi32> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xi32>
  return %0 : tensor<4x11xi32>
}

// CHECK: result 0 of 'long_i32' {{is (equal|close)}}
func.func @long_i32(%x: tensor<2x130xi32>) -> tensor<2x130xi32> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xi32>
  return %0 : tensor<2x130xi32>
}

// CHECK: result 0 of 'type_i64' {{is (equal|close)}}
func.func @type_i64(%x: tensor<4x11xi64>) -> tensor<4x11xi64> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xi64>
  return %0 : tensor<4x11xi64>
}

// CHECK: result 0 of 'long_i64' {{is (equal|close)}}
func.func @long_i64(%x: tensor<2x130xi64>) -> tensor<2x130xi64> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xi64>
  return %0 : tensor<2x130xi64>
}

// CHECK: result 0 of 'type_ui8' {{is (equal|close)}}
func.func @type_ui8(%x: tensor<4x11xui8>) -> tensor<4x11xui8> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xui8>
  return %0 : tensor<4x11xui8>
}

// CHECK: result 0 of 'long_ui8' {{is (equal|close)}}
func.func @long_ui8(%x: tensor<2x130xui8>) -> tensor<2x130xui8> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xui8>
  return %0 : tensor<2x130xui8>
}

// CHECK: result 0 of 'type_ui16' {{is (equal|close)}}
func.func @type_ui16(%x: tensor<4x11xui16>) -> tensor<4x11xui16> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xui16>
  return %0 : tensor<4x11xui16>
}

// CHECK: result 0 of 'long_ui16' {{is (equal|close)}}
func.func @long_ui16(%x: tensor<2x130xui16>) -> tensor<2x130xui16> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xui16>
  return %0 : tensor<2x130xui16>
}

// CHECK: result 0 of 'type_ui32' {{is (equal|close)}}
func.func @type_ui32(%x: tensor<4x11xui32>) -> tensor<4x11xui32> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xui32>
  return %0 : tensor<4x11xui32>
}

// CHECK: result 0 of 'long_ui32' {{is (equal|close)}}
func.func @long_ui32(%x: tensor<2x130xui32>) -> tensor<2x130xui32> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xui32>
  return %0 : tensor<2x130xui32>
}

// CHECK: result 0 of 'type_ui64' {{is (equal|close)}}
func.func @type_ui64(%x: tensor<4x11xui64>) -> tensor<4x11xui64> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xui64>
  return %0 : tensor<4x11xui64>
}

// CHECK: result 0 of 'long_ui64' {{is (equal|close)}}
func.func @long_ui64(%x: tensor<2x130xui64>) -> tensor<2x130xui64> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xui64>
  return %0 : tensor<2x130xui64>
}

// CHECK: result 0 of 'type_f8E4M3FN' {{is (equal|close)}}
func.func @type_f8E4M3FN(%x: tensor<4x11xf8E4M3FN>) -> tensor<4x11xf8E4M3FN> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xf8E4M3FN>
  return %0 : tensor<4x11xf8E4M3FN>
}

// CHECK: result 0 of 'long_f8E4M3FN' {{is (equal|close)}}
func.func @long_f8E4M3FN(%x: tensor<2x130xf8E4M3FN>) -> tensor<2x130xf8E4M3FN> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xf8E4M3FN>
  return %0 : tensor<2x130xf8E4M3FN>
}

// CHECK: result 0 of 'type_f8E5M2' {{is (equal|close)}}
func.func @type_f8E5M2(%x: tensor<4x11xf8E5M2>) -> tensor<4x11xf8E5M2> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xf8E5M2>
  return %0 : tensor<4x11xf8E5M2>
}

// CHECK: result 0 of 'long_f8E5M2' {{is (equal|close)}}
func.func @long_f8E5M2(%x: tensor<2x130xf8E5M2>) -> tensor<2x130xf8E5M2> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xf8E5M2>
  return %0 : tensor<2x130xf8E5M2>
}

// CHECK: result 0 of 'type_f16' {{is (equal|close)}}
func.func @type_f16(%x: tensor<4x11xf16>) -> tensor<4x11xf16> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xf16>
  return %0 : tensor<4x11xf16>
}

// CHECK: result 0 of 'long_f16' {{is (equal|close)}}
func.func @long_f16(%x: tensor<2x130xf16>) -> tensor<2x130xf16> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xf16>
  return %0 : tensor<2x130xf16>
}

// CHECK: result 0 of 'type_bf16' {{is (equal|close)}}
func.func @type_bf16(%x: tensor<4x11xbf16>) -> tensor<4x11xbf16> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xbf16>
  return %0 : tensor<4x11xbf16>
}

// CHECK: result 0 of 'long_bf16' {{is (equal|close)}}
func.func @long_bf16(%x: tensor<2x130xbf16>) -> tensor<2x130xbf16> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xbf16>
  return %0 : tensor<2x130xbf16>
}

// CHECK: result 0 of 'type_f32' {{is (equal|close)}}
func.func @type_f32(%x: tensor<4x11xf32>) -> tensor<4x11xf32> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xf32>
  return %0 : tensor<4x11xf32>
}

// CHECK: result 0 of 'long_f32' {{is (equal|close)}}
func.func @long_f32(%x: tensor<2x130xf32>) -> tensor<2x130xf32> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xf32>
  return %0 : tensor<2x130xf32>
}

// CHECK: result 0 of 'type_f64' {{is (equal|close)}}
func.func @type_f64(%x: tensor<4x11xf64>) -> tensor<4x11xf64> {
  %0 = tg.cumprod %x axis 1 : tensor<4x11xf64>
  return %0 : tensor<4x11xf64>
}

// CHECK: result 0 of 'long_f64' {{is (equal|close)}}
func.func @long_f64(%x: tensor<2x130xf64>) -> tensor<2x130xf64> {
  %0 = tg.cumprod %x axis 1 : tensor<2x130xf64>
  return %0 : tensor<2x130xf64>
}
