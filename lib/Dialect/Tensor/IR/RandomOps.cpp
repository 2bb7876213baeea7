//===- RandomOps.cpp - threefry and rand ------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "GatherOps.h"
#include "OpVerification.h"
#include "SizeArithmetic.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tinygrad::tg {

//===----------------------------------------------------------------------===//
// ThreefryOp
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> ThreefryOp::getResultShape(SymbolicShapes &shapes) {
  return detail::elementwiseShape(*this, shapes);
}

OperandAccess ThreefryOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  return detail::elementwiseAccess(*this, shapes);
}

int64_t ThreefryOp::getElementCost() { return 5 * 4 * 4 + 5 * 4; }

/// The function of Salmon et al., "Parallel random numbers: as easy as 1, 2,
/// 3", with tinygrad's order of the key's words.
Value ThreefryOp::buildElement(OpBuilder &builder, Location loc,
                               ValueRange elements, ValueRange) {
  Type half = builder.getI32Type(), word = builder.getI64Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, half, value);
  };
  Value shift = arith::ConstantIntOp::create(builder, loc, word, 32);
  auto low = [&](Value value) -> Value {
    return arith::TruncIOp::create(builder, loc, half, value);
  };
  auto high = [&](Value value) {
    return low(arith::ShRUIOp::create(builder, loc, value, shift));
  };
  auto add = [&](Value a, Value b) -> Value {
    return arith::AddIOp::create(builder, loc, a, b);
  };
  auto exclusiveOr = [&](Value a, Value b) -> Value {
    return arith::XOrIOp::create(builder, loc, a, b);
  };
  auto rotate = [&](Value value, int64_t by) -> Value {
    Value left = arith::ShLIOp::create(builder, loc, value, constant(by));
    Value right =
        arith::ShRUIOp::create(builder, loc, value, constant(32 - by));
    return arith::OrIOp::create(builder, loc, left, right);
  };

  Value key0 = low(elements[1]), key1 = high(elements[1]);
  Value parity = exclusiveOr(exclusiveOr(key0, key1), constant(0x1BD11BDA));
  Value keys[] = {key1, parity, key0};
  Value x = add(low(elements[0]), keys[2]);
  Value y = add(high(elements[0]), keys[0]);
  constexpr int64_t kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  for (int64_t i = 0; i < 5; ++i) {
    for (int64_t by : kRotations[i % 2]) {
      x = add(x, y);
      y = exclusiveOr(x, rotate(y, by));
    }
    x = add(x, keys[i % 3]);
    y = add(add(y, keys[(i + 1) % 3]), constant(i + 1));
  }
  Value result = arith::ExtUIOp::create(builder, loc, word, y);
  result = arith::ShLIOp::create(builder, loc, result, shift);
  return arith::OrIOp::create(builder, loc, result,
                              arith::ExtUIOp::create(builder, loc, word, x));
}

//===----------------------------------------------------------------------===//
// RandOp
//===----------------------------------------------------------------------===//

void RandOp::build(OpBuilder &builder, OperationState &state, Value key,
                   Value counter, ArrayRef<OpFoldResult> sizes, Type element) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  build(builder, state, RankedTensorType::get(constant, element), key, counter,
        dynamic, constant);
}

SmallVector<OpFoldResult> RandOp::getMixedSizes() {
  return getMixedValues(getStaticSizes(), getSizes(), getContext());
}

LogicalResult RandOp::verify() {
  for (auto [name, value] :
       {std::pair("key", getKey()), std::pair("counter", getCounter())}) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getRank() != 1 || type.getDimSize(0) != 2)
      return emitOpError("expected a ")
             << name << " of two words, but got " << type;
  }
  if (failed(tg::verifySizes(*this, "sizes", getStaticSizes(), getSizes(),
                             getType())))
    return failure();
  // A tensor of tg has less than 2^63 bytes.
  if (getType().hasStaticShape()) {
    int64_t bytes = getElementWidth(getType().getElementType()) / 8;
    for (int64_t size : getType().getShape())
      bytes *= size;
    if (bytes > 4 * int64_t(std::numeric_limits<uint32_t>::max() - 1))
      return emitOpError("expected less than 2^32 - 1 words of 32 bits, but "
                         "got ")
             << getType();
  }
  return success();
}

SmallVector<AffineExpr> RandOp::getSymbolicShape(unsigned,
                                                 SymbolicShapes &shapes) {
  return llvm::map_to_vector(getMixedSizes(), [&](OpFoldResult size) {
    return shapes.getIndexExpr(size);
  });
}

LogicalResult RandOp::verifySizes(SizeVerifier &verifier) {
  SymbolicShapes &shapes = verifier.getShapes();
  AffineExpr count = shapes.getNumElements(getSymbolicShape(0, shapes));
  int64_t bytes = getElementWidth(getType().getElementType()) / 8;
  int64_t most = 4 * int64_t(std::numeric_limits<uint32_t>::max() - 1);
  return verifier.verifyAtLeast(
      *this, count ? count * -1 + most / bytes : AffineExpr(), 0,
      "number of elements left below 2^32 - 1 words");
}

namespace {
/// Writes out the bits of one rand.
class RandBuilder {
public:
  RandBuilder(RandOp op, OpBuilder &builder)
      : builder(builder), loc(op.getLoc()),
        half(builder.getIntegerType(32, /*isSigned=*/false)),
        word(builder.getIntegerType(64, /*isSigned=*/false)) {}

  /// A part of a tensor of rank 1.
  Value cut(Value line, OpFoldResult from, OpFoldResult size) {
    return ShrinkOp::create(builder, loc, line, ArrayRef<OpFoldResult>(from),
                            ArrayRef<OpFoldResult>(size));
  }
  /// Element `i` of a tensor of 32-bit words, as a tensor of one word.
  Value pick(Value words, int64_t i) {
    return cut(words, builder.getIndexAttr(i), builder.getIndexAttr(1));
  }
  Value shiftBy(Value value, double by, ArrayRef<OpFoldResult> sizes,
                bool left) {
    Value amount =
        splat(builder, loc, getElementTypeOrSelf(value.getType()), by, sizes);
    if (left)
      return ShlOp::create(builder, loc, value, amount);
    return ShrOp::create(builder, loc, value, amount);
  }
  /// Two words as one.
  Value pack(Value low, Value high, ArrayRef<OpFoldResult> sizes) {
    return OrOp::create(
        builder, loc, castTo(builder, loc, low, word),
        shiftBy(castTo(builder, loc, high, word), 32, sizes, /*left=*/true));
  }
  /// The low words of `pairs` and then the high ones.
  Value unpack(Value pairs, OpFoldResult size) {
    Value low = castTo(builder, loc, pairs, half);
    Value high =
        castTo(builder, loc, shiftBy(pairs, 32, size, /*left=*/false), half);
    return ConcatOp::create(builder, loc, ValueRange{low, high}, 0);
  }
  /// `number` random words from a key and a counter, of one pair each.
  Value getWords(Value key, Value counter, OpFoldResult number);
  /// Integers of the width of `element` from words of 32 bits.
  Value split(Value words, OpFoldResult number, Type element,
              OpFoldResult count);
  /// Fractions of [1, 2), less 1.
  Value toFloats(Value bits, FloatType element, OpFoldResult count);

private:
  OpBuilder &builder;
  Location loc;
  Type half, word;
};
} // namespace

Value RandBuilder::getWords(Value key, Value counter, OpFoldResult number) {
  SizeArithmetic arithmetic(builder, loc);
  OpFoldResult one = builder.getIndexAttr(1), two = builder.getIndexAttr(2);
  // The counter makes a key of its own.
  Value pairKey = pack(pick(key, 0), pick(key, 1), one);
  Value start = pack(pick(counter, 0), pick(counter, 1), one);
  Value made = unpack(ThreefryOp::create(builder, loc, start, pairKey), one);
  Value madeKey = pack(pick(made, 0), pick(made, 1), one);
  OpFoldResult pairs = arithmetic.divide(number, 2);
  Value places =
      buildPlaces(builder, loc, arithmetic.multiply(pairs, two), half);
  auto part = [&](OpFoldResult from) -> Value {
    return cut(places, from, pairs);
  };
  Value counters = pack(part(builder.getIndexAttr(0)), part(pairs), pairs);
  Value words = unpack(ThreefryOp::create(builder, loc, counters,
                                          expand(builder, loc, madeKey, pairs)),
                       pairs);
  return cut(words, builder.getIndexAttr(0), number);
}

Value RandBuilder::split(Value words, OpFoldResult number, Type element,
                         OpFoldResult count) {
  SizeArithmetic arithmetic(builder, loc);
  unsigned width = element.getIntOrFloatBitWidth();
  Type type = builder.getIntegerType(width, /*isSigned=*/false);
  if (width == 32)
    return words;
  if (width == 64) {
    SmallVector<OpFoldResult> pairs = {count, builder.getIndexAttr(2)};
    Value cut = reshape(builder, loc, words, pairs);
    auto part = [&](int64_t i) {
      SmallVector<OpFoldResult> from = {builder.getIndexAttr(0),
                                        builder.getIndexAttr(i)};
      SmallVector<OpFoldResult> size = {count, builder.getIndexAttr(1)};
      Value column = ShrinkOp::create(builder, loc, cut, from, size);
      return reshape(builder, loc, column, count);
    };
    return pack(part(0), part(1), count);
  }
  // The lowest bits of a word come first.
  int64_t parts = 32 / width;
  SmallVector<OpFoldResult> sizes = {number, builder.getIndexAttr(parts)};
  Value wide = expand(
      builder, loc,
      reshape(builder, loc, words, {number, builder.getIndexAttr(1)}), sizes);
  Value places = buildPlaces(builder, loc, builder.getIndexAttr(parts), half);
  Value amount =
      MulOp::create(builder, loc, spread(builder, loc, places, 1, sizes),
                    splat(builder, loc, half, width, sizes));
  Value bits =
      castTo(builder, loc, ShrOp::create(builder, loc, wide, amount), type);
  OpFoldResult all = arithmetic.multiply(number, builder.getIndexAttr(parts));
  return cut(reshape(builder, loc, bits, all), builder.getIndexAttr(0), count);
}

Value RandBuilder::toFloats(Value bits, FloatType element, OpFoldResult count) {
  unsigned width = element.getWidth();
  unsigned mantissa = element.getFPMantissaWidth() - 1;
  Value fraction = shiftBy(bits, width - mantissa, count, /*left=*/false);
  uint64_t one =
      APFloat(element.getFloatSemantics(), 1).bitcastToAPInt().getZExtValue();
  Value ones = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          RankedTensorType::get(1, getElementTypeOrSelf(bits.getType())),
          Attribute(IntegerAttr::get(getElementTypeOrSelf(bits.getType()),
                                     APInt(width, one)))));
  Value number =
      OrOp::create(builder, loc, fraction, expand(builder, loc, ones, count));
  number = BitcastOp::create(
      builder, loc, withElementType(number.getType(), element), number);
  return SubOp::create(builder, loc, number,
                       splat(builder, loc, element, 1, count));
}

FailureOr<SmallVector<Value>> RandOp::decompose(OpBuilder &builder) {
  SizeArithmetic arithmetic(builder, getLoc());
  RandBuilder rand(*this, builder);
  auto element = cast<FloatType>(getType().getElementType());
  SmallVector<OpFoldResult> sizes = getMixedSizes();
  OpFoldResult count = arithmetic.product(sizes);
  int64_t bytes = element.getWidth() / 8;
  OpFoldResult number = arithmetic.divide(
      arithmetic.multiply(count, builder.getIndexAttr(bytes)), 4);
  if (bytes % 4 == 0)
    number = arithmetic.multiply(count, builder.getIndexAttr(bytes / 4));
  Value words = rand.getWords(getKey(), getCounter(), number);
  Value bits = rand.split(words, number, element, count);
  Value numbers = rand.toFloats(bits, element, count);
  return SmallVector<Value>{reshape(builder, getLoc(), numbers, sizes)};
}

} // namespace tinygrad::tg
