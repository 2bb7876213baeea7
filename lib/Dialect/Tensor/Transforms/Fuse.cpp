//===- Fuse.cpp - puts ops into kernels -------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies what RealizeAnalysis decided. Upstream's linalg fusion merges pairs
// of ops greedily; here the whole function is decided first, and each kernel is
// then cloned out of it in one step.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Analysis/RealizeAnalysis.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace tinygrad::tg {
#define GEN_PASS_DEF_TGFUSEPASS
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h.inc"

namespace {

bool isTensor(Value value) { return isa<RankedTensorType>(value.getType()); }

bool isSplat(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant && isa<SplatElementsAttr>(constant.getValue());
}

class Fuser {
public:
  Fuser(func::FuncOp function, RealizeAnalysis &analysis)
      : block(function.getBody().front()), functionName(function.getSymName()),
        analysis(analysis), builder(block.getTerminator()),
        built(analysis.getKernels().size()) {}

  void run();

private:
  /// The value that stands for `value` outside of kernels.
  Value materialize(Value value);
  void build(unsigned number);
  void buildKernel(const KernelPlan &plan);
  void buildForeign(unsigned number);
  bool isInside(Value value, const KernelPlan &plan);
  SmallVector<Operation *> collectOps(const KernelPlan &plan);

  Block &block;
  StringRef functionName;
  RealizeAnalysis &analysis;
  OpBuilder builder;
  SmallVector<bool> built;
  /// From the values before fusion to those after it.
  IRMapping outside;
};

/// Whether a kernel computes `value` itself.
bool Fuser::isInside(Value value, const KernelPlan &plan) {
  RealizeDecision::Kind kind = analysis.getDecision(value).kind;
  return isSplat(value) || kind == RealizeDecision::Fused ||
         llvm::is_contained(plan.outputs, analysis.getStorage(value));
}

/// The ops of a kernel in program order, with the index arithmetic they need.
SmallVector<Operation *> Fuser::collectOps(const KernelPlan &plan) {
  SetVector<Operation *> ops;
  for (Value output : plan.outputs)
    ops.insert(output.getDefiningOp());
  for (unsigned i = 0; i < ops.size(); ++i)
    for (Value operand : ops[i]->getOperands())
      if (isTensor(operand) ? isInside(operand, plan)
                            : operand.getDefiningOp() != nullptr)
        ops.insert(operand.getDefiningOp());
  SmallVector<Operation *> sorted = ops.takeVector();
  llvm::sort(sorted, [](Operation *a, Operation *b) {
    return a != b && a->isBeforeInBlock(b);
  });
  return sorted;
}

void Fuser::buildKernel(const KernelPlan &plan) {
  SmallVector<Operation *> ops = collectOps(plan);
  SetVector<Value> captured;
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if (isTensor(operand) && !isInside(operand, plan))
        captured.insert(operand);
  SmallVector<Value> inputs;
  for (Value value : captured)
    inputs.push_back(materialize(value));

  Operation *last = plan.outputs.back().getDefiningOp();
  SmallVector<Type> types;
  for (Value output : plan.outputs)
    types.push_back(output.getType());
  OperationState state(last->getLoc(), KernelOp::getOperationName());
  state.addOperands(inputs);
  state.addTypes(types);
  Block *body = &state.addRegion()->emplaceBlock();
  IRMapping inside;
  for (auto [value, input] : llvm::zip(captured, inputs))
    inside.map(value, body->addArgument(input.getType(), value.getLoc()));
  OpBuilder::InsertionGuard guard(builder);
  Operation *kernel = builder.create(state);
  builder.setInsertionPointToEnd(body);
  for (Operation *op : ops) {
    // Inside a kernel, memory of its own is nothing that a value can have.
    if (isa<ContiguousOp>(op))
      inside.map(op->getResult(0), inside.lookup(op->getOperand(0)));
    else
      builder.clone(*op, inside);
  }
  SmallVector<Value> yielded;
  for (Value output : plan.outputs)
    yielded.push_back(inside.lookup(output));
  YieldOp::create(builder, kernel->getLoc(), yielded);
  outside.map(plan.outputs, kernel->getResults());

  remark::analysis(
      kernel->getLoc(),
      remark::RemarkOpts::name("Kernel").category("tg-fuse").function(
          functionName))
      << remark::add("kernel of {0} ops, {1} inputs, {2} outputs", ops.size(),
                     inputs.size(), plan.outputs.size());
}

/// An op without an index map stays; only its place and operands change.
void Fuser::buildForeign(unsigned number) {
  ArrayRef<KernelPlan> kernels = analysis.getKernels();
  // Those before it first: they may have effects.
  for (unsigned i = kernels.size(); i-- > number + 1;)
    if (kernels[i].foreign)
      build(i);
  Operation *op = kernels[number].foreign;
  op->moveBefore(block.getTerminator());
  op->walk([&](Operation *nested) {
    for (OpOperand &operand : nested->getOpOperands())
      if (isTensor(operand.get()) && operand.get().getParentBlock() == &block)
        operand.set(materialize(operand.get()));
  });
  // Kernels made for its operands went before the terminator.
  op->moveBefore(block.getTerminator());
}

void Fuser::build(unsigned number) {
  const KernelPlan &plan = analysis.getKernels()[number];
  if (built[number] || (!plan.foreign && plan.outputs.empty()))
    return;
  built[number] = true;
  if (plan.foreign)
    buildForeign(number);
  else
    buildKernel(plan);
}

Value Fuser::materialize(Value value) {
  if (Value done = outside.lookupOrNull(value))
    return done;
  if (std::optional<unsigned> producer = analysis.getProducer(value)) {
    build(*producer);
    return outside.lookupOrDefault(value);
  }
  Operation *op = value.getDefiningOp();
  if (!op || !isa<ReshapeOp, ContiguousOp>(op))
    return value;
  Value operand = materialize(op->getOperand(0));
  if (isa<ContiguousOp>(op)) {
    outside.map(value, operand);
    return operand;
  }
  if (operand == op->getOperand(0) &&
      !analysis.getProducer(analysis.getStorage(value))) {
    // Of an argument or a constant: it can stay where it is.
    outside.map(value, value);
    return value;
  }
  Operation *view = builder.clone(*op, outside);
  view->setOperand(0, operand);
  return view->getResult(0);
}

void Fuser::run() {
  // Last ones first in the analysis, so this is program order as far as the
  // kernels' inputs allow.
  for (unsigned number = built.size(); number-- > 0;)
    build(number);
  Operation *terminator = block.getTerminator();
  for (OpOperand &operand : terminator->getOpOperands())
    if (isTensor(operand.get()))
      operand.set(materialize(operand.get()));
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// Tells what became of each value, in program order.
void explain(func::FuncOp function, RealizeAnalysis &analysis) {
  for (Operation &op : function.getBody().front()) {
    if (op.getNumResults() != 1 || !isTensor(op.getResult(0)))
      continue;
    const RealizeDecision &decision = analysis.getDecision(op.getResult(0));
    unsigned readers = analysis.getNumReaders(op.getResult(0));
    StringRef name = op.getName().getStringRef();
    auto opts = [&](StringRef remark) {
      return remark::RemarkOpts::name(remark).category("tg-fuse").function(
          function.getSymName());
    };
    switch (decision.kind) {
    case RealizeDecision::Fused:
      remark::passed(op.getLoc(), opts("Fused"))
          << remark::add("{0} fused into {1} kernel{2}", name, readers,
                         readers == 1 ? "" : "s");
      break;
    case RealizeDecision::Stored:
      if (decision.byChoice)
        remark::missed(op.getLoc(), opts("Stored"))
            << remark::add("{0} stored: {1}", name, decision.reason);
      else
        remark::analysis(op.getLoc(), opts("Stored"))
            << remark::add("{0} stored: {1}", name, decision.reason);
      break;
    case RealizeDecision::View:
      remark::passed(op.getLoc(), opts("View"))
          << remark::add("{0} is a view", name);
      break;
    case RealizeDecision::Dead:
    case RealizeDecision::Source:
      break;
    }
  }
}

struct FusePass : impl::TGFusePassBase<FusePass> {
  using TGFusePassBase::TGFusePassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    RealizeAnalysis analysis(function, tiles);
    if (failed(analysis.run()))
      return signalPassFailure();
    explain(function, analysis);
    Fuser(function, analysis).run();
  }
};

} // namespace
} // namespace tinygrad::tg
