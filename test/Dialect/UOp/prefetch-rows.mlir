// RUN: tg-opt %s --uop-prefetch-rows --verify-each --mlir-print-local-scope | FileCheck %s

// Tests that the second loop over a row fetches the next row, a line at a time, and
// the first does not.

// CHECK-LABEL: uop.kernel @read_twice(
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: memref.prefetch
// CHECK: scf.for
// CHECK: %[[AT:.*]] = affine.apply
// CHECK: %[[A:.*]] = arith.constant 2048 : index
// CHECK: %[[NEXT:.*]] = arith.addi %[[AT]], %[[A]]
// CHECK: memref.prefetch %arg1[%[[NEXT]]], read, locality<2>, data
// CHECK: %[[B:.*]] = arith.constant 2064 : index
// CHECK: arith.addi %[[AT]], %[[B]]
// CHECK: memref.prefetch
// CHECK-NOT: memref.prefetch
uop.kernel @read_twice(%out: memref<8192xf32> {uop.output}, %a: memref<8192xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : vector<32xf32>
  scf.for %row = %c0 to %c4 step %c1 {
    %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zero) -> (vector<32xf32>) {
      %at = affine.apply affine_map<()[s0, s1] -> (s0 * 2048 + s1 * 32)>()[%row, %i]
      %x = vector.load %a[%at] : memref<8192xf32>, vector<32xf32>
      %t = arith.addf %s, %x : vector<32xf32>
      scf.yield %t : vector<32xf32>
    }
    scf.for %i = %c0 to %c64 step %c1 {
      %at = affine.apply affine_map<()[s0, s1] -> (s0 * 2048 + s1 * 32)>()[%row, %i]
      %x = vector.load %a[%at] : memref<8192xf32>, vector<32xf32>
      %y = arith.subf %x, %sum : vector<32xf32>
      vector.store %y, %out[%at] : memref<8192xf32>, vector<32xf32>
    }
  }
}

// Tests that nothing is fetched ahead of a row that is read once, of rows of which the
// second loop reads other elements, and of short rows.

// CHECK-LABEL: uop.kernel @no_prefetches(
// CHECK-NOT: memref.prefetch
uop.kernel @no_prefetches(%out: memref<16384xf32> {uop.output}, %a: memref<16384xf32>, %b: memref<16384xf32>, %c: memref<16384xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  scf.for %row = %c0 to %c4 step %c1 {
    scf.for %i = %c0 to %c64 step %c1 {
      %at = affine.apply affine_map<()[s0, s1] -> (s0 * 2048 + s1 * 32)>()[%row, %i]
      %x = vector.load %a[%at] : memref<16384xf32>, vector<32xf32>
      %y = vector.load %b[%at] : memref<16384xf32>, vector<32xf32>
      %z = arith.addf %x, %y : vector<32xf32>
      vector.store %z, %out[%at] : memref<16384xf32>, vector<32xf32>
    }
    scf.for %i = %c0 to %c64 step %c1 {
      %at = affine.apply affine_map<()[s0, s1] -> (s0 * 2048 + s1 * 32 + 2048)>()[%row, %i]
      %x = vector.load %a[%at] : memref<16384xf32>, vector<32xf32>
      vector.store %x, %out[%at] : memref<16384xf32>, vector<32xf32>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %at = affine.apply affine_map<()[s0, s1] -> (s0 * 128 + s1 * 32)>()[%row, %i]
      %x = vector.load %c[%at] : memref<16384xf32>, vector<32xf32>
      vector.store %x, %out[%at] : memref<16384xf32>, vector<32xf32>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %at = affine.apply affine_map<()[s0, s1] -> (s0 * 128 + s1 * 32)>()[%row, %i]
      %x = vector.load %c[%at] : memref<16384xf32>, vector<32xf32>
      vector.store %x, %out[%at] : memref<16384xf32>, vector<32xf32>
    }
  }
}
