// RUN: tg-opt %s | FileCheck %s
// RUN: tg-opt %s --mlir-print-op-generic | tg-opt | FileCheck %s

// Tests that every op of the tg dialect parses, verifies and prints as it was
// written.

// CHECK-LABEL: func.func @unary
func.func @unary(%x: tensor<4x8xf32>, %i: tensor<4xui8>, %b: tensor<4xi1>) {
  // CHECK: tg.neg %{{.*}} : tensor<4x8xf32>
  %0 = tg.neg %x : tensor<4x8xf32>
  // CHECK: tg.exp %{{.*}} : tensor<4x8xf32>
  %1 = tg.exp %x : tensor<4x8xf32>
  // CHECK: tg.exp2 %{{.*}} : tensor<4x8xf32>
  %2 = tg.exp2 %x : tensor<4x8xf32>
  // CHECK: tg.log %{{.*}} : tensor<4x8xf32>
  %3 = tg.log %x : tensor<4x8xf32>
  // CHECK: tg.log2 %{{.*}} : tensor<4x8xf32>
  %4 = tg.log2 %x : tensor<4x8xf32>
  // CHECK: tg.sin %{{.*}} : tensor<4x8xf32>
  %5 = tg.sin %x : tensor<4x8xf32>
  // CHECK: tg.cos %{{.*}} : tensor<4x8xf32>
  %6 = tg.cos %x : tensor<4x8xf32>
  // CHECK: tg.tanh %{{.*}} : tensor<4x8xf32>
  %7 = tg.tanh %x : tensor<4x8xf32>
  // CHECK: tg.sqrt %{{.*}} : tensor<4x8xf32>
  %8 = tg.sqrt %x : tensor<4x8xf32>
  // CHECK: tg.reciprocal %{{.*}} : tensor<4x8xf32>
  %9 = tg.reciprocal %x : tensor<4x8xf32>
  // CHECK: tg.trunc %{{.*}} : tensor<4x8xf32>
  %10 = tg.trunc %x : tensor<4x8xf32>
  // CHECK: tg.abs %{{.*}} : tensor<4xui8>
  %11 = tg.abs %i : tensor<4xui8>
  // CHECK: tg.relu %{{.*}} : tensor<4xui8>
  %12 = tg.relu %i : tensor<4xui8>
  // CHECK: tg.not %{{.*}} : tensor<4xi1>
  %13 = tg.not %b : tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%x: tensor<4x8xf32>, %i: tensor<4xi32>, %u: tensor<?xui64>) {
  // CHECK: tg.add %{{.*}}, %{{.*}} : tensor<?xui64>
  %0 = tg.add %u, %u : tensor<?xui64>
  // CHECK: tg.sub %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %1 = tg.sub %x, %x : tensor<4x8xf32>
  // CHECK: tg.mul %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %2 = tg.mul %x, %x : tensor<4x8xf32>
  // CHECK: tg.div %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %3 = tg.div %x, %x : tensor<4x8xf32>
  // CHECK: tg.floordiv %{{.*}}, %{{.*}} : tensor<4xi32>
  %4 = tg.floordiv %i, %i : tensor<4xi32>
  // CHECK: tg.mod %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %5 = tg.mod %x, %x : tensor<4x8xf32>
  // CHECK: tg.cdiv %{{.*}}, %{{.*}} : tensor<4xi32>
  %6 = tg.cdiv %i, %i : tensor<4xi32>
  // CHECK: tg.cmod %{{.*}}, %{{.*}} : tensor<4xi32>
  %7 = tg.cmod %i, %i : tensor<4xi32>
  // CHECK: tg.maximum %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %8 = tg.maximum %x, %x : tensor<4x8xf32>
  // CHECK: tg.minimum %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %9 = tg.minimum %x, %x : tensor<4x8xf32>
  // CHECK: tg.and %{{.*}}, %{{.*}} : tensor<4xi32>
  %10 = tg.and %i, %i : tensor<4xi32>
  // CHECK: tg.or %{{.*}}, %{{.*}} : tensor<4xi32>
  %11 = tg.or %i, %i : tensor<4xi32>
  // CHECK: tg.xor %{{.*}}, %{{.*}} : tensor<4xi32>
  %12 = tg.xor %i, %i : tensor<4xi32>
  // CHECK: tg.shl %{{.*}}, %{{.*}} : tensor<?xui64>
  %13 = tg.shl %u, %u : tensor<?xui64>
  // CHECK: tg.shr %{{.*}}, %{{.*}} : tensor<4xi32>
  %14 = tg.shr %i, %i : tensor<4xi32>
  // CHECK: tg.cmp eq %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %15 = tg.cmp eq %x, %x : tensor<4x8xf32>
  // CHECK: tg.cmp ne %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %16 = tg.cmp ne %x, %x : tensor<4x8xf32>
  // CHECK: tg.cmp lt %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %17 = tg.cmp lt %x, %x : tensor<4x8xf32>
  // CHECK: tg.cmp le %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %18 = tg.cmp le %x, %x : tensor<4x8xf32>
  // CHECK: tg.cmp gt %{{.*}}, %{{.*}} : tensor<4xi32>
  %19 = tg.cmp gt %i, %i : tensor<4xi32>
  // CHECK: tg.cmp ge %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %20 = tg.cmp ge %x, %x : tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @ternary_and_conversions
func.func @ternary_and_conversions(%c: tensor<4xi1>, %x: tensor<4xf32>) {
  // CHECK: tg.where %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf32>
  %0 = tg.where %c, %x, %x : tensor<4xf32>
  // CHECK: tg.cast %{{.*}} : tensor<4xf32> to tensor<4xi32>
  %1 = tg.cast %x : tensor<4xf32> to tensor<4xi32>
  // CHECK: tg.cast %{{.*}} : tensor<4xf32> to tensor<4xf8E4M3FN>
  %2 = tg.cast %x saturate finite : tensor<4xf32> to tensor<4xf8E4M3FN>
  // CHECK: tg.cast %{{.*}} saturate all : tensor<4xf32> to tensor<4xf8E4M3FN>
  %3 = tg.cast %x saturate all : tensor<4xf32> to tensor<4xf8E4M3FN>
  // CHECK: tg.cast %{{.*}} saturate none : tensor<4xf32> to tensor<4xf8E5M2>
  %4 = tg.cast %x saturate none : tensor<4xf32> to tensor<4xf8E5M2>
  // CHECK: tg.bitcast %{{.*}} : tensor<4xf32> to tensor<4xui32>
  %5 = tg.bitcast %x : tensor<4xf32> to tensor<4xui32>
  return
}

// CHECK-LABEL: func.func @element_types
func.func @element_types(%0: tensor<2xi1>, %1: tensor<2xi8>, %2: tensor<2xi16>,
    %3: tensor<2xi32>, %4: tensor<2xi64>, %5: tensor<2xui8>, %6: tensor<2xui16>,
    %7: tensor<2xui32>, %8: tensor<2xui64>, %9: tensor<2xf8E4M3FN>,
    %10: tensor<2xf8E5M2>, %11: tensor<2xf16>, %12: tensor<2xbf16>,
    %13: tensor<2xf32>, %14: tensor<2xf64>) {
  // CHECK: tg.contiguous %{{.*}} : tensor<2xi1>
  %a = tg.contiguous %0 : tensor<2xi1>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xi8>
  %b = tg.contiguous %1 : tensor<2xi8>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xi16>
  %c = tg.contiguous %2 : tensor<2xi16>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xi32>
  %d = tg.contiguous %3 : tensor<2xi32>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xi64>
  %e = tg.contiguous %4 : tensor<2xi64>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xui8>
  %f = tg.contiguous %5 : tensor<2xui8>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xui16>
  %g = tg.contiguous %6 : tensor<2xui16>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xui32>
  %h = tg.contiguous %7 : tensor<2xui32>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xui64>
  %i = tg.contiguous %8 : tensor<2xui64>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xf8E4M3FN>
  %j = tg.contiguous %9 : tensor<2xf8E4M3FN>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xf8E5M2>
  %k = tg.contiguous %10 : tensor<2xf8E5M2>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xf16>
  %l = tg.contiguous %11 : tensor<2xf16>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xbf16>
  %m = tg.contiguous %12 : tensor<2xbf16>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xf32>
  %n = tg.contiguous %13 : tensor<2xf32>
  // CHECK: tg.contiguous %{{.*}} : tensor<2xf64>
  %o = tg.contiguous %14 : tensor<2xf64>
  return
}

// CHECK-LABEL: func.func @movement
func.func @movement(%x: tensor<?x8x8xf32>, %r: tensor<1x8xf32>, %s: tensor<f32>,
                    %e: tensor<0x4xf32>, %n: index, %k: index) {
  // CHECK: tg.reshape %{{.*}} [%{{.*}}, 64] : tensor<?x8x8xf32> -> tensor<?x64xf32>
  %0 = tg.reshape %x [%n, 64] : tensor<?x8x8xf32> -> tensor<?x64xf32>
  // CHECK: tg.reshape %{{.*}} [] : tensor<1xf32> -> tensor<f32>
  // CHECK: tg.reshape %{{.*}} [0, 7] : tensor<0x4xf32> -> tensor<0x7xf32>
  %one = tg.reshape %s [1] : tensor<f32> -> tensor<1xf32>
  %1 = tg.reshape %one [] : tensor<1xf32> -> tensor<f32>
  %2 = tg.reshape %e [0, 7] : tensor<0x4xf32> -> tensor<0x7xf32>
  // CHECK: tg.expand %{{.*}} [%{{.*}}, 8] : tensor<1x8xf32> -> tensor<?x8xf32>
  %3 = tg.expand %r [%n, 8] : tensor<1x8xf32> -> tensor<?x8xf32>
  // CHECK: tg.expand %{{.*}} [0, 8] : tensor<1x8xf32> -> tensor<0x8xf32>
  %4 = tg.expand %r [0, 8] : tensor<1x8xf32> -> tensor<0x8xf32>
  // CHECK: tg.permute %{{.*}} [2, 0, 1] : tensor<?x8x8xf32> -> tensor<8x?x8xf32>
  %5 = tg.permute %x [2, 0, 1] : tensor<?x8x8xf32> -> tensor<8x?x8xf32>
  // CHECK: tg.permute %{{.*}} [] : tensor<f32> -> tensor<f32>
  %6 = tg.permute %s [] : tensor<f32> -> tensor<f32>
  // CHECK: tg.pad %{{.*}} low [%{{.*}}, 1] high [0, %{{.*}}] value(-1.000000e+00 : f32) : tensor<1x8xf32> -> tensor<?x?xf32>
  %7 = tg.pad %r low [%n, 1] high [0, %k] value(-1.0 : f32) : tensor<1x8xf32> -> tensor<?x?xf32>
  // CHECK: tg.shrink %{{.*}} [0, %{{.*}}] [1, 3] : tensor<1x8xf32> -> tensor<1x3xf32>
  %8 = tg.shrink %r [0, %k] [1, 3] : tensor<1x8xf32> -> tensor<1x3xf32>
  // CHECK: tg.shrink %{{.*}} [0, 4] [0, %{{.*}}] : tensor<1x8xf32> -> tensor<0x?xf32>
  %9 = tg.shrink %r [0, 4] [0, %k] : tensor<1x8xf32> -> tensor<0x?xf32>
  // CHECK: tg.flip %{{.*}} [0, 2] : tensor<?x8x8xf32>
  %10 = tg.flip %x [0, 2] : tensor<?x8x8xf32>
  return
}

// CHECK-LABEL: func.func @reduces
func.func @reduces(%x: tensor<4x?xbf16>, %i: tensor<4x8xi8>, %u: tensor<4x8xui16>,
                   %b: tensor<0x8xi1>) {
  // CHECK: tg.sum %{{.*}} axes [1] keepdim : tensor<4x?xbf16> -> tensor<4x1xbf16>
  %0 = tg.sum %x axes [1] keepdim : tensor<4x?xbf16> -> tensor<4x1xbf16>
  // CHECK: tg.sum %{{.*}} axes [1, 0] : tensor<4x8xi8> -> tensor<i32>
  %1 = tg.sum %i axes [1, 0] : tensor<4x8xi8> -> tensor<i32>
  // CHECK: tg.sum %{{.*}} axes [] : tensor<4x8xui16> -> tensor<4x8xui32>
  %2 = tg.sum %u axes [] : tensor<4x8xui16> -> tensor<4x8xui32>
  // CHECK: tg.sum %{{.*}} axes [0] : tensor<0x8xi1> -> tensor<8xi32>
  %3 = tg.sum %b axes [0] : tensor<0x8xi1> -> tensor<8xi32>
  // CHECK: tg.prod %{{.*}} axes [0] : tensor<4x8xi8> -> tensor<8xi8>
  %4 = tg.prod %i axes [0] : tensor<4x8xi8> -> tensor<8xi8>
  // CHECK: tg.max %{{.*}} axes [1] : tensor<0x8xi1> -> tensor<0xi1>
  %5 = tg.max %b axes [1] : tensor<0x8xi1> -> tensor<0xi1>
  // CHECK: tg.min %{{.*}} axes [0, 1] keepdim : tensor<4x8xui16> -> tensor<1x1xui16>
  %6 = tg.min %u axes [0, 1] keepdim : tensor<4x8xui16> -> tensor<1x1xui16>
  return
}

// CHECK-LABEL: func.func @contractions
func.func @contractions(%a: tensor<?x64xf16>, %b: tensor<64x10xf16>,
    %c: tensor<2x3x4xui8>, %d: tensor<2x4x0xui8>,
    %x: tensor<?x16x8x8xf32>, %w: tensor<32x16x3x3xf32>,
    %y: tensor<2x8x31xi32>, %v: tensor<8x2x3xi32>,
    %z: tensor<1x2x3x4x5xf64>, %t: tensor<4x1x1x2x3xf64>) {
  // CHECK: tg.matmul %{{.*}}, %{{.*}} : tensor<?x64xf16>, tensor<64x10xf16> -> tensor<?x10xf16>
  %0 = tg.matmul %a, %b : tensor<?x64xf16>, tensor<64x10xf16> -> tensor<?x10xf16>
  // CHECK: tg.matmul %{{.*}}, %{{.*}} : tensor<2x3x4xui8>, tensor<2x4x0xui8> -> tensor<2x3x0xui32>
  %1 = tg.matmul %c, %d : tensor<2x3x4xui8>, tensor<2x4x0xui8> -> tensor<2x3x0xui32>
  // CHECK: tg.conv %{{.*}}, %{{.*}} pad_low [1, 1] pad_high [1, 1] : tensor<?x16x8x8xf32>, tensor<32x16x3x3xf32> -> tensor<?x32x8x8xf32>
  %2 = tg.conv %x, %w pad_low [1, 1] pad_high [1, 1]
      : tensor<?x16x8x8xf32>, tensor<32x16x3x3xf32> -> tensor<?x32x8x8xf32>
  // CHECK: tg.conv %{{.*}}, %{{.*}} strides [2] dilations [3] groups 4 : tensor<2x8x31xi32>, tensor<8x2x3xi32> -> tensor<2x8x13xi32>
  %3 = tg.conv %y, %v strides [2] dilations [3] groups 4
      : tensor<2x8x31xi32>, tensor<8x2x3xi32> -> tensor<2x8x13xi32>
  // CHECK: tg.conv %{{.*}}, %{{.*}} pad_high [1, 0, 2] groups 2 : tensor<1x2x3x4x5xf64>, tensor<4x1x1x2x3xf64> -> tensor<1x4x4x3x5xf64>
  %4 = tg.conv %z, %t pad_high [1, 0, 2] groups 2
      : tensor<1x2x3x4x5xf64>, tensor<4x1x1x2x3xf64> -> tensor<1x4x4x3x5xf64>
  // CHECK: tg.max_pool %{{.*}} kernel [2, 2] : tensor<?x16x8x8xf32> -> tensor<?x16x4x4xf32>
  %5 = tg.max_pool %x kernel [2, 2] : tensor<?x16x8x8xf32> -> tensor<?x16x4x4xf32>
  // CHECK: tg.max_pool %{{.*}} kernel [3] strides [2] dilations [2] pad_low [1] pad_high [2] : tensor<2x8x31xi32> -> tensor<2x8x15xi32>
  %6 = tg.max_pool %y kernel [3] strides [2] dilations [2] pad_low [1] pad_high [2]
      : tensor<2x8x31xi32> -> tensor<2x8x15xi32>
  return
}

// CHECK-LABEL: func.func @composites
func.func @composites(%x: tensor<?x10xf32>, %i: tensor<7xui8>) {
  // CHECK: tg.softmax %{{.*}} axis 1 : tensor<?x10xf32>
  %0 = tg.softmax %x axis 1 : tensor<?x10xf32>
  // CHECK: tg.argmax %{{.*}} axis 0 : tensor<?x10xf32> -> tensor<10xi32>
  %1 = tg.argmax %x axis 0 : tensor<?x10xf32> -> tensor<10xi32>
  // CHECK: tg.argmin %{{.*}} axis 1 keepdim : tensor<?x10xf32> -> tensor<?x1xi32>
  %2 = tg.argmin %x axis 1 keepdim : tensor<?x10xf32> -> tensor<?x1xi32>
  // CHECK: tg.argmax %{{.*}} axis 0 : tensor<7xui8> -> tensor<i32>
  %3 = tg.argmax %i axis 0 : tensor<7xui8> -> tensor<i32>
  return
}

// CHECK-LABEL: func.func @creation
func.func @creation(%n: index) {
  // CHECK: tg.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: tg.constant dense<200> : tensor<4x4xui8>
  %1 = tg.constant dense<200> : tensor<4x4xui8>
  // CHECK: tg.constant dense<> : tensor<0x4xi1>
  %2 = tg.constant dense<> : tensor<0x4xi1>
  // CHECK: tg.constant dense_resource<weights> : tensor<2xf32>
  %3 = tg.constant dense_resource<weights> : tensor<2xf32>
  // CHECK: tg.arange [10] start(0 : i32) step(1 : i32) : tensor<10xi32>
  %4 = tg.arange [10] start(0 : i32) step(1 : i32) : tensor<10xi32>
  // CHECK: tg.arange [%{{.*}}] start(5.000000e-01 : bf16) step(-1.000000e+00 : bf16) : tensor<?xbf16>
  %5 = tg.arange [%n] start(0.5 : bf16) step(-1.0 : bf16) : tensor<?xbf16>
  // CHECK: tg.arange [0] start(7 : ui8) step(3 : ui8) : tensor<0xui8>
  %6 = tg.arange [0] start(7 : ui8) step(3 : ui8) : tensor<0xui8>
  return
}

// CHECK-LABEL: func.func @variables
// CHECK-SAME: %{{.*}}: tensor<?x8x?xf32> {tg.dims = ["n", 8, "m"], tg.name = "x"}
// CHECK-SAME: -> (tensor<?x8x?xf32> {tg.name = "y", tg.updates = 0 : i64})
// CHECK-SAME: attributes {tg.variables = {m = [0, 4], n = [1, 256]}}
func.func @variables(%x: tensor<?x8x?xf32> {tg.name = "x", tg.dims = ["n", 8, "m"]})
    -> (tensor<?x8x?xf32> {tg.name = "y", tg.updates = 0})
    attributes {tg.variables = {n = [1, 256], m = [0, 4]}} {
  // CHECK: tg.variable "n"
  %n = tg.variable "n"
  return %x : tensor<?x8x?xf32>
}

// CHECK-LABEL: func.func @kernels
func.func @kernels(%x: tensor<4x8xf32>, %y: tensor<4x1xf32>) -> tensor<4x1xf32> {
  // CHECK: %[[R:.*]]:2 = tg.kernel(%[[A:.*]] = %{{.*}} : tensor<4x8xf32>, %[[B:.*]] = %{{.*}} : tensor<4x1xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>) {
  // CHECK-NEXT: %[[S:.*]] = tg.sum %[[A]]
  // CHECK-NEXT: tg.yield %[[S]], %[[B]] : tensor<4x1xf32>, tensor<4x1xf32>
  // CHECK-NEXT: }
  %0:2 = tg.kernel(%a = %x : tensor<4x8xf32>, %b = %y : tensor<4x1xf32>)
      -> (tensor<4x1xf32>, tensor<4x1xf32>) {
    %1 = tg.sum %a axes [1] keepdim : tensor<4x8xf32> -> tensor<4x1xf32>
    tg.yield %1, %b : tensor<4x1xf32>, tensor<4x1xf32>
  }
  // CHECK: tg.kernel() attributes {hint = "none"} {
  // CHECK-NEXT: }
  tg.kernel() attributes {hint = "none"} {
  }
  return %0#0 : tensor<4x1xf32>
}

uop.kernel @k0(%out: memref<2560xf32> {uop.output}, %x: memref<16384xf32>,
               %w: memref<640xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 256]}) {
}
uop.kernel @k1() {
}

// CHECK-LABEL: func.func @launches
func.func @launches(%x: tensor<?x64xf32>, %w: tensor<64x10xf32>, %n: index) {
  // CHECK: tg.launch @k0(%{{.*}}, %{{.*}}) vars(%{{.*}}) : (tensor<?x64xf32>, tensor<64x10xf32>) -> tensor<?x10xf32>
  %0 = tg.launch @k0(%x, %w) vars(%n)
      : (tensor<?x64xf32>, tensor<64x10xf32>) -> tensor<?x10xf32>
  // CHECK: tg.launch @k1() {tag = 1 : i64} : () -> ()
  tg.launch @k1() {tag = 1} : () -> ()
  return
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
