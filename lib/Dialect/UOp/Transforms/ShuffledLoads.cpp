//===- ShuffledLoads.cpp - lanes that are a few elements apart -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes at a small constant step, as the windows of a strided convolution have
// them, are read as whole registers, of which the wanted lanes are shuffled
// together. Nothing behind the last lane is read: the last register ends with
// it, and with a gate each register has the mask of the lanes in it. So are
// lanes that run backwards.
//
//===----------------------------------------------------------------------===//

#include "Linearizer.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tinygrad::uop {

/// The lanes of `mask` spread over a register that starts `start` elements
/// behind the first lane: `step` elements from one to the next, false between.
static Value spreadMask(OpBuilder &builder, Location loc, Value mask,
                        int64_t start, int64_t step) {
  auto type = cast<VectorType>(mask.getType());
  int64_t lanes = type.getDimSize(0);
  DenseElementsAttr constant;
  if (matchPattern(mask, m_Constant(&constant))) {
    auto values = llvm::to_vector(constant.getValues<bool>());
    SmallVector<bool> spread(lanes, false);
    for (int64_t i = 0; i != lanes; ++i)
      if ((start + i) % step == 0)
        spread[i] = values[(start + i) / step];
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, spread));
  }
  Value none = arith::ConstantOp::create(builder, loc,
                                         DenseElementsAttr::get(type, false));
  SmallVector<int64_t> lanesOf(lanes, lanes);
  for (int64_t i = 0; i != lanes; ++i)
    if ((start + i) % step == 0)
      lanesOf[i] = (start + i) / step;
  return vector::ShuffleOp::create(builder, loc, mask, none, lanesOf);
}

/// Reads `lanes` elements, `step` apart, from `index` on; those in `mask` if it
/// is given.
static Value readLanes(OpBuilder &builder, Location loc, Value buffer,
                       Value index, VectorType type, int64_t step, Value mask) {
  int64_t lanes = type.getDimSize(0), span = (lanes - 1) * step + 1;
  Value zero =
      mask ? arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type))
           : Value();
  Value result;
  for (int64_t begin = 0; begin < span; begin += lanes) {
    int64_t start = std::min(begin, span - lanes);
    Value place = start ? arith::AddIOp::create(builder, loc, index,
                                                arith::ConstantIndexOp::create(
                                                    builder, loc, start))
                        : index;
    Value read;
    if (mask)
      read = vector::MaskedLoadOp::create(
          builder, loc, type, buffer, place,
          spreadMask(builder, loc, mask, start, step), zero);
    else
      read = vector::LoadOp::create(builder, loc, type, buffer, place);
    if (!result) {
      result = read;
      continue;
    }
    // The first two are shuffled together, then one more each time: lanes of
    // earlier registers stay, those of later ones may be anything.
    SmallVector<int64_t> from;
    for (int64_t i = 0; i != lanes; ++i) {
      int64_t at = i * step;
      bool isHere = at >= begin && at < start + lanes;
      from.push_back(isHere                         ? lanes + at - start
                     : begin == lanes && at < lanes ? at
                                                    : i);
    }
    result = vector::ShuffleOp::create(builder, loc, result, read, from);
  }
  return result;
}

/// `value` from its last lane to its first; what has equal lanes stays.
static Value reverse(OpBuilder &builder, Location loc, Value value) {
  auto type = value ? dyn_cast<VectorType>(value.getType()) : VectorType();
  auto broadcast = value ? value.getDefiningOp<vector::BroadcastOp>()
                         : vector::BroadcastOp();
  if (!type || (broadcast && !isa<VectorType>(broadcast.getSource().getType())))
    return value;
  SmallVector<int64_t> lanes =
      llvm::to_vector(llvm::seq<int64_t>(type.getDimSize(0)));
  std::reverse(lanes.begin(), lanes.end());
  return builder.createOrFold<vector::ShuffleOp>(loc, value, value, lanes);
}

Value Linearizer::emitReversedLoad(Location loc, Value buffer, Value index,
                                   VectorType type, Value gate, Value other,
                                   Value valid) {
  Value first = arith::AddIOp::create(builder, loc, index,
                                      getIndex(loc, 1 - type.getDimSize(0)));
  Value loaded =
      emitGatedLoad(loc, buffer, first, type, reverse(builder, loc, gate),
                    reverse(builder, loc, other), reverse(builder, loc, valid));
  return reverse(builder, loc, loaded);
}

Value Linearizer::emitShuffledLoad(Location loc, Value buffer, Value index,
                                   VectorType type, int64_t step, Value gate,
                                   Value other, Value valid) {
  int64_t lanes = type.getDimSize(0);
  if (gate && matchPattern(gate, m_Zero()))
    return other;
  if (gate && matchPattern(gate, m_One()))
    gate = nullptr;
  if (gate && !isa<VectorType>(gate.getType()))
    gate = vector::BroadcastOp::create(builder, loc,
                                       type.clone(builder.getI1Type()), gate);
  Value mask =
      gate && valid
          ? arith::AndIOp::create(builder, loc, gate, valid).getResult()
      : gate ? gate
             : valid;
  // Registers of a long vector are read each by itself.
  int64_t part = std::min(lanes, kRegisterLanes);
  auto partType = VectorType::get(part, type.getElementType());
  Pieces parts;
  for (int64_t at = 0; at != lanes; at += part) {
    Value partMask = mask;
    if (mask && part != lanes)
      partMask = vector::ShuffleOp::create(
          builder, loc, mask, mask,
          llvm::to_vector(llvm::seq<int64_t>(at, at + part)));
    Value place = index;
    if (at)
      place =
          arith::AddIOp::create(builder, loc, index, getIndex(loc, at * step));
    parts.push_back(
        readLanes(builder, loc, buffer, place, partType, step, partMask));
  }
  Value loaded = joinVectors(builder, loc, std::move(parts), lanes).front();
  return gate ? arith::SelectOp::create(builder, loc, gate, loaded, other)
                    .getResult()
              : loaded;
}

} // namespace tinygrad::uop
