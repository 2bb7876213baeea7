// RUN: tg-opt %s --uop-hoist-packing --mlir-print-local-scope | FileCheck %s
// RUN: tg-opt %s --uop-hoist-packing --remarks-filter=uop-hoist-packing -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-NOT: _pack
// REMARK-NOT: Passed

// Tests that a stage stays of an operand that the kernel does not have.

// REMARK: Reason="there is no such operand"
// CHECK-LABEL: uop.kernel @no_operand(
// CHECK-SAME: opts [#uop.opt<stage operand 3 axes[0]>]
uop.kernel @no_operand(%out: memref<8xf32> {uop.output}, %b: memref<8xf32> {uop.constant})
    opts [#uop.opt<stage operand 3 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %0 = affine.apply affine_map<(d0) -> (-d0 + 7)>(%i)
  %1 = uop.load %b[%0] : memref<8xf32> -> f32
  uop.store %1, %out[%i] : f32, memref<8xf32>
}

// Tests that a stage stays whose copy is staged again.

// REMARK: Reason="what it copies is staged again"
// CHECK-LABEL: uop.kernel @no_second(
uop.kernel @no_second(%out: memref<8xf32> {uop.output}, %b: memref<8xf32> {uop.constant})
    opts [#uop.opt<stage operand 0 axes[0]>, #uop.opt<stage operand 0 axes[1]>] {
  %i = uop.range 0, 8 <global>
  %0 = affine.apply affine_map<(d0) -> (-d0 + 7)>(%i)
  %1 = uop.load %b[%0] : memref<8xf32> -> f32
  uop.store %1, %out[%i] : f32, memref<8xf32>
}

// Tests that a stage stays whose number of elements is beyond 64 bits.

// REMARK: Reason="it has too many elements"
// CHECK-LABEL: uop.kernel @no_count(
uop.kernel @no_count(%out: memref<1xf32> {uop.output}, %b: memref<8xf32> {uop.constant})
    opts [#uop.opt<stage operand 0 axes[0, 1]>] {
  %c0 = arith.constant 0 : index
  %i = uop.range 0, 1099511627776 <reduce>
  %j = uop.range 1, 1099511627776 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) floordiv 549755813888)>(%i, %j)
  %1 = uop.load %b[%0] : memref<8xf32> -> f32
  %2 = uop.reduce <add> %1 over (%i, %j) : f32
  uop.store %2, %out[%c0] : f32, memref<1xf32>
}

// Tests that a place stays that a reduce decides.

// REMARK: Reason="the operand's place is computed from what is no axis"
// CHECK-LABEL: uop.kernel @no_reduce(
uop.kernel @no_reduce(%out: memref<8xf32> {uop.output}, %n: memref<4xi32>, %b: memref<64xf32> {uop.constant})
    opts [#uop.opt<stage operand 1 axes[0]>] {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 4 <reduce>
  %0 = uop.load %n[%k] : memref<4xi32> -> i32
  %1 = uop.reduce <maxui> %0 over (%k) : i32
  %2 = arith.index_castui %1 : i32 to index
  %3 = arith.addi %i, %2 : index
  %4 = uop.load %b[%3] : memref<64xf32> -> f32
  uop.store %4, %out[%i] : f32, memref<8xf32>
}

func.func @main(%b: tensor<8xf32>, %c: tensor<64xf32>, %n: tensor<4xi32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<8xf32>) {
  %0 = tg.launch @no_operand(%b) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.launch @no_second(%b) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = tg.launch @no_count(%b) : (tensor<8xf32>) -> tensor<1xf32>
  %3 = tg.launch @no_reduce(%n, %c) : (tensor<4xi32>, tensor<64xf32>) -> tensor<8xf32>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<8xf32>
}
