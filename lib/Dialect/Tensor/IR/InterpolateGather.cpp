//===- InterpolateGather.cpp - interpolation of variable sizes --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same coordinates as in InterpolateOp.cpp, as fractions of i64 tensors,
// one element for each place along the axis.
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "GatherOps.h"
#include "Interpolation.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"

using namespace mlir;

namespace tinygrad::tg {

namespace {
/// numerator / denominator, for each place.
struct Fraction {
  Value numerator, denominator;
};

/// Resizes one axis from `from` elements to `to`.
class GatherResizer {
public:
  GatherResizer(InterpolateOp op, OpBuilder &builder, Value input, int64_t axis,
                ArrayRef<OpFoldResult> sizes, OpFoldResult size)
      : op(op), builder(builder), loc(op.getLoc()), input(input), axis(axis),
        sizes(sizes), line({size}) {
    this->sizes[axis] = size;
    from = splatSize(builder, loc, getPlaceType(), sizes[axis], line);
    to = splatSize(builder, loc, getPlaceType(), size, line);
  }

  Value build();

private:
  Type getPlaceType() { return builder.getI64Type(); }
  Value number(int64_t value) {
    return splat(builder, loc, getPlaceType(), double(value), line);
  }
  template <class OpT> Value make(Value a, Value b) {
    return OpT::create(builder, loc, a, b);
  }
  Value compare(CmpPredicate predicate, Value a, Value b) {
    return CmpOp::create(builder, loc,
                         withElementType(a.getType(), builder.getI1Type()),
                         predicate, a, b);
  }
  Fraction getCoordinates();
  /// A fraction that, rounded down, is `x` after the op's rounding.
  Fraction round(Fraction x);
  Value clampToInput(Value places);
  Value gather(Value places);

  InterpolateOp op;
  OpBuilder &builder;
  Location loc;
  Value input;
  int64_t axis;
  SmallVector<OpFoldResult> sizes; ///< Those of the result.
  SmallVector<OpFoldResult, 1> line;
  Value from, to;
};
} // namespace

Fraction GatherResizer::getCoordinates() {
  Value i = buildPlaces(builder, loc, line[0], getPlaceType());
  Value one = number(1), two = number(2);
  switch (op.getCoordinates()) {
  case Coordinates::half_pixel: {
    Value odd = make<AddOp>(make<MulOp>(i, two), one);
    return {make<SubOp>(make<MulOp>(odd, from), to), make<MulOp>(to, two)};
  }
  case Coordinates::asymmetric:
    return {make<MulOp>(i, from), to};
  case Coordinates::align_corners:
    // Of one element the only coordinate is 0.
    return {make<MulOp>(i, make<SubOp>(from, one)),
            make<MaximumOp>(make<SubOp>(to, one), one)};
  }
  llvm_unreachable("every kind is listed");
}

Fraction GatherResizer::round(Fraction x) {
  auto [a, c] = x;
  Value one = number(1), two = number(2);
  switch (op.getRounding()) {
  case Rounding::floor:
    return x;
  case Rounding::ceil:
    return {make<AddOp>(a, make<SubOp>(c, one)), c};
  case Rounding::half_down:
    return {make<AddOp>(make<MulOp>(a, two), make<SubOp>(c, one)),
            make<MulOp>(c, two)};
  case Rounding::half_up:
    return {make<AddOp>(make<MulOp>(a, two), c), make<MulOp>(c, two)};
  }
  llvm_unreachable("every rounding is listed");
}

Value GatherResizer::clampToInput(Value places) {
  return make<MinimumOp>(make<MaximumOp>(places, number(0)),
                         make<SubOp>(from, number(1)));
}

Value GatherResizer::gather(Value places) {
  return GatherOp::create(builder, loc, input,
                          spread(builder, loc, places, axis, sizes), axis);
}

Value GatherResizer::build() {
  Fraction x = round(getCoordinates());
  Value below = make<FloorDivOp>(x.numerator, x.denominator);
  Value low = clampToInput(below);
  if (op.getMode() == Interpolation::nearest)
    return gather(low);
  Value high = clampToInput(make<AddOp>(below, number(1)));
  Value rest = make<SubOp>(x.numerator, make<MulOp>(below, x.denominator));
  // Divided in f64 whatever the type, as the interpreter does.
  Type wide = builder.getF64Type(), element = getElementTypeOrSelf(input);
  Value weight = make<DivOp>(castTo(builder, loc, rest, wide),
                             castTo(builder, loc, x.denominator, wide));
  weight = castTo(builder, loc, weight, element);
  Value zero = splat(builder, loc, element, 0, line);
  // At an end, or at a whole coordinate, the element below is the result.
  weight = WhereOp::create(builder, loc, compare(CmpPredicate::eq, low, high),
                           zero, weight);
  Value isWhole = spread(builder, loc, compare(CmpPredicate::eq, weight, zero),
                         axis, sizes);
  weight = spread(builder, loc, weight, axis, sizes);
  Value first = gather(low);
  Value way = make<SubOp>(gather(high), first);
  Value mixed = make<AddOp>(first, make<MulOp>(way, weight));
  return WhereOp::create(builder, loc, isWhole, first, mixed);
}

Value resizeByGather(InterpolateOp op, OpBuilder &builder, Value input,
                     int64_t axis, ArrayRef<OpFoldResult> sizes,
                     OpFoldResult size) {
  return GatherResizer(op, builder, input, axis, sizes, size).build();
}

} // namespace tinygrad::tg
