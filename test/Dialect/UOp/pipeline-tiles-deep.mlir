// Tests that a long loop whose tiles are all copied without registers has several of
// them on their way, where there is memory for them and for another workgroup, and that
// one which has registers in between, or few iterations, has two.

// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles="async-copies=true shared-bytes=2048" --canonicalize --split-input-file | FileCheck %s
// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles="async-copies=true shared-bytes=1600" --canonicalize --split-input-file | FileCheck %s --check-prefix=THREE
// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles="async-copies=true shared-bytes=1024" --canonicalize --split-input-file | FileCheck %s --check-prefix=TWO
// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles="async-copies=true shared-bytes=16384" --canonicalize --split-input-file | FileCheck %s --check-prefix=MANY
// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles="shared-bytes=356" --split-input-file | FileCheck %s --check-prefix=EDGE
// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles="shared-bytes=355" --split-input-file | FileCheck %s --check-prefix=LESS

// Of 256 bytes each, four are half of 2048 bytes. Three are begun, each a group of its
// own, and none is waited for before the loop; there the two that are not read yet may
// be on their way.
// CHECK-LABEL: uop.kernel @tiles
// CHECK: memref.alloca() {{.*}} : memref<256xf32, #gpu.address_space<workgroup>>
// CHECK: vector.store %{{.*}} {uop.async, uop.ordered}
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NOT: gpu.barrier
// CHECK: vector.store %{{.*}} {uop.async, uop.ordered}
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NOT: gpu.barrier
// CHECK: vector.store %{{.*}} {uop.async, uop.ordered}
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NEXT: scf.for %[[I:[a-z0-9]+]] =
// CHECK-NEXT: gpu.barrier {uop.wait_async = 2 : i64}
// CHECK-NEXT: %[[COPY:.*]] = arith.andi %[[I]], %{{.*}} : index
// CHECK-NEXT: arith.addi %[[I]], %c3
// CHECK: arith.minsi %{{.*}}, %c31
// CHECK: vector.store %{{.*}} {uop.async, uop.ordered}
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NOT: gpu.barrier
// CHECK: memref.load {{.*}} {uop.ordered}

// THREE-LABEL: uop.kernel @tiles
// THREE: memref<192xf32, #gpu.address_space<workgroup>>
// THREE: gpu.barrier {uop.wait_async = 1 : i64}
// THREE-NEXT: arith.remui

// TWO-LABEL: uop.kernel @tiles
// TWO: memref<128xf32, #gpu.address_space<workgroup>>
// TWO-NOT: device_async_create_group
// TWO: scf.for
// TWO-NEXT: gpu.barrier {uop.wait_async}
// TWO-NOT: device_async_create_group
uop.kernel @tiles(%out: memref<64xf32> {uop.output}, %x: memref<2048xf32>) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %z = arith.constant 0.0 : f32
  %place = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
  %sum = scf.for %i = %c0 to %c32 step %c1 iter_args(%a = %z) -> (f32) {
    %from = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1 * 4)>(%i, %t)
    %0 = vector.load %x[%from] : memref<2048xf32>, vector<4xf32>
    vector.store %0, %tile[%place] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %1 = memref.load %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_registers
// CHECK: memref<128xf32, #gpu.address_space<workgroup>>
uop.kernel @no_registers(%out: memref<64xf32> {uop.output}, %x: memref<2048xf32>) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %z = arith.constant 0.0 : f32
  %place = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
  %sum = scf.for %i = %c0 to %c32 step %c1 iter_args(%a = %z) -> (f32) {
    %from = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1 * 4)>(%i, %t)
    %0 = vector.load %x[%from] : memref<2048xf32>, vector<4xf32>
    %n = arith.negf %0 : vector<4xf32>
    vector.store %n, %tile[%place] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %1 = memref.load %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// CHECK-LABEL: uop.kernel @no_long_loop
// CHECK: memref<128xf32, #gpu.address_space<workgroup>>
uop.kernel @no_long_loop(%out: memref<64xf32> {uop.output}, %x: memref<2048xf32>) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %place = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %z) -> (f32) {
    %from = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1 * 4)>(%i, %t)
    %0 = vector.load %x[%from] : memref<2048xf32>, vector<4xf32>
    vector.store %0, %tile[%place] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %1 = memref.load %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// Copies take no registers: 17 of 16 bytes each are fetched as one is, 68 registers of
// what is computed are not.
// MANY-LABEL: uop.kernel @many
// MANY: memref<2176xf32, #gpu.address_space<workgroup>>
// MANY-COUNT-17: vector.store %{{.*}} {uop.async, uop.ordered}
uop.kernel @many(%out: memref<64xf32> {uop.output}, %x: memref<34816xf32>) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<1088xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c17 = arith.constant 17 : index
  %c32 = arith.constant 32 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c32 step %c1 iter_args(%a = %z) -> (f32) {
    scf.for %j = %c0 to %c17 step %c1 {
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1 * 4)>(%j, %t)
      %from = affine.apply affine_map<(d0, d1, d2) -> (d0 * 1088 + d1 * 64 + d2 * 4)>(%i, %j, %t)
      %0 = vector.load %x[%from] : memref<34816xf32>, vector<4xf32>
      vector.store %0, %tile[%place] : memref<1088xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    }
    %1 = memref.load %tile[%t] : memref<1088xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// MANY-LABEL: uop.kernel @no_many_registers
// MANY: memref<1088xf32, #gpu.address_space<workgroup>>
uop.kernel @no_many_registers(%out: memref<64xf32> {uop.output}, %x: memref<34816xf32>) opts [] {
  %tile = memref.alloca() {alignment = 64} : memref<1088xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c17 = arith.constant 17 : index
  %c32 = arith.constant 32 : index
  %z = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c32 step %c1 iter_args(%a = %z) -> (f32) {
    scf.for %j = %c0 to %c17 step %c1 {
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1 * 4)>(%j, %t)
      %from = affine.apply affine_map<(d0, d1, d2) -> (d0 * 1088 + d1 * 64 + d2 * 4)>(%i, %j, %t)
      %0 = vector.load %x[%from] : memref<34816xf32>, vector<4xf32>
      %n = arith.negf %0 : vector<4xf32>
      vector.store %n, %tile[%place] : memref<1088xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    }
    %1 = memref.load %tile[%t] : memref<1088xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// A tile begins at a multiple of 16 bytes: twice 170 bytes behind one byte take 356.
// EDGE-LABEL: uop.kernel @edge
// EDGE: memref<340xi8, #gpu.address_space<workgroup>>
// LESS-LABEL: uop.kernel @edge
// LESS: memref<170xi8, #gpu.address_space<workgroup>>
uop.kernel @edge(%out: memref<64xi8> {uop.output}, %x: memref<8192xi8>) opts [] {
  %other = memref.alloca() {alignment = 64} : memref<1xi8, #gpu.address_space<workgroup>>
  %tile = memref.alloca() {alignment = 64} : memref<170xi8, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %z = arith.constant 0 : i8
  memref.store %z, %other[%c0] : memref<1xi8, #gpu.address_space<workgroup>>
  %sum = scf.for %i = %c0 to %c32 step %c1 iter_args(%a = %z) -> (i8) {
    %from = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%i, %t)
    %0 = memref.load %x[%from] : memref<8192xi8>
    memref.store %0, %tile[%t] : memref<170xi8, #gpu.address_space<workgroup>>
    %1 = memref.load %tile[%c0] : memref<170xi8, #gpu.address_space<workgroup>>
    %2 = arith.addi %a, %1 : i8
    scf.yield %2 : i8
  }
  memref.store %sum, %out[%t] : memref<64xi8>
}
