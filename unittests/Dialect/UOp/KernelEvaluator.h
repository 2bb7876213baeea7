//===- KernelEvaluator.h - runs kernels of ranges in the slowest way -*- C++ -*-
//-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets a kernel in expression or optimized form: every store for every
// point of its ranges, everything else on demand. Values are doubles, so tests
// use numbers whose sums are exact. An access outside of its buffer is an
// error.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_UNITTESTS_DIALECT_UOP_KERNELEVALUATOR_H
#define TINYGRAD_UNITTESTS_DIALECT_UOP_KERNELEVALUATOR_H

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <string>
#include <vector>

namespace tinygrad::uop {

class KernelEvaluator {
public:
  /// One vector per buffer, one number per variable, in order of the arguments.
  KernelEvaluator(KernelOp kernel, std::vector<std::vector<double>> &buffers,
                  llvm::ArrayRef<int64_t> variables);

  /// Runs all stores; false (and `error`) if something is not as it should be.
  bool run();
  std::string error;

private:
  double eval(mlir::Value value);
  double evalOp(mlir::Operation *op);
  double evalMma(MmaOp mma);
  double evalReduce(ReduceOp reduce);
  double evalScan(ScanOp scan);
  double getStart(ReduceKind kind);
  void combine(ReduceKind kind, double &result, double value);
  double evalStaged(StageOp stage, double index);
  double &at(mlir::Value buffer, double index);
  int64_t getSize(RangeOp range);
  template <typename Body>
  void forEach(llvm::ArrayRef<RangeOp> ranges, Body body);

  KernelOp kernel;
  RangeScopes scopes;
  std::vector<std::vector<double>> &buffers;
  llvm::DenseMap<mlir::Value, unsigned> bufferOf;
  llvm::DenseMap<mlir::Value, double> environment;
  /// The lane and the register that hold an element of a tile, by its place.
  using Holders =
      std::map<std::pair<int64_t, int64_t>, std::pair<int64_t, int64_t>>;
  std::map<const Fragment *, Holders> holdersOf;
  double nowhere = 0;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_UNITTESTS_DIALECT_UOP_KERNELEVALUATOR_H
