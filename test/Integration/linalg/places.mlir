// Tests that elements at any places of a tensor are read and written as MLIR's own
// lowering does: by maps that are no projected permutations, at strides, and at places
// that the program computes.

// RUN: %python %S/Inputs/against_runner.py %s --exact | FileCheck %s
// CHECK-NOT: DIFFERENT

func.func @diagonal(%a: tensor<4x4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4x4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @every_second(%a: tensor<7x3xi32>) -> tensor<4x3xi32> {
  %e = tensor.empty() : tensor<4x3xi32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i * 2, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<7x3xi32>) outs(%e : tensor<4x3xi32>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  } -> tensor<4x3xi32>
  return %0 : tensor<4x3xi32>
}

// Rows of four as pairs of pairs.
func.func @split(%a: tensor<12xi32>) -> tensor<3x4xi32> {
  %e = tensor.empty() : tensor<3x4xi32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> ((j floordiv 2) * 6 + i * 2 + j mod 2)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<12xi32>) outs(%e : tensor<3x4xi32>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  } -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

func.func @insert_at_strides(%a: tensor<2x3xi32>, %b: tensor<5x7xi32>) -> tensor<5x7xi32> {
  %0 = tensor.insert_slice %a into %b[1, 0] [2, 3] [2, 3] : tensor<2x3xi32> into tensor<5x7xi32>
  return %0 : tensor<5x7xi32>
}

// The remainder of a number of the input is a place.
func.func @computed(%a: tensor<6x4xi32>, %b: tensor<2x4xi32>, %n: tensor<1xi32>) -> (tensor<2x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %five = arith.constant 5 : i32
  %m = tensor.extract %n[%c0] : tensor<1xi32>
  %r = arith.remui %m, %five : i32
  %i = arith.index_cast %r : i32 to index
  %0 = tensor.extract_slice %a[%i, 0] [2, 4] [1, 1] : tensor<6x4xi32> to tensor<2x4xi32>
  %1 = tensor.insert_slice %b into %a[%i, 0] [2, 4] [1, 1] : tensor<2x4xi32> into tensor<6x4xi32>
  %x = tensor.extract %b[%c1, %c0] : tensor<2x4xi32>
  %2 = tensor.insert %x into %a[%i, %c1] : tensor<6x4xi32>
  return %0, %1, %2 : tensor<2x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>
}

// A padding that the input gives.
func.func @pad(%a: tensor<2x3xi32>, %n: tensor<i32>) -> tensor<4x4xi32> {
  %x = tensor.extract %n[] : tensor<i32>
  %0 = tensor.pad %a low[1, 0] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : i32
  } : tensor<2x3xi32> to tensor<4x4xi32>
  return %0 : tensor<4x4xi32>
}

// Rows and columns of tiles written to where they are in the whole.
func.func @write_tiles(%a: tensor<2x3x2x2xi32>, %b: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k, l) -> (i, j, k, l)>, affine_map<(i, j, k, l) -> (i * 2 + k, j * 2 + l)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<2x3x2x2xi32>) outs(%b : tensor<4x6xi32>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  } -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}

// Places that a constant of indices lists.
func.func @listed(%a: tensor<5xi32>) -> tensor<4xi32> {
  %places = arith.constant dense<[4, 0, 3, 3]> : tensor<4xindex>
  %e = tensor.empty() : tensor<4xi32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%places : tensor<4xindex>) outs(%e : tensor<4xi32>) {
  ^bb0(%p: index, %y: i32):
    %x = tensor.extract %a[%p] : tensor<5xi32>
    linalg.yield %x : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
