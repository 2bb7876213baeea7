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
