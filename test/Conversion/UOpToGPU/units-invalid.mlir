// Tests that a product of a unit which the GPU lacks is refused where it stands,
// before LLVM cannot select its instruction; a chip that has the unit gets it.

// RUN: split-file %s %t
// DEFINE: %{file} =
// DEFINE: %{options} =
// DEFINE: %{convert} = tg-opt %t/%{file}.mlir --pass-pipeline="builtin.module(gpu.module(convert-gpu-kernels-to-llvm{%{options}}))" 2>&1
// REDEFINE: %{file} = nvidia
// REDEFINE: %{options} = target=nvvm chip=sm_80
// RUN: %{convert} | FileCheck %s --check-prefix=HAS
// REDEFINE: %{options} = target=nvvm chip=sm_75
// RUN: not %{convert} | FileCheck %s --check-prefix=OLD
// REDEFINE: %{options} = target=rocdl chip=gfx1100
// RUN: not %{convert} | FileCheck %s --check-prefix=CROSS
// REDEFINE: %{options} = target=rocdl
// RUN: not %{convert} | FileCheck %s --check-prefix=VENDOR
// REDEFINE: %{options} = target=opencl
// RUN: not %{convert} | FileCheck %s --check-prefix=OPENCL
// REDEFINE: %{file} = amd
// REDEFINE: %{options} = target=nvvm chip=sm_80
// RUN: not %{convert} | FileCheck %s --check-prefix=AMD
// REDEFINE: %{options} = target=nvvm
// RUN: not %{convert} | FileCheck %s --check-prefix=AMD-VENDOR

// HAS: llvm.nvvm.mma.m16n8k16.row.col.f32.f32
// OLD: nvidia.mlir:8:10: error: 'uop.mma' op chip sm_75 has no unit mma.m16n8k16.f16.f32
// CROSS: nvidia.mlir:8:10: error: 'uop.mma' op chip gfx1100 has no unit mma.m16n8k16.f16.f32
// VENDOR: nvidia.mlir:8:10: error: 'uop.mma' op a GPU of AMD has no unit mma.m16n8k16.f16.f32
// OPENCL: nvidia.mlir:8:10: error: 'uop.mma' op OpenCL has no unit mma.m16n8k16.f16.f32
// AMD: amd.mlir:7:10: error: 'uop.mma' op chip sm_80 has no unit wmma.gfx11.f16.f32
// AMD-VENDOR: amd.mlir:7:10: error: 'uop.mma' op a GPU of NVIDIA has no unit wmma.gfx11.f16.f32

//--- nvidia.mlir
gpu.module @product_gpu {
  gpu.func @product(%out: memref<128xf32, #gpu.address_space<global>>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, uop.index_bits = 32 : i64} {
    %t = gpu.thread_id x
    %z = arith.constant dense<0.0> : vector<4xf32>
    %x = arith.constant dense<1.0> : vector<8xf16>
    %y = arith.constant dense<1.0> : vector<4xf16>
    %0 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<4xf32> : vector<8xf16>, vector<4xf16> -> vector<4xf32>
    vector.store %0, %out[%t] : memref<128xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

//--- amd.mlir
gpu.module @product_gpu {
  gpu.func @product(%out: memref<256xf32, #gpu.address_space<global>>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, uop.index_bits = 32 : i64} {
    %t = gpu.thread_id x
    %z = arith.constant dense<0.0> : vector<8xf32>
    %x = arith.constant dense<1.0> : vector<16xf16>
    %0 = uop.mma "wmma.gfx11.f16.f32" %x, %x to %z : vector<8xf32> : vector<16xf16>, vector<16xf16> -> vector<8xf32>
    vector.store %0, %out[%t] : memref<256xf32, #gpu.address_space<global>>, vector<8xf32>
    gpu.return
  }
}
