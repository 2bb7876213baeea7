// RUN: tg-opt %s --convert-tg-to-uop --tg-verify-phase=phase=expression | FileCheck %s

// Tests that output axes are ranges 0, 1, …, reduce axes follow, axes of size 1
// have no range, and that addresses are row-major.
// CHECK: #[[$AB:.*]] = affine_map<(d0, d1) -> (d0 * 8 + d1)>
// CHECK-LABEL: uop.kernel @r_4_8
// CHECK-SAME: (%[[OUT:.*]]: memref<4xf32> {uop.output}, %[[X:.*]]: memref<32xf32>) {
// CHECK-NEXT: %[[I:.*]] = uop.range 0, 4 <global>
// CHECK-NEXT: %[[K:.*]] = uop.range 2, 8 <reduce>
// CHECK-NEXT: %[[AT:.*]] = affine.apply #[[$AB]](%[[I]], %[[K]])
// CHECK-NEXT: %[[E:.*]] = uop.load %[[X]][%[[AT]]] : memref<32xf32> -> f32
// CHECK-NEXT: %[[S:.*]] = uop.reduce <add> %[[E]] over (%[[K]]) : f32
// CHECK-NEXT: uop.store %[[S]], %[[OUT]][%[[I]]] : f32, memref<4xf32>
// CHECK-LABEL: func.func @sum
// CHECK: tg.launch @r_4_8(%arg0) : (tensor<4x8xf32>) -> tensor<4x1xf32>
func.func @sum(%x: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %0 = tg.kernel(%a = %x : tensor<4x8xf32>) -> tensor<4x1xf32> {
    %1 = tg.sum %a axes [1] keepdim : tensor<4x8xf32> -> tensor<4x1xf32>
    tg.yield %1 : tensor<4x1xf32>
  }
  return %0 : tensor<4x1xf32>
}

// Tests that equal kernels are one, and that others of the same name are told
// apart.
// CHECK-LABEL: uop.kernel @e_5(
// CHECK: math.exp
// CHECK-LABEL: uop.kernel @e_5n1(
// CHECK: math.sin
// CHECK-LABEL: func.func @equal
// CHECK: %[[A:.*]] = tg.launch @e_5(%arg0)
// CHECK: %[[B:.*]] = tg.launch @e_5(%[[A]])
// CHECK: tg.launch @e_5n1(%[[B]])
func.func @equal(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = tg.kernel(%a = %x : tensor<5xf32>) -> tensor<5xf32> {
    %1 = tg.exp %a : tensor<5xf32>
    tg.yield %1 : tensor<5xf32>
  }
  %2 = tg.kernel(%a = %0 : tensor<5xf32>) -> tensor<5xf32> {
    %1 = tg.exp %a : tensor<5xf32>
    tg.yield %1 : tensor<5xf32>
  }
  %3 = tg.kernel(%a = %2 : tensor<5xf32>) -> tensor<5xf32> {
    %1 = tg.sin %a : tensor<5xf32>
    tg.yield %1 : tensor<5xf32>
  }
  return %3 : tensor<5xf32>
}

// Tests that a value needed twice at one index is emitted once, at two indices
// twice.
// CHECK-LABEL: uop.kernel @e_6(
// CHECK-COUNT-2: math.exp
// CHECK-NOT: math.exp
// CHECK-LABEL: func.func @memoised
func.func @memoised(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = tg.kernel(%a = %x : tensor<6xf32>) -> tensor<6xf32> {
    %1 = tg.exp %a : tensor<6xf32>
    %2 = tg.flip %1 [0] : tensor<6xf32>
    %3 = tg.mul %1, %1 : tensor<6xf32>
    %4 = tg.add %3, %2 : tensor<6xf32>
    tg.yield %4 : tensor<6xf32>
  }
  return %0 : tensor<6xf32>
}

// Tests that a pad gates the load that is all of its operand.
// CHECK-LABEL: uop.kernel @e_7(
// CHECK: %[[D:.*]] = affine.apply #{{.*}}(%[[I:.*]])
// CHECK: %[[Z:.*]] = arith.constant 0 : index
// CHECK: %[[G:.*]] = arith.cmpi sge, %[[D]], %[[Z]]
// CHECK: %[[PAD:.*]] = arith.constant 5.0{{.*}} : f32
// CHECK: uop.load %{{.*}}[%[[D]]] gate %[[G]] else %[[PAD]]
// CHECK-NOT: arith.select
// CHECK-LABEL: func.func @pad_of_load
func.func @pad_of_load(%x: tensor<5xf32>) -> tensor<7xf32> {
  %0 = tg.kernel(%a = %x : tensor<5xf32>) -> tensor<7xf32> {
    %1 = tg.pad %a low [2] high [0] value(5.0 : f32) : tensor<5xf32> -> tensor<7xf32>
    tg.yield %1 : tensor<7xf32>
  }
  return %0 : tensor<7xf32>
}

// Tests that a pad of a computed value is a select, whose loads are gated too.
// CHECK-LABEL: uop.kernel @e_8(
// CHECK: uop.load {{.*}} gate
// CHECK: %[[E:.*]] = math.exp
// CHECK: arith.select %{{.*}}, %[[E]], %{{.*}} : f32
// CHECK-LABEL: func.func @pad_of_value
func.func @pad_of_value(%x: tensor<5xf32>) -> tensor<8xf32> {
  %0 = tg.kernel(%a = %x : tensor<5xf32>) -> tensor<8xf32> {
    %e = tg.exp %a : tensor<5xf32>
    %1 = tg.pad %e low [2] high [1] value(5.0 : f32) : tensor<5xf32> -> tensor<8xf32>
    tg.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// Tests that bools are bytes in memory and i1 as values.
// CHECK-LABEL: uop.kernel @e_9(
// CHECK-SAME: memref<9xi8> {uop.output}, %{{.*}}: memref<9xi8>
// CHECK: %[[B:.*]] = uop.load %{{.*}} : memref<9xi8> -> i8
// CHECK: %[[T:.*]] = arith.cmpi ne, %[[B]], %{{.*}} : i8
// CHECK: %[[N:.*]] = arith.xori %[[T]], %{{.*}} : i1
// CHECK: %[[W:.*]] = arith.extui %[[N]] : i1 to i8
// CHECK: uop.store %[[W]]
func.func @bools(%x: tensor<9xi1>) -> tensor<9xi1> {
  %0 = tg.kernel(%a = %x : tensor<9xi1>) -> tensor<9xi1> {
    %1 = tg.not %a : tensor<9xi1>
    tg.yield %1 : tensor<9xi1>
  }
  return %0 : tensor<9xi1>
}

// Tests that all outputs are stored, after everything is read.
// CHECK-LABEL: uop.kernel @e_10(
// CHECK-SAME: {uop.output}, %{{.*}}: memref<10xf32> {uop.output}
// CHECK: math.sin
// CHECK-NEXT: uop.store
// CHECK-NEXT: uop.store
func.func @outputs(%x: tensor<10xf32>) -> (tensor<10xf32>, tensor<10xf32>) {
  %0:2 = tg.kernel(%a = %x : tensor<10xf32>) -> (tensor<10xf32>, tensor<10xf32>) {
    %1 = tg.exp %a : tensor<10xf32>
    %2 = tg.sin %a : tensor<10xf32>
    tg.yield %1, %2 : tensor<10xf32>, tensor<10xf32>
  }
  return %0#0, %0#1 : tensor<10xf32>, tensor<10xf32>
}
