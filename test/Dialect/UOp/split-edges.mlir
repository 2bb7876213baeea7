// RUN: tg-opt %s --uop-split-edges | FileCheck %s

// Tests that a body with a masked reduce is doubled: without masks where all of
// them are full, as it was elsewhere.

// CHECK-LABEL: uop.kernel @reduce_inside(
// CHECK: %[[BOUND:.*]] = affine.apply
// CHECK: %[[FULL:.*]] = arith.cmpi sge, %[[BOUND]], %c16
// CHECK: scf.if %[[FULL]] {
// CHECK-NOT: mask
// CHECK: vector.load
// CHECK-NOT: mask
// CHECK: } else {
// CHECK: vector.create_mask
// CHECK: vector.maskedload
// CHECK: vector.maskedstore
uop.kernel @reduce_inside(%out: memref<60xf32> {uop.output}, %x: memref<480xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %bound = affine.apply affine_map<(d0) -> (d0 * -16 + 60)>(%i)
    %mask = vector.create_mask %bound : vector<16xi1>
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> vector<16xf32> {
      %0 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 60)>(%i, %k)
      %1 = vector.maskedload %x[%0], %mask, %zero : memref<480xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
      %2 = arith.addf %acc, %1 : vector<16xf32>
      scf.yield %2 : vector<16xf32>
    }
    %3 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
    vector.maskedstore %out[%3], %mask, %sum : memref<60xf32>, vector<16xi1>, vector<16xf32>
  }
}

// Tests that a reduce whose mask changes in it is doubled inside, and that both
// branches give what it carries.

// CHECK-LABEL: uop.kernel @masked_iterations(
// CHECK: scf.for {{.*}} iter_args
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (vector<16xf32>) {
// CHECK: vector.load
// CHECK: scf.yield
// CHECK: } else {
// CHECK: vector.maskedload
// CHECK: scf.yield
// CHECK: scf.yield %[[R]]
uop.kernel @masked_iterations(%out: memref<16xf32> {uop.output}, %x: memref<60xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %sum = scf.for %k = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> vector<16xf32> {
    %bound = affine.apply affine_map<(d0) -> (d0 * -16 + 60)>(%k)
    %mask = vector.create_mask %bound : vector<16xi1>
    %0 = affine.apply affine_map<(d0) -> (d0 * 16)>(%k)
    %1 = vector.maskedload %x[%0], %mask, %zero : memref<60xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
    %2 = arith.addf %acc, %1 : vector<16xf32>
    scf.yield %2 : vector<16xf32>
  }
  vector.store %sum, %out[%c0] : memref<16xf32>, vector<16xf32>
}

// Tests that conditions on constants, as those of a tile that is wider than its axis, are
// not asked: rows are inside although some lanes never are; and that nothing is doubled for
// such conditions alone.

// CHECK-LABEL: uop.kernel @wide_tile(
// CHECK: scf.for
// CHECK-NEXT: %[[BOUND:.*]] = affine.apply
// CHECK-NOT: arith.andi
// CHECK: %[[FULL:.*]] = arith.cmpi sge, %[[BOUND]], %c2
// CHECK-NEXT: scf.if %[[FULL]] {
// CHECK: } else {
// CHECK-LABEL: uop.kernel @wide_alone(
// CHECK-COUNT-1: scf.if
// CHECK-NOT: } else {
uop.kernel @wide_tile(%out: memref<9xf32> {uop.output}, %x: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %lane = arith.cmpi sgt, %c3, %c5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %bound = affine.apply affine_map<(d0) -> (d0 * -2 + 9)>(%i)
    %g = arith.cmpi sgt, %bound, %c1 : index
    %both = arith.andi %lane, %g : i1
    %0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    scf.if %g {
      %1 = memref.load %x[%0] : memref<9xf32>
      memref.store %1, %out[%0] : memref<9xf32>
    }
    scf.if %both {
      %2 = memref.load %x[%i] : memref<9xf32>
      memref.store %2, %out[%i] : memref<9xf32>
    }
  }
}

uop.kernel @wide_alone(%out: memref<9xf32> {uop.output}, %x: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %lane = arith.cmpi sgt, %c3, %c5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    scf.if %lane {
      %0 = memref.load %x[%i] : memref<9xf32>
      memref.store %0, %out[%i] : memref<9xf32>
    }
  }
}

// Tests that conditions of rows go too, with the branches that ask them.

// CHECK-LABEL: uop.kernel @rows(
// CHECK: %[[FULL:.*]] = arith.cmpi sge, %{{.*}}, %c2
// CHECK: scf.if %[[FULL]] {
// CHECK-NOT: scf.if
// CHECK: } else {
// CHECK: scf.if
uop.kernel @rows(%out: memref<9xf32> {uop.output}, %x: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %bound = affine.apply affine_map<(d0) -> (d0 * -2 + 9)>(%i)
    %g0 = arith.cmpi sgt, %bound, %c0 : index
    %g1 = arith.cmpi sgt, %bound, %c1 : index
    %0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
    scf.if %g0 {
      %2 = memref.load %x[%0] : memref<9xf32>
      memref.store %2, %out[%0] : memref<9xf32>
    }
    scf.if %g1 {
      %3 = memref.load %x[%1] : memref<9xf32>
      memref.store %3, %out[%1] : memref<9xf32>
    }
  }
}

// Tests that of the padding before an image, whose lanes are those that a mask does not
// have, the body is doubled for where there is none; and that a condition of rows goes with
// it, however it is written.

// CHECK-LABEL: uop.kernel @padding_before(
// CHECK: %[[ROW:.*]] = arith.cmpi sge, %{{.*}}, %c3
// CHECK: scf.for
// CHECK: %[[NONE:.*]] = arith.cmpi sle, %{{.*}}, %c0
// CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[NONE]]
// CHECK: scf.if %[[BOTH]] {
// CHECK-NOT: mask
// CHECK: vector.load
// CHECK-NOT: mask
// CHECK: } else {
// CHECK: vector.create_mask
// CHECK: vector.maskedload
uop.kernel @padding_before(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 60]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %all = arith.constant dense<true> : vector<16xi1>
  %row = arith.cmpi sge, %n, %c3 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %bound = affine.apply affine_map<(d0) -> (d0 * -16 + 2)>(%i)
    %rows = vector.broadcast %row : i1 to vector<16xi1>
    %before = vector.create_mask %bound : vector<16xi1>
    %inside = arith.xori %before, %all : vector<16xi1>
    %mask = arith.andi %inside, %rows : vector<16xi1>
    %0 = affine.apply affine_map<(d0) -> (d0 * 16 - 2)>(%i)
    %1 = vector.maskedload %x[%0], %mask, %zero : memref<64xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
    %2 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
    vector.store %1, %out[%2] : memref<64xf32>, vector<16xf32>
  }
}

// Tests that a body of masked vectors alone stays as it is: a second one costs
// more than its masks.

// CHECK-LABEL: uop.kernel @no_masks_alone(
// CHECK-NOT: scf.if
uop.kernel @no_masks_alone(%out: memref<60xf32> {uop.output}, %x: memref<60xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %bound = affine.apply affine_map<(d0) -> (d0 * -16 + 60)>(%i)
    %mask = vector.create_mask %bound : vector<16xi1>
    %0 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
    %1 = vector.maskedload %x[%0], %mask, %zero : memref<60xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
    vector.maskedstore %out[%0], %mask, %1 : memref<60xf32>, vector<16xi1>, vector<16xf32>
  }
}

// Tests that a bound that is known only within a branch is left alone.

// CHECK-LABEL: uop.kernel @no_bound_in_branch(
// CHECK: scf.for
// CHECK-NEXT: scf.if
// CHECK-NEXT: affine.apply
// CHECK-NOT: arith.cmpi sge
uop.kernel @no_bound_in_branch(%out: memref<60xf32> {uop.output}, %x: memref<60xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 60]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %g = arith.cmpi ne, %n, %c4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.if %g {
      %bound = affine.apply affine_map<(d0) -> (d0 * -16 + 60)>(%i)
      %mask = vector.create_mask %bound : vector<16xi1>
      %0 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
      %1 = vector.maskedload %x[%0], %mask, %zero : memref<60xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
      vector.maskedstore %out[%0], %mask, %1 : memref<60xf32>, vector<16xi1>, vector<16xf32>
    }
  }
}

// Tests that a mask of a tile wider than its axis, which is never full, does not keep
// the body from being doubled for the others.

// CHECK-LABEL: uop.kernel @beside_wide_tile(
// CHECK: scf.for
// CHECK: %[[FULL:.*]] = arith.cmpi sge, %{{.*}}, %{{.*}} : index
// CHECK-NOT: arith.andi
// CHECK: scf.if %[[FULL]]
// CHECK-NOT: arith.select
// CHECK: } else {
// CHECK: arith.select
uop.kernel @beside_wide_tile(%out: memref<540xf32> {uop.output}, %x: memref<60xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %wide = vector.create_mask %c9 : vector<16xi1>
  scf.for %i = %c0 to %c8 step %c1 {
    %bound = affine.apply affine_map<(d0) -> (d0 * -8 + 60)>(%i)
    %in = arith.cmpi sgt, %bound, %c3 : index
    %0 = affine.apply affine_map<(d0) -> (d0 * 8 + 3)>(%i)
    %1 = arith.select %in, %0, %c0 : index
    %2 = memref.load %x[%1] : memref<60xf32>
    %3 = arith.select %in, %2, %z : f32
    %4 = vector.broadcast %3 : f32 to vector<16xf32>
    %5 = affine.apply affine_map<(d0) -> (d0 * 64)>(%i)
    vector.maskedstore %out[%5], %wide, %4 : memref<540xf32>, vector<16xi1>, vector<16xf32>
  }
}

// Tests that a condition of rows before an image that vectors ask is one of the body, though
// the mask of the columns before it never changes; and that one of scalars is not.

// CHECK-LABEL: uop.kernel @rows_before(
// CHECK: %[[ROW:.*]] = arith.cmpi sge, %{{.*}}, %c1
// CHECK: scf.if %[[ROW]] {
// CHECK-NOT: vector.broadcast
// CHECK: vector.maskedload %{{.*}}, %cst
// CHECK-NOT: vector.broadcast
// CHECK: } else {
// CHECK: vector.broadcast
uop.kernel @rows_before(%out: memref<80xf32> {uop.output}, %x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %inside = arith.constant dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : vector<16xi1>
  scf.for %i = %c0 to %c5 step %c1 {
    %row = arith.cmpi sge, %i, %c1 : index
    %rows = vector.broadcast %row : i1 to vector<16xi1>
    %mask = arith.andi %rows, %inside : vector<16xi1>
    %0 = affine.apply affine_map<(d0) -> (d0 * 16 - 17)>(%i)
    %1 = vector.maskedload %x[%0], %mask, %zero : memref<64xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
    %2 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
    vector.store %1, %out[%2] : memref<80xf32>, vector<16xf32>
  }
}

// CHECK-LABEL: uop.kernel @no_vectors(
// CHECK: scf.for
// CHECK: %[[ROW:.*]] = arith.cmpi sge
// CHECK: scf.if %[[ROW]] -> (f32) {
// CHECK-NOT: scf.if
// CHECK: memref.store
uop.kernel @no_vectors(%out: memref<5xf32> {uop.output}, %x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c5 step %c1 {
    %row = arith.cmpi sge, %i, %c1 : index
    %0 = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
    %1 = scf.if %row -> f32 {
      %2 = memref.load %x[%0] : memref<4xf32>
      scf.yield %2 : f32
    } else {
      scf.yield %zero : f32
    }
    memref.store %1, %out[%i] : memref<5xf32>
  }
}

// Tests that what is the same with masks as without, here a reduce of a packed tile, is
// not doubled, but only what is stored; and that the mask is made where it is needed.

// CHECK-LABEL: uop.kernel @masked_stores_only(
// CHECK-NOT: scf.if
// CHECK: scf.for {{.*}} iter_args
// CHECK-NOT: vector.create_mask
// CHECK: scf.if
// CHECK-NOT: scf.for
// CHECK: vector.store
// CHECK: } else {
// CHECK: vector.create_mask
// CHECK-NOT: scf.for
// CHECK: vector.maskedstore
uop.kernel @masked_stores_only(%out: memref<60xf32> {uop.output}, %x: memref<512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %row = arith.constant dense<true> : vector<16xi1>
  scf.for %i = %c0 to %c4 step %c1 {
    %bound = affine.apply affine_map<(d0) -> (d0 * -16 + 60)>(%i)
    %lanes = vector.create_mask %bound : vector<16xi1>
    %mask = arith.andi %lanes, %row : vector<16xi1>
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> vector<16xf32> {
      %0 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 64)>(%i, %k)
      %1 = vector.load %x[%0] : memref<512xf32>, vector<16xf32>
      %2 = arith.addf %acc, %1 : vector<16xf32>
      scf.yield %2 : vector<16xf32>
    }
    %3 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
    vector.maskedstore %out[%3], %mask, %sum : memref<60xf32>, vector<16xi1>, vector<16xf32>
  }
}

// Tests that conditions that an outer loop is doubled for are not asked in an inner one
// again: where they hold it asks for its own masks, at their edge for none.

// CHECK-LABEL: uop.kernel @rows_around_columns(
// CHECK: scf.for
// CHECK: %[[ROWS:.*]] = arith.cmpi sge, %{{.*}}, %c2{{.*}} : index
// CHECK: scf.if %[[ROWS]] {
// CHECK: scf.for
// CHECK: %[[LANES:.*]] = arith.cmpi sge, %{{.*}}, %c16{{.*}} : index
// CHECK-NEXT: scf.if %[[LANES]] {
// CHECK-NOT: scf.if
// CHECK: } else {
// CHECK-NOT: scf.if
// CHECK: } else {
// CHECK: scf.for
// CHECK-NOT: arith.cmpi
// CHECK-NOT: scf.if
// CHECK: vector.maskedstore
uop.kernel @rows_around_columns(%out: memref<180xf32> {uop.output}, %x: memref<180xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  scf.for %r = %c0 to %c2 step %c1 {
    %rows = affine.apply affine_map<(d0) -> (d0 * -2 + 3)>(%r)
    %last = arith.cmpi sgt, %rows, %c1 : index
    %wide = vector.broadcast %last : i1 to vector<16xi1>
    scf.for %i = %c0 to %c4 step %c1 {
      %bound = affine.apply affine_map<(d0) -> (d0 * -16 + 60)>(%i)
      %lanes = vector.create_mask %bound : vector<16xi1>
      %mask = arith.andi %lanes, %wide : vector<16xi1>
      %0 = affine.apply affine_map<(d0, d1) -> (d0 * 120 + d1 * 16 + 60)>(%r, %i)
      %1 = arith.select %last, %0, %c0 : index
      %2 = vector.maskedload %x[%1], %mask, %zero : memref<180xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
      vector.maskedstore %out[%0], %mask, %2 : memref<180xf32>, vector<16xi1>, vector<16xf32>
    }
  }
}

// Tests that the inner loop is doubled for its own masks at an edge of the outer one, too,
// where they share none.

// CHECK-LABEL: uop.kernel @nothing_shared(
// CHECK: scf.for
// CHECK: scf.if
// CHECK: scf.for
// CHECK: scf.if
// CHECK: } else {
// CHECK: } else {
// CHECK: scf.for
// CHECK: scf.if
uop.kernel @nothing_shared(%out: memref<180xf32> {uop.output}, %x: memref<180xf32>, %y: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %z = arith.constant 0.0 : f32
  scf.for %r = %c0 to %c2 step %c1 {
    %rows = affine.apply affine_map<(d0) -> (d0 * -2 + 3)>(%r)
    %last = arith.cmpi sgt, %rows, %c1 : index
    %at = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%r)
    %3 = arith.select %last, %at, %c0 : index
    %4 = memref.load %y[%3] : memref<3xf32>
    %5 = arith.select %last, %4, %z : f32
    %6 = vector.broadcast %5 : f32 to vector<16xf32>
    scf.for %i = %c0 to %c4 step %c1 {
      %bound = affine.apply affine_map<(d0) -> (d0 * -16 + 60)>(%i)
      %g = arith.cmpi sgt, %bound, %c1 : index
      %0 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
      scf.if %g {
        vector.store %6, %out[%0] : memref<180xf32>, vector<16xf32>
      }
    }
  }
}

// Tests that a bound of one mask which is made of another mask is there before it is asked.

// CHECK-LABEL: uop.kernel @bound_of_mask(
// CHECK: %[[BOUND:.*]] = arith.select
// CHECK: %[[FULL:.*]] = arith.cmpi sge, %[[BOUND]], %c16
// CHECK: arith.andi %{{.*}}, %[[FULL]] : i1
// CHECK: scf.if
uop.kernel @bound_of_mask(%out: memref<64xf32> {uop.output}, %x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    %b = affine.apply affine_map<(d0) -> (d0 * -16 + 30)>(%i)
    %in = arith.cmpi sge, %b, %c0 : index
    %oth = arith.cmpi ult, %i, %c3 : index
    %both = arith.andi %in, %oth : i1
    %cl = arith.select %both, %b, %c0 : index
    %mask = vector.create_mask %cl : vector<16xi1>
    %at = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
    %bc = vector.broadcast %in : i1 to vector<16xi1>
    %m2 = arith.andi %mask, %bc : vector<16xi1>
    %v = vector.maskedload %x[%at], %m2, %zero : memref<64xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
    vector.maskedstore %out[%at], %m2, %v : memref<64xf32>, vector<16xi1>, vector<16xf32>
  }
}
