//===- MapBlocks.cpp - global ranges become block ids ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeMapper.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <array>

using namespace mlir;
using namespace tinygrad::uop;

namespace tinygrad {

void RangeMapper::splitId(Value rest, const LaunchDim &dim) {
  for (LaunchAxis *axis : llvm::reverse(ArrayRef(dim).drop_front())) {
    if (auto constant = dyn_cast<AffineConstantExpr>(axis->size)) {
      int64_t count = std::max<int64_t>(constant.getValue(), 1);
      AffineExpr d0 = builder.getAffineDimExpr(0);
      axis->id = affine::AffineApplyOp::create(
          builder, loc, AffineMap::get(1, 0, d0 % count), rest);
      rest = affine::AffineApplyOp::create(
          builder, loc, AffineMap::get(1, 0, d0.floorDiv(count)), rest);
      continue;
    }
    Value count = indices.materialize(builder, loc, axis->size);
    axis->id = arith::RemUIOp::create(builder, loc, rest, count);
    rest = arith::DivUIOp::create(builder, loc, rest, count);
  }
  dim.front()->id = rest;
}

void RangeMapper::buildIds(ArrayRef<LaunchDim> dims,
                           llvm::function_ref<Value(gpu::Dimension)> createId) {
  constexpr gpu::Dimension kNames[] = {gpu::Dimension::x, gpu::Dimension::y,
                                       gpu::Dimension::z};
  for (auto [name, dim] : llvm::zip(kNames, dims))
    splitId(createId(name), dim);
}

/// The blocks along an axis that are one step along its outer part, where it is
/// too long for one dimension and can be two; else 0.
static int64_t getInnerBlocks(RangeOp range, ArrayRef<int64_t> limits) {
  int64_t size = range.getSize() ? 0 : range.getStaticSize();
  if (size <= limits[0])
    return 0;
  int64_t most = *std::min_element(limits.begin() + 1, limits.end());
  for (int64_t outer = llvm::divideCeil(size, limits[0]); outer <= most;
       ++outer)
    if (size % outer == 0)
      return size / outer;
  return 0;
}

/// Gives blocks that no dimensions fit numbers, of which each range is a part.
/// Those behind the last one do what it does, but store nothing. Of variable
/// sizes y and z have what the most blocks need, x what the others leave.
LogicalResult RangeMapper::numberBlocks() {
  // One that does nothing, where there is nothing to do.
  int64_t total = getProduct(globals), rest = std::max<int64_t>(total, 1);
  std::array<int64_t, 3> most = {1, 1, 1};
  for (size_t i = 0; i != 3; ++i) {
    int64_t others = llvm::divideCeil(rest, maxGrid[i]);
    most[i] = llvm::divideCeil(rest, others);
    rest = others;
  }
  int64_t blocks = 1;
  for (int64_t size : most)
    if (llvm::MulOverflow(blocks, size, blocks))
      rest = 0;
  if (rest != 1)
    return kernel.emitOpError()
           << "has " << total << " blocks, more than a launch can have";
  SmallVector<LaunchAxis> axes;
  LaunchDim all;
  AffineExpr count = builder.getAffineConstantExpr(1);
  for (RangeOp range : globals)
    axes.push_back({static_cast<int64_t>(range.getId()), getSize(range),
                    indices.getMaxSize(range)});
  for (LaunchAxis &axis : axes) {
    all.push_back(&axis);
    count = count * axis.size;
  }
  AffineExpr columns = count.ceilDiv(most[1] * most[2]);
  Value number = gpu::BlockIdOp::create(builder, loc, gpu::Dimension::z);
  number = multiplyAdd(number, most[1],
                       gpu::BlockIdOp::create(builder, loc, gpu::Dimension::y));
  Value x = gpu::BlockIdOp::create(builder, loc, gpu::Dimension::x);
  if (auto constant = dyn_cast<AffineConstantExpr>(columns)) {
    number = multiplyAdd(number, constant.getValue(), x);
  } else {
    Value row = indices.materialize(builder, loc, columns);
    number = arith::MulIOp::create(builder, loc, number, row);
    number = arith::AddIOp::create(builder, loc, number, x);
  }
  Value last = indices.materialize(builder, loc, count - 1);
  storeGate = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle,
                                    number, last);
  splitId(arith::MinSIOp::create(builder, loc, number, last), all);
  for (auto [range, axis] : llvm::zip_equal(globals, axes))
    ids[range] = axis.id;
  setGrid({columns, builder.getAffineConstantExpr(most[1]),
           builder.getAffineConstantExpr(most[2])});
  if (blocks - 1 > std::numeric_limits<int32_t>::max())
    kernel->setAttr("uop.index_bits", builder.getI64IntegerAttr(64));
  return success();
}

/// The iterations of a range, from the variables.
AffineExpr RangeMapper::getSize(RangeOp range) {
  return range.getSize() ? indices.getExpr(range.getSize())
                         : builder.getAffineConstantExpr(
                               static_cast<int64_t>(range.getStaticSize()));
}

void RangeMapper::setGrid(ArrayRef<AffineExpr> sizes) {
  unsigned numVariables =
      kernel.getBody().getNumArguments() - kernel.getNumBuffers();
  kernel->setAttr("uop.grid",
                  AffineMapAttr::get(AffineMap::get(0, numVariables, sizes,
                                                    builder.getContext())));
}

LogicalResult RangeMapper::mapBlocks() {
  SmallVector<LaunchAxis> axes;
  // Of which range each is a part, and how far it moves along it.
  SmallVector<std::pair<RangeOp, int64_t>> parts;
  for (RangeOp range : globals) {
    auto key = static_cast<int64_t>(range.getId());
    if (int64_t inner = getInnerBlocks(range, maxGrid)) {
      int64_t outer = range.getStaticSize() / inner;
      axes.push_back({key, builder.getAffineConstantExpr(outer), outer});
      axes.push_back({key, builder.getAffineConstantExpr(inner), inner});
      parts.push_back({range, inner});
      parts.push_back({range, 1});
      continue;
    }
    axes.push_back({key, getSize(range), indices.getMaxSize(range)});
    parts.push_back({range, 1});
  }
  SmallVector<LaunchDim, 3> dims = distributeAxes(axes, maxGrid);
  if (dims.empty() && !axes.empty()) {
    // Blocks may come in any order: x has room for the largest axis.
    auto largest = llvm::max_element(axes,
                                     [](const auto &a, const auto &b) {
                                       return a.maxSize < b.maxSize;
                                     }) -
                   axes.begin();
    std::rotate(axes.begin() + largest, axes.begin() + largest + 1, axes.end());
    std::rotate(parts.begin() + largest, parts.begin() + largest + 1,
                parts.end());
    dims = distributeAxes(axes, maxGrid);
  }
  if (dims.empty() && !axes.empty())
    return numberBlocks();
  buildIds(dims, [&](gpu::Dimension name) {
    return gpu::BlockIdOp::create(builder, loc, name);
  });
  for (auto [part, axis] : llvm::zip_equal(parts, axes)) {
    auto [range, stride] = part;
    Value &id = ids[range];
    if (id || stride != 1)
      id = multiplyAdd(axis.id, stride,
                       id ? id
                          : arith::ConstantIndexOp::create(builder, loc, 0));
    else
      id = axis.id;
  }
  SmallVector<AffineExpr> grid(3, builder.getAffineConstantExpr(1));
  for (auto [i, dim] : llvm::enumerate(dims))
    for (LaunchAxis *axis : dim)
      grid[i] = grid[i] * axis->size;
  setGrid(grid);
  return success();
}

} // namespace tinygrad
