//===- Import.cpp - programs of other dialects ----------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/Import.h"
#include "TinyGrad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tinygrad;

static bool isForeign(Operation *op) {
  Dialect *dialect = op->getDialect();
  if (isa_and_nonnull<linalg::LinalgDialect, tensor::TensorDialect,
                      tosa::TosaDialect>(dialect))
    return true;
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect>(dialect) &&
         (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
          llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>));
}

bool tinygrad::needsImport(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return isForeign(op) || isa<func::CallOp>(op) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult tinygrad::importFunction(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  auto module = function->getParentOfType<ModuleOp>();
  bool hasCalls = !function.getOps<func::CallOp>().empty();
  if (hasCalls && module) {
    PassManager pm(context);
    pm.addPass(createInlinerPass());
    if (failed(pm.run(module)))
      return failure();
  }
  PassManager pm(context, func::FuncOp::getOperationName());
  pm.addPass(createConvertTosaToTG());
  pm.addPass(createConvertLinalgToTG());
  return pm.run(function);
}
