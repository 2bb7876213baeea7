//===- EvaluateScalar.cpp - scalars that a function computes ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

/// A size of the function as a number: the sum of so many ones.
static FailureOr<Value> countSize(Value index, TensorBuilder &b) {
  SymbolicShapes shapes(b.builder.getInsertionBlock()->getParentOp());
  OpFoldResult size =
      buildIndex(b.builder, b.loc, shapes.getIndexExpr(index), shapes);
  if (!size)
    return failure();
  Value ones = b.splat(b.builder.getI64IntegerAttr(1), size);
  return Value(SumOp::create(b.builder, b.loc, ones, ArrayRef<int64_t>{0},
                             /*keepdim=*/false));
}

FailureOr<Value> tg::evaluateScalar(Value scalar, TensorBuilder &b,
                                    std::string &reason) {
  auto refuse = [&](const Twine &why) {
    reason = why.str();
    return failure();
  };
  if (TypedAttr constant = getScalarConstant(scalar))
    return b.splat(constant, {});
  Operation *definition = scalar.getDefiningOp();
  if (!definition)
    return refuse(
        "it uses a scalar argument: tg's functions take tensors only");
  if (auto extract = dyn_cast<tensor::ExtractOp>(definition)) {
    if (!isElementType(extract.getType()))
      return refuse("it uses an element of a type that tg lacks");
    Sizes offsets, ones;
    for (Value index : extract.getIndices())
      if (std::optional<int64_t> constant = getConstantIntValue(index)) {
        offsets.push_back(b.builder.getIndexAttr(*constant));
        ones.push_back(b.builder.getIndexAttr(1));
      }
    if (offsets.size() == extract.getIndices().size())
      return b.reshape(b.shrink(extract.getTensor(), offsets, ones), {});
    SmallVector<Value> places;
    for (Value index : extract.getIndices()) {
      FailureOr<Value> place = evaluateScalar(index, b, reason);
      if (failed(place))
        return failure();
      places.push_back(*place);
    }
    FailureOr<Value> found = b.gather(extract.getTensor(), places, {});
    if (failed(found))
      return refuse("it uses an element at a place that is not constant, of a "
                    "tensor of variable size");
    return found;
  }
  if (scalar.getType().isIndex())
    if (FailureOr<Value> size = countSize(scalar, b); succeeded(size))
      return size;
  SmallVector<Value> operands;
  for (Value operand : definition->getOperands()) {
    FailureOr<Value> value = evaluateScalar(operand, b, reason);
    if (failed(value))
      return failure();
    operands.push_back(*value);
  }
  return convertScalarOp(cast<OpResult>(scalar), operands, b, reason);
}
