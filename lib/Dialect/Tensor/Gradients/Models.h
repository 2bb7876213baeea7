//===- Models.h - rules as external models ----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_GRADIENTS_MODELS_H
#define TINYGRAD_LIB_DIALECT_TENSOR_GRADIENTS_MODELS_H

#include "TinyGrad/Dialect/Tensor/Gradients/Gradients.h"
#include "TinyGrad/Dialect/Tensor/IR/Gradient.h"

namespace tinygrad::tg {

/// The gradients of an op's operands, null for those without.
using OperandGradients = llvm::SmallVector<mlir::Value>;

/// A rule that is a function of the op, the builder and the gradient of the
/// op's one result, as a term.
template <class OpT, auto rule>
struct RuleModel
    : DifferentiableOpInterface::ExternalModel<RuleModel<OpT, rule>, OpT> {
  mlir::FailureOr<OperandGradients>
  buildGradients(mlir::Operation *op, GradientBuilder &builder,
                 mlir::ValueRange gradients) const {
    return rule(mlir::cast<OpT>(op), builder, Term(builder, gradients[0]));
  }
};

template <auto rule, class OpT, class Result>
void attachRule(mlir::MLIRContext *context,
                Result (*)(OpT, GradientBuilder &, Term)) {
  OpT::template attachInterface<RuleModel<OpT, rule>>(*context);
}

/// Attaches `rule`, a function (OpT, GradientBuilder &, Term), to the op that
/// it names.
template <auto rule> void attach(mlir::MLIRContext *context) {
  attachRule<rule>(context, rule);
}

/// Nothing changes the result but jumps, which have no gradient.
template <class OpT>
OperandGradients noGradient(OpT op, GradientBuilder &, Term) {
  return OperandGradients(op->getNumOperands());
}

/// The gradient of a largest or smallest element over `axes`: the elements
/// equal to it share it.
OperandGradients shareAmongEqual(GradientBuilder &builder, mlir::Value input,
                                 mlir::Value extremum, mlir::Value gradient,
                                 llvm::ArrayRef<int64_t> axes, bool keepdim);

void attachElementwiseGradients(mlir::MLIRContext *context);
void attachFunctionGradients(mlir::MLIRContext *context);
void attachIndexingGradients(mlir::MLIRContext *context);
void attachMovementGradients(mlir::MLIRContext *context);
void attachReduceGradients(mlir::MLIRContext *context);
void attachStateGradients(mlir::MLIRContext *context);
void attachContractionGradients(mlir::MLIRContext *context);
void attachPoolGradients(mlir::MLIRContext *context);
void attachCompositeGradients(mlir::MLIRContext *context);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_GRADIENTS_MODELS_H
