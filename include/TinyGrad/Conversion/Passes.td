//===- Passes.td - the doorways between rooms -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_CONVERSION_PASSES_TD
#define TINYGRAD_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTGToUOpPass : Pass<"convert-tg-to-uop", "::mlir::ModuleOp"> {
  let summary = "Outlines tg.kernel regions as uop.kernel ops";
  let description = [{
    Each `tg.kernel` becomes a `uop.kernel` in the module, written from its
    outputs by pushing index maps to its inputs, and a `tg.launch` of it. Equal
    kernels are one. A kernel is named by what it does (`r` reduces, `e` does not)
    and the sizes of its axes.

    Example:

    ```mlir
    %0 = tg.kernel(%a = %x : tensor<4x8xf32>) -> tensor<4xf32> {
      %1 = tg.sum %a axes [1] : tensor<4x8xf32> -> tensor<4xf32>
      tg.yield %1 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    uop.kernel @r_4_8(%out: memref<4xf32> {uop.output}, %a: memref<32xf32>) {
      %i = uop.range 0, 4 <global>
      %k = uop.range 1, 8 <reduce>
      %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
      %1 = uop.load %a[%0] : memref<32xf32> -> f32
      %2 = uop.reduce <add> %1 over (%k) : f32
      uop.store %2, %out[%i] : f32, memref<4xf32>
    }
    %0 = tg.launch @r_4_8(%x) : (tensor<4x8xf32>) -> tensor<4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::tinygrad::tg::TGDialect", "::tinygrad::uop::UOpDialect"
  ];
}

def ConvertTGToJIT : Pass<"convert-tg-to-jit", "::mlir::ModuleOp"> {
  let summary = "Functions of launches become lists of exec items on buffers";
  let description = [{
    Arguments, constants and what kernels give become buffers, `tg.launch` a
    `jit.launch`, `tg.reshape` nothing. The variables that a function uses become
    its last arguments, in the order of their names.

    Example:

    ```mlir
    func.func @main(%x: tensor<4x8xf32>) -> tensor<4xf32> {
      %0 = tg.launch @r_4_8(%x) : (tensor<4x8xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    jit.func @main(%x: !jit.buffer<32xf32>) -> !jit.buffer<4xf32> {
      %0 = jit.alloc : !jit.buffer<4xf32>
      jit.launch @r_4_8 outs(%0) ins(%x) : (!jit.buffer<4xf32>), (!jit.buffer<32xf32>)
      jit.return %0 : !jit.buffer<4xf32>
    }
    ```
  }];
  let options = [Option<"device", "device", "std::string", "\"cpu\"",
                        "the device of every buffer">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::tinygrad::jit::JITDialect",
    "::tinygrad::tg::TGDialect"
  ];
}

def ConvertUOpToLLVMPass : Pass<"convert-uop-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Kernels in linear form become functions in the LLVM dialect.";
  let description = [{
    `uop.kernel @k` becomes the function
    `void k(void *const *buffers, const int64_t *vars, void *scratch, int64_t
    begin, int64_t end)`. `uop.scratch_bytes` on it says how much scratch a call
    needs; without it none. Memory is accessed by bare pointers; the rest is
    lowered by upstream's patterns. An op that has none is an error.

    Example:

    ```mlir
    uop.kernel @negate(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>) {
      %c0 = arith.constant 0 : index
      %0 = vector.load %x[%c0] : memref<8xf32>, vector<8xf32>
      %1 = arith.negf %0 : vector<8xf32>
      vector.store %1, %out[%c0] : memref<8xf32>, vector<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect"];
}

def ConvertUOpToGPUPass : Pass<"convert-uop-to-gpu", "::tinygrad::uop::KernelOp"> {
  let summary = "Global, local and group ranges become block and thread ids.";
  let description = [{
    After expand, before linearize. Global ranges become block ids, local and
    group_reduce ranges thread ids; what remains are loops of a thread. At most
    three dimensions each, the innermost range in x; ranges that do not fit share
    one. `uop.grid` and `uop.block` on the kernel say how many there are.

    A reduce over group ranges becomes one over the thread's own part and a
    `uop.group_reduce`; a store that does not vary over them is done by the first
    thread of each group. A stage in workgroup memory whose ranges are local is
    filled by all threads together. `uop.index_bits` is 32 where no index needs
    more.

    Example:

    ```mlir
    %i = uop.range 0, 64 <global>
    %t = uop.range 1, 256 <local>
    ```

    becomes

    ```mlir
    %i = gpu.block_id x
    %t = gpu.thread_id x
    ```

    and `uop.grid = affine_map<() -> (64, 1, 1)>`, `uop.block = array<i64: 256, 1, 1>`.
  }];
  let options = [
    ListOption<"maxGrid", "max-grid", "int64_t", "Blocks per dimension, at most.">,
    ListOption<"maxBlock", "max-block", "int64_t", "Threads per dimension, at most.">,
    Option<"maxThreads", "max-threads", "int64_t", "1024",
           "Threads of a workgroup, at most.">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect"];
}

def OutlineGPUKernelsPass : Pass<"outline-gpu-kernels", "::mlir::ModuleOp"> {
  let summary = "Kernels in linear form become gpu.func ops.";
  let description = [{
    `uop.kernel @k` becomes a `gpu.module @k_gpu` with one `gpu.func @k`. Its
    parameters are the buffers in global memory, in the order of the kernel's
    arguments, then the variables as i64; its workgroup memory are attributions.
    Where `jit.launch` ops run the kernel, `jit.program @k` takes its name, with the
    grid and block, and refers to `@k_gpu`.

    Example:

    ```mlir
    uop.kernel @copy(%out: memref<8xf32> {uop.output}, %x: memref<8xf32>)
        attributes {uop.block = array<i64: 8, 1, 1>, uop.grid = affine_map<() -> (1, 1, 1)>} {
      %t = gpu.thread_id x
      %0 = memref.load %x[%t] : memref<8xf32>
      memref.store %0, %out[%t] : memref<8xf32>
    }
    ```
  }];
  let options = [Option<"device", "device", "std::string", "\"cuda\"",
                        "The device of programs.">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::tinygrad::jit::JITDialect"];
}

def ConvertGPUKernelsToLLVMPass : Pass<"convert-gpu-kernels-to-llvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Kernels of a gpu.module become functions in the LLVM dialect.";
  let description = [{
    Alike for NVVM, ROCDL and OpenCL: memrefs are bare pointers in the address space of
    their memory, the parameters those of the `gpu.func`. Ids, barriers and
    shuffles become intrinsics of the target.

    Upstream's conversions pass a memref as a descriptor of five members and call
    a device library for math.

    Example:

    ```mlir
    gpu.module @copy_gpu {
      gpu.func @copy(%out: memref<8xf32, #gpu.address_space<global>>) kernel {
        gpu.return
      }
    }
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"nvvm\"", "nvvm, rocdl or opencl">,
    Option<"chip", "chip", "std::string", "\"\"", "The processor, where code depends on it.">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::ROCDL::ROCDLDialect", "::mlir::cf::ControlFlowDialect"];
}

def CompileGPUKernelsPass : Pass<"compile-gpu-kernels", "::mlir::ModuleOp"> {
  let summary = "Each gpu.module becomes a gpu.binary.";
  let description = [{
    A `gpu.module` in the LLVM dialect (`convert-gpu-kernels-to-llvm`) is compiled
    to PTX (an object `assembly`; beside it, where `ptxas` is found, the cubin as
    `bin`) or, for HIP, to a code object that the program `ld.lld` links (`bin`).
    No SDK is needed.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"cuda\"", "cuda or hip">,
    Option<"chip", "chip", "std::string", "\"\"", "The processor.">,
    Option<"cubin", "cubin", "bool", "true", "Ask ptxas for a cubin, too.">
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

def ConvertJITToLLVM : Pass<"convert-jit-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Writes each launch graph of the CPU as one native function";
  let description = [{
    The function is a TgrtGraphFn (`TinyGrad-c/Runtime.h`): it finds buffers,
    variables and kernels in the tables that it is given, in the order in which the
    graph uses them first, and runs the graph level by level. The graph stays, and
    names its function as `jit.native`.

    Example: the graph

    ```mlir
    jit.graph device("cpu") {
      jit.launch @k outs(%y) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    }
    ```

    becomes, if `@k` has no THREAD axis, a function that stores the pointers
    `%0[0]` and `%0[1]` into an array and calls `%3->kernels[0]` with it:

    ```mlir
    llvm.func @main_graph(%0: !llvm.ptr, %1: !llvm.ptr, %2: !llvm.ptr, %3: !llvm.ptr)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // TINYGRAD_CONVERSION_PASSES_TD
