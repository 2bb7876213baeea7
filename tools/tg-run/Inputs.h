//===- Inputs.h - arguments and variables of a run --------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_INPUTS_H
#define TINYGRAD_TOOLS_TGRUN_INPUTS_H

#include "Options.h"
#include "Signature.h"

namespace tinygrad::run {

struct Inputs {
  std::vector<rt::HostArray> arrays;
  Bindings bindings;
};

/// Reads or makes every argument that the options name, and finds the
/// variables' values: from the sizes of what was read, then from `--var`.
llvm::Expected<Inputs> bindInputs(const Signature &signature,
                                  const Options &options);

/// Reads the arguments that are in the file of weights; the others have no
/// data.
llvm::Expected<std::vector<rt::HostArray>>
readWeights(const Signature &signature, const Options &options);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_INPUTS_H
