//===- Indexing.cpp - joining, gather and scatter ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written out as loops over the elements, apart from the ops' decompositions.
//
//===----------------------------------------------------------------------===//

#include "IndexingEvaluators.h"
#include "Rows.h"

#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"
#include "TinyGrad/Support/IntegerSemantics.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

static Result concat(const Call &call, int64_t axis) {
  Shape shape = call.operand(0).shape;
  shape[axis] = 0;
  for (const TensorPtr &part : call.operands) {
    for (size_t i = 0; i < shape.size(); ++i)
      if (static_cast<int64_t>(i) != axis && part->shape[i] != shape[i])
        return call.error() << "cannot join " << toString(shape) << " and "
                            << toString(part->shape) << " along axis " << axis;
    shape[axis] += part->shape[axis];
  }
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  Rows to(shape, axis);
  int64_t first = 0;
  for (const TensorPtr &part : call.operands) {
    Rows from(part->shape, axis);
    for (int64_t row = 0; row < from.count(); ++row)
      for (int64_t k = 0; k < from.size; ++k)
        result->setBits(to.at(row, first + k), part->getBits(from.at(row, k)));
    first += from.size;
  }
  return result;
}

static Result stack(const Call &call, int64_t axis) {
  Shape shape = call.operand(0).shape;
  for (const TensorPtr &part : call.operands)
    if (part->shape != shape)
      return call.error() << "cannot stack " << toString(shape) << " and "
                          << toString(part->shape);
  int64_t outer = 1;
  for (int64_t i = 0; i < axis; ++i)
    outer *= shape[i];
  int64_t count = call.operands.size();
  shape.insert(shape.begin() + axis, count);
  Result result = call.makeResult(shape);
  if (failed(result) || outer == 0)
    return result;
  for (auto [number, part] : llvm::enumerate(call.operands)) {
    int64_t inner = part->getNumElements() / outer;
    for (int64_t i = 0; i < part->getNumElements(); ++i)
      result->setBits((i / inner * count + int64_t(number)) * inner + i % inner,
                      part->getBits(i));
  }
  return result;
}

static Result repeat(const Call &call, tg::RepeatOp op) {
  const HostTensor &input = call.operand(0);
  FailureOr<Shape> counts = call.indices(op.getMixedCounts());
  if (failed(counts))
    return failure();
  Shape shape;
  for (auto [size, count] : llvm::zip_equal(input.shape, *counts)) {
    int64_t product;
    if (count < 0 || llvm::MulOverflow(size, count, product))
      return call.error() << "expects counts of at least 0 that fit, but got "
                          << toString(*counts);
    shape.push_back(product);
  }
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  Shape from(shape.size());
  int64_t position = 0;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    for (size_t axis = 0; axis < from.size(); ++axis)
      from[axis] = index[axis] % input.shape[axis];
    result->setBits(position++, input.getBits(positionOf(from, input.shape)));
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

/// Element `i` of an index tensor where it lies within `size`, else -1.
static int64_t placeAt(const HostTensor &index, int64_t i, int64_t size) {
  int64_t place = index.getInt(i);
  return place >= 0 && place < size ? place : -1;
}

static Result oneHot(const Call &call, tg::OneHotOp op) {
  const HostTensor &index = call.operand(0);
  FailureOr<int64_t> size = call.index(op.getMixedSize());
  if (failed(size))
    return failure();
  Shape shape = index.shape;
  shape.push_back(*size);
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  for (int64_t i = 0; i < index.getNumElements(); ++i)
    if (int64_t place = placeAt(index, i, *size); place >= 0) {
      if (isFloat(result->dtype))
        result->setFloat(i * *size + place, 1);
      else
        result->setInt(i * *size + place, 1);
    }
  return result;
}

/// Whether the shapes agree on all axes but one.
static bool agree(const Shape &a, const Shape &b, int64_t axis) {
  for (size_t i = 0; i < a.size(); ++i)
    if (static_cast<int64_t>(i) != axis && a[i] != b[i])
      return false;
  return true;
}

static Result gather(const Call &call, int64_t axis) {
  const HostTensor &input = call.operand(0), &index = call.operand(1);
  if (!agree(input.shape, index.shape, axis))
    return call.error() << "expects an index that fits "
                        << toString(input.shape) << ", but got "
                        << toString(index.shape);
  Result result = call.makeResult(index.shape);
  if (failed(result))
    return failure();
  Rows from(input.shape, axis), to(index.shape, axis);
  for (int64_t row = 0; row < to.count(); ++row)
    for (int64_t k = 0; k < to.size; ++k) {
      int64_t i = to.at(row, k);
      if (int64_t place = placeAt(index, i, from.size); place >= 0)
        result->setBits(i, input.getBits(from.at(row, place)));
    }
  return result;
}

/// What `update` does to `old`, both integers.
static int64_t combine(tg::ScatterKind kind, int64_t old, int64_t update,
                       DType type) {
  bool isBool = type == DType::Bool;
  switch (kind) {
  case tg::ScatterKind::set:
    return update;
  case tg::ScatterKind::add:
    return isBool ? old | update : wrapAdd<int64_t>(old, update);
  case tg::ScatterKind::prod:
    return wrapMul<int64_t>(old, update);
  case tg::ScatterKind::max:
    return lessThan(old, update, type) ? update : old;
  case tg::ScatterKind::min:
    return lessThan(update, old, type) ? update : old;
  }
  return update;
}

static double combine(tg::ScatterKind kind, double old, double update) {
  switch (kind) {
  case tg::ScatterKind::set:
    return update;
  case tg::ScatterKind::add:
    return old + update;
  case tg::ScatterKind::prod:
    return old * update;
  case tg::ScatterKind::max:
    return maximum(old, update);
  case tg::ScatterKind::min:
    return minimum(old, update);
  }
  return update;
}

static Result scatter(const Call &call, tg::ScatterOp op) {
  const HostTensor &input = call.operand(0), &index = call.operand(1);
  const HostTensor &updates = call.operand(2);
  int64_t axis = op.getAxis();
  if (!agree(input.shape, index.shape, axis) || index.shape != updates.shape)
    return call.error() << "expects index and updates that fit "
                        << toString(input.shape) << ", but got "
                        << toString(index.shape) << " and "
                        << toString(updates.shape);
  Result result = call.makeResult(input.shape);
  if (failed(result))
    return failure();
  result->bytes = input.bytes;
  bool combines = isFloat(input.dtype) && op.getKind() != tg::ScatterKind::set;
  // Floats are combined in f64 and rounded once.
  std::vector<double> numbers(combines ? input.getNumElements() : 0);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = input.getFloat(i);
  Rows to(input.shape, axis), from(index.shape, axis);
  for (int64_t row = 0; row < from.count(); ++row)
    for (int64_t k = 0; k < from.size; ++k) {
      int64_t i = from.at(row, k);
      int64_t place = placeAt(index, i, to.size);
      if (place < 0)
        continue;
      int64_t target = to.at(row, place);
      if (combines) {
        numbers[target] =
            combine(op.getKind(), numbers[target], updates.getFloat(i));
        result->setFloat(target, numbers[target]);
      } else if (op.getKind() == tg::ScatterKind::set) {
        result->setBits(target, updates.getBits(i));
      } else {
        result->setInt(target, combine(op.getKind(), result->getInt(target),
                                       updates.getInt(i), input.dtype));
      }
    }
  return result;
}

std::optional<Result> evaluateIndexing(const Call &call) {
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](tg::ConcatOp op) { return concat(call, op.getAxis()); })
      .Case([&](tg::StackOp op) { return stack(call, op.getAxis()); })
      .Case([&](tg::RepeatOp op) { return repeat(call, op); })
      .Case([&](tg::OneHotOp op) { return oneHot(call, op); })
      .Case([&](tg::GatherOp op) { return gather(call, op.getAxis()); })
      .Case([&](tg::ScatterOp op) { return scatter(call, op); })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
