// Tests that group_norm agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'plain' {{is (equal|close)}}
func.func @plain(%a: tensor<2x6x4x5xf32>, %s: tensor<6xf32>, %b: tensor<6xf32>) -> tensor<2x6x4x5xf32> {
  %0 = tg.group_norm %a groups 3 scale(%s : tensor<6xf32>) bias(%b : tensor<6xf32>) epsilon 1.0e-3 : tensor<2x6x4x5xf32>
  return %0 : tensor<2x6x4x5xf32>
}

// CHECK: result 0 of 'one_group' {{is (equal|close)}}
func.func @one_group(%a: tensor<3x4x7xf32>, %s: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<3x4x7xf32> {
  %0 = tg.group_norm %a groups 1 scale(%s : tensor<4xf32>) bias(%b : tensor<4xf32>) epsilon 1.0e-3 : tensor<3x4x7xf32>
  return %0 : tensor<3x4x7xf32>
}

// CHECK: result 0 of 'instance' {{is (equal|close)}}
func.func @instance(%a: tensor<2x5x6xf32>, %s: tensor<5xf32>, %b: tensor<5xf32>) -> tensor<2x5x6xf32> {
  %0 = tg.group_norm %a groups 5 scale(%s : tensor<5xf32>) bias(%b : tensor<5xf32>) epsilon 1.0e-3 : tensor<2x5x6xf32>
  return %0 : tensor<2x5x6xf32>
}

// CHECK: result 0 of 'no_space' {{is (equal|close)}}
func.func @no_space(%a: tensor<4x6xf32>, %s: tensor<6xf32>, %b: tensor<6xf32>) -> tensor<4x6xf32> {
  %0 = tg.group_norm %a groups 2 scale(%s : tensor<6xf32>) bias(%b : tensor<6xf32>) epsilon 1.0e-3 : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK: result 0 of 'no_rows' {{is (equal|close)}}
func.func @no_rows(%a: tensor<0x4x3xf32>, %s: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<0x4x3xf32> {
  %0 = tg.group_norm %a groups 2 scale(%s : tensor<4xf32>) bias(%b : tensor<4xf32>) epsilon 1.0e-3 : tensor<0x4x3xf32>
  return %0 : tensor<0x4x3xf32>
}

// CHECK: result 0 of 'volume' {{is (equal|close)}}
func.func @volume(%a: tensor<1x4x2x3x4xf32>, %s: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<1x4x2x3x4xf32> {
  %0 = tg.group_norm %a groups 2 scale(%s : tensor<4xf32>) bias(%b : tensor<4xf32>) epsilon 1.0e-3 : tensor<1x4x2x3x4xf32>
  return %0 : tensor<1x4x2x3x4xf32>
}

// CHECK: result 0 of 'bare' {{is (equal|close)}}
func.func @bare(%a: tensor<2x6x4xf32>) -> tensor<2x6x4xf32> {
  %0 = tg.group_norm %a groups 2 : tensor<2x6x4xf32>
  return %0 : tensor<2x6x4xf32>
}

// CHECK: result 0 of 'f64' {{is (equal|close)}}
func.func @f64(%a: tensor<2x6x7xf64>, %s: tensor<6xf64>) -> tensor<2x6x7xf64> {
  %0 = tg.group_norm %a groups 2 scale(%s : tensor<6xf64>) epsilon 1.0e-2 : tensor<2x6x7xf64>
  return %0 : tensor<2x6x7xf64>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%a: tensor<2x6x7xf16>, %s: tensor<6xf16>) -> tensor<2x6x7xf16> {
  %0 = tg.group_norm %a groups 2 scale(%s : tensor<6xf16>) epsilon 1.0e-2 : tensor<2x6x7xf16>
  return %0 : tensor<2x6x7xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%a: tensor<2x6x7xbf16>, %s: tensor<6xbf16>) -> tensor<2x6x7xbf16> {
  %0 = tg.group_norm %a groups 2 scale(%s : tensor<6xbf16>) epsilon 1.0e-2 : tensor<2x6x7xbf16>
  return %0 : tensor<2x6x7xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' {{is (equal|close)}}
func.func @f8E4M3FN(%a: tensor<2x6x7xf8E4M3FN>, %s: tensor<6xf8E4M3FN>) -> tensor<2x6x7xf8E4M3FN> {
  %0 = tg.group_norm %a groups 2 scale(%s : tensor<6xf8E4M3FN>) epsilon 1.0e-2 : tensor<2x6x7xf8E4M3FN>
  return %0 : tensor<2x6x7xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' {{is (equal|close)}}
func.func @f8E5M2(%a: tensor<2x6x7xf8E5M2>, %s: tensor<6xf8E5M2>) -> tensor<2x6x7xf8E5M2> {
  %0 = tg.group_norm %a groups 2 scale(%s : tensor<6xf8E5M2>) epsilon 1.0e-2 : tensor<2x6x7xf8E5M2>
  return %0 : tensor<2x6x7xf8E5M2>
}

// CHECK: result 0 of 'dynamic' {{is (equal|close)}}
func.func @dynamic(%a: tensor<?x6x5xf32> {tg.dims = ["n", 6, 5]}) -> tensor<?x6x5xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.group_norm %a groups 2 : tensor<?x6x5xf32>
  return %0 : tensor<?x6x5xf32>
}

// CHECK: result 0 of 'dynamic_axis' {{is (equal|close)}}
func.func @dynamic_axis(%a: tensor<2x6x?xf32> {tg.dims = [2, 6, "n"]}) -> tensor<2x6x?xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.group_norm %a groups 2 : tensor<2x6x?xf32>
  return %0 : tensor<2x6x?xf32>
}

// CHECK: result 0 of 'dynamic_channels' {{is (equal|close)}}
func.func @dynamic_channels(%a: tensor<2x?x3xf32> {tg.dims = [2, "n", 3]}, %s: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<2x?x3xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.group_norm %a groups 1 scale(%s : tensor<?xf32>) : tensor<2x?x3xf32>
  return %0 : tensor<2x?x3xf32>
}
