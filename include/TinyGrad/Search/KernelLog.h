//===- KernelLog.h - kernels in a file, to be replayed ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line for each kernel: a module with the kernel in expression form and its
// opts. The whole file is a module, too, so that tg-opt takes it as it is.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SEARCH_KERNELLOG_H
#define TINYGRAD_SEARCH_KERNELLOG_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "llvm/Support/Error.h"

namespace tinygrad {

/// Appends a line to the file `path`. An error names the file.
llvm::Error appendKernel(llvm::StringRef path, uop::KernelOp kernel,
                         mlir::ArrayAttr opts);

} // namespace tinygrad

#endif // TINYGRAD_SEARCH_KERNELLOG_H
