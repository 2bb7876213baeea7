// RUN: tg-opt %s --allow-unregistered-dialect --test-tg-index-maps=elements | FileCheck %s

// Tests the scalar computation of each function of elements.

// CHECK-LABEL: func.func @named_in_math
func.func @named_in_math(%x: tensor<4xf32>) {
  // CHECK: math.tan %{{.*}} : f32
  %0 = tg.tan %x : tensor<4xf32>
  // CHECK: math.asin
  %1 = tg.asin %x : tensor<4xf32>
  // CHECK: math.acos
  %2 = tg.acos %x : tensor<4xf32>
  // CHECK: math.atan
  %3 = tg.atan %x : tensor<4xf32>
  // CHECK: math.sinh
  %4 = tg.sinh %x : tensor<4xf32>
  // CHECK: math.cosh
  %5 = tg.cosh %x : tensor<4xf32>
  // CHECK: math.asinh
  %6 = tg.asinh %x : tensor<4xf32>
  // CHECK: math.acosh
  %7 = tg.acosh %x : tensor<4xf32>
  // CHECK: math.atanh
  %8 = tg.atanh %x : tensor<4xf32>
  // CHECK: math.expm1
  %9 = tg.expm1 %x : tensor<4xf32>
  // CHECK: math.log1p
  %10 = tg.log1p %x : tensor<4xf32>
  // CHECK: math.rsqrt
  %11 = tg.rsqrt %x : tensor<4xf32>
  // CHECK: math.erf
  %12 = tg.erf %x : tensor<4xf32>
  // CHECK: math.floor
  %13 = tg.floor %x : tensor<4xf32>
  // CHECK: math.ceil
  %14 = tg.ceil %x : tensor<4xf32>
  // CHECK: math.roundeven
  %15 = tg.round %x : tensor<4xf32>
  // CHECK: math.powf
  %16 = tg.pow %x, %x : tensor<4xf32>
  // CHECK: math.fma %{{.*}} : f32
  %17 = tg.mulacc %x, %x, %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @activations
func.func @activations(%x: tensor<4xbf16>) {
  // CHECK: uop.activation <sigmoid> %{{.*}} : bf16
  %0 = tg.sigmoid %x : tensor<4xbf16>
  // CHECK: uop.activation <silu> %{{.*}} : bf16
  %1 = tg.silu %x : tensor<4xbf16>
  // CHECK: uop.activation <gelu> %{{.*}} : bf16
  %2 = tg.gelu %x : tensor<4xbf16>
  // CHECK: uop.activation <gelu_tanh> %{{.*}} : bf16
  %3 = tg.gelu %x approximate tanh : tensor<4xbf16>
  return
}

// Tests that a type without infinities is not compared with one.
// CHECK-LABEL: func.func @classes
func.func @classes(%x: tensor<4xf32>, %y: tensor<4xf8E4M3FN>) {
  // CHECK: arith.cmpf uno
  %0 = tg.is_nan %x : tensor<4xf32>
  // CHECK: %[[INF:.*]] = arith.constant 0x7F800000 : f32
  // CHECK: %[[ABS:.*]] = math.absf
  // CHECK: arith.cmpf oeq, %[[ABS]], %[[INF]]
  %1 = tg.is_inf %x : tensor<4xf32>
  // CHECK: arith.cmpf olt
  %2 = tg.is_finite %x : tensor<4xf32>
  // CHECK: arith.constant false
  %3 = tg.is_inf %y : tensor<4xf8E4M3FN>
  // CHECK: arith.cmpf ord
  %4 = tg.is_finite %y : tensor<4xf8E4M3FN>
  return
}

// CHECK-LABEL: func.func @integers
func.func @integers(%i: tensor<4xi8>, %b: tensor<4xi1>) {
  // CHECK: arith.cmpi slt
  // CHECK: arith.cmpi sgt
  %0 = tg.sign %i : tensor<4xi8>
  // CHECK-COUNT-12: arith.muli
  // CHECK-NOT: arith.muli
  // CHECK: arith.cmpi slt
  %1 = tg.pow %i, %i : tensor<4xi8>
  // CHECK: arith.maxsi
  // CHECK: arith.minsi
  %2 = tg.clamp %i, %i, %i : tensor<4xi8>
  // CHECK: %[[AND:.*]] = arith.andi
  // CHECK: arith.ori %[[AND]]
  %3 = tg.mulacc %b, %b, %b : tensor<4xi1>
  return
}

// Tests that unsigned numbers have no negative powers and no negative sign.
// CHECK-LABEL: func.func @unsigned
func.func @unsigned(%u: tensor<4xui8>) {
  // CHECK-NOT: arith.cmpi s
  // CHECK: arith.cmpi ne
  %0 = tg.sign %u : tensor<4xui8>
  // CHECK-COUNT-14: arith.muli
  %1 = tg.pow %u, %u : tensor<4xui8>
  // CHECK-NOT: arith.cmpi s
  // CHECK: arith.maxui
  // CHECK: arith.minui
  %2 = tg.clamp %u, %u, %u : tensor<4xui8>
  return
}

// CHECK-LABEL: func.func @truth
func.func @truth(%x: tensor<4xf32>) {
  // CHECK: arith.cmpf une
  %0 = tg.any %x axes [0] : tensor<4xf32> -> tensor<i1>
  return
}
