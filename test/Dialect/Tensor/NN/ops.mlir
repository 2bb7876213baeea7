// RUN: tg-opt %s | FileCheck %s

// Tests that every op of neural networks and every optional part of it round
// trips; the first ones are the examples of the documentation.

// CHECK-LABEL: func.func @windows
func.func @windows(%x: tensor<2x10xf32>, %y: tensor<?x9x9xi8>) {
  // CHECK: tg.windows %arg0 kernel [3] : tensor<2x10xf32> -> tensor<2x8x3xf32>
  %0 = tg.windows %x kernel [3] : tensor<2x10xf32> -> tensor<2x8x3xf32>
  // CHECK: tg.windows %arg1 kernel [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] value(-1 : i8) : tensor<?x9x9xi8> -> tensor<?x5x5x3x3xi8>
  %1 = tg.windows %y kernel [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] value(-1 : i8)
      : tensor<?x9x9xi8> -> tensor<?x5x5x3x3xi8>
  // CHECK: tg.windows %arg0 kernel [3] dilations [2]
  %2 = tg.windows %x kernel [3] dilations [2] : tensor<2x10xf32> -> tensor<2x6x3xf32>
  return
}

// CHECK-LABEL: func.func @avg_pool
func.func @avg_pool(%x: tensor<?x32x8x8xf32>, %y: tensor<4x9xf16>) {
  // CHECK: tg.avg_pool %arg0 kernel [2, 2] : tensor<?x32x8x8xf32> -> tensor<?x32x4x4xf32>
  %0 = tg.avg_pool %x kernel [2, 2] : tensor<?x32x8x8xf32> -> tensor<?x32x4x4xf32>
  // CHECK: tg.avg_pool %arg1 kernel [3] strides [1] pad_low [1] pad_high [1] count_include_pad
  %1 = tg.avg_pool %y kernel [3] strides [1] pad_low [1] pad_high [1] count_include_pad
      : tensor<4x9xf16> -> tensor<4x9xf16>
  // CHECK: tg.avg_pool %arg1 kernel [3] dilations [3]
  %2 = tg.avg_pool %y kernel [3] dilations [3] : tensor<4x9xf16> -> tensor<4x1xf16>
  return
}

// CHECK-LABEL: func.func @argmax_pool
func.func @argmax_pool(%x: tensor<?x32x8x8xf32>, %y: tensor<4x9xui8>) {
  // CHECK: tg.argmax_pool %arg0 kernel [2, 2] : tensor<?x32x8x8xf32> -> tensor<?x32x4x4xi32>
  %0 = tg.argmax_pool %x kernel [2, 2] : tensor<?x32x8x8xf32> -> tensor<?x32x4x4xi32>
  // CHECK: tg.argmax_pool %arg1 kernel [3] strides [2] dilations [2] pad_low [1] pad_high [1] : tensor<4x9xui8> -> tensor<4x4xi32>
  %1 = tg.argmax_pool %y kernel [3] strides [2] dilations [2] pad_low [1] pad_high [1]
      : tensor<4x9xui8> -> tensor<4x4xi32>
  return
}

// CHECK-LABEL: func.func @conv_transpose
func.func @conv_transpose(%x: tensor<?x8x4x4xf32>, %w: tensor<8x16x3x3xf32>,
                          %y: tensor<2x4x5xi8>, %v: tensor<4x3x2xi8>) {
  // CHECK: tg.conv_transpose %arg0, %arg1 strides [2, 2] pad_low [1, 1] pad_high [1, 1] output_padding [1, 1] : tensor<?x8x4x4xf32>, tensor<8x16x3x3xf32> -> tensor<?x16x8x8xf32>
  %0 = tg.conv_transpose %x, %w strides [2, 2] pad_low [1, 1] pad_high [1, 1] output_padding [1, 1]
      : tensor<?x8x4x4xf32>, tensor<8x16x3x3xf32> -> tensor<?x16x8x8xf32>
  // CHECK: tg.conv_transpose %arg2, %arg3 dilations [3] groups 2 : tensor<2x4x5xi8>, tensor<4x3x2xi8> -> tensor<2x6x8xi32>
  %1 = tg.conv_transpose %y, %v dilations [3] groups 2
      : tensor<2x4x5xi8>, tensor<4x3x2xi8> -> tensor<2x6x8xi32>
  return
}

// CHECK-LABEL: func.func @exponentials
func.func @exponentials(%x: tensor<?x10xf32>) {
  // CHECK: tg.log_softmax %arg0 axis 1 : tensor<?x10xf32>
  %0 = tg.log_softmax %x axis 1 : tensor<?x10xf32>
  // CHECK: tg.logsumexp %arg0 axes [1] keepdim : tensor<?x10xf32> -> tensor<?x1xf32>
  %1 = tg.logsumexp %x axes [1] keepdim : tensor<?x10xf32> -> tensor<?x1xf32>
  // CHECK: tg.logsumexp %arg0 axes [1, 0] : tensor<?x10xf32> -> tensor<f32>
  %2 = tg.logsumexp %x axes [1, 0] : tensor<?x10xf32> -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @layer_norm
func.func @layer_norm(%x: tensor<?x64xf32>, %y: tensor<4x8x8xbf16>, %s: tensor<64xf32>,
                      %b: tensor<64xf32>) {
  // CHECK: tg.layer_norm %arg0 axes [1] scale(%arg2 : tensor<64xf32>) bias(%arg3 : tensor<64xf32>) : tensor<?x64xf32>
  %0 = tg.layer_norm %x axes [1] scale(%s : tensor<64xf32>) bias(%b : tensor<64xf32>)
      epsilon 1.0e-5 : tensor<?x64xf32>
  // CHECK: tg.layer_norm %arg1 axes [1, 2] : tensor<4x8x8xbf16>
  %1 = tg.layer_norm %y axes [1, 2] : tensor<4x8x8xbf16>
  // CHECK: tg.layer_norm %arg0 axes [1] bias(%arg3 : tensor<64xf32>) epsilon 9.9{{[0-9]+}}E-7
  %2 = tg.layer_norm %x axes [1] bias(%b : tensor<64xf32>) epsilon 1.0e-6 : tensor<?x64xf32>
  return
}

// CHECK-LABEL: func.func @rms_norm
func.func @rms_norm(%x: tensor<?x64xbf16>, %s: tensor<64xf32>) {
  // CHECK: tg.rms_norm %arg0 axes [1] scale(%arg1 : tensor<64xf32>) epsilon 9.9{{[0-9]+}}E-7 : tensor<?x64xbf16>
  %0 = tg.rms_norm %x axes [1] scale(%s : tensor<64xf32>) epsilon 1.0e-6 : tensor<?x64xbf16>
  // CHECK: tg.rms_norm %arg0 axes [0, 1] : tensor<?x64xbf16>
  %1 = tg.rms_norm %x axes [0, 1] : tensor<?x64xbf16>
  return
}

// CHECK-LABEL: func.func @channel_norms
func.func @channel_norms(%x: tensor<?x8x5x5xf32>, %s: tensor<8xf32>, %b: tensor<8xf32>,
                         %m: tensor<8xf32>, %v: tensor<8xf32>) {
  // CHECK: tg.group_norm %arg0 groups 4 scale(%arg1 : tensor<8xf32>) bias(%arg2 : tensor<8xf32>) : tensor<?x8x5x5xf32>
  %0 = tg.group_norm %x groups 4 scale(%s : tensor<8xf32>) bias(%b : tensor<8xf32>)
      : tensor<?x8x5x5xf32>
  // CHECK: tg.group_norm %arg0 groups 8 epsilon 0.000000e+00 : tensor<?x8x5x5xf32>
  %1 = tg.group_norm %x groups 8 epsilon 0.0 : tensor<?x8x5x5xf32>
  // CHECK: tg.batch_norm %arg0 axis 1 mean(%arg3 : tensor<8xf32>) variance(%arg4 : tensor<8xf32>) scale(%arg1 : tensor<8xf32>) bias(%arg2 : tensor<8xf32>) : tensor<?x8x5x5xf32>
  %2 = tg.batch_norm %x axis 1 mean(%m : tensor<8xf32>) variance(%v : tensor<8xf32>)
      scale(%s : tensor<8xf32>) bias(%b : tensor<8xf32>) : tensor<?x8x5x5xf32>
  // CHECK: tg.batch_norm %arg0 axis 1 epsilon 1.000000e-03 : tensor<?x8x5x5xf32>
  %3 = tg.batch_norm %x axis 1 epsilon 1.0e-3 : tensor<?x8x5x5xf32>
  return
}

// CHECK-LABEL: func.func @attention
func.func @attention(%q: tensor<2x8x16x32xf32>, %k: tensor<2x2x24x32xf32>,
                     %v: tensor<2x2x24x32xf32>, %m: tensor<2x8x16x24xi1>,
                     %a: tensor<?x5x8xf16>, %b: tensor<?x5x8xf16>, %c: tensor<?x5x4xf16>,
                     %f: tensor<?x5x5xf32>) {
  // CHECK: tg.attention %arg0, %arg1, %arg2 mask(%arg3 : tensor<2x8x16x24xi1>) scale 2.500000e-01 : tensor<2x8x16x32xf32>, tensor<2x2x24x32xf32>, tensor<2x2x24x32xf32> -> tensor<2x8x16x32xf32>
  %0 = tg.attention %q, %k, %v mask(%m : tensor<2x8x16x24xi1>) scale 0.25
      : tensor<2x8x16x32xf32>, tensor<2x2x24x32xf32>, tensor<2x2x24x32xf32> -> tensor<2x8x16x32xf32>
  // CHECK: tg.attention %arg4, %arg5, %arg6 causal : tensor<?x5x8xf16>, tensor<?x5x8xf16>, tensor<?x5x4xf16> -> tensor<?x5x4xf16>
  %1 = tg.attention %a, %b, %c causal
      : tensor<?x5x8xf16>, tensor<?x5x8xf16>, tensor<?x5x4xf16> -> tensor<?x5x4xf16>
  // CHECK: tg.attention %arg4, %arg5, %arg6 mask(%arg7 : tensor<?x5x5xf32>) causal scale
  %2 = tg.attention %a, %b, %c mask(%f : tensor<?x5x5xf32>) causal scale 1.0
      : tensor<?x5x8xf16>, tensor<?x5x8xf16>, tensor<?x5x4xf16> -> tensor<?x5x4xf16>
  return
}

// CHECK-LABEL: func.func @cross_entropy
func.func @cross_entropy(%x: tensor<?x10xf32>, %labels: tensor<?xi32>, %p: tensor<?x10xf32>) {
  // CHECK: tg.cross_entropy %arg0, %arg1 axis 1 smoothing 1.000000e-01 ignore_index -1 : tensor<?x10xf32>, tensor<?xi32> -> tensor<f32>
  %0 = tg.cross_entropy %x, %labels axis 1 smoothing 0.1 ignore_index -1
      : tensor<?x10xf32>, tensor<?xi32> -> tensor<f32>
  // CHECK: tg.cross_entropy %arg0, %arg2 axis 1 reduction none : tensor<?x10xf32>, tensor<?x10xf32> -> tensor<?xf32>
  %1 = tg.cross_entropy %x, %p axis 1 reduction none
      : tensor<?x10xf32>, tensor<?x10xf32> -> tensor<?xf32>
  // CHECK: tg.cross_entropy %arg0, %arg1 axis 1 reduction sum
  %2 = tg.cross_entropy %x, %labels axis 1 reduction sum
      : tensor<?x10xf32>, tensor<?xi32> -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @interpolate
func.func @interpolate(%x: tensor<?x3x4x4xf32>, %y: tensor<2x5xui8>) {
  // CHECK: tg.interpolate %arg0 linear last 2 : tensor<?x3x4x4xf32> -> tensor<?x3x8x8xf32>
  %0 = tg.interpolate %x linear last 2 : tensor<?x3x4x4xf32> -> tensor<?x3x8x8xf32>
  // CHECK: tg.interpolate %arg1 nearest last 1 coordinates asymmetric : tensor<2x5xui8> -> tensor<2x13xui8>
  %1 = tg.interpolate %y nearest last 1 coordinates asymmetric rounding floor
      : tensor<2x5xui8> -> tensor<2x13xui8>
  // CHECK: tg.interpolate %arg1 nearest last 2 coordinates align_corners rounding half_up
  %2 = tg.interpolate %y nearest last 2 coordinates align_corners rounding half_up
      : tensor<2x5xui8> -> tensor<4x2xui8>
  return
}

// CHECK-LABEL: func.func @interpolate_variable
func.func @interpolate_variable(%x: tensor<2x?xf32>, %n: index) {
  // CHECK: tg.interpolate %arg0 linear last 2 sizes(%arg1) coordinates align_corners : tensor<2x?xf32> -> tensor<5x?xf32>
  %0 = tg.interpolate %x linear last 2 sizes(%n) coordinates align_corners : tensor<2x?xf32> -> tensor<5x?xf32>
  // CHECK: tg.interpolate %arg0 linear last 1 : tensor<2x?xf32> -> tensor<2x4xf32>
  %1 = tg.interpolate %x linear last 1 : tensor<2x?xf32> -> tensor<2x4xf32>
  return
}
