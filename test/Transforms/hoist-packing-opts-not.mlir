// RUN: tg-opt %s --uop-hoist-packing --mlir-print-local-scope | FileCheck %s
// RUN: tg-opt %s --uop-hoist-packing --remarks-filter=uop-hoist-packing -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-NOT: _pack
// REMARK-NOT: Passed

// Tests that a place stays which one element of memory decides for all.

// REMARK: Reason="the operand's place is computed from what is no axis"
// CHECK-LABEL: uop.kernel @no_row(
// CHECK-SAME: opts [#uop.opt<stage operand 1 axes[0]>]
uop.kernel @no_row(%out: memref<8xf32> {uop.output}, %e: memref<1xi32>, %b: memref<64xf32> {uop.constant})
    opts [#uop.opt<stage operand 1 axes[0]>] {
  %c0 = arith.constant 0 : index
  %i = uop.range 0, 8 <global>
  %0 = uop.load %e[%c0] : memref<1xi32> -> i32
  %1 = arith.index_castui %0 : i32 to index
  %c8 = arith.constant 8 : index
  %2 = arith.minui %1, %c8 : index
  %3 = arith.addi %i, %2 : index
  %4 = uop.load %b[%3] : memref<64xf32> -> f32
  uop.store %4, %out[%i] : f32, memref<8xf32>
}

// Tests that a stage stays where later opts split an axis, or split the copies' axes.

// REMARK: Reason="an opt after it changes axes"
// CHECK-LABEL: uop.kernel @no_later(
uop.kernel @no_later(%out: memref<8xf32> {uop.output}, %b: memref<8xf32> {uop.constant})
    opts [#uop.opt<stage operand 0 axes[0]>, #uop.opt<upcast axis 1 amount 4>] {
  %i = uop.range 0, 8 <global>
  %0 = affine.apply affine_map<(d0) -> (-d0 + 7)>(%i)
  %1 = uop.load %b[%0] : memref<8xf32> -> f32
  uop.store %1, %out[%i] : f32, memref<8xf32>
}

// REMARK: Reason="an opt after it changes axes"
// REMARK: Reason="an opt before it changes axes in another way"
// CHECK-LABEL: uop.kernel @no_earlier(
uop.kernel @no_earlier(%out: memref<8xf32> {uop.output}, %a: memref<8xf32>, %b: memref<8xf32> {uop.constant})
    opts [#uop.opt<stage operand 0 axes[0]>, #uop.opt<upcast axis 1 amount 4>, #uop.opt<stage operand 1 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %0 = affine.apply affine_map<(d0) -> (-d0 + 7)>(%i)
  %1 = uop.load %a[%0] : memref<8xf32> -> f32
  %2 = uop.load %b[%0] : memref<8xf32> -> f32
  %3 = arith.addf %1, %2 : f32
  uop.store %3, %out[%i] : f32, memref<8xf32>
}

func.func @main(%a: tensor<8xf32>, %b: tensor<64xf32>, %e: tensor<1xi32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = tg.launch @no_row(%e, %b) : (tensor<1xi32>, tensor<64xf32>) -> tensor<8xf32>
  %1 = tg.launch @no_later(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = tg.launch @no_earlier(%a, %a) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
