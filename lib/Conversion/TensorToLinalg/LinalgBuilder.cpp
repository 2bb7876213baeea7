//===- LinalgBuilder.cpp - linalg ops in the place of tg ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBuilder.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

bool tg::isArithElement(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.isSignless();
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element);
}

Value LinalgBuilder::filled(ArrayRef<OpFoldResult> sizes, TypedAttr value) {
  Value scalar = arith::ConstantOp::create(builder, loc, value);
  Value init = empty(sizes, value.getType());
  return linalg::FillOp::create(builder, loc, scalar, init).getResult(0);
}

Value LinalgBuilder::generic(ValueRange inputs, ArrayRef<AffineMap> maps,
                             Value init, Body body, unsigned numReduced) {
  RankedTensorType type = getType(init);
  unsigned rank = unsigned(type.getRank());
  SmallVector<AffineMap> all(maps);
  all.push_back(AffineMap::getMultiDimIdentityMap(rank, builder.getContext()));
  // The result lacks the reduced axes.
  all.back() = AffineMap::get(rank + numReduced, 0, all.back().getResults(),
                              builder.getContext());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.append(numReduced, utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             builder, loc, type, inputs, init, all, iterators,
             [&](OpBuilder &inner, Location innerLoc, ValueRange elements) {
               linalg::YieldOp::create(inner, innerLoc,
                                       body(inner, innerLoc, elements));
             })
      .getResult(0);
}

Value LinalgBuilder::elementwise(ValueRange inputs, Type element, Body body) {
  unsigned rank = unsigned(getType(inputs.front()).getRank());
  SmallVector<AffineMap> maps(inputs.size(), AffineMap::getMultiDimIdentityMap(
                                                 rank, builder.getContext()));
  return generic(inputs, maps, empty(getSizes(inputs.front()), element), body);
}

Value LinalgBuilder::pad(Value input, ArrayRef<OpFoldResult> low,
                         ArrayRef<OpFoldResult> high, TypedAttr value) {
  bool isNothing = llvm::all_of(
      llvm::concat<const OpFoldResult>(low, high),
      [](OpFoldResult amount) { return isConstantIntValue(amount, 0); });
  if (isNothing)
    return input;
  Value padding = arith::ConstantOp::create(builder, loc, value);
  return tensor::PadOp::create(builder, loc, /*resultType=*/Type(), input, low,
                               high, padding);
}

Value LinalgBuilder::padLast(Value input, ArrayRef<int64_t> low,
                             ArrayRef<int64_t> high, TypedAttr value) {
  unsigned outer = unsigned(getType(input).getRank()) - unsigned(low.size());
  Sizes before(outer, builder.getIndexAttr(0)), after(before);
  llvm::append_range(before, getAsIndexOpFoldResult(builder.getContext(), low));
  llvm::append_range(after, getAsIndexOpFoldResult(builder.getContext(), high));
  return pad(input, before, after, value);
}

Value LinalgBuilder::reshape(Value input, RankedTensorType type,
                             ArrayRef<OpFoldResult> sizes) {
  RankedTensorType from = getType(input);
  if (from == type)
    return input;
  if (from.getRank() != type.getRank())
    if (auto groups = getReassociationIndicesForReshape(from, type)) {
      if (from.getRank() > type.getRank())
        return tensor::CollapseShapeOp::create(builder, loc, type, input,
                                               *groups);
      return tensor::ExpandShapeOp::create(builder, loc, type, input, *groups,
                                           sizes);
    }
  // By way of a single axis.
  if (!from.hasStaticShape() || !type.hasStaticShape())
    return {};
  auto line =
      RankedTensorType::get({type.getNumElements()}, type.getElementType());
  SmallVector<ReassociationIndices> collapse, expand;
  if (from.getRank() > 0)
    collapse.push_back(
        llvm::to_vector<2>(llvm::seq<int64_t>(0, from.getRank())));
  if (type.getRank() > 0)
    expand.push_back(llvm::to_vector<2>(llvm::seq<int64_t>(0, type.getRank())));
  if (from.getRank() != 1)
    input =
        from.getRank() == 0
            ? Value(tensor::ExpandShapeOp::create(
                  builder, loc, line, input, ArrayRef<ReassociationIndices>()))
            : Value(tensor::CollapseShapeOp::create(builder, loc, line, input,
                                                    collapse));
  if (type.getRank() == 1)
    return input;
  if (type.getRank() == 0)
    return tensor::CollapseShapeOp::create(builder, loc, type, input,
                                           ArrayRef<ReassociationIndices>());
  return tensor::ExpandShapeOp::create(builder, loc, type, input, expand,
                                       sizes);
}

Value LinalgBuilder::cast(Value tensor, Type element) {
  if (getType(tensor).getElementType() == element)
    return tensor;
  return elementwise(tensor, element,
                     [&](OpBuilder &inner, Location at, ValueRange x) {
                       return castScalar(inner, at, x[0], element);
                     });
}

static Value number(OpBuilder &builder, Location loc, Type type, double value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, value));
  return arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, int64_t(value)));
}

/// NaN gives 0, what is out of range the nearest number in it: arith's own
/// conversion is not defined there.
static Value floatToInt(OpBuilder &builder, Location loc, Value value,
                        IntegerType to) {
  if (to.getWidth() < 32) {
    Value wide = floatToInt(builder, loc, value, builder.getI32Type());
    return arith::TruncIOp::create(builder, loc, to, wide);
  }
  Type from = value.getType();
  if (cast<FloatType>(from).getWidth() < 32) {
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
    from = value.getType();
  }
  double bound = to.getWidth() == 32 ? 0x1p31 : 0x1p63;
  Value high = number(builder, loc, from, bound),
        low = number(builder, loc, from, -bound),
        zero = number(builder, loc, from, 0);
  auto compare = [&](arith::CmpFPredicate is, Value a, Value b) -> Value {
    return arith::CmpFOp::create(builder, loc, is, a, b);
  };
  Value tooHigh = compare(arith::CmpFPredicate::OGE, value, high);
  Value tooLow = compare(arith::CmpFPredicate::OLE, value, low);
  Value isNumber = compare(arith::CmpFPredicate::ORD, value, value);
  Value inside = arith::SelectOp::create(builder, loc, isNumber, value, zero);
  inside = arith::SelectOp::create(builder, loc, tooHigh, zero, inside);
  inside = arith::SelectOp::create(builder, loc, tooLow, zero, inside);
  Value result = arith::FPToSIOp::create(builder, loc, to, inside);
  auto extreme = [&](APInt bits) -> Value {
    return arith::ConstantOp::create(builder, loc, IntegerAttr::get(to, bits));
  };
  result = arith::SelectOp::create(
      builder, loc, tooHigh, extreme(APInt::getSignedMaxValue(to.getWidth())),
      result);
  return arith::SelectOp::create(
      builder, loc, tooLow, extreme(APInt::getSignedMinValue(to.getWidth())),
      result);
}

Value tg::castScalar(OpBuilder &builder, Location loc, Value value, Type to) {
  Type from = value.getType();
  if (from == to)
    return value;
  auto fromFloat = dyn_cast<FloatType>(from), toFloat = dyn_cast<FloatType>(to);
  if (fromFloat && toFloat) {
    if (fromFloat.getWidth() < toFloat.getWidth())
      return arith::ExtFOp::create(builder, loc, to, value);
    if (fromFloat.getWidth() > toFloat.getWidth())
      return arith::TruncFOp::create(builder, loc, to, value);
    // f16 and bf16: exact in f32, then rounded once.
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
    return arith::TruncFOp::create(builder, loc, to, value);
  }
  if (to.isInteger(1)) {
    Value zero = number(builder, loc, from, 0);
    if (fromFloat)
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE,
                                   value, zero);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                                 zero);
  }
  if (fromFloat)
    return floatToInt(builder, loc, value, cast<IntegerType>(to));
  if (toFloat) {
    if (from.isInteger(1))
      return arith::UIToFPOp::create(builder, loc, to, value);
    return arith::SIToFPOp::create(builder, loc, to, value);
  }
  if (from.getIntOrFloatBitWidth() > to.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(builder, loc, to, value);
  if (from.isInteger(1))
    return arith::ExtUIOp::create(builder, loc, to, value);
  return arith::ExtSIOp::create(builder, loc, to, value);
}

TypedAttr tg::getIdentity(Combiner combiner, Type element) {
  Builder builder(element.getContext());
  switch (combiner) {
  case Combiner::Sum:
    return cast<TypedAttr>(builder.getZeroAttr(element));
  case Combiner::Prod:
    return cast<TypedAttr>(builder.getOneAttr(element));
  case Combiner::Max:
    return getLowest(element);
  case Combiner::Min:
    return getHighest(element);
  }
  return {};
}

Value tg::combine(OpBuilder &builder, Location loc, Combiner combiner, Value a,
                  Value b) {
  Type type = a.getType();
  bool isFloat = isa<FloatType>(type), isBool = type.isInteger(1);
  switch (combiner) {
  case Combiner::Sum:
    if (isFloat)
      return arith::AddFOp::create(builder, loc, a, b);
    return isBool ? Value(arith::OrIOp::create(builder, loc, a, b))
                  : Value(arith::AddIOp::create(builder, loc, a, b));
  case Combiner::Prod:
    return isFloat ? Value(arith::MulFOp::create(builder, loc, a, b))
                   : Value(arith::MulIOp::create(builder, loc, a, b));
  case Combiner::Max:
    if (isFloat)
      return arith::MaximumFOp::create(builder, loc, a, b);
    return isBool ? Value(arith::OrIOp::create(builder, loc, a, b))
                  : Value(arith::MaxSIOp::create(builder, loc, a, b));
  case Combiner::Min:
    if (isFloat)
      return arith::MinimumFOp::create(builder, loc, a, b);
    return isBool ? Value(arith::AndIOp::create(builder, loc, a, b))
                  : Value(arith::MinSIOp::create(builder, loc, a, b));
  }
  return {};
}
