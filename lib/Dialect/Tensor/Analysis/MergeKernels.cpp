//===- MergeKernels.cpp - kernels side by side ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Analysis/RealizeAnalysis.h"

using namespace mlir;

namespace tinygrad::tg {

bool RealizeAnalysis::dependsOn(unsigned reader, ArrayRef<unsigned> others) {
  if (others.empty())
    return false;
  llvm::DenseSet<unsigned> seen;
  SmallVector<unsigned> worklist = {reader};
  while (!worklist.empty())
    for (Value read : kernels[worklist.pop_back_val()].reads) {
      std::optional<unsigned> producer = getProducer(read);
      if (!producer || !seen.insert(*producer).second)
        continue;
      if (llvm::is_contained(others, *producer))
        return true;
      worklist.push_back(*producer);
    }
  return false;
}

bool RealizeAnalysis::dependsIndirectlyOn(unsigned reader, unsigned other) {
  return llvm::any_of(kernels[reader].reads, [&](Value read) {
    std::optional<unsigned> producer = getProducer(read);
    return producer && *producer != other && dependsOn(*producer, {other});
  });
}

/// Whether the kernels run over the same axes and what one reads of the other's
/// results it reads at its own point.
bool RealizeAnalysis::canMerge(unsigned a, unsigned b) {
  KernelPlan &left = kernels[a], &right = kernels[b];
  if (left.foreign || right.foreign || left.assigns || right.assigns ||
      left.reduces || right.reduces || left.outputs.empty() ||
      right.outputs.empty() ||
      left.outputs.size() + right.outputs.size() > RealizeCosts::kMaxOutputs ||
      left.size + right.size > RealizeCosts::kMaxKernelSize ||
      !haveEqualShapes(a, right.outputs[0]))
    return false;
  // What scans an axis leaves it to one thread.
  if (loops[a].scans.size() != loops[b].scans.size() ||
      llvm::any_of(loops[a].scans, [&](const auto &scan) {
        auto other = loops[b].scans.find(scan.first);
        return other == loops[b].scans.end() || other->second != scan.second;
      }))
    return false;
  for (auto [reader, other] : {std::pair(a, b), std::pair(b, a)})
    for (Value read : kernels[reader].reads) {
      if (getProducer(read) != other)
        continue;
      ArrayRef<Index> indices = demands[read][reader];
      if (indices.size() != 1 || indices[0] != loops[reader].root)
        return false;
    }
  return !dependsIndirectlyOn(a, b) && !dependsIndirectlyOn(b, a);
}

void RealizeAnalysis::merge(unsigned from, unsigned into) {
  KernelPlan &source = kernels[from], &target = kernels[into];
  for (Value output : source.outputs)
    producers[output] = into;
  for (Value read : source.reads)
    for (Index &index : SmallVector<Index>(demands[read][from]))
      demand(read, into, std::move(index));
  llvm::append_range(target.outputs, source.outputs);
  llvm::sort(target.outputs, [](Value a, Value b) {
    return a.getDefiningOp()->isBeforeInBlock(b.getDefiningOp());
  });
  target.reads.insert(source.reads.begin(), source.reads.end());
  target.reads.remove_if([&](Value read) { return getProducer(read) == into; });
  target.size += source.size;
  source.outputs.clear();
  source.reads.clear();
}

/// Kernels over the same axes that read a common input become one with several
/// outputs; so do a kernel and one that reads its result point by point.
void RealizeAnalysis::mergeSiblings() {
  // Pairs that were looked at per kernel; keeps the time linear in kernels.
  constexpr unsigned kTries = 16;
  llvm::MapVector<Value, SmallVector<unsigned>> readers;
  for (unsigned kernel = 0, e = kernels.size(); kernel < e; ++kernel) {
    for (Value read : kernels[kernel].reads)
      readers[read].push_back(kernel);
    for (Value output : kernels[kernel].outputs)
      readers[output].push_back(kernel);
  }
  for (auto &[value, group] : readers)
    for (unsigned i = 0; i < group.size(); ++i)
      for (unsigned j = i + 1; j < group.size() && j <= i + kTries; ++j)
        if (group[i] != group[j] && canMerge(group[i], group[j]))
          merge(group[i], group[j]);
}

} // namespace tinygrad::tg
