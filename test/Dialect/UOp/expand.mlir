// RUN: tg-opt %s --uop-expand --tg-verify-phase="phase=expanded" | FileCheck %s

// Tests that an upcast axis becomes a dimension, and its index a base and a
// stride.
// CHECK: #[[$BASE:.*]] = affine_map<()[s0] -> (s0 * 8)>
// CHECK-LABEL: uop.kernel @upcast
// CHECK-NEXT: %[[I:.*]] = uop.range 0, 4 <global>
// CHECK-NOT: upcast
// CHECK: %[[AT:.*]] = affine.apply #[[$BASE]]()[%[[I]]]
// CHECK: %[[V:.*]] = uop.load %{{.*}}[%[[AT]]] strides [1] : memref<32xf32> -> vector<8xf32>
// CHECK: %[[N:.*]] = arith.negf %[[V]] : vector<8xf32>
// CHECK: uop.store %[[N]], %{{.*}}[%{{.*}}] strides [1] : vector<8xf32>, memref<32xf32>
uop.kernel @upcast(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 0, 4 <global>
  %u = uop.range 1, 8 <upcast>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %u)
  %1 = uop.load %x[%0] : memref<32xf32> -> f32
  %2 = arith.negf %1 : f32
  uop.store %2, %out[%0] : f32, memref<32xf32>
}

// Tests that what depends on no upcast or unroll axis stays as it is.
// CHECK-LABEL: uop.kernel @no_vectors
// CHECK: uop.load %{{.*}}[%{{.*}}] : memref<32xf32> -> f32
// CHECK: arith.negf %{{.*}} : f32
// CHECK: uop.store %{{.*}}, %{{.*}}[%{{.*}}] : f32, memref<32xf32>
uop.kernel @no_vectors(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 0, 32 <global>
  %1 = uop.load %x[%i] : memref<32xf32> -> f32
  %2 = arith.negf %1 : f32
  uop.store %2, %out[%i] : f32, memref<32xf32>
}

// Tests that an operand lacking an axis is broadcast along it, a row as it is, a
// column through a unit dimension, and that an unroll axis is reduced as dims.
// CHECK-LABEL: uop.kernel @broadcasts
// CHECK: %[[A:.*]] = uop.load %{{.*}}[%{{.*}}] strides [24, 1] : memref<96xf32> -> vector<4x3xf32>
// CHECK: %[[B:.*]] = uop.load %{{.*}}[%{{.*}}] strides [16, 1] : memref<384xf32> -> vector<3x16xf32>
// CHECK: %[[C:.*]] = vector.shape_cast %[[A]] : vector<4x3xf32> to vector<4x3x1xf32>
// CHECK: %[[D:.*]] = vector.broadcast %[[C]] : vector<4x3x1xf32> to vector<4x3x16xf32>
// CHECK: %[[E:.*]] = vector.broadcast %[[B]] : vector<3x16xf32> to vector<4x3x16xf32>
// CHECK: %[[P:.*]] = arith.mulf %[[D]], %[[E]]
// CHECK: uop.reduce <add> %[[P]] over (%{{.*}}) dims [1] : vector<4x3x16xf32> -> vector<4x16xf32>
uop.kernel @broadcasts(%out: memref<64xf32> {uop.output}, %a: memref<96xf32>, %b: memref<384xf32>) {
  %k = uop.range 0, 8 <reduce>
  %i = uop.range 1, 4 <upcast>
  %j = uop.range 2, 16 <upcast>
  %u = uop.range 3, 3 <unroll>
  %ai = affine.apply affine_map<(i, k, u) -> (i * 24 + k * 3 + u)>(%i, %k, %u)
  %bi = affine.apply affine_map<(k, u, j) -> ((k * 3 + u) * 16 + j)>(%k, %u, %j)
  %ci = affine.apply affine_map<(i, j) -> (i * 16 + j)>(%i, %j)
  %x = uop.load %a[%ai] : memref<96xf32> -> f32
  %y = uop.load %b[%bi] : memref<384xf32> -> f32
  %p = arith.mulf %x, %y : f32
  %s = uop.reduce <add> %p over (%k, %u) : f32
  uop.store %s, %out[%ci] : f32, memref<64xf32>
}

// Tests that the axis along which most accesses are contiguous is the last
// dimension, whatever its id.
// CHECK-LABEL: uop.kernel @lanes_last
// CHECK: uop.load %{{.*}}[%{{.*}}] strides [8, 1] : memref<32xf32> -> vector<4x8xf32>
uop.kernel @lanes_last(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %j = uop.range 0, 8 <upcast>
  %i = uop.range 1, 4 <upcast>
  %0 = affine.apply affine_map<(j, i) -> (i * 8 + j)>(%j, %i)
  %1 = uop.load %x[%0] : memref<32xf32> -> f32
  uop.store %1, %out[%0] : f32, memref<32xf32>
}

// Tests that a comparison that bounds one axis is a mask of the first lanes, and
// its negation where it is bounded from below.
// CHECK-LABEL: uop.kernel @masks
// CHECK: %[[LESS:.*]] = vector.create_mask %{{.*}} : vector<8xi1>
// CHECK: %[[BELOW:.*]] = vector.create_mask %{{.*}} : vector<8xi1>
// CHECK: %[[ALL:.*]] = arith.constant dense<true>
// CHECK: %[[ABOVE:.*]] = arith.xori %[[BELOW]], %[[ALL]]
// CHECK: %[[MASK:.*]] = arith.andi %[[LESS]], %[[ABOVE]]
// CHECK: uop.load %{{.*}}[%{{.*}}] strides [1] mask %[[MASK]] else
uop.kernel @masks(%out: memref<32xf32> {uop.output}, %x: memref<27xf32>) {
  %i = uop.range 0, 4 <global>
  %u = uop.range 1, 8 <upcast>
  %at = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %u)
  %from = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1 - 2)>(%i, %u)
  %n = arith.constant 27 : index
  %zero = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %g0 = arith.cmpi slt, %from, %n : index
  %g1 = arith.cmpi sge, %from, %zero : index
  %g = arith.andi %g0, %g1 : i1
  %v = uop.load %x[%from] gate %g else %z : memref<27xf32> -> f32
  uop.store %v, %out[%at] : f32, memref<32xf32>
}

// Tests that the bound is divided by the step of the lanes, and that each place of an
// unrolled window has a mask.
// CHECK-LABEL: uop.kernel @strided_masks
// CHECK: %[[NONE:.*]] = arith.constant dense<false> : vector<2x8xi1>
// CHECK: %[[FIRST:.*]] = arith.xori
// CHECK: %[[ONE:.*]] = vector.insert %[[FIRST]], %[[NONE]] [0] : vector<8xi1> into vector<2x8xi1>
// CHECK: %[[SECOND:.*]] = arith.xori
// CHECK: vector.insert %[[SECOND]], %[[ONE]] [1] : vector<8xi1> into vector<2x8xi1>
uop.kernel @strided_masks(%out: memref<32xf32> {uop.output}, %x: memref<65xf32>) {
  %i = uop.range 0, 4 <global>
  %w = uop.range 1, 2 <unroll>
  %u = uop.range 2, 8 <upcast>
  %at = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %u)
  %from = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16 + d1 * 2 + d2 - 1)>(%i, %u, %w)
  %zero = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %g = arith.cmpi sge, %from, %zero : index
  %v = uop.load %x[%from] gate %g else %z : memref<65xf32> -> f32
  %r = uop.reduce <add> %v over (%w) : f32
  uop.store %r, %out[%at] : f32, memref<32xf32>
}

// Tests that a comparison of two axes is one of vectors.
// CHECK-LABEL: uop.kernel @no_masks
// CHECK-NOT: create_mask
// CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : vector<4x8xindex>
uop.kernel @no_masks(%out: memref<32xi8> {uop.output}) {
  %i = uop.range 0, 4 <upcast>
  %u = uop.range 1, 8 <upcast>
  %at = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %u)
  %c = arith.cmpi slt, %i, %u : index
  %b = arith.extui %c : i1 to i8
  uop.store %b, %out[%at] : i8, memref<32xi8>
}

// Tests that a division by what an aligned axis does not cross leaves its
// stride constant.
// CHECK-LABEL: uop.kernel @aligned_division
// CHECK: uop.load %{{.*}}[%{{.*}}] strides [1] : memref<128xf32> -> vector<8xf32>
uop.kernel @aligned_division(%out: memref<128xf32> {uop.output}, %x: memref<128xf32>) {
  %i = uop.range 0, 16 <global>
  %u = uop.range 1, 8 <upcast>
  %at = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %u)
  %from = affine.apply affine_map<(d0) -> ((d0 mod 32) + (d0 floordiv 32) * 32)>(%at)
  %v = uop.load %x[%from] : memref<128xf32> -> f32
  uop.store %v, %out[%at] : f32, memref<128xf32>
}

// Tests that an index that the lanes carry over a multiple of the divisor is
// a vector of indices.
// CHECK-LABEL: uop.kernel @no_aligned_division
// CHECK: uop.load %{{.*}}[%{{.*}} : vector<8xindex>] : memref<128xf32> -> vector<8xf32>
uop.kernel @no_aligned_division(%out: memref<128xf32> {uop.output}, %x: memref<128xf32>) {
  %i = uop.range 0, 16 <global>
  %u = uop.range 1, 8 <upcast>
  %at = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %u)
  %from = affine.apply affine_map<(d0) -> ((d0 mod 12) * 4)>(%at)
  %v = uop.load %x[%from] : memref<128xf32> -> f32
  uop.store %v, %out[%at] : f32, memref<128xf32>
}

// Tests that rows at places that are data are loads of their own, contiguous.
// CHECK-LABEL: uop.kernel @rows
// CHECK: %[[N:.*]] = arith.index_cast %{{.*}} : vector<2xi32> to vector<2xindex>
// CHECK: vector.extract %[[N]][0]
// CHECK: %[[FIRST:.*]] = uop.load %{{.*}} strides [1] : memref<160xf32> -> vector<16xf32>
// CHECK: vector.extract %[[N]][1]
// CHECK: %[[SECOND:.*]] = uop.load %{{.*}} strides [1] : memref<160xf32> -> vector<16xf32>
// CHECK: vector.insert %[[FIRST]], %{{.*}} [0]
// CHECK: vector.insert %[[SECOND]], %{{.*}} [1]
uop.kernel @rows(%out: memref<32xf32> {uop.output}, %t: memref<160xf32>, %n: memref<2xi32>) {
  %i = uop.range 0, 2 <upcast>
  %j = uop.range 1, 16 <upcast>
  %r = uop.load %n[%i] : memref<2xi32> -> i32
  %ri = arith.index_cast %r : i32 to index
  %from = affine.apply affine_map<(r, j) -> (r * 16 + j)>(%ri, %j)
  %v = uop.load %t[%from] : memref<160xf32> -> f32
  %to = affine.apply affine_map<(i, j) -> (i * 16 + j)>(%i, %j)
  uop.store %v, %out[%to] : f32, memref<32xf32>
}

// Tests that an upcast axis of no positions stays a loop.
// CHECK-LABEL: uop.kernel @empty_axis
// CHECK: uop.range 0, 0 <loop>
uop.kernel @empty_axis(%out: memref<0xf32> {uop.output}, %x: memref<1xf32>) {
  %i = uop.range 0, 0 <upcast>
  %c0 = arith.constant 0 : index
  %v = uop.load %x[%c0] : memref<1xf32> -> f32
  uop.store %v, %out[%i] : f32, memref<0xf32>
}

// Tests that the last ranges of a stage become the dimensions of its value.
// CHECK-LABEL: uop.kernel @stage
// CHECK: uop.stage %{{.*}} over (%{{.*}}) : vector<8xf32> -> memref<32xf32, #gpu.address_space<private>>
uop.kernel @stage(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 0, 32 <global>
  %a = uop.range 1, 4 <loop>
  %u = uop.range 2, 8 <upcast>
  %at = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%a, %u)
  %v = uop.load %x[%at] : memref<32xf32> -> f32
  %s = uop.stage %v over (%a, %u) : f32 -> memref<32xf32, #gpu.address_space<private>>
  %back = affine.apply affine_map<(i) -> (31 - i)>(%i)
  %w = uop.load %s[%back] : memref<32xf32, #gpu.address_space<private>> -> f32
  uop.store %w, %out[%i] : f32, memref<32xf32>
}

// Tests that lanes run along results rather than along a window of three, which a reduce
// would have to combine, and along three lanes that none does.
// CHECK-LABEL: uop.kernel @window
// CHECK: uop.load %arg1[%{{.*}}] strides [1, 2] : memref<120xf32> -> vector<3x7xf32>
// CHECK: uop.store %{{.*}}, %arg0[%{{.*}}] strides [1] : vector<7xf32>
uop.kernel @window(%out: memref<56xf32> {uop.output}, %x: memref<120xf32>, %w: memref<3xf32>) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 7 <upcast>
  %k = uop.range 2, 3 <unroll>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 15 + d1 * 2 + d2)>(%i, %j, %k)
  %1 = uop.load %x[%0] : memref<120xf32> -> f32
  %2 = uop.load %w[%k] : memref<3xf32> -> f32
  %3 = arith.mulf %1, %2 : f32
  %4 = uop.reduce <add> %3 over (%k) : f32
  %5 = affine.apply affine_map<(d0, d1) -> (d0 * 7 + d1)>(%i, %j)
  uop.store %4, %out[%5] : f32, memref<56xf32>
}

// CHECK-LABEL: uop.kernel @three_lanes
// CHECK: uop.store %{{.*}}, %arg0[%{{.*}}] strides [48, 1] : vector<2x3xf32>
uop.kernel @three_lanes(%out: memref<96xf32> {uop.output}, %x: memref<96xf32>) {
  %i = uop.range 0, 16 <global>
  %j = uop.range 1, 3 <upcast>
  %k = uop.range 2, 2 <upcast>
  %0 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 3 + d1 + d2 * 48)>(%i, %j, %k)
  %1 = uop.load %x[%0] : memref<96xf32> -> f32
  uop.store %1, %out[%0] : f32, memref<96xf32>
}
