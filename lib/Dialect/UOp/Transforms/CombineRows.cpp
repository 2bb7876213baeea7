//===- CombineRows.cpp - the lanes of several vectors, combined -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector.reduction halves its vector again and again, and uses less and less
// of a register. Where several rows are reduced, the halves of two of them fill
// one: n rows of n lanes take n - 1 combinations instead of n * log2(n), and
// their totals come as one vector. Each row's lanes are combined in the order
// in which LLVM reduces a vector. Upstream has a reduction of one vector only,
// and vector.multi_reduction, which it takes apart into these.
//
//===----------------------------------------------------------------------===//

#include "VectorPieces.h"

using namespace mlir;

namespace tinygrad::uop {

/// Lanes up to which rows are halved alone: those of a register, of which the
/// halves of what is longer are whole ones.
static constexpr int64_t kLeastLanes = 8;

/// The lower or upper halves of the groups of `size` lanes of `a`, and of those
/// of `b`, if given, in turns.
static Value takeHalves(OpBuilder &builder, Location loc, Value a, Value b,
                        int64_t size, bool upper) {
  int64_t lanes = getLanes(a);
  SmallVector<int64_t> mask;
  for (int64_t group = upper ? size / 2 : 0; group < lanes; group += size)
    for (int64_t from : {group, lanes + group}) {
      if (from >= lanes && !b)
        continue;
      for (int64_t i = 0; i != size / 2; ++i)
        mask.push_back(from + i);
    }
  return vector::ShuffleOp::create(builder, loc, a, b ? b : a, mask);
}

Pieces combineRows(OpBuilder &builder, Location loc, ReduceKind kind,
                   Pieces rows) {
  int64_t lanes = getLanes(rows.front());
  int64_t together = std::min<int64_t>(lanes, rows.size() & (~rows.size() + 1));
  if (together < 2)
    return {};
  auto combine = [&](Value a, Value b, int64_t size) {
    return buildCombine(builder, loc, kind,
                        takeHalves(builder, loc, a, b, size, /*upper=*/false),
                        takeHalves(builder, loc, a, b, size, /*upper=*/true));
  };
  for (; lanes > std::max(together, kLeastLanes); lanes /= 2)
    for (Value &row : rows)
      row = combine(row, nullptr, lanes);
  Pieces totals;
  for (size_t at = 0; at != rows.size(); at += together) {
    Pieces group(ArrayRef(rows).slice(at, together));
    // Rows half of the group apart are joined first, so that their totals come
    // in the order of the rows.
    for (int64_t size = lanes; size != 1; size /= 2) {
      size_t half = group.size() / 2;
      if (half == 0) {
        group.front() = combine(group.front(), nullptr, size);
        continue;
      }
      for (size_t i = 0; i != half; ++i)
        group[i] = combine(group[i], group[half + i], size);
      group.truncate(half);
    }
    totals.push_back(group.front());
  }
  return totals;
}

} // namespace tinygrad::uop
