// Tests that a loop whose fills are loops, too, gets two halves, with the fills written
// out, and that one which cannot is left as it was, its fills still loops, with the
// reason in a remark.

// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles --split-input-file | FileCheck %s
// RUN: tg-opt %s --uop-pipeline-tiles=shared-bytes=1024 --split-input-file --remarks-filter=uop-pipeline-tiles 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tg-opt %s --uop-pipeline-tiles=shared-bytes=1000 --split-input-file --remarks-filter=uop-pipeline-tiles 2>&1 | FileCheck %s --check-prefix=SMALL

// CHECK-LABEL: uop.kernel @filled_by_loop
// CHECK-COUNT-2: memref.store {{.*}} {uop.ordered}
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: scf.for
// CHECK-COUNT-2: memref.store {{.*}} {uop.ordered}
// SMALL: two halves need 1024 bytes of workgroup memory, but there are 1000
uop.kernel @filled_by_loop(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c65 = arith.constant 65 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (f32) {
    scf.for %j = %c0 to %c2 step %c1 {
      %from = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 * 4 + d2)>(%i, %j, %t)
      %0 = memref.load %x[%from] : memref<512xf32>
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%j, %t)
      memref.store %0, %tile[%place] : memref<128xf32, #gpu.address_space<workgroup>>
    }
    %1 = memref.load %tile[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_long_fill
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK-NOT: uop.ordered
// REMARK: a thread would hold 65 registers of the next tile, more than 64
uop.kernel @no_long_fill(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c65 = arith.constant 65 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (f32) {
    scf.for %j = %c0 to %c65 step %c1 {
      %from = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 * 4 + d2)>(%i, %j, %t)
      %0 = memref.load %x[%from] : memref<512xf32>
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%j, %t)
      memref.store %0, %tile[%place] : memref<128xf32, #gpu.address_space<workgroup>>
    }
    %1 = memref.load %tile[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_variable_fill
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK-NOT: uop.ordered
// REMARK: a tile is filled in more than one loop of constant iterations
uop.kernel @no_variable_fill(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c65 = arith.constant 65 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (f32) {
    scf.for %j = %c0 to %n step %c1 {
      %from = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 * 4 + d2)>(%i, %j, %t)
      %0 = memref.load %x[%from] : memref<512xf32>
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%j, %t)
      memref.store %0, %tile[%place] : memref<128xf32, #gpu.address_space<workgroup>>
    }
    %1 = memref.load %tile[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_variable_loop
// CHECK-NOT: uop.ordered
// REMARK: the loop has no constant number of iterations
uop.kernel @no_variable_loop(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c65 = arith.constant 65 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (f32) {
    scf.for %j = %c0 to %c2 step %c1 {
      %from = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 * 4 + d2)>(%i, %j, %t)
      %0 = memref.load %x[%from] : memref<512xf32>
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%j, %t)
      memref.store %0, %tile[%place] : memref<128xf32, #gpu.address_space<workgroup>>
    }
    %1 = memref.load %tile[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_single_iteration
// CHECK-NOT: uop.ordered
// REMARK: the loop has one iteration
uop.kernel @no_single_iteration(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c65 = arith.constant 65 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %z) -> (f32) {
    scf.for %j = %c0 to %c2 step %c1 {
      %from = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 * 4 + d2)>(%i, %j, %t)
      %0 = memref.load %x[%from] : memref<512xf32>
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%j, %t)
      memref.store %0, %tile[%place] : memref<128xf32, #gpu.address_space<workgroup>>
    }
    %1 = memref.load %tile[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_early_read
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: uop.ordered
// REMARK: a tile is read before it is filled
uop.kernel @no_early_read(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c65 = arith.constant 65 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (f32) {
    %1 = memref.load %tile[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    scf.for %j = %c0 to %c2 step %c1 {
      %from = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 * 4 + d2)>(%i, %j, %t)
      %0 = memref.load %x[%from] : memref<512xf32>
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%j, %t)
      memref.store %0, %tile[%place] : memref<128xf32, #gpu.address_space<workgroup>>
    }
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_dependent_fill
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK-NOT: uop.ordered
// REMARK: a tile depends on what an iteration computes
uop.kernel @no_dependent_fill(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c65 = arith.constant 65 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (f32) {
    scf.for %j = %c0 to %c2 step %c1 {
      %from = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 * 4 + d2)>(%i, %j, %t)
      %0 = memref.load %x[%from] : memref<512xf32>
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%j, %t)
      %b = arith.addf %0, %a : f32
      memref.store %b, %tile[%place] : memref<128xf32, #gpu.address_space<workgroup>>
    }
    %1 = memref.load %tile[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_condition
// CHECK-NOT: uop.ordered
// REMARK: a tile is accessed other than by plain loads and stores
uop.kernel @no_condition(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>, %n: index {uop.variable = "n", uop.bounds = [1, 8]}) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c65 = arith.constant 65 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (f32) {
    scf.for %j = %c0 to %c2 step %c1 {
      %from = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8 + d1 * 4 + d2)>(%i, %j, %t)
      %0 = memref.load %x[%from] : memref<512xf32>
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%j, %t)
      memref.store %0, %tile[%place] : memref<128xf32, #gpu.address_space<workgroup>>
    }
    %g = arith.cmpi eq, %i, %c0 : index
    scf.if %g {
      memref.store %z, %tile[%c0] : memref<128xf32, #gpu.address_space<workgroup>>
    }
    %1 = memref.load %tile[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// What is read before another tile is filled is full itself: each has its two halves.
// CHECK-LABEL: uop.kernel @read_before_other
// CHECK-COUNT-2: memref.store {{.*}} {uop.ordered}
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-COUNT-2: memref.load {{.*}} {uop.ordered}
// CHECK-COUNT-2: memref.store {{.*}} {uop.ordered}
// CHECK-NEXT: scf.yield
uop.kernel @read_before_other(%out: memref<64xf32> {uop.output}, %x: memref<512xf32>) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<64xf32, #gpu.address_space<workgroup>>
  %other = memref.alloca() {alignment = 64} : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (f32) {
    %from = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %t)
    %0 = memref.load %x[%from] : memref<512xf32>
    memref.store %0, %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %1 = memref.load %tile[%c1] : memref<64xf32, #gpu.address_space<workgroup>>
    %2 = memref.load %x[%t] : memref<512xf32>
    memref.store %2, %other[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %3 = memref.load %other[%c1] : memref<64xf32, #gpu.address_space<workgroup>>
    %4 = arith.mulf %1, %3 : f32
    %5 = arith.addf %a, %4 : f32
    scf.yield %5 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}
