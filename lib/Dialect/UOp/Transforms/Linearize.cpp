//===- Linearize.cpp - ranges become loops ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Linearizer.h"
#include "SinkLastBlock.h"

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_LINEARIZEPASS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Value Linearizer::getIndex(Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

FailureOr<Pieces> Linearizer::emitChain(
    LoopScope *scope, Location loc, ValueRange carried,
    function_ref<FailureOr<Pieces>(ValueRange)> emitInnermost) {
  if (!scope)
    return emitInnermost(carried);
  RangeOp range = scope->range;
  Value begin, end;
  if (range.getAxis() == AxisType::Thread) {
    auto slice = SliceOp::create(builder, loc, builder.getIndexType(),
                                 builder.getIndexType());
    begin = slice.getBegin();
    end = slice.getEnd();
  } else {
    begin = getIndex(loc, 0);
    end = range.getSize() ? getScalar(range.getSize())
                          : getIndex(loc, range.getStaticSize());
  }
  // What scans hold comes behind what the caller carries.
  Pieces inits(carried);
  SmallVector<ScanOp> running = beginScans(range);
  for (ScanOp scan : running)
    llvm::append_range(inits, scans[scan].pieces);
  auto takeScans = [&](ValueRange values) {
    size_t at = carried.size();
    for (ScanOp scan : running)
      for (Value &piece : scans[scan].pieces)
        piece = values[at++];
  };
  auto loop =
      scf::ForOp::create(builder, loc, begin, end, getIndex(loc, 1), inits);
  OpBuilder::InsertionGuard guard(builder);
  if (!loop.getBody()->empty())
    loop.getBody()->back().erase();
  builder.setInsertionPointToStart(loop.getBody());
  Value position = loop.getInductionVar();
  // All scans of a range go the same way.
  SmallVector<ScanOp, 1> all = scansOf.lookup(range);
  if (!all.empty() && all.front().getReverse())
    position = arith::SubIOp::create(
        builder, loc,
        arith::SubIOp::create(builder, loc, end, getIndex(loc, 1)), position);
  mapping.map(range.getResult(), position);
  takeScans(loop.getRegionIterArgs());
  if (failed(emitScope(*scope)))
    return failure();
  FailureOr<Pieces> results =
      emitChain(scope->next, loc,
                ValueRange(loop.getRegionIterArgs()).take_front(carried.size()),
                emitInnermost);
  if (failed(results))
    return failure();
  for (ScanOp scan : running)
    llvm::append_range(*results, scans[scan].pieces);
  scf::YieldOp::create(builder, loc, *results);
  takeScans(loop.getResults());
  return Pieces(loop.getResults().take_front(carried.size()));
}

LogicalResult Linearizer::emitScope(LoopScope &scope) {
  for (Operation *op : scope.ops)
    if (failed(emitOp(op)))
      return failure();
  return success();
}

LogicalResult Linearizer::emitOp(Operation *op) {
  if (forms.isAbsorbed(op))
    return success();
  if (auto load = dyn_cast<LoadOp>(op))
    return emitLoad(load);
  if (auto store = dyn_cast<StoreOp>(op))
    return emitStore(store), success();
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return emitReduce(reduce);
  if (auto scan = dyn_cast<ScanOp>(op))
    return emitScan(scan);
  if (auto mma = dyn_cast<MmaOp>(op))
    return emitMma(mma);
  if (auto stage = dyn_cast<StageOp>(op))
    return emitStage(stage);
  if (auto scratch = dyn_cast<ScratchOp>(op)) {
    auto type = cast<MemRefType>(scratch.getBuffer().getType());
    mapping.map(scratch.getBuffer(), buildMemory(op->getLoc(), type));
    return success();
  }
  return emitValue(op);
}

//===----------------------------------------------------------------------===//
// Reduces
//===----------------------------------------------------------------------===//

SmallVector<size_t> getResultPositions(ArrayRef<int64_t> shape,
                                       ArrayRef<int64_t> dims) {
  SmallVector<size_t> positions = {0};
  for (auto [dim, size] : llvm::enumerate(shape)) {
    bool isReduced = llvm::is_contained(dims, dim);
    SmallVector<size_t> next;
    for (size_t position : positions)
      for (int64_t i = 0; i != size; ++i)
        next.push_back(isReduced ? position : position * size + i);
    positions = std::move(next);
  }
  return positions;
}

static vector::CombiningKind getCombiningKind(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Add:
    return vector::CombiningKind::ADD;
  case ReduceKind::Mul:
    return vector::CombiningKind::MUL;
  case ReduceKind::MinSI:
    return vector::CombiningKind::MINSI;
  case ReduceKind::MinUI:
    return vector::CombiningKind::MINUI;
  case ReduceKind::MaxSI:
    return vector::CombiningKind::MAXSI;
  case ReduceKind::MaxUI:
    return vector::CombiningKind::MAXUI;
  case ReduceKind::MinimumF:
    return vector::CombiningKind::MINIMUMF;
  case ReduceKind::MaximumF:
    return vector::CombiningKind::MAXIMUMF;
  case ReduceKind::And:
    return vector::CombiningKind::AND;
  case ReduceKind::Or:
    return vector::CombiningKind::OR;
  case ReduceKind::Xor:
    return vector::CombiningKind::XOR;
  }
  llvm_unreachable("every kind is listed");
}

Value buildMultiplyAdd(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                       Value sum) {
  if (isa<VectorType>(sum.getType()))
    return vector::FMAOp::create(builder, loc, lhs, rhs, sum);
  auto contract = arith::FastMathFlags::contract;
  Value product = arith::MulFOp::create(builder, loc, lhs, rhs, contract);
  return arith::AddFOp::create(builder, loc, sum, product, contract);
}

/// Whether the sums of lanes, `count` vectors of `chunks`, are more registers
/// than they may take: then each lane is added to one sum in every iteration.
bool Linearizer::foldsLanes(Type element, size_t count,
                            ArrayRef<Chunk> chunks) const {
  constexpr int64_t kRegisterBits = 32;
  int64_t lanes = 0;
  for (Chunk chunk : chunks)
    lanes += chunk.size;
  int64_t bits =
      std::max<int64_t>(element.getIntOrFloatBitWidth(), kRegisterBits);
  return laneRegisters != 0 && static_cast<int64_t>(count) * lanes * bits >
                                   laneRegisters * kRegisterBits;
}

/// Combines the pieces of the reduced value into `carried`, whose members may
/// be null when nothing was combined yet; if `folds`, lane by lane.
Pieces Linearizer::combine(ReduceOp op, bool asLanes, bool folds,
                           ValueRange carried) {
  Location loc = op.getLoc();
  Contraction contraction = forms.getContraction(op);
  ArrayRef<int64_t> shape = getShapeOf(op.getValue());
  if (asLanes && !shape.empty())
    shape = shape.drop_back();
  SmallVector<Chunk, 4> chunks = {{0, 1, 1}};
  if (asLanes)
    chunks = getChunks(getLanes(op.getValue()));
  Pieces sums(carried);
  size_t at = 0;
  auto combineOne = [&](Value &sum, std::optional<int64_t> lane) {
    auto piece = [&](Value old) -> Value {
      Value whole = getPiece(old, asLanes, at);
      if (!lane || !isa<VectorType>(whole.getType()))
        return whole;
      return vector::ExtractOp::create(builder, loc, whole, *lane);
    };
    Value combined;
    if (arith::MulFOp product = contraction.product) {
      Value lhs = piece(product.getLhs()), rhs = piece(product.getRhs());
      combined = sum ? buildMultiplyAdd(builder, loc, lhs, rhs, sum)
                     : arith::MulFOp::create(builder, loc, lhs, rhs);
    } else {
      Value value = piece(contraction.select ? contraction.select.getTrueValue()
                                             : op.getValue());
      combined =
          sum ? buildCombine(builder, loc, op.getKind(), sum, value) : value;
    }
    if (contraction.select) {
      Value otherwise = sum ? sum : piece(contraction.select.getFalseValue());
      combined = arith::SelectOp::create(
          builder, loc, piece(contraction.select.getCondition()), combined,
          otherwise);
    }
    sum = combined;
  };
  for (size_t row : getResultPositions(shape, op.getDims()))
    for (auto [number, chunk] : llvm::enumerate(chunks)) {
      if (!folds)
        combineOne(sums[row * chunks.size() + number], std::nullopt);
      for (int64_t lane = 0; folds && lane != chunk.valid; ++lane)
        combineOne(sums[row], lane);
      ++at;
    }
  return sums;
}

/// Has lanes that are none hold what changes no result of `op`.
void Linearizer::maskLanes(ReduceOp op, ArrayRef<Chunk> chunks,
                           MutableArrayRef<Value> rows) {
  Location loc = op.getLoc();
  Type element = getElementTypeOrSelf(op.getValue().getType());
  for (auto [i, row] : llvm::enumerate(rows)) {
    Chunk chunk = chunks[i % chunks.size()];
    Value valid = buildValidMask(builder, loc, chunk);
    if (!valid)
      continue;
    Value nothing = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(VectorType::get(chunk.size, element),
                               Attribute(getIdentity(op.getKind(), element))));
    row = arith::SelectOp::create(builder, loc, valid, row, nothing);
  }
}

/// The totals of rows of `numChunks` vectors each, one by one.
Pieces Linearizer::reduceRows(ReduceOp op, size_t numChunks, ValueRange rows) {
  Location loc = op.getLoc();
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(op.getValue().getType()));
  Pieces totals;
  for (auto [i, row] : llvm::enumerate(rows)) {
    Value total = vector::ReductionOp::create(
        builder, loc, getCombiningKind(op.getKind()), row,
        isFloat ? arith::FastMathFlags::reassoc : arith::FastMathFlags::none);
    if (i % numChunks == 0)
      totals.push_back(total);
    else
      totals.back() =
          buildCombine(builder, loc, op.getKind(), totals.back(), total);
  }
  return totals;
}

LogicalResult Linearizer::emitReduce(ReduceOp op) {
  Location loc = op.getLoc();
  Value old = op.getResult();
  auto type = dyn_cast<VectorType>(op.getValue().getType());
  bool closesLanes =
      type && llvm::is_contained(op.getDims(), type.getRank() - 1);
  bool asLanes = type && (closesLanes || forms.get(old).lanes);
  if (isa<VectorType>(old.getType()) && !forms.get(old).any())
    return success();

  size_t count = 1;
  if (type)
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      if (!llvm::is_contained(op.getDims(), dim) &&
          !(asLanes && static_cast<int64_t>(dim) == type.getRank() - 1))
        count *= size;
  SmallVector<Chunk, 4> chunks;
  if (asLanes)
    chunks = getChunks(getLanes(op.getValue()));
  LoopScope *chain = scopes.getChain(op);
  Type element = getElementTypeOrSelf(op.getValue().getType());
  bool folds = chain && closesLanes && foldsLanes(element, count, chunks);
  bool carriesLanes = asLanes && !folds;
  auto innermost = [&](ValueRange carried) -> FailureOr<Pieces> {
    return combine(op, asLanes, folds, carried);
  };
  FailureOr<Pieces> sums;
  if (chain) {
    TypedAttr identity = getIdentity(op.getKind(), element);
    Pieces row, start;
    if (carriesLanes)
      for (Chunk chunk : chunks)
        row.push_back(arith::ConstantOp::create(
            builder, loc,
            DenseElementsAttr::get(VectorType::get(chunk.size, element),
                                   Attribute(identity))));
    else
      row.push_back(arith::ConstantOp::create(builder, loc, identity));
    for (size_t i = 0; i != count; ++i)
      llvm::append_range(start, row);
    sums = emitChain(chain, loc, start, innermost);
  } else {
    sums = innermost(Pieces(count * (asLanes ? chunks.size() : 1), Value()));
  }
  if (failed(sums))
    return failure();

  if (folds)
    asLanes = false;
  if (closesLanes && !folds) {
    maskLanes(op, chunks, *sums);
    Pieces totals;
    if (chunks.size() == 1 && !kernel->hasAttr("uop.grid"))
      totals = combineRows(builder, loc, op.getKind(), *sums);
    bool isWhole = !totals.empty() && isa<VectorType>(old.getType()) &&
                   getLanes(old) == getLanes(totals.front());
    if (totals.empty())
      totals = reduceRows(op, chunks.size(), *sums);
    else if (!isWhole)
      totals = takeLanes(builder, loc, totals);
    sums = std::move(totals);
    asLanes = isWhole;
  }
  // Sums start at 0.0, so one of nothing but -0.0 is 0.0.
  if (!chain && op.getKind() == ReduceKind::Add &&
      isa<FloatType>(getElementTypeOrSelf(old.getType())))
    for (Value &sum : *sums)
      sum = arith::AddFOp::create(
          builder, loc, sum,
          arith::ConstantOp::create(builder, loc,
                                    builder.getZeroAttr(sum.getType())));
  if (isa<VectorType>(old.getType()))
    define(old, std::move(*sums), asLanes);
  else
    mapping.map(old, sums->front());
  return success();
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

LogicalResult Linearizer::run() {
  if (failed(findScans()))
    return failure();
  Block &old = kernel.getBody().front();
  block = new Block();
  kernel.getBody().push_back(block);
  for (BlockArgument argument : old.getArguments())
    mapping.map(argument,
                block->addArgument(argument.getType(), argument.getLoc()));
  builder.setInsertionPointToStart(block);
  LoopScope &root = scopes.getRoot();
  LogicalResult result = emitScope(root);
  if (succeeded(result))
    result =
        emitChain(root.next, kernel.getLoc(), {},
                  [](ValueRange) -> FailureOr<Pieces> { return Pieces(); });
  if (succeeded(result))
    sinkIntoBranches(lastBlocks);
  // The block that is not kept.
  Block *other = succeeded(result) ? &old : block;
  other->dropAllReferences();
  other->erase();
  return result;
}

namespace {
struct LinearizePass : public impl::LinearizePassBase<LinearizePass> {
  using LinearizePassBase::LinearizePassBase;

  void runOnOperation() override {
    RangeScopes ranges(getOperation());
    if (failed(ranges.verify()) ||
        failed(Linearizer(getOperation(), ranges, laneRegisters).run()))
      signalPassFailure();
  }
};
} // namespace

} // namespace tinygrad::uop
