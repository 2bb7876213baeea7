//===- RealizeAnalysis.h - which values become buffers -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides, for a function of tg ops, which values become buffers and which are
// recomputed inside the kernels that read them. It changes no IR and names no
// op that computes: all it knows of one is its IndexMapOpInterface.
//
// The values are visited from the results to the arguments. When a value's turn
// comes, every kernel that would read it is known, and with it each index (an
// expression over that kernel's axes) at which it is read. From the indices
// follows how often an element would be computed were the value part of those
// kernels, and what that costs beside storing it.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_ANALYSIS_REALIZEANALYSIS_H
#define TINYGRAD_DIALECT_TENSOR_ANALYSIS_REALIZEANALYSIS_H

#include "TinyGrad/Dialect/Tensor/Analysis/IndexSpace.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tinygrad::tg {

/// The estimates behind the decisions, in scalar operations.
struct RealizeCosts {
  /// Reading an element that lies in a cache or a register.
  static constexpr double kLoad = 1;
  /// Up to here a value that reads no memory is never stored.
  static constexpr double kFromIndices = 4;
  /// Writing an element to memory and fetching it again in another kernel.
  static constexpr double kRoundTrip = 40;
  /// One kernel more to launch.
  static constexpr double kLaunch = 2048;
  /// Work below which a kernel need not be spread over threads.
  static constexpr double kSmallWork = 16384;
  /// Rows that are enough to be spread over threads.
  static constexpr double kEnoughRows = 16;
  /// Iterations up to which a reduce may stand inside another one.
  static constexpr double kTinyNest = 32;
  /// Results of a unit's tile along an axis, at most.
  static constexpr double kTileResults = 128;
  /// Terms from which a reduce gains by tiles of its own.
  static constexpr double kTiledTerms = 16;
  /// How much narrower than an operand of a product what it is made of must be,
  /// and the ops on the way, for it not to be stored.
  static constexpr unsigned kWidening = 2;
  static constexpr double kCheapWidening = 4;
  /// Ops and indices at which they are computed, in one kernel.
  static constexpr unsigned kMaxKernelSize = 400;
  /// Results of one kernel.
  static constexpr unsigned kMaxOutputs = 8;
};

/// Why a value is where it is.
struct RealizeDecision {
  enum Kind {
    Dead,   ///< Nothing needs it.
    Source, ///< In memory already: an argument, a constant, a foreign result.
    View,   ///< Another shape of a value in memory.
    Fused,  ///< Recomputed by the kernels that read it.
    Stored, ///< A kernel's result.
  };
  Kind kind = Dead;
  std::string reason;
  /// Stored to save work or for lack of a common loop, not because it must be.
  bool byChoice = false;
};

/// A kernel: its outputs and the values it reads from memory. An op without an
/// index map counts as a kernel of its own.
struct KernelPlan {
  mlir::Operation *foreign = nullptr;
  llvm::SmallVector<mlir::Value> outputs;
  llvm::SmallVector<mlir::AffineExpr> shape;
  llvm::SetVector<mlir::Value> reads;
  /// Ops in the kernel, counted once per index at which they are computed.
  unsigned size = 0;
  bool reduces = false;
  /// Its one output is an assign: `shape` is that of the part that is written.
  bool assigns = false;
};

class AssignOp;

class RealizeAnalysis {
public:
  /// With `tiles` what a product reads is computed once for a tile of results.
  explicit RealizeAnalysis(mlir::FunctionOpInterface function,
                           bool tiles = false)
      : function(function), shapes(function), tiles(tiles) {}

  /// Makes all decisions; reports what cannot be scheduled as an error.
  mlir::LogicalResult run();

  SymbolicShapes &getShapes() { return shapes; }
  const RealizeDecision &getDecision(mlir::Value value) const;
  /// The kernels, last ones first. Those without outputs were merged away.
  llvm::ArrayRef<KernelPlan> getKernels() const { return kernels; }
  /// The kernel (or foreign op) that makes `value`, if any does.
  std::optional<unsigned> getProducer(mlir::Value value) const;

  /// The number of kernels that compute `value` or read it.
  unsigned getNumReaders(mlir::Value value) const;

  /// The value whose memory `value` is: itself, or what it is a view of.
  mlir::Value getStorage(mlir::Value value) const;

private:
  using Index = llvm::SmallVector<mlir::AffineExpr>;
  /// The indices at which a value is read, by kernel.
  using Demands = llvm::MapVector<unsigned, llvm::SmallVector<Index>>;

  /// The loops of a kernel under construction.
  struct Loops {
    explicit Loops(SymbolicShapes &shapes) : space(shapes) {}
    IndexSpace space;
    Index root; ///< The output axes.
    /// For each axis, the axes whose loops stand around it, and itself.
    llvm::SmallVector<llvm::SmallBitVector> nests;
    /// The loops around the kernel's reduces, once it has one.
    std::optional<llvm::SmallBitVector> reduceNest;
    /// Whether one of them uses what it loads for several results.
    bool isTiled = false;
    /// The output axes that are scanned, and whether from their ends.
    llvm::SmallDenseMap<unsigned, bool, 2> scans;
  };

  void estimateCosts(mlir::Block &block);
  void visit(mlir::Operation *op);
  void visitView(mlir::Operation *op);
  void visitForeign(mlir::Operation *op);
  void visitAssign(AssignOp assign);
  void requireStored(mlir::Value value, std::string reason);
  void demand(mlir::Value value, unsigned kernel, Index index);
  void fuse(IndexMapOpInterface op);
  void store(IndexMapOpInterface op, std::string reason, bool byChoice);
  void readOperands(IndexMapOpInterface op, unsigned kernel,
                    llvm::ArrayRef<mlir::AffineExpr> index);
  void decideViews(mlir::Block &block);
  void mergeSiblings();
  bool canMerge(unsigned a, unsigned b);
  void merge(unsigned from, unsigned into);

  double getSize(mlir::AffineExpr size) const;
  double getNumElements(mlir::Value value);
  double getNumIterations(IndexMapOpInterface op);
  double getCost(mlir::Value value) const;
  /// Whether `op` is a reduce, of some length, that uses what it loads for
  /// several results: a product, a convolution.
  bool gainsByTiles(IndexMapOpInterface op);
  double getTotalCost(IndexMapOpInterface op);
  llvm::SmallBitVector getNest(unsigned kernel,
                               llvm::ArrayRef<mlir::AffineExpr> index);
  double getNestSize(unsigned kernel, const llvm::SmallBitVector &nest);
  /// How often `kernel` computes what it reads at `index`.
  double getTimesComputed(unsigned kernel,
                          llvm::ArrayRef<mlir::AffineExpr> index);

  /// The reason to store `op` rather than fuse it, if there is one.
  std::optional<std::string> whyStore(IndexMapOpInterface op);
  std::optional<std::string> whyStoreByCost(IndexMapOpInterface op,
                                            double cost);
  std::optional<std::string>
  whyNotReduceIn(IndexMapOpInterface op, unsigned kernel,
                 llvm::ArrayRef<mlir::AffineExpr> index);
  /// How a kernel would scan for `op` at `index`: along which of its axes, and
  /// whether from the end; nothing where it cannot.
  std::optional<std::pair<unsigned, bool>>
  getScan(IndexMapOpInterface op, unsigned kernel,
          llvm::ArrayRef<mlir::AffineExpr> index);
  std::optional<std::string>
  whyNotScanIn(IndexMapOpInterface op, unsigned kernel,
               llvm::ArrayRef<mlir::AffineExpr> index);
  std::optional<std::string> whyNotTilesIn(IndexMapOpInterface op,
                                           unsigned kernel,
                                           const llvm::SmallBitVector &nest);
  bool endsStoredReduce(IndexMapOpInterface op);
  bool isWidened(IndexMapOpInterface op);
  std::optional<unsigned> findKernelToJoin(IndexMapOpInterface op);
  /// Whether kernel `reader` needs a result of one of `others`, directly or
  /// through further kernels.
  bool dependsOn(unsigned reader, llvm::ArrayRef<unsigned> others);
  /// The same through at least one further kernel.
  bool dependsIndirectlyOn(unsigned reader, unsigned other);
  bool haveEqualShapes(unsigned kernel, mlir::Value value);

  mlir::FunctionOpInterface function;
  SymbolicShapes shapes;
  bool tiles;
  llvm::DenseMap<mlir::Value, RealizeDecision> decisions;
  llvm::DenseMap<mlir::Value, std::string> required;
  llvm::DenseMap<mlir::Value, Demands> demands;
  llvm::DenseMap<mlir::Value, double> costs;
  /// The kernel that stores a value.
  llvm::DenseMap<mlir::Value, unsigned> producers;
  llvm::SmallVector<KernelPlan> kernels;
  llvm::SmallVector<Loops> loops;
};

/// Checks that every size has a bound, that sizes which must agree provably do,
/// and that no read leaves its operand.
mlir::LogicalResult checkShapes(mlir::FunctionOpInterface function,
                                SymbolicShapes &shapes);

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_ANALYSIS_REALIZEANALYSIS_H
