// Tests that a loop that fills and reads a tile fills the next one meanwhile, with
// one barrier, and that loops which cannot are left alone.

// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles --split-input-file | FileCheck %s
// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles=async-copies=true --split-input-file | FileCheck %s --check-prefix=ASYNC
// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles=shared-bytes=500 --split-input-file | FileCheck %s --check-prefix=SMALL

// CHECK-LABEL: uop.kernel @tiles
// CHECK: memref.alloca() {{.*}} : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: vector.load %{{.*}} : memref<512xf32>
// CHECK: vector.store %{{.*}} {uop.ordered}
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK: %[[NEXT:.*]] = vector.load %{{.*}} : memref<512xf32>
// CHECK: memref.load {{.*}} {uop.ordered}
// CHECK: vector.store %[[NEXT]], {{.*}} {uop.ordered}
// CHECK-NEXT: scf.yield

// ASYNC-LABEL: uop.kernel @tiles
// ASYNC: vector.store %{{.*}} {uop.async, uop.ordered}
// ASYNC: scf.for
// ASYNC-NEXT: gpu.barrier {uop.wait_async}
// ASYNC: vector.store %{{.*}} {uop.async, uop.ordered}
// ASYNC: memref.load {{.*}} {uop.ordered}
// ASYNC-NEXT: arith.addf
// ASYNC-NEXT: scf.yield

// Two tiles of 256 bytes do not fit.
// SMALL-LABEL: uop.kernel @tiles
// SMALL-NOT: uop.ordered
uop.kernel @tiles(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %place = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (f32) {
    %from = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1 * 4)>(%i, %t)
    %0 = vector.load %x[%from] : memref<512xf32>, vector<4xf32>
    vector.store %0, %tile[%place] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %1 = memref.load %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// The second read is of the loop's own results.
// CHECK-LABEL: uop.kernel @no_dependence
// CHECK-NOT: uop.ordered
uop.kernel @no_dependence(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (f32) {
    memref.store %a, %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %1 = memref.load %tile[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// What the loop writes may be what it fetches.
// CHECK-LABEL: uop.kernel @no_writes
// CHECK-NOT: uop.ordered
uop.kernel @no_writes(%out: memref<512xf32> {uop.output}, %x: memref<512xf32>) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %from = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %t)
    %0 = memref.load %x[%from] : memref<512xf32>
    memref.store %0, %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %1 = memref.load %tile[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %1, %out[%from] : memref<512xf32>
  }
}

// -----

// After the loop the tile is read again.
// CHECK-LABEL: uop.kernel @no_other_use
// CHECK-NOT: uop.ordered
uop.kernel @no_other_use(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (f32) {
    %from = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %t)
    %0 = memref.load %x[%from] : memref<512xf32>
    memref.store %0, %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %1 = memref.load %tile[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  %3 = memref.load %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
  %4 = arith.addf %sum, %3 : f32
  memref.store %4, %out[%t] : memref<64xf32>
}
