// Tests that kernels become functions of bare pointers with the intrinsics of
// their target, and indices of 32 bits where those suffice.

// RUN: tg-opt %s --pass-pipeline="builtin.module(gpu.module(convert-gpu-kernels-to-llvm{target=nvvm}))" | FileCheck %s --check-prefixes=CHECK,NVVM
// RUN: tg-opt %s --pass-pipeline="builtin.module(gpu.module(convert-gpu-kernels-to-llvm{target=rocdl}))" | FileCheck %s --check-prefixes=CHECK,ROCDL
// RUN: not tg-opt %s --pass-pipeline="builtin.module(gpu.module(convert-gpu-kernels-to-llvm{target=mips}))" 2>&1 | FileCheck %s --check-prefix=OTHER

// OTHER: convert-gpu-kernels-to-llvm expected target nvvm, rocdl or opencl, but got 'mips'

gpu.module @k_gpu {
  // CHECK: llvm.mlir.global internal @k_shared_0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x f32>
  // CHECK: llvm.func @k(%{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1>, %{{.*}}: i64)
  // NVVM-SAME: nvvm.kernel
  // NVVM-SAME: nvvm.reqntid = array<i32: 32, 1, 1>
  // ROCDL-SAME: rocdl.flat_work_group_size = "32,32"
  // ROCDL-SAME: rocdl.kernel
  // NVVM: nvvm.read.ptx.sreg.ctaid.x : i32
  // NVVM: nvvm.read.ptx.sreg.tid.x : i32
  // NVVM-NOT: llvm.zext
  // ROCDL: rocdl.workgroup.id.x : i32
  // ROCDL: rocdl.workitem.id.x : i32
  // NVVM: llvm.alloca {{.*}} -> !llvm.ptr
  // ROCDL: llvm.alloca {{.*}} -> !llvm.ptr<5>
  // CHECK: llvm.getelementptr {{.*}} : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  // CHECK: llvm.load %{{.*}} {alignment = 4 : i64}
  // NVVM: nvvm.shfl.sync bfly
  // ROCDL: rocdl.ds_bpermute
  // CHECK: llvm.store {{.*}} !llvm.ptr<3>
  // NVVM: nvvm.barrier
  // ROCDL: llvm.fence syncscope("workgroup") release
  // ROCDL: rocdl.s.barrier
  // ROCDL: llvm.fence syncscope("workgroup") acquire
  // CHECK: llvm.return
  gpu.func @k(%out: memref<64xf32, #gpu.address_space<global>>, %x: memref<64xf32, #gpu.address_space<global>>, %n: i64)
      workgroup(%tile: memref<32xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, uop.index_bits = 32 : i64} {
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %own = memref.alloca() : memref<2xf32, #gpu.address_space<private>>
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1)>(%b, %t)
    %0 = memref.load %x[%i] : memref<64xf32, #gpu.address_space<global>>
    %1 = arith.bitcast %0 : f32 to i32
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %2, %valid = gpu.shuffle xor %1, %c1, %c32 : i32
    %3 = arith.bitcast %2 : i32 to f32
    memref.store %3, %tile[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %c0 = arith.constant 0 : index
    memref.store %3, %own[%c0] : memref<2xf32, #gpu.address_space<private>>
    %4 = memref.load %tile[%c0] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %4, %out[%i] : memref<64xf32, #gpu.address_space<global>>
    gpu.return
  }
}

gpu.module @wide_gpu {
  // CHECK: llvm.func @wide
  // CHECK: llvm.zext %{{.*}} : i32 to i64
  // CHECK: llvm.getelementptr {{.*}} : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  gpu.func @wide(%out: memref<8589934592xi8, #gpu.address_space<global>>) kernel attributes {uop.index_bits = 64 : i64} {
    %b = gpu.block_id x
    %v = arith.constant 1 : i8
    memref.store %v, %out[%b] : memref<8589934592xi8, #gpu.address_space<global>>
    gpu.return
  }
}

gpu.module @shift_gpu {
  // A shift of 64 bits by 32 or more is one of the high half, any other is not.
  // CHECK: llvm.func @shift
  // CHECK: llvm.lshr %{{.*}} : i64
  // CHECK: llvm.trunc %{{.*}} : i64 to i32
  // CHECK: llvm.ashr %{{.*}} : i32
  // CHECK: llvm.sext %{{.*}} : i32 to i64
  // CHECK: llvm.ashr %{{.*}} : i64
  gpu.func @shift(%out: memref<2xi64, #gpu.address_space<global>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c43 = arith.constant 43 : i64
    %c31 = arith.constant 31 : i64
    %0 = memref.load %out[%c0] : memref<2xi64, #gpu.address_space<global>>
    %1 = arith.shrsi %0, %c43 : i64
    memref.store %1, %out[%c0] : memref<2xi64, #gpu.address_space<global>>
    %2 = arith.shrsi %0, %c31 : i64
    memref.store %2, %out[%c1] : memref<2xi64, #gpu.address_space<global>>
    gpu.return
  }
}
