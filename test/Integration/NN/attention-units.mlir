// Tests that attention of types that matrix units multiply, in whole tiles and with
// rows and keys that are none, agrees with the reference.

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input random:2 --verify | FileCheck %s

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%q: tensor<2x128x64xf16>, %k: tensor<2x256x64xf16>, %v: tensor<2x256x64xf16>) -> tensor<2x128x64xf16> {
  %0 = tg.attention %q, %k, %v : tensor<2x128x64xf16>, tensor<2x256x64xf16>, tensor<2x256x64xf16> -> tensor<2x128x64xf16>
  return %0 : tensor<2x128x64xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%q: tensor<2x128x64xbf16>, %k: tensor<2x128x64xbf16>, %v: tensor<2x128x64xbf16>) -> tensor<2x128x64xbf16> {
  %0 = tg.attention %q, %k, %v causal : tensor<2x128x64xbf16>, tensor<2x128x64xbf16>, tensor<2x128x64xbf16> -> tensor<2x128x64xbf16>
  return %0 : tensor<2x128x64xbf16>
}

// CHECK: result 0 of 'f32' {{is (equal|close)}}
func.func @f32(%q: tensor<2x128x64xf32>, %k: tensor<2x128x64xf32>, %v: tensor<2x128x64xf32>) -> tensor<2x128x64xf32> {
  %0 = tg.attention %q, %k, %v : tensor<2x128x64xf32>, tensor<2x128x64xf32>, tensor<2x128x64xf32> -> tensor<2x128x64xf32>
  return %0 : tensor<2x128x64xf32>
}

// CHECK: result 0 of 'odd' {{is (equal|close)}}
func.func @odd(%q: tensor<3x75x40xf16>, %k: tensor<3x133x40xf16>, %v: tensor<3x133x24xf16>, %m: tensor<3x75x133xf16>) -> tensor<3x75x24xf16> {
  %0 = tg.attention %q, %k, %v mask(%m : tensor<3x75x133xf16>) : tensor<3x75x40xf16>, tensor<3x133x40xf16>, tensor<3x133x24xf16> -> tensor<3x75x24xf16>
  return %0 : tensor<3x75x24xf16>
}

// CHECK: result 0 of 'grouped' {{is (equal|close)}}
func.func @grouped(%q: tensor<4x64x32xf16>, %k: tensor<2x96x32xf16>, %v: tensor<2x96x32xf16>, %m: tensor<4x64x96xi1>) -> tensor<4x64x32xf16> {
  %0 = tg.attention %q, %k, %v mask(%m : tensor<4x64x96xi1>) : tensor<4x64x32xf16>, tensor<2x96x32xf16>, tensor<2x96x32xf16> -> tensor<4x64x32xf16>
  return %0 : tensor<4x64x32xf16>
}
