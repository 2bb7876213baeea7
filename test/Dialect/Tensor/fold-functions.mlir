// RUN: tg-opt %s --canonicalize | FileCheck %s

// Tests the folds of functions of elements, and that floats keep what an
// infinity, a NaN or -0 would change.

// CHECK-LABEL: func.func @constants
func.func @constants() -> (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) {
  // CHECK-DAG: tg.constant dense<[0.000000e+00, 0.731058597]> : tensor<2xf32>
  // CHECK-DAG: tg.constant dense<[0.000000e+00, 0.841344714]> : tensor<2xf32>
  // CHECK-DAG: tg.constant dense<[0.000000e+00, 2.000000e+00, -0.000000e+00]> : tensor<3xf32>
  // CHECK-DAG: tg.constant dense<[0.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<3xf32>
  // CHECK-DAG: tg.constant dense<[1.000000e+00, 8.000000e+00]> : tensor<2xf32>
  %a = tg.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %0 = tg.silu %a : tensor<2xf32>
  %1 = tg.gelu %a : tensor<2xf32>
  %b = tg.constant dense<[0.5, 1.5, -0.5]> : tensor<3xf32>
  %2 = tg.round %b : tensor<3xf32>
  %c = tg.constant dense<[-0.0, 3.0, -2.0]> : tensor<3xf32>
  %3 = tg.sign %c : tensor<3xf32>
  %d = tg.constant dense<[7.0, 2.0]> : tensor<2xf32>
  %e = tg.constant dense<[0.0, 3.0]> : tensor<2xf32>
  %4 = tg.pow %d, %e : tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @integer_constants
func.func @integer_constants() -> (tensor<4xi8>, tensor<2xui8>, tensor<2xi8>) {
  // CHECK-DAG: tg.constant dense<[0, -1, 0, 64]> : tensor<4xi8>
  // CHECK-DAG: tg.constant dense<[1, 0]> : tensor<2xui8>
  // CHECK-DAG: tg.constant dense<[-2, 5]> : tensor<2xi8>
  %a = tg.constant dense<[2, -1, 0, -2]> : tensor<4xi8>
  %b = tg.constant dense<[-1, -3, -1, 6]> : tensor<4xi8>
  %0 = tg.pow %a, %b : tensor<4xi8>
  %c = tg.constant dense<[255, 0]> : tensor<2xui8>
  %1 = tg.sign %c : tensor<2xui8>
  %d = tg.constant dense<[-7, 5]> : tensor<2xi8>
  %low = tg.constant dense<-2> : tensor<2xi8>
  %high = tg.constant dense<9> : tensor<2xi8>
  %2 = tg.clamp %d, %low, %high : tensor<2xi8>
  return %0, %1, %2 : tensor<4xi8>, tensor<2xui8>, tensor<2xi8>
}

// Tests that a * b + c of constants is rounded once: 1 + 2^-23 squared, less 1 +
// 2^-22, is 2^-46.
// CHECK-LABEL: func.func @fused
func.func @fused() -> tensor<1xf32> {
  // CHECK: tg.constant dense<1.42108547E-14> : tensor<1xf32>
  %a = tg.constant dense<1.00000012> : tensor<1xf32>
  %c = tg.constant dense<-1.00000024> : tensor<1xf32>
  %0 = tg.mulacc %a, %a, %c : tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func.func @classes
func.func @classes() -> (tensor<3xi1>, tensor<3xi1>, tensor<3xi1>) {
  // CHECK-DAG: tg.constant dense<[true, false, false]> : tensor<3xi1>
  // CHECK-DAG: tg.constant dense<[false, true, false]> : tensor<3xi1>
  // CHECK-DAG: tg.constant dense<[false, false, true]> : tensor<3xi1>
  %a = tg.constant dense<[0x7FC00000, 0xFF800000, 1.0]> : tensor<3xf32>
  %0 = tg.is_nan %a : tensor<3xf32>
  %1 = tg.is_inf %a : tensor<3xf32>
  %2 = tg.is_finite %a : tensor<3xf32>
  return %0, %1, %2 : tensor<3xi1>, tensor<3xi1>, tensor<3xi1>
}

// CHECK-LABEL: func.func @identities
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>)
func.func @identities(%x: tensor<4xf32>, %i: tensor<4xi32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>) {
  // CHECK-DAG: %[[ONE:.*]] = tg.constant dense<1.000000e+00> : tensor<4xf32>
  // CHECK-DAG: %[[FLOOR:.*]] = tg.floor %[[X]]
  %0 = tg.floor %x : tensor<4xf32>
  %1 = tg.floor %0 : tensor<4xf32>
  %one = tg.constant dense<1.0> : tensor<4xf32>
  %2 = tg.pow %x, %one : tensor<4xf32>
  %zero = tg.constant dense<0.0> : tensor<4xf32>
  %3 = tg.pow %x, %zero : tensor<4xf32>
  %4 = tg.copysign %x, %x : tensor<4xf32>
  %none = tg.constant dense<0> : tensor<4xi32>
  %5 = tg.mulacc %i, %none, %i : tensor<4xi32>
  %low = tg.constant dense<0xFF800000> : tensor<4xf32>
  %high = tg.constant dense<0x7F800000> : tensor<4xf32>
  %6 = tg.clamp %x, %low, %high : tensor<4xf32>
  %least = tg.constant dense<-2147483648> : tensor<4xi32>
  %most = tg.constant dense<2147483647> : tensor<4xi32>
  %7 = tg.clamp %i, %least, %most : tensor<4xi32>
  // CHECK: return %[[FLOOR]], %[[X]], %[[ONE]], %[[X]], %[[I]], %[[X]], %[[I]]
  return %1, %2, %3, %4, %5, %6, %7
      : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @no_identities
func.func @no_identities(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: tensor<?xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = tg.constant dense<0.0> : tensor<4xf32>
  %low = tg.constant dense<-3.0> : tensor<4xf32>
  %two = tg.constant dense<2.0> : tensor<4xf32>
  // CHECK: tg.mulacc
  %0 = tg.mulacc %x, %zero, %y : tensor<4xf32>
  // CHECK: tg.clamp
  %1 = tg.clamp %x, %low, %two : tensor<4xf32>
  // CHECK: tg.pow
  %2 = tg.pow %x, %two : tensor<4xf32>
  // CHECK: tg.copysign
  %3 = tg.copysign %x, %y : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Tests that summaries over no axes fold only where they change nothing.
// CHECK-LABEL: func.func @truth
// CHECK-SAME: (%[[B:.*]]: tensor<4xi1>, %[[X:.*]]: tensor<4xf32>)
func.func @truth(%b: tensor<4xi1>, %x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>) {
  // CHECK: %[[ANY:.*]] = tg.any %[[X]] axes []
  // CHECK: return %[[B]], %[[ANY]]
  %0 = tg.all %b axes [] : tensor<4xi1> -> tensor<4xi1>
  %1 = tg.any %x axes [] : tensor<4xf32> -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}
