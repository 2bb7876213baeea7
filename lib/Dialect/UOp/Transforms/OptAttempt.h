//===- OptAttempt.h - opts tried on a copy of a kernel ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each opt is applied when it is chosen, so that the ids of axes are those that
// it makes, and a refusal ends the attempt.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTATTEMPT_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTATTEMPT_H

#include "OptHeuristic.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "mlir/IR/OwningOpRef.h"

namespace tinygrad::uop {

/// A copy of a kernel and the opts that were applied to it.
class OptAttempt {
public:
  OptAttempt(KernelOp kernel, const GPUHeuristicTarget &target)
      : copy(mlir::cast<KernelOp>(kernel->clone())),
        target(/*isGPU=*/true, target.chip, target.matrixUnits),
        sharedBytes(target.sharedBytes) {}
  OptAttempt(KernelOp kernel, const OptTarget &target)
      : copy(mlir::cast<KernelOp>(kernel->clone())), target(target) {}

  KernelOp getKernel() { return *copy; }

  bool apply(OptAttr opt, llvm::StringRef reason);

  bool apply(OptKind kind, int64_t axis, int64_t amount,
             llvm::StringRef reason) {
    return apply(OptAttr::get(copy->getContext(), kind, axis, amount), reason);
  }

  /// Splits `axis`, unless by 1; returns the id of the inner part, or -1.
  int64_t split(OptKind kind, int64_t axis, int64_t amount,
                llvm::StringRef reason) {
    int64_t id = copy->getFreeRangeId();
    return amount > 1 && apply(kind, axis, amount, reason) ? id : -1;
  }

  RangeOp find(int64_t id);

  /// The size of an axis; 0 where it is not constant.
  int64_t getSize(int64_t id) {
    RangeOp range = find(id);
    return range && !range.getSize() ? range.getStaticSize() : 0;
  }

  /// Rounds a size up to a multiple of `tile`, if it is worth that: of several
  /// tiles, up to `most`, where they would not share a workgroup else and that
  /// adds little. A variable one is rounded up where its bound has many tiles.
  bool pad(int64_t axis, int64_t tile, int64_t most = 1);

  /// Of how many iterations the size of an axis is known to be a multiple: of
  /// itself where it is constant, else of what `pad` made it.
  int64_t getMultiple(int64_t axis);

  /// The workgroups that the output axes are.
  int64_t getBlocks();

  /// Keeps what the loads of the reduce read for all threads and the reduce
  /// axes in `kept`, each row-major along its source, if there is memory.
  void stageOperands(llvm::ArrayRef<int64_t> kept);

  /// Memory of the workgroup that the stages take.
  int64_t getSharedBytes();

  bool failed = false;
  llvm::SmallVector<ChosenOpt> opts;

private:
  bool padVariable(RangeOp range, int64_t tile, int64_t most);

  mlir::OwningOpRef<KernelOp> copy;
  llvm::DenseMap<int64_t, int64_t> multiples; ///< Of variable sizes.
  OptTarget target;
  int64_t sharedBytes = 0;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTATTEMPT_H
