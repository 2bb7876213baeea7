//===- ExpandMma.cpp - the registers of products of tiles -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expander.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tinygrad::uop {

SmallVector<int64_t> getOrder(ArrayRef<unsigned> from, ArrayRef<unsigned> to) {
  return llvm::map_to_vector(to, [&](unsigned axis) {
    return static_cast<int64_t>(llvm::find(from, axis) - from.begin());
  });
}

LogicalResult Expander::expandMma(MmaOp op) {
  Location loc = op.getLoc();
  if (op.getAcc() || op.getRegisters().empty())
    return op.emitOpError()
           << "expected a product of scalars without sums, but got "
           << op.getLhs().getType() << " and " << op.getRhs().getType();
  auto toAxes = [&](ValueRange values) {
    SmallVector<unsigned> list;
    for (Value value : values)
      if (std::optional<unsigned> axis = axes.getAxis(value))
        list.push_back(*axis);
    return list;
  };
  SmallVector<unsigned> lanes = toAxes(op.getLanes());
  if (!lanes.empty() && lanes.size() != op.getLanes().size())
    return op.emitOpError("expected all of its lanes to be upcast, or none");
  auto isOwn = [&](ArrayRef<unsigned> registers, unsigned axis) {
    return llvm::is_contained(lanes, axis) ||
           llvm::is_contained(registers, axis);
  };
  SmallVector<unsigned> left = toAxes(op.getLhsRegisters()),
                        right = toAxes(op.getRhsRegisters()),
                        own = toAxes(op.getRegisters());
  size_t registers = op.getLhsRegisters().size() + op.getRhsRegisters().size() +
                     op.getRegisters().size();
  if (left.size() + right.size() + own.size() != registers)
    return op.emitOpError()
           << "expected " << registers
           << " registers to be upcast or unroll ranges, but got "
           << left.size() + right.size() + own.size();
  // What is no register of the operand would be taken for a tile's axis.
  auto checkOperand = [&](StringRef what, Value value,
                          ArrayRef<unsigned> others) -> LogicalResult {
    for (unsigned axis : axes.getAxes(value))
      if (llvm::is_contained(others, axis) || llvm::is_contained(own, axis)) {
        RangeOp range = axes.getRanges()[axis];
        return op.emitOpError()
               << "expected a " << what
               << " operand that varies over no registers but its own, but got "
                  "one over range "
               << range.getId();
      }
    return success();
  };
  if (failed(checkOperand("left", op.getLhs(), right)) ||
      failed(checkOperand("right", op.getRhs(), left)))
    return failure();
  Expanded lhs = get(op.getLhs()), rhs = get(op.getRhs());
  // The axes of tiles: those of either operand, and those summed over.
  Axes leading = axes.getAxes(op.getRanges());
  for (auto [axis, registers] :
       {std::pair(&lhs, &left), std::pair(&rhs, &right)})
    for (unsigned other : axis->axes)
      if (!isOwn(*registers, other))
        leading = unite(leading, {other});
  // Both are broadcast over the tiles of both, each with its own registers.
  int64_t elements = countElements(lanes, countElements(leading));
  int64_t most =
      std::max({countElements(left), countElements(right), countElements(own)});
  if (elements * most > kMaxVectorElements)
    return op.emitOpError() << "expected at most " << kMaxVectorElements
                            << " elements over upcast and unroll ranges, but "
                               "got more in an operand";
  auto build = [&](const Expanded &value, ArrayRef<unsigned> registers) {
    SmallVector<unsigned> order(leading.begin(), leading.end());
    llvm::append_range(order, lanes);
    llvm::append_range(order, registers);
    Axes over(order.begin(), order.end());
    llvm::sort(over);
    Value full = values.broadcast(loc, value, over);
    if (llvm::is_sorted(order))
      return full;
    return Value(
        vector::TransposeOp::create(builder, loc, full, getOrder(over, order)));
  };
  Axes closed = axes.getAxes(op.getRanges());
  SmallVector<int64_t> dims;
  SmallVector<unsigned> order;
  for (auto [dim, axis] : llvm::enumerate(leading)) {
    if (llvm::is_contained(closed, axis))
      dims.push_back(dim);
    else
      order.push_back(axis);
  }
  llvm::append_range(order, lanes);
  llvm::append_range(order, own);
  SmallVector<Value> ranges;
  for (Value range : op.getRanges())
    if (!axes.getAxis(range))
      ranges.push_back(range);
  Type element = op.getResult().getType();
  Value result =
      MmaOp::create(builder, loc, axes.getType(element, order), op.getUnit(),
                    build(lhs, left), build(rhs, right), /*acc=*/Value(),
                    ValueRange(), ValueRange(), ranges,
                    lanes.empty() ? ValueRange(op.getLanes()) : ValueRange(),
                    ValueRange(), dims);
  Axes over(order.begin(), order.end());
  llvm::sort(over);
  if (!llvm::is_sorted(order))
    result = vector::TransposeOp::create(builder, loc, result,
                                         getOrder(order, over));
  set(op, result, over);
  return success();
}

} // namespace tinygrad::uop
