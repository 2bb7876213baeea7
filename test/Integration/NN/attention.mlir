// Tests that attention with masks, causal or not, over shared heads agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'plain' {{is (equal|close)}}
func.func @plain(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x4xf32>) -> tensor<2x3x5x4xf32> {
  %0 = tg.attention %q, %k, %v : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32> -> tensor<2x3x5x4xf32>
  return %0 : tensor<2x3x5x4xf32>
}

// CHECK: result 0 of 'matrices' {{is (equal|close)}}
func.func @matrices(%q: tensor<5x8xf32>, %k: tensor<7x8xf32>, %v: tensor<7x4xf32>) -> tensor<5x4xf32> {
  %0 = tg.attention %q, %k, %v : tensor<5x8xf32>, tensor<7x8xf32>, tensor<7x4xf32> -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// CHECK: result 0 of 'scaled' {{is (equal|close)}}
func.func @scaled(%q: tensor<2x5x8xf32>, %k: tensor<2x7x8xf32>, %v: tensor<2x7x4xf32>) -> tensor<2x5x4xf32> {
  %0 = tg.attention %q, %k, %v scale 0.5 : tensor<2x5x8xf32>, tensor<2x7x8xf32>, tensor<2x7x4xf32> -> tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}

// CHECK: result 0 of 'causal' {{is (equal|close)}}
func.func @causal(%q: tensor<2x6x8xf32>, %k: tensor<2x6x8xf32>, %v: tensor<2x6x8xf32>) -> tensor<2x6x8xf32> {
  %0 = tg.attention %q, %k, %v causal : tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32> -> tensor<2x6x8xf32>
  return %0 : tensor<2x6x8xf32>
}

// CHECK: result 0 of 'causal_wide' {{is (equal|close)}}
func.func @causal_wide(%q: tensor<2x4x8xf32>, %k: tensor<2x7x8xf32>, %v: tensor<2x7x8xf32>) -> tensor<2x4x8xf32> {
  %0 = tg.attention %q, %k, %v causal : tensor<2x4x8xf32>, tensor<2x7x8xf32>, tensor<2x7x8xf32> -> tensor<2x4x8xf32>
  return %0 : tensor<2x4x8xf32>
}

// CHECK: result 0 of 'causal_tall' {{is (equal|close)}}
func.func @causal_tall(%q: tensor<2x7x8xf32>, %k: tensor<2x4x8xf32>, %v: tensor<2x4x8xf32>) -> tensor<2x7x8xf32> {
  %0 = tg.attention %q, %k, %v causal : tensor<2x7x8xf32>, tensor<2x4x8xf32>, tensor<2x4x8xf32> -> tensor<2x7x8xf32>
  return %0 : tensor<2x7x8xf32>
}

// CHECK: result 0 of 'float_mask' {{is (equal|close)}}
func.func @float_mask(%q: tensor<2x3x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x4xf32>, %m: tensor<2x3x5x7xf32>) -> tensor<2x3x5x4xf32> {
  %0 = tg.attention %q, %k, %v mask(%m : tensor<2x3x5x7xf32>) : tensor<2x3x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x4xf32> -> tensor<2x3x5x4xf32>
  return %0 : tensor<2x3x5x4xf32>
}

// CHECK: result 0 of 'bool_mask' {{is (equal|close)}}
func.func @bool_mask(%q: tensor<2x5x8xf32>, %k: tensor<2x7x8xf32>, %v: tensor<2x7x4xf32>, %m: tensor<2x5x7xi1>) -> tensor<2x5x4xf32> {
  %0 = tg.attention %q, %k, %v mask(%m : tensor<2x5x7xi1>) : tensor<2x5x8xf32>, tensor<2x7x8xf32>, tensor<2x7x4xf32> -> tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}

// CHECK: result 0 of 'masked_causal' {{is (equal|close)}}
func.func @masked_causal(%q: tensor<2x5x8xf32>, %k: tensor<2x5x8xf32>, %v: tensor<2x5x4xf32>, %m: tensor<2x5x5xf32>) -> tensor<2x5x4xf32> {
  %0 = tg.attention %q, %k, %v mask(%m : tensor<2x5x5xf32>) causal : tensor<2x5x8xf32>, tensor<2x5x8xf32>, tensor<2x5x4xf32> -> tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}

// CHECK: result 0 of 'grouped' {{is (equal|close)}}
func.func @grouped(%q: tensor<2x6x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x4xf32>, %m: tensor<2x6x5x7xf32>) -> tensor<2x6x5x4xf32> {
  %0 = tg.attention %q, %k, %v mask(%m : tensor<2x6x5x7xf32>) causal : tensor<2x6x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x4xf32> -> tensor<2x6x5x4xf32>
  return %0 : tensor<2x6x5x4xf32>
}

// CHECK: result 0 of 'one_head' {{is (equal|close)}}
func.func @one_head(%q: tensor<2x4x5x8xf32>, %k: tensor<2x1x7x8xf32>, %v: tensor<2x1x7x4xf32>) -> tensor<2x4x5x4xf32> {
  %0 = tg.attention %q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x1x7x8xf32>, tensor<2x1x7x4xf32> -> tensor<2x4x5x4xf32>
  return %0 : tensor<2x4x5x4xf32>
}

// CHECK: result 0 of 'no_rows' {{is (equal|close)}}
func.func @no_rows(%q: tensor<0x5x8xf32>, %k: tensor<0x7x8xf32>, %v: tensor<0x7x4xf32>) -> tensor<0x5x4xf32> {
  %0 = tg.attention %q, %k, %v : tensor<0x5x8xf32>, tensor<0x7x8xf32>, tensor<0x7x4xf32> -> tensor<0x5x4xf32>
  return %0 : tensor<0x5x4xf32>
}

// CHECK: result 0 of 'no_keys' {{is (equal|close)}}
func.func @no_keys(%q: tensor<2x5x8xf32>, %k: tensor<2x0x8xf32>, %v: tensor<2x0x4xf32>) -> tensor<2x5x4xf32> {
  %0 = tg.attention %q, %k, %v : tensor<2x5x8xf32>, tensor<2x0x8xf32>, tensor<2x0x4xf32> -> tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}

// CHECK: result 0 of 'long' {{is (equal|close)}}
func.func @long(%q: tensor<2x33x64xf32>, %k: tensor<2x65x64xf32>, %v: tensor<2x65x64xf32>) -> tensor<2x33x64xf32> {
  %0 = tg.attention %q, %k, %v : tensor<2x33x64xf32>, tensor<2x65x64xf32>, tensor<2x65x64xf32> -> tensor<2x33x64xf32>
  return %0 : tensor<2x33x64xf32>
}

// CHECK: result 0 of 'f64' {{is (equal|close)}}
func.func @f64(%q: tensor<2x5x8xf64>, %k: tensor<2x7x8xf64>, %v: tensor<2x7x4xf64>, %m: tensor<2x5x7xf64>) -> tensor<2x5x4xf64> {
  %0 = tg.attention %q, %k, %v mask(%m : tensor<2x5x7xf64>) : tensor<2x5x8xf64>, tensor<2x7x8xf64>, tensor<2x7x4xf64> -> tensor<2x5x4xf64>
  return %0 : tensor<2x5x4xf64>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%q: tensor<2x5x8xf16>, %k: tensor<2x7x8xf16>, %v: tensor<2x7x4xf16>, %m: tensor<2x5x7xf16>) -> tensor<2x5x4xf16> {
  %0 = tg.attention %q, %k, %v mask(%m : tensor<2x5x7xf16>) : tensor<2x5x8xf16>, tensor<2x7x8xf16>, tensor<2x7x4xf16> -> tensor<2x5x4xf16>
  return %0 : tensor<2x5x4xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%q: tensor<2x5x8xbf16>, %k: tensor<2x7x8xbf16>, %v: tensor<2x7x4xbf16>, %m: tensor<2x5x7xbf16>) -> tensor<2x5x4xbf16> {
  %0 = tg.attention %q, %k, %v mask(%m : tensor<2x5x7xbf16>) : tensor<2x5x8xbf16>, tensor<2x7x8xbf16>, tensor<2x7x4xbf16> -> tensor<2x5x4xbf16>
  return %0 : tensor<2x5x4xbf16>
}

// CHECK: result 0 of 'f8E4M3FN' {{is (equal|close)}}
func.func @f8E4M3FN(%q: tensor<2x5x8xf8E4M3FN>, %k: tensor<2x7x8xf8E4M3FN>, %v: tensor<2x7x4xf8E4M3FN>, %m: tensor<2x5x7xf8E4M3FN>) -> tensor<2x5x4xf8E4M3FN> {
  %0 = tg.attention %q, %k, %v mask(%m : tensor<2x5x7xf8E4M3FN>) : tensor<2x5x8xf8E4M3FN>, tensor<2x7x8xf8E4M3FN>, tensor<2x7x4xf8E4M3FN> -> tensor<2x5x4xf8E4M3FN>
  return %0 : tensor<2x5x4xf8E4M3FN>
}

// CHECK: result 0 of 'f8E5M2' {{is (equal|close)}}
func.func @f8E5M2(%q: tensor<2x5x8xf8E5M2>, %k: tensor<2x7x8xf8E5M2>, %v: tensor<2x7x4xf8E5M2>, %m: tensor<2x5x7xf8E5M2>) -> tensor<2x5x4xf8E5M2> {
  %0 = tg.attention %q, %k, %v mask(%m : tensor<2x5x7xf8E5M2>) : tensor<2x5x8xf8E5M2>, tensor<2x7x8xf8E5M2>, tensor<2x7x4xf8E5M2> -> tensor<2x5x4xf8E5M2>
  return %0 : tensor<2x5x4xf8E5M2>
}

// CHECK: result 0 of 'dynamic' {{is (equal|close)}}
func.func @dynamic(%q: tensor<?x3x8xf32> {tg.dims = ["n", 3, 8]}, %k: tensor<?x5x8xf32> {tg.dims = ["n", 5, 8]}) -> tensor<?x3x8xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.attention %q, %k, %k : tensor<?x3x8xf32>, tensor<?x5x8xf32>, tensor<?x5x8xf32> -> tensor<?x3x8xf32>
  return %0 : tensor<?x3x8xf32>
}

// CHECK: result 0 of 'dynamic_keys' {{is (equal|close)}}
func.func @dynamic_keys(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x?x8xf32> {tg.dims = [2, 2, "n", 8]}) -> tensor<2x4x3x8xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.attention %q, %k, %k causal : tensor<2x4x3x8xf32>, tensor<2x2x?x8xf32>, tensor<2x2x?x8xf32> -> tensor<2x4x3x8xf32>
  return %0 : tensor<2x4x3x8xf32>
}

// CHECK: result 0 of 'dynamic_both' {{is (equal|close)}}
func.func @dynamic_both(%q: tensor<4x?x8xf32> {tg.dims = [4, "n", 8]}) -> tensor<4x?x8xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.attention %q, %q, %q causal : tensor<4x?x8xf32>, tensor<4x?x8xf32>, tensor<4x?x8xf32> -> tensor<4x?x8xf32>
  return %0 : tensor<4x?x8xf32>
}
