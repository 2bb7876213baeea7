// Tests that structured ops give what MLIR's own lowering gives: contractions in every
// arrangement, convolutions and pooling, reduces, broadcasts, and bodies.

// RUN: %python %S/Inputs/against_runner.py %s | FileCheck %s
// CHECK-NOT: DIFFERENT

func.func @matmul(%a: tensor<5x7xf32>, %b: tensor<7x3xf32>, %c: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x3xf32>) outs(%c : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

func.func @matmul_i8(%a: tensor<5x7xi8>, %b: tensor<7x3xi8>) -> tensor<5x3xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<5x3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<5x3xi32>) -> tensor<5x3xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xi8>, tensor<7x3xi8>) outs(%init : tensor<5x3xi32>) -> tensor<5x3xi32>
  return %0 : tensor<5x3xi32>
}

func.func @batch_matmul_transposed(%a: tensor<2x5x7xf32>, %b: tensor<2x3x7xf32>) -> tensor<2x5x3xf32> {
  %c = arith.constant dense<1.0> : tensor<2x5x3xf32>
  %0 = linalg.batch_matmul
      indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>,
                       affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a, %b : tensor<2x5x7xf32>, tensor<2x3x7xf32>) outs(%c : tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

func.func @matvec(%a: tensor<5x7xf32>, %b: tensor<7xf32>, %c: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.matvec ins(%a, %b : tensor<5x7xf32>, tensor<7xf32>) outs(%c : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

func.func @dot(%a: tensor<7xf32>, %b: tensor<7xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = linalg.dot ins(%a, %b : tensor<7xf32>, tensor<7xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Several axes of each kind, in an order of their own.
func.func @contract(%a: tensor<3x4x2x5xf32>, %b: tensor<5x2x4x6xf32>, %c: tensor<6x2x3xf32>) -> tensor<6x2x3xf32> {
  %0 = linalg.contract
      indexing_maps = [affine_map<(m, b, n, k, l) -> (m, k, b, l)>, affine_map<(m, b, n, k, l) -> (l, b, k, n)>,
                       affine_map<(m, b, n, k, l) -> (n, b, m)>]
      ins(%a, %b : tensor<3x4x2x5xf32>, tensor<5x2x4x6xf32>) outs(%c : tensor<6x2x3xf32>) -> tensor<6x2x3xf32>
  return %0 : tensor<6x2x3xf32>
}

func.func @conv_nchw(%x: tensor<2x3x9x8xf32>, %w: tensor<4x3x3x2xf32>, %c: tensor<2x4x4x6xf32>) -> tensor<2x4x4x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
      ins(%x, %w : tensor<2x3x9x8xf32>, tensor<4x3x3x2xf32>) outs(%c : tensor<2x4x4x6xf32>) -> tensor<2x4x4x6xf32>
  return %0 : tensor<2x4x4x6xf32>
}

func.func @conv_nhwc_padded(%x: tensor<1x5x5x2xf32>, %w: tensor<3x3x2x4xf32>) -> tensor<1x5x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x5x5x2xf32> to tensor<1x7x7x2xf32>
  %empty = tensor.empty() : tensor<1x5x5x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%padded, %w : tensor<1x7x7x2xf32>, tensor<3x3x2x4xf32>) outs(%init : tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32>
  return %0 : tensor<1x5x5x4xf32>
}

func.func @depthwise(%x: tensor<1x6x6x3xf32>, %w: tensor<2x2x3x2xf32>, %c: tensor<1x5x5x3x2xf32>) -> tensor<1x5x5x3x2xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x6x6x3xf32>, tensor<2x2x3x2xf32>) outs(%c : tensor<1x5x5x3x2xf32>) -> tensor<1x5x5x3x2xf32>
  return %0 : tensor<1x5x5x3x2xf32>
}

func.func @grouped(%x: tensor<1x2x3x6x6xf32>, %w: tensor<2x4x3x2x2xf32>, %c: tensor<1x2x4x5x5xf32>) -> tensor<1x2x4x5x5xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x2x3x6x6xf32>, tensor<2x4x3x2x2xf32>) outs(%c : tensor<1x2x4x5x5xf32>) -> tensor<1x2x4x5x5xf32>
  return %0 : tensor<1x2x4x5x5xf32>
}

func.func @conv_quantized(%x: tensor<1x5x5x2xi8>, %w: tensor<3x3x2x4xi8>, %c: tensor<1x3x3x4xi32>) -> tensor<1x3x3x4xi32> {
  %a = arith.constant 3 : i32
  %b = arith.constant -2 : i32
  %0 = linalg.conv_2d_nhwc_hwcf_q {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w, %a, %b : tensor<1x5x5x2xi8>, tensor<3x3x2x4xi8>, i32, i32) outs(%c : tensor<1x3x3x4xi32>) -> tensor<1x3x3x4xi32>
  return %0 : tensor<1x3x3x4xi32>
}

func.func @conv_1d(%x: tensor<9xf32>, %w: tensor<3xf32>, %c: tensor<7xf32>) -> tensor<7xf32> {
  %0 = linalg.conv_1d ins(%x, %w : tensor<9xf32>, tensor<3xf32>) outs(%c : tensor<7xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

func.func @pool_max(%x: tensor<2x3x6x6xf32>, %c: tensor<2x3x3x5xf32>) -> tensor<2x3x3x5xf32> {
  %window = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.pooling_nchw_max {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %window : tensor<2x3x6x6xf32>, tensor<2x2xf32>) outs(%c : tensor<2x3x3x5xf32>) -> tensor<2x3x3x5xf32>
  return %0 : tensor<2x3x3x5xf32>
}

func.func @pool_sum(%x: tensor<1x6x6x3xf32>, %c: tensor<1x2x4x3xf32>) -> tensor<1x2x4x3xf32> {
  %window = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.pooling_nhwc_sum {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
      ins(%x, %window : tensor<1x6x6x3xf32>, tensor<3x2xf32>) outs(%c : tensor<1x2x4x3xf32>) -> tensor<1x2x4x3xf32>
  return %0 : tensor<1x2x4x3xf32>
}

func.func @pool_min_unsigned(%x: tensor<1x6x6x3xi8>, %c: tensor<1x5x5x3xi8>) -> tensor<1x5x5x3xi8> {
  %window = tensor.empty() : tensor<2x2xi8>
  %0 = linalg.pooling_nhwc_min_unsigned {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %window : tensor<1x6x6x3xi8>, tensor<2x2xi8>) outs(%c : tensor<1x5x5x3xi8>) -> tensor<1x5x5x3xi8>
  return %0 : tensor<1x5x5x3xi8>
}

func.func @reduce_product(%x: tensor<4x5x2xf32>, %c: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.reduce { arith.mulf } ins(%x : tensor<4x5x2xf32>) outs(%c : tensor<5xf32>) dimensions = [0, 2]
  return %0 : tensor<5xf32>
}

func.func @reduce_max_number(%x: tensor<4x5xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.reduce { arith.maxnumf } ins(%x : tensor<4x5xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

func.func @transpose_broadcast(%x: tensor<4x5xf32>) -> tensor<5x3x4xf32> {
  %empty = tensor.empty() : tensor<5x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x5xf32>) outs(%empty : tensor<5x4xf32>) permutation = [1, 0]
  %wide = tensor.empty() : tensor<5x3x4xf32>
  %0 = linalg.broadcast ins(%t : tensor<5x4xf32>) outs(%wide : tensor<5x3x4xf32>) dimensions = [1]
  return %0 : tensor<5x3x4xf32>
}

func.func @map_and_elementwise(%x: tensor<4x5xf32>, %y: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %empty = tensor.empty() : tensor<4x5xf32>
  %m = linalg.map { arith.mulf } ins(%x, %y : tensor<4x5xf32>, tensor<4x5xf32>) outs(%empty : tensor<4x5xf32>)
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%m, %y : tensor<4x5xf32>, tensor<4x5xf32>)
      outs(%empty : tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = linalg.sub ins(%0, %x : tensor<4x5xf32>, tensor<4x5xf32>) outs(%empty : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %1 : tensor<4x5xf32>
}

// A generic with a broadcast operand, an index, a captured scalar and its old content.
func.func @generic(%x: tensor<4x5xf32>, %row: tensor<5xf32>, %s: tensor<3xf32>, %c: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %i = arith.constant 1 : index
  %scale = tensor.extract %s[%i] : tensor<3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %row : tensor<4x5xf32>, tensor<5xf32>) outs(%c : tensor<5x4xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %n = linalg.index 0 : index
    %k = arith.index_cast %n : index to i32
    %f = arith.sitofp %k : i32 to f32
    %1 = arith.mulf %a, %scale : f32
    %2 = arith.cmpf ogt, %1, %b : f32
    %3 = arith.select %2, %1, %b : f32
    %4 = arith.addf %3, %f : f32
    %5 = arith.addf %4, %old : f32
    linalg.yield %5 : f32
  } -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// Two results, one of them reversed along an axis.
func.func @two_results(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xi1>) {
  %e = tensor.empty() : tensor<6xf32>
  %f = tensor.empty() : tensor<6xi1>
  %zero = arith.constant 0.0 : f32
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (-i + 5)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%x : tensor<6xf32>) outs(%e, %f : tensor<6xf32>, tensor<6xi1>) {
  ^bb0(%a: f32, %b: f32, %c: i1):
    %1 = arith.negf %a : f32
    %2 = arith.cmpf ult, %a, %zero : f32
    linalg.yield %1, %2 : f32, i1
  } -> (tensor<6xf32>, tensor<6xi1>)
  return %0#0, %0#1 : tensor<6xf32>, tensor<6xi1>
}

// The largest element and where it is.
func.func @argmax(%x: tensor<4x7xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4xi32>
  %best = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %place = linalg.fill ins(%zero : i32) outs(%f : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x7xf32>) outs(%best, %place : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%a: f32, %b: f32, %c: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %1 = arith.cmpf ogt, %a, %b : f32
    %2 = arith.select %1, %a, %b : f32
    %3 = arith.select %1, %k, %c : i32
    linalg.yield %2, %3 : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// Rows that the indices choose.
func.func @gather(%x: tensor<5x3xf32>) -> tensor<4x3xf32> {
  %i = arith.constant dense<[4, 0, 2, 2]> : tensor<4xi64>
  %e = tensor.empty() : tensor<4x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%i : tensor<4xi64>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%a: i64, %old: f32):
    %row = arith.index_cast %a : i64 to index
    %column = linalg.index 1 : index
    %1 = tensor.extract %x[%row, %column] : tensor<5x3xf32>
    linalg.yield %1 : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// One result has an element for each point, the other a sum of them.
func.func @both(%x: tensor<4x7xf32>, %s: tensor<4xf32>) -> (tensor<4x7xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x7xf32>
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x7xf32>) outs(%e, %s : tensor<4x7xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = math.exp %a : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<4x7xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4x7xf32>, tensor<4xf32>
}

// A maximum, said by a comparison, and what the last point gives.
func.func @chosen(%x: tensor<4x7xf32>, %y: tensor<7xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %low = arith.constant -1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x7xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.cmpf ogt, %a, %b : f32
    %2 = arith.select %1, %a, %b : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  %3 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<4x7xf32>, tensor<7xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %c: f32, %b: f32):
    %4 = arith.addf %a, %c : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  return %0, %3 : tensor<4xf32>, tensor<4xf32>
}
