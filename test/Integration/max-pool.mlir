// Tests that the largest element of each window is exact, and padding never wins.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'plain' is equal
func.func @plain(%x: tensor<2x3x8x8xf32>) -> tensor<2x3x4x4xf32> {
  %0 = tg.max_pool %x kernel [2, 2] : tensor<2x3x8x8xf32> -> tensor<2x3x4x4xf32>
  return %0 : tensor<2x3x4x4xf32>
}

// CHECK: result 0 of 'overlapping' is equal
func.func @overlapping(%x: tensor<1x2x7x9xf32>) -> tensor<1x2x3x4xf32> {
  %0 = tg.max_pool %x kernel [3, 3] strides [2, 2] : tensor<1x2x7x9xf32> -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}

// CHECK: result 0 of 'padded' is equal
func.func @padded(%x: tensor<1x2x7x9xf32>) -> tensor<1x2x4x5xf32> {
  %0 = tg.max_pool %x kernel [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] : tensor<1x2x7x9xf32> -> tensor<1x2x4x5xf32>
  return %0 : tensor<1x2x4x5xf32>
}

// CHECK: result 0 of 'dilated' is equal
func.func @dilated(%x: tensor<1x2x9x9xf32>) -> tensor<1x2x5x5xf32> {
  %0 = tg.max_pool %x kernel [3, 3] strides [1, 1] dilations [2, 2] : tensor<1x2x9x9xf32> -> tensor<1x2x5x5xf32>
  return %0 : tensor<1x2x5x5xf32>
}

// CHECK: result 0 of 'one_axis' is equal
func.func @one_axis(%x: tensor<5x31xf32>) -> tensor<5x15xf32> {
  %0 = tg.max_pool %x kernel [2] : tensor<5x31xf32> -> tensor<5x15xf32>
  return %0 : tensor<5x15xf32>
}

// CHECK: result 0 of 'i1' is equal
func.func @i1(%x: tensor<3x9xi1>) -> tensor<3x4xi1> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xi1> -> tensor<3x4xi1>
  return %0 : tensor<3x4xi1>
}

// CHECK: result 0 of 'i8' is equal
func.func @i8(%x: tensor<3x9xi8>) -> tensor<3x4xi8> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xi8> -> tensor<3x4xi8>
  return %0 : tensor<3x4xi8>
}

// CHECK: result 0 of 'i16' is equal
func.func @i16(%x: tensor<3x9xi16>) -> tensor<3x4xi16> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xi16> -> tensor<3x4xi16>
  return %0 : tensor<3x4xi16>
}

// CHECK: result 0 of 'i32' is equal
func.func @i32(%x: tensor<3x9xi32>) -> tensor<3x4xi32> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xi32> -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// CHECK: result 0 of 'i64' is equal
func.func @i64(%x: tensor<3x9xi64>) -> tensor<3x4xi64> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xi64> -> tensor<3x4xi64>
  return %0 : tensor<3x4xi64>
}

// CHECK: result 0 of 'ui8' is equal
func.func @ui8(%x: tensor<3x9xui8>) -> tensor<3x4xui8> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xui8> -> tensor<3x4xui8>
  return %0 : tensor<3x4xui8>
}

// CHECK: result 0 of 'ui16' is equal
func.func @ui16(%x: tensor<3x9xui16>) -> tensor<3x4xui16> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xui16> -> tensor<3x4xui16>
  return %0 : tensor<3x4xui16>
}

// CHECK: result 0 of 'ui32' is equal
func.func @ui32(%x: tensor<3x9xui32>) -> tensor<3x4xui32> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xui32> -> tensor<3x4xui32>
  return %0 : tensor<3x4xui32>
}

// CHECK: result 0 of 'ui64' is equal
func.func @ui64(%x: tensor<3x9xui64>) -> tensor<3x4xui64> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xui64> -> tensor<3x4xui64>
  return %0 : tensor<3x4xui64>
}

// CHECK: result 0 of 'f64' is equal
func.func @f64(%x: tensor<3x9xf64>) -> tensor<3x4xf64> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xf64> -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

// CHECK: result 0 of 'f16' is equal
func.func @f16(%x: tensor<3x9xf16>) -> tensor<3x4xf16> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xf16> -> tensor<3x4xf16>
  return %0 : tensor<3x4xf16>
}

// CHECK: result 0 of 'bf16' is equal
func.func @bf16(%x: tensor<3x9xbf16>) -> tensor<3x4xbf16> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xbf16> -> tensor<3x4xbf16>
  return %0 : tensor<3x4xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' is equal
func.func @f8E4M3FN(%x: tensor<3x9xf8E4M3FN>) -> tensor<3x4xf8E4M3FN> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xf8E4M3FN> -> tensor<3x4xf8E4M3FN>
  return %0 : tensor<3x4xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' is equal
func.func @f8E5M2(%x: tensor<3x9xf8E5M2>) -> tensor<3x4xf8E5M2> {
  %0 = tg.max_pool %x kernel [3] strides [2] : tensor<3x9xf8E5M2> -> tensor<3x4xf8E5M2>
  return %0 : tensor<3x4xf8E5M2>
}

// CHECK: result 0 of 'i8_padded' is equal
func.func @i8_padded(%x: tensor<3x9xi8>) -> tensor<3x5xi8> {
  %0 = tg.max_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xi8> -> tensor<3x5xi8>
  return %0 : tensor<3x5xi8>
}

// CHECK: result 0 of 'ui8_padded' is equal
func.func @ui8_padded(%x: tensor<3x9xui8>) -> tensor<3x5xui8> {
  %0 = tg.max_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xui8> -> tensor<3x5xui8>
  return %0 : tensor<3x5xui8>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%x: tensor<?x2x6x6xf32> {tg.dims = ["n", 2, 6, 6]}) -> tensor<?x2x3x3xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.max_pool %x kernel [2, 2] : tensor<?x2x6x6xf32> -> tensor<?x2x3x3xf32>
  return %0 : tensor<?x2x3x3xf32>
}
