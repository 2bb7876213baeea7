// Tests that kernels for OpenCL call its functions for ids and barriers, that private
// memory is in address space 0, and that f16, which a device may lack, is moved as bits.

// RUN: tg-opt %s --pass-pipeline="builtin.module(gpu.module(convert-gpu-kernels-to-llvm{target=opencl}))" | FileCheck %s

gpu.module @k_gpu {
  // CHECK-DAG: llvm.func spir_funccc @_Z12get_group_idj(i32) -> i64 attributes {convergent
  // CHECK-DAG: llvm.func spir_funccc @_Z12get_local_idj(i32) -> i64 attributes {convergent
  // CHECK-DAG: llvm.func spir_funccc @_Z7barrierj(i32) attributes {convergent
  // CHECK: llvm.func spir_kernelcc @k(%{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1>)
  // CHECK-SAME: reqd_work_group_size = array<i32: 32, 1, 1>
  // CHECK: llvm.call spir_funccc @_Z12get_group_idj
  // CHECK: llvm.trunc %{{.*}} : i64 to i32
  // CHECK: llvm.call spir_funccc @_Z12get_local_idj
  // CHECK: llvm.load {{.*}} : !llvm.ptr<1> -> i16
  // CHECK: llvm.store {{.*}} : i16, !llvm.ptr<3>
  // CHECK: llvm.call spir_funccc @_Z7barrierj
  // CHECK: llvm.mlir.constant(15360 : i16) : i16
  gpu.func @k(%out: memref<64xf16, #gpu.address_space<global>>, %x: memref<64xf16, #gpu.address_space<global>>)
      workgroup(%tile: memref<32xf16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, uop.index_bits = 32 : i64} {
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%b, %t)
    %0 = memref.load %x[%i] : memref<64xf16, #gpu.address_space<global>>
    memref.store %0, %tile[%t] : memref<32xf16, #gpu.address_space<workgroup>>
    gpu.barrier
    %one = arith.constant 1.0 : f16
    memref.store %one, %out[%i] : memref<64xf16, #gpu.address_space<global>>
    gpu.return
  }
}
