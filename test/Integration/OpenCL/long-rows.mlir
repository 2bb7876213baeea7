// Tests rows that are longer than the memory of a workgroup, of batches of rows too,
// and functions of single f64 numbers, whose code adds with carry.

// REQUIRES: opencl
// RUN: tg-run %s --entry all --input random:1 --verify --device opencl | FileCheck %s
// RUN: tg-run %s --entry all --input edges:2 --verify --device opencl | FileCheck %s

// CHECK: result 0 of 'softmax' {{is (equal|close)}}
func.func @softmax(%a: tensor<3x20000xf32>) -> tensor<3x20000xf32> {
  %0 = tg.softmax %a axis 1 : tensor<3x20000xf32>
  return %0 : tensor<3x20000xf32>
}

// CHECK: result 0 of 'batches' {{is (equal|close)}}
func.func @batches(%a: tensor<2x8x9000xf32>) -> tensor<2x8x9000xf32> {
  %0 = tg.softmax %a axis 2 : tensor<2x8x9000xf32>
  return %0 : tensor<2x8x9000xf32>
}

// CHECK: result 0 of 'layer_norm' {{is (equal|close)}}
func.func @layer_norm(%a: tensor<2x30000xf16>) -> tensor<2x30000xf16> {
  %0 = tg.layer_norm %a axes [1] epsilon 1.0e-5 : tensor<2x30000xf16>
  return %0 : tensor<2x30000xf16>
}

// CHECK: result 0 of 'attention' {{is (equal|close)}}
func.func @attention(%q: tensor<2x8x16xbf16>, %k: tensor<2x9000x16xbf16>, %v: tensor<2x9000x16xbf16>) -> tensor<2x8x16xbf16> {
  %0 = tg.attention %q, %k, %v : tensor<2x8x16xbf16>, tensor<2x9000x16xbf16>, tensor<2x9000x16xbf16> -> tensor<2x8x16xbf16>
  return %0 : tensor<2x8x16xbf16>
}

// CHECK: result 0 of 'argmax' {{is equal}}
// CHECK: result 1 of 'argmax' {{is equal}}
func.func @argmax(%a: tensor<2x100000xbf16>) -> (tensor<2xi32>, tensor<2xbf16>) {
  %0 = tg.argmax %a axis 1 : tensor<2x100000xbf16> -> tensor<2xi32>
  %1 = tg.max %a axes [1] : tensor<2x100000xbf16> -> tensor<2xbf16>
  return %0, %1 : tensor<2xi32>, tensor<2xbf16>
}

// CHECK: result 0 of 'numbers' is equal
// CHECK: result 1 of 'numbers' is equal
func.func @numbers(%a: tensor<f64>, %b: tensor<i64>) -> (tensor<f64>, tensor<i64>) {
  %0 = tg.sin %a : tensor<f64>
  %1 = tg.mul %b, %b : tensor<i64>
  return %0, %1 : tensor<f64>, tensor<i64>
}
