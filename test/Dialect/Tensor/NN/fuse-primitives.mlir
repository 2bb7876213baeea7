// RUN: tg-opt %s --tg-decompose --canonicalize --cse --tg-fuse --convert-tg-to-uop | FileCheck %s

// Tests that ops and the same written in primitives get the same kernels: each
// pair launches one.

// CHECK-LABEL: func.func @log_softmax
// CHECK: tg.launch @[[K:.*]](%arg0)
// CHECK-LABEL: func.func @log_softmax_primitives
// CHECK: tg.launch @[[K]](%arg0)
func.func @log_softmax(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %0 = tg.log_softmax %x axis 1 : tensor<64x100xf32>
  return %0 : tensor<64x100xf32>
}

func.func @log_softmax_primitives(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %m = tg.max %x axes [1] keepdim : tensor<64x100xf32> -> tensor<64x1xf32>
  %me = tg.expand %m [64, 100] : tensor<64x1xf32> -> tensor<64x100xf32>
  %s = tg.sub %x, %me : tensor<64x100xf32>
  %e = tg.exp %s : tensor<64x100xf32>
  %t = tg.sum %e axes [1] keepdim : tensor<64x100xf32> -> tensor<64x1xf32>
  %l = tg.log %t : tensor<64x1xf32>
  %le = tg.expand %l [64, 100] : tensor<64x1xf32> -> tensor<64x100xf32>
  %r = tg.sub %s, %le : tensor<64x100xf32>
  return %r : tensor<64x100xf32>
}

// CHECK-LABEL: func.func @layer_norm
// CHECK: tg.launch @[[K:.*]](%arg0, %{{.*}}, %{{.*}})
// CHECK-LABEL: func.func @layer_norm_primitives
// CHECK: tg.launch @[[K]](%arg0, %{{.*}}, %{{.*}})
func.func @layer_norm(%x: tensor<64x128xf32>, %s: tensor<128xf32>, %b: tensor<128xf32>) -> tensor<64x128xf32> {
  %0 = tg.layer_norm %x axes [1] scale(%s : tensor<128xf32>) bias(%b : tensor<128xf32>) epsilon 0.5 : tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

func.func @layer_norm_primitives(%x: tensor<64x128xf32>, %s: tensor<128xf32>, %b: tensor<128xf32>) -> tensor<64x128xf32> {
  %n = tg.constant dense<128.0> : tensor<64x1xf32>
  %t = tg.sum %x axes [1] keepdim : tensor<64x128xf32> -> tensor<64x1xf32>
  %m = tg.div %t, %n : tensor<64x1xf32>
  %me = tg.expand %m [64, 128] : tensor<64x1xf32> -> tensor<64x128xf32>
  %c = tg.sub %x, %me : tensor<64x128xf32>
  %q = tg.mul %c, %c : tensor<64x128xf32>
  %u = tg.sum %q axes [1] keepdim : tensor<64x128xf32> -> tensor<64x1xf32>
  %v = tg.div %u, %n : tensor<64x1xf32>
  %eps = tg.constant dense<0.5> : tensor<64x1xf32>
  %w = tg.add %v, %eps : tensor<64x1xf32>
  %d = tg.sqrt %w : tensor<64x1xf32>
  %i = tg.reciprocal %d : tensor<64x1xf32>
  %ie = tg.expand %i [64, 128] : tensor<64x1xf32> -> tensor<64x128xf32>
  %y = tg.mul %c, %ie : tensor<64x128xf32>
  %s1 = tg.reshape %s [1, 128] : tensor<128xf32> -> tensor<1x128xf32>
  %se = tg.expand %s1 [64, 128] : tensor<1x128xf32> -> tensor<64x128xf32>
  %z = tg.mul %y, %se : tensor<64x128xf32>
  %b1 = tg.reshape %b [1, 128] : tensor<128xf32> -> tensor<1x128xf32>
  %be = tg.expand %b1 [64, 128] : tensor<1x128xf32> -> tensor<64x128xf32>
  %r = tg.add %z, %be : tensor<64x128xf32>
  return %r : tensor<64x128xf32>
}

// CHECK-LABEL: func.func @rms_norm
// CHECK: tg.launch @[[K:.*]](%arg0)
// CHECK-LABEL: func.func @rms_norm_primitives
// CHECK: tg.launch @[[K]](%arg0)
func.func @rms_norm(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = tg.rms_norm %x axes [1] epsilon 0.5 : tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

func.func @rms_norm_primitives(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %q = tg.mul %x, %x : tensor<64x128xf32>
  %u = tg.sum %q axes [1] keepdim : tensor<64x128xf32> -> tensor<64x1xf32>
  %n = tg.constant dense<128.0> : tensor<64x1xf32>
  %v = tg.div %u, %n : tensor<64x1xf32>
  %eps = tg.constant dense<0.5> : tensor<64x1xf32>
  %w = tg.add %v, %eps : tensor<64x1xf32>
  %d = tg.sqrt %w : tensor<64x1xf32>
  %i = tg.reciprocal %d : tensor<64x1xf32>
  %ie = tg.expand %i [64, 128] : tensor<64x1xf32> -> tensor<64x128xf32>
  %y = tg.mul %x, %ie : tensor<64x128xf32>
  return %y : tensor<64x128xf32>
}

// A reshape of an argument is the same memory.
// CHECK-LABEL: func.func @avg_pool
// CHECK: tg.launch @[[K:.*]](%arg0)
// CHECK-LABEL: func.func @avg_pool_primitives
// CHECK: tg.launch @[[K]](%{{.*}})
func.func @avg_pool(%x: tensor<8x32x32xf32>) -> tensor<8x16x16xf32> {
  %0 = tg.avg_pool %x kernel [2, 2] : tensor<8x32x32xf32> -> tensor<8x16x16xf32>
  return %0 : tensor<8x16x16xf32>
}

func.func @avg_pool_primitives(%x: tensor<8x32x32xf32>) -> tensor<8x16x16xf32> {
  %c = tg.reshape %x [8, 16, 2, 16, 2] : tensor<8x32x32xf32> -> tensor<8x16x2x16x2xf32>
  %s = tg.sum %c axes [2, 4] : tensor<8x16x2x16x2xf32> -> tensor<8x16x16xf32>
  %n = tg.constant dense<4.0> : tensor<8x16x16xf32>
  %r = tg.div %s, %n : tensor<8x16x16xf32>
  return %r : tensor<8x16x16xf32>
}
