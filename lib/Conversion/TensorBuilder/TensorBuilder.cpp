//===- TensorBuilder.cpp - tg ops for conversions from elsewhere ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

FailureOr<Sizes> TensorBuilder::getSizes(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type)
    return failure();
  if (type.hasStaticShape())
    return Sizes(getAsIndexOpFoldResult(type.getContext(), type.getShape()));
  Sizes sizes;
  SymbolicShapes shapes(builder.getInsertionBlock()->getParentOp());
  for (auto [axis, size] : llvm::enumerate(shapes.getShape(tensor))) {
    if (!size)
      return failure();
    OpFoldResult index = buildIndex(builder, loc, size, shapes);
    // A `?` stays one in the type, even where its size turns out constant.
    if (type.isDynamicDim(axis))
      index = getValueOrCreateConstantIndexOp(builder, loc, index);
    sizes.push_back(index);
  }
  return sizes;
}

Value TensorBuilder::compare(CmpPredicate predicate, Value a, Value b) {
  return CmpOp::create(builder, loc,
                       withElementType(a.getType(), builder.getI1Type()),
                       predicate, a, b);
}

/// Whether a tensor has just these sizes, all constant.
static bool hasSizes(Value tensor, ArrayRef<OpFoldResult> sizes) {
  auto type = llvm::cast<RankedTensorType>(tensor.getType());
  if (type.getRank() != int64_t(sizes.size()))
    return false;
  for (auto [known, size] : llvm::zip(type.getShape(), sizes)) {
    auto attribute = dyn_cast<Attribute>(size);
    if (!attribute || llvm::cast<IntegerAttr>(attribute).getInt() != known)
      return false;
  }
  return true;
}

Value TensorBuilder::reshape(Value tensor, ArrayRef<OpFoldResult> given) {
  Sizes sizes = withConstants(given);
  if (hasSizes(tensor, sizes) || (sizes.empty() && getRank(tensor) == 0))
    return tensor;
  return builder.createOrFold<ReshapeOp>(loc, tensor, sizes);
}

Value TensorBuilder::expand(Value tensor, ArrayRef<OpFoldResult> given) {
  Sizes sizes = withConstants(given);
  if (hasSizes(tensor, sizes))
    return tensor;
  return builder.createOrFold<ExpandOp>(loc, tensor, sizes);
}

Value TensorBuilder::permute(Value tensor, ArrayRef<int64_t> order) {
  if (llvm::equal(order, llvm::seq<int64_t>(0, order.size())))
    return tensor;
  return builder.createOrFold<PermuteOp>(loc, tensor, order);
}

Value TensorBuilder::shrink(Value tensor, ArrayRef<OpFoldResult> offsets,
                            ArrayRef<OpFoldResult> given) {
  Sizes sizes = withConstants(given);
  if (hasSizes(tensor, sizes))
    return tensor;
  return builder.createOrFold<ShrinkOp>(loc, tensor, withConstants(offsets),
                                        sizes);
}

Value TensorBuilder::spread(Value tensor, ArrayRef<int64_t> axes,
                            ArrayRef<OpFoldResult> sizes) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(axes.size())));
  llvm::sort(order, [&](int64_t a, int64_t b) { return axes[a] < axes[b]; });
  tensor = permute(tensor, order);
  if (axes.size() != sizes.size()) {
    Sizes shape(sizes.size(), builder.getIndexAttr(1));
    for (int64_t axis : axes)
      shape[axis] = sizes[axis];
    tensor = reshape(tensor, shape);
    tensor = expand(tensor, sizes);
  }
  return withKnownSizes(tensor, sizes);
}

Value TensorBuilder::withKnownSizes(Value tensor,
                                    ArrayRef<OpFoldResult> given) {
  Sizes sizes = withConstants(given);
  auto type = llvm::cast<RankedTensorType>(tensor.getType());
  bool isKnown = llvm::all_of(llvm::zip(type.getShape(), sizes), [](auto pair) {
    return !ShapedType::isDynamic(std::get<0>(pair)) ||
           !isa<Attribute>(std::get<1>(pair));
  });
  return isKnown ? tensor : reshape(tensor, sizes);
}

Value TensorBuilder::cast(Value tensor, Type element, Saturate saturate) {
  if (getElement(tensor) == element)
    return tensor;
  return CastOp::create(builder, loc,
                        withElementType(tensor.getType(), element), tensor,
                        saturate);
}

Value TensorBuilder::bitcast(Value tensor, Type element) {
  if (getElement(tensor) == element)
    return tensor;
  return BitcastOp::create(builder, loc,
                           withElementType(tensor.getType(), element), tensor);
}

Value TensorBuilder::asUnsigned(Value tensor) {
  auto type = dyn_cast<IntegerType>(getElement(tensor));
  if (!type || type.getWidth() == 1)
    return tensor;
  return bitcast(tensor, IntegerType::get(type.getContext(), type.getWidth(),
                                          IntegerType::Unsigned));
}

Value TensorBuilder::asSigned(Value tensor) {
  auto type = dyn_cast<IntegerType>(getElement(tensor));
  if (!type)
    return tensor;
  return bitcast(tensor, IntegerType::get(type.getContext(), type.getWidth()));
}

/// Half by half: where the upper half holds no one, its zeros are counted and
/// the lower half is looked at.
Value TensorBuilder::countLeadingZeros(Value tensor) {
  Type element = getElement(tensor);
  Value bits = asUnsigned(tensor), zero = splatLike(bits, 0);
  int64_t width = element.getIntOrFloatBitWidth();
  Value count = splatLike(bits, 0);
  for (int64_t half = int64_t(llvm::bit_ceil(uint64_t(width))) / 2; half;
       half /= 2) {
    Value upper = binary<ShrOp>(bits, splatLike(bits, double(half)));
    Value isEmpty = compare(CmpPredicate::eq, upper, zero);
    count = binary<AddOp>(count,
                          select(isEmpty, splatLike(bits, double(half)), zero));
    bits = select(isEmpty, bits, upper);
  }
  Value isZero = compare(CmpPredicate::eq, bits, zero);
  return asSigned(
      binary<AddOp>(count, select(isZero, splatLike(bits, 1), zero)));
}

Value TensorBuilder::splat(TypedAttr value, ArrayRef<OpFoldResult> given) {
  Sizes sizes = withConstants(given);
  SmallVector<int64_t> ones(sizes.size(), 1);
  bool isStatic = llvm::all_of(
      sizes, [](OpFoldResult size) { return isa<Attribute>(size); });
  if (isStatic)
    for (auto [one, size] : llvm::zip(ones, sizes))
      one = *getConstantIntValue(size);
  Value constant = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get(ones, value.getType()),
                             Attribute(value)));
  return isStatic ? constant : expand(constant, sizes);
}

Value TensorBuilder::splatLike(Value tensor, double value) {
  // The tensor is one of tg, so its sizes are known.
  Sizes sizes = *getSizes(tensor);
  return splat(makeNumber(getElement(tensor), value), sizes);
}

Value TensorBuilder::iota(int64_t axis, ArrayRef<OpFoldResult> sizes) {
  Type i64 = builder.getI64Type();
  Value line =
      ArangeOp::create(builder, loc, sizes[axis],
                       llvm::cast<TypedAttr>(builder.getIntegerAttr(i64, 0)),
                       llvm::cast<TypedAttr>(builder.getIntegerAttr(i64, 1)));
  return spread(line, {axis}, sizes);
}

Value TensorBuilder::evaluate(AffineExpr expr, ArrayRef<Value> dims,
                              ArrayRef<Value> symbols,
                              ArrayRef<OpFoldResult> sizes) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return splat(builder.getI64IntegerAttr(constant.getValue()), sizes);
  auto both = llvm::cast<AffineBinaryOpExpr>(expr);
  Value lhs = evaluate(both.getLHS(), dims, symbols, sizes);
  Value rhs = evaluate(both.getRHS(), dims, symbols, sizes);
  switch (both.getKind()) {
  case AffineExprKind::Add:
    return binary<AddOp>(lhs, rhs);
  case AffineExprKind::Mul:
    return binary<MulOp>(lhs, rhs);
  case AffineExprKind::Mod:
    return binary<ModOp>(lhs, rhs);
  case AffineExprKind::FloorDiv:
    return binary<FloorDivOp>(lhs, rhs);
  default:
    // Rounded up: the negative of the negative's quotient rounded down.
    return unary<NegOp>(binary<FloorDivOp>(unary<NegOp>(lhs), rhs));
  }
}

FailureOr<Value> TensorBuilder::gather(Value tensor, ArrayRef<Value> places,
                                       ArrayRef<OpFoldResult> sizes) {
  auto type = llvm::cast<RankedTensorType>(tensor.getType());
  std::optional<int64_t> count = getConstantIntValue(multiply(sizes));
  if (!type.hasStaticShape() || !count)
    return failure();
  // One number for each place, in a line of all elements.
  Value place = splat(builder.getI64IntegerAttr(0), sizes);
  for (auto [axis, along] : llvm::enumerate(places)) {
    Value size = splat(builder.getI64IntegerAttr(type.getDimSize(axis)), sizes);
    place = binary<AddOp>(binary<MulOp>(place, size), along);
  }
  auto line = [&](int64_t size) { return Sizes{builder.getIndexAttr(size)}; };
  Value elements = reshape(tensor, line(type.getNumElements()));
  Value found = GatherOp::create(builder, loc, elements,
                                 reshape(place, line(*count)), int64_t(0));
  return reshape(found, sizes);
}

OpFoldResult TensorBuilder::multiply(ArrayRef<OpFoldResult> sizes) {
  int64_t constant = 1;
  Value product;
  for (OpFoldResult size : withConstants(sizes)) {
    if (auto attribute = dyn_cast<Attribute>(size)) {
      constant *= llvm::cast<IntegerAttr>(attribute).getInt();
      continue;
    }
    Value value = llvm::cast<Value>(size);
    product = product
                  ? Value(arith::MulIOp::create(builder, loc, product, value))
                  : value;
  }
  if (!product)
    return builder.getIndexAttr(constant);
  if (constant == 1)
    return product;
  Value factor = arith::ConstantIndexOp::create(builder, loc, constant);
  return Value(arith::MulIOp::create(builder, loc, product, factor));
}

bool tg::isRefinement(Type given, Type declared) {
  auto type = dyn_cast<RankedTensorType>(given);
  auto wanted = dyn_cast<RankedTensorType>(declared);
  if (!type || !wanted)
    return given == declared;
  // An index is a number of 64 bits.
  bool isIndex = wanted.getElementType().isIndex() &&
                 type.getElementType().isSignlessInteger(64);
  if ((type.getElementType() != wanted.getElementType() && !isIndex) ||
      type.getEncoding() != wanted.getEncoding() ||
      type.getRank() != wanted.getRank())
    return false;
  return llvm::all_of(
      llvm::zip(type.getShape(), wanted.getShape()), [](auto pair) {
        auto [size, declaredSize] = pair;
        return size == declaredSize || ShapedType::isDynamic(declaredSize);
      });
}

Sizes tg::withConstants(ArrayRef<OpFoldResult> sizes) {
  return llvm::map_to_vector<6>(sizes, [](OpFoldResult size) {
    std::optional<int64_t> constant = getConstantIntValue(size);
    if (!constant)
      return size;
    MLIRContext *context = isa<Value>(size)
                               ? cast<Value>(size).getContext()
                               : cast<Attribute>(size).getContext();
    return OpFoldResult(IntegerAttr::get(IndexType::get(context), *constant));
  });
}

TypedAttr tg::makeNumber(Type element, double value) {
  if (auto type = dyn_cast<FloatType>(element)) {
    APFloat number(value);
    bool losesInfo;
    number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return FloatAttr::get(type, number);
  }
  return IntegerAttr::get(element, APInt(element.getIntOrFloatBitWidth(),
                                         uint64_t(int64_t(value)),
                                         /*isSigned=*/true,
                                         /*implicitTrunc=*/true));
}

TypedAttr tg::getSplatValue(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
      return splat ? dyn_cast<TypedAttr>(splat.getSplatValue<Attribute>())
                   : TypedAttr();
    }
    if (!isa<ExpandOp, ReshapeOp, PermuteOp>(op))
      return {};
    tensor = op->getOperand(0);
  }
  return {};
}

bool tg::isIdentity(Combiner combiner, TypedAttr value) {
  if (!value)
    return false;
  switch (combiner) {
  case Combiner::Sum:
    return matchPattern(Attribute(value), m_AnyZeroFloat()) ||
           matchPattern(Attribute(value), m_Zero());
  case Combiner::Prod:
    return matchPattern(Attribute(value), m_OneFloat()) ||
           matchPattern(Attribute(value), m_One());
  case Combiner::Max:
    return value == getLowest(value.getType());
  case Combiner::Min:
    return value == getHighest(value.getType());
  }
  return false;
}
