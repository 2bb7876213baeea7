//===- Movement.cpp - movement ops in the interpreter -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluators.h"

#include "Attributes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

/// Fills each result element from the input element at the index that
/// `source(result index, input index)` writes; where it returns false the
/// element is left as it is.
static void
gather(const HostTensor &input, HostTensor &result,
       llvm::function_ref<bool(ArrayRef<int64_t>, Shape &)> source) {
  Shape from(input.shape.size(), 0);
  int64_t position = 0;
  forEachIndex(result.shape, [&](ArrayRef<int64_t> index) {
    if (source(index, from))
      result.setBits(position, input.getBits(positionOf(from, input.shape)));
    ++position;
  });
}

static Result reshape(const Call &call, tg::ReshapeOp op) {
  const HostTensor &input = call.operand(0);
  FailureOr<Shape> shape = call.indices(op.getMixedSizes());
  if (failed(shape))
    return failure();
  Result result = call.makeResult(*shape);
  if (failed(result))
    return failure();
  if (result->bytes.size() != input.bytes.size())
    return call.error() << "expects as many elements as in "
                        << toString(input.shape) << ", but got "
                        << toString(*shape);
  result->bytes = input.bytes;
  return result;
}

static Result expand(const Call &call, tg::ExpandOp op) {
  const HostTensor &input = call.operand(0);
  FailureOr<Shape> shape = call.indices(op.getMixedSizes());
  if (failed(shape))
    return failure();
  for (auto [from, to] : llvm::zip_equal(input.shape, *shape))
    if (from != to && from != 1)
      return call.error() << "cannot expand " << toString(input.shape) << " to "
                          << toString(*shape);
  Result result = call.makeResult(*shape);
  if (failed(result))
    return failure();
  gather(input, *result, [&](ArrayRef<int64_t> index, Shape &from) {
    for (size_t axis = 0; axis < from.size(); ++axis)
      from[axis] = input.shape[axis] == 1 ? 0 : index[axis];
    return true;
  });
  return result;
}

static Result permute(const Call &call, tg::PermuteOp op) {
  const HostTensor &input = call.operand(0);
  ArrayRef<int64_t> order = op.getOrder();
  Shape shape;
  for (int64_t axis : order)
    shape.push_back(input.shape[axis]);
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  gather(input, *result, [&](ArrayRef<int64_t> index, Shape &from) {
    for (size_t axis = 0; axis < order.size(); ++axis)
      from[order[axis]] = index[axis];
    return true;
  });
  return result;
}

static Result pad(const Call &call, tg::PadOp op) {
  const HostTensor &input = call.operand(0);
  FailureOr<Shape> low = call.indices(op.getMixedLow());
  FailureOr<Shape> high = call.indices(op.getMixedHigh());
  if (failed(low) || failed(high))
    return failure();
  Shape shape;
  for (auto [size, before, after] : llvm::zip_equal(input.shape, *low, *high)) {
    int64_t sum;
    if (before < 0 || after < 0)
      return call.error() << "expects padding that is not negative, but got "
                          << toString(*low) << " and " << toString(*high);
    if (llvm::AddOverflow(size, before, sum) ||
        llvm::AddOverflow(sum, after, sum))
      return call.error() << "has a size that overflows";
    shape.push_back(sum);
  }
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  uint64_t value = bitsOfAttribute(op.getValue(), result->dtype);
  for (int64_t i = 0, n = result->getNumElements(); i < n; ++i)
    result->setBits(i, value);
  gather(input, *result, [&](ArrayRef<int64_t> index, Shape &from) {
    for (size_t axis = 0; axis < from.size(); ++axis) {
      from[axis] = index[axis] - (*low)[axis];
      if (from[axis] < 0 || from[axis] >= input.shape[axis])
        return false;
    }
    return true;
  });
  return result;
}

static Result shrink(const Call &call, tg::ShrinkOp op) {
  const HostTensor &input = call.operand(0);
  FailureOr<Shape> offsets = call.indices(op.getMixedOffsets());
  FailureOr<Shape> sizes = call.indices(op.getMixedSizes());
  if (failed(offsets) || failed(sizes))
    return failure();
  for (auto [from, size, whole] :
       llvm::zip_equal(*offsets, *sizes, input.shape))
    if (from < 0 || size < 0 || from > whole || size > whole - from)
      return call.error() << "expects a part of " << toString(input.shape)
                          << ", but got offsets " << toString(*offsets)
                          << " and sizes " << toString(*sizes);
  Result result = call.makeResult(*sizes);
  if (failed(result))
    return failure();
  gather(input, *result, [&](ArrayRef<int64_t> index, Shape &from) {
    for (size_t axis = 0; axis < from.size(); ++axis)
      from[axis] = index[axis] + (*offsets)[axis];
    return true;
  });
  return result;
}

static Result flip(const Call &call, tg::FlipOp op) {
  const HostTensor &input = call.operand(0);
  Result result = call.makeResult(input.shape);
  if (failed(result))
    return failure();
  gather(input, *result, [&](ArrayRef<int64_t> index, Shape &from) {
    from.assign(index.begin(), index.end());
    for (int64_t axis : op.getAxes())
      from[axis] = input.shape[axis] - 1 - index[axis];
    return true;
  });
  return result;
}

std::optional<Result> evaluateMovement(const Call &call) {
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](tg::ReshapeOp op) { return reshape(call, op); })
      .Case([&](tg::ExpandOp op) { return expand(call, op); })
      .Case([&](tg::PermuteOp op) { return permute(call, op); })
      .Case([&](tg::PadOp op) { return pad(call, op); })
      .Case([&](tg::ShrinkOp op) { return shrink(call, op); })
      .Case([&](tg::FlipOp op) { return flip(call, op); })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
