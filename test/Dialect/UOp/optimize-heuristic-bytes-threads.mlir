// Tests that no threads share a product of bytes where each would pack the windows of the
// left operand and the weights again, which is most of the work, and the twin: a 1x1
// convolution packs little.

// RUN: tg-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(tg-decompose,tg-simplify,canonicalize,cse,tg-fuse),convert-tg-to-uop,uop.kernel(uop-simplify-index,cse,uop-optimize{chip=x86+avx512vl+avx512vnni vector-bits=512 vector-registers=32}))' | FileCheck %s

// CHECK-LABEL: uop.kernel @r_256_14_14_256_3_3
// CHECK: uop.mma
// CHECK-NOT: <thread>
// CHECK: uop.store
func.func @windows(%x: tensor<1x256x14x14xi8>, %w: tensor<256x256x3x3xi8>) -> tensor<1x256x14x14xi32> {
  %r = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1] : tensor<1x256x14x14xi8>, tensor<256x256x3x3xi8> -> tensor<1x256x14x14xi32>
  return %r : tensor<1x256x14x14xi32>
}

// -----

// CHECK-LABEL: uop.kernel @r_256_14_14_256
// CHECK: uop.range {{.*}} <thread>
// CHECK: uop.mma
func.func @points(%x: tensor<1x256x14x14xi8>, %w: tensor<256x256x1x1xi8>) -> tensor<1x256x14x14xi32> {
  %r = tg.conv %x, %w : tensor<1x256x14x14xi8>, tensor<256x256x1x1xi8> -> tensor<1x256x14x14xi32>
  return %r : tensor<1x256x14x14xi32>
}
