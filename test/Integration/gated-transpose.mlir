// Tests that strided reads that are turned around in registers may stand under a
// condition, as those of an output element that only the output's padding reaches.

// RUN: tg-run %s --input random:1 --verify | FileCheck %s
// CHECK: result 0 {{.*}}is equal in all 192 elements

func.func @main(%x: tensor<16x64x1xi8>, %w: tensor<64x3x2xi8>) -> tensor<16x3x4xi32> {
  %0 = tg.expand %x [16, 64, 2] : tensor<16x64x1xi8> -> tensor<16x64x2xi8>
  %1 = tg.conv_transpose %0, %w output_padding [1]
      : tensor<16x64x2xi8>, tensor<64x3x2xi8> -> tensor<16x3x4xi32>
  return %1 : tensor<16x3x4xi32>
}
