//===- Reduce.cpp - makes an interesting program smaller --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Reducer/Reduce.h"
#include "TinyGrad/Reducer/Trial.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace tinygrad {

namespace {
/// Patterns, applied to one op at a time without folding.
class Patterns {
public:
  explicit Patterns(RewritePatternSet set)
      : frozen(std::move(set)), applicator(frozen) {
    applicator.applyDefaultCostModel();
  }

  LogicalResult apply(RewriterBase &rewriter, Operation *op) {
    PatternRewriter patternRewriter(op->getContext());
    patternRewriter.setListener(rewriter.getListener());
    patternRewriter.setInsertionPoint(op);
    return applicator.matchAndRewrite(op, patternRewriter);
  }

private:
  FrozenRewritePatternSet frozen;
  PatternApplicator applicator;
};

/// Remembers what has gone.
struct ErasedOps : RewriterBase::Listener {
  void notifyOperationErased(Operation *op) override { erased.insert(op); }

  llvm::SmallDenseSet<Operation *> erased;
};

class Reducer {
public:
  Reducer(ModuleOp module, Tester &tester)
      : module(module), trial(tester, /*driverFolds=*/false),
        plain(collect([](const auto &dialect, RewritePatternSet &set) {
          dialect.populateReductionPatterns(set);
        })),
        tested(collect([&](const auto &dialect, RewritePatternSet &set) {
          dialect.populateReductionPatternsWithTester(set, tester);
        })) {}

  /// Whether anything could be done.
  bool run() {
    bool changed = eraseOps();
    changed |= applyPatterns();
    changed |= canonicalize();
    return changed;
  }

private:
  using Populate = llvm::function_ref<void(
      const DialectReductionPatternInterface &, RewritePatternSet &)>;

  Patterns collect(Populate populate) {
    MLIRContext *context = module.getContext();
    RewritePatternSet set(context);
    for (const auto &dialect :
         DialectInterfaceCollection<DialectReductionPatternInterface>(context))
      populate(dialect, set);
    return Patterns(std::move(set));
  }

  bool eraseOps();
  bool eraseOps(Block &block);
  bool eraseOps(ArrayRef<Operation *> ops);
  bool applyPatterns();
  bool canonicalize();

  ModuleOp module;
  Trial trial;
  Patterns plain, tested;
};
} // namespace

/// Erases `ops` of one block if what is left is interesting.
bool Reducer::eraseOps(ArrayRef<Operation *> ops) {
  // What others use leaves no valid program.
  llvm::SmallDenseSet<Operation *> going(ops.begin(), ops.end());
  Block *block = ops.front()->getBlock();
  for (Operation *op : ops)
    for (Operation *user : op->getUsers())
      if (!going.contains(block->findAncestorOpInBlock(*user)))
        return false;
  SmallVector<unsigned> places;
  for (auto [place, op] : llvm::enumerate(*block))
    if (going.contains(&op))
      places.push_back(place);
  unsigned region = block->getParent()->getRegionNumber();
  unsigned index =
      std::distance(block->getParent()->begin(), Region::iterator(block));
  auto erase = [&](RewriterBase &, Operation *parent) {
    Block &block = *std::next(parent->getRegion(region).begin(), index);
    SmallVector<Operation *> erased;
    for (auto [place, op] : llvm::enumerate(block))
      if (llvm::is_contained(places, place))
        erased.push_back(&op);
    for (Operation *op : llvm::reverse(erased)) {
      op->dropAllUses();
      op->erase();
    }
    return success();
  };
  IRRewriter rewriter(module.getContext());
  return trial.change(rewriter, block->getParentOp(), erase);
}

/// Tries halves, quarters and so on, the last ones first, since what they use
/// can go after them.
bool Reducer::eraseOps(Block &block) {
  bool changed = false;
  for (size_t size = block.getOperations().size(); size > 0; size /= 2) {
    SmallVector<Operation *> ops =
        llvm::map_to_vector(block, [](Operation &op) { return &op; });
    for (size_t end = ops.size(); end > 0; end -= std::min(end, size)) {
      size_t begin = end - std::min(end, size);
      changed |= eraseOps(ArrayRef(ops).slice(begin, end - begin));
    }
  }
  return changed;
}

bool Reducer::eraseOps() {
  bool changed = false;
  // Outer ops go before what is in them.
  SmallVector<Region *> regions = {&module.getRegion()};
  while (!regions.empty())
    for (Block &block : *regions.pop_back_val()) {
      changed |= eraseOps(block);
      for (Operation &op : block)
        for (Region &region : op.getRegions())
          regions.push_back(&region);
    }
  return changed;
}

bool Reducer::applyPatterns() {
  ErasedOps gone;
  IRRewriter rewriter(module.getContext(), &gone);
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != module)
      ops.push_back(op);
  });
  auto change = [&](RewriterBase &rewriter, Operation *op) {
    return plain.apply(rewriter, op);
  };
  bool changed = false;
  for (Operation *op : ops) {
    // A pattern with the tester has tried what it does.
    if (!gone.erased.contains(op))
      changed |= succeeded(tested.apply(rewriter, op));
    if (!gone.erased.contains(op))
      changed |= trial.change(rewriter, op, change);
  }
  return changed;
}

/// Counts what a program says.
static size_t getSize(ModuleOp module) {
  size_t size = 0;
  module.walk([&](Operation *op) {
    size +=
        1 + op->getNumOperands() + op->getNumResults() + op->getAttrs().size();
  });
  return size;
}

bool Reducer::canonicalize() {
  auto run = [before = getSize(module)](RewriterBase &, Operation *op) {
    PassManager passes(op->getContext());
    passes.addPass(createCanonicalizerPass());
    return success(succeeded(passes.run(op)) &&
                   getSize(cast<ModuleOp>(op)) < before);
  };
  IRRewriter rewriter(module.getContext());
  return trial.change(rewriter, module, run);
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream);
  return text;
}

LogicalResult reduceProgram(ModuleOp module, Tester &tester) {
  if (tester.isInteresting(module).first != Tester::Interestingness::True)
    return emitError(module.getLoc(),
                     "the program is not interesting: expected "
                     "the test to exit with 1, but got 0");
  Reducer reducer(module, tester);
  // Patterns of others may lead in a circle: a program that comes again is the
  // end.
  llvm::StringSet<> seen;
  while (reducer.run() && seen.insert(print(module)).second)
    ;
  return success();
}

} // namespace tinygrad
