// Tests that the tensor dialect's ops give what MLIR's own lowering gives.

// RUN: %python %S/Inputs/against_runner.py %s --exact | FileCheck %s
// CHECK-NOT: DIFFERENT

func.func @slices(%x: tensor<8x9xf32>, %y: tensor<3x2xf32>) -> (tensor<8x9xf32>, tensor<3x4xf32>, tensor<9xf32>) {
  %0 = tensor.insert_slice %y into %x[2, 5] [3, 2] [1, 1] : tensor<3x2xf32> into tensor<8x9xf32>
  %1 = tensor.extract_slice %x[1, 0] [3, 4] [2, 2] : tensor<8x9xf32> to tensor<3x4xf32>
  %2 = tensor.extract_slice %x[4, 0] [1, 9] [1, 1] : tensor<8x9xf32> to tensor<9xf32>
  return %0, %1, %2 : tensor<8x9xf32>, tensor<3x4xf32>, tensor<9xf32>
}

func.func @insert_into_zeros(%y: tensor<2xf32>) -> tensor<3x4xf32> {
  %zeros = arith.constant dense<0.0> : tensor<3x4xf32>
  %0 = tensor.insert_slice %y into %zeros[1, 1] [1, 2] [1, 1] : tensor<2xf32> into tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

func.func @shapes(%x: tensor<2x12xf32>) -> (tensor<2x3x4xf32>, tensor<24xf32>) {
  %0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [2, 3, 4] : tensor<2x12xf32> into tensor<2x3x4xf32>
  %1 = tensor.collapse_shape %x [[0, 1]] : tensor<2x12xf32> into tensor<24xf32>
  return %0, %1 : tensor<2x3x4xf32>, tensor<24xf32>
}

func.func @pad(%x: tensor<2x3xi32>) -> tensor<4x4xi32> {
  %c = arith.constant 7 : i32
  %0 = tensor.pad %x low[0, 1] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : i32
  } : tensor<2x3xi32> to tensor<4x4xi32>
  return %0 : tensor<4x4xi32>
}

func.func @elements(%x: tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<3xf32>, tensor<2x3xf32>) {
  %i = arith.constant 1 : index
  %j = arith.constant 2 : index
  %c = arith.constant 2.5 : f32
  %e = tensor.extract %x[%i, %j] : tensor<2x3xf32>
  %d = arith.mulf %e, %c : f32
  %0 = tensor.from_elements %e, %c, %d, %e : tensor<2x2xf32>
  %1 = tensor.splat %d : tensor<3xf32>
  %2 = tensor.generate {
  ^bb0(%m: index, %n: index):
    %p = arith.muli %m, %j : index
    %q = arith.addi %p, %n : index
    %r = arith.index_cast %q : index to i32
    %s = arith.sitofp %r : i32 to f32
    tensor.yield %s : f32
  } : tensor<2x3xf32>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<3xf32>, tensor<2x3xf32>
}

func.func @elementwise(%x: tensor<8xi32>, %y: tensor<8xi32>, %z: tensor<8xi8>, %p: tensor<8xi1>)
    -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi1>, tensor<8xi32>, tensor<8xi8>, tensor<8xi1>) {
  %c = arith.constant dense<[1, 2, -3, 4, -5, 6, 7, -8]> : tensor<8xi32>
  %0 = arith.divui %x, %c : tensor<8xi32>
  %1 = arith.ceildivsi %y, %c : tensor<8xi32>
  %2 = arith.cmpi ult, %x, %y : tensor<8xi32>
  %3 = arith.extui %z : tensor<8xi8> to tensor<8xi32>
  %4 = arith.extsi %p : tensor<8xi1> to tensor<8xi8>
  %5 = arith.addi %p, %2 : tensor<8xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<8xi32>, tensor<8xi32>, tensor<8xi1>, tensor<8xi32>, tensor<8xi8>, tensor<8xi1>
}
