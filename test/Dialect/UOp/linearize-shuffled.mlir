// RUN: tg-opt %s --uop-linearize --canonicalize --mlir-print-local-scope | FileCheck %s

// Tests that lanes at a step of two are shuffled out of two registers, the second of
// which ends with the last lane.

// CHECK-LABEL: uop.kernel @pairs(
// CHECK: %[[LOW:.*]] = vector.load %{{.*}}[%[[AT:.*]]] : memref<1024xf32>, vector<8xf32>
// CHECK: %[[BEHIND:.*]] = arith.addi %[[AT]], %c7
// CHECK: %[[HIGH:.*]] = vector.load %{{.*}}[%[[BEHIND]]] : memref<1024xf32>, vector<8xf32>
// CHECK: vector.shuffle %[[LOW]], %[[HIGH]] [0, 2, 4, 6, 9, 11, 13, 15]
// CHECK-NOT: memref.load
uop.kernel @pairs(%out: memref<512xf32> {uop.output}, %x: memref<1024xf32>) {
  %i = uop.range 0, 64 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
  %1 = uop.load %x[%0] strides [2] : memref<1024xf32> -> vector<8xf32>
  %2 = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
  uop.store %1, %out[%2] strides [1] : vector<8xf32>, memref<512xf32>
}

// Tests that a step of three takes three registers and two shuffles.

// CHECK-LABEL: uop.kernel @triples(
// CHECK-COUNT-2: vector.load %{{.*}} : memref<1024xf32>, vector<8xf32>
// CHECK: %[[TWO:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0, 3, 6, 9, 12, 15, 6, 7]
// CHECK: vector.load %{{.*}} : memref<1024xf32>, vector<8xf32>
// CHECK: vector.shuffle %[[TWO]], %{{.*}} [0, 1, 2, 3, 4, 5, 12, 15]
uop.kernel @triples(%out: memref<256xf32> {uop.output}, %x: memref<1024xf32>) {
  %i = uop.range 0, 32 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * 32)>(%i)
  %1 = uop.load %x[%0] strides [3] : memref<1024xf32> -> vector<8xf32>
  %2 = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
  uop.store %1, %out[%2] strides [1] : vector<8xf32>, memref<256xf32>
}

// Tests that of a constant mask each register has the lanes in it, and nothing else
// is read.

// CHECK-LABEL: uop.kernel @masked(
// CHECK-DAG: %[[M0:.*]] = arith.constant dense<[false, false, true, false]> : vector<4xi1>
// CHECK-DAG: %[[M1:.*]] = arith.constant dense<[false, true, false, true]> : vector<4xi1>
// CHECK-DAG: %[[ALL:.*]] = arith.constant dense<[false, true, true, true]> : vector<4xi1>
// CHECK: vector.maskedload %{{.*}}, %[[M0]]
// CHECK: vector.maskedload %{{.*}}, %[[M1]]
// CHECK: vector.shuffle %{{.*}} [0, 2, 5, 7]
// CHECK: arith.select %[[ALL]]
uop.kernel @masked(%out: memref<512xf32> {uop.output}, %x: memref<1024xf32>) {
  %i = uop.range 0, 128 <global>
  %gate = arith.constant dense<[false, true, true, true]> : vector<4xi1>
  %other = arith.constant dense<1.0> : vector<4xf32>
  %0 = affine.apply affine_map<(d0) -> (d0 * 8 - 1)>(%i)
  %1 = uop.load %x[%0] strides [2] mask %gate else %other : memref<1024xf32> -> vector<4xf32>
  %2 = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
  uop.store %1, %out[%2] strides [1] : vector<4xf32>, memref<512xf32>
}

// Tests that a wider step is read lane by lane.

// CHECK-LABEL: uop.kernel @no_wide_step(
// CHECK-NOT: vector.shuffle
// CHECK-COUNT-4: memref.load
uop.kernel @no_wide_step(%out: memref<256xf32> {uop.output}, %x: memref<2048xf32>) {
  %i = uop.range 0, 64 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * 32)>(%i)
  %1 = uop.load %x[%0] strides [5] : memref<2048xf32> -> vector<4xf32>
  %2 = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
  uop.store %1, %out[%2] strides [1] : vector<4xf32>, memref<256xf32>
}
