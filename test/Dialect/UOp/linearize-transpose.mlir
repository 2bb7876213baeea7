// RUN: tg-opt %s --uop-linearize --mlir-print-local-scope | FileCheck %s

// Tests that a load whose lanes lie apart reads rows along the dimension that is
// contiguous, and turns them around by shuffles: two of them a row for 4 lanes.

// CHECK-LABEL: uop.kernel @turned(
// CHECK-COUNT-4: vector.load %{{.*}} : memref<4096xf32>, vector<4xf32>
// CHECK-COUNT-8: vector.shuffle
// CHECK-NOT: memref.load
// CHECK-COUNT-4: vector.store %{{.*}} : memref<4096xf32>, vector<4xf32>
uop.kernel @turned(%out: memref<4096xf32> {uop.output}, %x: memref<4096xf32>) {
  %i = uop.range 0, 16 <global>
  %j = uop.range 1, 16 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 * 256)>(%i, %j)
  %1 = uop.load %x[%0] strides [1, 64] : memref<4096xf32> -> vector<4x4xf32>
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1 * 4)>(%i, %j)
  uop.store %1, %out[%2] strides [64, 1] : vector<4x4xf32>, memref<4096xf32>
}

// Tests that at an edge the rows are masked, and all of one beyond it.

// CHECK-LABEL: uop.kernel @edges(
// CHECK: scf.if %{{.*}} -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-COUNT-4: vector.load
// CHECK: } else {
// CHECK: arith.minsi
// CHECK: arith.select
// CHECK: vector.create_mask
// CHECK: vector.maskedload
// CHECK-COUNT-8: vector.shuffle
uop.kernel @edges(%out: memref<225xf32> {uop.output}, %x: memref<225xf32>) {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 4 <global>
  %zero = arith.constant dense<0.0> : vector<4x4xf32>
  %b = affine.apply affine_map<(d0) -> (d0 * -4 + 15)>(%i)
  %c = affine.apply affine_map<(d0) -> (d0 * -4 + 15)>(%j)
  %mi = vector.create_mask %b : vector<4xi1>
  %mj = vector.create_mask %c : vector<4xi1>
  %col = vector.shape_cast %mi : vector<4xi1> to vector<4x1xi1>
  %rows = vector.broadcast %col : vector<4x1xi1> to vector<4x4xi1>
  %lanes = vector.broadcast %mj : vector<4xi1> to vector<4x4xi1>
  %g = arith.andi %rows, %lanes : vector<4x4xi1>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 * 60)>(%i, %j)
  %1 = uop.load %x[%0] strides [1, 15] mask %g else %zero : memref<225xf32> -> vector<4x4xf32>
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 60 + d1 * 4)>(%i, %j)
  uop.store %1, %out[%2] strides [15, 1] mask %g : vector<4x4xf32>, memref<225xf32>
}

// Tests that no dimension is turned whose rows are no whole register, nor where
// no dimension is contiguous.

// CHECK-LABEL: uop.kernel @no_whole_rows(
// CHECK-NOT: vector.shuffle
uop.kernel @no_whole_rows(%out: memref<4096xf32> {uop.output}, %x: memref<4096xf32>) {
  %i = uop.range 0, 16 <global>
  %j = uop.range 1, 16 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1 * 256)>(%i, %j)
  %1 = uop.load %x[%0] strides [1, 64] : memref<4096xf32> -> vector<3x4xf32>
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1 * 4)>(%i, %j)
  uop.store %1, %out[%2] strides [64, 1] : vector<3x4xf32>, memref<4096xf32>
}

// CHECK-LABEL: uop.kernel @no_contiguous_dim(
// CHECK-NOT: vector.shuffle
uop.kernel @no_contiguous_dim(%out: memref<4096xf32> {uop.output}, %x: memref<4096xf32>) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 16 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1 * 256)>(%i, %j)
  %1 = uop.load %x[%0] strides [2, 64] : memref<4096xf32> -> vector<4x4xf32>
  %2 = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1 * 4)>(%i, %j)
  uop.store %1, %out[%2] strides [64, 1] : vector<4x4xf32>, memref<4096xf32>
}
