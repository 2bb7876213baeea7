// RUN: tg-opt %s --uop-hoist-packing --mlir-print-local-scope | FileCheck %s
// RUN: tg-opt %s --uop-hoist-packing --remarks-filter=uop-hoist-packing -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-NOT: _pack
// REMARK-NOT: Passed

// Tests that a stage stays of an operand that another launch may change.

// REMARK: Reason="the operand may change between launches"
// CHECK-LABEL: uop.kernel @no_constant(
// CHECK-SAME: opts [#uop.opt<stage operand 0 axes[0]>]
uop.kernel @no_constant(%out: memref<8xf32> {uop.output}, %b: memref<8xf32>)
    opts [#uop.opt<stage operand 0 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %0 = affine.apply affine_map<(d0) -> (-d0 + 7)>(%i)
  %1 = uop.load %b[%0] : memref<8xf32> -> f32
  uop.store %1, %out[%i] : f32, memref<8xf32>
}

// Tests that a stage stays which is filled in each iteration of a loop.

// REMARK: Reason="it is filled anew over axis 0"
// CHECK-LABEL: uop.kernel @no_part(
// CHECK-SAME: opts [#uop.opt<stage operand 0 axes[1]>]
uop.kernel @no_part(%out: memref<32xf32> {uop.output}, %b: memref<32xf32> {uop.constant})
    opts [#uop.opt<stage operand 0 axes[1]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 - d1 + 7)>(%i, %j)
  %1 = uop.load %b[%0] : memref<32xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f32, memref<32xf32>
}

// Tests that sizes and places of variables stay, and places that are read.

// REMARK: Reason="axis 0 has no constant size"
// CHECK-LABEL: uop.kernel @no_size(
// CHECK-SAME: opts [#uop.opt<stage operand 0 axes[0]>]
uop.kernel @no_size(%out: memref<8xf32> {uop.output}, %b: memref<8xf32> {uop.constant},
    %n: index {uop.variable = "n", uop.bounds = [1, 8]})
    opts [#uop.opt<stage operand 0 axes[0]>] {
  %i = uop.range 0, %n <global>
  %1 = uop.load %b[%i] : memref<8xf32> -> f32
  uop.store %1, %out[%i] : f32, memref<8xf32>
}

// REMARK: Reason="the operand's place depends on a variable"
// CHECK-LABEL: uop.kernel @no_place(
// CHECK-SAME: opts [#uop.opt<stage operand 0 axes[0]>]
uop.kernel @no_place(%out: memref<8xf32> {uop.output}, %b: memref<16xf32> {uop.constant},
    %n: index {uop.variable = "n", uop.bounds = [0, 8]})
    opts [#uop.opt<stage operand 0 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
  %1 = uop.load %b[%0] : memref<16xf32> -> f32
  uop.store %1, %out[%i] : f32, memref<8xf32>
}

// REMARK: Reason="the operand's place is read from memory"
// CHECK-LABEL: uop.kernel @no_gather(
// CHECK-SAME: opts [#uop.opt<stage operand 1 axes[0]>]
uop.kernel @no_gather(%out: memref<8xf32> {uop.output}, %b: memref<256xf32> {uop.constant}, %at: memref<8xi8>)
    opts [#uop.opt<stage operand 1 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %0 = uop.load %at[%i] : memref<8xi8> -> i8
  %1 = arith.index_castui %0 : i8 to index
  %2 = uop.load %b[%1] : memref<256xf32> -> f32
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// Tests that a merged axis stays that stands for one over which the operand
// does not vary: the place could not be told from the operand's own axes.

// REMARK: Reason="axis 0 stands for others over which the operand does not vary"
// CHECK-LABEL: uop.kernel @no_merged(
// CHECK-SAME: #uop.opt<stage operand 0 axes[0]>]
uop.kernel @no_merged(%out: memref<32xf32> {uop.output}, %b: memref<4xf32> {uop.constant})
    opts [#uop.opt<merge axis 0 amount 1>, #uop.opt<stage operand 0 axes[0]>] {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 8 <global>
  %1 = uop.load %b[%i] : memref<4xf32> -> f32
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  uop.store %1, %out[%2] : f32, memref<32xf32>
}

func.func @main(%a: tensor<8xf32>, %b: tensor<4x8xf32>, %c: tensor<16xf32>, %d: tensor<256xf32>, %e: tensor<8xi8>,
    %f: tensor<4xf32>) -> (tensor<8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>)
    attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  %0 = tg.launch @no_constant(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.launch @no_part(%b) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tg.launch @no_size(%a) vars(%n) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = tg.launch @no_place(%c) vars(%n) : (tensor<16xf32>) -> tensor<8xf32>
  %4 = tg.launch @no_gather(%d, %e) : (tensor<256xf32>, tensor<8xi8>) -> tensor<8xf32>
  %5 = tg.launch @no_merged(%f) : (tensor<4xf32>) -> tensor<4x8xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>
}
