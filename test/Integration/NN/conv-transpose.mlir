// Tests that transposed convolutions agree with the reference, which scatters.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'plain' {{is (equal|close)}}
func.func @plain(%x: tensor<2x3x5x4xf32>, %w: tensor<3x4x3x3xf32>) -> tensor<2x4x7x6xf32> {
  %0 = tg.conv_transpose %x, %w : tensor<2x3x5x4xf32>, tensor<3x4x3x3xf32> -> tensor<2x4x7x6xf32>
  return %0 : tensor<2x4x7x6xf32>
}

// CHECK: result 0 of 'strided' {{is (equal|close)}}
func.func @strided(%x: tensor<1x2x4x5xf32>, %w: tensor<2x3x3x2xf32>) -> tensor<1x3x9x10xf32> {
  %0 = tg.conv_transpose %x, %w strides [2, 2] : tensor<1x2x4x5xf32>, tensor<2x3x3x2xf32> -> tensor<1x3x9x10xf32>
  return %0 : tensor<1x3x9x10xf32>
}

// CHECK: result 0 of 'padded' {{is (equal|close)}}
func.func @padded(%x: tensor<2x3x5x6xf32>, %w: tensor<3x4x3x3xf32>) -> tensor<2x4x5x6xf32> {
  %0 = tg.conv_transpose %x, %w pad_low [1, 1] pad_high [1, 1] : tensor<2x3x5x6xf32>, tensor<3x4x3x3xf32> -> tensor<2x4x5x6xf32>
  return %0 : tensor<2x4x5x6xf32>
}

// CHECK: result 0 of 'asymmetric' {{is (equal|close)}}
func.func @asymmetric(%x: tensor<1x2x5x4xf32>, %w: tensor<2x3x3x2xf32>) -> tensor<1x3x6x9xf32> {
  %0 = tg.conv_transpose %x, %w strides [1, 3] pad_low [0, 1] pad_high [1, 1] : tensor<1x2x5x4xf32>, tensor<2x3x3x2xf32> -> tensor<1x3x6x9xf32>
  return %0 : tensor<1x3x6x9xf32>
}

// CHECK: result 0 of 'output_padding' {{is (equal|close)}}
func.func @output_padding(%x: tensor<1x2x4x4xf32>, %w: tensor<2x3x3x3xf32>) -> tensor<1x3x8x8xf32> {
  %0 = tg.conv_transpose %x, %w strides [2, 2] pad_low [1, 1] pad_high [1, 1] output_padding [1, 1] : tensor<1x2x4x4xf32>, tensor<2x3x3x3xf32> -> tensor<1x3x8x8xf32>
  return %0 : tensor<1x3x8x8xf32>
}

// CHECK: result 0 of 'grouped' {{is (equal|close)}}
func.func @grouped(%x: tensor<2x4x5x5xf32>, %w: tensor<4x3x2x2xf32>) -> tensor<2x6x6x6xf32> {
  %0 = tg.conv_transpose %x, %w groups 2 : tensor<2x4x5x5xf32>, tensor<4x3x2x2xf32> -> tensor<2x6x6x6xf32>
  return %0 : tensor<2x6x6x6xf32>
}

// CHECK: result 0 of 'depthwise' {{is (equal|close)}}
func.func @depthwise(%x: tensor<1x4x5x5xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<1x4x11x11xf32> {
  %0 = tg.conv_transpose %x, %w strides [2, 2] groups 4 : tensor<1x4x5x5xf32>, tensor<4x1x3x3xf32> -> tensor<1x4x11x11xf32>
  return %0 : tensor<1x4x11x11xf32>
}

// CHECK: result 0 of 'dilated' {{is (equal|close)}}
func.func @dilated(%x: tensor<1x2x5x4xf32>, %w: tensor<2x3x3x2xf32>) -> tensor<1x3x9x7xf32> {
  %0 = tg.conv_transpose %x, %w dilations [2, 3] : tensor<1x2x5x4xf32>, tensor<2x3x3x2xf32> -> tensor<1x3x9x7xf32>
  return %0 : tensor<1x3x9x7xf32>
}

// CHECK: result 0 of 'one_axis' {{is (equal|close)}}
func.func @one_axis(%x: tensor<2x3x7xf32>, %w: tensor<3x4x5xf32>) -> tensor<2x4x17xf32> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<2x3x7xf32>, tensor<3x4x5xf32> -> tensor<2x4x17xf32>
  return %0 : tensor<2x4x17xf32>
}

// CHECK: result 0 of 'three_axes' {{is (equal|close)}}
func.func @three_axes(%x: tensor<1x2x3x2x3xf32>, %w: tensor<2x3x2x3x2xf32>) -> tensor<1x3x4x5x6xf32> {
  %0 = tg.conv_transpose %x, %w strides [1, 2, 2] : tensor<1x2x3x2x3xf32>, tensor<2x3x2x3x2xf32> -> tensor<1x3x4x5x6xf32>
  return %0 : tensor<1x3x4x5x6xf32>
}

// CHECK: result 0 of 'cut' {{is (equal|close)}}
func.func @cut(%x: tensor<1x2x5xf32>, %w: tensor<2x2x2xf32>) -> tensor<1x2x2xf32> {
  %0 = tg.conv_transpose %x, %w pad_low [3] pad_high [1] : tensor<1x2x5xf32>, tensor<2x2x2xf32> -> tensor<1x2x2xf32>
  return %0 : tensor<1x2x2xf32>
}

// CHECK: result 0 of 'point' {{is (equal|close)}}
func.func @point(%x: tensor<1x3x1x1xf32>, %w: tensor<3x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %0 = tg.conv_transpose %x, %w strides [2, 2] : tensor<1x3x1x1xf32>, tensor<3x2x4x4xf32> -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// CHECK: result 0 of 'no_rows' {{is (equal|close)}}
func.func @no_rows(%x: tensor<0x3x5xf32>, %w: tensor<3x2x2xf32>) -> tensor<0x2x6xf32> {
  %0 = tg.conv_transpose %x, %w : tensor<0x3x5xf32>, tensor<3x2x2xf32> -> tensor<0x2x6xf32>
  return %0 : tensor<0x2x6xf32>
}

// CHECK: result 0 of 'i8' {{is (equal|close)}}
func.func @i8(%x: tensor<1x3x6xi8>, %w: tensor<3x2x3xi8>) -> tensor<1x2x13xi32> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xi8>, tensor<3x2x3xi8> -> tensor<1x2x13xi32>
  return %0 : tensor<1x2x13xi32>
}

// CHECK: result 0 of 'i16' {{is (equal|close)}}
func.func @i16(%x: tensor<1x3x6xi16>, %w: tensor<3x2x3xi16>) -> tensor<1x2x13xi32> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xi16>, tensor<3x2x3xi16> -> tensor<1x2x13xi32>
  return %0 : tensor<1x2x13xi32>
}

// CHECK: result 0 of 'i32' {{is (equal|close)}}
func.func @i32(%x: tensor<1x3x6xi32>, %w: tensor<3x2x3xi32>) -> tensor<1x2x13xi32> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xi32>, tensor<3x2x3xi32> -> tensor<1x2x13xi32>
  return %0 : tensor<1x2x13xi32>
}

// CHECK: result 0 of 'i64' {{is (equal|close)}}
func.func @i64(%x: tensor<1x3x6xi64>, %w: tensor<3x2x3xi64>) -> tensor<1x2x13xi64> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xi64>, tensor<3x2x3xi64> -> tensor<1x2x13xi64>
  return %0 : tensor<1x2x13xi64>
}

// CHECK: result 0 of 'ui8' {{is (equal|close)}}
func.func @ui8(%x: tensor<1x3x6xui8>, %w: tensor<3x2x3xui8>) -> tensor<1x2x13xui32> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xui8>, tensor<3x2x3xui8> -> tensor<1x2x13xui32>
  return %0 : tensor<1x2x13xui32>
}

// CHECK: result 0 of 'ui16' {{is (equal|close)}}
func.func @ui16(%x: tensor<1x3x6xui16>, %w: tensor<3x2x3xui16>) -> tensor<1x2x13xui32> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xui16>, tensor<3x2x3xui16> -> tensor<1x2x13xui32>
  return %0 : tensor<1x2x13xui32>
}

// CHECK: result 0 of 'ui32' {{is (equal|close)}}
func.func @ui32(%x: tensor<1x3x6xui32>, %w: tensor<3x2x3xui32>) -> tensor<1x2x13xui32> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xui32>, tensor<3x2x3xui32> -> tensor<1x2x13xui32>
  return %0 : tensor<1x2x13xui32>
}

// CHECK: result 0 of 'ui64' {{is (equal|close)}}
func.func @ui64(%x: tensor<1x3x6xui64>, %w: tensor<3x2x3xui64>) -> tensor<1x2x13xui64> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xui64>, tensor<3x2x3xui64> -> tensor<1x2x13xui64>
  return %0 : tensor<1x2x13xui64>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%x: tensor<1x3x6xf16>, %w: tensor<3x2x3xf16>) -> tensor<1x2x13xf16> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xf16>, tensor<3x2x3xf16> -> tensor<1x2x13xf16>
  return %0 : tensor<1x2x13xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%x: tensor<1x3x6xbf16>, %w: tensor<3x2x3xbf16>) -> tensor<1x2x13xbf16> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xbf16>, tensor<3x2x3xbf16> -> tensor<1x2x13xbf16>
  return %0 : tensor<1x2x13xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' {{is (equal|close)}}
func.func @f8E4M3FN(%x: tensor<1x3x6xf8E4M3FN>, %w: tensor<3x2x3xf8E4M3FN>) -> tensor<1x2x13xf8E4M3FN> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xf8E4M3FN>, tensor<3x2x3xf8E4M3FN> -> tensor<1x2x13xf8E4M3FN>
  return %0 : tensor<1x2x13xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' {{is (equal|close)}}
func.func @f8E5M2(%x: tensor<1x3x6xf8E5M2>, %w: tensor<3x2x3xf8E5M2>) -> tensor<1x2x13xf8E5M2> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xf8E5M2>, tensor<3x2x3xf8E5M2> -> tensor<1x2x13xf8E5M2>
  return %0 : tensor<1x2x13xf8E5M2>
}

// CHECK: result 0 of 'f64' {{is (equal|close)}}
func.func @f64(%x: tensor<1x3x6xf64>, %w: tensor<3x2x3xf64>) -> tensor<1x2x13xf64> {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x3x6xf64>, tensor<3x2x3xf64> -> tensor<1x2x13xf64>
  return %0 : tensor<1x2x13xf64>
}

// CHECK: result 0 of 'dynamic' {{is (equal|close)}}
func.func @dynamic(%x: tensor<?x3x5xf32> {tg.dims = ["n", 3, 5]}, %w: tensor<3x2x3xf32>) -> tensor<?x2x11xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<?x3x5xf32>, tensor<3x2x3xf32> -> tensor<?x2x11xf32>
  return %0 : tensor<?x2x11xf32>
}

// CHECK: result 0 of 'dynamic_axis' {{is (equal|close)}}
func.func @dynamic_axis(%x: tensor<2x3x?xf32> {tg.dims = [2, 3, "n"]}, %w: tensor<3x2x3xf32>) -> tensor<2x2x?xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.conv_transpose %x, %w strides [2] pad_low [1] pad_high [1] output_padding [1] : tensor<2x3x?xf32>, tensor<3x2x3xf32> -> tensor<2x2x?xf32>
  return %0 : tensor<2x2x?xf32>
}

// An infinite weight meets the zeros between the elements too.
// CHECK: result 0 of 'infinite' {{is (equal|close)}}
func.func @infinite(%x: tensor<1x1x4xf32>) -> tensor<1x1x8xf32> {
  %w = tg.constant dense<[[[1.0, 0x7F800000]]]> : tensor<1x1x2xf32>
  %0 = tg.conv_transpose %x, %w strides [2] : tensor<1x1x4xf32>, tensor<1x1x2xf32> -> tensor<1x1x8xf32>
  return %0 : tensor<1x1x8xf32>
}
