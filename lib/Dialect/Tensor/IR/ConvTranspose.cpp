//===- ConvTranspose.cpp - transposed convolution ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"
#include "Windows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tinygrad::tg {

unsigned ConvTransposeOp::getSpatialRank() {
  return std::max<int64_t>(0, getInput().getType().getRank() - 2);
}

SmallVector<int64_t> ConvTransposeOp::getStridesOrDefault() {
  return getListOrDefault(getStrides(), getSpatialRank(), 1);
}
SmallVector<int64_t> ConvTransposeOp::getDilationsOrDefault() {
  return getListOrDefault(getDilations(), getSpatialRank(), 1);
}
SmallVector<int64_t> ConvTransposeOp::getPadLowOrDefault() {
  return getListOrDefault(getPadLow(), getSpatialRank(), 0);
}
SmallVector<int64_t> ConvTransposeOp::getPadHighOrDefault() {
  return getListOrDefault(getPadHigh(), getSpatialRank(), 0);
}
SmallVector<int64_t> ConvTransposeOp::getOutputPaddingOrDefault() {
  return getListOrDefault(getOutputPadding(), getSpatialRank(), 0);
}

/// What the size of a spatial axis is besides (n - 1) * stride; std::nullopt
/// when it overflows.
static std::optional<int64_t> getSurplus(const Window &window,
                                         int64_t outputPadding) {
  std::optional<int64_t> extent = window.getExtent();
  if (!extent || *extent >= (int64_t(1) << 61))
    return std::nullopt;
  return *extent - window.low - window.high + outputPadding;
}

static SmallVector<Window> getWindows(ConvTransposeOp op) {
  return makeWindows(op, op.getFilter().getType().getShape().drop_front(2));
}

void ConvTransposeOp::build(OpBuilder &builder, OperationState &state,
                            Value input, Value filter,
                            ArrayRef<int64_t> strides,
                            ArrayRef<int64_t> dilations,
                            ArrayRef<int64_t> padLow, ArrayRef<int64_t> padHigh,
                            ArrayRef<int64_t> outputPadding, int64_t groups) {
  auto type = cast<RankedTensorType>(input.getType());
  auto weights = cast<RankedTensorType>(filter.getType());
  // Wrong ranks and lists are the verifier's business.
  auto at = [](ArrayRef<int64_t> list, size_t i, int64_t otherwise) {
    return i < list.size() ? list[i] : otherwise;
  };
  int64_t outputs = at(weights.getShape(), 1, 1);
  SmallVector<int64_t> sizes = {
      at(type.getShape(), 0, 1),
      ShapedType::isDynamic(outputs) ? outputs : outputs * groups};
  for (int64_t axis = 2; axis < type.getRank(); ++axis) {
    size_t i = axis - 2;
    Window window{at(weights.getShape(), axis, 1), at(strides, i, 1),
                  at(dilations, i, 1), at(padLow, i, 0), at(padHigh, i, 0)};
    std::optional<int64_t> surplus;
    if (!ShapedType::isDynamic(window.kernel))
      surplus = getSurplus(window, at(outputPadding, i, 0));
    int64_t size = type.getDimSize(axis);
    if (!ShapedType::isDynamic(size))
      size = std::max<int64_t>(0, (size - 1) * window.stride +
                                      surplus.value_or(0));
    sizes.push_back(size);
  }
  auto optional = [&](ArrayRef<int64_t> list) {
    return list.empty() ? DenseI64ArrayAttr()
                        : builder.getDenseI64ArrayAttr(list);
  };
  build(builder, state,
        RankedTensorType::get(sizes, getSumResultType(type.getElementType())),
        input, filter, optional(strides), optional(dilations), optional(padLow),
        optional(padHigh), optional(outputPadding),
        builder.getI64IntegerAttr(groups));
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

static LogicalResult verifyChannels(ConvTransposeOp op) {
  int64_t groups = op.getGroups();
  RankedTensorType input = op.getInput().getType();
  RankedTensorType filter = op.getFilter().getType();
  int64_t channels = input.getDimSize(1), rows = filter.getDimSize(0);
  if (groups < 1)
    return op.emitOpError("expected groups of at least 1, but got ") << groups;
  if (!ShapedType::isDynamic(channels) && channels % groups != 0)
    return op.emitOpError("expected channels of the input to be a multiple of ")
           << groups << ", but got " << channels;
  if (!ShapedType::isDynamic(channels) && !ShapedType::isDynamic(rows) &&
      channels != rows)
    return op.emitOpError("expected ")
           << channels << " channels in the filter, but got " << filter;
  return success();
}

LogicalResult ConvTransposeOp::verify() {
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
  if (auto list = getOutputPadding()) {
    if (list->size() != getSpatialRank())
      return emitOpError("expected ")
             << getSpatialRank() << " output paddings, but got "
             << list->size();
    for (int64_t entry : *list)
      if (entry < 0 || entry > int64_t(1) << 40)
        return emitOpError("expected output paddings from 0 to 2^40, but got ")
               << entry;
  }
  if (failed(verifyChannels(*this)))
    return failure();

  int64_t outputs = filter.getDimSize(1);
  if (!ShapedType::isDynamic(outputs) &&
      llvm::MulOverflow<int64_t>(outputs, getGroups(), outputs))
    return emitOpError("expected channels of the result that do not overflow");
  SmallVector<int64_t> sizes = {input.getDimSize(0), outputs};
  for (auto [i, window, more] :
       llvm::enumerate(getWindows(*this), getOutputPaddingOrDefault())) {
    int64_t axis = i + 2, size = input.getDimSize(axis), result;
    if (ShapedType::isDynamic(window.kernel) || window.kernel < 1)
      return emitOpError("expected a filter with a constant size of at least 1 "
                         "on axis ")
             << axis << ", but got " << filter;
    if (ShapedType::isDynamic(size)) {
      sizes.push_back(ShapedType::kDynamic);
      continue;
    }
    std::optional<int64_t> surplus = getSurplus(window, more);
    if (!surplus || llvm::MulOverflow(size - 1, window.stride, result) ||
        llvm::AddOverflow(result, *surplus, result) || size < 1 || result < 1)
      return emitOpError("expected at least one element on axis ")
             << axis << " of the input and the result, but got " << input
             << " and a kernel of size " << window.kernel;
    // What the paddings cut off beyond the filter's reach is cut off the input.
    int64_t reach = *window.getExtent() - 1;
    int64_t elements = (size - 1) * window.stride + 1;
    if (window.low - reach >= elements ||
        window.high - more - reach >= elements)
      return emitOpError("expected paddings that leave an element of the input "
                         "on axis ")
             << axis << ", but got " << window.low << " and " << window.high;
    sizes.push_back(result);
  }
  return verifyShape(*this, sizes, getType());
}

LogicalResult ConvTransposeOp::verifySizes(SizeVerifier &verifier) {
  SymbolicShapes &shapes = verifier.getShapes();
  SmallVector<AffineExpr> input(shapes.getShape(getInput()));
  SmallVector<AffineExpr> filter(shapes.getShape(getFilter()));
  SmallVector<AffineExpr> result(shapes.getShape(getResult()));
  if (failed(verifier.verifyEqual(*this, input[1], filter[0],
                                  "channels of the input and the filter")) ||
      failed(verifier.verifyEqual(
          *this, input[1] % getGroups(), getAffineConstantExpr(0, getContext()),
          "the remainder of the channels by the groups and 0")))
    return failure();
  for (size_t axis = 2; axis < input.size(); ++axis)
    if (failed(verifier.verifyAtLeast(*this, input[axis], 1,
                                      "size of the input on axis " +
                                          Twine(axis))) ||
        failed(verifier.verifyAtLeast(*this, result[axis], 1,
                                      "size of the result on axis " +
                                          Twine(axis))))
      return failure();
  return success();
}

SmallVector<AffineExpr>
ConvTransposeOp::getSymbolicShape(unsigned, SymbolicShapes &shapes) {
  auto input = llvm::to_vector(shapes.getShape(getInput()));
  auto filter = llvm::to_vector(shapes.getShape(getFilter()));
  SmallVector<AffineExpr> result = {
      input[0], filter[1] ? filter[1] * getGroups() : AffineExpr()};
  for (auto [i, window, more] :
       llvm::enumerate(getWindows(*this), getOutputPaddingOrDefault())) {
    std::optional<int64_t> surplus = getSurplus(window, more);
    AffineExpr size = input[i + 2];
    result.push_back(size && surplus
                         ? size * window.stride + (*surplus - window.stride)
                         : AffineExpr());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

namespace {
/// A tensor and its sizes, on its way through movement ops.
struct Moved {
  OpBuilder &builder;
  Location loc;
  Value value;
  SmallVector<OpFoldResult> sizes;

  OpFoldResult index(int64_t number) { return builder.getIndexAttr(number); }
  int64_t getDim(int64_t axis) {
    return cast<RankedTensorType>(value.getType()).getDimSize(axis);
  }
  void reshapeTo(SmallVector<OpFoldResult> to) {
    value = reshape(builder, loc, value, to);
    sizes = std::move(to);
  }
};
} // namespace

/// Puts `stride` - 1 zeros between the elements along `axis`.
static void insertZeros(Moved &x, int64_t axis, int64_t stride) {
  if (stride == 1 || x.getDim(axis) == 1)
    return;
  // A column of zeros behind each element, then all in one line.
  OpFoldResult size = x.sizes[axis];
  SmallVector<OpFoldResult> columns = x.sizes;
  columns.insert(columns.begin() + axis + 1, x.index(1));
  x.reshapeTo(columns);
  SmallVector<OpFoldResult> low(columns.size(), x.index(0)), high = low;
  high[axis + 1] = x.index(stride - 1);
  Type element = getElementTypeOrSelf(x.value.getType());
  x.value = PadOp::create(x.builder, x.loc, x.value, low, high,
                          cast<TypedAttr>(x.builder.getZeroAttr(element)));
  columns.erase(columns.begin() + axis + 1);
  columns[axis] = multiply(x.builder, x.loc, size, x.index(stride));
  x.reshapeTo(columns);
}

/// Drops `low` elements along `axis` and keeps `size` of the rest.
static void cut(Moved &x, int64_t axis, int64_t low, OpFoldResult size) {
  SmallVector<OpFoldResult> offsets(x.sizes.size(), x.index(0));
  offsets[axis] = x.index(low);
  x.sizes[axis] = size;
  x.value = ShrinkOp::create(x.builder, x.loc, x.value, offsets, x.sizes);
}

/// [C, O / groups, kernel…] as conv's [O, C / groups, kernel…], its kernel
/// turned around.
static void turnFilter(Moved &w, int64_t groups) {
  int64_t rank = w.sizes.size();
  OpFoldResult channels = divide(w.builder, w.loc, w.sizes[0], groups);
  OpFoldResult outputs = w.sizes[1];
  SmallVector<OpFoldResult> grouped = {w.index(groups), channels};
  grouped.append(w.sizes.begin() + 1, w.sizes.end());
  SmallVector<int64_t> order = {0, 2, 1}, kernel;
  for (int64_t axis = 2; axis < rank; ++axis) {
    order.push_back(axis + 1);
    kernel.push_back(axis);
  }
  w.reshapeTo(grouped);
  w.value = PermuteOp::create(w.builder, w.loc, w.value, order);
  SmallVector<OpFoldResult> sizes = {
      multiply(w.builder, w.loc, w.index(groups), outputs), channels};
  sizes.append(grouped.begin() + 3, grouped.end());
  w.reshapeTo(sizes);
  w.value =
      FlipOp::create(w.builder, w.loc, w.value.getType(), w.value, kernel);
}

FailureOr<SmallVector<Value>> ConvTransposeOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  auto input = getSizes(*this, builder, getInput());
  if (failed(input))
    return failure();
  auto filter = getSizes(*this, builder, getFilter());
  if (failed(filter))
    return failure();
  Moved x{builder, loc, getInput(), *input};
  Moved w{builder, loc, getFilter(), *filter};
  turnFilter(w, getGroups());

  SmallVector<int64_t> low, high;
  auto index = [&](int64_t number) {
    return OpFoldResult(builder.getIndexAttr(number));
  };
  for (auto [i, window, more] :
       llvm::enumerate(getWindows(*this), getOutputPaddingOrDefault())) {
    int64_t axis = i + 2, reach = *window.getExtent() - 1;
    insertZeros(x, axis, window.stride);
    // The zeros behind the last element are padding; what a padding would take
    // away is cut off.
    int64_t before = reach - window.low;
    int64_t after = reach - window.high + more;
    if (x.getDim(axis) != 1)
      after -= window.stride - 1;
    low.push_back(std::max<int64_t>(0, before));
    high.push_back(std::max<int64_t>(0, after));
    int64_t cutLow = std::max<int64_t>(0, -before);
    int64_t cutAll = cutLow + std::max<int64_t>(0, -after);
    if (cutAll == 0)
      continue;
    OpFoldResult size = x.sizes[axis];
    if (std::optional<int64_t> constant = getConstantIntValue(size);
        constant && isa<Attribute>(size)) {
      size = index(*constant - cutAll);
    } else {
      Value less = arith::ConstantIndexOp::create(builder, loc, cutAll);
      size =
          Value(arith::SubIOp::create(builder, loc, cast<Value>(size), less));
    }
    cut(x, axis, cutLow, size);
  }
  Value result =
      ConvOp::create(builder, loc, x.value, w.value, ArrayRef<int64_t>(),
                     getDilationsOrDefault(), low, high, getGroups());
  return SmallVector<Value>{result};
}

} // namespace tinygrad::tg
