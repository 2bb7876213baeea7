// RUN: tg-opt %s --uop-simplify-index --mlir-print-local-scope | FileCheck %s

// Tests that splitting a linear index undoes its making, and that the load then
// has no index arithmetic at all.

// CHECK-LABEL: uop.kernel @round_trip
uop.kernel @round_trip(%out: memref<32xf32> {uop.output}, %x: memref<8xf32>, %y: memref<4xf32>) {
  // CHECK: %[[I:.*]] = uop.range 0, 8
  %i = uop.range 0, 8 <global>
  // CHECK: %[[J:.*]] = uop.range 1, 4
  %j = uop.range 1, 4 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
  %1 = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%0)
  %2 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%0)
  // CHECK-NEXT: uop.load %{{.*}}[%[[I]]]
  %3 = uop.load %x[%1] : memref<8xf32> -> f32
  // CHECK-NEXT: uop.load %{{.*}}[%[[J]]]
  %4 = uop.load %y[%2] : memref<4xf32> -> f32
  %5 = arith.addf %3, %4 : f32
  // CHECK: %[[L:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[I]], %[[J]])
  // CHECK-NEXT: uop.store %{{.*}}, %{{.*}}[%[[L]]]
  uop.store %5, %out[%0] : f32, memref<32xf32>
}

// Tests that sizes that are variables simplify too.

// CHECK-LABEL: uop.kernel @dynamic
uop.kernel @dynamic(%out: memref<320xf32> {uop.output}, %x: memref<320xf32>,
                    %n: index {uop.variable = "n", uop.bounds = [1, 40]}) {
  // CHECK: %[[J:.*]] = uop.range 0, 8
  %j = uop.range 0, 8 <global>
  // CHECK: %[[I:.*]] = uop.range 1, %[[N:.*]] <global>
  %i = uop.range 1, %n <global>
  %0 = affine.apply affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%j, %i)[%n]
  %1 = affine.apply affine_map<(d0)[s0] -> ((d0 mod s0) * 8 + d0 floordiv s0)>(%0)[%n]
  // CHECK: affine.apply affine_map<(d0, d1) -> (d0 + d1 * 8)>(%[[J]], %[[I]])
  %2 = uop.load %x[%1] : memref<320xf32> -> f32
  uop.store %2, %out[%0] : f32, memref<320xf32>
}

// Tests that gates that bounds decide disappear, with what they guard.

// CHECK-LABEL: uop.kernel @gates
uop.kernel @gates(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  %i = uop.range 0, 8 <global>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 7.0 : f32
  %g = arith.cmpi sge, %i, %c0 : index
  %h = arith.cmpi slt, %i, %c8 : index
  %both = arith.andi %g, %h : i1
  %never = arith.cmpi eq, %i, %c8 : index
  // CHECK-NOT: cmpi
  // CHECK: uop.load %{{.*}}[%{{.*}}] : memref<8xf32> -> f32
  %0 = uop.load %x[%i] gate %both else %z : memref<8xf32> -> f32
  // CHECK-NOT: uop.load
  %1 = uop.load %x[%i] gate %never else %z : memref<8xf32> -> f32
  // CHECK: arith.addf %{{.*}}, %cst
  %2 = arith.addf %0, %1 : f32
  // CHECK: uop.store %{{.*}}, %{{.*}}[%{{.*}}] : f32, memref<8xf32>
  uop.store %2, %out[%i] gate %both : f32, memref<8xf32>
  // CHECK-NOT: uop.store
  uop.store %2, %out[%i] gate %never : f32, memref<8xf32>
}

// Tests that a gate that bounds do not decide stays, in its cheapest form.

// CHECK-LABEL: uop.kernel @no_decision
uop.kernel @no_decision(%out: memref<32xf32> {uop.output}, %x: memref<32xf32>) {
  // CHECK: %[[I:.*]] = uop.range 0
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 4 <global>
  %c20 = arith.constant 20 : index
  %z = arith.constant 7.0 : f32
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
  %g = arith.cmpi slt, %0, %c20 : index
  // CHECK: arith.cmpi slt, %[[I]], %c5 : index
  // CHECK: uop.load %{{.*}}[%{{.*}}] gate
  %1 = uop.load %x[%0] gate %g else %z : memref<32xf32> -> f32
  uop.store %1, %out[%0] : f32, memref<32xf32>
}

// Tests every predicate of a comparison.

// CHECK-LABEL: uop.kernel @predicates
uop.kernel @predicates(%out: memref<8xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [1, 9]}) {
  // CHECK: %[[I:.*]] = uop.range 0
  %i = uop.range 0, 8 <global>
  %c3 = arith.constant 3 : index
  %z = arith.constant 7.0 : f32
  // CHECK: arith.cmpi slt, %[[I]], %c3
  %0 = arith.cmpi slt, %i, %c3 : index
  uop.store %z, %out[%i] gate %0 : f32, memref<8xf32>
  // CHECK: arith.cmpi slt, %[[I]], %c4
  %1 = arith.cmpi sle, %i, %c3 : index
  uop.store %z, %out[%i] gate %1 : f32, memref<8xf32>
  // CHECK: arith.cmpi sge, %[[I]], %c4
  %2 = arith.cmpi ugt, %i, %c3 : index
  uop.store %z, %out[%i] gate %2 : f32, memref<8xf32>
  // CHECK: arith.cmpi sge, %[[I]], %c3
  %3 = arith.cmpi uge, %i, %c3 : index
  uop.store %z, %out[%i] gate %3 : f32, memref<8xf32>
  // CHECK: arith.cmpi eq, %[[I]], %c3
  %4 = arith.cmpi eq, %i, %c3 : index
  uop.store %z, %out[%i] gate %4 : f32, memref<8xf32>
  // CHECK: arith.cmpi ne, %[[I]], %c3
  %5 = arith.cmpi ne, %i, %c3 : index
  uop.store %z, %out[%i] gate %5 : f32, memref<8xf32>
  // CHECK: arith.cmpi slt, %[[I]], %{{.*}} : index
  %6 = arith.cmpi sgt, %n, %i : index
  uop.store %z, %out[%i] gate %6 : f32, memref<8xf32>
  // CHECK: arith.cmpi ult, %{{.*}}, %c3
  %m = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
  %7 = arith.cmpi ult, %m, %c3 : index
  uop.store %z, %out[%i] gate %7 : f32, memref<8xf32>
}

// Tests that an axis of one iteration is its index 0, and a reduce over it its
// value (plus +0, where a float sum starts); over none it is the identity.

// CHECK-LABEL: uop.kernel @one_iteration
uop.kernel @one_iteration(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  // CHECK: %[[I:.*]] = uop.range 0
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 1 <reduce>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
  // CHECK: %[[X:.*]] = uop.load %{{.*}}[%[[I]]]
  %1 = uop.load %x[%0] : memref<8xf32> -> f32
  // CHECK-NOT: uop.reduce
  %2 = uop.reduce <add> %1 over (%k) : f32
  // CHECK: %[[S:.*]] = arith.addf %[[X]], %{{.*}} : f32
  // CHECK: uop.store %[[S]]
  uop.store %2, %out[%i] : f32, memref<8xf32>
}

// CHECK-LABEL: uop.kernel @no_iterations
uop.kernel @no_iterations(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  // CHECK: %[[ONE:.*]] = arith.constant 1.0
  // CHECK: %[[K:.*]] = uop.range 2, 3 <reduce>
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 0 <reduce>
  %k = uop.range 2, 3 <reduce>
  %l = uop.range 3, 1 <reduce>
  %1 = uop.load %x[%i] : memref<8xf32> -> f32
  %2 = uop.reduce <mul> %1 over (%k, %j) : f32
  // CHECK-NEXT: %[[R:.*]] = uop.reduce <add> %[[ONE]] over (%[[K]]) : f32
  %3 = uop.reduce <add> %2 over (%k, %l) : f32
  // CHECK: uop.store %[[R]]
  uop.store %3, %out[%i] : f32, memref<8xf32>
}

// Tests that a store in a range without iterations goes, rather than the range.

// CHECK-LABEL: uop.kernel @store_nothing
uop.kernel @store_nothing(%out: memref<0xf32> {uop.output}) {
  // CHECK-NOT: uop.store
  // CHECK: }
  %i = uop.range 0, 0 <global>
  %z = arith.constant 0.0 : f32
  uop.store %z, %out[%i] : f32, memref<0xf32>
}

// Tests that a range that may have no iteration stays, and one that always has
// one does not.

// CHECK-LABEL: uop.kernel @one_or_none
uop.kernel @one_or_none(%out: memref<1xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [0, 1]}) {
  // CHECK: %[[I:.*]] = uop.range 0, %{{.*}} <global>
  // CHECK: uop.store %{{.*}}, %{{.*}}[%[[I]]]
  %i = uop.range 0, %n <global>
  %z = arith.constant 0.0 : f32
  uop.store %z, %out[%i] : f32, memref<1xf32>
}

// CHECK-LABEL: uop.kernel @always_one
uop.kernel @always_one(%out: memref<1xf32> {uop.output}, %n: index {uop.variable = "n", uop.bounds = [1, 1]}) {
  // CHECK-NOT: uop.range
  // CHECK: uop.store %{{.*}}, %{{.*}}[%c0]
  %i = uop.range 0, %n <global>
  %z = arith.constant 0.0 : f32
  uop.store %z, %out[%i] : f32, memref<1xf32>
}

// Tests that equal loads become one.

// CHECK-LABEL: uop.kernel @equal_loads
uop.kernel @equal_loads(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
  %i = uop.range 0, 8 <global>
  %0 = affine.apply affine_map<(d0) -> (d0 + 8 - 8)>(%i)
  // CHECK: %[[X:.*]] = uop.load
  %1 = uop.load %x[%i] : memref<8xf32> -> f32
  // CHECK-NOT: uop.load
  %2 = uop.load %x[%0] : memref<8xf32> -> f32
  // CHECK: arith.mulf %[[X]], %[[X]]
  %3 = arith.mulf %1, %2 : f32
  uop.store %3, %out[%i] : f32, memref<8xf32>
}

// Tests that ranges of one size stay apart.

// CHECK-LABEL: uop.kernel @no_merge
uop.kernel @no_merge(%out: memref<64xf32> {uop.output}, %x: memref<8xf32>) {
  // CHECK: %[[I:.*]] = uop.range 0
  // CHECK: %[[J:.*]] = uop.range 1
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 8 <global>
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
  // CHECK: uop.load %{{.*}}[%[[I]]]
  %1 = uop.load %x[%i] : memref<8xf32> -> f32
  // CHECK: uop.load %{{.*}}[%[[J]]]
  %2 = uop.load %x[%j] : memref<8xf32> -> f32
  %3 = arith.mulf %1, %2 : f32
  uop.store %3, %out[%0] : f32, memref<64xf32>
}

// Tests that index arithmetic is composed through arith, and that an index that
// was loaded keeps its value with its bounds.

// CHECK-LABEL: uop.kernel @gather
uop.kernel @gather(%out: memref<8xf32> {uop.output}, %x: memref<1024xf32>, %ids: memref<8xi8>) {
  // CHECK: %[[I:.*]] = uop.range 0
  %i = uop.range 0, 8 <global>
  %c4 = arith.constant 4 : index
  %0 = uop.load %ids[%i] : memref<8xi8> -> i8
  // CHECK: %[[E:.*]] = arith.index_castui
  %e = arith.index_castui %0 : i8 to index
  %1 = arith.muli %e, %c4 : index
  %2 = arith.addi %1, %i : index
  %3 = arith.subi %2, %c4 : index
  // CHECK: affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4 - 4)>(%[[I]], %[[E]])
  %4 = uop.load %x[%3] : memref<1024xf32> -> f32
  %c256 = arith.constant 256 : index
  %g = arith.cmpi slt, %e, %c256 : index
  // CHECK-NOT: gate
  uop.store %4, %out[%i] gate %g : f32, memref<8xf32>
}
