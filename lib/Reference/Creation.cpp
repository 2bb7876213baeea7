//===- Creation.cpp - constants and ranges in the interpreter ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attributes.h"
#include "Evaluators.h"

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Support/IntegerSemantics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

static uint64_t bitsOf(const APFloat &value) {
  return value.bitcastToAPInt().getZExtValue();
}

uint64_t bitsOfAttribute(Attribute value, DType type) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return bitsOf(number.getValue());
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getValue().getZExtValue();
  return 0;
}

LogicalResult readElements(ElementsAttr value, HostTensor &tensor) {
  int64_t count = tensor.getNumElements();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob || blob->getData().size() != tensor.bytes.size())
      return failure();
    tensor.bytes.assign(blob->getData().begin(), blob->getData().end());
    return success();
  }
  if (value.getNumElements() != count)
    return failure();
  if (isFloat(tensor.dtype)) {
    auto elements = value.tryGetValues<APFloat>();
    if (!elements)
      return failure();
    for (auto [i, element] : llvm::enumerate(*elements))
      tensor.setBits(i, bitsOf(element));
    return success();
  }
  auto elements = value.tryGetValues<APInt>();
  if (!elements)
    return failure();
  for (auto [i, element] : llvm::enumerate(*elements))
    tensor.setBits(i, element.getZExtValue());
  return success();
}

static Result constant(const Call &call, tg::ConstantOp op) {
  ElementsAttr value = op.getValue();
  Result result = call.makeResult(value.getShapedType().getShape().vec());
  if (failed(result))
    return failure();
  if (failed(readElements(value, *result)))
    return call.error() << "has a value whose elements cannot be read";
  return result;
}

/// start + i * step, where i and both steps round to the type (f16, bf16 and
/// fp8: to f32, and the result once to the type).
static double rangeElement(double start, double step, int64_t i, DType type) {
  DType computed = type == DType::F64 ? DType::F64 : DType::F32;
  double product = roundToFloat(intToFloat(i, computed) * step, computed);
  return roundToFloat(start + product, computed);
}

static Result arange(const Call &call, tg::ArangeOp op) {
  FailureOr<Shape> shape = call.indices(op.getMixedSizes());
  if (failed(shape))
    return failure();
  Result result = call.makeResult(*shape);
  if (failed(result))
    return failure();
  DType type = result->dtype;
  uint64_t startBits = bitsOfAttribute(op.getStart(), type);
  uint64_t stepBits = bitsOfAttribute(op.getStep(), type);
  for (int64_t i = 0, n = result->getNumElements(); i < n; ++i) {
    if (isFloat(type))
      result->setFloat(i, rangeElement(decodeFloat(startBits, type),
                                       decodeFloat(stepBits, type), i, type));
    else
      result->setInt(
          i, wrapAdd<int64_t>(startBits, wrapMul<int64_t>(i, stepBits)));
  }
  return result;
}

std::optional<Result> evaluateCreation(const Call &call) {
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](tg::ConstantOp op) { return constant(call, op); })
      .Case([&](tg::ArangeOp op) { return arange(call, op); })
      .Case([&](tg::ContiguousOp) { return Result(call.operand(0)); })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
