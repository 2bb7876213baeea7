// RUN: tg-opt %s --uop-linearize --mlir-print-local-scope | FileCheck %s

// Tests that what is computed with lanes that lie apart in memory is turned around
// by shuffles, and stored in rows along the dimension that is contiguous.

// CHECK-LABEL: uop.kernel @turned(
// CHECK-COUNT-4: vector.load %{{.*}} : memref<4096xf32>, vector<4xf32>
// CHECK-COUNT-4: arith.mulf %{{.*}} : vector<4xf32>
// CHECK-COUNT-8: vector.shuffle
// CHECK-COUNT-4: vector.store %{{.*}} : memref<4096xf32>, vector<4xf32>
// CHECK-NOT: memref.store
uop.kernel @turned(%out: memref<4096xf32> {uop.output}, %x: memref<4096xf32>) {
  %i = uop.range 0, 16 <global>
  %j = uop.range 1, 16 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1 * 4)>(%i, %j)
  %1 = uop.load %x[%0] strides [64, 1] : memref<4096xf32> -> vector<4x4xf32>
  %2 = arith.mulf %1, %1 : vector<4x4xf32>
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 * 256)>(%i, %j)
  uop.store %2, %out[%3] strides [1, 64] : vector<4x4xf32>, memref<4096xf32>
}

// Tests that five rows are a part of eight: the rest of a block is nothing, and the
// rows that are stored are masked; 16 lanes are two blocks.

// CHECK-LABEL: uop.kernel @narrow(
// CHECK: %[[MASK:.*]] = arith.constant dense<[true, true, true, true, true, false, false, false]> : vector<8xi1>
// CHECK: ub.poison : vector<8xf32>
// CHECK-COUNT-16: vector.maskedstore %{{.*}}, %[[MASK]], %{{.*}} : memref<1280xf32>, vector<8xi1>, vector<8xf32>
// CHECK-NOT: memref.store
// CHECK-NOT: vector.maskedstore
uop.kernel @narrow(%out: memref<1280xf32> {uop.output}, %x: memref<1280xf32>) {
  %i = uop.range 0, 16 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * 80)>(%i)
  %1 = uop.load %x[%0] strides [16, 1] : memref<1280xf32> -> vector<5x16xf32>
  %2 = arith.mulf %1, %1 : vector<5x16xf32>
  %3 = affine.apply affine_map<(d0) -> (d0 * 5)>(%i)
  uop.store %2, %out[%3] strides [1, 80] : vector<5x16xf32>, memref<1280xf32>
}

// Tests that the loads beside them are turned around likewise, without what lies
// beyond the rows.

// CHECK-LABEL: uop.kernel @narrow_load(
// CHECK-COUNT-16: vector.maskedload %{{.*}} : memref<1280xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NOT: memref.load
// CHECK-COUNT-5: vector.store %{{.*}} : memref<1280xf32>, vector<16xf32>
uop.kernel @narrow_load(%out: memref<1280xf32> {uop.output}, %x: memref<1280xf32>) {
  %i = uop.range 0, 16 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * 5)>(%i)
  %1 = uop.load %x[%0] strides [1, 80] : memref<1280xf32> -> vector<5x16xf32>
  %2 = arith.mulf %1, %1 : vector<5x16xf32>
  %3 = affine.apply affine_map<(d0) -> (d0 * 80)>(%i)
  uop.store %2, %out[%3] strides [16, 1] : vector<5x16xf32>, memref<1280xf32>
}

// Tests that elements are stored one by one where each has a condition, where no
// dimension is contiguous, and where rows are too short to be worth it.

// CHECK-LABEL: uop.kernel @no_gated(
// CHECK-NOT: vector.shuffle
// CHECK-COUNT-16: memref.store
uop.kernel @no_gated(%out: memref<4096xf32> {uop.output}, %x: memref<4096xf32>) {
  %i = uop.range 0, 16 <global>
  %j = uop.range 1, 16 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1 * 4)>(%i, %j)
  %1 = uop.load %x[%0] strides [64, 1] : memref<4096xf32> -> vector<4x4xf32>
  %2 = arith.mulf %1, %1 : vector<4x4xf32>
  %b = affine.apply affine_map<(d0) -> (d0 * -4 + 63)>(%i)
  %m = vector.create_mask %b : vector<4xi1>
  %g = vector.broadcast %m : vector<4xi1> to vector<4x4xi1>
  %3 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 * 256)>(%i, %j)
  uop.store %2, %out[%3] strides [1, 64] mask %g : vector<4x4xf32>, memref<4096xf32>
}

// CHECK-LABEL: uop.kernel @no_rows(
// CHECK-NOT: vector.shuffle
// CHECK-COUNT-8: memref.store
uop.kernel @no_rows(%out: memref<4096xf32> {uop.output}, %x: memref<4096xf32>) {
  %i = uop.range 0, 16 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
  %1 = uop.load %x[%0] strides [4, 1] : memref<4096xf32> -> vector<2x4xf32>
  %2 = arith.mulf %1, %1 : vector<2x4xf32>
  %3 = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
  uop.store %2, %out[%3] strides [1, 64] : vector<2x4xf32>, memref<4096xf32>
}
