//===- FoldOperands.cpp - what a fold asks of its operands ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantScalars.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Support/DTypeMLIR.h"
#include "TinyGrad/Support/FloatFormat.h"

using namespace mlir;

namespace tinygrad::tg {

/// The one element of `tensor`: of a splat, or a splat under reshapes and
/// expands, which a dynamic shape keeps from being one constant.
std::optional<Scalar> getUniform(Value tensor) {
  constexpr unsigned kMostOps = 8;
  for (unsigned i = 0; i < kMostOps; ++i) {
    Operation *op = tensor.getDefiningOp();
    if (auto constant = dyn_cast_or_null<ConstantOp>(op))
      return getSplat(constant.getValue());
    if (!isa_and_nonnull<ReshapeOp, ExpandOp>(op))
      return std::nullopt;
    tensor = op->getOperand(0);
  }
  return std::nullopt;
}

/// A constant as the bits that a type gives the number `value`.
static bool isNumber(std::optional<Scalar> scalar, double value) {
  if (!scalar)
    return false;
  if (isFloat(scalar->type))
    return scalar->bits == encodeFloat(value, scalar->type);
  uint64_t mask = ~uint64_t(0) >> (64 - getBitWidth(scalar->type));
  return scalar->bits == (static_cast<uint64_t>(int64_t(value)) & mask);
}

bool isNumber(Value tensor, double value) {
  return isNumber(getUniform(tensor), value);
}

/// Whether all elements are `extreme`, as a number attribute.
bool isExtreme(Value tensor, TypedAttr extreme) {
  std::optional<Scalar> scalar = getUniform(tensor);
  if (!scalar)
    return false;
  if (auto number = dyn_cast<FloatAttr>(extreme))
    return scalar->bits == number.getValue().bitcastToAPInt().getZExtValue();
  return scalar->bits == cast<IntegerAttr>(extreme).getValue().getZExtValue();
}

/// A splat of the result's type, or null when its shape is not constant.
OpFoldResult makeSplat(Operation *op, int64_t value) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (!type.hasStaticShape())
    return {};
  std::optional<DType> dtype = getDType(type.getElementType());
  uint64_t bits = dtype && isFloat(*dtype)
                      ? encodeFloat(static_cast<double>(value), *dtype)
                      : static_cast<uint64_t>(value);
  return makeElements(type, bits);
}

} // namespace tinygrad::tg
