// Tests that convolutions with strides, dilations, paddings and groups agree with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'plain' {{is (equal|close)}}
func.func @plain(%x: tensor<2x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<2x4x6x6xf32> {
  %0 = tg.conv %x, %w : tensor<2x3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<2x4x6x6xf32>
  return %0 : tensor<2x4x6x6xf32>
}

// CHECK: result 0 of 'padded' {{is (equal|close)}}
func.func @padded(%x: tensor<2x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<2x4x8x8xf32> {
  %0 = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1] : tensor<2x3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<2x4x8x8xf32>
  return %0 : tensor<2x4x8x8xf32>
}

// CHECK: result 0 of 'asymmetric' {{is (equal|close)}}
func.func @asymmetric(%x: tensor<1x2x5x7xf32>, %w: tensor<3x2x2x3xf32>) -> tensor<1x3x6x6xf32> {
  %0 = tg.conv %x, %w pad_low [0, 1] pad_high [2, 0] : tensor<1x2x5x7xf32>, tensor<3x2x2x3xf32> -> tensor<1x3x6x6xf32>
  return %0 : tensor<1x3x6x6xf32>
}

// CHECK: result 0 of 'strided' {{is (equal|close)}}
func.func @strided(%x: tensor<1x2x9x11xf32>, %w: tensor<3x2x3x3xf32>) -> tensor<1x3x4x5xf32> {
  %0 = tg.conv %x, %w strides [2, 2] : tensor<1x2x9x11xf32>, tensor<3x2x3x3xf32> -> tensor<1x3x4x5xf32>
  return %0 : tensor<1x3x4x5xf32>
}

// CHECK: result 0 of 'dilated' {{is (equal|close)}}
func.func @dilated(%x: tensor<1x2x9x11xf32>, %w: tensor<3x2x3x3xf32>) -> tensor<1x3x5x3xf32> {
  %0 = tg.conv %x, %w dilations [2, 4] : tensor<1x2x9x11xf32>, tensor<3x2x3x3xf32> -> tensor<1x3x5x3xf32>
  return %0 : tensor<1x3x5x3xf32>
}

// CHECK: result 0 of 'grouped' {{is (equal|close)}}
func.func @grouped(%x: tensor<2x4x6x6xf32>, %w: tensor<6x2x3x3xf32>) -> tensor<2x6x4x4xf32> {
  %0 = tg.conv %x, %w groups 2 : tensor<2x4x6x6xf32>, tensor<6x2x3x3xf32> -> tensor<2x6x4x4xf32>
  return %0 : tensor<2x6x4x4xf32>
}

// CHECK: result 0 of 'depthwise' {{is (equal|close)}}
func.func @depthwise(%x: tensor<1x8x6x6xf32>, %w: tensor<8x1x3x3xf32>) -> tensor<1x8x4x4xf32> {
  %0 = tg.conv %x, %w groups 8 : tensor<1x8x6x6xf32>, tensor<8x1x3x3xf32> -> tensor<1x8x4x4xf32>
  return %0 : tensor<1x8x4x4xf32>
}

// CHECK: result 0 of 'one_axis' {{is (equal|close)}}
func.func @one_axis(%x: tensor<2x3x31xf32>, %w: tensor<4x3x5xf32>) -> tensor<2x4x14xf32> {
  %0 = tg.conv %x, %w strides [2] : tensor<2x3x31xf32>, tensor<4x3x5xf32> -> tensor<2x4x14xf32>
  return %0 : tensor<2x4x14xf32>
}

// CHECK: result 0 of 'three_axes' {{is (equal|close)}}
func.func @three_axes(%x: tensor<1x2x5x6x7xf32>, %w: tensor<3x2x2x3x2xf32>) -> tensor<1x3x4x4x6xf32> {
  %0 = tg.conv %x, %w : tensor<1x2x5x6x7xf32>, tensor<3x2x2x3x2xf32> -> tensor<1x3x4x4x6xf32>
  return %0 : tensor<1x3x4x4x6xf32>
}

// CHECK: result 0 of 'pointwise' {{is (equal|close)}}
func.func @pointwise(%x: tensor<2x16x5x5xf32>, %w: tensor<8x16x1x1xf32>) -> tensor<2x8x5x5xf32> {
  %0 = tg.conv %x, %w : tensor<2x16x5x5xf32>, tensor<8x16x1x1xf32> -> tensor<2x8x5x5xf32>
  return %0 : tensor<2x8x5x5xf32>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%x: tensor<1x3x7x7xf16>, %w: tensor<4x3x3x3xf16>) -> tensor<1x4x5x5xf16> {
  %0 = tg.conv %x, %w : tensor<1x3x7x7xf16>, tensor<4x3x3x3xf16> -> tensor<1x4x5x5xf16>
  return %0 : tensor<1x4x5x5xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%x: tensor<1x3x7x7xbf16>, %w: tensor<4x3x3x3xbf16>) -> tensor<1x4x5x5xbf16> {
  %0 = tg.conv %x, %w : tensor<1x3x7x7xbf16>, tensor<4x3x3x3xbf16> -> tensor<1x4x5x5xbf16>
  return %0 : tensor<1x4x5x5xbf16>
}

// CHECK: result 0 of 'f64' {{is (equal|close)}}
func.func @f64(%x: tensor<1x3x7x7xf64>, %w: tensor<4x3x3x3xf64>) -> tensor<1x4x5x5xf64> {
  %0 = tg.conv %x, %w : tensor<1x3x7x7xf64>, tensor<4x3x3x3xf64> -> tensor<1x4x5x5xf64>
  return %0 : tensor<1x4x5x5xf64>
}

// CHECK: result 0 of 'i8' {{is (equal|close)}}
func.func @i8(%x: tensor<1x3x7x7xi8>, %w: tensor<4x3x3x3xi8>) -> tensor<1x4x5x5xi32> {
  %0 = tg.conv %x, %w : tensor<1x3x7x7xi8>, tensor<4x3x3x3xi8> -> tensor<1x4x5x5xi32>
  return %0 : tensor<1x4x5x5xi32>
}

// CHECK: result 0 of 'ui16' {{is (equal|close)}}
func.func @ui16(%x: tensor<1x3x7x7xui16>, %w: tensor<4x3x3x3xui16>) -> tensor<1x4x5x5xui32> {
  %0 = tg.conv %x, %w : tensor<1x3x7x7xui16>, tensor<4x3x3x3xui16> -> tensor<1x4x5x5xui32>
  return %0 : tensor<1x4x5x5xui32>
}

// CHECK: result 0 of 'i64' {{is (equal|close)}}
func.func @i64(%x: tensor<1x3x7x7xi64>, %w: tensor<4x3x3x3xi64>) -> tensor<1x4x5x5xi64> {
  %0 = tg.conv %x, %w : tensor<1x3x7x7xi64>, tensor<4x3x3x3xi64> -> tensor<1x4x5x5xi64>
  return %0 : tensor<1x4x5x5xi64>
}

// CHECK: result 0 of 'dynamic' {{is (equal|close)}}
func.func @dynamic(%x: tensor<?x3x8x8xf32> {tg.dims = ["n", 3, 8, 8]}, %w: tensor<4x3x3x3xf32>)
    -> tensor<?x4x8x8xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1] : tensor<?x3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<?x4x8x8xf32>
  return %0 : tensor<?x4x8x8xf32>
}
