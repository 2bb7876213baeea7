//===- BatchGraphs.cpp - consecutive items become launch graphs ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForEachFunction.h"
#include "TinyGrad/Dialect/JIT/Analysis/GraphLayout.h"
#include "TinyGrad/Dialect/JIT/IR/JITInterfaces.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tinygrad::jit {
#define GEN_PASS_DEF_BATCHGRAPHS
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h.inc"

namespace {
/// Whether the bytes of a function's argument vary from call to call.
bool hasVariableSize(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(getByteRange(buffer).memory);
  if (!argument)
    return false;
  auto function = cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  auto shape = function.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(),
                                                    "jit.shape");
  return shape && llvm::any_of(shape, [](Attribute size) {
           return isa<AffineMapAttr>(size);
         });
}

/// The device of the graph that could take the item, or why none can.
struct Placement {
  StringRef device;
  std::string refusal;
};

Placement placeItem(Operation *item) {
  if (isa<CustomOp>(item))
    return {"", "a host function runs outside of graphs"};
  Placement placement;
  for (Value operand : item->getOperands()) {
    auto buffer = dyn_cast<BufferType>(operand.getType());
    if (!buffer)
      continue;
    if (placement.device.empty())
      placement.device = buffer.getDevice().getValue();
    else if (getDeviceKind(placement.device) !=
             getDeviceKind(buffer.getDevice()))
      return {"", "it copies between two kinds of devices"};
    if (isa<CopyOp>(item) && hasVariableSize(operand))
      return {"", "it copies an argument whose size varies"};
  }
  StringRef kind = getDeviceKind(placement.device);
  if (!llvm::is_contained({"cpu", "null", "opencl", "cuda", "hip"}, kind))
    return {"", ("device " + placement.device + " has no launch graphs").str()};
  if (auto foreign = dyn_cast<ExecItemOpInterface>(item);
      foreign && (kind.empty() || !foreign.canRunInGraph(kind)))
    return {"", "'" + item->getName().getStringRef().str() +
                    "' runs in no launch graph"};
  return placement;
}

/// Whether `op` only defines something, from what is known before `place`.
bool canMoveBefore(Operation *op, Operation *place) {
  if (!isa<AllocOp>(op) && !isMemoryEffectFree(op))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    Operation *definition = operand.getDefiningOp();
    return !definition || definition->isBeforeInBlock(place);
  });
}

/// Moves definitions that stand between items before the first item.
void hoistDefinitions(Block &block) {
  Operation *firstItem = nullptr;
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    bool runs = isItem(&op) || isa<GraphOp>(op);
    if (!firstItem)
      firstItem = runs ? &op : nullptr;
    else if (!runs && canMoveBefore(&op, firstItem))
      op.moveBefore(firstItem);
  }
}

/// The arguments of the function that an index is computed from; none if it is
/// a constant.
void findSources(Value index, llvm::SmallSetVector<unsigned, 2> &sources) {
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    sources.insert(argument.getArgNumber());
    return;
  }
  for (Value operand : index.getDefiningOp()->getOperands())
    findSources(operand, sources);
}

/// Lists what a replay updates in the nodes of a graph: the memory of arguments
/// and of results, and what is computed from variables.
class PatchTable {
public:
  explicit PatchTable(GraphOp graph) : context(graph.getContext()) {
    auto *terminator = graph->getBlock()->getTerminator();
    for (auto [i, buffer] : llvm::enumerate(terminator->getOperands()))
      results.try_emplace(getByteRange(buffer).memory, int64_t(i));
    for (auto [node, item] : llvm::enumerate(graph.getBody().front()))
      addNode(int64_t(node), &item);
  }

  ArrayAttr get() const { return ArrayAttr::get(context, patches); }

private:
  void add(PatchKind kind, int64_t node, int64_t slot, int64_t source) {
    patches.push_back(PatchAttr::get(context, kind, node, slot, source));
  }

  void addNode(int64_t node, Operation *item) {
    int64_t slot = 0;
    for (Value operand : item->getOperands())
      if (isa<BufferType>(operand.getType()))
        addBuffer(node, slot++, getByteRange(operand).memory);
    auto launch = dyn_cast<LaunchOp>(item);
    if (!launch)
      return;
    for (auto [i, value] : llvm::enumerate(launch.getVars()))
      addIndex(PatchKind::Variable, node, int64_t(i), value);
    SmallVector<Value> dims(launch.getGrid());
    llvm::append_range(dims, launch.getBlock());
    for (auto [i, value] : llvm::enumerate(dims))
      addIndex(PatchKind::Dim, node, int64_t(i), value);
  }

  void addBuffer(int64_t node, int64_t slot, Value memory) {
    if (auto argument = dyn_cast<BlockArgument>(memory)) {
      auto function =
          cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
      if (!function.getArgAttr(argument.getArgNumber(), "jit.held"))
        add(PatchKind::Buffer, node, slot, argument.getArgNumber());
    } else if (auto result = results.find(memory); result != results.end()) {
      add(PatchKind::Result, node, slot, result->second);
    }
  }

  void addIndex(PatchKind kind, int64_t node, int64_t slot, Value value) {
    llvm::SmallSetVector<unsigned, 2> sources;
    findSources(value, sources);
    for (unsigned source : sources)
      add(kind, node, slot, source);
  }

  MLIRContext *context;
  llvm::DenseMap<Value, int64_t> results;
  SmallVector<Attribute> patches;
};

struct BatchGraphs : impl::BatchGraphsBase<BatchGraphs> {
  using BatchGraphsBase::BatchGraphsBase;

  void runOnOperation() override {
    forEachFunction(getOperation(), [&](FunctionOpInterface, Block &block) {
      batchFunction(block);
    });
  }

  void batchFunction(Block &block) {
    hoistDefinitions(block);
    limit = batchSize;
    SmallVector<Operation *> batch;
    StringRef device;
    for (Operation &op :
         llvm::make_early_inc_range(block.without_terminator())) {
      if (!isItem(&op)) {
        closeBatch(batch, device);
        continue;
      }
      Placement placement = placeItem(&op);
      if (!placement.refusal.empty()) {
        closeBatch(batch, device);
        explain(op.getLoc(), placement.refusal);
        continue;
      }
      bool isOtherKind =
          getDeviceKind(placement.device) != getDeviceKind(device);
      if (!batch.empty() &&
          (isOtherKind || (limit != 0 && batch.size() >= limit)))
        closeBatch(batch, device);
      if (batch.empty())
        device = placement.device;
      batch.push_back(&op);
    }
    closeBatch(batch, device);
  }

  /// Makes a graph of the batch, if it is worth one, and starts anew.
  void closeBatch(SmallVectorImpl<Operation *> &batch, StringRef device) {
    if (batch.empty())
      return;
    Operation *first = batch.front();
    if (batch.size() == 1 && !graphSingle) {
      explain(first->getLoc(), "a single item is launched as it is");
      batch.clear();
      return;
    }
    OpBuilder builder(first);
    auto graph = GraphOp::create(builder, first->getLoc(), device,
                                 /*patches=*/ArrayAttr());
    Block &body = graph.getBody().emplaceBlock();
    for (Operation *item : batch)
      item->moveBefore(&body, body.end());
    if (ArrayAttr patches = PatchTable(graph).get(); !patches.empty())
      graph.setPatchesAttr(patches);
    remark::passed(first->getLoc(), remark::RemarkOpts::name("graph").category(
                                        "jit-batch-graphs"))
        << remark::add("a graph of {0} items on {1}", batch.size(),
                       device.str());
    limit *= 2;
    batch.clear();
  }

  static void explain(Location loc, const std::string &reason) {
    remark::missed(
        loc, remark::RemarkOpts::name("outside").category("jit-batch-graphs"))
        << remark::add("outside of graphs: {0}", reason);
  }

  /// The most items of the next batch; 0 for no limit.
  size_t limit = 0;
};
} // namespace
} // namespace tinygrad::jit
