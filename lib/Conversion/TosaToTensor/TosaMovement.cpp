//===- TosaMovement.cpp - movement and indexing ops of TOSA as tg ops ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TosaPattern.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

/// The numbers of a `!tosa.shape` constant.
static FailureOr<SmallVector<int64_t>> getShape(Value shape,
                                                TosaConversion &c) {
  auto constant = shape.getDefiningOp<tosa::ConstShapeOp>();
  if (!constant) {
    c.reason = "a shape of its is not constant";
    return failure();
  }
  return llvm::to_vector(constant.getValues().getValues<int64_t>());
}

static Sizes toSizes(ArrayRef<int64_t> numbers, TosaConversion &c) {
  return getAsIndexOpFoldResult(c.b.builder.getContext(), numbers);
}

namespace {
struct ConvertConst : TosaPattern<tosa::ConstOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::ConstOp op, TosaConversion &c) const override {
    return Value(ConstantOp::create(c.b.builder, c.b.loc, op.getValues()));
  }
};

struct ConvertIdentity : TosaPattern<tosa::IdentityOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::IdentityOp op, TosaConversion &) const override {
    return op.getInput1();
  }
};

struct ConvertConcat : TosaPattern<tosa::ConcatOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::ConcatOp op, TosaConversion &c) const override {
    if (op.getInput1().size() == 1)
      return op.getInput1().front();
    return Value(ConcatOp::create(c.b.builder, c.b.loc, op.getInput1(),
                                  int64_t(op.getAxis())));
  }
};

struct ConvertPad : TosaPattern<tosa::PadOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::PadOp op, TosaConversion &c) const override {
    auto padding = getShape(op.getPadding(), c);
    if (failed(padding))
      return failure();
    TypedAttr value = getSplatValue(op.getPadConst());
    if (!value)
      return c.refuse("it pads with something that is not constant");
    SmallVector<int64_t> low, high;
    for (size_t i = 0; i + 1 < padding->size(); i += 2) {
      if ((*padding)[i] < 0 || (*padding)[i + 1] < 0)
        return c.refuse("it pads by a negative number");
      low.push_back((*padding)[i]);
      high.push_back((*padding)[i + 1]);
    }
    return Value(PadOp::create(c.b.builder, c.b.loc, op.getInput1(),
                               toSizes(low, c), toSizes(high, c), value));
  }
};

struct ConvertReshape : TosaPattern<tosa::ReshapeOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::ReshapeOp op, TosaConversion &c) const override {
    if (!c.type.hasStaticShape())
      return c.refuse("its shape is not constant");
    return c.b.reshape(op.getInput1(), toSizes(c.type.getShape(), c));
  }
};

struct ConvertSlice : TosaPattern<tosa::SliceOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::SliceOp op, TosaConversion &c) const override {
    auto start = getShape(op.getStart(), c), size = getShape(op.getSize(), c);
    if (failed(start) || failed(size))
      return failure();
    return c.b.shrink(op.getInput1(), toSizes(*start, c), toSizes(*size, c));
  }
};

struct ConvertTile : TosaPattern<tosa::TileOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::TileOp op, TosaConversion &c) const override {
    auto counts = getShape(op.getMultiples(), c);
    if (failed(counts))
      return failure();
    return Value(RepeatOp::create(c.b.builder, c.b.loc, op.getInput1(),
                                  toSizes(*counts, c)));
  }
};

struct ConvertTranspose : TosaPattern<tosa::TransposeOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::TransposeOp op,
                         TosaConversion &c) const override {
    SmallVector<int64_t> order(op.getPerms());
    return c.b.permute(op.getInput1(), order);
  }
};

struct ConvertReverse : TosaPattern<tosa::ReverseOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::ReverseOp op, TosaConversion &c) const override {
    return Value(FlipOp::create(c.b.builder, c.b.loc, op.getInput1(),
                                ArrayRef<int64_t>{int64_t(op.getAxis())}));
  }
};

/// An index for each row, repeated along the row.
Value spreadIndices(Value indices, RankedTensorType type, TosaConversion &c) {
  return c.b.spread(indices, {0, 1}, toSizes(type.getShape(), c));
}

struct ConvertGather : TosaPattern<tosa::GatherOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::GatherOp op, TosaConversion &c) const override {
    if (!c.type.hasStaticShape())
      return c.refuse("its sizes are not constant");
    Value indices = spreadIndices(op.getIndices(), c.type, c);
    return Value(GatherOp::create(c.b.builder, c.b.loc, op.getValues(), indices,
                                  int64_t(1)));
  }
};

struct ConvertScatter : TosaPattern<tosa::ScatterOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::ScatterOp op, TosaConversion &c) const override {
    auto updates = cast<RankedTensorType>(op.getInput().getType());
    if (!updates.hasStaticShape())
      return c.refuse("its sizes are not constant");
    Value indices = spreadIndices(op.getIndices(), updates, c);
    return Value(ScatterOp::create(c.b.builder, c.b.loc, c.type,
                                   ScatterKind::set, op.getValuesIn(), indices,
                                   op.getInput(), int64_t(1)));
  }
};

/// A look-up of each number: of 8 bits in a list of 256; of 16 bits in one of
/// 513, by the upper nine, and between two entries by the lower seven.
struct ConvertTable : TosaPattern<tosa::TableOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::TableOp op, TosaConversion &c) const override {
    if (!c.type.hasStaticShape())
      return c.refuse("its sizes are not constant");
    Type i32 = c.b.builder.getI32Type();
    auto look = [&](Value index) {
      index = c.b.reshape(index, toSizes({c.type.getNumElements()}, c));
      Value found = GatherOp::create(c.b.builder, c.b.loc, op.getTable(), index,
                                     int64_t(0));
      return c.b.reshape(found, toSizes(c.type.getShape(), c));
    };
    auto number = [&](Value like, int64_t n) {
      return c.b.splatLike(like, double(n));
    };
    Value value = c.b.cast(op.getInput1(), i32);
    if (c.b.getElement(op.getInput1()).isInteger(8))
      return look(c.b.binary<AddOp>(value, number(value, 128)));
    value = c.b.binary<AddOp>(value, number(value, 32768));
    Value index = c.b.binary<ShrOp>(value, number(value, 7));
    Value part = c.b.binary<AndOp>(value, number(value, 127));
    Value first = c.b.cast(look(index), i32);
    Value next =
        c.b.cast(look(c.b.binary<AddOp>(index, number(index, 1))), i32);
    Value between = c.b.binary<MulOp>(c.b.binary<SubOp>(next, first), part);
    return c.b.binary<AddOp>(c.b.binary<MulOp>(first, number(first, 128)),
                             between);
  }
};
} // namespace

void tg::populateTosaMovementPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertConst, ConvertIdentity, ConvertConcat, ConvertPad,
               ConvertReshape, ConvertSlice, ConvertTile, ConvertTranspose,
               ConvertReverse, ConvertGather, ConvertScatter, ConvertTable>(
      patterns.getContext());
}
