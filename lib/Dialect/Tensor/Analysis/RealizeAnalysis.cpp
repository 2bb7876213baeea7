//===- RealizeAnalysis.cpp - which values become buffers --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk and its bookkeeping. The rules by which a value is stored or fused
// are in RealizeRules.cpp; kernels are merged in MergeKernels.cpp.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Analysis/RealizeAnalysis.h"
#include "TinyGrad/Dialect/Tensor/IR/State.h"

using namespace mlir;

namespace tinygrad::tg {

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

/// Whether a value's memory is its operand's.
static bool isView(Operation *op) { return isa<ReshapeOp, ContiguousOp>(op); }

const RealizeDecision &RealizeAnalysis::getDecision(Value value) const {
  static const RealizeDecision dead;
  auto found = decisions.find(value);
  return found == decisions.end() ? dead : found->second;
}

std::optional<unsigned> RealizeAnalysis::getProducer(Value value) const {
  auto found = producers.find(value);
  if (found == producers.end())
    return std::nullopt;
  return found->second;
}

Value RealizeAnalysis::getStorage(Value value) const {
  while (getDecision(value).kind == RealizeDecision::View)
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

unsigned RealizeAnalysis::getNumReaders(Value value) const {
  auto found = demands.find(value);
  if (found == demands.end())
    return 0;
  return llvm::count_if(found->second, [&](const auto &reader) {
    const KernelPlan &kernel = kernels[reader.first];
    return kernel.foreign || !kernel.outputs.empty();
  });
}

LogicalResult RealizeAnalysis::run() {
  if (function.isExternal())
    return success();
  if (!function.getFunctionBody().hasOneBlock())
    return function.emitOpError("expected one block to schedule");
  if (failed(checkShapes(function, shapes)))
    return failure();

  Block &block = function.getFunctionBody().front();
  estimateCosts(block);
  for (Operation &op : llvm::reverse(block))
    visit(&op);

  SmallVector<Value> sources(block.getArguments());
  for (ConstantOp constant : block.getOps<ConstantOp>())
    if (!isa<SplatElementsAttr>(constant.getValue()))
      sources.push_back(constant);
  for (Value source : sources) {
    decisions[source].kind = RealizeDecision::Source;
    for (auto &[kernel, indices] : demands[source])
      kernels[kernel].reads.insert(source);
  }
  mergeSiblings();
  decideViews(block);
  return success();
}

void RealizeAnalysis::visit(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>()) {
    for (Value operand : op->getOperands())
      if (isTensor(operand))
        requireStored(operand, "the function returns it");
    return;
  }
  if (isa<ConstantOp>(op))
    return;
  if (isView(op))
    return visitView(op);
  if (auto assign = dyn_cast<AssignOp>(op))
    return visitAssign(assign);
  auto mapped = dyn_cast<IndexMapOpInterface>(op);
  if (!mapped)
    return visitForeign(op);
  Value value = op->getResult(0);
  if (auto reason = required.find(value); reason != required.end())
    return store(mapped, reason->second, /*byChoice=*/false);
  if (demands[value].empty())
    return; // Dead.
  if (std::optional<std::string> reason = whyStore(mapped))
    return store(mapped, *reason, /*byChoice=*/true);
  fuse(mapped);
}

/// A view passes on what is asked of it; whether it is one depends on where its
/// operand ends up.
void RealizeAnalysis::visitView(Operation *op) {
  Value value = op->getResult(0), operand = op->getOperand(0);
  bool boundary = isa<ContiguousOp>(op);
  if (required.contains(value) || (boundary && !demands[value].empty()))
    requireStored(operand,
                  boundary ? "tg.contiguous asks for it" : required[value]);
  for (auto &[kernel, indices] : Demands(demands[value]))
    for (const Index &index : indices) {
      auto mapped = dyn_cast<IndexMapOpInterface>(op);
      if (mapped && !kernels[kernel].foreign)
        readOperands(mapped, kernel, index);
      else
        demand(operand, kernel, index);
    }
}

void RealizeAnalysis::visitForeign(Operation *op) {
  SetVector<Value> operands;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (isTensor(operand) && operand.getParentBlock() == op->getBlock())
        operands.insert(operand);
  });
  if (operands.empty() && llvm::none_of(op->getResults(), isTensor))
    return;
  unsigned number = kernels.size();
  kernels.emplace_back().foreign = op;
  loops.emplace_back(shapes);
  for (Value result : llvm::make_filter_range(op->getResults(), isTensor)) {
    decisions[result].kind = RealizeDecision::Source;
    kernels[number].outputs.push_back(result);
    producers[result] = number;
    for (auto &[kernel, indices] : demands[result])
      kernels[kernel].reads.insert(result);
  }
  for (Value operand : operands) {
    requireStored(
        operand,
        ("'" + op->getName().getStringRef() + "' has no index map").str());
    demand(operand, number, {});
  }
}

/// A kernel of its own, over the part that is written; the value is computed in
/// it. The target is memory before and after.
void RealizeAnalysis::visitAssign(AssignOp assign) {
  Value result = assign.getResult(), value = assign.getValue();
  if (!required.contains(result) && demands[result].empty())
    return; // Dead.
  decisions[result] = {RealizeDecision::Stored, "it is written in place",
                       false};
  unsigned number = kernels.size();
  kernels.emplace_back().shape = llvm::to_vector(shapes.getShape(value));
  Loops &loop = loops.emplace_back(shapes);
  for (auto [axis, size] : llvm::enumerate(kernels.back().shape)) {
    loop.root.push_back(loop.space.addAxis(size));
    loop.nests.emplace_back(axis + 1, true);
  }
  KernelPlan &plan = kernels[number];
  plan.assigns = true;
  plan.outputs.push_back(result);
  plan.size = 1;
  producers[result] = number;
  for (auto &[kernel, indices] : demands[result])
    kernels[kernel].reads.insert(result);
  requireStored(assign.getTarget(), "tg.assign writes to it");
  // What memory it is, so that what makes it comes first.
  Value memory = assign.getTarget();
  while (Operation *op = memory.getDefiningOp()) {
    if (!isView(op))
      break;
    memory = op->getOperand(0);
  }
  plan.reads.insert(memory);
  demand(value, number, Index(loop.root));
}

void RealizeAnalysis::requireStored(Value value, std::string reason) {
  required.try_emplace(value, std::move(reason));
}

void RealizeAnalysis::demand(Value value, unsigned kernel, Index index) {
  SmallVector<Index> &indices = demands[value][kernel];
  if (!llvm::is_contained(indices, index))
    indices.push_back(std::move(index));
}

void RealizeAnalysis::readOperands(IndexMapOpInterface op, unsigned kernel,
                                   ArrayRef<AffineExpr> index) {
  Loops &loop = loops[kernel];
  Index reduceIndex;
  SmallVector<AffineExpr> sizes = op.getReduceSizes(shapes);
  if (!sizes.empty()) {
    llvm::SmallBitVector nest = getNest(kernel, index);
    bool nested = nest.find_last() >= static_cast<int>(loop.root.size());
    if (!nested && !loop.reduceNest)
      loop.reduceNest = nest;
    kernels[kernel].reduces = true;
    loop.isTiled |= gainsByTiles(op);
    for (AffineExpr size : sizes) {
      reduceIndex.push_back(loop.space.addAxis(size));
      nest.resize(loop.space.getSizes().size());
      nest.set(loop.space.getSizes().size() - 1);
      loop.nests.push_back(nest);
    }
  }
  if (op.getScanAxis())
    if (auto scan = getScan(op, kernel, index))
      loop.scans[scan->first] = scan->second;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isTensor(operand.get()))
      continue;
    ComposedAccess access =
        loop.space.access(op, operand.getOperandNumber(), index, reduceIndex);
    demand(operand.get(), kernel, std::move(access.index));
  }
}

void RealizeAnalysis::fuse(IndexMapOpInterface op) {
  Value value = op->getResult(0);
  decisions[value] = {RealizeDecision::Fused, "", false};
  for (auto &[kernel, indices] : Demands(demands[value]))
    for (const Index &index : indices) {
      ++kernels[kernel].size;
      readOperands(op, kernel, index);
    }
}

void RealizeAnalysis::store(IndexMapOpInterface op, std::string reason,
                            bool byChoice) {
  Value value = op->getResult(0);
  decisions[value] = {RealizeDecision::Stored, std::move(reason), byChoice};
  std::optional<unsigned> joined = findKernelToJoin(op);
  unsigned number = joined.value_or(kernels.size());
  if (!joined) {
    kernels.emplace_back().shape = llvm::to_vector(shapes.getShape(value));
    Loops &loop = loops.emplace_back(shapes);
    for (auto [axis, size] : llvm::enumerate(kernels.back().shape)) {
      loop.root.push_back(loop.space.addAxis(size));
      loop.nests.emplace_back(axis + 1, true);
    }
  }
  // The value comes earlier in the program than the outputs so far.
  kernels[number].outputs.insert(kernels[number].outputs.begin(), value);
  ++kernels[number].size;
  producers[value] = number;
  for (auto &[kernel, indices] : demands[value])
    if (kernel != number)
      kernels[kernel].reads.insert(value);
  readOperands(op, number, Index(loops[number].root));
}

/// A reshape of a value in memory is a view of it, any other a way to index.
void RealizeAnalysis::decideViews(Block &block) {
  for (Operation &op : block) {
    if (!isView(&op))
      continue;
    Value value = op.getResult(0);
    if (!required.contains(value) && demands[value].empty())
      continue;
    RealizeDecision::Kind below = getDecision(op.getOperand(0)).kind;
    decisions[value].kind =
        below == RealizeDecision::Fused || below == RealizeDecision::Dead
            ? RealizeDecision::Fused
            : RealizeDecision::View;
  }
}

} // namespace tinygrad::tg
