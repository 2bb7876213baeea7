//===- GPUTranspose.cpp - opts for transposes -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GPUTranspose.h"
#include "OptAttempt.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelWork.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {

/// A tile is as many elements wide and high; each thread has some under each
/// other.
constexpr int64_t kSide = 32, kNear = 4;

struct Transpose {
  unsigned lane = 0; ///< The axis along which the kernel stores.
  unsigned row = 0;  ///< The one along which the operands are contiguous.
  SmallVector<int64_t> operands;
};

/// Finds the axis along which all stores are contiguous, and loads that are
/// contiguous along one other axis.
std::optional<Transpose> findTranspose(const KernelWork &work) {
  Transpose found;
  if (work.nests.size() != 1 || !work.nests[0].reduces.empty() ||
      work.stagedAxes.any())
    return std::nullopt;
  ArrayRef<KernelWork::Access> accesses = work.nests[0].accesses;
  auto getContiguous = [&](const KernelWork::Access &access) {
    int axis = -1;
    for (auto [number, stride] : llvm::enumerate(access.strides))
      if (access.axes.test(number) && stride == 1)
        axis = number;
    return axis;
  };
  int lane = -1, row = -1;
  for (const KernelWork::Access &access : accesses)
    if (access.isStore) {
      int own = getContiguous(access);
      if (own < 0 || (lane >= 0 && lane != own))
        return std::nullopt;
      lane = own;
    }
  for (const KernelWork::Access &access : accesses) {
    if (access.isStore || lane < 0 || !access.axes.test(lane))
      continue;
    int own = getContiguous(access);
    if (own < 0 || own == lane)
      continue;
    if (row >= 0 && row != own)
      return std::nullopt;
    row = own;
    found.operands.push_back(access.operand);
  }
  auto isLong = [&](int axis) {
    return axis >= 0 && !work.axes[axis].isDynamic &&
           work.axes[axis].size >= kSide;
  };
  if (!isLong(lane) || !isLong(row))
    return std::nullopt;
  found.lane = lane;
  found.row = row;
  return found;
}
} // namespace

SmallVector<ChosenOpt>
tinygrad::uop::chooseTransposeOpts(KernelOp kernel,
                                   const GPUHeuristicTarget &target) {
  KernelWork work(kernel);
  OptAttempt attempt(kernel, target);
  if (target.threads < kSide * kSide / kNear ||
      !llvm::all_of(
          work.mergeContiguous(),
          [&](auto axes) {
            return attempt.apply(OptKind::Merge, axes.first, axes.second,
                                 "contiguous in every access");
          }))
    return {};
  std::optional<Transpose> transpose = findTranspose(work);
  if (!transpose)
    return {};
  int64_t lane = work.axes[transpose->lane].id;
  int64_t row = work.axes[transpose->row].id;
  int64_t near = attempt.split(OptKind::Upcast, row, kNear,
                               "rows of a tile for each thread");
  int64_t rows =
      attempt.split(OptKind::Local, row, kSide / kNear, "rows of a tile");
  int64_t lanes = attempt.split(OptKind::Local, lane, kSide,
                                "threads that write neighbours");
  // A stage puts a load before those that come later.
  llvm::sort(transpose->operands, std::greater<int64_t>());
  for (int64_t operand : transpose->operands)
    attempt.apply(OptAttr::get(kernel.getContext(), OptKind::Stage, -1, 0,
                               operand, {lanes, rows, near}),
                  "threads read neighbours into a tile");
  if (attempt.failed || attempt.getSharedBytes() > target.sharedBytes)
    return {};
  return attempt.opts;
}
