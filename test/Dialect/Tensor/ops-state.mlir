// RUN: tg-opt %s | FileCheck %s
// RUN: tg-opt %s --mlir-print-op-generic | tg-opt | FileCheck %s

// Tests that the ops with memory, devices and functions parse, verify and print
// as they were written.

// CHECK-LABEL: func.func @state
func.func @state(%cache: tensor<4x8xf32>, %row: tensor<4x1xf32>, %s: tensor<f32>)
    attributes {tg.variables = {i = [0, 7]}} {
  %i = tg.variable "i"
  // CHECK: tg.empty [4, %{{.*}}] : tensor<4x?xbf16>
  %0 = tg.empty [4, %i] : tensor<4x?xbf16>
  // CHECK: tg.empty [] : tensor<f32>
  %1 = tg.empty [] : tensor<f32>
  // CHECK: tg.assign %{{.*}} [0, %{{.*}}], %{{.*}} : tensor<4x8xf32>, tensor<4x1xf32>
  %2 = tg.assign %cache [0, %i], %row : tensor<4x8xf32>, tensor<4x1xf32>
  // CHECK: tg.assign %{{.*}} [], %{{.*}} : tensor<f32>, tensor<f32>
  %3 = tg.assign %1 [], %s : tensor<f32>, tensor<f32>
  // CHECK: tg.detach %{{.*}} : tensor<4x8xf32>
  %4 = tg.detach %2 : tensor<4x8xf32>
  // CHECK: tg.custom "f"(%{{.*}}, %{{.*}}) : (tensor<4x8xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<i1>)
  %5:2 = tg.custom "f"(%4, %s) : (tensor<4x8xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<i1>)
  // CHECK: tg.custom "g"() : () -> tensor<4xf32>
  %6 = tg.custom "g"() : () -> tensor<4xf32>
  // CHECK: tg.copy %{{.*}} to "cpu:1" : tensor<4xf32>
  %7 = tg.copy %6 to "cpu:1" : tensor<4xf32>
  // CHECK: tg.copy %{{.*}} : tensor<4xf32>
  %home = tg.copy %7 : tensor<4xf32>
  return
}
