// RUN: tg-opt %s --uop-linearize --tg-verify-phase="phase=linear" | FileCheck %s

// Tests that the lanes of four rows are combined two rows at a time, the halves
// of which fill a register, and that the totals are one vector, in the order of
// the rows.
// CHECK-LABEL: uop.kernel @four_rows
// CHECK: %[[ROWS:.*]]:4 = scf.for
// CHECK-NOT: vector.reduction
// CHECK: %[[A:.*]] = vector.shuffle %[[ROWS]]#0, %[[ROWS]]#2 [0, 1, 4, 5]
// CHECK: %[[B:.*]] = vector.shuffle %[[ROWS]]#0, %[[ROWS]]#2 [2, 3, 6, 7]
// CHECK: %[[EVEN:.*]] = arith.addf %[[A]], %[[B]] : vector<4xf32>
// CHECK: vector.shuffle %[[ROWS]]#1, %[[ROWS]]#3 [0, 1, 4, 5]
// CHECK: vector.shuffle %[[ROWS]]#1, %[[ROWS]]#3 [2, 3, 6, 7]
// CHECK: %[[ODD:.*]] = arith.addf
// CHECK: %[[C:.*]] = vector.shuffle %[[EVEN]], %[[ODD]] [0, 4, 2, 6]
// CHECK: %[[D:.*]] = vector.shuffle %[[EVEN]], %[[ODD]] [1, 5, 3, 7]
// CHECK: %[[TOTALS:.*]] = arith.addf %[[C]], %[[D]] : vector<4xf32>
// CHECK: vector.store %[[TOTALS]]
uop.kernel @four_rows(%out: memref<4xf32> {uop.output}, %x: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %k = uop.range 0, 8 <reduce>
  %at = affine.apply affine_map<(k) -> (k * 4)>(%k)
  %1 = uop.load %x[%at] strides [32, 1] : memref<128xf32> -> vector<4x4xf32>
  %2 = uop.reduce <add> %1 over (%k) dims [1] : vector<4x4xf32> -> vector<4xf32>
  uop.store %2, %out[%c0] strides [1] : vector<4xf32>, memref<4xf32>
}

// Tests that long rows are halved alone, as whole registers, before two of them
// fill one, and what is left of two rows is halved in its place.
// CHECK-LABEL: uop.kernel @two_long_rows
// CHECK: %[[ROWS:.*]]:2 = scf.for
// CHECK: vector.shuffle %[[ROWS]]#0, %[[ROWS]]#0 [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: vector.shuffle %[[ROWS]]#0, %[[ROWS]]#0 [8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: %[[FIRST:.*]] = arith.maxsi %{{.*}} : vector<8xi32>
// CHECK: %[[SECOND:.*]] = arith.maxsi %{{.*}} : vector<8xi32>
// CHECK: vector.shuffle %[[FIRST]], %[[SECOND]] [0, 1, 2, 3, 8, 9, 10, 11]
// CHECK: vector.shuffle %[[FIRST]], %[[SECOND]] [4, 5, 6, 7, 12, 13, 14, 15]
// CHECK: %[[BOTH:.*]] = arith.maxsi %{{.*}} : vector<8xi32>
// CHECK: vector.shuffle %[[BOTH]], %[[BOTH]] [0, 1, 4, 5]
// CHECK: arith.maxsi %{{.*}} : vector<4xi32>
// CHECK: %[[TOTALS:.*]] = arith.maxsi %{{.*}} : vector<2xi32>
// CHECK: vector.store %[[TOTALS]]
uop.kernel @two_long_rows(%out: memref<2xi32> {uop.output}, %x: memref<128xi32>) {
  %c0 = arith.constant 0 : index
  %k = uop.range 0, 4 <reduce>
  %at = affine.apply affine_map<(k) -> (k * 16)>(%k)
  %1 = uop.load %x[%at] strides [64, 1] : memref<128xi32> -> vector<2x16xi32>
  %2 = uop.reduce <maxsi> %1 over (%k) dims [1] : vector<2x16xi32> -> vector<2xi32>
  uop.store %2, %out[%c0] strides [1] : vector<2xi32>, memref<2xi32>
}

// Tests that six rows are three times two.
// CHECK-LABEL: uop.kernel @six_rows
// CHECK-NOT: vector.reduction
// CHECK-COUNT-6: vector.extract %{{.*}} : f32 from vector<2xf32>
// CHECK-NOT: vector.reduction
uop.kernel @six_rows(%out: memref<6xf32> {uop.output}, %x: memref<192xf32>) {
  %c0 = arith.constant 0 : index
  %k = uop.range 0, 8 <reduce>
  %at = affine.apply affine_map<(k) -> (k * 4)>(%k)
  %1 = uop.load %x[%at] strides [32, 1] : memref<192xf32> -> vector<6x4xf32>
  %2 = uop.reduce <add> %1 over (%k) dims [1] : vector<6x4xf32> -> vector<6xf32>
  uop.store %2, %out[%c0] strides [1] : vector<6xf32>, memref<6xf32>
}

// Tests that an odd number of rows are reduced one by one.
// CHECK-LABEL: uop.kernel @three_rows
// CHECK-COUNT-3: vector.reduction <add>
uop.kernel @three_rows(%out: memref<3xf32> {uop.output}, %x: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %k = uop.range 0, 8 <reduce>
  %at = affine.apply affine_map<(k) -> (k * 4)>(%k)
  %1 = uop.load %x[%at] strides [32, 1] : memref<96xf32> -> vector<3x4xf32>
  %2 = uop.reduce <add> %1 over (%k) dims [1] : vector<3x4xf32> -> vector<3xf32>
  uop.store %2, %out[%c0] strides [1] : vector<3xf32>, memref<3xf32>
}

// Tests that rows of several vectors each are reduced one by one.
// CHECK-LABEL: uop.kernel @chunked_rows
// CHECK-COUNT-4: vector.reduction <add>
uop.kernel @chunked_rows(%out: memref<2xf32> {uop.output}, %x: memref<384xf32>) {
  %c0 = arith.constant 0 : index
  %k = uop.range 0, 4 <reduce>
  %at = affine.apply affine_map<(k) -> (k * 48)>(%k)
  %1 = uop.load %x[%at] strides [192, 1] : memref<384xf32> -> vector<2x48xf32>
  %2 = uop.reduce <add> %1 over (%k) dims [1] : vector<2x48xf32> -> vector<2xf32>
  uop.store %2, %out[%c0] strides [1] : vector<2xf32>, memref<2xf32>
}

// Tests that threads of a GPU, which have no vector registers, reduce one by
// one.
// CHECK-LABEL: uop.kernel @of_a_gpu
// CHECK-COUNT-4: vector.reduction <add>
uop.kernel @of_a_gpu(%out: memref<4xf32> {uop.output}, %x: memref<128xf32>) attributes {uop.grid = affine_map<() -> (1, 1, 1)>, uop.block = array<i64: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %k = uop.range 0, 8 <reduce>
  %at = affine.apply affine_map<(k) -> (k * 4)>(%k)
  %1 = uop.load %x[%at] strides [32, 1] : memref<128xf32> -> vector<4x4xf32>
  %2 = uop.reduce <add> %1 over (%k) dims [1] : vector<4x4xf32> -> vector<4xf32>
  uop.store %2, %out[%c0] strides [1] : vector<4xf32>, memref<4xf32>
}
