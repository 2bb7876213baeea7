// Tests that sizes which a program declares unknown, and which its constants decide, are
// found: through casts, calls, loops and arithmetic on sizes.

// RUN: tg-run %s --verify
// RUN: tg-run %s | FileCheck %s

// CHECK: [3, 4] f32
// CHECK-NEXT: {{\[}}[3 4 5 6]
// CHECK-NEXT: [4 5 6 7]
// CHECK-NEXT: [5 6 7 8]]
// CHECK: [2, 2, 2] i32
// CHECK-NEXT: 1 2]
// CHECK-NEXT: 3 4]
// CHECK-NEXT: 5 6]
// CHECK-NEXT: 7 8]
// CHECK: [1, 4, 5] f32
// CHECK: [2, 1, 3, 1] i32
func.func @main() -> (tensor<?x?xf32>, tensor<?x?x?xi32>, tensor<1x?x?xf32>, tensor<?x?x?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %0 = call @sums(%c3, %c4) : (index, index) -> tensor<?x?xf32>

  %n = arith.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %unknown = tensor.cast %n : tensor<4x2xi32> to tensor<?x?xi32>
  %d = tensor.dim %unknown, %c0 : tensor<?x?xi32>
  %half = arith.divui %d, %c2 : index
  %1 = tensor.expand_shape %unknown [[0, 1], [2]] output_shape [%half, %c2, %c2] : tensor<?x?xi32> into tensor<?x?x?xi32>

  %x = arith.constant dense<1.0> : tensor<1x2x3xf32>
  %y = tensor.cast %x : tensor<1x2x3xf32> to tensor<1x?x3xf32>
  %fill = arith.constant 2.5 : f32
  %2 = tensor.pad %y low[%c0, %c2, %c0] high[%c0, %c0, %c2] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %fill : f32
  } : tensor<1x?x3xf32> to tensor<1x?x?xf32>

  %seven = arith.constant 7 : i32
  %line = arith.constant dense<[[1], [2], [3], [4], [5]]> : tensor<5x1xi32>
  %e = tensor.empty(%c2, %c3) : tensor<?x1x?x1xi32>
  %tiles = linalg.pack %line padding_value(%seven : i32) inner_dims_pos = [0, 1] inner_tiles = [%c3, 1]
      into %e : tensor<5x1xi32> -> tensor<?x1x?x1xi32>
  %3 = tensor.cast %tiles : tensor<?x1x?x1xi32> to tensor<?x?x?x?xi32>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<?x?x?xi32>, tensor<1x?x?xf32>, tensor<?x?x?x?xi32>
}

// Each element is the sum of its indices, and 3.
func.func private @sums(%m: index, %n: index) -> tensor<?x?xf32> {
  %three = arith.constant 3.0 : f32
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<?x?xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
    %l = arith.index_cast %k : index to i32
    %x = arith.sitofp %l : i32 to f32
    %y = arith.addf %x, %three : f32
    linalg.yield %y : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
