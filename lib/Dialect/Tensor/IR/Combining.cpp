//===- Combining.cpp - how elements are combined ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combining.h"
#include "Decompositions.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"

using namespace mlir;

namespace tinygrad::tg {

static TypedAttr getOne(Type element) {
  if (isa<FloatType>(element))
    return FloatAttr::get(element, 1.0);
  return IntegerAttr::get(element, APInt(element.getIntOrFloatBitWidth(), 1));
}

Combining::Combining(Combiner given, Type element, bool keepIntegers)
    : combiner(given), type(element) {
  Builder builder(element.getContext());
  // On i1 sums are or, products and.
  if (element.isInteger(1) && keepIntegers)
    combiner = combiner == Combiner::Sum    ? Combiner::Max
               : combiner == Combiner::Prod ? Combiner::Min
                                            : combiner;
  bool adds = combiner == Combiner::Sum || combiner == Combiner::Prod;
  if (adds && isa<FloatType>(element))
    type = getSumType(element);
  else if (combiner == Combiner::Sum && !keepIntegers)
    type = getSumType(element);
  switch (combiner) {
  case Combiner::Sum:
    identity = cast<TypedAttr>(builder.getZeroAttr(type));
    break;
  case Combiner::Prod:
    identity = getOne(type);
    break;
  case Combiner::Max:
    identity = getLowest(type);
    break;
  case Combiner::Min:
    identity = getHighest(type);
    break;
  }
}

Value Combining::buildIdentity(OpBuilder &builder, Location loc,
                               ArrayRef<OpFoldResult> sizes) const {
  SmallVector<int64_t> ones(sizes.size(), 1);
  Value one = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get(ones, type),
                             Attribute(identity)));
  return expand(builder, loc, one, sizes);
}

Value Combining::combine(OpBuilder &builder, Location loc, Value a,
                         Value b) const {
  auto accumulate = [&](Operation *op) {
    op->setAttr(kAccumulates, builder.getUnitAttr());
    return op->getResult(0);
  };
  switch (combiner) {
  case Combiner::Sum:
    return accumulate(AddOp::create(builder, loc, a, b));
  case Combiner::Prod:
    return accumulate(MulOp::create(builder, loc, a, b));
  case Combiner::Max:
    return MaximumOp::create(builder, loc, a, b);
  case Combiner::Min:
    return MinimumOp::create(builder, loc, a, b);
  }
  llvm_unreachable("every combiner is listed");
}

Value Combining::reduce(OpBuilder &builder, Location loc, Value tensor,
                        int64_t axis, bool mayBeEmpty) const {
  if (mayBeEmpty && (combiner == Combiner::Max || combiner == Combiner::Min)) {
    // tg.max and tg.min have no identity.
    auto rank = cast<RankedTensorType>(tensor.getType()).getRank();
    SmallVector<OpFoldResult> low(rank, builder.getIndexAttr(0)), high(low);
    high[axis] = builder.getIndexAttr(1);
    tensor = PadOp::create(builder, loc, tensor, low, high, identity);
  }
  switch (combiner) {
  case Combiner::Sum:
    // Narrow integers are summed in 32 bits; what wraps then is the same.
    return castTo(builder, loc,
                  SumOp::create(builder, loc, tensor, axis, false), type);
  case Combiner::Prod:
    return ProdOp::create(builder, loc, tensor, axis, false);
  case Combiner::Max:
    return MaxOp::create(builder, loc, tensor, axis, false);
  case Combiner::Min:
    return MinOp::create(builder, loc, tensor, axis, false);
  }
  llvm_unreachable("every combiner is listed");
}

} // namespace tinygrad::tg
