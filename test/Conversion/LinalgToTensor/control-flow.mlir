// Tests that loops and branches are written out, and that a size which the program's
// constants decide goes into the types.

// RUN: tg-opt --convert-linalg-to-tg --split-input-file %s | FileCheck %s

// CHECK-LABEL: func @loop
// CHECK-NEXT:    %[[X:.*]] = tg.add %arg0, %arg0
// CHECK-NEXT:    %[[Y:.*]] = tg.add %[[X]], %arg0
// CHECK-NEXT:    return %[[Y]]
func.func @loop(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %a) -> (tensor<4xf32>) {
    %1 = arith.addf %x, %a : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// One that never runs gives what it starts with.
// CHECK-LABEL: func @no_loop
// CHECK-NEXT:    return %arg0
func.func @no_loop(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c1 to %c1 step %c1 iter_args(%x = %a) -> (tensor<4xf32>) {
    %1 = arith.addf %x, %a : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @known_branch
// CHECK-NEXT:    %[[X:.*]] = tg.add
// CHECK-NEXT:    return %[[X]]
func.func @known_branch(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = arith.cmpi slt, %c1, %c2 : index
  %0 = scf.if %p -> (tensor<4xf32>) {
    %1 = arith.addf %a, %a : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    %1 = arith.mulf %a, %a : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @branch
// CHECK-DAG:     %[[X:.*]] = tg.add %arg0, %arg0
// CHECK-DAG:     %[[Y:.*]] = tg.mul %arg0, %arg0
// CHECK:         tg.where %{{.*}}, %[[X]], %[[Y]]
func.func @branch(%a: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  %p = tensor.extract %c[] : tensor<i1>
  %0 = scf.if %p -> (tensor<4xf32>) {
    %1 = arith.addf %a, %a : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    %1 = arith.mulf %a, %a : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @known_size(%arg0: tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %[[X:.*]] = tg.exp %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %[[X]] : tensor<8xf32>
func.func @known_size(%a: tensor<8xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %a : tensor<8xf32> to tensor<?xf32>
  %n = tensor.dim %0, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %1 = linalg.exp ins(%0 : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// A size that a variable stands for stays one.
// CHECK-LABEL: func @variable_size
// CHECK:         tg.exp %arg0 : tensor<?xf32>
// CHECK-NEXT:    return %{{.*}} : tensor<?xf32>
func.func @variable_size(%a: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<?xf32> attributes {tg.variables = {n = [1, 8]}} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
