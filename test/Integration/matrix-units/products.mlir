// Tests products of whole tiles of the units that GPUs have, with sums so long that
// several tiles are on their way at once, and products beside such sizes.

// RUN: tg-run %s --entry all --input random:1 --verify | FileCheck %s

// CHECK: result 0 of 'f16' {{is (equal|close)}}
func.func @f16(%a: tensor<128x1024xf16>, %b: tensor<1024x128xf16>) -> tensor<128x128xf16> {
  %0 = tg.matmul %a, %b : tensor<128x1024xf16>, tensor<1024x128xf16> -> tensor<128x128xf16>
  return %0 : tensor<128x128xf16>
}

// CHECK: result 0 of 'turned' {{is (equal|close)}}
func.func @turned(%a: tensor<128x1024xf16>, %b: tensor<128x1024xf16>) -> tensor<128x128xf16> {
  %0 = tg.permute %b [1, 0] : tensor<128x1024xf16> -> tensor<1024x128xf16>
  %1 = tg.matmul %a, %0 : tensor<128x1024xf16>, tensor<1024x128xf16> -> tensor<128x128xf16>
  return %1 : tensor<128x128xf16>
}

// CHECK: result 0 of 'bf16' {{is (equal|close)}}
func.func @bf16(%a: tensor<2x64x1024xbf16>, %b: tensor<2x1024x96xbf16>) -> tensor<2x64x96xbf16> {
  %0 = tg.matmul %a, %b : tensor<2x64x1024xbf16>, tensor<2x1024x96xbf16> -> tensor<2x64x96xbf16>
  return %0 : tensor<2x64x96xbf16>
}

// CHECK: result 0 of 'bytes' is equal
func.func @bytes(%a: tensor<64x2048xi8>, %b: tensor<2048x128xi8>) -> tensor<64x128xi32> {
  %0 = tg.matmul %a, %b : tensor<64x2048xi8>, tensor<2048x128xi8> -> tensor<64x128xi32>
  return %0 : tensor<64x128xi32>
}

// CHECK: result 0 of 'odd' {{is (equal|close)}}
func.func @odd(%a: tensor<100x777xf16>, %b: tensor<777x99xf16>) -> tensor<100x99xf16> {
  %0 = tg.matmul %a, %b : tensor<100x777xf16>, tensor<777x99xf16> -> tensor<100x99xf16>
  return %0 : tensor<100x99xf16>
}

// CHECK: result 0 of 'narrow_sum' {{is (equal|close)}}
func.func @narrow_sum(%a: tensor<128x64xf16>, %b: tensor<64x128xf16>) -> tensor<128x128xf16> {
  %0 = tg.matmul %a, %b : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf16>
  return %0 : tensor<128x128xf16>
}
