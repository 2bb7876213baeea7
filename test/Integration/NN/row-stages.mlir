// Tests that rows that are kept, of every type and of sizes that no vector
// divides, give what the reference gives.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=37 --verify | FileCheck %s

// CHECK: result 0 of 'odd' {{is (equal|close)}}
func.func @odd(%x: tensor<33x101xf32>) -> tensor<33x101xf32> {
  %0 = tg.softmax %x axis 1 : tensor<33x101xf32>
  return %0 : tensor<33x101xf32>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%x: tensor<33x101xf16>) -> tensor<33x101xf16> {
  %0 = tg.softmax %x axis 1 : tensor<33x101xf16>
  return %0 : tensor<33x101xf16>
}

// CHECK: result 0 of 'f64' {{is (equal|close)}}
func.func @f64(%x: tensor<33x40xf64>) -> tensor<33x40xf64> {
  %0 = tg.softmax %x axis 1 : tensor<33x40xf64>
  return %0 : tensor<33x40xf64>
}

// CHECK: result 0 of 'columns' {{is (equal|close)}}
func.func @columns(%x: tensor<101x33xf32>) -> tensor<101x33xf32> {
  %0 = tg.softmax %x axis 0 : tensor<101x33xf32>
  return %0 : tensor<101x33xf32>
}

// CHECK: result 0 of 'batches' {{is (equal|close)}}
func.func @batches(%x: tensor<3x8x17x48xf32>) -> tensor<3x8x17x48xf32> {
  %0 = tg.softmax %x axis 3 : tensor<3x8x17x48xf32>
  return %0 : tensor<3x8x17x48xf32>
}

// CHECK: result 0 of 'variable_rows' {{is (equal|close)}}
func.func @variable_rows(%x: tensor<?x65xf32> {tg.dims = ["n", 65]}) -> tensor<?x65xf32>
    attributes {tg.variables = {n = [1, 64]}} {
  %0 = tg.softmax %x axis 1 : tensor<?x65xf32>
  return %0 : tensor<?x65xf32>
}

// CHECK: result 0 of 'variable_size' {{is (equal|close)}}
func.func @variable_size(%x: tensor<33x?xf32> {tg.dims = [33, "n"]}) -> tensor<33x?xf32>
    attributes {tg.variables = {n = [1, 64]}} {
  %0 = tg.softmax %x axis 1 : tensor<33x?xf32>
  return %0 : tensor<33x?xf32>
}

// CHECK: result 0 of 'image' {{is (equal|close)}}
func.func @image(%x: tensor<32x?x12xf32> {tg.dims = [32, "n", 12]}) -> tensor<32x?x12xf32>
    attributes {tg.variables = {n = [1, 64]}} {
  %n = tg.variable "n"
  %e = tg.exp %x : tensor<32x?x12xf32>
  %t = tg.sum %e axes [1, 2] keepdim : tensor<32x?x12xf32> -> tensor<32x1x1xf32>
  %te = tg.expand %t [32, %n, 12] : tensor<32x1x1xf32> -> tensor<32x?x12xf32>
  %0 = tg.div %e, %te : tensor<32x?x12xf32>
  return %0 : tensor<32x?x12xf32>
}

// CHECK: result 0 of 'image_vectors' {{is (equal|close)}}
func.func @image_vectors(%x: tensor<32x5x16xf32>) -> tensor<32x5x16xf32> {
  %e = tg.exp %x : tensor<32x5x16xf32>
  %t = tg.sum %e axes [1, 2] keepdim : tensor<32x5x16xf32> -> tensor<32x1x1xf32>
  %te = tg.expand %t [32, 5, 16] : tensor<32x1x1xf32> -> tensor<32x5x16xf32>
  %0 = tg.div %e, %te : tensor<32x5x16xf32>
  return %0 : tensor<32x5x16xf32>
}
