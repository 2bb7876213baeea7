// Tests that lanes that run backwards are a register that is read as it lies, from the
// last lane on, and turned around.

// RUN: tg-opt %s --uop-linearize --canonicalize --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: uop.kernel @reversed(
// CHECK: %[[FIRST:.*]] = arith.addi %{{.*}}, %c-3
// CHECK: %[[READ:.*]] = vector.load %{{.*}}[%[[FIRST]]] : memref<64xf32>, vector<4xf32>
// CHECK: vector.shuffle %[[READ]], %[[READ]] [3, 2, 1, 0]
uop.kernel @reversed(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 0, 16 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * -4 + 63)>(%i)
  %1 = uop.load %x[%0] strides [-1] : memref<64xf32> -> vector<4xf32>
  %2 = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
  uop.store %1, %out[%2] strides [1] : vector<4xf32>, memref<64xf32>
}

// Tests that a mask is turned around, too, and one condition for all lanes is not.

// CHECK-LABEL: uop.kernel @masked(
// CHECK-DAG: %[[MASK:.*]] = arith.constant dense<[true, false, true, true]>
// CHECK: vector.maskedload %{{.*}}[%{{.*}}], %[[MASK]]
// CHECK: vector.shuffle %{{.*}} [3, 2, 1, 0]
uop.kernel @masked(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 0, 16 <global>
  %gate = arith.constant dense<[true, true, false, true]> : vector<4xi1>
  %other = arith.constant dense<1.0> : vector<4xf32>
  %0 = affine.apply affine_map<(d0) -> (d0 * -4 + 63)>(%i)
  %1 = uop.load %x[%0] strides [-1] mask %gate else %other : memref<64xf32> -> vector<4xf32>
  %2 = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
  uop.store %1, %out[%2] strides [1] : vector<4xf32>, memref<64xf32>
}

// CHECK-LABEL: uop.kernel @condition(
// CHECK: %[[GATE:.*]] = arith.cmpi slt
// CHECK: %[[PLACE:.*]] = arith.select %[[GATE]], %{{.*}}, %c0
// CHECK: vector.load %{{.*}}[%[[PLACE]]]
// CHECK-NOT: maskedload
// CHECK: vector.shuffle %{{.*}} [3, 2, 1, 0]
uop.kernel @condition(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) {
  %i = uop.range 0, 16 <global>
  %c8 = arith.constant 8 : index
  %gate = arith.cmpi slt, %i, %c8 : index
  %other = arith.constant dense<1.0> : vector<4xf32>
  %0 = affine.apply affine_map<(d0) -> (d0 * -4 + 63)>(%i)
  %1 = uop.load %x[%0] strides [-1] gate %gate else %other : memref<64xf32> -> vector<4xf32>
  %2 = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
  uop.store %1, %out[%2] strides [1] : vector<4xf32>, memref<64xf32>
}

// Tests that of five lanes in a register of eight nothing else is read.

// CHECK-LABEL: uop.kernel @five(
// CHECK: %[[VALID:.*]] = arith.constant dense<[false, false, false, true, true, true, true, true]>
// CHECK: %[[FIRST:.*]] = arith.addi %{{.*}}, %c-7
// CHECK: vector.maskedload %{{.*}}[%[[FIRST]]], %[[VALID]]
// CHECK: vector.shuffle %{{.*}} [7, 6, 5, 4, 3, 2, 1, 0]
uop.kernel @five(%out: memref<40xf32> {uop.output}, %x: memref<40xf32>) {
  %i = uop.range 0, 8 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * -5 + 39)>(%i)
  %1 = uop.load %x[%0] strides [-1] : memref<40xf32> -> vector<5xf32>
  %2 = affine.apply affine_map<(d0) -> (d0 * 5)>(%i)
  uop.store %1, %out[%2] strides [1] : vector<5xf32>, memref<40xf32>
}

// Tests that steps of two backwards are no register.

// CHECK-LABEL: uop.kernel @no_register(
// CHECK-NOT: vector.load
// CHECK: memref.load
uop.kernel @no_register(%out: memref<64xf32> {uop.output}, %x: memref<128xf32>) {
  %i = uop.range 0, 16 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * -8 + 127)>(%i)
  %1 = uop.load %x[%0] strides [-2] : memref<128xf32> -> vector<4xf32>
  %2 = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
  uop.store %1, %out[%2] strides [1] : vector<4xf32>, memref<64xf32>
}
