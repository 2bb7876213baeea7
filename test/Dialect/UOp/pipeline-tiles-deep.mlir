// Tests that a long loop whose tiles are all copied without registers has several of
// them on their way, where there is memory for them and for another workgroup, and that
// one which has registers in between, or few iterations, has two.

// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles="async-copies=true shared-bytes=2048" --canonicalize --split-input-file | FileCheck %s
// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles="async-copies=true shared-bytes=1600" --canonicalize --split-input-file | FileCheck %s --check-prefix=THREE
// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles="async-copies=true shared-bytes=1024" --canonicalize --split-input-file | FileCheck %s --check-prefix=TWO

// Of 256 bytes each, four are half of 2048 bytes. Three are copied and waited for; then
// the copies since the last two barriers may be on their way.
// CHECK-LABEL: uop.kernel @tiles
// CHECK: memref.alloca() {{.*}} : memref<256xf32, #gpu.address_space<workgroup>>
// CHECK-COUNT-3: vector.store %{{.*}} {uop.async, uop.ordered}
// CHECK-NEXT: gpu.barrier {uop.wait_async}
// CHECK-NEXT: scf.for %[[I:[a-z0-9]+]] =
// CHECK-NEXT: gpu.barrier {uop.wait_async = 2 : i64}
// CHECK-NEXT: %[[COPY:.*]] = arith.andi %[[I]], %{{.*}} : index
// CHECK-NEXT: arith.addi %[[I]], %c3
// CHECK: arith.minsi %{{.*}}, %c31
// CHECK: vector.store %{{.*}} {uop.async, uop.ordered}
// CHECK-NOT: gpu.barrier
// CHECK: memref.load {{.*}} {uop.ordered}

// THREE-LABEL: uop.kernel @tiles
// THREE: memref<192xf32, #gpu.address_space<workgroup>>
// THREE: gpu.barrier {uop.wait_async = 1 : i64}
// THREE-NEXT: arith.remui

// TWO-LABEL: uop.kernel @tiles
// TWO: memref<128xf32, #gpu.address_space<workgroup>>
// TWO: scf.for
// TWO-NEXT: gpu.barrier {uop.wait_async}
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
