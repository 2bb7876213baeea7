// Tests products of matrices whose operands lie in tiles of the workgroup, two of
// each, filled in turns: of even and odd sizes, in batches, of turned operands, with
// what feeds and what follows them, and as convolutions.

// REQUIRES: opencl
// RUN: tg-run %s --entry all --input random:1 --verify --device opencl | FileCheck %s

// CHECK: result 0 of 'even' {{is (equal|close)}}
func.func @even(%a: tensor<128x96xf32>, %b: tensor<96x128xf32>) -> tensor<128x128xf32> {
  %0 = tg.matmul %a, %b : tensor<128x96xf32>, tensor<96x128xf32> -> tensor<128x128xf32>
  return %0 : tensor<128x128xf32>
}

// CHECK: result 0 of 'odd' {{is (equal|close)}}
func.func @odd(%a: tensor<131x67xf32>, %b: tensor<67x77xf32>) -> tensor<131x77xf32> {
  %0 = tg.matmul %a, %b : tensor<131x67xf32>, tensor<67x77xf32> -> tensor<131x77xf32>
  return %0 : tensor<131x77xf32>
}

// CHECK: result 0 of 'turned' {{is (equal|close)}}
func.func @turned(%a: tensor<65x70xf32>, %b: tensor<90x65xf32>) -> tensor<70x90xf32> {
  %0 = tg.permute %a [1, 0] : tensor<65x70xf32> -> tensor<70x65xf32>
  %1 = tg.permute %b [1, 0] : tensor<90x65xf32> -> tensor<65x90xf32>
  %2 = tg.matmul %0, %1 : tensor<70x65xf32>, tensor<65x90xf32> -> tensor<70x90xf32>
  return %2 : tensor<70x90xf32>
}

// CHECK: result 0 of 'batches' {{is (equal|close)}}
func.func @batches(%a: tensor<3x64x40xf32>, %b: tensor<3x40x72xf32>) -> tensor<3x64x72xf32> {
  %0 = tg.matmul %a, %b : tensor<3x64x40xf32>, tensor<3x40x72xf32> -> tensor<3x64x72xf32>
  return %0 : tensor<3x64x72xf32>
}

// CHECK: result 0 of 'around' {{is (equal|close)}}
func.func @around(%a: tensor<96x64xf32>, %b: tensor<64x96xf32>, %c: tensor<96x96xf32>) -> tensor<96x96xf32> {
  %0 = tg.relu %a : tensor<96x64xf32>
  %1 = tg.matmul %0, %b : tensor<96x64xf32>, tensor<64x96xf32> -> tensor<96x96xf32>
  %2 = tg.add %1, %c : tensor<96x96xf32>
  return %2 : tensor<96x96xf32>
}

// CHECK: result 0 of 'narrow' {{is (equal|close)}}
func.func @narrow(%a: tensor<80x70xbf16>, %b: tensor<70x66xbf16>) -> tensor<80x66xbf16> {
  %0 = tg.matmul %a, %b : tensor<80x70xbf16>, tensor<70x66xbf16> -> tensor<80x66xbf16>
  return %0 : tensor<80x66xbf16>
}

// CHECK: result 0 of 'integers' is equal
func.func @integers(%a: tensor<80x70xi8>, %b: tensor<70x66xi8>) -> tensor<80x66xi32> {
  %0 = tg.matmul %a, %b : tensor<80x70xi8>, tensor<70x66xi8> -> tensor<80x66xi32>
  return %0 : tensor<80x66xi32>
}

// CHECK: result 0 of 'convolution' {{is (equal|close)}}
func.func @convolution(%x: tensor<1x64x12x12xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<1x64x10x10xf32> {
  %0 = tg.conv %x, %w : tensor<1x64x12x12xf32>, tensor<64x64x3x3xf32> -> tensor<1x64x10x10xf32>
  return %0 : tensor<1x64x10x10xf32>
}
