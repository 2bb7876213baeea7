//===- tg-reduce.cpp - makes failing programs smaller ---------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Reducer/ReductionPatterns.h"
#include "TinyGrad/InitAllDialects.h"
#include "TinyGrad/InitAllPasses.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  tinygrad::registerAllDialects(registry);
  tinygrad::tg::registerReductionPatterns(registry);
  // For opt-reduction-pass.
  mlir::registerAllPasses();
  tinygrad::registerAllPasses();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
