//===- PrefetchRows.cpp - fetch a row while one is computed -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A processor fetches ahead what is read in order, but to the end of a page
// only, and not while a row that is in the cache is read again.
//
//===----------------------------------------------------------------------===//

#include "AxisSteps.h"
#include "PrefetchLoops.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_PREFETCHROWS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// A shorter row is fetched ahead by the processor; a longer one may not stay
/// in the cache until it is read.
constexpr int64_t kLeastRowBytes = 8192, kMostRowBytes = 65536;

/// What a loop reads of an argument in one iteration of the loop around it.
struct RowRead {
  vector::LoadOp load;
  AffineExpr start;    ///< The first index, over the outer loop's variable.
  int64_t rowElements; ///< By which the index grows with the outer variable.
  int64_t elements;    ///< How many are read, one after the other.
};

/// By how much `expr` grows with the operand `leaf`, if by a constant.
std::optional<int64_t> getGrowth(const IndexForm &form, AffineExpr leaf) {
  AffineExpr grown = form.expr.replace(leaf, leaf + 1) - form.expr;
  unsigned symbols = form.operands.size() - form.numDims;
  auto constant = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(grown, form.numDims, symbols));
  if (!constant)
    return std::nullopt;
  return constant.getValue();
}

/// The row that `load` reads in `loop`, if it is one.
std::optional<RowRead> getRowRead(scf::ForOp rows, scf::ForOp loop,
                                  vector::LoadOp load) {
  if (!isa<KernelOp>(load.getBase().getParentBlock()->getParentOp()) ||
      !isa<BlockArgument>(load.getBase()))
    return std::nullopt;
  IndexForm form = getIndexForm(load.getIndices()[0]);
  AffineExpr row, column;
  for (unsigned i = 0; i < form.operands.size(); ++i) {
    if (form.operands[i] == rows.getInductionVar())
      row = form.getLeaf(i);
    else if (form.operands[i] == loop.getInductionVar())
      column = form.getLeaf(i);
    else
      return std::nullopt;
  }
  std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound()),
                         last = getConstantIntValue(loop.getUpperBound()),
                         step = getConstantIntValue(loop.getStep()),
                         rowStep = getConstantIntValue(rows.getStep());
  if (!row || !column || !first || !last || !step || !rowStep)
    return std::nullopt;
  std::optional<int64_t> rowGrowth = getGrowth(form, row),
                         growth = getGrowth(form, column);
  int64_t lanes = load.getVectorType().getDimSize(0);
  if (!rowGrowth || !growth || *growth * *step != lanes || *last <= *first)
    return std::nullopt;
  AffineExpr zero = getAffineConstantExpr(0, row.getContext());
  AffineExpr start = form.expr.replace(
      {{column, zero + *first}, {row, getAffineDimExpr(0, row.getContext())}});
  return RowRead{load, simplifyAffineExpr(start, 1, 0), *rowGrowth * *rowStep,
                 (*last - *first + *step - 1) / *step * lanes};
}

/// The reads of rows that an earlier loop in `rows` has read: the last of each
/// row.
SmallVector<RowRead> getRepeatedReads(scf::ForOp rows) {
  SmallVector<RowRead> reads;
  llvm::SmallDenseMap<Value, unsigned> seen;
  SmallVector<bool> isRepeated;
  for (auto loop : rows.getBody()->getOps<scf::ForOp>())
    for (auto load : loop.getBody()->getOps<vector::LoadOp>()) {
      std::optional<RowRead> read = getRowRead(rows, loop, load);
      if (!read)
        continue;
      auto [place, isNew] = seen.try_emplace(load.getBase(), reads.size());
      if (isNew) {
        reads.push_back(*read);
        isRepeated.push_back(false);
        continue;
      }
      RowRead &known = reads[place->second];
      if (known.load->getBlock() == load->getBlock() ||
          known.start != read->start || known.elements != read->elements)
        continue;
      known = *read;
      isRepeated[place->second] = true;
    }
  SmallVector<RowRead> repeated;
  for (auto [read, again] : llvm::zip(reads, isRepeated))
    if (again)
      repeated.push_back(read);
  return repeated;
}

void prefetch(const RowRead &read) {
  vector::LoadOp load = read.load;
  Type element = load.getVectorType().getElementType();
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  if (!bytes || read.elements * bytes < kLeastRowBytes ||
      read.elements * bytes > kMostRowBytes || read.rowElements == 0)
    return;
  OpBuilder builder(load);
  Location loc = load.getLoc();
  int64_t lanes = load.getVectorType().getDimSize(0);
  for (int64_t lane = 0; lane < lanes; lane += kLineBytes / bytes) {
    Value ahead =
        arith::ConstantIndexOp::create(builder, loc, read.rowElements + lane);
    Value index =
        arith::AddIOp::create(builder, loc, load.getIndices()[0], ahead);
    createPrefetch(builder, loc, load.getBase(), index);
  }
}

struct PrefetchRows : impl::PrefetchRowsBase<PrefetchRows> {
  void runOnOperation() override {
    SmallVector<RowRead> reads;
    getOperation().walk([&](scf::ForOp rows) {
      llvm::append_range(reads, getRepeatedReads(rows));
    });
    for (const RowRead &read : reads)
      prefetch(read);
  }
};
} // namespace
} // namespace tinygrad::uop
