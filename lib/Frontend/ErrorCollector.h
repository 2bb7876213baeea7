//===- ErrorCollector.h - diagnostics as a status ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_FRONTEND_ERRORCOLLECTOR_H
#define TINYGRAD_LIB_FRONTEND_ERRORCOLLECTOR_H

#include "TinyGrad/Runtime/Status.h"
#include "mlir/IR/Diagnostics.h"

namespace tinygrad::frontend {

/// While it lives, collects errors instead of printing them; warnings and
/// remarks are dropped.
class ErrorCollector {
public:
  explicit ErrorCollector(mlir::MLIRContext *context)
      : handler(context, [this](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
            return;
          text += text.empty() ? "" : "; ";
          // Where in the program the op was made.
          if (auto place = mlir::dyn_cast<mlir::FileLineColLoc>(
                  diagnostic.getLocation()))
            text += (place.getFilename().getValue() + ":" +
                     llvm::Twine(place.getLine()) + ": ")
                        .str();
          text += diagnostic.str();
        }) {}
  rt::Status fail(llvm::StringRef what) {
    return rt::Status::error((what + ": " + text).str());
  }

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tinygrad::frontend

#endif // TINYGRAD_LIB_FRONTEND_ERRORCOLLECTOR_H
