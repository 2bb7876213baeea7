//===- Evaluators.h - the interpreter's families of ops ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_REFERENCE_EVALUATORS_H
#define TINYGRAD_LIB_REFERENCE_EVALUATORS_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Support/HostTensor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>

namespace tinygrad::reference {

using Shape = std::vector<int64_t>;

/// Tensors are immutable once computed, and shared.
using TensorPtr = std::shared_ptr<const HostTensor>;

/// What an evaluator sees of one op.
struct Call {
  mlir::Operation *op;
  llvm::ArrayRef<TensorPtr> operands; ///< The tensor operands, in order.
  /// The value of an index operand or attribute of the op.
  llvm::function_ref<mlir::FailureOr<int64_t>(mlir::OpFoldResult)> index;

  const HostTensor &operand(unsigned i) const { return *operands[i]; }
  mlir::InFlightDiagnostic error() const { return op->emitOpError(); }
  /// The DType of the op's first result.
  DType resultType() const;
  /// A tensor of zeros of the first result's type; an error if it is too large.
  mlir::FailureOr<HostTensor> makeResult(Shape shape) const;
  /// The values of a list of sizes.
  mlir::FailureOr<Shape> indices(llvm::ArrayRef<mlir::OpFoldResult> list) const;
};

using Result = mlir::FailureOr<HostTensor>;

/// Each gives nothing for an op that is not of its family.
std::optional<Result> evaluateElementwise(const Call &call);
std::optional<Result> evaluateFunction(const Call &call);
std::optional<Result> evaluateMovement(const Call &call);
std::optional<Result> evaluateReduce(const Call &call);
std::optional<Result> evaluateSummary(const Call &call);
std::optional<Result> evaluateContraction(const Call &call);
std::optional<Result> evaluateComposite(const Call &call);
std::optional<Result> evaluateNN(const Call &call);
std::optional<Result> evaluateCreation(const Call &call);

//===----------------------------------------------------------------------===//
// Walking shapes
//===----------------------------------------------------------------------===//

/// Number of elements of a shape that is known to be in range.
inline int64_t countOf(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

/// The position of an index in row-major order.
inline int64_t positionOf(llvm::ArrayRef<int64_t> index,
                          llvm::ArrayRef<int64_t> shape) {
  int64_t position = 0;
  for (size_t i = 0; i < shape.size(); ++i)
    position = position * shape[i] + index[i];
  return position;
}

/// Calls `body` with each index of `shape`, in row-major order.
inline void
forEachIndex(llvm::ArrayRef<int64_t> shape,
             llvm::function_ref<void(llvm::ArrayRef<int64_t>)> body) {
  Shape index(shape.size(), 0);
  for (int64_t left = countOf(shape); left > 0; --left) {
    body(index);
    for (size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis])
        break;
      index[axis] = 0;
    }
  }
}

/// A shape for a message: [2, 3].
std::string toString(llvm::ArrayRef<int64_t> shape);

//===----------------------------------------------------------------------===//
// Arithmetic that several families share
//===----------------------------------------------------------------------===//

/// The larger or smaller of two numbers; a NaN wins, and +0 is larger than -0.
double maximum(double a, double b);
double minimum(double a, double b);

/// Compares integers of `type`, whose ui64 are kept as their bits.
bool lessThan(int64_t a, int64_t b, DType type);

} // namespace tinygrad::reference

#endif // TINYGRAD_LIB_REFERENCE_EVALUATORS_H
