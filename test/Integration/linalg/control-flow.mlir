// Tests that loops of constant ranges, branches and loops that end by a condition on
// constants give what MLIR's own lowering gives.

// RUN: %python %S/Inputs/against_runner.py %s | FileCheck %s
// CHECK-NOT: DIFFERENT

// A product by tiles, as tiling leaves it.
func.func @tiled(%a: tensor<8x6xf32>, %b: tensor<6x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = scf.for %i = %c0 to %c8 step %c4 iter_args(%x = %c) -> (tensor<8x4xf32>) {
    %1 = scf.for %j = %c0 to %c4 step %c2 iter_args(%y = %x) -> (tensor<8x4xf32>) {
      %ta = tensor.extract_slice %a[%i, 0] [4, 6] [1, 1] : tensor<8x6xf32> to tensor<4x6xf32>
      %tb = tensor.extract_slice %b[0, %j] [6, 2] [1, 1] : tensor<6x4xf32> to tensor<6x2xf32>
      %tc = tensor.extract_slice %y[%i, %j] [4, 2] [1, 1] : tensor<8x4xf32> to tensor<4x2xf32>
      %p = linalg.matmul ins(%ta, %tb : tensor<4x6xf32>, tensor<6x2xf32>) outs(%tc : tensor<4x2xf32>) -> tensor<4x2xf32>
      %z = tensor.insert_slice %p into %y[%i, %j] [4, 2] [1, 1] : tensor<4x2xf32> into tensor<8x4xf32>
      scf.yield %z : tensor<8x4xf32>
    }
    scf.yield %1 : tensor<8x4xf32>
  }
  return %0 : tensor<8x4xf32>
}

// Workers that each write their part.
func.func @forall(%a: tensor<6xf32>, %b: tensor<6xf32>) -> tensor<6xf32> {
  %0 = scf.forall (%i) = (0) to (6) step (3) shared_outs(%out = %b) -> (tensor<6xf32>) {
    %x = tensor.extract_slice %a[%i] [3] [1] : tensor<6xf32> to tensor<3xf32>
    %y = tensor.extract_slice %out[%i] [3] [1] : tensor<6xf32> to tensor<3xf32>
    %z = linalg.exp ins(%x : tensor<3xf32>) outs(%y : tensor<3xf32>) -> tensor<3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %z into %out[%i] [3] [1] : tensor<3xf32> into tensor<6xf32>
    }
  }
  return %0 : tensor<6xf32>
}

// A condition that the data decides.
func.func @branch(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %x = tensor.extract %a[%c0] : tensor<4xf32>
  %p = arith.cmpf olt, %x, %zero : f32
  %0 = scf.if %p -> (tensor<4xf32>) {
    %1 = arith.addf %a, %b : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// A condition that is known, of a number that a loop counts.
func.func @counted(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> (tensor<4xf32>) {
    %p = arith.cmpi eq, %i, %c1 : index
    %1 = scf.if %p -> (tensor<4xf32>) {
      scf.yield %x : tensor<4xf32>
    } else {
      %2 = arith.mulf %x, %a : tensor<4xf32>
      scf.yield %2 : tensor<4xf32>
    }
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

func.func @halved(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %0:2 = scf.while (%n = %c20, %x = %a) : (index, tensor<4xf32>) -> (index, tensor<4xf32>) {
    %p = arith.cmpi ugt, %n, %c1 : index
    scf.condition(%p) %n, %x : index, tensor<4xf32>
  } do {
  ^bb0(%n: index, %x: tensor<4xf32>):
    %m = arith.divui %n, %c2 : index
    %y = arith.addf %x, %a : tensor<4xf32>
    scf.yield %m, %y : index, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
