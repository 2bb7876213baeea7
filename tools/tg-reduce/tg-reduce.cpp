//===- tg-reduce.cpp - makes failing programs smaller ---------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/Reducer/ReductionPatterns.h"
#include "TinyGrad/Dialect/Tensor/Reducer/ReductionPatterns.h"
#include "TinyGrad/Dialect/UOp/Reducer/ReductionPatterns.h"
#include "TinyGrad/InitAllPasses.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tinygrad::registerCompilerDialects(registry);
  tinygrad::tg::registerReductionPatterns(registry);
  tinygrad::uop::registerReductionPatterns(registry);
  tinygrad::jit::registerReductionPatterns(registry);
  // For opt-reduction-pass.
  mlir::registerTransformsPasses();
  tinygrad::registerAllPasses();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
