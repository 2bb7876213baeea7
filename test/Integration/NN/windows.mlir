// Tests that windows are moved exactly, and padding has its value.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'plain' is equal
func.func @plain(%x: tensor<2x3x10xf32>) -> tensor<2x3x8x3xf32> {
  %0 = tg.windows %x kernel [3] : tensor<2x3x10xf32> -> tensor<2x3x8x3xf32>
  return %0 : tensor<2x3x8x3xf32>
}

// CHECK: result 0 of 'two_axes' is equal
func.func @two_axes(%x: tensor<2x7x9xf32>) -> tensor<2x3x4x3x2xf32> {
  %0 = tg.windows %x kernel [3, 2] strides [2, 2] : tensor<2x7x9xf32> -> tensor<2x3x4x3x2xf32>
  return %0 : tensor<2x3x4x3x2xf32>
}

// CHECK: result 0 of 'padded' is equal
func.func @padded(%x: tensor<2x7x9xf32>) -> tensor<2x4x9x3x3xf32> {
  %0 = tg.windows %x kernel [3, 3] strides [2, 1] pad_low [1, 2] pad_high [2, 0] : tensor<2x7x9xf32> -> tensor<2x4x9x3x3xf32>
  return %0 : tensor<2x4x9x3x3xf32>
}

// CHECK: result 0 of 'dilated' is equal
func.func @dilated(%x: tensor<3x11xf32>) -> tensor<3x7x3xf32> {
  %0 = tg.windows %x kernel [3] dilations [2] : tensor<3x11xf32> -> tensor<3x7x3xf32>
  return %0 : tensor<3x7x3xf32>
}

// CHECK: result 0 of 'value' is equal
func.func @value(%x: tensor<3x5xf32>) -> tensor<3x6x4xf32> {
  %0 = tg.windows %x kernel [4] pad_low [2] pad_high [2] value(1.5 : f32) : tensor<3x5xf32> -> tensor<3x6x4xf32>
  return %0 : tensor<3x6x4xf32>
}

// CHECK: result 0 of 'outside' is equal
func.func @outside(%x: tensor<2x3xf32>) -> tensor<2x10x2xf32> {
  %0 = tg.windows %x kernel [2] pad_low [4] pad_high [4] : tensor<2x3xf32> -> tensor<2x10x2xf32>
  return %0 : tensor<2x10x2xf32>
}

// CHECK: result 0 of 'vector' is equal
func.func @vector(%x: tensor<9xf32>) -> tensor<7x3xf32> {
  %0 = tg.windows %x kernel [3] : tensor<9xf32> -> tensor<7x3xf32>
  return %0 : tensor<7x3xf32>
}

// CHECK: result 0 of 'no_rows' is equal
func.func @no_rows(%x: tensor<0x9xf32>) -> tensor<0x7x3xf32> {
  %0 = tg.windows %x kernel [3] : tensor<0x9xf32> -> tensor<0x7x3xf32>
  return %0 : tensor<0x7x3xf32>
}

// CHECK: result 0 of 'nothing' is equal
func.func @nothing(%x: tensor<2x0xf32>) -> tensor<2x3x2xf32> {
  %0 = tg.windows %x kernel [2] pad_low [2] pad_high [2] : tensor<2x0xf32> -> tensor<2x3x2xf32>
  return %0 : tensor<2x3x2xf32>
}

// CHECK: result 0 of 'i1' is equal
func.func @i1(%x: tensor<3x9xi1>) -> tensor<3x5x3xi1> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xi1> -> tensor<3x5x3xi1>
  return %0 : tensor<3x5x3xi1>
}

// CHECK: result 0 of 'i8' is equal
func.func @i8(%x: tensor<3x9xi8>) -> tensor<3x5x3xi8> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xi8> -> tensor<3x5x3xi8>
  return %0 : tensor<3x5x3xi8>
}

// CHECK: result 0 of 'i16' is equal
func.func @i16(%x: tensor<3x9xi16>) -> tensor<3x5x3xi16> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xi16> -> tensor<3x5x3xi16>
  return %0 : tensor<3x5x3xi16>
}

// CHECK: result 0 of 'i32' is equal
func.func @i32(%x: tensor<3x9xi32>) -> tensor<3x5x3xi32> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xi32> -> tensor<3x5x3xi32>
  return %0 : tensor<3x5x3xi32>
}

// CHECK: result 0 of 'i64' is equal
func.func @i64(%x: tensor<3x9xi64>) -> tensor<3x5x3xi64> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xi64> -> tensor<3x5x3xi64>
  return %0 : tensor<3x5x3xi64>
}

// CHECK: result 0 of 'ui8' is equal
func.func @ui8(%x: tensor<3x9xui8>) -> tensor<3x5x3xui8> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xui8> -> tensor<3x5x3xui8>
  return %0 : tensor<3x5x3xui8>
}

// CHECK: result 0 of 'ui16' is equal
func.func @ui16(%x: tensor<3x9xui16>) -> tensor<3x5x3xui16> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xui16> -> tensor<3x5x3xui16>
  return %0 : tensor<3x5x3xui16>
}

// CHECK: result 0 of 'ui32' is equal
func.func @ui32(%x: tensor<3x9xui32>) -> tensor<3x5x3xui32> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xui32> -> tensor<3x5x3xui32>
  return %0 : tensor<3x5x3xui32>
}

// CHECK: result 0 of 'ui64' is equal
func.func @ui64(%x: tensor<3x9xui64>) -> tensor<3x5x3xui64> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xui64> -> tensor<3x5x3xui64>
  return %0 : tensor<3x5x3xui64>
}

// CHECK: result 0 of 'f16' is equal
func.func @f16(%x: tensor<3x9xf16>) -> tensor<3x5x3xf16> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf16> -> tensor<3x5x3xf16>
  return %0 : tensor<3x5x3xf16>
}

// CHECK: result 0 of 'bf16' is equal
func.func @bf16(%x: tensor<3x9xbf16>) -> tensor<3x5x3xbf16> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xbf16> -> tensor<3x5x3xbf16>
  return %0 : tensor<3x5x3xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' is equal
func.func @f8E4M3FN(%x: tensor<3x9xf8E4M3FN>) -> tensor<3x5x3xf8E4M3FN> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf8E4M3FN> -> tensor<3x5x3xf8E4M3FN>
  return %0 : tensor<3x5x3xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' is equal
func.func @f8E5M2(%x: tensor<3x9xf8E5M2>) -> tensor<3x5x3xf8E5M2> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf8E5M2> -> tensor<3x5x3xf8E5M2>
  return %0 : tensor<3x5x3xf8E5M2>
}

// CHECK: result 0 of 'f32' is equal
func.func @f32(%x: tensor<3x9xf32>) -> tensor<3x5x3xf32> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf32> -> tensor<3x5x3xf32>
  return %0 : tensor<3x5x3xf32>
}

// CHECK: result 0 of 'f64' is equal
func.func @f64(%x: tensor<3x9xf64>) -> tensor<3x5x3xf64> {
  %0 = tg.windows %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf64> -> tensor<3x5x3xf64>
  return %0 : tensor<3x5x3xf64>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%x: tensor<?x9xf32> {tg.dims = ["n", 9]}) -> tensor<?x7x3xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.windows %x kernel [3] : tensor<?x9xf32> -> tensor<?x7x3xf32>
  return %0 : tensor<?x7x3xf32>
}

// CHECK: result 0 of 'dynamic_axis' is equal
func.func @dynamic_axis(%x: tensor<3x?xf32> {tg.dims = [3, "n"]}) -> tensor<3x?x3xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.windows %x kernel [3] pad_low [1] pad_high [1] : tensor<3x?xf32> -> tensor<3x?x3xf32>
  return %0 : tensor<3x?x3xf32>
}
