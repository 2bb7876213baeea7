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
    uop.kernel private @r_4_8(%out: memref<4xf32> {uop.output}, %x: memref<32xf32>) {
    }
    func.func @main(%x: tensor<4x8xf32>) -> tensor<4xf32> {
      %0 = tg.launch @r_4_8(%x) : (tensor<4x8xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    uop.kernel private @r_4_8(%out: memref<4xf32> {uop.output}, %x: memref<32xf32>) {
    }
    jit.func @main(%x: !jit.buffer<32xf32> {jit.dtype = f32, jit.shape = [4, 8]})
        -> (!jit.buffer<4xf32> {jit.dtype = f32, jit.shape = [4]}) {
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
    grid and block, and refers to `@k_gpu`. A kernel with more workgroup memory than
    code for NVIDIA can declare, 48 KiB, has `uop.workgroup_bytes` on its function, and
    the program so many bytes of scratch: each launch asks for them.

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
    `bin`), for HIP to a code object that the program `ld.lld` links (`bin`), or
    for OpenCL to SPIR-V whose kernel has the byte offset of each buffer behind its
    other parameters (`bin`). No SDK is needed.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"cuda\"", "cuda, hip or opencl">,
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

def ConvertLinalgToTG : Pass<"convert-linalg-to-tg", "::mlir::func::FuncOp"> {
  let summary = "Structured ops on tensors become tg ops";
  let description = [{
    Converts linalg's named and generic ops, the tensor dialect's ops, and arith
    and math on tensors. A structured op is read as what it computes: sums of
    products become `tg.matmul` or `tg.conv`, maxima over windows `tg.max_pool`,
    and every other one elementwise ops over its iteration space, with a reduce
    where it accumulates. Its maps are projected permutations, possibly with
    offsets, reversed axes and windows; by other maps, elements are gathered, of
    constant sizes. TOSA ops among them are converted as by `convert-tosa-to-tg`.

    Sizes are constant, or follow from the function's variables (`tg.variables`,
    `tg.dims`). A size that is declared `?` and turns out constant becomes part of
    the types, a public function's own among them. Loops of constant ranges are
    written out, branches become their side or a choice between both, and while
    loops run as long as their condition is constant. What cannot be expressed is
    an error that names the op and the reason. Integers stay signless: unsigned ops
    run on bitcast tensors.

    Differences: f16 and bf16 sums accumulate in f32, and integer overflow,
    division by zero and shifts by the width, which arith leaves undefined, have
    tg's meaning.

    Example:

    ```mlir
    func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<4x2xf32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x2xf32>) -> tensor<4x2xf32>
      %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>)
                         outs(%init : tensor<4x2xf32>) -> tensor<4x2xf32>
      return %0 : tensor<4x2xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
      %0 = tg.matmul %a, %b : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4x2xf32>
      return %0 : tensor<4x2xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tinygrad::tg::TGDialect"];
}

def ConvertTosaToTG : Pass<"convert-tosa-to-tg", "::mlir::func::FuncOp"> {
  let summary = "TOSA ops become tg ops";
  let description = [{
    Channels move behind the batch and back by permutations, which cost nothing.
    Quantized operands are widened less their zero points. Casts of floats to
    integers round to the nearest even one and saturate, as TOSA wants.

    Sizes and control flow are as in `convert-linalg-to-tg`. What tg lacks is an
    error that names the op and the reason: loops whose count depends on data,
    variables, `fft2d`, `resize` and integer `avg_pool2d`. Shapes are constant.

    Example:

    ```mlir
    func.func @main(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) -> tensor<4x8xf32> {
      %0 = tosa.add %a, %b : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) -> tensor<4x8xf32> {
      %0 = tg.expand %b [4, 8] : tensor<1x8xf32> -> tensor<4x8xf32>
      %1 = tg.add %a, %0 : tensor<4x8xf32>
      return %1 : tensor<4x8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tinygrad::tg::TGDialect"];
}

def ConvertTGToLinalg : Pass<"convert-tg-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "tg ops become structured ops on tensors";
  let description = [{
    The counterpart of `convert-linalg-to-tg`. Contractions become linalg's named
    ops, softmax `linalg.softmax`, movement the tensor dialect's ops or generics
    with the index map, elementwise ops and reduces generics whose bodies have
    tg's meaning where arith has none (division by 0, saturating conversions).
    Gradients are written out and other composite ops decomposed first. A
    variable becomes the size of an argument's axis that it names.

    What linalg or arith cannot say is an error that names the op and the reason:
    unsigned and 8-bit float elements, functions that round once where a formula
    would not (`tg.gelu`), state (`tg.assign`) and host calls.

    Example:

    ```mlir
    func.func @main(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
      %0 = tg.permute %x [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
      %0 = tensor.empty() : tensor<8x4xf32>
      %1 = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%0 : tensor<8x4xf32>) permutation = [1, 0]
      return %1 : tensor<8x4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
    "::tinygrad::tg::TGDialect"
  ];
}

def ConvertUOpThreadsToLoops : Pass<"convert-uop-threads-to-loops", "::tinygrad::uop::KernelOp"> {
  let summary = "A kernel does all of its THREAD axis itself";
  let description = [{
    For hosts that call a kernel as one function. In the optimized phase, ranges of
    axis type thread become global ones, which are loops.

    Example:

    ```mlir
    uop.kernel @negate(%out: memref<32xf32> {uop.output}, %a: memref<32xf32>) {
      %i = uop.range 0, 32 <thread>
      %0 = uop.load %a[%i] : memref<32xf32> -> f32
      %1 = arith.negf %0 : f32
      uop.store %1, %out[%i] : f32, memref<32xf32>
    }
    ```
  }];
}

def ConvertJITToFunc : Pass<"convert-jit-to-func", "::mlir::ModuleOp"> {
  let summary = "Lists of items become functions on memrefs that call kernels";
  let description = [{
    For compilers with a runtime of their own. A `jit.func` becomes a `func.func`
    whose arguments are its buffers as 1-D memrefs, at the variables' upper
    bounds, then a memref for each result that is no argument, then its variables
    as index; it returns nothing. Each kernel in linear form becomes a private
    `func.func` on memrefs and indices of upstream ops alone, and an item a call
    of it or a `memref.copy`. An arena is a `memref.alloc`, its parts are
    `memref.view`s, constants globals. What remains is func, memref, scf, vector,
    arith and affine, for upstream's own lowerings.

    On GPUs (`outline-gpu-kernels` and `jit-set-launch-dims` ran) launches are
    `gpu.launch_func`s of kernels in a `gpu.module`, or in a `gpu.binary`, and
    copies and allocations gpu's ops, in one chain of tokens that the function
    waits for. Arguments are memory of the device.

    Runs in place of `jit-batch-graphs`: graphs are for our runtime. Kernels must
    have no thread axis (`convert-uop-threads-to-loops`). Host calls become calls
    of private functions of that name.

    Example:

    ```mlir
    uop.kernel @k(%out: memref<4xf32> {uop.output}, %a: memref<4xf32>) {
      %c0 = arith.constant 0 : index
      %0 = memref.load %a[%c0] : memref<4xf32>
      memref.store %0, %out[%c0] : memref<4xf32>
    }
    jit.func @main(%x: !jit.buffer<4xf32>) -> !jit.buffer<4xf32> {
      %y = jit.alloc : !jit.buffer<4xf32>
      jit.launch @k outs(%y) ins(%x) : (!jit.buffer<4xf32>), (!jit.buffer<4xf32>)
      jit.return %y : !jit.buffer<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func private @k(%out: memref<4xf32>, %a: memref<4xf32>) {
      %c0 = arith.constant 0 : index
      %0 = memref.load %a[%c0] : memref<4xf32>
      memref.store %0, %out[%c0] : memref<4xf32>
      return
    }
    func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
      call @k(%y, %x) : (memref<4xf32>, memref<4xf32>) -> ()
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // TINYGRAD_CONVERSION_PASSES_TD
