//===- OptEdits.cpp - lists of opts a step away -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptEdits.h"

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::uop;

namespace {
class Editor {
public:
  Editor(ArrayRef<OptAttr> opts, KernelOp kernel, const OptTarget &target)
      : opts(opts), kernel(kernel), target(target), isGPU(target.isGPU),
        ranges(kernel.getBody().front().getOps<RangeOp>()) {}

  SmallVector<OptList> run() {
    for (RangeOp range : ranges)
      addSplits(range);
    addOrders();
    addStages();
    addUnits();
    changeAmounts();
    drop();
    return std::move(edits);
  }

private:
  void add(OptKind kind, int64_t axis, int64_t amount, int64_t operand = -1,
           ArrayRef<int64_t> axes = {}) {
    OptList list(opts);
    list.push_back(
        OptAttr::get(kernel.getContext(), kind, axis, amount, operand, axes));
    edits.push_back(std::move(list));
  }

  /// Amounts up to the size, or a little more where the last part is masked.
  static SmallVector<int64_t> getAmounts(RangeOp range,
                                         ArrayRef<int64_t> amounts) {
    if (range.getSize())
      return SmallVector<int64_t>(amounts);
    int64_t size = range.getStaticSize();
    SmallVector<int64_t> fitting;
    for (int64_t amount : amounts)
      if (amount < 2 * size && (size % amount == 0 || amount >= 4))
        fitting.push_back(amount);
    return fitting;
  }

  void addSplits(RangeOp range) {
    auto each = [&](OptKind kind, ArrayRef<int64_t> amounts) {
      for (int64_t amount : getAmounts(range, amounts))
        add(kind, range.getId(), amount);
    };
    switch (range.getAxis()) {
    case AxisType::Global:
    case AxisType::Loop:
      each(OptKind::Upcast,
           isGPU ? ArrayRef<int64_t>{2, 3, 4, 8}
                 : ArrayRef<int64_t>{2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64});
      if (isGPU)
        each(OptKind::Local, {2, 4, 8, 16, 32, 64, 128, 256});
      else
        each(OptKind::Tile, {2, 4, 8, 16, 64});
      break;
    case AxisType::Reduce:
      each(OptKind::Unroll, isGPU ? ArrayRef<int64_t>{2, 4, 8}
                                  : ArrayRef<int64_t>{2, 4, 8, 16, 32, 64});
      if (isGPU)
        each(OptKind::Group, {4, 8, 16, 32, 64, 128, 256});
      else
        each(OptKind::Tile, {16, 64, 256});
      break;
    default:
      break;
    }
  }

  /// Which axis is outermost, and whether threads share it.
  void addOrders() {
    SmallVector<RangeOp> outer = llvm::filter_to_vector(
        ranges, [](RangeOp r) { return r.getAxis() == AxisType::Global; });
    for (unsigned i = 0; i < outer.size(); ++i)
      for (unsigned j = i + 1; j < outer.size(); ++j) {
        add(OptKind::Swap, outer[i].getId(), outer[j].getId());
        add(OptKind::Merge, outer[i].getId(), outer[j].getId());
      }
    if (!isGPU && !outer.empty())
      add(OptKind::Thread, outer[0].getId(), 0);
  }

  /// Operands packed in the order in which one tile reads them: along the
  /// reduced loops, vectors innermost.
  void addStages() {
    RangeScopes scopes(kernel);
    for (auto [number, load] :
         llvm::enumerate(kernel.getBody().front().getOps<LoadOp>())) {
      SmallVector<int64_t> loops, vectors;
      for (RangeOp range : scopes.getOpen(load.getResult())) {
        if (range.getAxis() == AxisType::Reduce)
          loops.push_back(range.getId());
        else if (isVectorAxis(range))
          vectors.push_back(range.getId());
      }
      if (loops.empty())
        continue;
      llvm::append_range(loops, vectors);
      add(OptKind::Stage, -1, 0, number, loops);
    }
  }

  /// Each unit of the target for each three axes that may be those of a
  /// product. What rounds otherwise than the kernel asks for is not for a
  /// search to accept.
  void addUnits() {
    if (target.matrixUnits == 0)
      return;
    SmallVector<int64_t> outputs, sums;
    for (RangeOp range : ranges) {
      // Another product has the lanes.
      if (range.getAxis() == AxisType::Warp)
        return;
      if (range.getAxis() == AxisType::Global ||
          range.getAxis() == AxisType::Loop)
        outputs.push_back(range.getId());
      else if (range.getAxis() == AxisType::Reduce)
        sums.push_back(range.getId());
    }
    MLIRContext *context = kernel.getContext();
    for (const MatrixUnit *unit : getMatrixUnits(target.chip)) {
      if (!unit->inexact.empty())
        continue;
      for (int64_t m : outputs)
        for (int64_t n : outputs)
          for (int64_t k : sums) {
            if (m == n)
              continue;
            OptList list(opts);
            list.push_back(
                OptAttr::get(context, OptKind::TC, -1, 0, -1, {m, n, k},
                             StringAttr::get(context, unit->name), UnitAttr()));
            edits.push_back(std::move(list));
          }
    }
  }

  void changeAmounts() {
    for (auto [position, opt] : llvm::enumerate(opts)) {
      OptKind kind = opt.getKind();
      if (kind != OptKind::Upcast && kind != OptKind::Unroll &&
          kind != OptKind::Tile && kind != OptKind::Local &&
          kind != OptKind::Group && kind != OptKind::Carry)
        continue;
      int64_t amount = opt.getAmount();
      for (int64_t other : {amount / 2, amount * 2, amount - 1, amount + 1,
                            amount - 2, amount + 2, amount / 4, amount * 4}) {
        if (other < 2)
          continue;
        OptList list(opts);
        list[position] = OptAttr::get(opt.getContext(), kind, opt.getAxis(),
                                      other, opt.getOperand(), opt.getAxes());
        edits.push_back(std::move(list));
      }
    }
  }

  void drop() {
    for (unsigned i = 0; i < opts.size(); ++i) {
      OptList list(opts);
      list.erase(list.begin() + i);
      edits.push_back(std::move(list));
    }
  }

  ArrayRef<OptAttr> opts;
  KernelOp kernel;
  const OptTarget &target;
  bool isGPU;
  SmallVector<RangeOp> ranges;
  SmallVector<OptList> edits;
};
} // namespace

SmallVector<OptList> tinygrad::editOpts(ArrayRef<OptAttr> opts,
                                        KernelOp optimized,
                                        const OptTarget &target) {
  return Editor(opts, optimized, target).run();
}
