// RUN: tg-opt %s --uop-linearize --tg-verify-phase="phase=linear" | FileCheck %s

// Tests that a reduce is a loop inside of the loops over its result, which
// starts with the identity and carries the sum.
// CHECK-LABEL: uop.kernel @row_sum
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[SUM:.*]] = scf.for %[[K:.*]] = {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]])
// CHECK: %[[AT:.*]] = affine.apply #{{.*}}(%[[I]], %[[K]])
// CHECK: %[[V:.*]] = memref.load %{{.*}}[%[[AT]]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[ACC]], %[[V]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: memref.store %[[SUM]], %{{.*}}[%[[I]]]
uop.kernel @row_sum(%out: memref<4xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 0, 4 <global>
  %k = uop.range 1, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<32xf32> -> f32
  %2 = uop.reduce <add> %1 over (%k) : f32
  uop.store %2, %out[%i] : f32, memref<4xf32>
}

// Tests that a row's maximum is computed in the loop over rows, and that what
// depends on the rows only is computed before the loop over columns.
// CHECK-LABEL: uop.kernel @row_chain
// CHECK: scf.for
// CHECK:   scf.for
// CHECK:     arith.maximumf
// CHECK:   }
// CHECK:   math.exp
// CHECK:   scf.for
// CHECK-NOT: math.exp
// CHECK:     arith.subf
// CHECK:     memref.store
uop.kernel @row_chain(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 0, 4 <global>
  %j = uop.range 1, 8 <global>
  %k = uop.range 2, 8 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
  %1 = uop.load %x[%0] : memref<32xf32> -> f32
  %2 = uop.reduce <maximumf> %1 over (%k) : f32
  %3 = math.exp %2 : f32
  %4 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  %5 = uop.load %x[%4] : memref<32xf32> -> f32
  %6 = arith.subf %5, %3 : f32
  uop.store %6, %out[%4] : f32, memref<32xf32>
}

// Tests that a summed product is a multiply-add of vectors whose left operand
// is one scalar broadcast per row, and that no vector has two dimensions.
// CHECK-LABEL: uop.kernel @contraction
// CHECK: scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>) {
// CHECK-DAG: %[[A0:.*]] = memref.load
// CHECK-DAG: %[[A1:.*]] = memref.load
// CHECK-DAG: %[[B:.*]] = vector.load
// CHECK-DAG: vector.broadcast %[[A0]] : f32 to vector<8xf32>
// CHECK-DAG: vector.broadcast %[[A1]] : f32 to vector<8xf32>
// CHECK: vector.fma %{{.*}}, %[[B]], %{{.*}} : vector<8xf32>
// CHECK: vector.fma %{{.*}}, %[[B]], %{{.*}} : vector<8xf32>
// CHECK: vector.store {{.*}} vector<8xf32>
// CHECK: vector.store {{.*}} vector<8xf32>
uop.kernel @contraction(%out: memref<16xf32> {uop.output}, %a: memref<8xf32>, %b: memref<32xf32>) {
  %k = uop.range 0, 4 <reduce>
  %c0 = arith.constant 0 : index
  %bi = affine.apply affine_map<(k) -> (k * 8)>(%k)
  %0 = uop.load %a[%k] strides [4] : memref<8xf32> -> vector<2xf32>
  %1 = uop.load %b[%bi] strides [1] : memref<32xf32> -> vector<8xf32>
  %2 = vector.shape_cast %0 : vector<2xf32> to vector<2x1xf32>
  %3 = vector.broadcast %2 : vector<2x1xf32> to vector<2x8xf32>
  %4 = vector.broadcast %1 : vector<8xf32> to vector<2x8xf32>
  %5 = arith.mulf %3, %4 : vector<2x8xf32>
  %6 = uop.reduce <add> %5 over (%k) : vector<2x8xf32>
  uop.store %6, %out[%c0] strides [8, 1] : vector<2x8xf32>, memref<16xf32>
}

// Tests that a product that is used elsewhere too, or combined otherwise, is
// rounded.
// CHECK-LABEL: uop.kernel @no_contraction
// CHECK-NOT: vector.fma
// CHECK: arith.mulf
// CHECK: arith.maximumf
uop.kernel @no_contraction(%out: memref<8xf32> {uop.output}, %b: memref<32xf32>) {
  %k = uop.range 0, 4 <reduce>
  %c0 = arith.constant 0 : index
  %bi = affine.apply affine_map<(k) -> (k * 8)>(%k)
  %1 = uop.load %b[%bi] strides [1] : memref<32xf32> -> vector<8xf32>
  %5 = arith.mulf %1, %1 : vector<8xf32>
  %6 = uop.reduce <maximumf> %5 over (%k) : vector<8xf32>
  uop.store %6, %out[%c0] strides [1] : vector<8xf32>, memref<8xf32>
}

// Tests that an unrolled reduce over the lanes keeps one sum per lane in the
// loop and adds them up after it.
// CHECK-LABEL: uop.kernel @lanes
// CHECK: %[[SUMS:.*]] = scf.for {{.*}} -> (vector<8xf32>)
// CHECK:   arith.addf %{{.*}} : vector<8xf32>
// CHECK: }
// CHECK: vector.reduction <add>, %[[SUMS]] fastmath<reassoc>
uop.kernel @lanes(%out: memref<1xf32> {uop.output}, %x: memref<32xf32>) {
  %k = uop.range 0, 4 <reduce>
  %c0 = arith.constant 0 : index
  %at = affine.apply affine_map<(k) -> (k * 8)>(%k)
  %1 = uop.load %x[%at] strides [1] : memref<32xf32> -> vector<8xf32>
  %2 = uop.reduce <add> %1 over (%k) dims [0] : vector<8xf32> -> f32
  uop.store %2, %out[%c0] : f32, memref<1xf32>
}

// Tests that a masked access is one of its lanes, and that a gate that is the
// same for all lanes is a condition.
// CHECK-LABEL: uop.kernel @gates
// CHECK: vector.create_mask
// CHECK: vector.maskedload
// CHECK: %[[BEGIN:.*]] = arith.select %[[G:.*]], %{{.*}}, %{{.*}} : index
// CHECK: %[[L:.*]] = vector.load %{{.*}}[%[[BEGIN]]]
// CHECK: arith.select %[[G]], %[[L]], %{{.*}} : vector<8xf32>
// CHECK: scf.if %[[G]] {
// CHECK-NEXT: vector.store
uop.kernel @gates(%out: memref<32xf32> {uop.output}, %x: memref<27xf32>) {
  %i = uop.range 0, 4 <global>
  %at = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
  %left = affine.apply affine_map<(d0) -> (d0 * -8 + 27)>(%i)
  %c3 = arith.constant 3 : index
  %z = arith.constant dense<0.0> : vector<8xf32>
  %m = vector.create_mask %left : vector<8xi1>
  %g = arith.cmpi slt, %i, %c3 : index
  %0 = uop.load %x[%at] strides [1] mask %m else %z : memref<27xf32> -> vector<8xf32>
  %1 = uop.load %x[%at] strides [1] gate %g else %z : memref<27xf32> -> vector<8xf32>
  %2 = arith.addf %0, %1 : vector<8xf32>
  uop.store %2, %out[%at] strides [1] gate %g : vector<8xf32>, memref<32xf32>
}

// Tests that a mask that is known to be all true leaves a plain access.
// CHECK-LABEL: uop.kernel @no_gates
// CHECK-NOT: mask
// CHECK: vector.load
// CHECK: vector.store
uop.kernel @no_gates(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : vector<8xf32>
  %m = arith.constant dense<true> : vector<8xi1>
  %0 = uop.load %x[%c0] strides [1] mask %m else %z : memref<8xf32> -> vector<8xf32>
  uop.store %0, %out[%c0] strides [1] : vector<8xf32>, memref<8xf32>
}

// Tests that the THREAD axis is the outermost loop, over the caller's slice.
// CHECK-LABEL: uop.kernel @threads
// CHECK: %[[BEGIN:.*]], %[[END:.*]] = uop.slice
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK:   scf.for
uop.kernel @threads(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 0, 4 <global>
  %t = uop.range 1, 8 <thread>
  %at = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4)>(%i, %t)
  %0 = uop.load %x[%at] : memref<32xf32> -> f32
  uop.store %0, %out[%at] : f32, memref<32xf32>
}

// Tests that a stage is memory of the kernel, filled by a loop of its own.
// CHECK-LABEL: uop.kernel @stage
// CHECK: %[[S:.*]] = memref.alloca() {alignment = 64 : i64} : memref<32xf32>
// CHECK: scf.for
// CHECK:   memref.store %{{.*}}, %[[S]]
// CHECK: scf.for
// CHECK:   memref.load %[[S]]
// CHECK:   memref.store
uop.kernel @stage(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  %i = uop.range 0, 32 <global>
  %a = uop.range 1, 32 <loop>
  %v = uop.load %x[%a] : memref<32xf32> -> f32
  %s = uop.stage %v over (%a) : f32 -> memref<32xf32, #gpu.address_space<private>>
  %w = uop.load %s[%i] : memref<32xf32, #gpu.address_space<private>> -> f32
  uop.store %w, %out[%i] : f32, memref<32xf32>
}

// Tests that transposes, inserts and extracts only rename the parts of vectors.
// CHECK-LABEL: uop.kernel @renames
// CHECK: %[[A:.*]] = vector.load
// CHECK: %[[B:.*]] = vector.load
// CHECK-NOT: vector.{{transpose|insert|extract}}
// CHECK: vector.store %[[B]]
// CHECK: vector.store %[[A]]
uop.kernel @renames(%out: memref<16xf32> {uop.output}, %x: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : vector<2x1x8xf32>
  %0 = uop.load %x[%c0] strides [8, 8, 1] : memref<16xf32> -> vector<1x2x8xf32>
  %1 = vector.transpose %0, [1, 0, 2] : vector<1x2x8xf32> to vector<2x1x8xf32>
  %2 = vector.extract %1[0] : vector<1x8xf32> from vector<2x1x8xf32>
  %3 = vector.extract %1[1] : vector<1x8xf32> from vector<2x1x8xf32>
  %4 = vector.insert %3, %z [0] : vector<1x8xf32> into vector<2x1x8xf32>
  %5 = vector.insert %2, %4 [1] : vector<1x8xf32> into vector<2x1x8xf32>
  uop.store %5, %out[%c0] strides [8, 8, 1] : vector<2x1x8xf32>, memref<16xf32>
}

// Tests that an index vector is a gather of wide elements.
// CHECK-LABEL: uop.kernel @gather
// CHECK: vector.gather
uop.kernel @gather(%out: memref<8xf32> {uop.output}, %x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %at = arith.constant dense<[0, 7, 3, 1, 60, 2, 2, 9]> : vector<8xindex>
  %0 = uop.load %x[%at : vector<8xindex>] : memref<64xf32> -> vector<8xf32>
  uop.store %0, %out[%c0] strides [1] : vector<8xf32>, memref<8xf32>
}

// Tests that narrow elements, which have no gather, are loaded one by one.
// CHECK-LABEL: uop.kernel @no_gather
// CHECK-NOT: vector.gather
// CHECK-COUNT-8: memref.load
// CHECK: vector.from_elements
uop.kernel @no_gather(%out: memref<8xi8> {uop.output}, %x: memref<64xi8>) {
  %c0 = arith.constant 0 : index
  %at = arith.constant dense<[0, 7, 3, 1, 60, 2, 2, 9]> : vector<8xindex>
  %0 = uop.load %x[%at : vector<8xindex>] : memref<64xi8> -> vector<8xi8>
  uop.store %0, %out[%c0] strides [1] : vector<8xi8>, memref<8xi8>
}

// Tests that lanes that are no power of two are several vectors that are.
// CHECK-LABEL: uop.kernel @chunks
// CHECK: scf.for {{.*}} -> (vector<32xf32>, vector<16xf32>)
// CHECK: vector.reduction <add>, %{{.*}} : vector<32xf32> into f32
// CHECK: vector.reduction <add>, %{{.*}} : vector<16xf32> into f32
uop.kernel @chunks(%out: memref<1xf32> {uop.output}, %x: memref<192xf32>) {
  %k = uop.range 0, 4 <reduce>
  %c0 = arith.constant 0 : index
  %at = affine.apply affine_map<(k) -> (k * 48)>(%k)
  %1 = uop.load %x[%at] strides [1] : memref<192xf32> -> vector<48xf32>
  %2 = uop.reduce <add> %1 over (%k) dims [0] : vector<48xf32> -> f32
  uop.store %2, %out[%c0] : f32, memref<1xf32>
}

// Tests that they are one vector with lanes to spare where that takes fewer
// registers: such lanes are not loaded, not stored, and not in a sum.
// CHECK-LABEL: uop.kernel @spare_lanes
// CHECK: %[[VALID:.*]] = arith.constant dense<[true, true, true, true, true, true, true, false]>
// CHECK: vector.maskedload %{{.*}}, %[[VALID]], %{{.*}} : memref<28xf32>, vector<8xi1>, vector<8xf32>
// CHECK: vector.maskedstore %{{.*}} : memref<28xf32>, vector<8xi1>, vector<8xf32>
uop.kernel @spare_lanes(%out: memref<28xf32> {uop.output}, %x: memref<28xf32>) {
  %i = uop.range 0, 4 <global>
  %at = affine.apply affine_map<(i) -> (i * 7)>(%i)
  %1 = uop.load %x[%at] strides [1] : memref<28xf32> -> vector<7xf32>
  uop.store %1, %out[%at] strides [1] : vector<7xf32>, memref<28xf32>
}

// CHECK-LABEL: uop.kernel @spare_lanes_of_a_sum
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: scf.yield
// CHECK: %[[VALID:.*]] = arith.constant dense<[true, true, true, true, true, true, true, false]>
// CHECK: %[[ONE:.*]] = arith.constant dense<1.0
// CHECK: %[[KEPT:.*]] = arith.select %[[VALID]], %[[SUM]], %[[ONE]]
// CHECK: vector.reduction <mul>, %[[KEPT]]
uop.kernel @spare_lanes_of_a_sum(%out: memref<1xf32> {uop.output}, %x: memref<28xf32>) {
  %k = uop.range 0, 4 <reduce>
  %c0 = arith.constant 0 : index
  %at = affine.apply affine_map<(k) -> (k * 7)>(%k)
  %1 = uop.load %x[%at] strides [1] : memref<28xf32> -> vector<7xf32>
  %2 = uop.reduce <mul> %1 over (%k) dims [0] : vector<7xf32> -> f32
  uop.store %2, %out[%c0] : f32, memref<1xf32>
}

// Tests that many reads under one condition are a branch; a few are choices, as
// in @gates above.
// CHECK-LABEL: uop.kernel @branch
// CHECK: %[[V:.*]]:6 = scf.if %{{.*}} -> (vector<8xf32>, vector<8xf32>,
// CHECK-COUNT-6: vector.load
// CHECK: scf.yield
// CHECK: } else {
// CHECK: scf.yield
// CHECK: vector.store %[[V]]#5
uop.kernel @branch(%out: memref<192xf32> {uop.output}, %x: memref<192xf32>) {
  %i = uop.range 0, 4 <global>
  %at = affine.apply affine_map<(d0) -> (d0 * 48)>(%i)
  %c3 = arith.constant 3 : index
  %z = arith.constant dense<0.0> : vector<6x8xf32>
  %g = arith.cmpi slt, %i, %c3 : index
  %0 = uop.load %x[%at] strides [8, 1] gate %g else %z : memref<192xf32> -> vector<6x8xf32>
  uop.store %0, %out[%at] strides [8, 1] : vector<6x8xf32>, memref<192xf32>
}
