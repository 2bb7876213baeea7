// RUN: tg-opt %s --uop-simplify-index --mlir-print-local-scope | FileCheck %s

// Tests that a sum over a comparison with an arange is a gated gather.

// CHECK-LABEL: uop.kernel @gather
uop.kernel @gather(%out: memref<8xf32> {uop.output}, %ids: memref<8xi32>, %x: memref<100xf32>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.0
  // CHECK-DAG: %[[SIZE:.*]] = arith.constant 100 : index
  // CHECK: %[[E:.*]] = arith.index_cast %{{.*}} : i32 to index
  // CHECK: %[[G:.*]] = arith.cmpi ult, %[[E]], %[[SIZE]]
  // CHECK: %[[X:.*]] = uop.load %{{.*}}[%[[E]]] gate %[[G]] else %[[ZERO]]
  // CHECK: %[[S:.*]] = arith.select %[[G]], %[[X]], %[[ZERO]]
  // CHECK: %[[R:.*]] = arith.addf %[[S]], %[[ZERO]]
  // CHECK-NOT: uop.reduce
  // CHECK: uop.store %[[R]]
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 100 <reduce>
  %z = arith.constant 0.0 : f32
  %0 = uop.load %ids[%i] : memref<8xi32> -> i32
  %1 = arith.index_cast %k : index to i32
  %2 = arith.cmpi eq, %0, %1 : i32
  %3 = uop.load %x[%k] : memref<100xf32> -> f32
  %4 = arith.select %2, %3, %z : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  uop.store %5, %out[%i] : f32, memref<8xf32>
}

// Tests that other ranges of the reduce stay, and a diagonal of integers.

// CHECK-LABEL: uop.kernel @trace
uop.kernel @trace(%out: memref<1xi32> {uop.output}, %x: memref<64xi32>) {
  // CHECK: %[[K:.*]] = uop.range
  // CHECK: %[[I:.*]] = affine.apply affine_map<(d0) -> (d0 * 9)>(%[[K]])
  // CHECK: %[[X:.*]] = uop.load %{{.*}}[%[[I]]] : memref
  // CHECK: uop.reduce <add> %[[X]] over (%[[K]]) : i32
  %c0 = arith.constant 0 : index
  %j = uop.range 0, 8 <reduce>
  %k = uop.range 1, 8 <reduce>
  %z = arith.constant 0 : i32
  %0 = arith.cmpi eq, %j, %k : index
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%j, %k)
  %2 = uop.load %x[%1] : memref<64xi32> -> i32
  %3 = arith.select %0, %2, %z : i32
  %4 = uop.reduce <add> %3 over (%j, %k) : i32
  uop.store %4, %out[%c0] : i32, memref<1xi32>
}

// Tests that it stays a loop where something else than zero is added, where the
// index varies with the range, where the type does not hold all indices, and for
// a maximum.

// CHECK-LABEL: uop.kernel @no_zero
// CHECK: uop.reduce
uop.kernel @no_zero(%out: memref<8xf32> {uop.output}, %ids: memref<8xi32>) {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 100 <reduce>
  %z = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %0 = uop.load %ids[%i] : memref<8xi32> -> i32
  %1 = arith.index_cast %k : index to i32
  %2 = arith.cmpi eq, %0, %1 : i32
  %4 = arith.select %2, %one, %z : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  uop.store %5, %out[%i] : f32, memref<8xf32>
}

// CHECK-LABEL: uop.kernel @no_fixed_index
// CHECK: uop.reduce
uop.kernel @no_fixed_index(%out: memref<8xf32> {uop.output}, %ids: memref<100xi32>) {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 100 <reduce>
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = uop.load %ids[%k] : memref<100xi32> -> i32
  %1 = arith.index_cast %k : index to i32
  %2 = arith.cmpi eq, %0, %1 : i32
  %4 = arith.select %2, %one, %z : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  uop.store %5, %out[%i] : f32, memref<8xf32>
}

// CHECK-LABEL: uop.kernel @no_narrow_index
// CHECK: uop.reduce
uop.kernel @no_narrow_index(%out: memref<8xf32> {uop.output}, %ids: memref<8xi8>) {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 300 <reduce>
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = uop.load %ids[%i] : memref<8xi8> -> i8
  %1 = arith.index_cast %k : index to i8
  %2 = arith.cmpi eq, %0, %1 : i8
  %4 = arith.select %2, %one, %z : f32
  %5 = uop.reduce <add> %4 over (%k) : f32
  uop.store %5, %out[%i] : f32, memref<8xf32>
}

// CHECK-LABEL: uop.kernel @no_sum
// CHECK: uop.reduce
uop.kernel @no_sum(%out: memref<8xf32> {uop.output}, %ids: memref<8xi32>) {
  %i = uop.range 0, 8 <global>
  %k = uop.range 1, 100 <reduce>
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = uop.load %ids[%i] : memref<8xi32> -> i32
  %1 = arith.index_cast %k : index to i32
  %2 = arith.cmpi eq, %0, %1 : i32
  %4 = arith.select %2, %one, %z : f32
  %5 = uop.reduce <maximumf> %4 over (%k) : f32
  uop.store %5, %out[%i] : f32, memref<8xf32>
}
