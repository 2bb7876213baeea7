//===- ControlFlow.cpp - loops and branches written out ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's loop unrolling, canonicalization and if-to-select work on whole
// functions by themselves; here the trip counts and conditions follow from
// constants that the conversion finds on its way.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

bool ControlFlow::handles(Operation *op) {
  return isa<scf::IfOp, tosa::IfOp, scf::WhileOp, tosa::WhileOp, scf::ForallOp>(
             op) ||
         isa<LoopLikeOpInterface>(op);
}

LogicalResult ControlFlow::writeOut(Operation *op) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return writeOutBranch(op, branch.getCondition(), branch.getThenRegion(),
                          branch.getElseRegion());
  if (auto branch = dyn_cast<tosa::IfOp>(op))
    return writeOutBranch(op, branch.getCondition(), branch.getThenGraph(),
                          branch.getElseGraph());
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return writeOutWhile(op, *loop.getBeforeBody(), *loop.getAfterBody());
  if (auto loop = dyn_cast<tosa::WhileOp>(op))
    return writeOutWhile(op, loop.getCondGraph().front(),
                         loop.getBodyGraph().front());
  return writeOutLoop(op);
}

/// The body's ops before the insertion point, and what its terminator gives.
FailureOr<SmallVector<Value>> ControlFlow::cloneBody(Block &body,
                                                     ValueRange arguments) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  for (Operation &inner : body.without_terminator()) {
    if (--budget < 0)
      return refuse("it would be written out in too many ops");
    rewriter.clone(inner, mapping);
  }
  SmallVector<Value> results;
  for (Value operand : body.getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(operand));
  // Workers that run side by side write their parts after each other.
  if (auto parallel = dyn_cast<scf::InParallelOp>(body.getTerminator())) {
    DenseMap<Value, Value> latest;
    for (Operation &inner : parallel.getYieldingOps()) {
      auto write = dyn_cast<tensor::ParallelInsertSliceOp>(inner);
      if (!write)
        return refuse("its body ends in '" + inner.getName().getStringRef() +
                      "'");
      auto map = [&](ValueRange values) {
        return llvm::map_to_vector(values, [&](Value value) {
          return mapping.lookupOrDefault(value);
        });
      };
      Value &dest = latest[write.getDest()];
      if (!dest)
        dest = mapping.lookupOrDefault(write.getDest());
      dest = tensor::InsertSliceOp::create(
          rewriter, write.getLoc(), dest.getType(),
          mapping.lookupOrDefault(write.getSource()), dest,
          map(write.getOffsets()), map(write.getSizes()),
          map(write.getStrides()), write.getStaticOffsets(),
          write.getStaticSizes(), write.getStaticStrides());
    }
    auto forall = cast<scf::ForallOp>(parallel->getParentOp());
    for (BlockArgument out : forall.getRegionIterArgs()) {
      Value written = latest.lookup(out);
      results.push_back(written ? written : mapping.lookupOrDefault(out));
    }
  }
  return results;
}

/// A loop over ranges that are constant.
LogicalResult ControlFlow::writeOutLoop(Operation *op) {
  auto loop = cast<LoopLikeOpInterface>(op);
  auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds(),
       step = loop.getLoopSteps();
  auto variables = loop.getLoopInductionVars();
  if (!lower || !upper || !step || !variables ||
      !llvm::hasSingleElement(op->getRegions()) ||
      !llvm::hasSingleElement(op->getRegion(0)))
    return refuse("its bounds are not constant");
  SmallVector<int64_t> first, last, steps;
  for (auto [from, to, by] : llvm::zip(*lower, *upper, *step)) {
    auto low = getConstantIntValue(from), high = getConstantIntValue(to),
         stride = getConstantIntValue(by);
    if (!low || !high || !stride || *stride <= 0)
      return refuse("its bounds are not constant");
    first.push_back(*low);
    last.push_back(*high);
    steps.push_back(*stride);
  }
  Block &body = op->getRegion(0).front();
  SmallVector<Value> carried(loop.getInits());
  bool isEmpty = llvm::any_of(llvm::zip(first, last),
                              [](std::tuple<int64_t, int64_t> pair) {
                                return std::get<0>(pair) >= std::get<1>(pair);
                              });
  SmallVector<int64_t> at(first);
  while (!isEmpty) {
    SmallVector<Value> arguments;
    for (auto [variable, index] : llvm::zip(*variables, at))
      arguments.push_back(arith::ConstantOp::create(
          rewriter, op->getLoc(),
          rewriter.getIntegerAttr(variable.getType(), index)));
    llvm::append_range(arguments, carried);
    if (arguments.size() != body.getNumArguments())
      return refuse("its body has arguments that are no indices");
    auto results = cloneBody(body, arguments);
    if (failed(results))
      return failure();
    if (results->size() != op->getNumResults())
      return refuse("it gives other values than its body");
    carried = *results;
    // The next point, the last axis first.
    int64_t axis = int64_t(at.size()) - 1;
    for (; axis >= 0; --axis) {
      at[axis] += steps[axis];
      if (at[axis] < last[axis])
        break;
      at[axis] = first[axis];
    }
    isEmpty = axis < 0;
  }
  rewriter.replaceOp(op, carried);
  return success();
}

/// The value of a condition, a scalar or a tensor of one element.
static std::optional<bool> getConstantCondition(Value condition) {
  Attribute value;
  if (!matchPattern(condition, m_Constant(&value)))
    return std::nullopt;
  if (auto elements = dyn_cast<SplatElementsAttr>(value))
    value = elements.getSplatValue<Attribute>();
  if (auto number = dyn_cast<IntegerAttr>(value))
    return !number.getValue().isZero();
  return std::nullopt;
}

LogicalResult ControlFlow::writeOutBranch(Operation *op, Value condition,
                                          Region &onTrue, Region &onFalse) {
  auto isBlock = [&](Region &region) {
    return region.empty() || llvm::hasSingleElement(region);
  };
  if (!isBlock(onTrue) || !isBlock(onFalse))
    return refuse("a side of it is more than one block");
  // TOSA hands the inputs to both sides.
  ValueRange arguments = op->getOperands().drop_front();
  auto clone = [&](Region &region) -> FailureOr<SmallVector<Value>> {
    if (region.empty())
      return SmallVector<Value>();
    return cloneBody(region.front(),
                     arguments.take_front(region.front().getNumArguments()));
  };
  if (std::optional<bool> constant = getConstantCondition(condition)) {
    auto results = clone(*constant ? onTrue : onFalse);
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }
  for (Region *side : {&onTrue, &onFalse})
    for (Block &block : *side)
      for (Operation &inner : block.without_terminator())
        if (!isMemoryEffectFree(&inner))
          return refuse("its condition is not constant, and a side of it has "
                        "effects");
  auto first = clone(onTrue), second = clone(onFalse);
  if (failed(first) || failed(second))
    return failure();
  SmallVector<Value> chosen;
  for (auto [a, b] : llvm::zip(*first, *second))
    chosen.push_back(
        isa<tosa::IfOp>(op)
            ? Value(tosa::SelectOp::create(rewriter, op->getLoc(), a.getType(),
                                           condition, a, b))
            : Value(arith::SelectOp::create(rewriter, op->getLoc(), condition,
                                            a, b)));
  rewriter.replaceOp(op, chosen);
  return success();
}

/// Writes out the condition of the next iteration.
LogicalResult ControlFlow::startIteration(Operation *op, Block &before,
                                          ValueRange arguments) {
  auto given = cloneBody(before, arguments);
  if (failed(given))
    return failure();
  // TOSA's condition forwards what it was given.
  if (isa<tosa::WhileOp>(op))
    llvm::append_range(*given, arguments);
  conditions[op] = UnrealizedConversionCastOp::create(rewriter, op->getLoc(),
                                                      TypeRange(), *given);
  return success();
}

LogicalResult ControlFlow::writeOutWhile(Operation *op, Block &before,
                                         Block &after) {
  Operation *known = conditions.lookup(op);
  if (!known)
    return startIteration(op, before, op->getOperands());
  SmallVector<Value> forwarded(known->getOperands().drop_front());
  std::optional<bool> goesOn = getConstantCondition(known->getOperand(0));
  // What stays of it is dead.
  conditions.erase(op);
  if (!goesOn)
    return refuse("how often it runs is not constant");
  if (!*goesOn) {
    rewriter.replaceOp(op, forwarded);
    return success();
  }
  auto next = cloneBody(after, forwarded);
  if (failed(next))
    return failure();
  return startIteration(op, before, *next);
}
