//===- KernelWork.cpp - what a kernel does per iteration -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/KernelWork.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/IR/Constant.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <numeric>

using namespace mlir;
using namespace tinygrad::uop;

/// Vector instructions that an op takes, about: a multiplication that is summed
/// is part of the addition, functions are polynomials, casts and constants are
/// folded into what uses them.
static unsigned getCost(mlir::Operation *op) {
  if (isa<arith::ConstantOp, arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return 0;
  if (isa<arith::MulFOp>(op) && op->hasOneUse())
    if (auto reduce = dyn_cast<ReduceOp>(*op->getUsers().begin()))
      if (reduce.getKind() == ReduceKind::Add)
        return 0;
  if (isa<math::AbsFOp, math::FmaOp, math::FloorOp, math::CeilOp, math::TruncOp,
          math::RoundEvenOp, math::CopySignOp>(op))
    return 1;
  if (isa<arith::DivFOp, math::SqrtOp>(op))
    return 8;
  if (isa<math::MathDialect>(op->getDialect()) || isa<ActivationOp>(op))
    return 20;
  return 1;
}

/// Whether `op` is a function as long as two or three others: one of them, or
/// one with several ranges of its argument.
static bool isLongFunction(mlir::Operation *op) {
  return isa<ActivationOp, math::ErfOp, math::SinOp, math::CosOp, math::TanOp>(
      op);
}

/// Whether `op` computes an index or a gate from indices: scalars, or masks
/// that are made once.
static bool isIndexArithmetic(mlir::Operation *op) {
  auto isIndexOrGate = [](Type type) {
    return type.isIndex() || type.isInteger(1);
  };
  return llvm::all_of(op->getOperandTypes(), isIndexOrGate) &&
         llvm::all_of(op->getResultTypes(), isIndexOrGate);
}

/// The comparisons of indices from which `gate` is computed.
static SmallVector<mlir::Operation *> getCompares(Value gate) {
  SmallVector<mlir::Operation *> compares;
  SmallVector<Value> worklist = {gate};
  llvm::SmallPtrSet<mlir::Operation *, 8> seen;
  while (!worklist.empty()) {
    mlir::Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || !isIndexArithmetic(op) || !seen.insert(op).second)
      continue;
    if (isa<arith::CmpIOp>(op))
      compares.push_back(op);
    else
      llvm::append_range(worklist, op->getOperands());
  }
  return compares;
}

/// Iterations of `axis` over which `term` stays the same: `d` where the axis is
/// in it as `axis floordiv d` only.
static int64_t getSteadySteps(const IndexSum::Term &term, AffineExpr axis) {
  int64_t steady = 0;
  for (AffineExpr atom : term.product) {
    bool found = false;
    atom.walk([&](AffineExpr part) { found |= part == axis; });
    if (!found)
      continue;
    auto division = dyn_cast<AffineBinaryOpExpr>(atom);
    bool isSteady = division &&
                    division.getKind() == AffineExprKind::FloorDiv &&
                    division.getLHS() == axis;
    auto divisor = isSteady ? dyn_cast<AffineConstantExpr>(division.getRHS())
                            : AffineConstantExpr();
    steady = std::gcd(steady, divisor ? divisor.getValue() : 1);
  }
  return std::max<int64_t>(steady, 1);
}

/// Bits of a lane in which values of `type` are computed.
static unsigned getLaneBits(Type type) {
  if (isa<FloatType>(type))
    return std::max(32u, type.getIntOrFloatBitWidth());
  if (type.isInteger() && !type.isInteger(1))
    return type.getIntOrFloatBitWidth();
  return 8;
}

/// Whether all that `load` reads is the same in every launch: elements of an
/// argument that never changes, at places that depend on ranges alone.
static bool isPackable(KernelOp kernel, LoadOp load) {
  auto argument = dyn_cast<BlockArgument>(load.getBuffer());
  if (!argument || !isConstant(kernel, argument.getArgNumber()))
    return false;
  SmallVector<Value> worklist = {load.getIndex()};
  if (load.getGate())
    worklist.push_back(load.getGate());
  llvm::SmallPtrSet<mlir::Operation *, 8> seen;
  while (!worklist.empty()) {
    mlir::Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || isa<LoadOp, RangeCloserOpInterface>(op))
      return false;
    if (!isa<RangeOp>(op) && seen.insert(op).second)
      llvm::append_range(worklist, op->getOperands());
  }
  return true;
}

KernelWork::KernelWork(KernelOp kernel) {
  RangeScopes scopes(kernel);
  KernelIndices indices(kernel);
  Block &body = kernel.getBody().front();

  SmallVector<RangeOp> ranges(body.getOps<RangeOp>());
  llvm::sort(ranges,
             [](RangeOp a, RangeOp b) { return a.getId() < b.getId(); });
  llvm::DenseMap<mlir::Operation *, unsigned> position;
  llvm::SmallBitVector allReduce(ranges.size());
  for (auto [i, range] : llvm::enumerate(ranges)) {
    bool isReduce = range.getAxis() == AxisType::Reduce ||
                    range.getAxis() == AxisType::GroupReduce;
    axes.push_back({static_cast<int64_t>(range.getId()),
                    indices.getMaxSize(range), isReduce,
                    bool(range.getSize())});
    position[range] = i;
    if (isReduce)
      allReduce.set(i);
  }
  stagedAxes.resize(axes.size());
  aroundStages.resize(axes.size());
  notFirstStaged.resize(axes.size());
  notLastStaged.resize(axes.size());
  computedWith.resize(axes.size());
  comparedWith.resize(axes.size());
  merged.resize(axes.size());
  scannedAxes.resize(axes.size());
  auto toBits = [&](ArrayRef<RangeOp> ranges) {
    llvm::SmallBitVector bits(axes.size());
    for (RangeOp range : ranges)
      bits.set(position.lookup(range));
    return bits;
  };
  auto getNest = [&](const llvm::SmallBitVector &scope) -> Nest & {
    llvm::SmallBitVector key = scope;
    key &= allReduce;
    for (Nest &nest : nests)
      if (nest.reduceAxes == key) {
        nest.axes |= scope;
        return nest;
      }
    nests.push_back({key, scope, {}, {}, {}, {}});
    return nests.back();
  };
  int64_t numLoads = 0;
  auto addAccess = [&](mlir::Operation *op, Value buffer, Value index,
                       Value gate, bool isStore) {
    IndexSimplifier &simplifier = indices.getSimplifier();
    IndexSum sum = simplifier.toSum(indices.getExpr(index));
    Access access;
    access.axes = toBits(scopes.getOpen(index));
    access.isStore = isStore;
    access.isGated = bool(gate);
    access.operand = isStore ? -1 : numLoads++;
    access.elementBits =
        cast<MemRefType>(buffer.getType()).getElementTypeBitWidth();
    for (auto [i, range] : llvm::enumerate(ranges)) {
      AffineExpr leaf = indices.getExpr(range.getResult());
      // The step is the coefficient if the axis is in no other term.
      std::optional<int64_t> stride = 0;
      int64_t steady = 0;
      for (const IndexSum::Term &term : sum.getTerms()) {
        bool isIt = term.product.size() == 1 && term.product[0] == leaf;
        bool hasIt = llvm::any_of(term.product, [&](AffineExpr atom) {
          bool found = false;
          atom.walk([&](AffineExpr part) { found |= part == leaf; });
          return found;
        });
        if (hasIt)
          steady = std::gcd(steady, getSteadySteps(term, leaf));
        if (isIt && stride)
          stride = *stride + term.coefficient;
        else if (hasIt)
          stride = std::nullopt;
      }
      if (stride == 0 && access.axes.test(i))
        stride = std::nullopt; // Through a value that was loaded.
      access.strides.push_back(stride);
      access.steady.push_back(std::max<int64_t>(steady, 1));
    }
    if (auto load = dyn_cast<LoadOp>(op))
      access.isConstant = isPackable(kernel, load) &&
                          llvm::none_of(access.axes.set_bits(), [&](int axis) {
                            return axes[axis].isDynamic;
                          });
    Nest &nest = getNest(toBits(scopes.getScope(op)));
    if (gate)
      for (mlir::Operation *compare : getCompares(gate)) {
        auto *known = llvm::find_if(nest.compares, [&](const Compare &other) {
          return other.op == compare;
        });
        access.compares.push_back(known - nest.compares.begin());
        if (known == nest.compares.end())
          nest.compares.push_back(
              {compare, toBits(scopes.getOpen(compare->getResult(0)))});
      }
    nest.accesses.push_back(std::move(access));
  };

  for (mlir::Operation &op : body) {
    if (isa<RangeOp>(op))
      continue;
    for (Type type : op.getResultTypes())
      if (!isa<MemRefType>(type))
        elementBits = std::max(elementBits, getLaneBits(type));
    llvm::SmallBitVector scope = toBits(scopes.getScope(&op));
    if (!isa<LoadOp, StoreOp, ReduceOp, ScanOp, affine::AffineApplyOp>(op))
      for (Value operand : op.getOperands())
        if (operand.getType().isIndex())
          (isa<arith::CmpIOp>(op) ? comparedWith : computedWith) |=
              toBits(scopes.getOpen(operand));
    if (auto load = dyn_cast<LoadOp>(op)) {
      addAccess(load, load.getBuffer(), load.getIndex(), load.getGate(), false);
    } else if (auto store = dyn_cast<StoreOp>(op)) {
      addAccess(store, store.getBuffer(), store.getIndex(), store.getGate(),
                true);
    } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
      Nest &nest = getNest(scope);
      llvm::SmallBitVector closed(axes.size());
      for (Value value : reduce.getRanges())
        closed.set(position.lookup(value.getDefiningOp()));
      nest.reduces.push_back(
          {toBits(scopes.getOpen(reduce.getResult())), closed});
      nest.operations.push_back(
          {toBits(scopes.getOpen(reduce.getValue())), 1, {}});
    } else if (auto scan = dyn_cast<ScanOp>(op)) {
      Operation operation = {scope, 1, llvm::SmallBitVector(axes.size())};
      for (Value value : scan.getRanges())
        operation.scanned.set(position.lookup(value.getDefiningOp()));
      scannedAxes |= operation.scanned;
      getNest(scope).operations.push_back(std::move(operation));
    } else if (auto stage = dyn_cast<StageOp>(op)) {
      Access access;
      access.axes = llvm::SmallBitVector(axes.size());
      access.strides.assign(axes.size(), 0);
      access.steady.assign(axes.size(), 1);
      access.isStore = true;
      access.isGated = false;
      access.operand = -1;
      // Row-major in the order of its ranges.
      int64_t stride = 1;
      for (Value value : llvm::reverse(stage.getRanges())) {
        unsigned axis = position.lookup(value.getDefiningOp());
        access.axes.set(axis);
        access.strides[axis] = stride;
        if (value != stage.getRanges().front())
          notFirstStaged.set(axis);
        if (value != stage.getRanges().back())
          notLastStaged.set(axis);
        stride *= axes[axis].size;
      }
      stagedAxes |= access.axes;
      aroundStages |= toBits(scopes.getOpen(stage.getBuffer()));
      getNest(scope).accesses.push_back(std::move(access));
    } else if (op.getNumResults() == 1 && scope.any() &&
               !isIndexArithmetic(&op)) {
      unsigned cost = getCost(&op);
      if (cost)
        getNest(scope).operations.push_back(
            {toBits(scopes.getOpen(op.getResult(0))),
             cost,
             {},
             isLongFunction(&op)});
    }
  }
}

static bool isContiguous(const KernelWork::Access &access, unsigned outer,
                         unsigned inner, int64_t innerSize) {
  std::optional<int64_t> far = access.strides[outer];
  std::optional<int64_t> near = access.strides[inner];
  return far && near && *far == *near * innerSize;
}

SmallVector<std::pair<int64_t, int64_t>> KernelWork::mergeContiguous() {
  SmallVector<std::pair<int64_t, int64_t>> merges;
  for (unsigned inner = axes.size(); inner-- > 1;) {
    unsigned outer = inner - 1;
    if (!areContiguous(outer, inner) || comparedWith.test(outer) ||
        comparedWith.test(inner))
      continue;
    merges.push_back({axes[outer].id, axes[inner].id});
    merge(outer, inner);
  }
  return merges;
}

bool KernelWork::areContiguous(unsigned outer, unsigned inner,
                               bool storesOnly) const {
  const Axis &a = axes[outer], &b = axes[inner];
  if (a.isReduce != b.isReduce || b.isDynamic || a.size <= 1 || b.size <= 1 ||
      computedWith.test(outer) || computedWith.test(inner) ||
      scannedAxes.test(outer) || scannedAxes.test(inner) ||
      stagedAxes.test(outer) || stagedAxes.test(inner))
    return false;
  for (const Nest &nest : nests) {
    if (nest.axes.test(outer) != nest.axes.test(inner))
      return false;
    for (const Access &access : nest.accesses)
      if (!isContiguous(access, outer, inner, b.size) &&
          (access.isStore || !storesOnly || !access.axes.test(outer) ||
           !access.axes.test(inner)))
        return false;
    for (const Reduce &reduce : nest.reduces)
      if (reduce.closed.test(outer) != reduce.closed.test(inner))
        return false;
  }
  return true;
}

bool KernelWork::fitsStages(unsigned axis, int64_t factor) const {
  if (notLastStaged.test(axis))
    return false;
  return !notFirstStaged.test(axis) ||
         (!axes[axis].isDynamic && axes[axis].size % factor == 0);
}

void KernelWork::merge(unsigned outer, unsigned inner) {
  if (comparedWith.test(inner))
    comparedWith.set(outer);
  int64_t innerSize = axes[inner].size;
  pairs.resize(axes.size());
  pairs[outer].reset();
  if (!merged.test(outer) && !merged.test(inner))
    pairs[outer] = Pair{inner, innerSize};
  merged.set(outer);
  axes[outer].size *= innerSize;
  axes[inner].size = 1;
  for (Nest &nest : nests) {
    for (Compare &compare : nest.compares)
      if (compare.axes.test(inner))
        compare.axes.reset(inner).set(outer);
    for (Access &access : nest.accesses) {
      access.outerStrides.resize(axes.size());
      access.outerStrides[outer] = access.strides[outer];
      access.strides[outer] = isContiguous(access, outer, inner, innerSize)
                                  ? access.strides[inner]
                                  : std::nullopt;
      if (access.axes.test(inner))
        access.axes.set(outer);
      access.steady[outer] = 1;
      // The inner axis is none any more, so nothing varies over it.
      access.axes.reset(inner);
    }
  }
}
