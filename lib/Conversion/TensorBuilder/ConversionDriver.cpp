//===- ConversionDriver.cpp - converts a function op by op ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionDriver.h"
#include "ControlFlow.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include <set>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

namespace {
/// Remembers why patterns declined.
struct ReasonListener : RewriterBase::Listener {
  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> reason) override {
    Diagnostic diagnostic(loc, DiagnosticSeverity::Remark);
    reason(diagnostic);
    reasons[current] = diagnostic.str();
  }
  void notifyOperationErased(Operation *op) override { reasons.erase(op); }

  /// The op that patterns are tried on.
  Operation *current = nullptr;
  DenseMap<Operation *, std::string> reasons;
};
} // namespace

static void eraseDead(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&op))
        op.erase();
}

namespace {
/// Goes over a function, op by op.
class Converter {
public:
  Converter(RewritePatternSet &&patterns, bool isForeign, MLIRContext *context)
      : frozen(std::move(patterns)), applicator(frozen), rewriter(context),
        controlFlow(rewriter), isForeign(isForeign) {
    applicator.applyDefaultCostModel();
    rewriter.setListener(&listener);
  }

  void convert(Block &block);
  ReasonListener listener;

private:
  bool writeOutControlFlow(Operation *op);
  bool fold(Operation *op);

  FrozenRewritePatternSet frozen;
  PatternApplicator applicator;
  PatternRewriter rewriter;
  ControlFlow controlFlow;
  bool isForeign;
};
} // namespace

/// Whether an op gives numbers alone, which conditions and sizes are made of.
static bool givesNumbers(Operation *op) {
  return op->getNumResults() != 0 &&
         llvm::all_of(op->getResultTypes(), [](Type type) {
           auto shaped = dyn_cast<ShapedType>(type);
           return !shaped || (shaped.hasRank() && shaped.hasStaticShape() &&
                              shaped.getNumElements() == 1);
         });
}

/// Replaces what follows from constants by constants.
bool Converter::fold(Operation *op) {
  if (!givesNumbers(op) || op->hasTrait<OpTrait::ConstantLike>())
    return false;
  SmallVector<Value> results;
  if (failed(rewriter.tryFold(op, results)) || results.empty())
    return false;
  rewriter.replaceOp(op, results);
  return true;
}

bool Converter::writeOutControlFlow(Operation *op) {
  if (succeeded(controlFlow.writeOut(op)))
    return true;
  listener.reasons[op] = controlFlow.reason;
  return false;
}

void Converter::convert(Block &block) {
  Operation *op = block.empty() ? nullptr : &block.front();
  while (op) {
    Operation *before = op->getPrevNode(), *next = op->getNextNode();
    rewriter.setInsertionPoint(op);
    listener.current = op;
    bool isReplaced =
        isForeign &&
        (ControlFlow::handles(op) ? writeOutControlFlow(op) : fold(op));
    if (!isReplaced)
      isReplaced = succeeded(applicator.matchAndRewrite(op, rewriter));
    // What stands in its place may be for other patterns.
    if (isReplaced && isForeign)
      next = before ? before->getNextNode() : &block.front();
    op = next;
  }
}

LogicalResult tg::convertInOrder(Operation *function,
                                 RewritePatternSet &&patterns,
                                 function_ref<bool(Operation *)> mustGo,
                                 StringRef to, bool isForeign) {
  Converter converter(std::move(patterns), isForeign, function->getContext());
  for (Region &region : function->getRegions()) {
    for (Block &block : region)
      converter.convert(block);
    eraseDead(region);
  }
  bool isClean = true;
  auto &reasons = converter.listener.reasons;
  std::set<std::pair<const void *, std::string>> reported;
  for (Region &region : function->getRegions())
    for (Block &block : region)
      for (Operation &op : block) {
        if (!mustGo(&op))
          continue;
        isClean = false;
        auto reason = reasons.find(&op);
        // A loop that was written out says it once.
        std::string why = reason == reasons.end() ? "" : reason->second;
        if (!reported.insert({op.getLoc().getAsOpaquePointer(), why}).second)
          continue;
        InFlightDiagnostic error = op.emitOpError()
                                   << "cannot be converted to " << to;
        if (reason != reasons.end())
          error << ": " << reason->second;
        else
          error << ": nothing there means the same";
      }
  return success(isClean);
}

LogicalResult tg::matchResultTypes(FunctionOpInterface function) {
  if (function.isExternal())
    return success();
  Operation *terminator = function.getFunctionBody().back().getTerminator();
  auto declared = function.getResultTypes();
  if (terminator->getOperandTypes() == declared)
    return success();
  if (!function.isPrivate()) {
    function.setType(
        FunctionType::get(function.getContext(), function.getArgumentTypes(),
                          llvm::to_vector(terminator->getOperandTypes())));
    return success();
  }
  for (auto [i, type, wanted] :
       llvm::enumerate(terminator->getOperandTypes(), declared))
    if (type != wanted)
      function.emitOpError()
          << "has result " << i << " of type " << wanted << ", which is "
          << type << ": declare that, or inline the function";
  return failure();
}
