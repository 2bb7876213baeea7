// Tests that matrix products of all shapes and types agree with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'square' {{is (equal|close)}}
func.func @square(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tg.matmul %a, %b : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// CHECK: result 0 of 'odd' {{is (equal|close)}}
func.func @odd(%a: tensor<5x11xf32>, %b: tensor<11x7xf32>) -> tensor<5x7xf32> {
  %0 = tg.matmul %a, %b : tensor<5x11xf32>, tensor<11x7xf32> -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// CHECK: result 0 of 'vector' {{is (equal|close)}}
func.func @vector(%a: tensor<1x64xf32>, %b: tensor<64x10xf32>) -> tensor<1x10xf32> {
  %0 = tg.matmul %a, %b : tensor<1x64xf32>, tensor<64x10xf32> -> tensor<1x10xf32>
  return %0 : tensor<1x10xf32>
}

// CHECK: result 0 of 'column' {{is (equal|close)}}
func.func @column(%a: tensor<33x9xf32>, %b: tensor<9x1xf32>) -> tensor<33x1xf32> {
  %0 = tg.matmul %a, %b : tensor<33x9xf32>, tensor<9x1xf32> -> tensor<33x1xf32>
  return %0 : tensor<33x1xf32>
}

// CHECK: result 0 of 'large' {{is (equal|close)}}
func.func @large(%a: tensor<65x77xf32>, %b: tensor<77x130xf32>) -> tensor<65x130xf32> {
  %0 = tg.matmul %a, %b : tensor<65x77xf32>, tensor<77x130xf32> -> tensor<65x130xf32>
  return %0 : tensor<65x130xf32>
}

// CHECK: result 0 of 'batched' {{is (equal|close)}}
func.func @batched(%a: tensor<3x4x6xf32>, %b: tensor<3x6x5xf32>) -> tensor<3x4x5xf32> {
  %0 = tg.matmul %a, %b : tensor<3x4x6xf32>, tensor<3x6x5xf32> -> tensor<3x4x5xf32>
  return %0 : tensor<3x4x5xf32>
}

// CHECK: result 0 of 'no_terms' {{is (equal|close)}}
func.func @no_terms(%a: tensor<3x0xf32>, %b: tensor<0x4xf32>) -> tensor<3x4xf32> {
  %0 = tg.matmul %a, %b : tensor<3x0xf32>, tensor<0x4xf32> -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK: result 0 of 'no_rows' {{is (equal|close)}}
func.func @no_rows(%a: tensor<0x3xf32>, %b: tensor<3x4xf32>) -> tensor<0x4xf32> {
  %0 = tg.matmul %a, %b : tensor<0x3xf32>, tensor<3x4xf32> -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// CHECK: result 0 of 'i8' {{is (equal|close)}}
func.func @i8(%a: tensor<9x17xi8>, %b: tensor<17x12xi8>) -> tensor<9x12xi32> {
  %0 = tg.matmul %a, %b : tensor<9x17xi8>, tensor<17x12xi8> -> tensor<9x12xi32>
  return %0 : tensor<9x12xi32>
}

// CHECK: result 0 of 'i16' {{is (equal|close)}}
func.func @i16(%a: tensor<9x17xi16>, %b: tensor<17x12xi16>) -> tensor<9x12xi32> {
  %0 = tg.matmul %a, %b : tensor<9x17xi16>, tensor<17x12xi16> -> tensor<9x12xi32>
  return %0 : tensor<9x12xi32>
}

// CHECK: result 0 of 'i32' {{is (equal|close)}}
func.func @i32(%a: tensor<9x17xi32>, %b: tensor<17x12xi32>) -> tensor<9x12xi32> {
  %0 = tg.matmul %a, %b : tensor<9x17xi32>, tensor<17x12xi32> -> tensor<9x12xi32>
  return %0 : tensor<9x12xi32>
}

// CHECK: result 0 of 'i64' {{is (equal|close)}}
func.func @i64(%a: tensor<9x17xi64>, %b: tensor<17x12xi64>) -> tensor<9x12xi64> {
  %0 = tg.matmul %a, %b : tensor<9x17xi64>, tensor<17x12xi64> -> tensor<9x12xi64>
  return %0 : tensor<9x12xi64>
}

// CHECK: result 0 of 'ui8' {{is (equal|close)}}
func.func @ui8(%a: tensor<9x17xui8>, %b: tensor<17x12xui8>) -> tensor<9x12xui32> {
  %0 = tg.matmul %a, %b : tensor<9x17xui8>, tensor<17x12xui8> -> tensor<9x12xui32>
  return %0 : tensor<9x12xui32>
}

// CHECK: result 0 of 'ui16' {{is (equal|close)}}
func.func @ui16(%a: tensor<9x17xui16>, %b: tensor<17x12xui16>) -> tensor<9x12xui32> {
  %0 = tg.matmul %a, %b : tensor<9x17xui16>, tensor<17x12xui16> -> tensor<9x12xui32>
  return %0 : tensor<9x12xui32>
}

// CHECK: result 0 of 'ui32' {{is (equal|close)}}
func.func @ui32(%a: tensor<9x17xui32>, %b: tensor<17x12xui32>) -> tensor<9x12xui32> {
  %0 = tg.matmul %a, %b : tensor<9x17xui32>, tensor<17x12xui32> -> tensor<9x12xui32>
  return %0 : tensor<9x12xui32>
}

// CHECK: result 0 of 'ui64' {{is (equal|close)}}
func.func @ui64(%a: tensor<9x17xui64>, %b: tensor<17x12xui64>) -> tensor<9x12xui64> {
  %0 = tg.matmul %a, %b : tensor<9x17xui64>, tensor<17x12xui64> -> tensor<9x12xui64>
  return %0 : tensor<9x12xui64>
}

// CHECK: result 0 of 'f64' {{is (equal|close)}}
func.func @f64(%a: tensor<9x17xf64>, %b: tensor<17x12xf64>) -> tensor<9x12xf64> {
  %0 = tg.matmul %a, %b : tensor<9x17xf64>, tensor<17x12xf64> -> tensor<9x12xf64>
  return %0 : tensor<9x12xf64>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%a: tensor<9x17xf16>, %b: tensor<17x12xf16>) -> tensor<9x12xf16> {
  %0 = tg.matmul %a, %b : tensor<9x17xf16>, tensor<17x12xf16> -> tensor<9x12xf16>
  return %0 : tensor<9x12xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%a: tensor<9x17xbf16>, %b: tensor<17x12xbf16>) -> tensor<9x12xbf16> {
  %0 = tg.matmul %a, %b : tensor<9x17xbf16>, tensor<17x12xbf16> -> tensor<9x12xbf16>
  return %0 : tensor<9x12xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' {{is (equal|close)}}
func.func @f8E4M3FN(%a: tensor<9x17xf8E4M3FN>, %b: tensor<17x12xf8E4M3FN>) -> tensor<9x12xf8E4M3FN> {
  %0 = tg.matmul %a, %b : tensor<9x17xf8E4M3FN>, tensor<17x12xf8E4M3FN> -> tensor<9x12xf8E4M3FN>
  return %0 : tensor<9x12xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' {{is (equal|close)}}
func.func @f8E5M2(%a: tensor<9x17xf8E5M2>, %b: tensor<17x12xf8E5M2>) -> tensor<9x12xf8E5M2> {
  %0 = tg.matmul %a, %b : tensor<9x17xf8E5M2>, tensor<17x12xf8E5M2> -> tensor<9x12xf8E5M2>
  return %0 : tensor<9x12xf8E5M2>
}

// CHECK: result 0 of 'dynamic' {{is (equal|close)}}
func.func @dynamic(%a: tensor<?x20xf32> {tg.dims = ["n", 20]}, %b: tensor<20x9xf32>)
    -> tensor<?x9xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.matmul %a, %b : tensor<?x20xf32>, tensor<20x9xf32> -> tensor<?x9xf32>
  return %0 : tensor<?x9xf32>
}

// CHECK: result 0 of 'dynamic_terms' {{is (equal|close)}}
func.func @dynamic_terms(%a: tensor<?x20xf32> {tg.dims = ["n", 20]}, %b: tensor<?x9xf32> {tg.dims = ["n", 9]})
    -> tensor<20x9xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %t = tg.permute %a [1, 0] : tensor<?x20xf32> -> tensor<20x?xf32>
  %0 = tg.matmul %t, %b : tensor<20x?xf32>, tensor<?x9xf32> -> tensor<20x9xf32>
  return %0 : tensor<20x9xf32>
}
