// RUN: tg-opt %s | FileCheck %s
// RUN: tg-opt %s --mlir-print-op-generic | tg-opt | FileCheck %s

// Tests that the functions of elements and the summaries parse, verify and print
// as they were written.

// CHECK-LABEL: func.func @functions
func.func @functions(%x: tensor<4x?xf32>) {
  // CHECK: tg.tan %{{.*}} : tensor<4x?xf32>
  %0 = tg.tan %x : tensor<4x?xf32>
  // CHECK: tg.asin %{{.*}} : tensor<4x?xf32>
  %1 = tg.asin %x : tensor<4x?xf32>
  // CHECK: tg.acos %{{.*}} : tensor<4x?xf32>
  %2 = tg.acos %x : tensor<4x?xf32>
  // CHECK: tg.atan %{{.*}} : tensor<4x?xf32>
  %3 = tg.atan %x : tensor<4x?xf32>
  // CHECK: tg.sinh %{{.*}} : tensor<4x?xf32>
  %4 = tg.sinh %x : tensor<4x?xf32>
  // CHECK: tg.cosh %{{.*}} : tensor<4x?xf32>
  %5 = tg.cosh %x : tensor<4x?xf32>
  // CHECK: tg.asinh %{{.*}} : tensor<4x?xf32>
  %6 = tg.asinh %x : tensor<4x?xf32>
  // CHECK: tg.acosh %{{.*}} : tensor<4x?xf32>
  %7 = tg.acosh %x : tensor<4x?xf32>
  // CHECK: tg.atanh %{{.*}} : tensor<4x?xf32>
  %8 = tg.atanh %x : tensor<4x?xf32>
  // CHECK: tg.expm1 %{{.*}} : tensor<4x?xf32>
  %9 = tg.expm1 %x : tensor<4x?xf32>
  // CHECK: tg.log1p %{{.*}} : tensor<4x?xf32>
  %10 = tg.log1p %x : tensor<4x?xf32>
  // CHECK: tg.rsqrt %{{.*}} : tensor<4x?xf32>
  %11 = tg.rsqrt %x : tensor<4x?xf32>
  // CHECK: tg.erf %{{.*}} : tensor<4x?xf32>
  %12 = tg.erf %x : tensor<4x?xf32>
  // CHECK: tg.sigmoid %{{.*}} : tensor<4x?xf32>
  %13 = tg.sigmoid %x : tensor<4x?xf32>
  // CHECK: tg.silu %{{.*}} : tensor<4x?xf32>
  %14 = tg.silu %x : tensor<4x?xf32>
  // CHECK: tg.gelu %{{.*}} : tensor<4x?xf32>
  %15 = tg.gelu %x : tensor<4x?xf32>
  // CHECK: tg.gelu %{{.*}} approximate tanh : tensor<4x?xf32>
  %16 = tg.gelu %x approximate tanh : tensor<4x?xf32>
  // CHECK: tg.floor %{{.*}} : tensor<4x?xf32>
  %17 = tg.floor %x : tensor<4x?xf32>
  // CHECK: tg.ceil %{{.*}} : tensor<4x?xf32>
  %18 = tg.ceil %x : tensor<4x?xf32>
  // CHECK: tg.round %{{.*}} : tensor<4x?xf32>
  %19 = tg.round %x : tensor<4x?xf32>
  // CHECK: tg.is_nan %{{.*}} : tensor<4x?xf32>
  %20 = tg.is_nan %x : tensor<4x?xf32>
  // CHECK: tg.is_inf %{{.*}} : tensor<4x?xf32>
  %21 = tg.is_inf %x : tensor<4x?xf32>
  // CHECK: tg.is_finite %{{.*}} : tensor<4x?xf32>
  %22 = tg.is_finite %x : tensor<4x?xf32>
  return
}

// CHECK-LABEL: func.func @several_operands
func.func @several_operands(%x: tensor<4xf8E5M2>, %i: tensor<4xui16>, %b: tensor<4xi1>) {
  // CHECK: tg.sign %{{.*}} : tensor<4xui16>
  %0 = tg.sign %i : tensor<4xui16>
  // CHECK: tg.pow %{{.*}}, %{{.*}} : tensor<4xui16>
  %1 = tg.pow %i, %i : tensor<4xui16>
  // CHECK: tg.copysign %{{.*}}, %{{.*}} : tensor<4xf8E5M2>
  %2 = tg.copysign %x, %x : tensor<4xf8E5M2>
  // CHECK: tg.mulacc %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>
  %3 = tg.mulacc %b, %b, %b : tensor<4xi1>
  // CHECK: tg.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xui16>
  %4 = tg.clamp %i, %i, %i : tensor<4xui16>
  return
}

// CHECK-LABEL: func.func @summaries
func.func @summaries(%x: tensor<4x8xf32>, %b: tensor<?xi1>) {
  // CHECK: tg.any %{{.*}} axes [1] keepdim : tensor<4x8xf32> -> tensor<4x1xi1>
  %0 = tg.any %x axes [1] keepdim : tensor<4x8xf32> -> tensor<4x1xi1>
  // CHECK: tg.all %{{.*}} axes [0] : tensor<?xi1> -> tensor<i1>
  %1 = tg.all %b axes [0] : tensor<?xi1> -> tensor<i1>
  // CHECK: tg.mean %{{.*}} axes [1, 0] : tensor<4x8xf32> -> tensor<f32>
  %2 = tg.mean %x axes [1, 0] : tensor<4x8xf32> -> tensor<f32>
  // CHECK: tg.var %{{.*}} axes [1] : tensor<4x8xf32> -> tensor<4xf32>
  %3 = tg.var %x axes [1] : tensor<4x8xf32> -> tensor<4xf32>
  // CHECK: tg.var %{{.*}} axes [1] correction 0 keepdim : tensor<4x8xf32> -> tensor<4x1xf32>
  %4 = tg.var %x axes [1] correction 0 keepdim : tensor<4x8xf32> -> tensor<4x1xf32>
  return
}
