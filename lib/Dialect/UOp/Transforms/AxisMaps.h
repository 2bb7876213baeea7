//===- AxisMaps.h - axes before and after opts ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_AXISMAPS_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_AXISMAPS_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace tinygrad::uop {

/// Follows what opts do to the axes of a kernel: each axis that there is after
/// them as an expression over those that there were before, and the other way
/// around. The dimensions of the expressions are ids.
class AxisMaps {
public:
  explicit AxisMaps(KernelOp kernel);

  /// Follows `opt`, which is applied to `kernel` next. False for an opt that
  /// does something else to axes than splitting, merging and swapping them.
  bool follow(KernelOp kernel, OptAttr opt);

  /// An axis of before over the axes of now, by id.
  mlir::AffineExpr getOld(int64_t id) const { return oldAxes.at(id); }
  /// An axis of now over the axes of before.
  mlir::AffineExpr getNew(int64_t id) const { return newAxes.at(id); }
  /// Whether the present axis `id` is made of old ones: a stage's are not.
  bool isKnown(int64_t id) const { return newAxes.count(id) != 0; }

private:
  void split(int64_t axis, int64_t amount, int64_t part);
  void merge(int64_t outer, int64_t inner, int64_t size);
  void swap(int64_t axis, int64_t other);
  void replace(const llvm::DenseMap<mlir::AffineExpr, mlir::AffineExpr> &map);

  mlir::MLIRContext *context;
  std::map<int64_t, mlir::AffineExpr> oldAxes, newAxes;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_AXISMAPS_H
