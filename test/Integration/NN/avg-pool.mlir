// Tests that means of windows agree with the reference, whatever counts as one.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'plain' {{is (equal|close)}}
func.func @plain(%x: tensor<2x3x8x8xf32>) -> tensor<2x3x4x4xf32> {
  %0 = tg.avg_pool %x kernel [2, 2] : tensor<2x3x8x8xf32> -> tensor<2x3x4x4xf32>
  return %0 : tensor<2x3x4x4xf32>
}

// CHECK: result 0 of 'overlapping' {{is (equal|close)}}
func.func @overlapping(%x: tensor<1x2x7x9xf32>) -> tensor<1x2x3x4xf32> {
  %0 = tg.avg_pool %x kernel [3, 3] strides [2, 2] : tensor<1x2x7x9xf32> -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}

// CHECK: result 0 of 'padded' {{is (equal|close)}}
func.func @padded(%x: tensor<1x2x7x9xf32>) -> tensor<1x2x4x5xf32> {
  %0 = tg.avg_pool %x kernel [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] : tensor<1x2x7x9xf32> -> tensor<1x2x4x5xf32>
  return %0 : tensor<1x2x4x5xf32>
}

// CHECK: result 0 of 'included' {{is (equal|close)}}
func.func @included(%x: tensor<1x2x7x9xf32>) -> tensor<1x2x4x5xf32> {
  %0 = tg.avg_pool %x kernel [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] count_include_pad : tensor<1x2x7x9xf32> -> tensor<1x2x4x5xf32>
  return %0 : tensor<1x2x4x5xf32>
}

// CHECK: result 0 of 'asymmetric' {{is (equal|close)}}
func.func @asymmetric(%x: tensor<2x6x6xf32>) -> tensor<2x7x6xf32> {
  %0 = tg.avg_pool %x kernel [2, 3] strides [1, 1] pad_low [1, 0] pad_high [1, 2] : tensor<2x6x6xf32> -> tensor<2x7x6xf32>
  return %0 : tensor<2x7x6xf32>
}

// CHECK: result 0 of 'rounded_up' {{is (equal|close)}}
func.func @rounded_up(%x: tensor<3x8xf32>) -> tensor<3x3xf32> {
  %0 = tg.avg_pool %x kernel [3] strides [3] pad_high [1] : tensor<3x8xf32> -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK: result 0 of 'dilated' {{is (equal|close)}}
func.func @dilated(%x: tensor<1x2x9x9xf32>) -> tensor<1x2x5x5xf32> {
  %0 = tg.avg_pool %x kernel [3, 3] strides [1, 1] dilations [2, 2] : tensor<1x2x9x9xf32> -> tensor<1x2x5x5xf32>
  return %0 : tensor<1x2x5x5xf32>
}

// CHECK: result 0 of 'dilated_padded' {{is (equal|close)}}
func.func @dilated_padded(%x: tensor<2x9xf32>) -> tensor<2x9xf32> {
  %0 = tg.avg_pool %x kernel [3] strides [1] dilations [2] pad_low [2] pad_high [2] : tensor<2x9xf32> -> tensor<2x9xf32>
  return %0 : tensor<2x9xf32>
}

// CHECK: result 0 of 'three_axes' {{is (equal|close)}}
func.func @three_axes(%x: tensor<2x4x6x4xf32>) -> tensor<2x2x3x2xf32> {
  %0 = tg.avg_pool %x kernel [2, 2, 2] : tensor<2x4x6x4xf32> -> tensor<2x2x3x2xf32>
  return %0 : tensor<2x2x3x2xf32>
}

// CHECK: result 0 of 'no_rows' {{is (equal|close)}}
func.func @no_rows(%x: tensor<0x8xf32>) -> tensor<0x4xf32> {
  %0 = tg.avg_pool %x kernel [2] : tensor<0x8xf32> -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// CHECK: result 0 of 'vector' {{is (equal|close)}}
func.func @vector(%x: tensor<9xf32>) -> tensor<3xf32> {
  %0 = tg.avg_pool %x kernel [3] : tensor<9xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK: result 0 of 'f64' {{is (equal|close)}}
func.func @f64(%x: tensor<3x9xf64>) -> tensor<3x5xf64> {
  %0 = tg.avg_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf64> -> tensor<3x5xf64>
  return %0 : tensor<3x5xf64>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%x: tensor<3x9xf16>) -> tensor<3x5xf16> {
  %0 = tg.avg_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf16> -> tensor<3x5xf16>
  return %0 : tensor<3x5xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%x: tensor<3x9xbf16>) -> tensor<3x5xbf16> {
  %0 = tg.avg_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xbf16> -> tensor<3x5xbf16>
  return %0 : tensor<3x5xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' {{is (equal|close)}}
func.func @f8E4M3FN(%x: tensor<3x9xf8E4M3FN>) -> tensor<3x5xf8E4M3FN> {
  %0 = tg.avg_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf8E4M3FN> -> tensor<3x5xf8E4M3FN>
  return %0 : tensor<3x5xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' {{is (equal|close)}}
func.func @f8E5M2(%x: tensor<3x9xf8E5M2>) -> tensor<3x5xf8E5M2> {
  %0 = tg.avg_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x9xf8E5M2> -> tensor<3x5xf8E5M2>
  return %0 : tensor<3x5xf8E5M2>
}

// CHECK: result 0 of 'dynamic' {{is (equal|close)}}
func.func @dynamic(%x: tensor<?x9xf32> {tg.dims = ["n", 9]}) -> tensor<?x9xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.avg_pool %x kernel [3] strides [1] pad_low [1] pad_high [1] : tensor<?x9xf32> -> tensor<?x9xf32>
  return %0 : tensor<?x9xf32>
}

// CHECK: result 0 of 'dynamic_axis' {{is (equal|close)}}
func.func @dynamic_axis(%x: tensor<3x?xf32> {tg.dims = [3, "n"]}) -> tensor<3x?xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.avg_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] : tensor<3x?xf32> -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// CHECK: result 0 of 'dynamic_whole' {{is (equal|close)}}
func.func @dynamic_whole(%x: tensor<3x?xf32> {tg.dims = [3, "n"]}) -> tensor<3x?xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.avg_pool %x kernel [3] strides [2] pad_low [1] pad_high [1] count_include_pad : tensor<3x?xf32> -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}
