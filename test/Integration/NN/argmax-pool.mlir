// Tests that the place of the largest element of a window, or of its first NaN, is exact.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'plain' is equal
func.func @plain(%x: tensor<2x3x8x8xf32>) -> tensor<2x3x4x4xi32> {
  %0 = tg.argmax_pool %x kernel [2, 2] : tensor<2x3x8x8xf32> -> tensor<2x3x4x4xi32>
  return %0 : tensor<2x3x4x4xi32>
}

// CHECK: result 0 of 'overlapping' is equal
func.func @overlapping(%x: tensor<1x2x7x9xf32>) -> tensor<1x2x3x4xi32> {
  %0 = tg.argmax_pool %x kernel [3, 3] strides [2, 2] : tensor<1x2x7x9xf32> -> tensor<1x2x3x4xi32>
  return %0 : tensor<1x2x3x4xi32>
}

// CHECK: result 0 of 'padded' is equal
func.func @padded(%x: tensor<1x2x7x9xf32>) -> tensor<1x2x4x5xi32> {
  %0 = tg.argmax_pool %x kernel [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] : tensor<1x2x7x9xf32> -> tensor<1x2x4x5xi32>
  return %0 : tensor<1x2x4x5xi32>
}

// CHECK: result 0 of 'asymmetric' is equal
func.func @asymmetric(%x: tensor<2x6x6xf32>) -> tensor<2x7x6xi32> {
  %0 = tg.argmax_pool %x kernel [2, 3] strides [1, 1] pad_low [1, 0] pad_high [1, 2] : tensor<2x6x6xf32> -> tensor<2x7x6xi32>
  return %0 : tensor<2x7x6xi32>
}

// CHECK: result 0 of 'rounded_up' is equal
func.func @rounded_up(%x: tensor<3x8xf32>) -> tensor<3x3xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [3] pad_high [1] : tensor<3x8xf32> -> tensor<3x3xi32>
  return %0 : tensor<3x3xi32>
}

// CHECK: result 0 of 'dilated' is equal
func.func @dilated(%x: tensor<1x2x9x9xf32>) -> tensor<1x2x5x5xi32> {
  %0 = tg.argmax_pool %x kernel [3, 3] strides [1, 1] dilations [2, 2] : tensor<1x2x9x9xf32> -> tensor<1x2x5x5xi32>
  return %0 : tensor<1x2x5x5xi32>
}

// CHECK: result 0 of 'dilated_padded' is equal
func.func @dilated_padded(%x: tensor<2x9xf32>) -> tensor<2x9xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [1] dilations [2] pad_low [2] pad_high [2] : tensor<2x9xf32> -> tensor<2x9xi32>
  return %0 : tensor<2x9xi32>
}

// CHECK: result 0 of 'three_axes' is equal
func.func @three_axes(%x: tensor<2x4x6x4xf32>) -> tensor<2x2x3x2xi32> {
  %0 = tg.argmax_pool %x kernel [2, 2, 2] : tensor<2x4x6x4xf32> -> tensor<2x2x3x2xi32>
  return %0 : tensor<2x2x3x2xi32>
}

// CHECK: result 0 of 'no_rows' is equal
func.func @no_rows(%x: tensor<0x8xf32>) -> tensor<0x4xi32> {
  %0 = tg.argmax_pool %x kernel [2] : tensor<0x8xf32> -> tensor<0x4xi32>
  return %0 : tensor<0x4xi32>
}

// CHECK: result 0 of 'vector' is equal
func.func @vector(%x: tensor<9xf32>) -> tensor<3xi32> {
  %0 = tg.argmax_pool %x kernel [3] : tensor<9xf32> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK: result 0 of 'i1' is equal
func.func @i1(%x: tensor<3x9xi1>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xi1> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'i8' is equal
func.func @i8(%x: tensor<3x9xi8>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xi8> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'i16' is equal
func.func @i16(%x: tensor<3x9xi16>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xi16> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'i32' is equal
func.func @i32(%x: tensor<3x9xi32>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xi32> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'i64' is equal
func.func @i64(%x: tensor<3x9xi64>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xi64> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'ui8' is equal
func.func @ui8(%x: tensor<3x9xui8>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xui8> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'ui16' is equal
func.func @ui16(%x: tensor<3x9xui16>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xui16> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'ui32' is equal
func.func @ui32(%x: tensor<3x9xui32>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xui32> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'ui64' is equal
func.func @ui64(%x: tensor<3x9xui64>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xui64> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'f16' is equal
func.func @f16(%x: tensor<3x9xf16>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf16> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'bf16' is equal
func.func @bf16(%x: tensor<3x9xbf16>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xbf16> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'f8E4M3FN' is equal
func.func @f8E4M3FN(%x: tensor<3x9xf8E4M3FN>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf8E4M3FN> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'f8E5M2' is equal
func.func @f8E5M2(%x: tensor<3x9xf8E5M2>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf8E5M2> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'f32' is equal
func.func @f32(%x: tensor<3x9xf32>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf32> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'f64' is equal
func.func @f64(%x: tensor<3x9xf64>) -> tensor<3x5xi32> {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf64> -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%x: tensor<?x9xf32> {tg.dims = ["n", 9]}) -> tensor<?x9xi32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.argmax_pool %x kernel [3] strides [1] pad_low [1] pad_high [1] : tensor<?x9xf32> -> tensor<?x9xi32>
  return %0 : tensor<?x9xi32>
}

// CHECK: result 0 of 'dynamic_axis' is equal
func.func @dynamic_axis(%x: tensor<3x?xf32> {tg.dims = [3, "n"]}) -> tensor<3x?xi32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.argmax_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x?xf32> -> tensor<3x?xi32>
  return %0 : tensor<3x?xi32>
}
