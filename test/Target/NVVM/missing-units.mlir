// Tests that an instruction which the chip lacks is refused, where LLVM would abort.

// RUN: split-file %s %t
// RUN: tg-opt %t/nvidia.mlir --compile-gpu-kernels="device=cuda chip=sm_80 cubin=false" | FileCheck %s --check-prefix=HAS
// RUN: not tg-opt %t/nvidia.mlir --compile-gpu-kernels="device=cuda chip=sm_75 cubin=false" 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not tg-opt %t/nvidia.mlir --compile-gpu-kernels="device=opencl" 2>&1 | FileCheck %s --check-prefix=OPENCL
// RUN: not tg-opt %t/amd.mlir --compile-gpu-kernels="device=cuda chip=sm_80 cubin=false" 2>&1 | FileCheck %s --check-prefix=AMD

// HAS: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
// OLD: nvidia.mlir:4:10: error: 'llvm.call_intrinsic' op chip sm_75 has no unit mma.m8n8k4.f64.f64
// OPENCL: nvidia.mlir:4:10: error: 'llvm.call_intrinsic' op the target has no unit mma.m8n8k4.f64.f64
// AMD: amd.mlir:3:10: error: 'llvm.call_intrinsic' op chip sm_80 has no unit wmma.gfx11.f16.f32

//--- nvidia.mlir
gpu.module @k_gpu {
  llvm.func @k(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %x = llvm.mlir.constant(1.0 : f64) : f64
    %0 = llvm.call_intrinsic "llvm.nvvm.mma.m8n8k4.row.col.f64"(%x, %x, %x, %x) : (f64, f64, f64, f64) -> !llvm.struct<(f64, f64)>
    %1 = llvm.extractvalue %0[0] : !llvm.struct<(f64, f64)>
    llvm.store %1, %out : f64, !llvm.ptr<1>
    llvm.return
  }
}

//--- amd.mlir
gpu.module @k_gpu {
  llvm.func @k(%out: !llvm.ptr<1>, %x: vector<16xf16>, %z: vector<8xf32>) attributes {rocdl.kernel} {
    %0 = llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16"(%x, %x, %z) : (vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
    llvm.store %0, %out : vector<8xf32>, !llvm.ptr<1>
    llvm.return
  }
}
