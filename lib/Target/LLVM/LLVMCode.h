//===- LLVMCode.h - what all of LLVM's targets go through -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_TARGET_LLVM_LLVMCODE_H
#define TINYGRAD_LIB_TARGET_LLVM_LLVMCODE_H

#include "mlir/IR/Operation.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace tinygrad {

/// A module in the LLVM dialect as LLVM IR for `machine`, with the facts that
/// hold for every function we generate.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVM(mlir::Operation *module, llvm::LLVMContext &context,
                llvm::TargetMachine &machine);

/// Cleans up. Kernels arrive vectorised and unrolled, so LLVM's standard
/// pipelines, made to find such things, cost more than they give.
void cleanUp(llvm::Module &module, llvm::TargetMachine &machine);

/// Generates code, which changes the module.
llvm::Expected<llvm::SmallVector<char, 0>>
generateCode(llvm::Module &module, llvm::TargetMachine &machine,
             llvm::CodeGenFileType type);

} // namespace tinygrad

#endif // TINYGRAD_LIB_TARGET_LLVM_LLVMCODE_H
