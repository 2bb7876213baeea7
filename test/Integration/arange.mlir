// Tests that numbers in steps wrap on integers and round once on floats.

// RUN: tg-run %s --entry all --var n=7 --verify | FileCheck %s

// CHECK: result 0 of 'i32' is equal
func.func @i32() -> tensor<300xi32> {
  %0 = tg.arange [300] start(3 : i32) step(-2 : i32) : tensor<300xi32>
  return %0 : tensor<300xi32>
}

// CHECK: result 0 of 'ui8' is equal
func.func @ui8() -> tensor<300xui8> {
  %0 = tg.arange [300] start(250 : ui8) step(3 : ui8) : tensor<300xui8>
  return %0 : tensor<300xui8>
}

// CHECK: result 0 of 'i64' is equal
func.func @i64() -> tensor<300xi64> {
  %0 = tg.arange [300] start(-5 : i64) step(1000000007 : i64) : tensor<300xi64>
  return %0 : tensor<300xi64>
}

// CHECK: result 0 of 'f32' is equal
func.func @f32() -> tensor<300xf32> {
  %0 = tg.arange [300] start(0.5 : f32) step(0.25 : f32) : tensor<300xf32>
  return %0 : tensor<300xf32>
}

// CHECK: result 0 of 'f64' is equal
func.func @f64() -> tensor<300xf64> {
  %0 = tg.arange [300] start(0.0 : f64) step(0.1 : f64) : tensor<300xf64>
  return %0 : tensor<300xf64>
}

// CHECK: result 0 of 'f16' is equal
func.func @f16() -> tensor<300xf16> {
  %0 = tg.arange [300] start(1.0 : f16) step(0.5 : f16) : tensor<300xf16>
  return %0 : tensor<300xf16>
}

// CHECK: result 0 of 'bf16' is equal
func.func @bf16() -> tensor<300xbf16> {
  %0 = tg.arange [300] start(0.0 : bf16) step(1.0 : bf16) : tensor<300xbf16>
  return %0 : tensor<300xbf16>
}

// CHECK: result 0 of 'f8E5M2' is equal
func.func @f8E5M2() -> tensor<300xf8E5M2> {
  %0 = tg.arange [300] start(0.0 : f8E5M2) step(1.0 : f8E5M2) : tensor<300xf8E5M2>
  return %0 : tensor<300xf8E5M2>
}

// CHECK: result 0 of 'empty' is equal
func.func @empty() -> tensor<0xf32> {
  %0 = tg.arange [0] start(0.0 : f32) step(1.0 : f32) : tensor<0xf32>
  return %0 : tensor<0xf32>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic() -> tensor<?xi32>
    attributes {tg.variables = {n = [1, 16]}} {
  %n = tg.variable "n"
  %0 = tg.arange [%n] start(1 : i32) step(1 : i32) : tensor<?xi32>
  return %0 : tensor<?xi32>
}
