//===- EmitLibrary.h - compiled functions as shared libraries ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objects of a function's kernels and launch graphs, its exec items, memory
// plan and constants, linked to one shared library that libTinyGradRuntime runs
// without LLVM, and a C header with the function's types.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_EXECUTION_EMITLIBRARY_H
#define TINYGRAD_EXECUTION_EMITLIBRARY_H

#include "TinyGrad/Runtime/Library.h"
#include "mlir/IR/BuiltinOps.h"

namespace tinygrad {

struct EmitLibraryOptions {
  /// What the exported names begin with: a C identifier.
  std::string name;
  /// The processor that the kernels were compiled for, as cpu::getTarget takes
  /// it.
  std::string target = "host";
  /// The program that links ELF objects; empty: ld.lld or ld, wherever it is.
  std::string linker;
};

/// Writes `prefix`.so and `prefix`.h for the function that `contents`
/// describes, an executable made of the jit.func `function` of `module`, whose
/// launch graphs compileGraphs has compiled. Sets the target of `contents`.
llvm::Error emitLibrary(mlir::ModuleOp module, llvm::StringRef function,
                        rt::LibraryContents contents, llvm::StringRef prefix,
                        const EmitLibraryOptions &options);

/// The C header of a library.
std::string makeLibraryHeader(const rt::LibraryContents &contents,
                              llvm::StringRef name);

/// `text` as a C identifier: "layer-1" becomes "layer_1".
std::string makeCIdentifier(llvm::StringRef text);

} // namespace tinygrad

#endif // TINYGRAD_EXECUTION_EMITLIBRARY_H
