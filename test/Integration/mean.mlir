// Tests that the mean over any axes agrees with the reference in every float type.

// RUN: tg-run %s --entry all --input random:1 --var n=11 --var m=5 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=0 --var m=9 --verify | FileCheck %s

// CHECK: result 0 of 'both' {{is (equal|close)}}
func.func @both(%a: tensor<4x5x6xf32>) -> tensor<1x5x1xf32> {
  %0 = tg.mean %a axes [0, 2] keepdim : tensor<4x5x6xf32> -> tensor<1x5x1xf32>
  return %0 : tensor<1x5x1xf32>
}

// CHECK: result 0 of 'reversed' {{is (equal|close)}}
func.func @reversed(%a: tensor<4x5x6xf32>) -> tensor<4xf32> {
  %0 = tg.mean %a axes [2, 1] : tensor<4x5x6xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK: result 0 of 'none' {{is (equal|close)}}
func.func @none(%a: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = tg.mean %a axes [] : tensor<4x5xf32> -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK: result 0 of 'every' {{is (equal|close)}}
func.func @every(%a: tensor<7x9xf32>) -> tensor<f32> {
  %0 = tg.mean %a axes [0, 1] : tensor<7x9xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'long' {{is (equal|close)}}
func.func @long(%a: tensor<3x1031xf32>) -> tensor<3x1xf32> {
  %0 = tg.mean %a axes [1] keepdim : tensor<3x1031xf32> -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// CHECK: result 0 of 'empty' {{is (equal|close)}}
func.func @empty(%a: tensor<3x0xf32>) -> tensor<3xf32> {
  %0 = tg.mean %a axes [1] : tensor<3x0xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK: result 0 of 'no_rows' {{is (equal|close)}}
func.func @no_rows(%a: tensor<0x3xf32>) -> tensor<0xf32> {
  %0 = tg.mean %a axes [1] : tensor<0x3xf32> -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// CHECK: result 0 of 'dynamic_rows' {{is (equal|close)}}
func.func @dynamic_rows(%a: tensor<?x6xf32> {tg.dims = ["n", 6]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [0, 16]}} {
  %0 = tg.mean %a axes [1] : tensor<?x6xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: result 0 of 'dynamic_columns' {{is (equal|close)}}
func.func @dynamic_columns(%a: tensor<?x6xf32> {tg.dims = ["n", 6]}) -> tensor<6xf32>
    attributes {tg.variables = {n = [0, 16]}} {
  %0 = tg.mean %a axes [0] : tensor<?x6xf32> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: result 0 of 'dynamic_all' {{is (equal|close)}}
func.func @dynamic_all(%a: tensor<?x6xf32> {tg.dims = ["n", 6]}) -> tensor<f32>
    attributes {tg.variables = {n = [0, 16]}} {
  %0 = tg.mean %a axes [0, 1] : tensor<?x6xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0 of 'two_variables' {{is (equal|close)}}
func.func @two_variables(%a: tensor<?x3x?xf32> {tg.dims = ["n", 3, "m"]}) -> tensor<1x1x1xf32>
    attributes {tg.variables = {m = [1, 9], n = [0, 16]}} {
  %0 = tg.mean %a axes [0, 1, 2] keepdim : tensor<?x3x?xf32> -> tensor<1x1x1xf32>
  return %0 : tensor<1x1x1xf32>
}

// CHECK: result 0 of 'f32' {{is (equal|close)}}
func.func @f32(%a: tensor<5x37xf32>) -> tensor<5xf32> {
  %0 = tg.mean %a axes [1] : tensor<5x37xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK: result 0 of 'f64' {{is (equal|close)}}
func.func @f64(%a: tensor<5x37xf64>) -> tensor<5xf64> {
  %0 = tg.mean %a axes [1] : tensor<5x37xf64> -> tensor<5xf64>
  return %0 : tensor<5xf64>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%a: tensor<5x37xf16>) -> tensor<5xf16> {
  %0 = tg.mean %a axes [1] : tensor<5x37xf16> -> tensor<5xf16>
  return %0 : tensor<5xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%a: tensor<5x37xbf16>) -> tensor<5xbf16> {
  %0 = tg.mean %a axes [1] : tensor<5x37xbf16> -> tensor<5xbf16>
  return %0 : tensor<5xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' {{is (equal|close)}}
func.func @f8E4M3FN(%a: tensor<5x37xf8E4M3FN>) -> tensor<5xf8E4M3FN> {
  %0 = tg.mean %a axes [1] : tensor<5x37xf8E4M3FN> -> tensor<5xf8E4M3FN>
  return %0 : tensor<5xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' {{is (equal|close)}}
func.func @f8E5M2(%a: tensor<5x37xf8E5M2>) -> tensor<5xf8E5M2> {
  %0 = tg.mean %a axes [1] : tensor<5x37xf8E5M2> -> tensor<5xf8E5M2>
  return %0 : tensor<5xf8E5M2>
}
