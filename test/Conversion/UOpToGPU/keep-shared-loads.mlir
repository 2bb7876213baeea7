// Tests that what a gate's threads store of the workgroup's memory on AMD's GPUs
// is loaded in front of the gate, by all lanes: an empty assembly keeps it there.
// Values of other memory may move, as may all on NVIDIA's.

// RUN: tg-opt %s --pass-pipeline="builtin.module(gpu.module(convert-gpu-kernels-to-llvm{target=rocdl}))" | FileCheck %s
// RUN: tg-opt %s --pass-pipeline="builtin.module(gpu.module(convert-gpu-kernels-to-llvm{target=nvvm}))" | FileCheck %s --check-prefix=NVVM

// NVVM-NOT: llvm.inline_asm

gpu.module @sum_gpu {
  // Kept once, in front of the outer gate.
  // CHECK: llvm.func @sum
  // CHECK: %[[SUM:.*]] = llvm.fadd
  // CHECK: %[[KEPT:.*]] = llvm.inline_asm has_side_effects "", "=v,0" %[[SUM]] : (f32) -> f32
  // CHECK-NOT: llvm.inline_asm
  // CHECK: llvm.cond_br
  // CHECK: llvm.cond_br
  // CHECK: llvm.store %[[KEPT]]
  gpu.func @sum(%out: memref<64xf32, #gpu.address_space<global>>)
      workgroup(%tile: memref<2xf32, #gpu.address_space<workgroup>>)
      kernel attributes {uop.index_bits = 32 : i64} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = memref.load %tile[%c0] : memref<2xf32, #gpu.address_space<workgroup>>
    %1 = memref.load %tile[%c1] : memref<2xf32, #gpu.address_space<workgroup>>
    %2 = arith.addf %0, %1 : f32
    %gate = arith.cmpi eq, %t, %c0 : index
    scf.if %gate {
      %inner = arith.cmpi slt, %t, %c1 : index
      scf.if %inner {
        memref.store %2, %out[%t] : memref<64xf32, #gpu.address_space<global>>
      }
    }
    gpu.return
  }
}

gpu.module @half_gpu {
  // A register has 32 bits.
  // CHECK: llvm.func @half
  // CHECK: %[[BITS:.*]] = llvm.bitcast %{{.*}} : f16 to i16
  // CHECK: %[[WORD:.*]] = llvm.zext %[[BITS]] : i16 to i32
  // CHECK: %[[KEPT:.*]] = llvm.inline_asm has_side_effects "", "=v,0" %[[WORD]] : (i32) -> i32
  // CHECK: llvm.trunc %[[KEPT]] : i32 to i16
  // CHECK: llvm.bitcast %{{.*}} : i16 to f16
  // CHECK: llvm.cond_br
  gpu.func @half(%out: memref<64xf16, #gpu.address_space<global>>)
      workgroup(%tile: memref<2xf16, #gpu.address_space<workgroup>>)
      kernel attributes {uop.index_bits = 32 : i64} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %0 = memref.load %tile[%c0] : memref<2xf16, #gpu.address_space<workgroup>>
    %gate = arith.cmpi eq, %t, %c0 : index
    scf.if %gate {
      memref.store %0, %out[%t] : memref<64xf16, #gpu.address_space<global>>
    }
    gpu.return
  }
}

gpu.module @vectors_gpu {
  // CHECK: llvm.func @vectors
  // CHECK: llvm.bitcast %{{.*}} : vector<8xi8> to vector<2xi32>
  // CHECK: llvm.inline_asm has_side_effects "", "=v,0" %{{.*}} : (vector<2xi32>) -> vector<2xi32>
  // CHECK: llvm.bitcast %{{.*}} : vector<2xi32> to vector<8xi8>
  // CHECK: llvm.cond_br
  gpu.func @vectors(%out: memref<64xi8, #gpu.address_space<global>>)
      workgroup(%tile: memref<8xi8, #gpu.address_space<workgroup>>)
      kernel attributes {uop.index_bits = 32 : i64} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %0 = vector.load %tile[%c0] : memref<8xi8, #gpu.address_space<workgroup>>, vector<8xi8>
    %gate = arith.cmpi eq, %t, %c0 : index
    scf.if %gate {
      vector.store %0, %out[%t] : memref<64xi8, #gpu.address_space<global>>, vector<8xi8>
    }
    gpu.return
  }
}

gpu.module @global_gpu {
  // CHECK: llvm.func @global
  // CHECK-NOT: llvm.inline_asm
  // CHECK: llvm.return
  gpu.func @global(%out: memref<64xf32, #gpu.address_space<global>>, %x: memref<64xf32, #gpu.address_space<global>>)
      kernel attributes {uop.index_bits = 32 : i64} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %0 = memref.load %x[%t] : memref<64xf32, #gpu.address_space<global>>
    %gate = arith.cmpi eq, %t, %c0 : index
    scf.if %gate {
      memref.store %0, %out[%t] : memref<64xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}
