//===- Pooling.cpp - windows, avg_pool, argmax_pool -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"
#include "Windows.h"

using namespace mlir;

#include "TinyGrad/Dialect/Tensor/IR/TensorNNEnums.cpp.inc"
#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorNNOps.cpp.inc"

namespace tinygrad::tg {

#define POOL_LISTS(OP, STRIDES)                                                \
  SmallVector<int64_t> OP::getStridesOrDefault() {                             \
    return getStrides() ? llvm::to_vector(*getStrides()) : STRIDES;            \
  }                                                                            \
  SmallVector<int64_t> OP::getDilationsOrDefault() {                           \
    return getListOrDefault(getDilations(), getSpatialRank(), 1);              \
  }                                                                            \
  SmallVector<int64_t> OP::getPadLowOrDefault() {                              \
    return getListOrDefault(getPadLow(), getSpatialRank(), 0);                 \
  }                                                                            \
  SmallVector<int64_t> OP::getPadHighOrDefault() {                             \
    return getListOrDefault(getPadHigh(), getSpatialRank(), 0);                \
  }

POOL_LISTS(WindowsOp, SmallVector<int64_t>(getSpatialRank(), 1))
POOL_LISTS(AvgPoolOp, llvm::to_vector(getKernel()))
POOL_LISTS(ArgmaxPoolOp, llvm::to_vector(getKernel()))
#undef POOL_LISTS

//===----------------------------------------------------------------------===//
// WindowsOp
//===----------------------------------------------------------------------===//

/// The input's sizes, the last ones replaced by numbers of windows.
static SmallVector<int64_t>
getWindowCounts(Value input, ArrayRef<int64_t> kernel,
                ArrayRef<int64_t> defaultStrides, ArrayRef<int64_t> strides,
                ArrayRef<int64_t> dilations, ArrayRef<int64_t> padLow,
                ArrayRef<int64_t> padHigh) {
  auto type = cast<RankedTensorType>(input.getType());
  auto at = [](ArrayRef<int64_t> list, size_t i, int64_t otherwise) {
    return i < list.size() ? list[i] : otherwise;
  };
  // Wrong lists are the verifier's business.
  SmallVector<int64_t> sizes(type.getShape());
  int64_t first = type.getRank() - static_cast<int64_t>(kernel.size());
  for (size_t i = 0; first >= 0 && i < kernel.size(); ++i) {
    int64_t stride = at(strides, i, at(defaultStrides, i, 1));
    Window window{kernel[i], std::max<int64_t>(1, stride), at(dilations, i, 1),
                  at(padLow, i, 0), at(padHigh, i, 0)};
    sizes[first + i] = window.getCount(sizes[first + i]).value_or(0);
  }
  return sizes;
}

static DenseI64ArrayAttr getOptionalList(OpBuilder &builder,
                                         ArrayRef<int64_t> list) {
  return list.empty() ? DenseI64ArrayAttr()
                      : builder.getDenseI64ArrayAttr(list);
}

void WindowsOp::build(OpBuilder &builder, OperationState &state, Value input,
                      ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                      ArrayRef<int64_t> dilations, ArrayRef<int64_t> padLow,
                      ArrayRef<int64_t> padHigh, TypedAttr value) {
  SmallVector<int64_t> sizes =
      getWindowCounts(input, kernel, {}, strides, dilations, padLow, padHigh);
  sizes.append(kernel.begin(), kernel.end());
  build(builder, state,
        RankedTensorType::get(sizes, getElementTypeOrSelf(input.getType())),
        input, builder.getDenseI64ArrayAttr(kernel),
        getOptionalList(builder, strides), getOptionalList(builder, dilations),
        getOptionalList(builder, padLow), getOptionalList(builder, padHigh),
        value);
}

void AvgPoolOp::build(OpBuilder &builder, OperationState &state, Value input,
                      ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                      ArrayRef<int64_t> dilations, ArrayRef<int64_t> padLow,
                      ArrayRef<int64_t> padHigh, bool countIncludePad) {
  SmallVector<int64_t> sizes = getWindowCounts(input, kernel, kernel, strides,
                                               dilations, padLow, padHigh);
  build(builder, state,
        RankedTensorType::get(sizes, getElementTypeOrSelf(input.getType())),
        input, builder.getDenseI64ArrayAttr(kernel),
        getOptionalList(builder, strides), getOptionalList(builder, dilations),
        getOptionalList(builder, padLow), getOptionalList(builder, padHigh),
        countIncludePad ? builder.getUnitAttr() : UnitAttr());
}

void ArgmaxPoolOp::build(OpBuilder &builder, OperationState &state, Value input,
                         ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                         ArrayRef<int64_t> dilations, ArrayRef<int64_t> padLow,
                         ArrayRef<int64_t> padHigh) {
  SmallVector<int64_t> sizes = getWindowCounts(input, kernel, kernel, strides,
                                               dilations, padLow, padHigh);
  build(builder, state, RankedTensorType::get(sizes, builder.getI32Type()),
        input, builder.getDenseI64ArrayAttr(kernel),
        getOptionalList(builder, strides), getOptionalList(builder, dilations),
        getOptionalList(builder, padLow), getOptionalList(builder, padHigh));
}

LogicalResult WindowsOp::verify() {
  FailureOr<SmallVector<int64_t>> counts =
      verifyPool(*this, /*touching=*/false);
  if (failed(counts))
    return failure();
  RankedTensorType input = getInput().getType();
  if (getValueAttr() && failed(verifyScalar(*this, "a padding value",
                                            cast<TypedAttr>(getValueAttr()),
                                            input.getElementType())))
    return failure();
  SmallVector<int64_t> sizes(input.getShape().drop_back(counts->size()));
  sizes.append(*counts);
  llvm::append_range(sizes, getKernel());
  return verifyShape(*this, sizes, getType());
}

LogicalResult WindowsOp::verifySizes(SizeVerifier &verifier) {
  return verifyPoolSizes(verifier, *this, getInput(), getWindows(*this),
                         /*touching=*/false);
}

SmallVector<AffineExpr> WindowsOp::getResultShape(SymbolicShapes &shapes) {
  auto shape = llvm::to_vector(shapes.getShape(getInput()));
  countPoolWindows(shape, getWindows(*this), getContext());
  for (int64_t size : getKernel())
    shape.push_back(getAffineConstantExpr(size, getContext()));
  return shape;
}

SmallVector<AffineExpr> WindowsOp::getSymbolicShape(unsigned,
                                                    SymbolicShapes &shapes) {
  return getResultShape(shapes);
}

OperandAccess WindowsOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  unsigned rank = getInput().getType().getRank();
  unsigned first = rank - getSpatialRank();
  auto input = llvm::to_vector(shapes.getShape(getInput()));
  auto result = llvm::to_vector(shapes.getShape(getResult()));
  OperandAccess access;
  SmallVector<AffineExpr> indices;
  auto dim = [&](unsigned axis) {
    return getAffineDimExpr(axis, getContext());
  };
  for (unsigned axis = 0; axis < first; ++axis)
    indices.push_back(dim(axis));
  for (auto [i, window] : llvm::enumerate(getWindows(*this)))
    indices.push_back(getWindowIndex(window, dim(first + i), dim(rank + i),
                                     input[first + i], result[first + i],
                                     access.constraints));
  access.map =
      AffineMap::get(rank + getSpatialRank(), shapes.getVariables().size(),
                     indices, getContext());
  if (!access.constraints.empty())
    access.otherwise =
        getValueAttr()
            ? cast<TypedAttr>(getValueAttr())
            : cast<TypedAttr>(
                  Builder(getContext())
                      .getZeroAttr(getInput().getType().getElementType()));
  return access;
}

Value WindowsOp::buildElement(OpBuilder &, Location, ValueRange elements,
                              ValueRange) {
  return elements[0];
}

int64_t WindowsOp::getElementCost() { return 0; }
bool WindowsOp::isMovement() { return true; }

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

template <class OpT>
static LogicalResult verifyPooling(OpT op, bool touching, Type element) {
  FailureOr<SmallVector<int64_t>> counts = verifyPool(op, touching);
  if (failed(counts))
    return failure();
  RankedTensorType input = op.getInput().getType();
  if (op.getType().getElementType() != element)
    return op.emitOpError("expected a result of element type ")
           << element << ", but got " << op.getType().getElementType();
  SmallVector<int64_t> sizes(input.getShape().drop_back(counts->size()));
  sizes.append(*counts);
  return verifyShape(op, sizes, op.getType());
}

template <class OpT>
static SmallVector<AffineExpr> getPooledShape(OpT op, SymbolicShapes &shapes) {
  auto shape = llvm::to_vector(shapes.getShape(op.getInput()));
  countPoolWindows(shape, getWindows(op), op.getContext());
  return shape;
}

/// The windows of an op over a tensor of the sizes of its pooled axes.
template <class OpT>
static Value buildWindows(OpT op, OpBuilder &builder, Value input,
                          TypedAttr value = {}) {
  return WindowsOp::create(builder, op.getLoc(), input, op.getKernel(),
                           op.getStridesOrDefault(), op.getDilationsOrDefault(),
                           op.getPadLowOrDefault(), op.getPadHighOrDefault(),
                           value);
}

/// The last `count` axes of a tensor of rank `rank`.
static SmallVector<int64_t> getLastAxes(int64_t rank, int64_t count) {
  return llvm::to_vector(llvm::seq<int64_t>(rank - count, rank));
}

LogicalResult AvgPoolOp::verify() {
  return verifyPooling(*this, !getCountIncludePad(),
                       getInput().getType().getElementType());
}

LogicalResult AvgPoolOp::verifySizes(SizeVerifier &verifier) {
  return verifyPoolSizes(verifier, *this, getInput(), getWindows(*this),
                         !getCountIncludePad());
}

SmallVector<AffineExpr> AvgPoolOp::getSymbolicShape(unsigned,
                                                    SymbolicShapes &shapes) {
  return getPooledShape(*this, shapes);
}

/// How many places of each of the `count` windows along an axis of `size`
/// elements lie in it.
static SmallVector<int64_t> countPlaces(const Window &window, int64_t size,
                                        int64_t count) {
  SmallVector<int64_t> places;
  for (int64_t i = 0; i < count; ++i) {
    // The first place k with start + k * dilation >= 0, and that with >= size.
    int64_t start = i * window.stride - window.low;
    auto firstFrom = [&](int64_t index) {
      return std::clamp<int64_t>(
          llvm::divideCeilSigned(index - start, window.dilation), 0,
          window.kernel);
    };
    places.push_back(firstFrom(size) - firstFrom(0));
  }
  return places;
}

/// The number of places of each window along pooled axis `i`, as a line.
static Value buildPlaces(AvgPoolOp op, OpBuilder &builder, unsigned i,
                         OpFoldResult size, Type element) {
  Window window = getWindows(op)[i];
  int64_t axis = op.getType().getRank() - op.getSpatialRank() + i;
  if (std::optional<int64_t> constant = getConstantIntValue(size);
      constant && !op.getType().isDynamicDim(axis)) {
    SmallVector<Attribute> numbers;
    for (int64_t places :
         countPlaces(window, *constant, op.getType().getDimSize(axis)))
      numbers.push_back(builder.getFloatAttr(element, double(places)));
    auto type = RankedTensorType::get(int64_t(numbers.size()), element);
    return ConstantOp::create(builder, op.getLoc(),
                              DenseElementsAttr::get(type, numbers));
  }
  // Counted where they are needed.
  Value ones = splat(builder, op.getLoc(), element, 1, size);
  Value windows = WindowsOp::create(builder, op.getLoc(), ones, window.kernel,
                                    window.stride, window.dilation, window.low,
                                    window.high);
  return SumOp::create(builder, op.getLoc(), windows, int64_t(1), false);
}

FailureOr<SmallVector<Value>> AvgPoolOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  FailureOr<SmallVector<OpFoldResult>> input =
      getSizes(*this, builder, getInput());
  FailureOr<SmallVector<OpFoldResult>> sizes =
      failed(input) ? input : getSizes(*this, builder, getResult());
  if (failed(sizes))
    return failure();
  Type element = getType().getElementType(), wide = getSumType(element);
  int64_t rank = getType().getRank(), spatial = getSpatialRank();
  Value windows =
      buildWindows(*this, builder, castTo(builder, loc, getInput(), wide));
  Value sum = SumOp::create(builder, loc, windows,
                            getLastAxes(rank + spatial, spatial), false);
  // Axes whose windows all lie inside count as one number.
  double whole = 1;
  Value places;
  for (auto [i, window] : llvm::enumerate(getWindows(*this))) {
    int64_t axis = rank - spatial + i;
    if (getCountIncludePad() || (window.low == 0 && window.high == 0)) {
      whole *= double(window.kernel);
      continue;
    }
    Value line = spread(builder, loc,
                        buildPlaces(*this, builder, i, (*input)[axis], wide),
                        axis, *sizes);
    places = places ? Value(MulOp::create(builder, loc, places, line)) : line;
  }
  if (!places || whole != 1) {
    Value number = splat(builder, loc, wide, whole, *sizes);
    places =
        places ? Value(MulOp::create(builder, loc, places, number)) : number;
  }
  Value mean = DivOp::create(builder, loc, sum, places);
  return SmallVector<Value>{castTo(builder, loc, mean, element)};
}

LogicalResult ArgmaxPoolOp::verify() {
  RankedTensorType input = getInput().getType();
  if (failed(verifyPooling(*this, /*touching=*/true,
                           IntegerType::get(getContext(), 32))))
    return failure();
  int64_t count = 1;
  for (int64_t size : input.getShape().take_back(getSpatialRank()))
    if (!ShapedType::isDynamic(size) &&
        (llvm::MulOverflow(count, size, count) ||
         count > std::numeric_limits<int32_t>::max()))
      return emitOpError(
                 "expected less than 2^31 elements on the pooled axes, but "
                 "got ")
             << input;
  return success();
}

LogicalResult ArgmaxPoolOp::verifySizes(SizeVerifier &verifier) {
  SymbolicShapes &shapes = verifier.getShapes();
  SmallVector<AffineExpr> pooled(
      shapes.getShape(getInput()).take_back(getSpatialRank()));
  std::optional<int64_t> count =
      shapes.getUpperBound(shapes.getNumElements(pooled));
  if (!count || *count > std::numeric_limits<int32_t>::max())
    return emitOpError("expected less than 2^31 elements on the pooled axes "
                       "for all values of the variables");
  return verifyPoolSizes(verifier, *this, getInput(), getWindows(*this),
                         /*touching=*/true);
}

SmallVector<AffineExpr> ArgmaxPoolOp::getSymbolicShape(unsigned,
                                                       SymbolicShapes &shapes) {
  return getPooledShape(*this, shapes);
}

FailureOr<SmallVector<Value>> ArgmaxPoolOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  FailureOr<SmallVector<OpFoldResult>> input =
      getSizes(*this, builder, getInput());
  FailureOr<SmallVector<OpFoldResult>> result =
      failed(input) ? input : getSizes(*this, builder, getResult());
  if (failed(result))
    return failure();
  int64_t rank = getType().getRank(), spatial = getSpatialRank();
  Type element = getInput().getType().getElementType();
  Type i32 = builder.getI32Type();
  SmallVector<OpFoldResult> all = *result;
  for (int64_t size : getKernel())
    all.push_back(builder.getIndexAttr(size));

  Value best = MaxPoolOp::create(builder, loc, getInput(), getKernel(),
                                 getStridesOrDefault(), getDilationsOrDefault(),
                                 getPadLowOrDefault(), getPadHighOrDefault());
  Value elements = buildWindows(*this, builder, getInput(), getLowest(element));
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  Type boolType = withElementType(elements.getType(), builder.getI1Type());
  Value found = CmpOp::create(builder, loc, boolType, CmpPredicate::eq,
                              elements, spread(builder, loc, best, axes, all));
  if (isa<FloatType>(element)) {
    Value isNaN = CmpOp::create(builder, loc, boolType, CmpPredicate::ne,
                                elements, elements);
    found = OrOp::create(builder, loc, found, isNaN);
  }
  // The padding has no position, so it is never first.
  ArrayRef<OpFoldResult> pooled = ArrayRef(*input).take_back(spatial);
  constexpr int64_t kNone = std::numeric_limits<int32_t>::max();
  OpFoldResult count = builder.getIndexAttr(1);
  for (OpFoldResult size : pooled)
    count = multiply(builder, loc, count, size);
  Value positions = reshape(builder, loc,
                            ArangeOp::create(builder, loc, count,
                                             builder.getI32IntegerAttr(0),
                                             builder.getI32IntegerAttr(1)),
                            pooled);
  positions =
      buildWindows(*this, builder, positions, builder.getI32IntegerAttr(kNone));
  Value candidates =
      WhereOp::create(builder, loc, found,
                      spread(builder, loc, positions,
                             getLastAxes(rank + spatial, 2 * spatial), all),
                      splat(builder, loc, i32, double(kNone), all));
  Value first = MinOp::create(builder, loc, candidates,
                              getLastAxes(rank + spatial, spatial), false);
  return SmallVector<Value>{first};
}

} // namespace tinygrad::tg
