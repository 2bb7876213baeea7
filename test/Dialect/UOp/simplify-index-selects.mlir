// RUN: tg-opt %s --uop-simplify-index --mlir-print-local-scope | FileCheck %s

// Tests that a choice by a comparison is a minimum or a maximum.

// CHECK-LABEL: uop.kernel @minima
uop.kernel @minima(%out: memref<8xi32> {uop.output}, %x: memref<8xi32>, %y: memref<8xi32>) {
  %i = uop.range 0, 8 <global>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[X:.*]] = uop.load
  %0 = uop.load %x[%i] : memref<8xi32> -> i32
  // CHECK: %[[Y:.*]] = uop.load
  %1 = uop.load %y[%i] : memref<8xi32> -> i32
  // CHECK: arith.minsi %[[X]], %[[Y]]
  %2 = arith.cmpi slt, %0, %1 : i32
  %3 = arith.select %2, %0, %1 : i32
  // CHECK: arith.maxsi %[[Y]], %[[X]]
  %4 = arith.cmpi sgt, %0, %1 : i32
  %5 = arith.select %4, %0, %1 : i32
  // CHECK: arith.maxsi %[[X]], %c0
  %6 = arith.cmpi sge, %0, %c1 : i32
  %7 = arith.select %6, %0, %c0 : i32
  // What is chosen is not what is compared; unsigned is another order.
  // CHECK: arith.select
  %8 = arith.cmpi slt, %0, %c0 : i32
  %9 = arith.select %8, %c1, %0 : i32
  // CHECK: arith.select
  %10 = arith.cmpi ult, %0, %1 : i32
  %11 = arith.select %10, %0, %1 : i32
  %12 = arith.addi %3, %5 : i32
  %13 = arith.addi %12, %7 : i32
  %14 = arith.addi %13, %9 : i32
  %15 = arith.addi %14, %11 : i32
  uop.store %15, %out[%i] : i32, memref<8xi32>
}

// Tests that a condition or its opposite always holds, and never both.

// CHECK-LABEL: uop.kernel @opposites
uop.kernel @opposites(%out: memref<8xi32> {uop.output}, %x: memref<8xi32>, %y: memref<8xi32>) {
  %i = uop.range 0, 8 <global>
  %c0 = arith.constant 0 : i32
  %true = arith.constant true
  %0 = uop.load %x[%i] : memref<8xi32> -> i32
  %1 = uop.load %y[%i] : memref<8xi32> -> i32
  %2 = arith.cmpi slt, %0, %1 : i32
  %3 = arith.cmpi ne, %2, %true : i1
  %4 = arith.ori %2, %3 : i1
  // CHECK: uop.store %{{.*}}, %{{.*}}[%{{.*}}] : i32
  uop.store %0, %out[%i] gate %4 : i32, memref<8xi32>
  %5 = arith.cmpi sge, %0, %1 : i32
  %6 = arith.andi %2, %5 : i1
  // CHECK-NOT: uop.store
  uop.store %0, %out[%i] gate %6 : i32, memref<8xi32>
  // Two conditions that are not opposites stay.
  // CHECK: %[[BOTH:.*]] = arith.andi
  // CHECK: uop.store {{.*}} gate %[[BOTH]]
  %7 = arith.cmpi sle, %0, %1 : i32
  %8 = arith.andi %2, %7 : i1
  uop.store %0, %out[%i] gate %8 : i32, memref<8xi32>
}

// Tests that a branch is simplified by the condition under which it is read.

// CHECK-LABEL: uop.kernel @branches
uop.kernel @branches(%out: memref<11xi64> {uop.output}) {
  // CHECK: %[[I:.*]] = uop.range 0, 11
  %i = uop.range 0, 11 <global>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  // CHECK: %[[C:.*]] = arith.cmpi slt, %[[I]]
  %0 = arith.cmpi slt, %i, %c5 : index
  %1 = arith.subi %c0, %i : index
  %2 = arith.select %0, %1, %i : index
  // CHECK-DAG: %[[T:.*]] = affine.apply affine_map<(d0) -> (d0 * -2)>(%[[I]])
  %3 = arith.muli %2, %c2 : index
  // CHECK-DAG: %[[F:.*]] = affine.apply affine_map<(d0) -> (d0 + 1)>(%[[I]])
  %4 = arith.addi %2, %c1 : index
  // CHECK: %[[S:.*]] = arith.select %[[C]], %[[T]], %[[F]]
  // CHECK-NEXT: arith.index_cast %[[S]]
  %5 = arith.select %0, %3, %4 : index
  %6 = arith.index_cast %5 : index to i64
  uop.store %6, %out[%i] : i64, memref<11xi64>
}

// Tests that sums of what one condition selects are selected themselves where
// this costs less, with what does not depend on it left outside.

// CHECK-LABEL: uop.kernel @sums
uop.kernel @sums(%out: memref<64xi64> {uop.output}) {
  // CHECK: %[[I:.*]] = uop.range 0
  %i = uop.range 0, 4 <global>
  // CHECK: %[[J:.*]] = uop.range 1
  %j = uop.range 1, 4 <global>
  // CHECK: %[[K:.*]] = uop.range 2
  %k = uop.range 2, 4 <global>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = arith.cmpi slt, %i, %c2 : index
  %1 = arith.select %0, %j, %c0 : index
  %2 = arith.select %0, %k, %c1 : index
  %3 = arith.addi %1, %2 : index
  %4 = arith.addi %3, %i : index
  // CHECK: %[[A:.*]] = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%[[J]], %[[K]])
  // CHECK-NEXT: %[[S:.*]] = arith.select %{{.*}}, %[[A]], %c1
  // CHECK-NEXT: %[[R:.*]] = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%[[I]], %[[S]])
  // CHECK-NEXT: arith.index_cast %[[R]]
  %5 = arith.index_cast %4 : index to i64
  %6 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16 + d1 * 4 + d2)>(%i, %j, %k)
  uop.store %5, %out[%6] : i64, memref<64xi64>
}

// Tests that an op on two values that one condition selects is selected if it
// folds on one side, and not if it folds on neither.

// CHECK-LABEL: uop.kernel @ops
uop.kernel @ops(%out: memref<8xi32> {uop.output}, %x: memref<8xi32>, %y: memref<8xi32>) {
  %i = uop.range 0, 8 <global>
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  // CHECK: %[[X:.*]] = uop.load
  %0 = uop.load %x[%i] : memref<8xi32> -> i32
  // CHECK: %[[Y:.*]] = uop.load
  %1 = uop.load %y[%i] : memref<8xi32> -> i32
  %2 = arith.cmpi ult, %0, %1 : i32
  %3 = arith.select %2, %0, %c3 : i32
  %4 = arith.select %2, %1, %c4 : i32
  // CHECK: %[[P:.*]] = arith.muli %[[X]], %[[Y]]
  // CHECK: arith.select %{{.*}}, %[[P]], %c12
  %5 = arith.muli %3, %4 : i32
  uop.store %5, %out[%i] : i32, memref<8xi32>
  %6 = arith.select %2, %1, %0 : i32
  // CHECK: %[[Q:.*]] = arith.select
  // CHECK: arith.muli %{{.*}}, %[[Q]]
  %7 = arith.muli %3, %6 : i32
  uop.store %7, %out[%i] : i32, memref<8xi32>
}
