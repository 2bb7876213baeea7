//===- OptApplication.h - one opt on its kernel -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTAPPLICATION_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTAPPLICATION_H

#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tinygrad::uop {

inline bool isReduceAxis(AxisType axis) { return axis == AxisType::Reduce; }

inline bool isOutputAxis(AxisType axis) {
  return axis == AxisType::Global || axis == AxisType::Loop;
}

/// The reason why an opt is refused, written piece by piece where a result is
/// returned.
class Refusal {
public:
  explicit Refusal(std::string &text) : text(text) {}
  template <typename T> Refusal &operator<<(const T &part) {
    llvm::raw_string_ostream(text) << part;
    return *this;
  }
  operator mlir::LogicalResult() const { return mlir::failure(); }
  template <typename T> operator mlir::FailureOr<T>() const {
    return mlir::failure();
  }

private:
  std::string &text;
};

/// One opt on its kernel: the checks that make it legal, then the change.
class OptApplication {
public:
  OptApplication(KernelOp kernel, OptAttr opt, const OptTarget &target)
      : kernel(kernel), opt(opt), target(target), isGPU(target.isGPU) {}

  /// Why the opt does not fit, after a failure.
  const std::string &getReason() const { return reason; }

  mlir::LogicalResult run();

private:
  Refusal fail() { return Refusal(reason); }
  bool isSupported();
  std::string describe(RangeOp axis);
  /// The ranges that the opt lists.
  mlir::FailureOr<mlir::SmallVector<RangeOp>> getAxes();

  // What an opt must not break (OptChecks.cpp).

  /// Sums of blocks are kept for the axes as they are.
  mlir::LogicalResult checkNoSums();
  /// An axis that a stage closes has a place in memory for each of its points.
  mlir::LogicalResult checkNotStaged();
  /// The points of a scanned axis are in order, in one thread.
  mlir::LogicalResult checkNotScanned(RangeOp axis);
  /// The new inner axis is inside of all loops.
  mlir::LogicalResult checkScanned();
  /// Products in tiles and sums of blocks are computed in an order of their
  /// own.
  mlir::LogicalResult checkNoScans();
  /// Beyond the size a stage has no places, but behind its end.
  mlir::LogicalResult checkStaged(int64_t amount);
  /// A tile that the workgroup fills is shared among the threads that there
  /// are.
  mlir::LogicalResult checkThreads();
  /// After a swap, the loops of each scan are in the order of its ranges.
  mlir::LogicalResult checkScanOrder();
  /// The size of the new inner range, or nothing after an error.
  mlir::FailureOr<int64_t> getSplit();
  /// Elements of the largest vector of `op`, in whose scope the range is, were
  /// the range split by `amount`.
  int64_t countElements(mlir::Operation *op, mlir::ArrayRef<RangeOp> scope,
                        int64_t amount);
  /// Elements of the largest vector, were the range split by `amount`.
  int64_t countElements(int64_t amount);

  // Opts that split, order or bind the loops (OptLoops.cpp).

  mlir::LogicalResult vectorize(mlir::StringRef wanted, bool isWanted,
                                AxisType type);
  mlir::LogicalResult tile();
  /// Threads of a workgroup for an output axis, or to fill a stage together.
  mlir::LogicalResult local();
  /// Threads of a workgroup that share a reduce.
  mlir::LogicalResult group();
  /// An output axis that a workgroup goes through itself.
  mlir::LogicalResult loop();
  mlir::LogicalResult thread();
  mlir::LogicalResult pad();
  mlir::LogicalResult swap();
  mlir::LogicalResult merge();

  // Opts on memory: blocks of sums, tiles of operands, stores (Opts.cpp).

  mlir::LogicalResult carry();
  /// What a store writes is not read again, and does not go into the caches.
  mlir::LogicalResult stream();
  mlir::LogicalResult stage();

  // Products by matrix units (OptMatrixUnit.cpp).

  /// The axes of a product, by a unit of the chip or as it would have them.
  mlir::LogicalResult matrixUnit();

  KernelOp kernel;
  OptAttr opt;
  const OptTarget &target;
  bool isGPU;
  RangeOp range;
  std::string reason;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTAPPLICATION_H
