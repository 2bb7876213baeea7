// Tests that attention of values near the end of their type's range is as finite as the
// values are, that of many keys of equal weight none is lost, and that rows which see no
// key are what the reference says, with operands for units and without.

// REQUIRES: opencl
// RUN: tg-run %s --entry all --input random:1 --verify --device opencl --tc=2 | FileCheck %s
// RUN: tg-run %s --entry all --input random:1 --verify --device opencl --tc=0 | FileCheck %s

// CHECK: result 0 of 'f32' {{is (equal|close)}}
func.func @f32(%q: tensor<2x64x32xf32>, %k: tensor<2x64x32xf32>) -> tensor<2x64x32xf32> {
  %0 = tg.constant dense<1.0e+38> : tensor<2x64x32xf32>
  %1 = tg.attention %q, %k, %0 : tensor<2x64x32xf32>, tensor<2x64x32xf32>, tensor<2x64x32xf32> -> tensor<2x64x32xf32>
  return %1 : tensor<2x64x32xf32>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%q: tensor<2x64x32xbf16>, %k: tensor<2x64x32xbf16>) -> tensor<2x64x32xbf16> {
  %0 = tg.constant dense<1.0e+38> : tensor<2x64x32xbf16>
  %1 = tg.attention %q, %k, %0 : tensor<2x64x32xbf16>, tensor<2x64x32xbf16>, tensor<2x64x32xbf16> -> tensor<2x64x32xbf16>
  return %1 : tensor<2x64x32xbf16>
}

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%q: tensor<2x64x32xf16>, %k: tensor<2x64x32xf16>) -> tensor<2x64x32xf16> {
  %0 = tg.constant dense<6.0e+4> : tensor<2x64x32xf16>
  %1 = tg.attention %q, %k, %0 : tensor<2x64x32xf16>, tensor<2x64x32xf16>, tensor<2x64x32xf16> -> tensor<2x64x32xf16>
  return %1 : tensor<2x64x32xf16>
}

// CHECK: result 0 of 'f16_keys' {{is (equal|close)}}
func.func @f16_keys(%v: tensor<1x40000x16xf16>) -> tensor<1x16x16xf16> {
  %q = tg.constant dense<0.0> : tensor<1x16x16xf16>
  %k = tg.constant dense<1.0> : tensor<1x40000x16xf16>
  %0 = tg.attention %q, %k, %v : tensor<1x16x16xf16>, tensor<1x40000x16xf16>, tensor<1x40000x16xf16> -> tensor<1x16x16xf16>
  return %0 : tensor<1x16x16xf16>
}

// CHECK: result 0 of 'masked_f32' {{is (equal|close)}}
func.func @masked_f32(%q: tensor<2x64x32xf32>, %k: tensor<2x64x32xf32>, %v: tensor<2x64x32xf32>, %r: tensor<1x64x1xi1>) -> tensor<2x64x32xf32> {
  %0 = tg.expand %r [2, 64, 64] : tensor<1x64x1xi1> -> tensor<2x64x64xi1>
  %1 = tg.attention %q, %k, %v mask(%0 : tensor<2x64x64xi1>) : tensor<2x64x32xf32>, tensor<2x64x32xf32>, tensor<2x64x32xf32> -> tensor<2x64x32xf32>
  return %1 : tensor<2x64x32xf32>
}

// CHECK: result 0 of 'masked_bf16' {{is (equal|close)}}
func.func @masked_bf16(%q: tensor<2x64x32xbf16>, %k: tensor<2x64x32xbf16>, %v: tensor<2x64x32xbf16>, %r: tensor<1x64x1xi1>) -> tensor<2x64x32xbf16> {
  %0 = tg.expand %r [2, 64, 64] : tensor<1x64x1xi1> -> tensor<2x64x64xi1>
  %1 = tg.attention %q, %k, %v mask(%0 : tensor<2x64x64xi1>) : tensor<2x64x32xbf16>, tensor<2x64x32xbf16>, tensor<2x64x32xbf16> -> tensor<2x64x32xbf16>
  return %1 : tensor<2x64x32xbf16>
}
