//===- Passes.td - the search for opts as a pass -------*- tablegen -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SEARCH_PASSES_TD
#define TINYGRAD_SEARCH_PASSES_TD

include "mlir/Pass/PassBase.td"

def UOpSearch : Pass<"uop-search", "::mlir::ModuleOp"> {
  let summary = "Gives kernels the opts that make them fastest here, by trying.";
  let description = [{
    Each `uop.kernel` in expression form that has no opts gets those of a beam search:
    lists of opts are changed in one place, the cost model says which of the new ones
    are worth a try, these are compiled and timed on the device, and the `width` best
    are changed next, until nothing gets faster or the time is over. At the end the
    best is timed beside what the heuristic chooses, with cold caches; the faster one
    of the two stays. A remark (`--remarks-filter=uop-search`) has the figures.

    With a folder, what was found is kept for this kernel, processor and version and
    taken from there the next time. The opts are not applied: `uop-optimize` does that.

    Example: `--uop-search="width=4 seconds=10"`.
  }];
  let options = [
    Option<"width", "width", "unsigned", "4", "Lists of opts that are changed in each round.">,
    Option<"seconds", "seconds", "double", "10", "The time for one kernel.">,
    Option<"device", "device", "std::string", "\"cpu\"", "Where kernels are timed: cpu, opencl, cuda, hip.">,
    Option<"target", "target", "std::string", "\"host\"", "The processor to compile for.">,
    Option<"cacheDir", "cache-dir", "std::string", "", "A folder for what was found.">,
    Option<"compare", "compare", "bool", "true", "Time the best and the heuristic's with cold caches.">,
    Option<"estimate", "estimate", "bool", "true", "Try only what the cost model finds worth it.">,
  ];
}

#endif // TINYGRAD_SEARCH_PASSES_TD
