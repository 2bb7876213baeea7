//===- CollectDiagnostics.h - diagnostics as text ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_EXECUTION_COLLECTDIAGNOSTICS_H
#define TINYGRAD_LIB_EXECUTION_COLLECTDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"

namespace tinygrad {

/// Takes the errors of a scope, for interfaces that report by status.
class CollectDiagnostics {
public:
  explicit CollectDiagnostics(mlir::MLIRContext *context)
      : handler(context, [this](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
            return mlir::failure();
          text += (text.empty() ? "" : "; ") + diagnostic.str();
          return mlir::success();
        }) {}

  const std::string &getText() const { return text; }

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tinygrad

#endif // TINYGRAD_LIB_EXECUTION_COLLECTDIAGNOSTICS_H
