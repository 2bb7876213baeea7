//===- Generalize.h - one program for values of variables ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_FRONTEND_GENERALIZE_H
#define TINYGRAD_LIB_FRONTEND_GENERALIZE_H

#include "GraphKey.h"
#include "TinyGrad/Frontend/Session.h"
#include "mlir/IR/MLIRContext.h"

namespace tinygrad::frontend {

/// The bytecode of the module that computes what all graphs compute, each for
/// other values of the variables; `result` gets what is known of it but the
/// program.
rt::StatusOr<std::string> writeGeneral(const std::vector<const Graph *> &graphs,
                                       SampledVariables &variables,
                                       const DefaultTypes &defaults,
                                       mlir::MLIRContext *context,
                                       GeneralProgram &result);

} // namespace tinygrad::frontend

#endif // TINYGRAD_LIB_FRONTEND_GENERALIZE_H
