//===- VectorPieces.h - vectors as 1-D vectors or scalars ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine has vector registers and scalars. A vector of any rank becomes
// either *lanes*, 1-D vectors of its last dimension per position of the others
// (of a power of two lanes, as LLVM takes others apart), or
// *scalars*, one per element: an operand that is broadcast along the lanes of
// another, as the left matrix of a product, is never a vector. Which of the two
// (or both) a value is follows from its uses. Dimensions other than the last
// thus disappear here, and with them transposes and inserts.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_VECTORPIECES_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_VECTORPIECES_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace tinygrad::uop {

using Pieces = llvm::SmallVector<mlir::Value>;

/// The forms in which a value is wanted.
struct Wanted {
  bool lanes = false, scalars = false;
  bool any() const { return lanes || scalars; }
  Wanted &operator|=(Wanted other) {
    lanes |= other.lanes;
    scalars |= other.scalars;
    return *this;
  }
};

/// How a reduce combines, where an op before it is done along with it.
struct Contraction {
  mlir::arith::SelectOp select; ///< Of the value and the identity.
  mlir::arith::MulFOp product;  ///< Added with one rounding.
};

/// Decides the forms of all vectors of a kernel in expanded form.
class WantedForms {
public:
  explicit WantedForms(KernelOp kernel);

  Wanted get(mlir::Value value) const { return wanted.lookup(value); }
  /// What `reduce` does along with its combination.
  Contraction getContraction(ReduceOp reduce) const {
    return contractions.lookup(reduce);
  }
  /// True for an op that a reduce does along with its combination.
  bool isAbsorbed(mlir::Operation *op) const { return absorbed.contains(op); }

private:
  void visit(mlir::Operation *op);
  void want(mlir::Value value, Wanted forms);
  void findContraction(ReduceOp reduce);

  llvm::DenseMap<mlir::Value, Wanted> wanted;
  llvm::DenseMap<mlir::Operation *, Contraction> contractions;
  llvm::DenseSet<mlir::Operation *> absorbed;
};

/// True where the elements of a vector access lie side by side.
bool isContiguous(mlir::VectorType type, mlir::DenseI64ArrayAttr strides);
/// True for a load that becomes gathers when it is wanted as lanes.
bool isGather(LoadOp load);

/// The widest constant step from lane to lane over which registers are read
/// whole and shuffled.
constexpr int64_t kMaxShuffledStep = 4;
/// The step from lane to lane of `load`, where its lanes are shuffled out of
/// the registers that hold them (ShuffledLoads.cpp).
std::optional<int64_t> getShuffledStep(LoadOp load);
/// Whether the lanes of `load` run backwards, one element at a time.
bool isReversed(LoadOp load);
/// True for a load that is read as lanes where it is wanted so.
bool isLaneLoad(LoadOp load);

/// Whether `scan` goes across the lanes of its value, from one to the next.
bool scansLanes(ScanOp scan);

/// The dimension along which the elements of an access lie side by side, where
/// that is not the last one and square blocks of registers hold them: whole
/// ones, or a part of one.
std::optional<int64_t> getTransposedDim(LoadOp load);
std::optional<int64_t> getTransposedDim(StoreOp store);

/// Rows that are interleaved at once, at most.
constexpr int64_t kMaxInterleaved = 4;
/// The transpose that makes `value` of 2 or 4 rows, whose elements come one
/// from each row in turn: registers are interleaved instead. Null for others.
mlir::vector::TransposeOp getInterleaved(mlir::Value value);

/// Lanes of the widest registers around, for what most kernels compute on.
constexpr int64_t kRegisterLanes = 16;

/// The shape of a value: empty for a scalar.
llvm::ArrayRef<int64_t> getShapeOf(mlir::Value value);
/// The number of lanes of a vector value: its last dimension.
int64_t getLanes(mlir::Value value);

/// The part of a last dimension that is one 1-D vector of `size` lanes. Where
/// `valid` is less, the lanes beyond hold anything, but never reach memory.
struct Chunk {
  int64_t offset, size, valid;
};
/// The parts of a last dimension of `lanes`: powers of two, the largest first,
/// as few registers as will do.
llvm::SmallVector<Chunk, 4> getChunks(int64_t lanes);

/// Neighbouring vectors side by side, until they have `lanes` each: a power of
/// two times what they have.
Pieces joinVectors(mlir::OpBuilder &builder, mlir::Location loc, Pieces vectors,
                   int64_t lanes);

/// The lanes of `vectors`, one after the other.
Pieces takeLanes(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::ValueRange vectors);

/// One vector of the elements of 2 or 4 `rows`, one from each in turn.
mlir::Value interleaveVectors(mlir::OpBuilder &builder, mlir::Location loc,
                              Pieces rows);

/// Combines the lanes of each of `rows`, vectors of the same power of two of
/// lanes: vectors of totals in the order of the rows, a power of two in each.
/// Empty where the number of rows is odd, or nothing is gained.
Pieces combineRows(mlir::OpBuilder &builder, mlir::Location loc,
                   ReduceKind kind, Pieces rows);

/// The mask of the valid lanes of `chunk`; null where all are.
mlir::Value buildValidMask(mlir::OpBuilder &builder, mlir::Location loc,
                           Chunk chunk);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_VECTORPIECES_H
