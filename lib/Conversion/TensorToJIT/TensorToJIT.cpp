//===- TensorToJIT.cpp - tensors become buffers -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place where tensors become memory. Upstream's bufferization was
// considered: it decides where copies are needed for in-place updates, which
// scheduling has decided already when it made kernels with outputs.
//
//===----------------------------------------------------------------------===//

#include "FunctionConverter.h"

#include "TinyGrad/Conversion/Passes.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTTGTOJIT
#include "TinyGrad/Conversion/Passes.h.inc"

namespace {
/// A function that has to do with tensors.
bool isTensorFunction(func::FuncOp function) {
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  return !function.isExternal() &&
         (llvm::any_of(function.getArgumentTypes(), isTensor) ||
          llvm::any_of(function.getResultTypes(), isTensor));
}

struct ConvertTGToJIT : impl::ConvertTGToJITBase<ConvertTGToJIT> {
  using ConvertTGToJITBase::ConvertTGToJITBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    for (func::FuncOp function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (!isTensorFunction(function))
        continue;
      if (!llvm::hasSingleElement(function.getBody())) {
        function.emitOpError("expected one block");
        return signalPassFailure();
      }
      if (failed(FunctionConverter(function, symbols, device).convert()))
        return signalPassFailure();
      function.erase();
    }
  }
};
} // namespace
} // namespace tinygrad
