// RUN: tg-opt %s --tg-canonicalize | FileCheck %s
// RUN: tg-opt %s --tg-canonicalize >%t.ours
// RUN: tg-opt %s --canonicalize | diff %t.ours -

// Tests that ops of the dialects that occur take their canonical form, here of three of
// them, and are as upstream's canonicalizer leaves them.

// CHECK-LABEL: func.func @reshape_twice
// CHECK-NEXT: %[[R:.*]] = tg.reshape %arg0 {{.*}} : tensor<4x2xf32> -> tensor<1x8xf32>
// CHECK-NEXT: return %[[R]]
func.func @reshape_twice(%x: tensor<4x2xf32>) -> tensor<1x8xf32> {
  %0 = tg.reshape %x [8] : tensor<4x2xf32> -> tensor<8xf32>
  %1 = tg.reshape %0 [1, 8] : tensor<8xf32> -> tensor<1x8xf32>
  return %1 : tensor<1x8xf32>
}

// CHECK-LABEL: func.func @known_branch
// CHECK-NEXT: %[[A:.*]] = arith.addi %arg0, %arg0
// CHECK-NEXT: return %[[A]]
func.func @known_branch(%n: index) -> index {
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %0 = scf.if %true -> index {
    %1 = arith.addi %n, %n : index
    scf.yield %1 : index
  } else {
    scf.yield %c0 : index
  }
  %2 = arith.addi %0, %c0 : index
  return %2 : index
}

// CHECK-LABEL: func.func @no_known_branch
// CHECK: scf.if %arg1
// CHECK: tg.reshape
func.func @no_known_branch(%n: index, %g: i1, %x: tensor<4x2xf32>) -> (index, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = scf.if %g -> index {
    %1 = arith.addi %n, %n : index
    scf.yield %1 : index
  } else {
    scf.yield %c0 : index
  }
  %2 = tg.reshape %x [8] : tensor<4x2xf32> -> tensor<8xf32>
  return %0, %2 : index, tensor<8xf32>
}
