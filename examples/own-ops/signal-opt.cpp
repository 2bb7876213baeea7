//===- signal-opt.cpp - the signal compiler's driver ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signal/SignalDialect.h"

#include "TinyGrad/InitAllDialects.h"
#include "TinyGrad/InitAllPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tinygrad::registerAllDialects(registry);
  registry.insert<signals::SignalDialect, mlir::func::FuncDialect>();
  tinygrad::registerAllPasses();
  mlir::registerTransformsPasses();
  signals::registerSignalPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "signal compiler\n", registry));
}
