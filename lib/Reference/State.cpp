//===- State.cpp - empty, assign and copies in the interpreter --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexingEvaluators.h"

#include "TinyGrad/Dialect/Tensor/IR/State.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

static Result empty(const Call &call, tg::EmptyOp op) {
  FailureOr<Shape> shape = call.indices(op.getMixedSizes());
  if (failed(shape))
    return failure();
  return call.makeResult(*shape);
}

static Result assign(const Call &call, tg::AssignOp op) {
  const HostTensor &target = call.operand(0), &value = call.operand(1);
  FailureOr<Shape> offsets = call.indices(op.getMixedOffsets());
  if (failed(offsets))
    return failure();
  for (auto [whole, offset, size] :
       llvm::zip_equal(target.shape, *offsets, value.shape))
    if (offset < 0 || offset > whole || size > whole - offset)
      return call.error() << "expects a part of " << toString(target.shape)
                          << ", but got offsets " << toString(*offsets)
                          << " and sizes " << toString(value.shape);
  HostTensor result = target;
  Shape place(target.shape.size());
  int64_t position = 0;
  forEachIndex(value.shape, [&](ArrayRef<int64_t> index) {
    for (size_t axis = 0; axis < place.size(); ++axis)
      place[axis] = index[axis] + (*offsets)[axis];
    result.setBits(positionOf(place, target.shape), value.getBits(position++));
  });
  return result;
}

std::optional<Result> evaluateState(const Call &call) {
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](tg::EmptyOp op) { return empty(call, op); })
      .Case([&](tg::AssignOp op) { return assign(call, op); })
      .Case<tg::DetachOp, tg::CopyOp>(
          [&](auto) { return Result(call.operand(0)); })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
