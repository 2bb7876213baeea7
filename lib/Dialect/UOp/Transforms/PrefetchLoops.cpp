//===- PrefetchLoops.cpp - loops around which memory is fetched -----------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrefetchLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// memref.prefetch's word for the second cache.
static constexpr uint32_t kSecondCache = 2;
/// Iterations between two fetches, and fetches in a loop, at least.
static constexpr int64_t kMaxBlock = 8, kMinBlock = 4, kMinBlocks = 4;

/// Adds those of `expr` over `operands`; false where it is no sum.
static bool addExprSteps(AffineExpr expr, ValueRange operands, unsigned numDims,
                         int64_t scale, IndexSteps &steps) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    steps[Value()] += scale * constant.getValue();
    return true;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return addSteps(operands[dim.getPosition()], scale, steps);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return addSteps(operands[numDims + symbol.getPosition()], scale, steps);
  auto both = cast<AffineBinaryOpExpr>(expr);
  if (both.getKind() == AffineExprKind::Add)
    return addExprSteps(both.getLHS(), operands, numDims, scale, steps) &&
           addExprSteps(both.getRHS(), operands, numDims, scale, steps);
  auto factor = dyn_cast<AffineConstantExpr>(both.getRHS());
  int64_t product = 0;
  return both.getKind() == AffineExprKind::Mul && factor &&
         !llvm::MulOverflow(scale, factor.getValue(), product) &&
         addExprSteps(both.getLHS(), operands, numDims, product, steps);
}

bool tinygrad::uop::addSteps(Value value, int64_t scale, IndexSteps &steps) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    steps[Value()] += scale * constant.getSExtValue();
    return true;
  }
  if (auto apply = value.getDefiningOp<affine::AffineApplyOp>())
    return addExprSteps(apply.getAffineMap().getResult(0), apply.getOperands(),
                        apply.getAffineMap().getNumDims(), scale, steps);
  if (auto sum = value.getDefiningOp<arith::AddIOp>())
    return addSteps(sum.getLhs(), scale, steps) &&
           addSteps(sum.getRhs(), scale, steps);
  int64_t product = 0;
  if (auto multiple = value.getDefiningOp<arith::MulIOp>())
    return matchPattern(multiple.getRhs(), m_ConstantInt(&constant)) &&
           !llvm::MulOverflow(scale, constant.getSExtValue(), product) &&
           addSteps(multiple.getLhs(), product, steps);
  steps[value] += scale;
  return true;
}

std::optional<int64_t> tinygrad::uop::getConstantCount(scf::ForOp loop) {
  APInt first, last, step;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&first)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&last)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) || !first.isZero() ||
      !step.isOne() || last.getSExtValue() < 1)
    return std::nullopt;
  return last.getSExtValue();
}

int64_t tinygrad::uop::getFetchBlock(scf::ForOp loop) {
  std::optional<int64_t> count = getConstantCount(loop);
  for (int64_t block = kMaxBlock; count && block >= kMinBlock; --block)
    if (*count % block == 0 && *count / block >= kMinBlocks)
      return block;
  return 0;
}

scf::ForOp tinygrad::uop::splitInnermost(scf::ForOp loop) {
  int64_t block = getFetchBlock(loop);
  if (block == 0 || !loop.getBody()->getOps<scf::ForOp>().empty())
    return {};
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value zero = index(0), one = index(1), size = index(block);
  auto outer = scf::ForOp::create(builder, loc, zero,
                                  index(*getConstantCount(loop) / block), one,
                                  loop.getInitArgs());
  // A loop that carries nothing has the op that ends its body already.
  builder.setInsertionPointToStart(outer.getBody());
  auto inner = scf::ForOp::create(builder, loc, zero, size, one,
                                  outer.getRegionIterArgs());
  if (!loop.getInitArgs().empty())
    scf::YieldOp::create(builder, loc, inner.getResults());
  builder.setInsertionPointToStart(inner.getBody());
  Value place = affine::AffineApplyOp::create(
      builder, loc,
      AffineMap::get(2, 0,
                     builder.getAffineDimExpr(0) * block +
                         builder.getAffineDimExpr(1)),
      ValueRange{outer.getInductionVar(), inner.getInductionVar()});
  Block *body = inner.getBody(), *old = loop.getBody();
  if (loop.getInitArgs().empty())
    body->getTerminator()->erase();
  loop.getInductionVar().replaceAllUsesWith(place);
  for (auto [before, after] :
       llvm::zip_equal(loop.getRegionIterArgs(), inner.getRegionIterArgs()))
    before.replaceAllUsesWith(after);
  body->getOperations().splice(body->end(), old->getOperations());
  loop.replaceAllUsesWith(outer.getResults());
  loop.erase();
  return outer;
}

void tinygrad::uop::createPrefetch(OpBuilder &builder, Location loc,
                                   Value buffer, Value index) {
  memref::PrefetchOp::create(builder, loc, buffer, index, /*isWrite=*/false,
                             kSecondCache, /*isDataCache=*/true);
}

void tinygrad::uop::createPrefetch(OpBuilder &builder, Location loc,
                                   Value buffer, AffineExpr place,
                                   ValueRange operands) {
  Value index = affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(operands.size(), 0, place), operands);
  createPrefetch(builder, loc, buffer, index);
}
