//===- Structured.h - a structured op of linalg, read as tensors ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_STRUCTURED_H
#define TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_STRUCTURED_H

#include "ScalarOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {

/// A sum of two axes of the iteration space: where a window reads.
struct WindowAxis {
  unsigned position = 0, place = 0; ///< Iteration axes.
  int64_t stride = 1, dilation = 1;
};

/// One structured op: its iteration space, its operands as tensors over it, and
/// its body as elementwise ops.
class Structured {
public:
  Structured(mlir::linalg::LinalgOp op, mlir::PatternRewriter &rewriter)
      : op(op), b(rewriter, op.getLoc()) {}

  /// Finds the sizes of the iteration space.
  mlir::LogicalResult prepare();

  /// The results, by the most specific of the forms below.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> convert();

  /// Why something failed.
  std::string reason;

private:
  mlir::LogicalResult refuse(const llvm::Twine &why) {
    reason = why.str();
    return mlir::failure();
  }

  // Reading operands: ReadOperands.cpp.
  mlir::LogicalResult findSizes();
  mlir::FailureOr<mlir::Value> read(mlir::Value operand, mlir::AffineMap map,
                                    llvm::ArrayRef<int64_t> space);
  mlir::FailureOr<mlir::Value> readAxes(mlir::Value operand,
                                        mlir::AffineMap map,
                                        llvm::ArrayRef<int64_t> space);
  mlir::LogicalResult readAxis(mlir::Value &operand, int64_t axis,
                               mlir::AffineExpr expr,
                               std::optional<unsigned> &iterationAxis);
  /// Reads an operand over the axes `space` of the iteration space.
  mlir::FailureOr<mlir::Value> readOperand(mlir::OpOperand &operand,
                                           llvm::ArrayRef<int64_t> space);

  // Bodies: Structured.cpp.
  using Values = llvm::DenseMap<mlir::Value, mlir::Value>;
  mlir::FailureOr<mlir::Value> evaluate(mlir::Value scalar, Values &known,
                                        llvm::ArrayRef<int64_t> space);
  mlir::FailureOr<mlir::Value> evaluateOutside(mlir::Value scalar);
  mlir::FailureOr<mlir::Value> evaluateExtract(mlir::tensor::ExtractOp extract,
                                               Values &known,
                                               llvm::ArrayRef<int64_t> space);
  mlir::FailureOr<mlir::Value> convertResult(unsigned number);
  mlir::FailureOr<mlir::Value> reduce(mlir::Value value, mlir::Operation *by,
                                      mlir::Value init,
                                      llvm::ArrayRef<int64_t> axes);
  mlir::FailureOr<mlir::Value> combineWithInit(mlir::Value value,
                                               mlir::Operation *by,
                                               mlir::OpOperand &init,
                                               llvm::ArrayRef<int64_t> space);
  mlir::FailureOr<mlir::Value> place(mlir::Value value, mlir::AffineMap map,
                                     llvm::ArrayRef<int64_t> space);
  mlir::Operation *matchCombiner(unsigned number, mlir::Value &combined);
  void nameChoices();

  // Searches: Argmax.cpp.
  mlir::FailureOr<mlir::Value> convertArgmax(unsigned number);

  // Products of two operands: Contractions.cpp.
  mlir::FailureOr<mlir::Value> convertProduct(unsigned number);
  mlir::FailureOr<mlir::Value> makeMatmul(mlir::OpOperand &lhs,
                                          mlir::OpOperand &rhs,
                                          mlir::Value left, mlir::Value right);
  mlir::FailureOr<mlir::Value> makeConv(mlir::OpOperand &input,
                                        mlir::OpOperand &filter,
                                        mlir::Value image, mlir::Value kernel);
  mlir::FailureOr<mlir::Value>
  makeMaxPool(mlir::OpOperand &input, mlir::Value reduced, mlir::Operation *by);
  mlir::FailureOr<mlir::Value> evaluateAlone(mlir::Value scalar,
                                             mlir::OpOperand &operand);
  Sizes sizesOf(llvm::ArrayRef<int64_t> axes) const {
    Sizes chosen;
    for (int64_t axis : axes)
      chosen.push_back(sizes[axis]);
    return chosen;
  }

  mlir::linalg::LinalgOp op;
  TensorBuilder b;
  Sizes sizes; ///< Of the iteration space.
  llvm::SmallVector<int64_t> all, parallel, reduction;
};

/// The expression as `stride * d_position + dilation * d_place`.
std::optional<WindowAxis> matchWindow(mlir::AffineExpr expr);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_STRUCTURED_H
