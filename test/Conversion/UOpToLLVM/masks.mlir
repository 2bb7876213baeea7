// RUN: tg-opt %s --convert-uop-to-llvm | FileCheck %s

// Tests that a mask that canonicalize found to be constant is lowered like others.
// CHECK-LABEL: llvm.func @constant_mask
// CHECK: %[[M:.*]] = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false]>
// CHECK: llvm.intr.masked.load %{{.*}}, %[[M]]
uop.kernel @constant_mask(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %other = arith.constant dense<1.5> : vector<8xf32>
  %mask = vector.constant_mask [5] : vector<8xi1>
  %0 = vector.maskedload %x[%c0], %mask, %other : memref<8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.store %0, %out[%c0] : memref<8xf32>, vector<8xf32>
}
