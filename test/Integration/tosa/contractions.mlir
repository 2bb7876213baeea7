// Tests that TOSA's products, convolutions, pools and reduces give what MLIR's own
// lowering gives.

// RUN: %python %S/../linalg/Inputs/against_runner.py %s | FileCheck %s
// CHECK-NOT: DIFFERENT

func.func @matmul(%a: tensor<2x5x7xf32>, %b: tensor<2x7x3xf32>) -> tensor<2x5x3xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.matmul %a, %b, %zero, %zero : (tensor<2x5x7xf32>, tensor<2x7x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

func.func @matmul_quantized(%a: tensor<1x5x7xi8>, %b: tensor<1x7x3xi8>) -> tensor<1x5x3xi32> {
  %p = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %q = "tosa.const"() <{values = dense<-5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.matmul %a, %b, %p, %q : (tensor<1x5x7xi8>, tensor<1x7x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x3xi32>
  return %0 : tensor<1x5x3xi32>
}

func.func @conv(%x: tensor<2x9x8x3xf32>, %w: tensor<4x3x2x3xf32>, %b: tensor<4xf32>) -> tensor<2x5x9x4xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 2, 0, 1, 2>, stride = array<i64: 2, 1>,
      dilation = array<i64: 1, 2>}
      : (tensor<2x9x8x3xf32>, tensor<4x3x2x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x5x9x4xf32>
  return %0 : tensor<2x5x9x4xf32>
}

func.func @conv_quantized(%x: tensor<1x5x5x2xi8>, %w: tensor<4x3x3x2xi8>, %b: tensor<1xi32>) -> tensor<1x5x5x4xi32> {
  %p = "tosa.const"() <{values = dense<-7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %q = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %p, %q {acc_type = i32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>,
      dilation = array<i64: 1, 1>}
      : (tensor<1x5x5x2xi8>, tensor<4x3x3x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x5x4xi32>
  return %0 : tensor<1x5x5x4xi32>
}

func.func @depthwise(%x: tensor<1x6x6x3xf32>, %w: tensor<3x2x3x2xf32>, %b: tensor<6xf32>) -> tensor<1x6x5x6xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.depthwise_conv2d %x, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 1, 1, 0, 0>, stride = array<i64: 1, 1>,
      dilation = array<i64: 1, 1>}
      : (tensor<1x6x6x3xf32>, tensor<3x2x3x2xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x5x6xf32>
  return %0 : tensor<1x6x5x6xf32>
}

func.func @conv_3d(%x: tensor<1x4x5x5x2xf32>, %w: tensor<3x2x3x3x2xf32>, %b: tensor<3xf32>) -> tensor<1x3x5x3x3xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv3d %x, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 1, 1, 0, 0>, stride = array<i64: 1, 1, 1>,
      dilation = array<i64: 1, 1, 1>}
      : (tensor<1x4x5x5x2xf32>, tensor<3x2x3x3x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x5x3x3xf32>
  return %0 : tensor<1x3x5x3x3xf32>
}

func.func @transposed(%x: tensor<1x4x5x2xf32>, %w: tensor<3x3x3x2xf32>, %b: tensor<3xf32>) -> tensor<1x8x11x3xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.transpose_conv2d %x, %w, %b, %zero, %zero {acc_type = f32, out_pad = array<i64: 0, -1, 0, 0>, stride = array<i64: 2, 2>}
      : (tensor<1x4x5x2xf32>, tensor<3x3x3x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x11x3xf32>
  return %0 : tensor<1x8x11x3xf32>
}

func.func @pools(%x: tensor<2x6x7x3xf32>, %i: tensor<1x6x6x2xi8>) -> (tensor<2x3x4x3xf32>, tensor<2x3x4x3xf32>, tensor<1x3x3x2xi8>) {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.max_pool2d %x {kernel = array<i64: 2, 3>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 1, 1>}
      : (tensor<2x6x7x3xf32>) -> tensor<2x3x4x3xf32>
  %1 = tosa.avg_pool2d %x, %zero, %zero {acc_type = f32, kernel = array<i64: 2, 3>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 1, 1>}
      : (tensor<2x6x7x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x3x4x3xf32>
  %2 = tosa.max_pool2d %i {kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x6x6x2xi8>) -> tensor<1x3x3x2xi8>
  return %0, %1, %2 : tensor<2x3x4x3xf32>, tensor<2x3x4x3xf32>, tensor<1x3x3x2xi8>
}

func.func @reduces(%x: tensor<3x4x5xf32>, %p: tensor<3x4xi1>) -> (tensor<3x1x5xf32>, tensor<1x4x5xf32>, tensor<3x4x1xf32>, tensor<3x4x1xf32>, tensor<3x1xi1>, tensor<1x4xi1>) {
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<3x4x5xf32>) -> tensor<3x1x5xf32>
  %1 = tosa.reduce_product %x {axis = 0 : i32} : (tensor<3x4x5xf32>) -> tensor<1x4x5xf32>
  %2 = tosa.reduce_max %x {axis = 2 : i32} : (tensor<3x4x5xf32>) -> tensor<3x4x1xf32>
  %3 = tosa.reduce_min %x {axis = 2 : i32} : (tensor<3x4x5xf32>) -> tensor<3x4x1xf32>
  %4 = tosa.reduce_all %p {axis = 1 : i32} : (tensor<3x4xi1>) -> tensor<3x1xi1>
  %5 = tosa.reduce_any %p {axis = 0 : i32} : (tensor<3x4xi1>) -> tensor<1x4xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<3x1x5xf32>, tensor<1x4x5xf32>, tensor<3x4x1xf32>, tensor<3x4x1xf32>, tensor<3x1xi1>, tensor<1x4xi1>
}

func.func @argmax(%x: tensor<3x7xf32>, %i: tensor<7x3xi8>) -> (tensor<3xi32>, tensor<3xi32>) {
  %0 = tosa.argmax %x {axis = 1 : i32} : (tensor<3x7xf32>) -> tensor<3xi32>
  %1 = tosa.argmax %i {axis = 0 : i32} : (tensor<7x3xi8>) -> tensor<3xi32>
  return %0, %1 : tensor<3xi32>, tensor<3xi32>
}
