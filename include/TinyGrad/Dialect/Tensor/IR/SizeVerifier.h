//===- SizeVerifier.h - checks of sizes that depend on variables *- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_SIZEVERIFIER_H
#define TINYGRAD_DIALECT_TENSOR_IR_SIZEVERIFIER_H

#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "mlir/IR/Operation.h"

namespace tinygrad::tg {

/// Proves facts about sizes for all values of one function's variables. A check
/// that fails reports an error on `op` and says what was expected.
class SizeVerifier {
public:
  explicit SizeVerifier(mlir::Operation *function) : shapes(function) {}

  SymbolicShapes &getShapes() { return shapes; }

  /// `what` names the two: "sizes on axis 1".
  mlir::LogicalResult verifyEqual(mlir::Operation *op, mlir::AffineExpr a,
                                  mlir::AffineExpr b, const llvm::Twine &what);
  /// `what` names the expression: "size on axis 1".
  mlir::LogicalResult verifyAtLeast(mlir::Operation *op, mlir::AffineExpr expr,
                                    int64_t least, const llvm::Twine &what);
  /// `input` has at least one element along each of `axes`.
  mlir::LogicalResult verifyNotEmpty(mlir::Operation *op, mlir::Value input,
                                     llvm::ArrayRef<int64_t> axes);
  /// Sizes are known, not negative, and bounded below 2^63 bytes.
  mlir::LogicalResult verifyTensor(mlir::Operation *op, mlir::Value tensor,
                                   const llvm::Twine &what);

protected:
  SymbolicShapes shapes;
};

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_IR_SIZEVERIFIER_H
