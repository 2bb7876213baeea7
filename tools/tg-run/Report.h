//===- Report.h - what a run tells its user ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_REPORT_H
#define TINYGRAD_TOOLS_TGRUN_REPORT_H

#include "Limits.h"
#include "Program.h"

namespace tinygrad::run {

/// Times in seconds, and what was done in them.
struct Measurements {
  double first = 0;
  std::vector<double> runs; ///< Empty without --bench.
  double leastCPU = 0;      ///< All threads' computing in one of the runs.
  rt::Estimates cost;       ///< Of one run.
  Limits limits;            ///< What the processor can do, where it is known.
};

/// One line as NumPy would show it: sizes, type, and the elements, with "..."
/// for those in the middle of a large array.
void printPreview(const Port &port, const rt::HostArray &array,
                  llvm::raw_ostream &os);

/// The keys of the design's --json line.
void printJSON(const Program &program, const Measurements &measurements,
               llvm::raw_ostream &os);

/// The same for people, with a line for each kernel.
void printStats(const Program &program, const Measurements &measurements,
                bool withKernels, llvm::raw_ostream &os);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_REPORT_H
