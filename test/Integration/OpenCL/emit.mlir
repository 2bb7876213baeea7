// Tests that kernels for OpenCL can be looked at: as LLVM IR, whose parameters are the
// buffers, the variables and the offsets of the buffers, and as SPIR-V.

// RUN: tg-run %s --device opencl --emit=llvm | FileCheck %s --check-prefix=LLVM
// RUN: tg-run %s --device opencl --emit=asm | FileCheck %s --check-prefix=ASM
// RUN: tg-run %s --device opencl --emit=jit | FileCheck %s --check-prefix=JIT
// REQUIRES: opencl

// LLVM: target triple = "spirv64-unknown-unknown"
// LLVM: define spir_kernel void @{{.*}}(ptr addrspace(1) %0, ptr addrspace(1) %1, i64 %2, i64 %3, i64 %4)
// LLVM: getelementptr i8, ptr addrspace(1) %0, i64 %3
// LLVM: getelementptr i8, ptr addrspace(1) %1, i64 %4

// ASM: OpCapability Kernel
// ASM: OpMemoryModel Physical64 OpenCL
// ASM: OpExecutionMode %{{.*}} ContractionOff

// JIT: jit.program @{{.*}} target("opencl") {{.*}} grid #map{{[0-9]*}} block [
// JIT: jit.launch {{.*}}!jit.buffer<96xf32, "opencl">
func.func @main(%a: tensor<?x3xf32> {tg.dims = ["n", 3]}) -> tensor<?x3xf32>
    attributes {tg.variables = {n = [1, 32]}} {
  %0 = tg.exp2 %a : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
