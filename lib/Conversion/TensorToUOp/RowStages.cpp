//===- RowStages.cpp - values that a kernel keeps for a row -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel's ops are visited from the last to the first, each with all
// indices at which its value is needed, as the emitter will need it. A value
// that is kept is needed by itself only once.
//
//===----------------------------------------------------------------------===//

#include "RowStages.h"
#include "TinyGrad/Dialect/Tensor/Analysis/IndexSpace.h"
#include "TinyGrad/Dialect/Tensor/IR/State.h"

using namespace mlir;

namespace tinygrad {

namespace {
using Index = SmallVector<AffineExpr>;

/// Reading an element that lies in a cache, and writing one, in scalar ops.
constexpr double kLoad = 1, kStore = 2;
/// Computing must cost more than keeping by this factor: loops that only copy
/// are left alone.
constexpr double kGain = 2;
/// The buffers of a kernel together: a part of a second cache, and of a stack.
constexpr int64_t kMostBytes = 1 << 16;
/// Shorter rows stay in registers.
constexpr int64_t kFewestElements = 16;

struct Needed {
  Index index;
  bool isGated;

  bool operator==(const Needed &other) const {
    return index == other.index && isGated == other.isGated;
  }
};

class Finder {
public:
  Finder(tg::KernelOp kernel, tg::SymbolicShapes &shapes)
      : body(kernel.getBody().front()), shapes(shapes), space(shapes) {}

  llvm::MapVector<Value, SmallVector<unsigned>> run();

private:
  void estimateCosts();
  void need(Value value, Needed needed) {
    SmallVector<Needed> &all = needs[value];
    if (!llvm::is_contained(all, needed))
      all.push_back(std::move(needed));
  }
  void visit(tg::IndexMapOpInterface op);
  /// The row axes if `op` is worth a buffer.
  std::optional<SmallVector<unsigned>> getRows(tg::IndexMapOpInterface op);
  void needOperands(tg::IndexMapOpInterface op, const Needed &needed);

  Block &body;
  tg::SymbolicShapes &shapes;
  tg::IndexSpace space;
  unsigned numOutputAxes = 0;
  llvm::DenseMap<Value, SmallVector<Needed>> needs;
  llvm::DenseMap<Value, double> costs;
  llvm::MapVector<Value, SmallVector<unsigned>> stages;
  int64_t bytes = 0;
};
} // namespace

/// The cost of one element; a reduce's is in a register when it is read.
void Finder::estimateCosts() {
  for (BlockArgument argument : body.getArguments())
    costs[argument] = kLoad;
  for (Operation &op : body) {
    auto mapped = dyn_cast<tg::IndexMapOpInterface>(op);
    if (!mapped || !mapped.getReduceSizes(shapes).empty())
      continue;
    double cost = mapped.getElementCost();
    for (Value operand : op.getOperands())
      cost += costs.lookup(operand);
    costs[op.getResult(0)] = cost;
  }
}

std::optional<SmallVector<unsigned>>
Finder::getRows(tg::IndexMapOpInterface op) {
  Value value = op->getResult(0);
  ArrayRef<Needed> all = needs[value];
  if (all.size() < 2 || op.isMovement() || op.getScanAxis() ||
      !op.getReduceSizes(shapes).empty())
    return std::nullopt;
  double readers = all.size();
  if ((readers - 1) * costs.lookup(value) <= kGain * (kStore + readers * kLoad))
    return std::nullopt;
  Type element = tg::getScalarType(getElementTypeOrSelf(value.getType()));
  if (element.isInteger(1))
    return std::nullopt;

  // The output axes that all of them use are those of the rows.
  SmallVector<unsigned> rows;
  for (unsigned axis = 0; axis < numOutputAxes; ++axis)
    if (llvm::all_of(all, [&](const Needed &needed) {
          return llvm::any_of(needed.index, [&](AffineExpr expr) {
            return llvm::is_contained(tg::getUsedAxes(expr), axis);
          });
        }))
      rows.push_back(axis);
  // They need the same elements of a row, in loops of their own.
  SmallVector<unsigned> inner = getInnerAxes(all[0].index, rows);
  for (const Needed &needed : all) {
    SmallVector<unsigned> other = getInnerAxes(needed.index, rows);
    if (needed.isGated || other.size() != inner.size() || inner.empty())
      return std::nullopt;
    for (auto [a, b] : llvm::zip(inner, other))
      if (shapes.areEqual(space.getSizes()[a], space.getSizes()[b]) != true)
        return std::nullopt;
    for (auto [renamed, expected] :
         llvm::zip(renameAxes(all[0].index, inner, other), needed.index))
      if (space.simplify(renamed) != expected)
        return std::nullopt;
  }

  int64_t elements = 1;
  for (unsigned axis : inner) {
    std::optional<int64_t> most = shapes.getUpperBound(space.getSizes()[axis]);
    if (!most || llvm::MulOverflow(elements, *most, elements))
      return std::nullopt;
  }
  int64_t width = element.getIntOrFloatBitWidth() / 8;
  if (elements < kFewestElements || elements > (kMostBytes - bytes) / width)
    return std::nullopt;
  bytes += elements * width;
  return rows;
}

void Finder::needOperands(tg::IndexMapOpInterface op, const Needed &needed) {
  Index reduceIndex;
  for (AffineExpr size : op.getReduceSizes(shapes))
    reduceIndex.push_back(space.addAxis(size));
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    tg::ComposedAccess access =
        space.access(op, operand.getOperandNumber(), needed.index, reduceIndex);
    if (!access.never)
      need(operand.get(), {std::move(access.index),
                           needed.isGated || !access.constraints.empty()});
  }
}

void Finder::visit(tg::IndexMapOpInterface op) {
  Value value = op->getResult(0);
  SmallVector<Needed> all = needs[value];
  if (std::optional<SmallVector<unsigned>> rows = getRows(op)) {
    stages[value] = *rows;
    all.resize(1);
  }
  for (const Needed &needed : all)
    needOperands(op, needed);
}

llvm::MapVector<Value, SmallVector<unsigned>> Finder::run() {
  auto reduces = [&](Operation &op) {
    auto mapped = dyn_cast<tg::IndexMapOpInterface>(op);
    return mapped && !mapped.getReduceSizes(shapes).empty();
  };
  Operation *yield = body.getTerminator();
  if (yield->getNumOperands() == 0 || llvm::none_of(body, reduces))
    return {};
  estimateCosts();
  Index root;
  for (AffineExpr size : shapes.getShape(getWrittenValue(yield->getOperand(0))))
    root.push_back(space.addAxis(size));
  numOutputAxes = root.size();
  for (Value value : yield->getOperands())
    need(getWrittenValue(value), {root, false});
  for (Operation &op : llvm::reverse(body))
    if (auto mapped = dyn_cast<tg::IndexMapOpInterface>(op))
      visit(mapped);
  return std::move(stages);
}

llvm::MapVector<Value, SmallVector<unsigned>>
findRowStages(tg::KernelOp kernel, tg::SymbolicShapes &shapes) {
  return Finder(kernel, shapes).run();
}

Value getWrittenValue(Value yielded) {
  auto assign = yielded.getDefiningOp<tg::AssignOp>();
  return assign ? assign.getValue() : yielded;
}

SmallVector<unsigned> getInnerAxes(ArrayRef<AffineExpr> index,
                                   ArrayRef<unsigned> rows) {
  SmallVector<unsigned> inner;
  for (AffineExpr expr : index)
    for (unsigned axis : tg::getUsedAxes(expr))
      if (!llvm::is_contained(rows, axis) && !llvm::is_contained(inner, axis))
        inner.push_back(axis);
  llvm::sort(inner);
  return inner;
}

SmallVector<AffineExpr> renameAxes(ArrayRef<AffineExpr> index,
                                   ArrayRef<unsigned> from,
                                   ArrayRef<unsigned> to) {
  SmallVector<AffineExpr> result;
  for (AffineExpr expr : index) {
    llvm::DenseMap<AffineExpr, AffineExpr> renamed;
    for (auto [a, b] : llvm::zip(from, to))
      renamed[getAffineDimExpr(a, expr.getContext())] =
          getAffineDimExpr(b, expr.getContext());
    result.push_back(expr.replace(renamed));
  }
  return result;
}

} // namespace tinygrad
