//===- ApplyEvaluator.h - affine.apply on numbers ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_UNITTESTS_DIALECT_UOP_APPLYEVALUATOR_H
#define TINYGRAD_UNITTESTS_DIALECT_UOP_APPLYEVALUATOR_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

/// What `apply` gives where `eval` says what its operands are.
inline int64_t evaluateApply(mlir::affine::AffineApplyOp apply,
                             llvm::function_ref<int64_t(mlir::Value)> eval) {
  llvm::SmallVector<mlir::AffineExpr> values;
  for (mlir::Value operand : apply.getMapOperands())
    values.push_back(
        mlir::getAffineConstantExpr(eval(operand), apply.getContext()));
  mlir::AffineMap map = apply.getAffineMap();
  auto all = llvm::ArrayRef(values);
  return llvm::cast<mlir::AffineConstantExpr>(
             map.getResult(0).replaceDimsAndSymbols(
                 all.take_front(map.getNumDims()),
                 all.drop_front(map.getNumDims())))
      .getValue();
}

#endif // TINYGRAD_UNITTESTS_DIALECT_UOP_APPLYEVALUATOR_H
