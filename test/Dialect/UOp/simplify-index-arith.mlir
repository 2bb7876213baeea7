// RUN: tg-opt %s --uop-simplify-index --mlir-print-local-scope | FileCheck %s

// Tests that arith's divisions, remainders and shifts of indices are affine
// where their divisor's sign is known, and simplify like affine.apply.

// CHECK-LABEL: uop.kernel @divisions
uop.kernel @divisions(%out: memref<32xi64> {uop.output}) {
  %i = uop.range 0, 8 <global>
  %j = uop.range 1, 4 <global>
  %c4 = arith.constant 4 : index
  %0 = arith.muli %i, %c4 : index
  %1 = arith.addi %0, %j : index
  // CHECK: %[[I:.*]] = uop.range 0, 8
  // CHECK: %[[J:.*]] = uop.range 1, 4
  // CHECK: arith.index_cast %[[I]] : index to i64
  %2 = arith.floordivsi %1, %c4 : index
  %3 = arith.index_cast %2 : index to i64
  // CHECK: arith.index_cast %[[J]] : index to i64
  %4 = arith.remsi %1, %c4 : index
  %5 = arith.index_cast %4 : index to i64
  %c2 = arith.constant 2 : index
  // CHECK: %[[S:.*]] = affine.apply affine_map<(d0) -> (d0 + 1)>(%[[I]])
  // CHECK-NEXT: arith.index_cast %[[S]]
  %c3 = arith.constant 3 : index
  %6 = arith.subi %1, %j : index
  %7 = arith.addi %6, %c3 : index
  %8 = arith.ceildivsi %7, %c4 : index
  %9 = arith.index_cast %8 : index to i64
  // CHECK: %[[R:.*]] = affine.apply affine_map<(d0) -> (d0 + 2)>(%[[I]])
  // CHECK-NEXT: arith.index_cast %[[R]]
  %c8 = arith.constant 8 : index
  %shifted = arith.shli %i, %c2 : index
  %more = arith.addi %shifted, %c8 : index
  %10 = arith.shrsi %more, %c2 : index
  %11 = arith.index_cast %10 : index to i64
  // CHECK: %[[M:.*]] = affine.apply affine_map<(d0) -> (-d0)>(%[[I]])
  // CHECK-NEXT: arith.index_cast %[[M]]
  %m4 = arith.constant -4 : index
  %12 = arith.floordivsi %6, %m4 : index
  %13 = arith.index_cast %12 : index to i64
  %14 = arith.addi %3, %5 : i64
  %15 = arith.addi %14, %9 : i64
  %16 = arith.addi %15, %11 : i64
  %17 = arith.addi %16, %13 : i64
  uop.store %17, %out[%1] : i64, memref<32xi64>
}

// Tests that division towards zero is the same as that towards minus infinity
// where nothing is negative, and its opposite where nothing is positive.

// CHECK-LABEL: uop.kernel @towards_zero
uop.kernel @towards_zero(%out: memref<8xi64> {uop.output}) {
  // CHECK: %[[I:.*]] = uop.range 0, 8
  %i = uop.range 0, 8 <global>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %0 = arith.subi %c0, %i : index
  // CHECK: affine.apply affine_map<(d0) -> (-(d0 floordiv 3))>(%[[I]])
  %1 = arith.divsi %0, %c3 : index
  %2 = arith.index_cast %1 : index to i64
  uop.store %2, %out[%i] : i64, memref<8xi64>
}

// Tests that an index of either sign, an unknown divisor and an unsigned
// division of what may be negative stay as they are.

// CHECK-LABEL: uop.kernel @not_affine
uop.kernel @not_affine(%out: memref<8xi64> {uop.output}, %x: memref<8xi8>) {
  %i = uop.range 0, 8 <global>
  %c3 = arith.constant 3 : index
  %0 = arith.subi %i, %c3 : index
  // CHECK: arith.divsi
  %1 = arith.divsi %0, %c3 : index
  %2 = arith.index_cast %1 : index to i64
  // CHECK: arith.remui
  %3 = arith.remui %0, %c3 : index
  %4 = arith.index_cast %3 : index to i64
  %5 = uop.load %x[%i] : memref<8xi8> -> i8
  %6 = arith.index_cast %5 : i8 to index
  // CHECK: arith.floordivsi
  %7 = arith.floordivsi %i, %6 : index
  %8 = arith.index_cast %7 : index to i64
  // CHECK: arith.shrui
  %9 = arith.shrui %0, %c3 : index
  %10 = arith.index_cast %9 : index to i64
  %11 = arith.addi %2, %4 : i64
  %12 = arith.addi %11, %8 : i64
  %13 = arith.addi %12, %10 : i64
  uop.store %13, %out[%i] : i64, memref<8xi64>
}

// Tests the bounds of minima, maxima, selected and extended values: each decides
// a comparison with what they cannot reach, not one with what they can.

// CHECK-LABEL: uop.kernel @bounds
uop.kernel @bounds(%out: memref<8xi8> {uop.output}, %x: memref<8xi8>, %flags: memref<8xi8>) {
  %i = uop.range 0, 8 <global>
  %c0 = arith.constant 0 : i8
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %0 = uop.load %x[%i] : memref<8xi8> -> i8
  %1 = arith.index_cast %0 : i8 to index
  %2 = arith.maxsi %1, %c2 : index
  %3 = arith.minsi %2, %c5 : index
  %4 = uop.load %flags[%i] : memref<8xi8> -> i8
  %5 = arith.cmpi ne, %4, %c0 : i8
  %6 = arith.select %5, %3, %c2 : index
  %c6 = arith.constant 6 : index
  // CHECK-NOT: arith.cmpi slt
  %7 = arith.cmpi slt, %6, %c6 : index
  %8 = arith.extui %5 : i1 to i64
  %9 = arith.index_cast %8 : i64 to index
  %10 = arith.cmpi slt, %9, %c2 : index
  %11 = arith.andi %7, %10 : i1
  uop.store %0, %out[%i] gate %11 : i8, memref<8xi8>
  // CHECK: arith.cmpi slt, %{{.*}}, %c5
  %12 = arith.cmpi slt, %6, %c5 : index
  // CHECK: uop.store {{.*}} gate
  uop.store %0, %out[%i] gate %12 : i8, memref<8xi8>
}
