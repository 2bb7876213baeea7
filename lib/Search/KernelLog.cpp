//===- KernelLog.cpp - kernels in a file, to be replayed --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Search/KernelLog.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace tinygrad;

llvm::Error tinygrad::appendKernel(StringRef path, uop::KernelOp kernel,
                                   ArrayAttr opts) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(kernel.getLoc());
  auto builder = OpBuilder::atBlockBegin(module->getBody());
  auto copy = cast<uop::KernelOp>(builder.clone(*kernel));
  if (opts)
    copy.setOptsAttr(opts);
  std::string line;
  llvm::raw_string_ostream os(line);
  module->print(os, OpPrintingFlags().useLocalScope().assumeVerified());
  // Strings have their line breaks escaped, so that all others are space.
  llvm::replace(line, '\n', ' ');
  line = StringRef(line).rtrim().str() + "\n";

  std::error_code error;
  llvm::raw_fd_ostream file(path, error, llvm::sys::fs::OF_Append);
  if (!error) {
    file << line;
    file.close();
    error = file.error();
    file.clear_error();
  }
  if (error)
    return llvm::createStringError(error, "cannot write kernels to '" + path +
                                              "': " + error.message());
  return llvm::Error::success();
}
