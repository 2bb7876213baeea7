// Tests that functions and fused products of f64 give the reference's bits without
// fma, the largest numbers too, whose halves must not round up to infinity.

// RUN: tg-run %s --entry all --input edges:3 --verify --target x86-64 | FileCheck %s

// CHECK: result 0 of 'fused' is equal
func.func @fused(%a: tensor<133xf64>, %b: tensor<133xf64>, %c: tensor<133xf64>) -> tensor<133xf64> {
  %0 = tg.mulacc %a, %b, %c : tensor<133xf64>
  return %0 : tensor<133xf64>
}

// CHECK: result 0 of 'silu' is equal
func.func @silu(%x: tensor<133xf64>) -> tensor<133xf64> {
  %0 = tg.silu %x : tensor<133xf64>
  return %0 : tensor<133xf64>
}

// CHECK: result 0 of 'rsqrt' is equal
func.func @rsqrt(%x: tensor<133xf64>) -> tensor<133xf64> {
  %0 = tg.rsqrt %x : tensor<133xf64>
  return %0 : tensor<133xf64>
}
