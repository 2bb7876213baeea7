// Tests where what fills a tile may come from: only copies of the kernel's buffers
// are asynchronous, and what reads memory of the workgroup is not moved, with a mask
// or without.

// RUN: tg-opt %s --mlir-print-local-scope --uop-pipeline-tiles=async-copies=true --split-input-file | FileCheck %s

// The thread's own memory is not the target's global memory.
// CHECK-LABEL: uop.kernel @own_memory
// CHECK-NOT: uop.async
// CHECK: vector.store {{.*}} {uop.ordered}
// CHECK-NOT: uop.async
uop.kernel @own_memory(%out: memref<64xf32> {uop.output}, %x: memref<16xf32>) opts [] {
  %own = memref.alloca() {alignment = 16} : memref<16xf32>
  %tile = memref.alloca() {alignment = 16} : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    %from = arith.muli %i, %c4 : index
    %0 = vector.load %x[%from] : memref<16xf32>, vector<4xf32>
    vector.store %0, %own[%from] : memref<16xf32>, vector<4xf32>
  }
  %place = arith.muli %t, %c4 : index
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %z) -> (f32) {
    %from = arith.muli %i, %c4 : index
    %0 = vector.load %own[%from] : memref<16xf32>, vector<4xf32>
    vector.store %0, %tile[%place] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %1 = memref.load %tile[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// What the other threads have written there is seen behind a barrier only.
// CHECK-LABEL: uop.kernel @masked_shared
// CHECK-NOT: uop.ordered
// CHECK: vector.maskedload
// CHECK-NOT: uop.ordered
uop.kernel @masked_shared(%out: memref<64xf32> {uop.output}) opts [] {
  %other = memref.alloca() {alignment = 16} : memref<64xf32, #gpu.address_space<workgroup>>
  %tile = memref.alloca() {alignment = 16} : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %mask = vector.create_mask %t : vector<4xi1>
  %place = arith.muli %t, %c4 : index
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %z) -> (f32) {
    %from = arith.muli %i, %c4 : index
    %0 = vector.maskedload %other[%from], %mask, %zeros : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %0, %tile[%place] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %1 = memref.load %tile[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}

// -----

// Its twin reads a buffer.
// CHECK-LABEL: uop.kernel @masked_buffer
// CHECK: vector.store {{.*}} {uop.ordered}
uop.kernel @masked_buffer(%out: memref<64xf32> {uop.output}, %other: memref<64xf32>) opts [] {
  %tile = memref.alloca() {alignment = 16} : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %mask = vector.create_mask %t : vector<4xi1>
  %place = arith.muli %t, %c4 : index
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %z) -> (f32) {
    %from = arith.muli %i, %c4 : index
    %0 = vector.maskedload %other[%from], %mask, %zeros : memref<64xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %0, %tile[%place] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %1 = memref.load %tile[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %a, %1 : f32
    scf.yield %2 : f32
  }
  memref.store %sum, %out[%t] : memref<64xf32>
}
