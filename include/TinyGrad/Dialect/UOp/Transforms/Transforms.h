//===- Transforms.h - what the passes of uop share -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_TRANSFORMS_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_TRANSFORMS_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/IR/PatternMatch.h"

namespace tinygrad::uop {

/// Simplifies all index arithmetic, gates and what depends on them: the work of
/// `uop-simplify-index`.
void simplifyKernel(KernelOp kernel);

/// Rewrites every index operand and comparison of indices into its simplest
/// form by the bounds of ranges and variables.
void simplifyIndexOperands(KernelOp kernel);

/// Patterns that fold gates that are always or never true, and ranges of one
/// iteration or none.
void populateFoldGatesPatterns(mlir::RewritePatternSet &patterns);

/// Patterns for conditions and selects: minima and maxima, opposites, ops on
/// two values that one condition selects.
void populateFoldSelectsPatterns(mlir::RewritePatternSet &patterns);
/// Whether `b` holds where the condition `a` does (true), exactly where it does
/// not (false), or neither as far as their ops say.
std::optional<bool> compareConditions(mlir::Value a, mlir::Value b);

/// Folds whatever upstream's folders give the defined meaning: not math
/// functions, nor what overflows to fp8. For drivers with folding disabled.
void populateFoldValuesPatterns(mlir::RewritePatternSet &patterns);

/// Patterns that take the one iteration of a reduce that is not zero, where a
/// comparison with the range's index says which.
void populateCollapseRangesPatterns(mlir::RewritePatternSet &patterns);

/// What opts may assume of the machine.
struct OptTarget {
  bool isGPU = false;
  llvm::StringRef chip = ""; ///< For its matrix units; may be empty.
  /// As the option of uop-optimize: 0 none, 1 those of the chip, 2 tiles only.
  unsigned matrixUnits = 1;

  OptTarget(bool isGPU) : isGPU(isGPU) {}
  OptTarget(bool isGPU, llvm::StringRef chip, unsigned matrixUnits)
      : isGPU(isGPU), chip(chip), matrixUnits(matrixUnits) {}
};

/// Applies opts in order to a kernel in expression form, as `uop-optimize` does
/// with those in its attribute. Says why one of them is refused; those before
/// it are then applied.
std::string applyOpts(KernelOp kernel, llvm::ArrayRef<OptAttr> opts,
                      const OptTarget &target);

/// What the cost model knows of a processor.
struct MachineModel {
  int64_t vectorBits, vectorRegisters, l1Bytes, l2Bytes;
};

/// The cost of `kernel` with `opts`, about, in issue slots of the processor;
/// nothing where the model cannot tell.
std::optional<double> estimateOpts(KernelOp kernel,
                                   llvm::ArrayRef<OptAttr> opts,
                                   const MachineModel &machine);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_TRANSFORMS_H
