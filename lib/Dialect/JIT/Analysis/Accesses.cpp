//===- Accesses.cpp - the bytes that items touch ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/Analysis/Accesses.h"
#include "TinyGrad/Dialect/JIT/IR/JITInterfaces.h"

using namespace mlir;
using namespace tinygrad::jit;

ByteRange tinygrad::jit::getByteRange(Value buffer) {
  int64_t bytes = cast<BufferType>(buffer.getType()).getBytes();
  int64_t offset = 0;
  while (auto view = buffer.getDefiningOp<SubBufferOp>()) {
    offset += int64_t(view.getOffset());
    buffer = view.getBase();
  }
  return {buffer, offset, offset + bytes};
}

bool tinygrad::jit::isItem(Operation *op) {
  return isa<LaunchOp, CopyOp, CustomOp, ExecItemOpInterface>(op);
}

SmallVector<std::pair<Value, bool>>
tinygrad::jit::getTouchedBuffers(Operation *item) {
  SmallVector<std::pair<Value, bool>> touched;
  auto effects = dyn_cast<MemoryEffectOpInterface>(item);
  SmallVector<MemoryEffects::EffectInstance> instances;
  if (effects)
    effects.getEffects(instances);
  bool isKnown = effects && llvm::all_of(instances, [](auto &instance) {
                   return bool(instance.getValue());
                 });
  if (isKnown) {
    for (const MemoryEffects::EffectInstance &instance : instances)
      if (isa<BufferType>(instance.getValue().getType()))
        touched.emplace_back(instance.getValue(),
                             isa<MemoryEffects::Write>(instance.getEffect()));
    return touched;
  }
  item->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (isa<BufferType>(operand.getType())) {
        touched.emplace_back(operand, /*isWrite=*/false);
        touched.emplace_back(operand, /*isWrite=*/true);
      }
  });
  return touched;
}

SmallVector<Access> tinygrad::jit::getAccesses(Operation *item) {
  SmallVector<Access> accesses;
  for (auto [buffer, isWrite] : getTouchedBuffers(item))
    accesses.push_back({getByteRange(buffer), isWrite});
  return accesses;
}

std::optional<ByteRange> tinygrad::jit::findConflict(ArrayRef<Access> first,
                                                     ArrayRef<Access> second) {
  for (const Access &a : first)
    for (const Access &b : second)
      if ((a.isWrite || b.isWrite) && a.range.overlaps(b.range))
        return ByteRange{a.range.memory, std::max(a.range.begin, b.range.begin),
                         std::min(a.range.end, b.range.end)};
  return std::nullopt;
}

SmallVector<Operation *> tinygrad::jit::collectItems(Block &block) {
  SmallVector<Operation *> items;
  for (Operation &op : block) {
    if (isItem(&op))
      items.push_back(&op);
    else if (auto graph = dyn_cast<GraphOp>(op))
      llvm::append_range(items, collectItems(graph.getBody().front()));
  }
  return items;
}
