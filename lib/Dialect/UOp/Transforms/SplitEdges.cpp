//===- SplitEdges.cpp - loop bodies without masks where all is inside -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a tile does not divide an axis, every iteration has masks, though only
// the last needs them. Upstream peels loops (scf-for-loop-peeling) by their
// steps; ours have step 1 and bounds in masks, and several axes may have them
// at once. So a body is doubled under one condition, that all of its masks are
// full, which a processor predicts.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_SPLITEDGES
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// A mask or condition that holds where `bound` is at least `least`, or, where
/// it is the outside of one, that is empty where `bound` is at most `least`.
struct Mask {
  Operation *op;
  Value bound;
  int64_t least;
  bool isOutside = false;
};

/// Whether all that is asked of `mask` is which lanes are not in it, as the
/// padding before an image is.
bool isOutside(vector::CreateMaskOp mask) {
  return llvm::all_of(mask->getUsers(), [&](Operation *user) {
    auto flip = dyn_cast<arith::XOrIOp>(user);
    return flip && llvm::any_of(flip->getOperands(), [](Value operand) {
             return matchPattern(operand, m_One());
           });
  });
}

/// `op` as a mask that hides nothing for large bounds, or for small ones, if it
/// is one.
std::optional<Mask> getMask(Operation *op) {
  if (auto mask = dyn_cast<vector::CreateMaskOp>(op)) {
    // A constant bound is that of a tile wider than its axis: never full, it
    // must not keep the others from being so.
    if (mask.getNumOperands() != 1 ||
        matchPattern(mask.getOperand(0), m_Constant()))
      return std::nullopt;
    if (isOutside(mask))
      return Mask{op, mask.getOperand(0), 0, /*isOutside=*/true};
    return Mask{op, mask.getOperand(0), mask.getType().getDimSize(0)};
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  APInt limit;
  // Of constants, too, as those of scalars of such a tile are.
  if (!compare || !compare.getLhs().getType().isIndex() ||
      matchPattern(compare.getLhs(), m_Constant()) ||
      !matchPattern(compare.getRhs(), m_ConstantInt(&limit)))
    return std::nullopt;
  if (compare.getPredicate() == arith::CmpIPredicate::sgt)
    return Mask{op, compare.getLhs(), limit.getSExtValue() + 1};
  if (compare.getPredicate() == arith::CmpIPredicate::sge)
    return Mask{op, compare.getLhs(), limit.getSExtValue()};
  return std::nullopt;
}

/// Whether `condition`, perhaps with others, is asked by all lanes of vectors,
/// as whether a row is inside of an image.
bool isOfVectors(Value condition) {
  return llvm::any_of(condition.getUsers(), [](Operation *user) {
    return isa<vector::BroadcastOp>(user) ||
           (isa<arith::AndIOp>(user) && isOfVectors(user->getResult(0)));
  });
}

/// The loop whose body is to be doubled for `use` of a mask with `bound`: the
/// innermost one around it, but outside of the reduces that do not change the
/// bound.
scf::ForOp getHome(Operation *use, Value bound) {
  auto loop = use->getParentOfType<scf::ForOp>();
  while (loop && loop.getNumResults() != 0 &&
         !loop->isAncestor(bound.getParentBlock()->getParentOp()))
    loop = loop->getParentOfType<scf::ForOp>();
  // A bound within a branch is not known where the body starts.
  Block *block = bound.getParentBlock();
  if (loop && block != loop.getBody() && loop->isAncestor(block->getParentOp()))
    return {};
  return loop;
}

class EdgeSplitter {
public:
  explicit EdgeSplitter(KernelOp kernel) : kernel(kernel) {}

  /// Doubles the bodies of all loops for which it pays.
  SmallVector<Operation *> run() {
    llvm::MapVector<Operation *, SmallVector<Mask>> homes;
    kernel.walk<WalkOrder::PostOrder>([&](scf::ForOp loop) {
      homes[loop]; // The inner loops first.
    });
    kernel.walk([&](Operation *op) {
      std::optional<Mask> mask = getMask(op);
      if (!mask)
        return;
      for (Operation *user : op->getUsers())
        if (scf::ForOp home = getHome(user, mask->bound))
          if (homes[home].empty() || homes[home].back().op != op)
            homes[home].push_back(*mask);
    });
    for (auto &[loop, masks] : homes) {
      // Rows before an image matter where columns before it do, or vectors ask
      // for them.
      if (llvm::none_of(masks, [](const Mask &mask) { return mask.isOutside; }))
        llvm::erase_if(masks, [](const Mask &mask) {
          auto compare = dyn_cast<arith::CmpIOp>(mask.op);
          return compare &&
                 compare.getPredicate() == arith::CmpIPredicate::sge &&
                 !isOfVectors(compare);
        });
      if (!masks.empty() && !pays(cast<scf::ForOp>(loop), masks))
        masks.clear();
    }
    leaveToOuterLoops(homes);
    SmallVector<Operation *> doubled;
    for (auto &[loop, masks] : homes)
      if (!masks.empty())
        if (Operation *branch = split(cast<scf::ForOp>(loop), masks))
          doubled.push_back(branch);
    return doubled;
  }

private:
  /// Masked vectors cost little by themselves; loops and branches inside and
  /// conditions of scalars do.
  static bool pays(scf::ForOp loop, ArrayRef<Mask> masks) {
    if (loop.getNumResults() != 0)
      return true;
    bool hasRegions = llvm::any_of(
        *loop.getBody(), [](Operation &op) { return op.getNumRegions() != 0; });
    return hasRegions || llvm::any_of(masks, [](const Mask &mask) {
             return isa<arith::CmpIOp>(mask.op);
           });
  }

  /// What a loop and one around it are both to be doubled for is full, or not,
  /// in all of the inner one. There it is not asked again: at the outer loop's
  /// edge, which few iterations are, the inner one keeps all of its masks.
  void
  leaveToOuterLoops(llvm::MapVector<Operation *, SmallVector<Mask>> &homes) {
    for (auto &[outer, outerMasks] : homes)
      for (auto &[inner, innerMasks] : homes) {
        if (!outer->isProperAncestor(inner))
          continue;
        bool isShared = false;
        llvm::erase_if(innerMasks, [&, &outerMasks = outerMasks](Mask &mask) {
          bool isOuters = llvm::any_of(outerMasks, [&](const Mask &other) {
            return other.op == mask.op;
          });
          isShared |= isOuters;
          return isOuters;
        });
        if (isShared)
          undoubled[outer].push_back(inner);
      }
  }

  /// Where the part of `body` starts that is to be doubled: behind the bounds
  /// of all masks, and at the first op that is another without masks. What
  /// makes masks is moved there, too.
  static Operation *getStart(Block *body, ArrayRef<Mask> masks) {
    Operation *last = nullptr;
    for (const Mask &mask : masks) {
      Operation *op = mask.bound.getDefiningOp();
      if (!op || op->getBlock() != body)
        continue;
      if (!last || last->isBeforeInBlock(op))
        last = op;
    }
    llvm::SetVector<Operation *> makers;
    for (const Mask &mask : masks)
      makers.insert(mask.op);
    Operation *first = nullptr;
    for (size_t i = 0; i < makers.size(); ++i)
      for (Operation *user : makers[i]->getUsers()) {
        Operation *op = body->findAncestorOpInBlock(*user);
        if (op == user && isPure(op) && op->getNumResults() == 1 &&
            getElementTypeOrSelf(op->getResult(0)).isInteger(1))
          makers.insert(op);
        else if (op && (!first || op->isBeforeInBlock(first)))
          first = op;
      }
    if (!first || (last && !last->isBeforeInBlock(first)))
      return last ? last->getNextNode() : &body->front();
    SmallVector<Operation *> moved =
        llvm::to_vector(llvm::make_filter_range(makers, [&](Operation *op) {
          return op->getBlock() == body && op->isBeforeInBlock(first);
        }));
    llvm::sort(moved, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    for (Operation *op : moved)
      op->moveBefore(first);
    return moved.empty() ? first : moved.front();
  }

  Operation *split(scf::ForOp loop, ArrayRef<Mask> masks) {
    Block *body = loop.getBody();
    Operation *first = getStart(body, masks);
    Operation *terminator = body->getTerminator();
    if (first == terminator)
      return nullptr;

    OpBuilder builder(first);
    auto branch = buildBranch(builder, loop, masks);
    // The body moves to one branch and is copied to the other.
    for (Block *block : {branch.thenBlock(), branch.elseBlock()})
      if (!block->empty())
        block->back().erase();
    branch.thenBlock()->getOperations().splice(
        branch.thenBlock()->end(), body->getOperations(), first->getIterator(),
        terminator->getIterator());
    auto yield = cast<scf::YieldOp>(terminator);
    OpBuilder::atBlockEnd(branch.thenBlock())
        .create<scf::YieldOp>(loop.getLoc(), yield.getOperands());
    auto copyTo = [&](Block *block) {
      IRMapping mapping;
      OpBuilder copies = OpBuilder::atBlockEnd(block);
      for (Operation &op : *branch.thenBlock())
        copies.clone(op, mapping);
      return mapping;
    };
    // Beyond an edge of the lanes, conditions of scalars may still all hold.
    SmallVector<Mask> conditions = llvm::to_vector(llvm::make_filter_range(
        masks, [](const Mask &mask) { return isa<arith::CmpIOp>(mask.op); }));
    if (!conditions.empty() && conditions.size() != masks.size()) {
      OpBuilder inElse = OpBuilder::atBlockEnd(branch.elseBlock());
      auto inner = buildBranch(inElse, loop, conditions);
      for (Block *block : {inner.thenBlock(), inner.elseBlock()})
        if (!block->empty())
          block->back().erase();
      IRMapping mapping = copyTo(inner.thenBlock());
      undouble(loop, copyTo(inner.elseBlock()));
      inElse.setInsertionPointAfter(inner);
      scf::YieldOp::create(inElse, loop.getLoc(), inner.getResults());
      fill(conditions, inner, mapping);
    } else {
      undouble(loop, copyTo(branch.elseBlock()));
    }
    branches[loop] = branch;
    if (loop.getNumResults() != 0)
      yield->setOperands(branch.getResults());
    fill(masks, branch, IRMapping());
    return branch;
  }

  /// Has the copies of inner loops that share masks with `loop` ask for none.
  void undouble(scf::ForOp loop, const IRMapping &copies) {
    for (Operation *inner : undoubled.lookup(loop)) {
      auto copy = dyn_cast_or_null<scf::IfOp>(
          copies.lookupOrNull(branches.lookup(inner)));
      if (!copy)
        continue;
      auto yield = cast<scf::YieldOp>(copy.elseBlock()->getTerminator());
      copy.replaceAllUsesWith(yield.getOperands());
      copy->getBlock()->getOperations().splice(
          copy->getIterator(), copy.elseBlock()->getOperations(),
          copy.elseBlock()->begin(), yield->getIterator());
      llvm::SetVector<Value> unused;
      unused.insert(copy.getCondition());
      copy.erase();
      while (!unused.empty()) {
        Operation *op = unused.pop_back_val().getDefiningOp();
        if (!op || !isOpTriviallyDead(op))
          continue;
        unused.insert_range(op->getOperands());
        op->erase();
      }
    }
  }

  /// A branch on whether none of `masks` hides anything.
  static scf::IfOp buildBranch(OpBuilder &builder, scf::ForOp loop,
                               ArrayRef<Mask> masks) {
    Location loc = loop.getLoc();
    Value condition;
    llvm::MapVector<Value, int64_t> least, most;
    for (const Mask &mask : masks) {
      auto [it, isNew] =
          (mask.isOutside ? most : least).insert({mask.bound, mask.least});
      if (!mask.isOutside)
        it->second = std::max(it->second, mask.least);
    }
    auto require = [&](arith::CmpIPredicate predicate, Value bound,
                       int64_t value) {
      Value holds = arith::CmpIOp::create(
          builder, loc, predicate, bound,
          arith::ConstantIndexOp::create(builder, loc, value));
      condition = condition
                      ? arith::AndIOp::create(builder, loc, condition, holds)
                      : holds;
    };
    for (auto [bound, value] : least)
      require(arith::CmpIPredicate::sge, bound, value);
    for (auto [bound, value] : most)
      require(arith::CmpIPredicate::sle, bound, value);
    return scf::IfOp::create(builder, loc, loop.getResultTypes(), condition,
                             /*addThenBlock=*/true, /*addElseBlock=*/true);
  }

  /// Makes the masks full, or empty, where `branch` says that they are.
  static void fill(ArrayRef<Mask> masks, scf::IfOp branch,
                   const IRMapping &copies) {
    for (const Mask &mask : masks) {
      OpBuilder builder = OpBuilder::atBlockBegin(branch.thenBlock());
      Value old = mask.op->getResult(0);
      Value known = arith::ConstantOp::create(
          builder, branch.getLoc(),
          mask.isOutside ? builder.getZeroAttr(old.getType())
                         : builder.getOneAttr(old.getType()));
      copies.lookupOrDefault(old).replaceUsesWithIf(known, [&](OpOperand &use) {
        return branch.getThenRegion().isAncestor(
            use.getOwner()->getParentRegion());
      });
    }
  }

  KernelOp kernel;
  /// The branch in the body of each loop that is doubled.
  llvm::DenseMap<Operation *, Operation *> branches;
  /// Inner loops that share masks with a loop.
  llvm::DenseMap<Operation *, SmallVector<Operation *>> undoubled;
};

struct SplitEdges : impl::SplitEdgesBase<SplitEdges> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    arith::SelectOp::getCanonicalizationPatterns(set, context);
    arith::AndIOp::getCanonicalizationPatterns(set, context);
    scf::IfOp::getCanonicalizationPatterns(set, context);
    vector::MaskedLoadOp::getCanonicalizationPatterns(set, context);
    vector::MaskedStoreOp::getCanonicalizationPatterns(set, context);
    vector::GatherOp::getCanonicalizationPatterns(set, context);
    patterns = std::make_shared<FrozenRewritePatternSet>(std::move(set));
    return success();
  }

  void runOnOperation() override {
    // What the full masks make of the ops behind them.
    for (Operation *branch : EdgeSplitter(getOperation()).run()) {
      SmallVector<Operation *> ops;
      cast<scf::IfOp>(branch).getThenRegion().walk(
          [&](Operation *op) { ops.push_back(op); });
      GreedyRewriteConfig config;
      config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
      config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
      (void)applyOpPatternsGreedily(ops, *patterns, config);
    }
  }

  std::shared_ptr<FrozenRewritePatternSet> patterns;
};
} // namespace
} // namespace tinygrad::uop
