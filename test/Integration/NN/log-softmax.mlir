// Tests that log_softmax along any axis agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'rows' {{is (equal|close)}}
func.func @rows(%a: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %0 = tg.log_softmax %a axis 1 : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// CHECK: result 0 of 'columns' {{is (equal|close)}}
func.func @columns(%a: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %0 = tg.log_softmax %a axis 0 : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// CHECK: result 0 of 'long' {{is (equal|close)}}
func.func @long(%a: tensor<2x1031xf32>) -> tensor<2x1031xf32> {
  %0 = tg.log_softmax %a axis 1 : tensor<2x1031xf32>
  return %0 : tensor<2x1031xf32>
}

// CHECK: result 0 of 'vector' {{is (equal|close)}}
func.func @vector(%a: tensor<9xf32>) -> tensor<9xf32> {
  %0 = tg.log_softmax %a axis 0 : tensor<9xf32>
  return %0 : tensor<9xf32>
}

// CHECK: result 0 of 'no_rows' {{is (equal|close)}}
func.func @no_rows(%a: tensor<0x3xf32>) -> tensor<0x3xf32> {
  %0 = tg.log_softmax %a axis 1 : tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// CHECK: result 0 of 'nothing' {{is (equal|close)}}
func.func @nothing(%a: tensor<3x0xf32>) -> tensor<3x0xf32> {
  %0 = tg.log_softmax %a axis 1 : tensor<3x0xf32>
  return %0 : tensor<3x0xf32>
}

// CHECK: result 0 of 'rank4' {{is (equal|close)}}
func.func @rank4(%a: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %0 = tg.log_softmax %a axis 2 : tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// CHECK: result 0 of 'f64' {{is (equal|close)}}
func.func @f64(%a: tensor<6x33xf64>) -> tensor<6x33xf64> {
  %0 = tg.log_softmax %a axis 1 : tensor<6x33xf64>
  return %0 : tensor<6x33xf64>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%a: tensor<6x33xf16>) -> tensor<6x33xf16> {
  %0 = tg.log_softmax %a axis 1 : tensor<6x33xf16>
  return %0 : tensor<6x33xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%a: tensor<6x33xbf16>) -> tensor<6x33xbf16> {
  %0 = tg.log_softmax %a axis 1 : tensor<6x33xbf16>
  return %0 : tensor<6x33xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' {{is (equal|close)}}
func.func @f8E4M3FN(%a: tensor<6x33xf8E4M3FN>) -> tensor<6x33xf8E4M3FN> {
  %0 = tg.log_softmax %a axis 1 : tensor<6x33xf8E4M3FN>
  return %0 : tensor<6x33xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' {{is (equal|close)}}
func.func @f8E5M2(%a: tensor<6x33xf8E5M2>) -> tensor<6x33xf8E5M2> {
  %0 = tg.log_softmax %a axis 1 : tensor<6x33xf8E5M2>
  return %0 : tensor<6x33xf8E5M2>
}

// CHECK: result 0 of 'dynamic' {{is (equal|close)}}
func.func @dynamic(%a: tensor<?x10xf32> {tg.dims = ["n", 10]}) -> tensor<?x10xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.log_softmax %a axis 1 : tensor<?x10xf32>
  return %0 : tensor<?x10xf32>
}

// CHECK: result 0 of 'dynamic_axis' {{is (equal|close)}}
func.func @dynamic_axis(%a: tensor<?x10xf32> {tg.dims = ["n", 10]}) -> tensor<?x10xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.log_softmax %a axis 0 : tensor<?x10xf32>
  return %0 : tensor<?x10xf32>
}
