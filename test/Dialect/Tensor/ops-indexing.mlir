// RUN: tg-opt %s | FileCheck %s
// RUN: tg-opt %s --mlir-print-op-generic | tg-opt | FileCheck %s

// Tests that the ops that join, find and order parse, verify and print as they
// were written.

// CHECK-LABEL: func.func @join
func.func @join(%a: tensor<4x8xf32>, %b: tensor<4x2xf32>, %s: tensor<f16>,
                %d: tensor<?x8xf32> {tg.dims = ["n", 8]})
    attributes {tg.variables = {n = [0, 9]}} {
  %n = tg.variable "n"
  // CHECK: tg.concat %{{.*}}, %{{.*}} axis 1 : tensor<4x8xf32>, tensor<4x2xf32> -> tensor<4x10xf32>
  %0 = tg.concat %a, %b axis 1 : tensor<4x8xf32>, tensor<4x2xf32> -> tensor<4x10xf32>
  // CHECK: tg.concat %{{.*}}, %{{.*}} axis 0 : tensor<?x8xf32>, tensor<4x8xf32> -> tensor<?x8xf32>
  %1 = tg.concat %d, %a axis 0 : tensor<?x8xf32>, tensor<4x8xf32> -> tensor<?x8xf32>
  // CHECK: tg.repeat %{{.*}} [2, %{{.*}}] : tensor<4x8xf32> -> tensor<8x?xf32>
  %2 = tg.repeat %a [2, %n] : tensor<4x8xf32> -> tensor<8x?xf32>
  // CHECK: tg.repeat %{{.*}} [] : tensor<f16> -> tensor<f16>
  %3 = tg.repeat %s [] : tensor<f16> -> tensor<f16>
  // CHECK: tg.stack %{{.*}}, %{{.*}} axis 0 : tensor<f16>, tensor<f16> -> tensor<2xf16>
  %4 = tg.stack %s, %s axis 0 : tensor<f16>, tensor<f16> -> tensor<2xf16>
  // CHECK: tg.stack %{{.*}} axis 2 : tensor<4x8xf32> -> tensor<4x8x1xf32>
  %5 = tg.stack %a axis 2 : tensor<4x8xf32> -> tensor<4x8x1xf32>
  return
}

// CHECK-LABEL: func.func @find
func.func @find(%x: tensor<100x4xf32>, %i: tensor<3x4xui8>, %u: tensor<3x4xf32>)
    attributes {tg.variables = {n = [0, 9]}} {
  %n = tg.variable "n"
  // CHECK: tg.one_hot %{{.*}} [10] : tensor<3x4xui8> -> tensor<3x4x10xi1>
  %0 = tg.one_hot %i [10] : tensor<3x4xui8> -> tensor<3x4x10xi1>
  // CHECK: tg.one_hot %{{.*}} [%{{.*}}] : tensor<3x4xui8> -> tensor<3x4x?xbf16>
  %1 = tg.one_hot %i [%n] : tensor<3x4xui8> -> tensor<3x4x?xbf16>
  // CHECK: tg.gather %{{.*}}, %{{.*}} axis 0 : tensor<100x4xf32>, tensor<3x4xui8> -> tensor<3x4xf32>
  %2 = tg.gather %x, %i axis 0 : tensor<100x4xf32>, tensor<3x4xui8> -> tensor<3x4xf32>
  // CHECK: tg.scatter set %{{.*}}, %{{.*}}, %{{.*}} axis 0 : tensor<100x4xf32>, tensor<3x4xui8>, tensor<3x4xf32>
  %3 = tg.scatter set %x, %i, %u axis 0 : tensor<100x4xf32>, tensor<3x4xui8>, tensor<3x4xf32>
  // CHECK: tg.scatter add
  %4 = tg.scatter add %x, %i, %u axis 0 : tensor<100x4xf32>, tensor<3x4xui8>, tensor<3x4xf32>
  // CHECK: tg.scatter prod
  %5 = tg.scatter prod %x, %i, %u axis 0 : tensor<100x4xf32>, tensor<3x4xui8>, tensor<3x4xf32>
  // CHECK: tg.scatter max
  %6 = tg.scatter max %x, %i, %u axis 0 : tensor<100x4xf32>, tensor<3x4xui8>, tensor<3x4xf32>
  // CHECK: tg.scatter min
  %7 = tg.scatter min %x, %i, %u axis 0 : tensor<100x4xf32>, tensor<3x4xui8>, tensor<3x4xf32>
  return
}

// CHECK-LABEL: func.func @order
func.func @order(%x: tensor<4x8xf32>, %b: tensor<4x8xi1>) {
  // CHECK: tg.cumsum %{{.*}} axis 1 : tensor<4x8xi1> -> tensor<4x8xi32>
  %0 = tg.cumsum %b axis 1 : tensor<4x8xi1> -> tensor<4x8xi32>
  // CHECK: tg.cumprod %{{.*}} axis 0 : tensor<4x8xf32>
  %1 = tg.cumprod %x axis 0 : tensor<4x8xf32>
  // CHECK: tg.cummax %{{.*}} axis 0 : tensor<4x8xf32>
  %2 = tg.cummax %x axis 0 : tensor<4x8xf32>
  // CHECK: tg.cummin %{{.*}} axis 1 : tensor<4x8xi1>
  %3 = tg.cummin %b axis 1 : tensor<4x8xi1>
  // CHECK: tg.sort %{{.*}} axis 1 : tensor<4x8xf32> -> tensor<4x8xi32>
  %v, %i = tg.sort %x axis 1 : tensor<4x8xf32> -> tensor<4x8xi32>
  // CHECK: tg.sort %{{.*}} axis 0 descending : tensor<4x8xi1> -> tensor<4x8xi32>
  %w, %j = tg.sort %b axis 0 descending : tensor<4x8xi1> -> tensor<4x8xi32>
  // CHECK: tg.topk %{{.*}} axis 1 k 3 : tensor<4x8xf32> -> tensor<4x3xf32>, tensor<4x3xi32>
  %t, %k = tg.topk %x axis 1 k 3 : tensor<4x8xf32> -> tensor<4x3xf32>, tensor<4x3xi32>
  // CHECK: tg.topk %{{.*}} axis 0 k 0 smallest : tensor<4x8xf32> -> tensor<0x8xf32>, tensor<0x8xi32>
  %s, %l = tg.topk %x axis 0 k 0 smallest : tensor<4x8xf32> -> tensor<0x8xf32>, tensor<0x8xi32>
  return
}

// CHECK-LABEL: func.func @random
func.func @random(%c: tensor<4xui64>, %k: tensor<2xui32>)
    attributes {tg.variables = {n = [0, 9]}} {
  %n = tg.variable "n"
  // CHECK: tg.threefry %{{.*}}, %{{.*}} : tensor<4xui64>
  %0 = tg.threefry %c, %c : tensor<4xui64>
  // CHECK: tg.rand %{{.*}}, %{{.*}} [4, %{{.*}}] : tensor<2xui32> -> tensor<4x?xf16>
  %1 = tg.rand %k, %k [4, %n] : tensor<2xui32> -> tensor<4x?xf16>
  // CHECK: tg.rand %{{.*}}, %{{.*}} [] : tensor<2xui32> -> tensor<f64>
  %2 = tg.rand %k, %k [] : tensor<2xui32> -> tensor<f64>
  return
}
