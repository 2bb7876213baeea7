//===- ReduceOps.cpp - reduces and contractions: what is valid --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpVerification.h"
#include "Reduces.h"
#include "Windows.h"

using namespace mlir;

namespace tinygrad::tg {

/// The element type of a sum's result.
Type getSumResultType(Type element) {
  return isa<FloatType>(element) ? element : getSumType(element);
}

//===----------------------------------------------------------------------===//
// Reduces
//===----------------------------------------------------------------------===//

/// A maximum needs an element to be found.
template <class OpT> static LogicalResult verifyNotEmpty(OpT op) {
  for (int64_t axis : op.getAxes())
    if (op.getInput().getType().getDimSize(axis) == 0)
      return op.emitOpError("expected at least one element along axis ")
             << axis << ", but got " << op.getInput().getType();
  return success();
}

void SumOp::build(OpBuilder &builder, OperationState &state, Value input,
                  ArrayRef<int64_t> axes, bool keepdim) {
  buildReduce(builder, state, input, axes, keepdim,
              getSumResultType(getElementTypeOrSelf(input.getType())),
              getAxesAttrName(state.name), getKeepdimAttrName(state.name));
}

LogicalResult SumOp::verify() {
  return verifyReduce(*this,
                      getSumResultType(getInput().getType().getElementType()));
}

#define REDUCE_KEEPING_TYPE(OP)                                                \
  void OP::build(OpBuilder &builder, OperationState &state, Value input,       \
                 ArrayRef<int64_t> axes, bool keepdim) {                       \
    buildReduce(builder, state, input, axes, keepdim,                          \
                getElementTypeOrSelf(input.getType()),                         \
                getAxesAttrName(state.name), getKeepdimAttrName(state.name));  \
  }

REDUCE_KEEPING_TYPE(ProdOp)
REDUCE_KEEPING_TYPE(MaxOp)
REDUCE_KEEPING_TYPE(MinOp)
#undef REDUCE_KEEPING_TYPE

LogicalResult ProdOp::verify() {
  return verifyReduce(*this, getInput().getType().getElementType());
}

LogicalResult MaxOp::verify() {
  if (failed(verifyReduce(*this, getInput().getType().getElementType())))
    return failure();
  return verifyNotEmpty(*this);
}

LogicalResult MinOp::verify() {
  if (failed(verifyReduce(*this, getInput().getType().getElementType())))
    return failure();
  return verifyNotEmpty(*this);
}

//===----------------------------------------------------------------------===//
// MatmulOp
//===----------------------------------------------------------------------===//

/// Two sizes that must be equal: whether they can be, and what is known of it.
static bool canBeEqual(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}
static int64_t getKnown(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) ? b : a;
}

LogicalResult verifySameElements(Operation *op, RankedTensorType lhs,
                                 RankedTensorType rhs,
                                 RankedTensorType result) {
  if (lhs.getElementType() != rhs.getElementType())
    return op->emitOpError("expected operands of one element type, but got ")
           << lhs << " and " << rhs;
  Type element = getSumResultType(lhs.getElementType());
  if (result.getElementType() != element)
    return op->emitOpError("expected a result of element type ")
           << element << ", but got " << result.getElementType();
  return success();
}

/// The sizes of lhs x rhs, whose ranks are equal and at least 2.
static SmallVector<int64_t> getMatmulSizes(RankedTensorType lhs,
                                           RankedTensorType rhs) {
  SmallVector<int64_t> sizes;
  int64_t batch = lhs.getRank() - 2;
  for (int64_t axis = 0; axis < batch; ++axis)
    sizes.push_back(getKnown(lhs.getDimSize(axis), rhs.getDimSize(axis)));
  sizes.push_back(lhs.getDimSize(batch));
  sizes.push_back(rhs.getDimSize(batch + 1));
  return sizes;
}

void MatmulOp::build(OpBuilder &builder, OperationState &state, Value lhs,
                     Value rhs) {
  auto left = cast<RankedTensorType>(lhs.getType());
  auto right = cast<RankedTensorType>(rhs.getType());
  SmallVector<int64_t> sizes;
  if (left.getRank() == right.getRank() && left.getRank() >= 2)
    sizes = getMatmulSizes(left, right); // Otherwise the verifier complains.
  build(builder, state,
        RankedTensorType::get(sizes, getSumResultType(left.getElementType())),
        lhs, rhs);
}

LogicalResult MatmulOp::verify() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  if (failed(verifySameElements(*this, lhs, rhs, getType())))
    return failure();
  if (lhs.getRank() < 2 || lhs.getRank() != rhs.getRank())
    return emitOpError("expected operands of one rank of at least 2, but got ")
           << lhs << " and " << rhs;
  int64_t batch = lhs.getRank() - 2;
  for (int64_t axis = 0; axis < batch; ++axis)
    if (!canBeEqual(lhs.getDimSize(axis), rhs.getDimSize(axis)))
      return emitOpError("expected operands of one size on batch axis ")
             << axis << ", but got " << lhs << " and " << rhs;
  if (!canBeEqual(lhs.getDimSize(batch + 1), rhs.getDimSize(batch)))
    return emitOpError("expected ")
           << lhs.getDimSize(batch + 1)
           << " rows in the right operand, but got " << rhs;
  return verifyShape(*this, getMatmulSizes(lhs, rhs), getType());
}

//===----------------------------------------------------------------------===//
// ConvOp
//===----------------------------------------------------------------------===//

void ConvOp::build(OpBuilder &builder, OperationState &state, Value input,
                   Value filter, ArrayRef<int64_t> strides,
                   ArrayRef<int64_t> dilations, ArrayRef<int64_t> padLow,
                   ArrayRef<int64_t> padHigh, int64_t groups) {
  auto type = cast<RankedTensorType>(input.getType());
  auto weights = cast<RankedTensorType>(filter.getType());
  // Wrong ranks and lists are the verifier's business.
  auto at = [](ArrayRef<int64_t> list, size_t i, int64_t otherwise) {
    return i < list.size() ? list[i] : otherwise;
  };
  SmallVector<int64_t> sizes = {at(type.getShape(), 0, 1),
                                at(weights.getShape(), 0, 1)};
  for (int64_t axis = 2; axis < type.getRank(); ++axis) {
    size_t i = axis - 2;
    Window window{at(weights.getShape(), axis, 1),
                  std::max<int64_t>(1, at(strides, i, 1)), at(dilations, i, 1),
                  at(padLow, i, 0), at(padHigh, i, 0)};
    sizes.push_back(window.getCount(type.getDimSize(axis)).value_or(0));
  }
  auto optional = [&](ArrayRef<int64_t> list) {
    return list.empty() ? DenseI64ArrayAttr()
                        : builder.getDenseI64ArrayAttr(list);
  };
  build(builder, state,
        RankedTensorType::get(sizes, getSumResultType(type.getElementType())),
        input, filter, optional(strides), optional(dilations), optional(padLow),
        optional(padHigh), builder.getI64IntegerAttr(groups));
}

LogicalResult ConvOp::verify() {
  RankedTensorType input = getInput().getType();
  RankedTensorType filter = getFilter().getType();
  if (failed(verifySameElements(*this, input, filter, getType())))
    return failure();
  if (input.getRank() < 3 || input.getRank() != filter.getRank())
    return emitOpError("expected input and filter of one rank of at least 3, "
                       "but got ")
           << input << " and " << filter;
  if (failed(verifyWindowLists(*this, getSpatialRank(), getStrides(),
                               getDilations(), getPadLow(), getPadHigh())))
    return failure();

  int64_t groups = getGroups();
  int64_t channels = input.getDimSize(1), outputs = filter.getDimSize(0);
  if (groups < 1)
    return emitOpError("expected groups of at least 1, but got ") << groups;
  for (auto [what, count] : {std::pair("channels of the input", channels),
                             std::pair("channels of the result", outputs)})
    if (!ShapedType::isDynamic(count) && count % groups != 0)
      return emitOpError("expected ") << what << " to be a multiple of "
                                      << groups << ", but got " << count;
  if (!ShapedType::isDynamic(channels) &&
      !canBeEqual(channels / groups, filter.getDimSize(1)))
    return emitOpError("expected ")
           << channels / groups << " channels in the filter, but got "
           << filter;

  SmallVector<int64_t> sizes = {input.getDimSize(0), outputs};
  for (auto [i, window] : llvm::enumerate(getWindows(*this))) {
    if (window.kernel == 0)
      return emitOpError("expected a filter with at least one element on axis ")
             << i + 2 << ", but got " << filter;
    std::optional<int64_t> count = window.getCount(input.getDimSize(i + 2));
    if (!count)
      return emitOpError("expected the filter to fit into the padded input on "
                         "axis ")
             << i + 2 << ", but got " << filter << " for " << input;
    sizes.push_back(*count);
  }
  return verifyShape(*this, sizes, getType());
}

//===----------------------------------------------------------------------===//
// MaxPoolOp
//===----------------------------------------------------------------------===//

void MaxPoolOp::build(OpBuilder &builder, OperationState &state, Value input,
                      ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                      ArrayRef<int64_t> dilations, ArrayRef<int64_t> padLow,
                      ArrayRef<int64_t> padHigh) {
  auto type = cast<RankedTensorType>(input.getType());
  auto at = [](ArrayRef<int64_t> list, size_t i, int64_t otherwise) {
    return i < list.size() ? list[i] : otherwise;
  };
  SmallVector<int64_t> sizes(type.getShape());
  int64_t first = type.getRank() - static_cast<int64_t>(kernel.size());
  for (size_t i = 0; first >= 0 && i < kernel.size(); ++i) {
    Window window{kernel[i], std::max<int64_t>(1, at(strides, i, kernel[i])),
                  at(dilations, i, 1), at(padLow, i, 0), at(padHigh, i, 0)};
    sizes[first + i] = window.getCount(sizes[first + i]).value_or(0);
  }
  auto optional = [&](ArrayRef<int64_t> list) {
    return list.empty() ? DenseI64ArrayAttr()
                        : builder.getDenseI64ArrayAttr(list);
  };
  build(builder, state, RankedTensorType::get(sizes, type.getElementType()),
        input, builder.getDenseI64ArrayAttr(kernel), optional(strides),
        optional(dilations), optional(padLow), optional(padHigh));
}

LogicalResult MaxPoolOp::verify() {
  RankedTensorType input = getInput().getType();
  if (getType().getElementType() != input.getElementType())
    return emitOpError("expected a result of element type ")
           << input.getElementType() << ", but got "
           << getType().getElementType();
  FailureOr<SmallVector<int64_t>> counts = verifyPool(*this, true);
  if (failed(counts))
    return failure();
  SmallVector<int64_t> sizes(input.getShape().drop_back(counts->size()));
  sizes.append(*counts);
  return verifyShape(*this, sizes, getType());
}

} // namespace tinygrad::tg
