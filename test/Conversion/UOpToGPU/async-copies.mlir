// Tests that a copy without registers is of global memory; of a thread's own memory
// it goes through registers. A barrier waits for all copies, or for all groups of them
// but a number of the last.

// RUN: tg-opt %s --pass-pipeline="builtin.module(gpu.module(convert-gpu-kernels-to-llvm{target=nvvm}))" | FileCheck %s

gpu.module @k_gpu {
  // CHECK-LABEL: llvm.func @k(
  // CHECK: nvvm.cp.async.shared.global
  // CHECK-NOT: cp.async
  // CHECK: llvm.load {{.*}} : !llvm.ptr -> vector<4xf32>
  // CHECK: llvm.store {{.*}} : vector<4xf32>, !llvm.ptr<3>
  // CHECK-NOT: cp.async
  gpu.func @k(%x: memref<64xf32, #gpu.address_space<global>>)
      workgroup(%tile: memref<64xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>, uop.index_bits = 32 : i64} {
    %own = memref.alloca() {alignment = 16} : memref<16xf32, #gpu.address_space<private>>
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %0 = vector.load %x[%c0] {alignment = 16} : memref<64xf32, #gpu.address_space<global>>, vector<4xf32>
    vector.store %0, %tile[%c0] {alignment = 16, uop.async} : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %1 = vector.load %own[%c0] {alignment = 16} : memref<16xf32, #gpu.address_space<private>>, vector<4xf32>
    vector.store %1, %tile[%c4] {alignment = 16, uop.async} : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    gpu.return
  }

  // CHECK-LABEL: llvm.func @waits(
  // CHECK-NOT: commit
  // CHECK: llvm.call_intrinsic "llvm.nvvm.cp.async.wait.all"
  // CHECK: nvvm.barrier0
  // CHECK-NEXT: nvvm.cp.async.commit.group
  // CHECK-NOT: commit
  // CHECK: nvvm.cp.async.wait.group 2
  // CHECK-NEXT: nvvm.barrier0
  // CHECK-NEXT: nvvm.barrier0
  gpu.func @waits(%x: memref<64xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>, uop.index_bits = 32 : i64} {
    gpu.barrier {uop.wait_async}
    %group = nvgpu.device_async_create_group
    gpu.barrier {uop.wait_async = 2 : i64}
    gpu.barrier
    gpu.return
  }
}
