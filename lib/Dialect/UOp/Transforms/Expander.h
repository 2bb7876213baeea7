//===- Expander.h - upcast and unroll axes become vectors ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_EXPANDER_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_EXPANDER_H

#include "Opts.h"
#include "VectorAxes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tinygrad::uop {

/// Where an access is: an index in which some axes are at a fixed position.
struct Place {
  IndexForm form;
  llvm::SmallVector<std::pair<unsigned, int64_t>, 2> fixed;
};

class Expander {
public:
  explicit Expander(KernelOp kernel)
      : kernel(kernel), axes(kernel), builder(kernel.getContext()),
        values(builder, axes) {}
  mlir::LogicalResult run();

private:
  mlir::LogicalResult expand(mlir::Operation *op);
  mlir::LogicalResult expandElementwise(mlir::Operation *op);
  bool expandCompare(mlir::arith::CmpIOp op);
  mlir::LogicalResult expandReduce(ReduceOp op);
  mlir::LogicalResult expandScan(ScanOp op);
  mlir::LogicalResult expandMma(MmaOp op);
  mlir::LogicalResult expandStage(StageOp op);
  void expandLoad(LoadOp op);
  void expandStore(StoreOp op);

  Expanded get(mlir::Value value);
  Expanded evaluate(mlir::Location loc, const Place &place,
                    mlir::AffineExpr expr);
  Expanded evaluateLeaf(mlir::Location loc, const Place &place,
                        mlir::AffineExpr leaf);
  mlir::Value getBase(mlir::Location loc, const IndexForm &form,
                      mlir::AffineExpr expr);
  AxisSteps getPlaceSteps(const Place &place, mlir::AffineExpr expr);
  Place fix(mlir::Location loc, Place place, unsigned axis, int64_t at);
  std::optional<unsigned> getSeparateAxis(const Place &place,
                                          llvm::ArrayRef<unsigned> over);

  mlir::Value buildLoad(LoadOp op, const Place &place, const Expanded &gate,
                        const Expanded &other, llvm::ArrayRef<unsigned> over);
  void buildStore(StoreOp op, const Place &place, const Expanded &value,
                  const Expanded &gate, llvm::ArrayRef<unsigned> over);
  /// Index and strides of an access over `over`.
  std::pair<mlir::Value, mlir::DenseI64ArrayAttr>
  buildIndex(mlir::Location loc, const Place &place,
             llvm::ArrayRef<unsigned> over);

  void set(mlir::Operation *op, mlir::Value value,
           llvm::ArrayRef<unsigned> over);
  /// Elements over `list` for each of `elements`, or just more than the limit.
  int64_t countElements(llvm::ArrayRef<unsigned> list,
                        int64_t elements = 1) const;

  KernelOp kernel;
  VectorAxes axes;
  mlir::OpBuilder builder;
  AxisBuilder values;
  llvm::DenseMap<mlir::Value, Expanded> expanded;
};

/// The order that puts `from` into that of `to`, a permutation of it.
llvm::SmallVector<int64_t> getOrder(llvm::ArrayRef<unsigned> from,
                                    llvm::ArrayRef<unsigned> to);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_EXPANDER_H
