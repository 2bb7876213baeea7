// Tests that what does not matter in a kernel goes: values, gates, opts and arguments; and
// that the op that does stays.

// RUN: tg-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/finds.sh test-arg=math.sqrt' -o %t
// RUN: tg-reduce %t --reduction-tree='traversal-mode=0 test=%S/Inputs/finds.sh test-arg=math.sqrt' | FileCheck %s

// CHECK: uop.kernel @k(%[[OUT:.*]]: memref<64xf32> {uop.output}, %[[A:.*]]: memref<64xf32>) opts [] {
// CHECK-NEXT: %[[I:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[X:.*]] = uop.load %[[A]][%[[I]]] : memref<64xf32> -> f32
// CHECK-NEXT: %[[S:.*]] = math.sqrt %[[X]] : f32
// CHECK-NEXT: uop.store %[[S]], %[[OUT]][%[[I]]] : f32, memref<64xf32>
// CHECK-NEXT: }
uop.kernel @k(%out: memref<64xf32> {uop.output}, %a: memref<64xf32>, %b: memref<64xf32>)
    opts [#uop.opt<upcast axis 0 amount 8>] {
  %i = uop.range 0, 64 <global>
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %in = arith.cmpi sge, %i, %c3 : index
  %x = uop.load %a[%i] : memref<64xf32> -> f32
  %y = uop.load %b[%i] gate %in else %zero : memref<64xf32> -> f32
  %e = math.exp %x : f32
  %s = math.sqrt %e : f32
  %p = arith.mulf %s, %y : f32
  uop.store %p, %out[%i] : f32, memref<64xf32>
}
