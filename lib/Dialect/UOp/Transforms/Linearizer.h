//===- Linearizer.h - builds a kernel's loops ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_LINEARIZER_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_LINEARIZER_H

#include "TinyGrad/Dialect/UOp/Analysis/LoopScopes.h"
#include "VectorPieces.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace tinygrad::uop {

/// A gate that leaves out what lies beyond the edges of tiles.
struct LoadEdges {
  /// Of a dimension, how many of its first positions are inside.
  llvm::SmallVector<std::pair<int64_t, mlir::Value>, 2> bounds;
  llvm::SmallVector<mlir::Value, 1> conditions; ///< Of all elements.
  mlir::Attribute other;                        ///< What is read outside.
};

/// For each leading position of `shape`, in row-major order, the position of
/// the result of reducing `dims`.
llvm::SmallVector<size_t> getResultPositions(llvm::ArrayRef<int64_t> shape,
                                             llvm::ArrayRef<int64_t> dims);

/// For each position of the transposed shape, the position of `shape`.
llvm::SmallVector<size_t> getTransposePositions(llvm::ArrayRef<int64_t> shape,
                                                llvm::ArrayRef<int64_t> order);

/// `lhs * rhs + sum` of floats, rounded once where the machine can.
mlir::Value buildMultiplyAdd(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value lhs, mlir::Value rhs, mlir::Value sum);

/// How a scan's value is taken apart.
struct ScanShape {
  ScanShape(ScanOp op, const WantedForms &forms);

  /// Lanes, and whether the scan goes across them.
  bool asLanes = false, acrossLanes = false;
  llvm::SmallVector<Chunk, 4> chunks; ///< Of the lanes, if there are.
  /// The leading positions in the order of the points, and for each position
  /// the number of what is combined there.
  llvm::SmallVector<size_t> order = {0}, states = {0};
  size_t numStates = 1;
};

/// What a scan has combined so far.
struct RunningScan {
  RangeOp first; ///< The outermost loop that is scanned, if there is one.
  Pieces pieces;
  /// Loops between the scanned ones and the scan, with their sizes at most; if
  /// any, the pieces lie in memory, `placeSize` elements for each point.
  llvm::SmallVector<std::pair<RangeOp, int64_t>> places;
  mlir::Value memory;
  int64_t placeSize = 0;
};

/// Builds the linear form of a kernel in a new block beside the old one.
class Linearizer {
public:
  /// `laneRegisters` as the option of the pass.
  Linearizer(KernelOp kernel, const RangeScopes &ranges, int64_t laneRegisters)
      : kernel(kernel), laneRegisters(laneRegisters), scopes(kernel, ranges),
        forms(kernel), builder(kernel.getContext()) {}
  mlir::LogicalResult run();

private:
  // Linearize.cpp: loops and reduces.
  mlir::LogicalResult emitScope(LoopScope &scope);
  mlir::LogicalResult emitOp(mlir::Operation *op);
  /// The loops from `scope` on, around `emitInnermost`, which gets and returns
  /// the values that the loops carry.
  mlir::FailureOr<Pieces>
  emitChain(LoopScope *scope, mlir::Location loc, mlir::ValueRange carried,
            llvm::function_ref<mlir::FailureOr<Pieces>(mlir::ValueRange)>
                emitInnermost);
  mlir::LogicalResult emitReduce(ReduceOp op);
  void maskLanes(ReduceOp op, llvm::ArrayRef<Chunk> chunks,
                 llvm::MutableArrayRef<mlir::Value> rows);
  Pieces reduceRows(ReduceOp op, size_t numChunks, mlir::ValueRange rows);
  bool foldsLanes(mlir::Type element, size_t count,
                  llvm::ArrayRef<Chunk> chunks) const;
  Pieces combine(ReduceOp op, bool asLanes, bool folds,
                 mlir::ValueRange carried);
  // LinearizeScan.cpp: scans.
  mlir::LogicalResult findScans();
  /// Starts the scans of which `range` is the first; gives those whose pieces
  /// its loop carries.
  llvm::SmallVector<ScanOp> beginScans(RangeOp range);
  Pieces getScanStart(ScanOp op);
  void fillScanMemory(ScanOp op);
  mlir::Value getScanPlace(ScanOp op);
  mlir::LogicalResult emitScan(ScanOp op);
  // LinearizeMma.cpp: products of tiles.
  mlir::LogicalResult emitMma(MmaOp op);

  // LinearizeVectors.cpp: values.
  mlir::LogicalResult emitValue(mlir::Operation *op);
  void emitElementwise(mlir::Operation *op, bool asLanes);
  void emitConstant(mlir::arith::ConstantOp op);
  /// Records the pieces of `old` in one form and makes the other if wanted.
  void define(mlir::Value old, Pieces pieces, bool asLanes);
  mlir::Value getScalar(mlir::Value old) const {
    return mapping.lookupOrNull(old);
  }
  llvm::ArrayRef<mlir::Value> getPieces(mlir::Value old, bool asLanes) const;
  /// The piece at `position`; the value itself for a scalar.
  mlir::Value getPiece(mlir::Value old, bool asLanes, size_t position) const;

  // LinearizeAccesses.cpp: loads, stores, stages and scratch.
  mlir::LogicalResult emitLoad(LoadOp op);
  void emitStore(StoreOp op);
  mlir::LogicalResult emitStage(StageOp op);
  mlir::Value buildMemory(mlir::Location loc, mlir::MemRefType type);
  /// The lanes of a stage's value in the order of its places.
  Pieces getStagedPieces(mlir::Value value);
  /// Defines the pieces of a load, under its gate if `isGated`.
  void emitVectorLoad(LoadOp op, bool isGated);
  Pieces emitLoadPieces(LoadOp op, bool asLanes, bool isGated);
  size_t countReads(LoadOp op) const;
  // ShuffledLoads.cpp: loads whose lanes are a few elements apart.
  mlir::Value emitShuffledLoad(mlir::Location loc, mlir::Value buffer,
                               mlir::Value index, mlir::VectorType type,
                               int64_t step, mlir::Value gate,
                               mlir::Value other, mlir::Value valid);
  /// The same of lanes that run backwards, from the one at `index` on.
  mlir::Value emitReversedLoad(mlir::Location loc, mlir::Value buffer,
                               mlir::Value index, mlir::VectorType type,
                               mlir::Value gate, mlir::Value other,
                               mlir::Value valid);
  // RegisterTranspose.cpp: loads whose lanes are a dimension that is strided.
  /// Defines the lanes of `op`, if it is one.
  bool emitTransposedLoad(LoadOp op, bool isGated);
  Pieces emitTransposedPieces(LoadOp op, int64_t dim, const LoadEdges *edges);
  mlir::Value emitRow(LoadOp op, mlir::VectorType row, mlir::Value index,
                      int64_t dim, llvm::ArrayRef<int64_t> positions,
                      const LoadEdges *edges);
  /// Stores lanes along the dimension `dim`, in which they lie in memory.
  void emitTransposedStore(StoreOp op, int64_t dim);
  mlir::Value buildFullCondition(mlir::Location loc,
                                 llvm::ArrayRef<int64_t> shape,
                                 const LoadEdges &edges);
  mlir::Value emitGatedLoad(mlir::Location loc, mlir::Value buffer,
                            mlir::Value index, mlir::Type type,
                            mlir::Value gate, mlir::Value other,
                            mlir::Value valid);
  void emitStorePiece(mlir::Location loc, mlir::Value value, mlir::Value buffer,
                      mlir::Value index, mlir::Value gate, mlir::Value valid);
  mlir::Value getPlace(mlir::Location loc, mlir::Value index, bool asLanes,
                       size_t position, int64_t offset);

  mlir::Value getIndex(mlir::Location loc, int64_t value);

  KernelOp kernel;
  int64_t laneRegisters;
  LoopScopes scopes;
  WantedForms forms;
  mlir::OpBuilder builder;
  mlir::Block *block = nullptr; ///< The new block.
  mlir::IRMapping mapping;      ///< Of scalars and buffers.
  llvm::DenseMap<mlir::Value, Pieces> lanesOf, scalarsOf;
  llvm::DenseMap<mlir::Operation *, RunningScan> scans;
  /// The scans of each range.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<ScanOp, 1>> scansOf;
  /// What the last of several blocks alone stores.
  llvm::SmallVector<mlir::scf::IfOp> lastBlocks;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_LINEARIZER_H
