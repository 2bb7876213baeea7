//===- Argmax.cpp - searches for the largest element ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

/// The form that searches give: a comparison with the best value so far, by
/// which both the value and its index are chosen.
///
///   %better = arith.cmpf ogt, %x, %best
///   yield (select %better, %x, %best), (select %better, %index, %bestIndex)
FailureOr<Value> Structured::convertArgmax(unsigned number) {
  using P = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  if (op.getNumDpsInits() != 2 || op.getNumDpsInputs() != 1 ||
      reduction.size() != 1)
    return failure();
  Operation *yield = op.getBlock()->getTerminator();
  Value element = op.getBlock()->getArgument(0);
  Value bestSoFar = op.getBlock()->getArgument(1),
        bestIndex = op.getBlock()->getArgument(2);
  auto choice = yield->getOperand(1).getDefiningOp<arith::SelectOp>();
  if (!choice || choice.getFalseValue() != bestIndex)
    return failure();
  Value index = choice.getTrueValue();
  if (auto cast = index.getDefiningOp<arith::IndexCastOp>())
    index = cast.getIn();
  auto axis = index.getDefiningOp<linalg::IndexOp>();
  if (!axis || int64_t(axis.getDim()) != reduction.front())
    return failure();
  bool isMax, isStrict = true;
  Value lhs, rhs;
  if (auto cmp = choice.getCondition().getDefiningOp<arith::CmpFOp>()) {
    P predicate = cmp.getPredicate();
    isMax = predicate == P::OGT;
    isStrict = predicate == P::OGT || predicate == P::OLT;
    lhs = cmp.getLhs();
    rhs = cmp.getRhs();
  } else if (auto cmp = choice.getCondition().getDefiningOp<arith::CmpIOp>()) {
    I predicate = cmp.getPredicate();
    isMax = predicate == I::sgt;
    isStrict = predicate == I::sgt || predicate == I::slt;
    lhs = cmp.getLhs();
    rhs = cmp.getRhs();
  } else {
    return failure();
  }
  if (lhs != element || rhs != bestSoFar || !isStrict)
    return failure();
  auto value = yield->getOperand(0).getDefiningOp<arith::SelectOp>();
  bool choosesValue = value && value.getCondition() == choice.getCondition() &&
                      value.getTrueValue() == element &&
                      value.getFalseValue() == bestSoFar;
  // Or the value is the maximum itself: then a NaN is the value, and its place
  // the index, as in tg.
  Operation *maximum = yield->getOperand(0).getDefiningOp();
  bool combinesValue =
      maximum && maximum->getNumOperands() == 2 &&
      (isMax ? isa<arith::MaximumFOp, arith::MaxSIOp>(maximum)
             : isa<arith::MinimumFOp, arith::MinSIOp>(maximum)) &&
      llvm::is_contained(maximum->getOperands(), element) &&
      llvm::is_contained(maximum->getOperands(), bestSoFar);
  if (!choosesValue && !combinesValue)
    return failure();
  // Where the search starts below (above) everything at index 0, the first
  // index wins; else what it starts with may win.
  Type elementType = element.getType();
  TypedAttr lowest = isMax ? getLowest(elementType) : getHighest(elementType);
  TypedAttr firstIndex = getSplatValue(op.getDpsInits()[1]);
  bool startsBelow = getSplatValue(op.getDpsInits()[0]) == lowest &&
                     firstIndex &&
                     matchPattern(Attribute(firstIndex), m_Zero());

  FailureOr<Value> input = readOperand(*op.getDpsInputOperand(0), all);
  if (failed(input))
    return failure();
  // Chosen by a comparison, a NaN is never better than anything.
  if (choosesValue && isa<FloatType>(elementType)) {
    Value never = b.splat(lowest, *b.getSizes(*input));
    input = b.select(b.unary<IsNanOp>(*input), never, *input);
  }
  int64_t searched = reduction.front();
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(number));
  ArrayRef<int64_t> axes(searched);
  auto findBest = [&]() -> Value {
    if (isMax)
      return MaxOp::create(b.builder, b.loc, *input, axes, false);
    return MinOp::create(b.builder, b.loc, *input, axes, false);
  };
  auto findIndex = [&]() -> Value {
    Value found =
        isMax
            ? Value(ArgmaxOp::create(b.builder, b.loc, *input, searched, false))
            : Value(
                  ArgminOp::create(b.builder, b.loc, *input, searched, false));
    auto type = cast<RankedTensorType>(op->getResult(1).getType());
    return b.cast(found, convertScalarType(type.getElementType()));
  };
  if (startsBelow)
    return place(number == 0 ? findBest() : findIndex(), map, parallel);
  FailureOr<Value> first = readOperand(*op.getDpsInitOperand(0), parallel);
  FailureOr<Value> old = readOperand(*op.getDpsInitOperand(number), parallel);
  if (failed(first) || failed(old))
    return failure();
  Value best = findBest();
  Value better =
      b.compare(isMax ? CmpPredicate::gt : CmpPredicate::lt, best, *first);
  return place(b.select(better, number == 0 ? best : findIndex(), *old), map,
               parallel);
}
