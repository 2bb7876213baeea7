// Tests that masked accesses become SPIR-V: an access of each element behind a
// branch. LLVM's own pass reads the mask as an integer of 4 bits there.

// RUN: tg-opt %s --pass-pipeline="builtin.module(compile-gpu-kernels{device=opencl})" | FileCheck %s --check-prefix=BINARY

// BINARY: gpu.binary @k_gpu
// BINARY-SAME: bin =
gpu.module @k_gpu {
  llvm.func spir_kernelcc @k(%out: !llvm.ptr<1>, %x: !llvm.ptr<1>, %n: i64) attributes {reqd_work_group_size = array<i32: 1, 1, 1>} {
    %n32 = llvm.trunc %n : i64 to i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %zeros = llvm.mlir.constant(dense<0> : vector<4xi16>) : vector<4xi16>
    %steps = llvm.mlir.constant(dense<[0, 1, 2, 3]> : vector<4xi32>) : vector<4xi32>
    %poison = llvm.mlir.poison : vector<4xi32>
    %one = llvm.insertelement %n32, %poison[%zero : i32] : vector<4xi32>
    %all = llvm.shufflevector %one, %poison [0, 0, 0, 0] : vector<4xi32>
    %mask = llvm.icmp "sgt" %all, %steps : vector<4xi32>
    %0 = llvm.intr.masked.load %x, %mask, %zeros {alignment = 2 : i32} : (!llvm.ptr<1>, vector<4xi1>, vector<4xi16>) -> vector<4xi16>
    llvm.intr.masked.store %0, %out, %mask {alignment = 2 : i32} : vector<4xi16>, vector<4xi1> into !llvm.ptr<1>
    llvm.return
  }
}
