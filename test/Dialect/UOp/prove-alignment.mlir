// Tests that vector accesses get the alignment that their index has in every
// iteration, and no more.

// RUN: tg-opt %s --uop-prove-alignment | FileCheck %s

// CHECK-LABEL: uop.kernel @aligned
uop.kernel @aligned(%out: memref<4096xf32> {uop.output}, %x: memref<4096xf32>, %h: memref<4096xf16>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %0 = affine.apply affine_map<(d0) -> (d0 * 4 + 8)>(%t)
  // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
  %1 = vector.load %x[%0] : memref<4096xf32>, vector<4xf32>
  // Half of it: the index is even.
  // CHECK: vector.load %{{.*}} {alignment = 8 : i64}
  %2 = affine.apply affine_map<(d0) -> (d0 * 4 + 2)>(%t)
  %3 = vector.load %x[%2] : memref<4096xf32>, vector<4xf32>
  // An odd one says nothing.
  // CHECK: vector.load %{{[a-z0-9]+}}[%{{[a-z0-9]+}}] : memref<4096xf32>, vector<4xf32>
  %4 = affine.apply affine_map<(d0) -> (d0 * 4 + 1)>(%t)
  %5 = vector.load %x[%4] : memref<4096xf32>, vector<4xf32>
  // Neither does a variable.
  // CHECK: vector.load %{{[a-z0-9]+}}[%{{[a-z0-9]+}}] : memref<4096xf32>, vector<4xf32>
  %6 = arith.muli %t, %n : index
  %7 = vector.load %x[%6] : memref<4096xf32>, vector<4xf32>
  // Two bytes an element.
  // CHECK: vector.load %{{.*}} {alignment = 8 : i64} : memref<4096xf16>
  %8 = vector.load %h[%0] : memref<4096xf16>, vector<4xf16>
  %9 = arith.addf %1, %3 : vector<4xf32>
  scf.for %i = %c0 to %c64 step %c4 {
    // CHECK: vector.store %{{.*}} {alignment = 16 : i64}
    vector.store %9, %out[%i] : memref<4096xf32>, vector<4xf32>
  }
  scf.for %i = %c0 to %c64 step %c2 {
    // CHECK: vector.store %{{.*}} {alignment = 8 : i64}
    vector.store %9, %out[%i] : memref<4096xf32>, vector<4xf32>
  }
}

// Tests that what is added to a multiple counts, from wherever it comes: constants that
// make a multiple together, and one of two places.
// CHECK-LABEL: uop.kernel @sums
uop.kernel @sums(%out: memref<4096xf32> {uop.output}, %x: memref<4096xf32>) {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %last = arith.constant -3 : index
  %is = arith.cmpi slt, %t, %c4 : index
  // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
  %0 = affine.apply affine_map<(d0) -> (d0 * -4 + 63)>(%t)
  %1 = arith.addi %0, %last : index
  %2 = vector.load %x[%1] : memref<4096xf32>, vector<4xf32>
  // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
  %3 = arith.select %is, %1, %c0 : index
  %4 = vector.load %x[%3] : memref<4096xf32>, vector<4xf32>
  // A multiple of 2, but not of 4.
  // CHECK: vector.load %{{.*}} {alignment = 8 : i64}
  %5 = arith.select %is, %1, %c2 : index
  %6 = vector.load %x[%5] : memref<4096xf32>, vector<4xf32>
  // One number less, and nothing is known.
  // CHECK: vector.load %{{[a-z0-9]+}}[%{{[a-z0-9]+}}] : memref<4096xf32>, vector<4xf32>
  %7 = vector.load %x[%0] : memref<4096xf32>, vector<4xf32>
  // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
  %8 = affine.apply affine_map<(d0) -> ((d0 * 4) mod 64)>(%t)
  %9 = vector.load %x[%8] : memref<4096xf32>, vector<4xf32>
  // CHECK: vector.load %{{.*}} {alignment = 8 : i64}
  %10 = affine.apply affine_map<(d0) -> ((d0 * 4) mod 62)>(%t)
  %11 = vector.load %x[%10] : memref<4096xf32>, vector<4xf32>
  // Odd numbers times 4, from 2 on.
  // CHECK: vector.load %{{.*}} {alignment = 8 : i64}
  %12 = affine.apply affine_map<(d0) -> ((d0 * 2 + 1) * 4 + 2)>(%t)
  %13 = vector.load %x[%12] : memref<4096xf32>, vector<4xf32>
  scf.for %i = %c2 to %c64 step %c4 {
    // CHECK: vector.store %{{.*}} {alignment = 8 : i64}
    vector.store %13, %out[%i] : memref<4096xf32>, vector<4xf32>
  }
}
