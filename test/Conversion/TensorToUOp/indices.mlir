// RUN: tg-opt %s --convert-tg-to-uop --tg-verify-phase=phase=expression | FileCheck %s

// CHECK-DAG: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0 + d1 * 6)>
// CHECK-DAG: #[[$DIV:.*]] = affine_map<(d0) -> ((d0 mod 3) * 4 + d0 floordiv 3)>

// Tests that reshapes cancel: the address is the axis.
// CHECK-LABEL: uop.kernel @e_24(
// CHECK: %[[I:.*]] = uop.range 0, 24 <global>
// CHECK-NEXT: uop.load %arg1[%[[I]]]
func.func @cancel(%x: tensor<24xf32>) -> tensor<24xf32> {
  %0 = tg.kernel(%a = %x : tensor<24xf32>) -> tensor<24xf32> {
    %1 = tg.reshape %a [2, 3, 4] : tensor<24xf32> -> tensor<2x3x4xf32>
    %2 = tg.neg %1 : tensor<2x3x4xf32>
    %3 = tg.reshape %2 [24] : tensor<2x3x4xf32> -> tensor<24xf32>
    tg.yield %3 : tensor<24xf32>
  }
  return %0 : tensor<24xf32>
}

// Tests that a split and a merge of axes leave no division where none is needed.
// CHECK-LABEL: uop.kernel @e_6_4(
// CHECK: affine.apply #[[$MAP]]
func.func @transposed(%x: tensor<24xf32>) -> tensor<6x4xf32> {
  %0 = tg.kernel(%a = %x : tensor<24xf32>) -> tensor<6x4xf32> {
    %1 = tg.reshape %a [4, 6] : tensor<24xf32> -> tensor<4x6xf32>
    %2 = tg.permute %1 [1, 0] : tensor<4x6xf32> -> tensor<6x4xf32>
    tg.yield %2 : tensor<6x4xf32>
  }
  return %0 : tensor<6x4xf32>
}

// Tests that one that is needed stays: a merge of permuted axes.
// CHECK-LABEL: uop.kernel @e_12(
// CHECK: affine.apply #[[$DIV]]
func.func @no_cancel(%x: tensor<3x4xf32>) -> tensor<12xf32> {
  %0 = tg.kernel(%a = %x : tensor<3x4xf32>) -> tensor<12xf32> {
    %1 = tg.permute %a [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
    %2 = tg.reshape %1 [12] : tensor<4x3xf32> -> tensor<12xf32>
    tg.yield %2 : tensor<12xf32>
  }
  return %0 : tensor<12xf32>
}

// Tests that dynamic sizes are variables: buffers at the upper bound, ranges and
// addresses by the actual size; only variables that are used are arguments.
// CHECK-LABEL: uop.kernel @e_3_n(
// CHECK-SAME: %[[OUT:.*]]: memref<24xf32> {uop.output}, %[[X:.*]]: memref<24xf32>, %[[N:.*]]: index {uop.bounds = [1, 8], uop.variable = "n"}) {
// CHECK: uop.range 0, 3 <global>
// CHECK: uop.range 1, %[[N]] <global>
// CHECK: affine.apply #{{.*}}(%{{.*}}, %{{.*}})[%[[N]]]
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[V:.*]] = tg.variable "n"
// CHECK: tg.launch @e_3_n(%arg0) vars(%[[V]]) {tg.shape = [3, #{{.*}}]} : (tensor<3x?xf32>) -> tensor<3x?xf32>
func.func @dynamic(%x: tensor<3x?xf32> {tg.dims = [3, "n"]}) -> tensor<3x?xf32>
    attributes {tg.variables = {m = [1, 4], n = [1, 8]}} {
  %0 = tg.kernel(%a = %x : tensor<3x?xf32>) -> tensor<3x?xf32> {
    %1 = tg.exp %a : tensor<3x?xf32>
    tg.yield %1 : tensor<3x?xf32>
  }
  return %0 : tensor<3x?xf32>
}

// Tests that the sizes of one kernel's inputs are traced through the kernel that
// makes them.
// CHECK-LABEL: func.func @chained
// CHECK-COUNT-2: tg.launch @e_n(
func.func @chained(%x: tensor<?xf32> {tg.dims = ["n"]}) -> tensor<?xf32>
    attributes {tg.variables = {n = [1, 8]}} {
  %0 = tg.kernel(%a = %x : tensor<?xf32>) -> tensor<?xf32> {
    %1 = tg.exp %a : tensor<?xf32>
    tg.yield %1 : tensor<?xf32>
  }
  %2 = tg.kernel(%a = %0 : tensor<?xf32>) -> tensor<?xf32> {
    %1 = tg.exp %a : tensor<?xf32>
    tg.yield %1 : tensor<?xf32>
  }
  return %2 : tensor<?xf32>
}

// Tests that arange needs no memory.
// CHECK-LABEL: uop.kernel @e_11(
// CHECK-SAME: %{{[^:]*}}: memref<11xi32> {uop.output}) {
// CHECK: arith.index_cast
func.func @arange() -> tensor<11xi32> {
  %0 = tg.kernel() -> tensor<11xi32> {
    %1 = tg.arange [11] start(3 : i32) step(2 : i32) : tensor<11xi32>
    tg.yield %1 : tensor<11xi32>
  }
  return %0 : tensor<11xi32>
}
