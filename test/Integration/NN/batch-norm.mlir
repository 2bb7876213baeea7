// Tests that batch_norm by given statistics is exact, and by its own agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'image' is equal
func.func @image(%a: tensor<2x6x4x5xf32>, %m: tensor<6xf32>, %r: tensor<6xf32>, %s: tensor<6xf32>, %b: tensor<6xf32>) -> tensor<2x6x4x5xf32> {
  %v = tg.mul %r, %r : tensor<6xf32>
  %0 = tg.batch_norm %a axis 1 mean(%m : tensor<6xf32>) variance(%v : tensor<6xf32>) scale(%s : tensor<6xf32>) bias(%b : tensor<6xf32>) : tensor<2x6x4x5xf32>
  return %0 : tensor<2x6x4x5xf32>
}

// CHECK: result 0 of 'rows' is equal
func.func @rows(%a: tensor<5x7xf32>, %m: tensor<7xf32>, %r: tensor<7xf32>, %s: tensor<7xf32>, %b: tensor<7xf32>) -> tensor<5x7xf32> {
  %v = tg.mul %r, %r : tensor<7xf32>
  %0 = tg.batch_norm %a axis 1 mean(%m : tensor<7xf32>) variance(%v : tensor<7xf32>) scale(%s : tensor<7xf32>) bias(%b : tensor<7xf32>) : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// CHECK: result 0 of 'first' is equal
func.func @first(%a: tensor<3x4x5xf32>, %m: tensor<3xf32>, %r: tensor<3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3x4x5xf32> {
  %v = tg.mul %r, %r : tensor<3xf32>
  %0 = tg.batch_norm %a axis 0 mean(%m : tensor<3xf32>) variance(%v : tensor<3xf32>) scale(%s : tensor<3xf32>) bias(%b : tensor<3xf32>) : tensor<3x4x5xf32>
  return %0 : tensor<3x4x5xf32>
}

// CHECK: result 0 of 'last' is equal
func.func @last(%a: tensor<2x3x17xf32>, %m: tensor<17xf32>, %r: tensor<17xf32>, %s: tensor<17xf32>, %b: tensor<17xf32>) -> tensor<2x3x17xf32> {
  %v = tg.mul %r, %r : tensor<17xf32>
  %0 = tg.batch_norm %a axis 2 mean(%m : tensor<17xf32>) variance(%v : tensor<17xf32>) scale(%s : tensor<17xf32>) bias(%b : tensor<17xf32>) : tensor<2x3x17xf32>
  return %0 : tensor<2x3x17xf32>
}

// CHECK: result 0 of 'no_rows' is equal
func.func @no_rows(%a: tensor<0x4x3xf32>, %m: tensor<4xf32>, %r: tensor<4xf32>, %s: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<0x4x3xf32> {
  %v = tg.mul %r, %r : tensor<4xf32>
  %0 = tg.batch_norm %a axis 1 mean(%m : tensor<4xf32>) variance(%v : tensor<4xf32>) scale(%s : tensor<4xf32>) bias(%b : tensor<4xf32>) : tensor<0x4x3xf32>
  return %0 : tensor<0x4x3xf32>
}

// CHECK: result 0 of 'f64' is equal
func.func @f64(%a: tensor<3x5x7xf64>, %m: tensor<5xf64>, %r: tensor<5xf64>, %s: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<3x5x7xf64> {
  %v = tg.mul %r, %r : tensor<5xf64>
  %0 = tg.batch_norm %a axis 1 mean(%m : tensor<5xf64>) variance(%v : tensor<5xf64>) scale(%s : tensor<5xf64>) bias(%b : tensor<5xf64>) : tensor<3x5x7xf64>
  return %0 : tensor<3x5x7xf64>
}

// CHECK: result 0 of 'f16' is equal
func.func @f16(%a: tensor<3x5x7xf16>, %m: tensor<5xf16>, %r: tensor<5xf16>, %s: tensor<5xf16>, %b: tensor<5xf16>) -> tensor<3x5x7xf16> {
  %v = tg.mul %r, %r : tensor<5xf16>
  %0 = tg.batch_norm %a axis 1 mean(%m : tensor<5xf16>) variance(%v : tensor<5xf16>) scale(%s : tensor<5xf16>) bias(%b : tensor<5xf16>) : tensor<3x5x7xf16>
  return %0 : tensor<3x5x7xf16>
}

// CHECK: result 0 of 'bf16' is equal
func.func @bf16(%a: tensor<3x5x7xbf16>, %m: tensor<5xbf16>, %r: tensor<5xbf16>, %s: tensor<5xbf16>, %b: tensor<5xbf16>) -> tensor<3x5x7xbf16> {
  %v = tg.mul %r, %r : tensor<5xbf16>
  %0 = tg.batch_norm %a axis 1 mean(%m : tensor<5xbf16>) variance(%v : tensor<5xbf16>) scale(%s : tensor<5xbf16>) bias(%b : tensor<5xbf16>) : tensor<3x5x7xbf16>
  return %0 : tensor<3x5x7xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' is equal
func.func @f8E4M3FN(%a: tensor<3x5x7xf8E4M3FN>, %m: tensor<5xf8E4M3FN>, %r: tensor<5xf8E4M3FN>, %s: tensor<5xf8E4M3FN>, %b: tensor<5xf8E4M3FN>) -> tensor<3x5x7xf8E4M3FN> {
  %v = tg.mul %r, %r : tensor<5xf8E4M3FN>
  %0 = tg.batch_norm %a axis 1 mean(%m : tensor<5xf8E4M3FN>) variance(%v : tensor<5xf8E4M3FN>) scale(%s : tensor<5xf8E4M3FN>) bias(%b : tensor<5xf8E4M3FN>) : tensor<3x5x7xf8E4M3FN>
  return %0 : tensor<3x5x7xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' is equal
func.func @f8E5M2(%a: tensor<3x5x7xf8E5M2>, %m: tensor<5xf8E5M2>, %r: tensor<5xf8E5M2>, %s: tensor<5xf8E5M2>, %b: tensor<5xf8E5M2>) -> tensor<3x5x7xf8E5M2> {
  %v = tg.mul %r, %r : tensor<5xf8E5M2>
  %0 = tg.batch_norm %a axis 1 mean(%m : tensor<5xf8E5M2>) variance(%v : tensor<5xf8E5M2>) scale(%s : tensor<5xf8E5M2>) bias(%b : tensor<5xf8E5M2>) : tensor<3x5x7xf8E5M2>
  return %0 : tensor<3x5x7xf8E5M2>
}

// CHECK: result 0 of 'mixed' is equal
func.func @mixed(%a: tensor<3x5x7xbf16>, %m: tensor<5xf32>, %r: tensor<5xf32>, %s: tensor<5xf32>, %b: tensor<5xf32>) -> tensor<3x5x7xbf16> {
  %v = tg.mul %r, %r : tensor<5xf32>
  %0 = tg.batch_norm %a axis 1 mean(%m : tensor<5xf32>) variance(%v : tensor<5xf32>) scale(%s : tensor<5xf32>) bias(%b : tensor<5xf32>) : tensor<3x5x7xbf16>
  return %0 : tensor<3x5x7xbf16>
}

// CHECK: result 0 of 'statistics' {{is (equal|close)}}
func.func @statistics(%a: tensor<2x6x4xf32>) -> tensor<2x6x4xf32> {
  %0 = tg.batch_norm %a axis 1 : tensor<2x6x4xf32>
  return %0 : tensor<2x6x4xf32>
}

// CHECK: result 0 of 'statistics_f16' {{is (equal|close)}}
func.func @statistics_f16(%a: tensor<2x6x4xf16>, %s: tensor<6xf16>) -> tensor<2x6x4xf16> {
  %0 = tg.batch_norm %a axis 1 scale(%s : tensor<6xf16>) epsilon 1.0e-3 : tensor<2x6x4xf16>
  return %0 : tensor<2x6x4xf16>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%a: tensor<?x6x5xf32> {tg.dims = ["n", 6, 5]}, %m: tensor<6xf32>, %s: tensor<6xf32>) -> tensor<?x6x5xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %v = tg.mul %m, %m : tensor<6xf32>
  %0 = tg.batch_norm %a axis 1 mean(%m : tensor<6xf32>) variance(%v : tensor<6xf32>) scale(%s : tensor<6xf32>) : tensor<?x6x5xf32>
  return %0 : tensor<?x6x5xf32>
}

// CHECK: result 0 of 'dynamic_statistics' {{is (equal|close)}}
func.func @dynamic_statistics(%a: tensor<?x6x5xf32> {tg.dims = ["n", 6, 5]}) -> tensor<?x6x5xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.batch_norm %a axis 1 : tensor<?x6x5xf32>
  return %0 : tensor<?x6x5xf32>
}
