//===- KernelSearch.h - finding opts by trying them -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A beam search over lists of opts. What is legal is asked of the opts
// themselves, what is worth a try of the cost model, what is fast of the
// device.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SEARCH_KERNELSEARCH_H
#define TINYGRAD_SEARCH_KERNELSEARCH_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Runtime/Device.h"

namespace tinygrad {

struct SearchOptions {
  /// Lists of opts that are changed in each round, at least 1.
  unsigned width = 4;
  /// The time for one kernel.
  double seconds = 10;
  /// Try only what the cost model finds worth it.
  bool estimate = true;
  /// Time the best and the heuristic's opts again with cold caches.
  bool compare = true;
  /// Called before each form of a kernel is compiled, with how many were timed
  /// and the seconds of the fastest (0 before the first); where it gives false,
  /// the search ends with the error "stopped".
  std::function<bool(llvm::StringRef kernel, unsigned timed, double seconds)>
      onProgress;
  /// Called with a line for each kernel that was searched.
  std::function<void(llvm::StringRef)> onLine;
};

class KernelSearch {
public:
  /// Kernels are compiled with `compile` and timed on its device. What is found
  /// is kept in `cache`, and on its disk, by kernel, target and width.
  KernelSearch(CompileOptions compile, ProgramCache &cache,
               rt::DeviceRegistry &devices, SearchOptions options);

  /// Gives `kernel`, in expression form and without opts, those that are the
  /// fastest. Equal kernels are searched once. A failure is a diagnostic: the
  /// device cannot be had, or not even the kernel without opts can be run.
  mlir::LogicalResult run(uop::KernelOp kernel);

private:
  CompileOptions compile;
  ProgramCache &cache;
  rt::DeviceRegistry &devices;
  SearchOptions options;
};

/// Makes `compile` search for the opts of kernels that come without.
void attachSearch(CompileOptions &compile, ProgramCache &cache,
                  rt::DeviceRegistry &devices, SearchOptions options);

} // namespace tinygrad

#endif // TINYGRAD_SEARCH_KERNELSEARCH_H
