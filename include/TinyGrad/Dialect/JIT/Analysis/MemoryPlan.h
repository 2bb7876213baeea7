//===- MemoryPlan.h - where buffers lie in arenas ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_ANALYSIS_MEMORYPLAN_H
#define TINYGRAD_DIALECT_JIT_ANALYSIS_MEMORYPLAN_H

#include "TinyGrad/Dialect/JIT/Analysis/Dependencies.h"

namespace tinygrad::jit {

/// Buffers in an arena start at multiples of this many bytes.
inline constexpr int64_t arenaAlignment = 64;

/// When the memory of a buffer is in use: from its first to its last item, both
/// included, once by position in the list and once by level of the graph.
struct Lifetime {
  unsigned firstItem = 0, lastItem = 0;
  unsigned firstLevel = 0, lastLevel = 0;

  /// Whether the two may not share memory. Apart in the list is what
  /// correctness needs; apart in the levels too keeps items side by side that
  /// nothing but shared memory would order.
  bool overlaps(const Lifetime &other, bool byLevel) const {
    bool inList = firstItem <= other.lastItem && other.firstItem <= lastItem;
    bool inLevels =
        firstLevel <= other.lastLevel && other.firstLevel <= lastLevel;
    return inList || (byLevel && inLevels);
  }
};

/// The lifetime of every memory (not view) that the items touch.
llvm::DenseMap<mlir::Value, Lifetime>
computeLifetimes(const Dependencies &dependencies);

struct PlannedBuffer {
  /// Those that follow each other in place: each is the output of a launch that
  /// reads the one before for the last time.
  llvm::SmallVector<mlir::Value> buffers;
  int64_t bytes = 0;
  Lifetime lifetime;
  int64_t offset = 0;
};

/// The buffers of one arena.
struct PlanOptions {
  /// Keep apart what is in use in one level of the graph.
  bool byLevel = true;
  /// Let outputs take the place of inputs (`jit.in_place`).
  bool inPlace = true;
};

struct ArenaPlan {
  std::string device;
  /// Holds what copies between devices and host functions touch, so that reuse
  /// adds no order between those and the kernels.
  bool isTransferLane = false;
  llvm::SmallVector<PlannedBuffer> buffers;
  int64_t bytes = 0;
  /// The largest sum of buffers in use at one time: no plan needs less.
  int64_t boundBytes = 0;
};

/// Plans the allocations of a function that are its own: not arenas, not
/// returned, and touched by items only. Fails if arenas could exceed 63 bits.
mlir::FailureOr<llvm::SmallVector<ArenaPlan>>
planMemory(mlir::Block &function, const PlanOptions &options);

} // namespace tinygrad::jit

#endif // TINYGRAD_DIALECT_JIT_ANALYSIS_MEMORYPLAN_H
