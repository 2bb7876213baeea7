// Tests that bf16 and fp8 arguments take .npy files of the bits as integers, and that
// such results are written as bits.

// RUN: tg-run %s --entry bits --reference --output 0=%t.b.npy --output 1=%t.f.npy
// RUN: tg-run %s --entry narrow --reference --input 0=%t.b.npy --input 1=%t.f.npy --output 0=%t.bo.npy --output 1=%t.fo.npy
// RUN: tg-run %s --entry bits --reference --expect 0=%t.bo.npy --expect 1=%t.fo.npy | FileCheck %s
// RUN: not tg-run %s --entry narrow --reference --input 0=%t.f.npy --input 1=%t.f.npy 2>&1 | FileCheck %s --check-prefix=WIDTH

// CHECK: result 0 is equal in all 3 elements
// CHECK: result 1 is equal in all 3 elements
// WIDTH: argument 0 has elements of bf16, but the file of ui8
func.func @bits() -> (tensor<3xui16>, tensor<3xui8>) {
  %0 = tg.constant dense<[16256, 49024, 1]> : tensor<3xui16>
  %1 = tg.constant dense<[56, 1, 126]> : tensor<3xui8>
  return %0, %1 : tensor<3xui16>, tensor<3xui8>
}
func.func @narrow(%a: tensor<3xbf16>, %b: tensor<3xf8E4M3FN>)
    -> (tensor<3xbf16>, tensor<3xf8E4M3FN>) {
  %0 = tg.neg %a : tensor<3xbf16>
  %1 = tg.neg %0 : tensor<3xbf16>
  return %1, %b : tensor<3xbf16>, tensor<3xf8E4M3FN>
}
