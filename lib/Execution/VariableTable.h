//===- VariableTable.h - what a run computes before its items ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_EXECUTION_VARIABLETABLE_H
#define TINYGRAD_LIB_EXECUTION_VARIABLETABLE_H

#include "TinyGrad/Runtime/Executable.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace tinygrad {

/// Writes index values and affine expressions as variables of an executable,
/// each once: equal symbolic sizes are computed once per run.
class VariableTable {
public:
  VariableTable(rt::ExecutableDescription &description)
      : description(description) {}

  /// The next input variable is the value of `argument`.
  void addInput(mlir::Value argument, rt::InputVar variable);

  /// The variable that holds `value`. Fails, with a diagnostic, if it is not
  /// computed from the inputs by arithmetic that we know.
  mlir::FailureOr<uint32_t> get(mlir::Value value);

  /// The variable that holds the value of `expr`, whose symbols are the
  /// variables `symbols`.
  uint32_t get(mlir::AffineExpr expr, llvm::ArrayRef<uint32_t> symbols);

  uint32_t getConstant(int64_t value);
  uint32_t getSum(uint32_t lhs, uint32_t rhs) {
    return add(rt::DerivedVar::Op::Add, lhs, rhs);
  }

  /// The value of a variable where every input has its upper bound; nothing if
  /// it does not fit.
  std::optional<int64_t> getAtUpperBounds(uint32_t variable) const {
    return upperBounds[variable];
  }

private:
  using Key = std::tuple<rt::DerivedVar::Op, int64_t, uint32_t, uint32_t>;

  uint32_t add(rt::DerivedVar::Op op, uint32_t lhs, uint32_t rhs);
  uint32_t insert(rt::DerivedVar variable);
  mlir::FailureOr<uint32_t> compute(mlir::Operation *op);

  rt::ExecutableDescription &description;
  llvm::DenseMap<mlir::Value, uint32_t> known;
  std::map<Key, uint32_t> derived;
  /// By variable.
  std::vector<std::optional<int64_t>> upperBounds;
};

/// The value of a map of one result at these symbols; nothing if it does not
/// fit.
std::optional<int64_t> evaluateMap(mlir::AffineMap map,
                                   llvm::ArrayRef<int64_t> symbols);

} // namespace tinygrad

#endif // TINYGRAD_LIB_EXECUTION_VARIABLETABLE_H
