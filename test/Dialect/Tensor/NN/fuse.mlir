// RUN: tg-opt %s --tg-decompose --canonicalize --cse --tg-fuse --tg-verify-phase=phase=schedule | FileCheck %s

// Tests that each op of neural networks is as many kernels as it should be. What
// they are made of is checked for primitives in the tests of tg-fuse, which sees
// nothing else here.

// CHECK-LABEL: func.func @log_softmax
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @log_softmax(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %0 = tg.log_softmax %x axis 1 : tensor<64x100xf32>
  return %0 : tensor<64x100xf32>
}

// CHECK-LABEL: func.func @logsumexp
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @logsumexp(%x: tensor<64x100xf32>) -> tensor<64xf32> {
  %0 = tg.logsumexp %x axes [1] : tensor<64x100xf32> -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @layer_norm
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @layer_norm(%x: tensor<64x128xf32>, %s: tensor<128xf32>, %b: tensor<128xf32>) -> tensor<64x128xf32> {
  %0 = tg.layer_norm %x axes [1] scale(%s : tensor<128xf32>) bias(%b : tensor<128xf32>) : tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// CHECK-LABEL: func.func @rms_norm
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @rms_norm(%x: tensor<64x128xbf16>, %s: tensor<128xf32>) -> tensor<64x128xbf16> {
  %0 = tg.rms_norm %x axes [1] scale(%s : tensor<128xf32>) : tensor<64x128xbf16>
  return %0 : tensor<64x128xbf16>
}

// CHECK-LABEL: func.func @group_norm
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @group_norm(%x: tensor<8x16x10x10xf32>, %s: tensor<16xf32>, %b: tensor<16xf32>) -> tensor<8x16x10x10xf32> {
  %0 = tg.group_norm %x groups 4 scale(%s : tensor<16xf32>) bias(%b : tensor<16xf32>) : tensor<8x16x10x10xf32>
  return %0 : tensor<8x16x10x10xf32>
}

// Given statistics are elementwise work.
// CHECK-LABEL: func.func @batch_norm
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @batch_norm(%x: tensor<8x16x10x10xf32>, %m: tensor<16xf32>, %v: tensor<16xf32>,
                      %s: tensor<16xf32>, %b: tensor<16xf32>) -> tensor<8x16x10x10xf32> {
  %0 = tg.batch_norm %x axis 1 mean(%m : tensor<16xf32>) variance(%v : tensor<16xf32>)
      scale(%s : tensor<16xf32>) bias(%b : tensor<16xf32>) : tensor<8x16x10x10xf32>
  return %0 : tensor<8x16x10x10xf32>
}

// CHECK-LABEL: func.func @conv_batch_norm
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @conv_batch_norm(%x: tensor<8x16x10x10xf32>, %w: tensor<16x16x3x3xf32>, %m: tensor<16xf32>,
                           %v: tensor<16xf32>) -> tensor<8x16x8x8xf32> {
  %c = tg.conv %x, %w : tensor<8x16x10x10xf32>, tensor<16x16x3x3xf32> -> tensor<8x16x8x8xf32>
  %0 = tg.batch_norm %c axis 1 mean(%m : tensor<16xf32>) variance(%v : tensor<16xf32>)
      : tensor<8x16x8x8xf32>
  %1 = tg.relu %0 : tensor<8x16x8x8xf32>
  return %1 : tensor<8x16x8x8xf32>
}

// CHECK-LABEL: func.func @pools
// CHECK-COUNT-3: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @pools(%x: tensor<8x16x32x32xf32>)
    -> (tensor<8x16x16x16xf32>, tensor<8x16x32x32xf32>, tensor<8x16x30x32xf32>) {
  %0 = tg.avg_pool %x kernel [2, 2] : tensor<8x16x32x32xf32> -> tensor<8x16x16x16xf32>
  %1 = tg.avg_pool %x kernel [3, 3] strides [1, 1] pad_low [1, 1] pad_high [1, 1]
      : tensor<8x16x32x32xf32> -> tensor<8x16x32x32xf32>
  %w = tg.windows %x kernel [3, 1] : tensor<8x16x32x32xf32> -> tensor<8x16x30x32x3x1xf32>
  %2 = tg.min %w axes [4, 5] : tensor<8x16x30x32x3x1xf32> -> tensor<8x16x30x32xf32>
  return %0, %1, %2 : tensor<8x16x16x16xf32>, tensor<8x16x32x32xf32>, tensor<8x16x30x32xf32>
}

// CHECK-LABEL: func.func @argmax_pool
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @argmax_pool(%x: tensor<8x16x32x32xf32>) -> tensor<8x16x16x16xi32> {
  %0 = tg.argmax_pool %x kernel [2, 2] : tensor<8x16x32x32xf32> -> tensor<8x16x16x16xi32>
  return %0 : tensor<8x16x16x16xi32>
}

// CHECK-LABEL: func.func @conv_transpose
// CHECK-COUNT-1: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @conv_transpose(%x: tensor<8x16x10x10xf32>, %w: tensor<16x8x3x3xf32>) -> tensor<8x8x21x21xf32> {
  %0 = tg.conv_transpose %x, %w strides [2, 2] : tensor<8x16x10x10xf32>, tensor<16x8x3x3xf32> -> tensor<8x8x21x21xf32>
  return %0 : tensor<8x8x21x21xf32>
}

// Scores, softmax, and the weighted sum.
// CHECK-LABEL: func.func @attention
// CHECK-COUNT-3: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @attention(%q: tensor<8x64x32xf32>, %k: tensor<8x64x32xf32>, %v: tensor<8x64x32xf32>) -> tensor<8x64x32xf32> {
  %0 = tg.attention %q, %k, %v causal : tensor<8x64x32xf32>, tensor<8x64x32xf32>, tensor<8x64x32xf32> -> tensor<8x64x32xf32>
  return %0 : tensor<8x64x32xf32>
}

// The losses of all rows, then their mean.
// CHECK-LABEL: func.func @cross_entropy
// CHECK-COUNT-2: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @cross_entropy(%x: tensor<512x100xf32>, %l: tensor<512xi32>) -> tensor<f32> {
  %0 = tg.cross_entropy %x, %l axis 1 : tensor<512x100xf32>, tensor<512xi32> -> tensor<f32>
  return %0 : tensor<f32>
}

// One axis after another is less work than both at once.
// CHECK-LABEL: func.func @interpolate
// CHECK-COUNT-2: tg.kernel
// CHECK-NOT: tg.kernel
// CHECK: return
func.func @interpolate(%x: tensor<2x3x16x16xf32>) -> tensor<2x3x32x32xf32> {
  %0 = tg.interpolate %x linear last 2 : tensor<2x3x16x16xf32> -> tensor<2x3x32x32xf32>
  return %0 : tensor<2x3x32x32xf32>
}
