//===- MatrixTiling.h - a reduce done by a matrix unit ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_MATRIXTILING_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_MATRIXTILING_H

#include "MatrixTile.h"

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tinygrad::uop {

/// One operand of the product: the value that the unit takes.
struct TileOperand {
  mlir::Value value;
  llvm::SmallVector<mlir::Operation *>
      slice; ///< What makes it and varies over its tile.

  // Where the factor is bytes and what is added to them:
  mlir::Value factor;
  mlir::Value offset;        ///< The same along the sum; null for nothing,
  bool isSubtracted = false; ///< and whether it is taken off.
  bool isFlipped = false;    ///< The unit takes bytes of the other sign.
  bool isUnsigned = false;   ///< As the unit takes them.

  bool hasOffset() const { return offset || isFlipped; }
};

/// The change of one reduce and, before it, the checks that make it legal.
class MatrixTiling {
public:
  MatrixTiling(RangeOp m, RangeOp n, RangeOp k, const MatrixUnit &unit,
               const MatrixTileOptions &options)
      : m(m), n(n), k(k), unit(unit), options(options),
        kernel(m->getParentOfType<KernelOp>()), scopes(kernel),
        builder(kernel.getContext()) {}

  std::string run() {
    if (std::string reason = check(); !reason.empty())
      return reason;
    apply();
    return "";
  }

private:
  std::string check();
  std::string checkAxes();
  std::string findProduct();
  std::string findOperand(mlir::Value factor, RangeOp own, RangeOp other,
                          TileOperand &operand);
  // MatrixOffsets.cpp: bytes of any signs, and what is added to them.
  std::string findBytes(mlir::Value factor, RangeOp own, TileOperand &operand);
  std::string checkSizes();
  std::string checkVectors();
  std::string checkSums();
  /// Whether the unit is one of a processor's thread.
  bool isOfOneThread() const { return unit.getNumLanes() == 1; }
  bool isOfIntegers() const {
    return isOfOneThread() && unit.sums == UnitType::I32;
  }

  bool variesOver(mlir::Value value, RangeOp range) const {
    return llvm::is_contained(scopes.getOpen(value), range);
  }

  void apply();
  llvm::SmallVector<mlir::Value> createRanges(llvm::ArrayRef<TileDigit> digits,
                                              AxisType axis);
  mlir::Value createIndex(RangeOp range, TileDim dim, const Fragment &fragment,
                          llvm::ArrayRef<mlir::Value> registers);
  mlir::Value cloneOperand(const TileOperand &operand, RangeOp own, TileDim dim,
                           const Fragment &fragment,
                           llvm::ArrayRef<mlir::Value> registers);
  mlir::Value cloneSlice(llvm::ArrayRef<mlir::Operation *> slice,
                         mlir::Value value, mlir::IRMapping &mapping);
  mlir::Value roundToTF32(mlir::Value value);
  llvm::SmallVector<mlir::Value> createRegisters(const Fragment &fragment,
                                                 AxisType axis);
  // MatrixOffsets.cpp
  mlir::Value flip(mlir::Value bytes);
  mlir::Value extend(const TileOperand &operand, mlir::Value bytes,
                     mlir::Type type);
  mlir::Value buildOffset(const TileOperand &operand);
  mlir::Value buildSums(const TileOperand &operand, RangeOp own, bool asTaken);
  mlir::Value addOffsets(mlir::Value result);
  void splitRange(RangeOp range, TileDim dim);

  RangeOp m, n, k;
  const MatrixUnit &unit;
  MatrixTileOptions options;
  KernelOp kernel;
  RangeScopes scopes;
  mlir::OpBuilder builder;

  ReduceOp reduce;
  TileOperand lhs, rhs, gate;
  llvm::SmallVector<mlir::Value> lanes;
  /// The ops that make indices of tiles, which use the ranges themselves.
  llvm::SmallPtrSet<mlir::Operation *, 8> own;
};

/// How messages name an axis and a type.
std::string getName(RangeOp range);
std::string toText(mlir::Type type);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_MATRIXTILING_H
