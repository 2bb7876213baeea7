// Tests that layer_norm and rms_norm over any axes agree with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'layer_norm_rows' {{is (equal|close)}}
func.func @layer_norm_rows(%a: tensor<5x70xf32>, %s: tensor<70xf32>, %b: tensor<70xf32>) -> tensor<5x70xf32> {
  %0 = tg.layer_norm %a axes [1] scale(%s : tensor<70xf32>) bias(%b : tensor<70xf32>) epsilon 1.0e-3 : tensor<5x70xf32>
  return %0 : tensor<5x70xf32>
}

// CHECK: result 0 of 'rms_norm_rows' {{is (equal|close)}}
func.func @rms_norm_rows(%a: tensor<5x70xf32>, %s: tensor<70xf32>) -> tensor<5x70xf32> {
  %0 = tg.rms_norm %a axes [1] scale(%s : tensor<70xf32>) epsilon 1.0e-3 : tensor<5x70xf32>
  return %0 : tensor<5x70xf32>
}

// CHECK: result 0 of 'layer_norm_columns' {{is (equal|close)}}
func.func @layer_norm_columns(%a: tensor<5x7xf32>, %s: tensor<5xf32>, %b: tensor<5xf32>) -> tensor<5x7xf32> {
  %0 = tg.layer_norm %a axes [0] scale(%s : tensor<5xf32>) bias(%b : tensor<5xf32>) epsilon 1.0e-3 : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// CHECK: result 0 of 'rms_norm_columns' {{is (equal|close)}}
func.func @rms_norm_columns(%a: tensor<5x7xf32>, %s: tensor<5xf32>) -> tensor<5x7xf32> {
  %0 = tg.rms_norm %a axes [0] scale(%s : tensor<5xf32>) epsilon 1.0e-3 : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// CHECK: result 0 of 'layer_norm_image' {{is (equal|close)}}
func.func @layer_norm_image(%a: tensor<2x3x4x5xf32>, %s: tensor<3x4x5xf32>, %b: tensor<3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %0 = tg.layer_norm %a axes [1, 2, 3] scale(%s : tensor<3x4x5xf32>) bias(%b : tensor<3x4x5xf32>) epsilon 1.0e-3 : tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// CHECK: result 0 of 'rms_norm_image' {{is (equal|close)}}
func.func @rms_norm_image(%a: tensor<2x3x4x5xf32>, %s: tensor<3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %0 = tg.rms_norm %a axes [1, 2, 3] scale(%s : tensor<3x4x5xf32>) epsilon 1.0e-3 : tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// CHECK: result 0 of 'layer_norm_outer' {{is (equal|close)}}
func.func @layer_norm_outer(%a: tensor<2x3x4xf32>, %s: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x3x4xf32> {
  %0 = tg.layer_norm %a axes [2, 0] scale(%s : tensor<2x4xf32>) bias(%b : tensor<2x4xf32>) epsilon 1.0e-3 : tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK: result 0 of 'rms_norm_outer' {{is (equal|close)}}
func.func @rms_norm_outer(%a: tensor<2x3x4xf32>, %s: tensor<2x4xf32>) -> tensor<2x3x4xf32> {
  %0 = tg.rms_norm %a axes [2, 0] scale(%s : tensor<2x4xf32>) epsilon 1.0e-3 : tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK: result 0 of 'layer_norm_no_rows' {{is (equal|close)}}
func.func @layer_norm_no_rows(%a: tensor<0x8xf32>, %s: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<0x8xf32> {
  %0 = tg.layer_norm %a axes [1] scale(%s : tensor<8xf32>) bias(%b : tensor<8xf32>) epsilon 1.0e-3 : tensor<0x8xf32>
  return %0 : tensor<0x8xf32>
}

// CHECK: result 0 of 'rms_norm_no_rows' {{is (equal|close)}}
func.func @rms_norm_no_rows(%a: tensor<0x8xf32>, %s: tensor<8xf32>) -> tensor<0x8xf32> {
  %0 = tg.rms_norm %a axes [1] scale(%s : tensor<8xf32>) epsilon 1.0e-3 : tensor<0x8xf32>
  return %0 : tensor<0x8xf32>
}

// CHECK: result 0 of 'layer_norm_nothing' {{is (equal|close)}}
func.func @layer_norm_nothing(%a: tensor<3x0xf32>, %s: tensor<0xf32>, %b: tensor<0xf32>) -> tensor<3x0xf32> {
  %0 = tg.layer_norm %a axes [1] scale(%s : tensor<0xf32>) bias(%b : tensor<0xf32>) epsilon 1.0e-3 : tensor<3x0xf32>
  return %0 : tensor<3x0xf32>
}

// CHECK: result 0 of 'rms_norm_nothing' {{is (equal|close)}}
func.func @rms_norm_nothing(%a: tensor<3x0xf32>, %s: tensor<0xf32>) -> tensor<3x0xf32> {
  %0 = tg.rms_norm %a axes [1] scale(%s : tensor<0xf32>) epsilon 1.0e-3 : tensor<3x0xf32>
  return %0 : tensor<3x0xf32>
}

// CHECK: result 0 of 'layer_norm_long' {{is (equal|close)}}
func.func @layer_norm_long(%a: tensor<2x1031xf32>, %s: tensor<1031xf32>, %b: tensor<1031xf32>) -> tensor<2x1031xf32> {
  %0 = tg.layer_norm %a axes [1] scale(%s : tensor<1031xf32>) bias(%b : tensor<1031xf32>) epsilon 1.0e-3 : tensor<2x1031xf32>
  return %0 : tensor<2x1031xf32>
}

// CHECK: result 0 of 'rms_norm_long' {{is (equal|close)}}
func.func @rms_norm_long(%a: tensor<2x1031xf32>, %s: tensor<1031xf32>) -> tensor<2x1031xf32> {
  %0 = tg.rms_norm %a axes [1] scale(%s : tensor<1031xf32>) epsilon 1.0e-3 : tensor<2x1031xf32>
  return %0 : tensor<2x1031xf32>
}

// CHECK: result 0 of 'layer_norm_plain' {{is (equal|close)}}
func.func @layer_norm_plain(%a: tensor<6x33xf32>) -> tensor<6x33xf32> {
  %0 = tg.layer_norm %a axes [1] : tensor<6x33xf32>
  return %0 : tensor<6x33xf32>
}

// CHECK: result 0 of 'layer_norm_f64' {{is (equal|close)}}
func.func @layer_norm_f64(%a: tensor<6x33xf64>, %s: tensor<33xf64>) -> tensor<6x33xf64> {
  %0 = tg.layer_norm %a axes [1] scale(%s : tensor<33xf64>) epsilon 1.0e-2 : tensor<6x33xf64>
  return %0 : tensor<6x33xf64>
}

// CHECK: result 0 of 'layer_norm_f16' {{is (equal|close)}}
func.func @layer_norm_f16(%a: tensor<6x33xf16>, %s: tensor<33xf16>) -> tensor<6x33xf16> {
  %0 = tg.layer_norm %a axes [1] scale(%s : tensor<33xf16>) epsilon 1.0e-2 : tensor<6x33xf16>
  return %0 : tensor<6x33xf16>
}

// CHECK: result 0 of 'layer_norm_bf16' {{is (equal|close)}}
func.func @layer_norm_bf16(%a: tensor<6x33xbf16>, %s: tensor<33xbf16>) -> tensor<6x33xbf16> {
  %0 = tg.layer_norm %a axes [1] scale(%s : tensor<33xbf16>) epsilon 1.0e-2 : tensor<6x33xbf16>
  return %0 : tensor<6x33xbf16>
}

// CHECK: result 0 of 'layer_norm_f8E4M3FN' {{is (equal|close)}}
func.func @layer_norm_f8E4M3FN(%a: tensor<6x33xf8E4M3FN>, %s: tensor<33xf8E4M3FN>) -> tensor<6x33xf8E4M3FN> {
  %0 = tg.layer_norm %a axes [1] scale(%s : tensor<33xf8E4M3FN>) epsilon 1.0e-2 : tensor<6x33xf8E4M3FN>
  return %0 : tensor<6x33xf8E4M3FN>
}

// CHECK: result 0 of 'layer_norm_f8E5M2' {{is (equal|close)}}
func.func @layer_norm_f8E5M2(%a: tensor<6x33xf8E5M2>, %s: tensor<33xf8E5M2>) -> tensor<6x33xf8E5M2> {
  %0 = tg.layer_norm %a axes [1] scale(%s : tensor<33xf8E5M2>) epsilon 1.0e-2 : tensor<6x33xf8E5M2>
  return %0 : tensor<6x33xf8E5M2>
}

// CHECK: result 0 of 'layer_norm_mixed' {{is (equal|close)}}
func.func @layer_norm_mixed(%a: tensor<6x33xbf16>, %s: tensor<33xf32>) -> tensor<6x33xbf16> {
  %0 = tg.layer_norm %a axes [1] scale(%s : tensor<33xf32>) : tensor<6x33xbf16>
  return %0 : tensor<6x33xbf16>
}

// CHECK: result 0 of 'layer_norm_dynamic' {{is (equal|close)}}
func.func @layer_norm_dynamic(%a: tensor<?x10xf32> {tg.dims = ["n", 10]}) -> tensor<?x10xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.layer_norm %a axes [1] : tensor<?x10xf32>
  return %0 : tensor<?x10xf32>
}

// CHECK: result 0 of 'layer_norm_dynamic_axis' {{is (equal|close)}}
func.func @layer_norm_dynamic_axis(%a: tensor<?x10x3xf32> {tg.dims = ["n", 10, 3]}, %s: tensor<?x10xf32> {tg.dims = ["n", 10]}) -> tensor<?x10x3xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.layer_norm %a axes [0, 1] scale(%s : tensor<?x10xf32>) : tensor<?x10x3xf32>
  return %0 : tensor<?x10x3xf32>
}

// CHECK: result 0 of 'rms_norm_plain' {{is (equal|close)}}
func.func @rms_norm_plain(%a: tensor<6x33xf32>) -> tensor<6x33xf32> {
  %0 = tg.rms_norm %a axes [1] : tensor<6x33xf32>
  return %0 : tensor<6x33xf32>
}

// CHECK: result 0 of 'rms_norm_f64' {{is (equal|close)}}
func.func @rms_norm_f64(%a: tensor<6x33xf64>, %s: tensor<33xf64>) -> tensor<6x33xf64> {
  %0 = tg.rms_norm %a axes [1] scale(%s : tensor<33xf64>) epsilon 1.0e-2 : tensor<6x33xf64>
  return %0 : tensor<6x33xf64>
}

// CHECK: result 0 of 'rms_norm_f16' {{is (equal|close)}}
func.func @rms_norm_f16(%a: tensor<6x33xf16>, %s: tensor<33xf16>) -> tensor<6x33xf16> {
  %0 = tg.rms_norm %a axes [1] scale(%s : tensor<33xf16>) epsilon 1.0e-2 : tensor<6x33xf16>
  return %0 : tensor<6x33xf16>
}

// CHECK: result 0 of 'rms_norm_bf16' {{is (equal|close)}}
func.func @rms_norm_bf16(%a: tensor<6x33xbf16>, %s: tensor<33xbf16>) -> tensor<6x33xbf16> {
  %0 = tg.rms_norm %a axes [1] scale(%s : tensor<33xbf16>) epsilon 1.0e-2 : tensor<6x33xbf16>
  return %0 : tensor<6x33xbf16>
}

// CHECK: result 0 of 'rms_norm_f8E4M3FN' {{is (equal|close)}}
func.func @rms_norm_f8E4M3FN(%a: tensor<6x33xf8E4M3FN>, %s: tensor<33xf8E4M3FN>) -> tensor<6x33xf8E4M3FN> {
  %0 = tg.rms_norm %a axes [1] scale(%s : tensor<33xf8E4M3FN>) epsilon 1.0e-2 : tensor<6x33xf8E4M3FN>
  return %0 : tensor<6x33xf8E4M3FN>
}

// CHECK: result 0 of 'rms_norm_f8E5M2' {{is (equal|close)}}
func.func @rms_norm_f8E5M2(%a: tensor<6x33xf8E5M2>, %s: tensor<33xf8E5M2>) -> tensor<6x33xf8E5M2> {
  %0 = tg.rms_norm %a axes [1] scale(%s : tensor<33xf8E5M2>) epsilon 1.0e-2 : tensor<6x33xf8E5M2>
  return %0 : tensor<6x33xf8E5M2>
}

// CHECK: result 0 of 'rms_norm_mixed' {{is (equal|close)}}
func.func @rms_norm_mixed(%a: tensor<6x33xbf16>, %s: tensor<33xf32>) -> tensor<6x33xbf16> {
  %0 = tg.rms_norm %a axes [1] scale(%s : tensor<33xf32>) : tensor<6x33xbf16>
  return %0 : tensor<6x33xbf16>
}

// CHECK: result 0 of 'rms_norm_dynamic' {{is (equal|close)}}
func.func @rms_norm_dynamic(%a: tensor<?x10xf32> {tg.dims = ["n", 10]}) -> tensor<?x10xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.rms_norm %a axes [1] : tensor<?x10xf32>
  return %0 : tensor<?x10xf32>
}

// CHECK: result 0 of 'rms_norm_dynamic_axis' {{is (equal|close)}}
func.func @rms_norm_dynamic_axis(%a: tensor<?x10x3xf32> {tg.dims = ["n", 10, 3]}, %s: tensor<?x10xf32> {tg.dims = ["n", 10]}) -> tensor<?x10x3xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.rms_norm %a axes [0, 1] scale(%s : tensor<?x10xf32>) : tensor<?x10x3xf32>
  return %0 : tensor<?x10x3xf32>
}
