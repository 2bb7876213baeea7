//===- ElementwiseFolds.cpp - identities of elementwise ops -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fold never changes a bit of the result. So floats have few: x + 0 is not x
// for -0, and x * 0, x - x, x / x are not constants for infinities and NaNs.
//
//===----------------------------------------------------------------------===//

#include "Chains.h"
#include "ConstantScalars.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Support/DTypeMLIR.h"
#include "TinyGrad/Support/FloatFormat.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tinygrad::tg {

LogicalResult BitcastOp::verify() {
  unsigned from = getElementWidth(getInput().getType().getElementType());
  unsigned to = getElementWidth(getType().getElementType());
  if (from != to)
    return emitOpError("expected element types of one width, but got ")
           << getInput().getType() << " and " << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// What a fold asks of its operands
//===----------------------------------------------------------------------===//

static Type getElement(Operation *op) {
  return getElementTypeOrSelf(op->getOperand(0).getType());
}
static bool isFloating(Operation *op) { return isa<FloatType>(getElement(op)); }

/// Unary ops of which two give back the input, and those that repeat nothing.
template <class OpT> static OpFoldResult foldInvolution(OpT op) {
  auto inner = getPrevious<OpT>(op, op.getInput());
  return inner ? replacement(op, inner.getInput()) : OpFoldResult();
}
template <class OpT> static OpFoldResult foldIdempotent(OpT op) {
  return getPrevious<OpT>(op, op.getInput()) ? replacement(op, op.getInput())
                                             : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

#define FOLD_CONSTANTS(OP)                                                     \
  OpFoldResult OP::fold(FoldAdaptor adaptor) {                                 \
    return foldConstants(*this, adaptor.getOperands());                        \
  }
FOLD_CONSTANTS(ExpOp)
FOLD_CONSTANTS(Exp2Op)
FOLD_CONSTANTS(LogOp)
FOLD_CONSTANTS(Log2Op)
FOLD_CONSTANTS(SinOp)
FOLD_CONSTANTS(CosOp)
FOLD_CONSTANTS(TanhOp)
FOLD_CONSTANTS(SqrtOp)
FOLD_CONSTANTS(ReciprocalOp)
#undef FOLD_CONSTANTS

OpFoldResult NegOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult result = foldInvolution(*this))
    return result;
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult NotOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult result = foldInvolution(*this))
    return result;
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult TruncOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult result = foldIdempotent(*this))
    return result;
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult AbsOp::fold(FoldAdaptor adaptor) {
  if (getElement(*this).isUnsignedInteger())
    return replacement(*this, getInput());
  if (OpFoldResult result = foldIdempotent(*this))
    return result;
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult ReluOp::fold(FoldAdaptor adaptor) {
  if (getElement(*this).isUnsignedInteger())
    return replacement(*this, getInput());
  if (OpFoldResult result = foldIdempotent(*this))
    return result;
  return foldConstants(*this, adaptor.getOperands());
}

//===----------------------------------------------------------------------===//
// Binary. The constant of a commutative op is on the right.
//===----------------------------------------------------------------------===//

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  // -0 is what changes no float.
  if (isNumber(getRhs(), isFloating(*this) ? -0.0 : 0))
    return replacement(*this, getLhs());
  if (getElement(*this).isInteger(1) &&
      (getLhs() == getRhs() || isNumber(getRhs(), 1)))
    return replacement(*this, getRhs());
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  if (isNumber(getRhs(), 0))
    return replacement(*this, getLhs());
  if (!isFloating(*this) && getLhs() == getRhs())
    if (OpFoldResult zero = makeSplat(*this, 0))
      return zero;
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  if (isNumber(getRhs(), 1))
    return replacement(*this, getLhs());
  if (!isFloating(*this) && isNumber(getRhs(), 0))
    return replacement(*this, getRhs());
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult DivOp::fold(FoldAdaptor adaptor) {
  if (isNumber(getRhs(), 1))
    return replacement(*this, getLhs());
  return foldConstants(*this, adaptor.getOperands());
}

/// Integer quotients and remainders by 1.
static OpFoldResult foldDivision(Operation *op, bool remainder,
                                 ArrayRef<Attribute> operands) {
  if (!isFloating(op) && isNumber(op->getOperand(1), 1)) {
    if (!remainder)
      return replacement(op, op->getOperand(0));
    if (OpFoldResult zero = makeSplat(op, 0))
      return zero;
  }
  return foldConstants(op, operands);
}

OpFoldResult FloorDivOp::fold(FoldAdaptor adaptor) {
  return foldDivision(*this, /*remainder=*/false, adaptor.getOperands());
}
OpFoldResult ModOp::fold(FoldAdaptor adaptor) {
  return foldDivision(*this, /*remainder=*/true, adaptor.getOperands());
}
OpFoldResult CDivOp::fold(FoldAdaptor adaptor) {
  return foldDivision(*this, /*remainder=*/false, adaptor.getOperands());
}
OpFoldResult CModOp::fold(FoldAdaptor adaptor) {
  return foldDivision(*this, /*remainder=*/true, adaptor.getOperands());
}

/// Maximum and minimum: `neutral` never wins; `winning` always does, except
/// against a NaN.
static OpFoldResult foldExtremum(Operation *op, TypedAttr neutral,
                                 TypedAttr winning,
                                 ArrayRef<Attribute> operands) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (lhs == rhs || isExtreme(rhs, neutral))
    return replacement(op, lhs);
  if (!isFloating(op) && isExtreme(rhs, winning))
    return replacement(op, rhs);
  return foldConstants(op, operands);
}

OpFoldResult MaximumOp::fold(FoldAdaptor adaptor) {
  Type element = getElement(*this);
  return foldExtremum(*this, getLowest(element), getHighest(element),
                      adaptor.getOperands());
}

OpFoldResult MinimumOp::fold(FoldAdaptor adaptor) {
  Type element = getElement(*this);
  return foldExtremum(*this, getHighest(element), getLowest(element),
                      adaptor.getOperands());
}

OpFoldResult AndOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isNumber(getRhs(), -1))
    return replacement(*this, getLhs());
  if (isNumber(getRhs(), 0))
    return replacement(*this, getRhs());
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult OrOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isNumber(getRhs(), 0))
    return replacement(*this, getLhs());
  if (isNumber(getRhs(), -1))
    return replacement(*this, getRhs());
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult XorOp::fold(FoldAdaptor adaptor) {
  if (isNumber(getRhs(), 0))
    return replacement(*this, getLhs());
  if (getLhs() == getRhs())
    if (OpFoldResult zero = makeSplat(*this, 0))
      return zero;
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult ShlOp::fold(FoldAdaptor adaptor) {
  if (isNumber(getRhs(), 0) || isNumber(getLhs(), 0))
    return replacement(*this, getLhs());
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult ShrOp::fold(FoldAdaptor adaptor) {
  if (isNumber(getRhs(), 0) || isNumber(getLhs(), 0))
    return replacement(*this, getLhs());
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult CmpOp::fold(FoldAdaptor adaptor) {
  bool strict = llvm::is_contained(
      {CmpPredicate::ne, CmpPredicate::lt, CmpPredicate::gt}, getPredicate());
  // Nothing is less than itself, but a NaN is not equal to itself either.
  bool decided = !isFloating(*this) || getPredicate() == CmpPredicate::lt ||
                 getPredicate() == CmpPredicate::gt;
  if (getLhs() == getRhs() && decided)
    if (OpFoldResult result = makeSplat(*this, !strict))
      return result;
  return foldConstants(*this, adaptor.getOperands());
}

//===----------------------------------------------------------------------===//
// Ternary and conversions
//===----------------------------------------------------------------------===//

OpFoldResult WhereOp::fold(FoldAdaptor adaptor) {
  if (getOnTrue() == getOnFalse())
    return replacement(*this, getOnTrue());
  if (std::optional<Scalar> condition = getUniform(getCondition()))
    return replacement(*this, condition->bits ? getOnTrue() : getOnFalse());
  if (getElementTypeOrSelf(getType()).isInteger(1) &&
      isNumber(getOnTrue(), 1) && isNumber(getOnFalse(), 0))
    return replacement(*this, getCondition());
  return foldConstants(*this, adaptor.getOperands());
}

/// Whether a value of `from` that goes through `through`, which holds it
/// exactly, to `to` ends as if it had gone directly.
static bool canSkip(DType from, DType through, DType to) {
  if (!isLosslessCast(from, through))
    return false;
  if (isFloat(from) || !isFloat(through) || !isInteger(to))
    return true;
  // A float saturates on its way to 32 bits or more, where an integer wraps:
  // all that `from` holds must fit.
  unsigned width = std::max(getBitWidth(to), 32u);
  bool isWideUnsigned = isUnsigned(to) && getBitWidth(to) >= 32;
  if (isSigned(from))
    return !isWideUnsigned;
  return getBitWidth(from) < width || isWideUnsigned;
}

OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType())
    return replacement(*this, getInput());
  if (auto inner = getPrevious<CastOp>(*this, getInput())) {
    auto from = getDType(getElement(inner));
    auto through = getDType(getElement(*this));
    auto to = getDType(getElementTypeOrSelf(getType()));
    // There and back, infinities of f8E5M2 become its largest numbers.
    bool losesInfinity =
        to == DType::F8E5M2 && getSaturate() == Saturate::all && from == to;
    if (from && through && to && !losesInfinity &&
        canSkip(*from, *through, *to)) {
      if (inner.getInput().getType() == getType())
        return replacement(*this, inner.getInput());
      // There and back is nothing, whatever the shapes' types know.
      if (from != to) {
        getInputMutable().assign(inner.getInput());
        return getResult();
      }
    }
  }
  return foldConstants(*this, adaptor.getOperands());
}

OpFoldResult BitcastOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType())
    return replacement(*this, getInput());
  if (auto inner = getPrevious<BitcastOp>(*this, getInput())) {
    if (inner.getInput().getType() == getType())
      return replacement(*this, inner.getInput());
    getInputMutable().assign(inner.getInput());
    return getResult();
  }
  return foldConstants(*this, adaptor.getOperands());
}

} // namespace tinygrad::tg
