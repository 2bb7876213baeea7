//===- KernelEmitter.h - one kernel region as UOps -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_TENSORTOUOP_KERNELEMITTER_H
#define TINYGRAD_LIB_CONVERSION_TENSORTOUOP_KERNELEMITTER_H

#include "TinyGrad/Dialect/Tensor/Analysis/IndexSpace.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace tinygrad {

/// How a reduce or scan by `combiner` combines values of `type`, of tg.
uop::ReduceKind getReduceKind(tg::Combiner combiner, mlir::Type type);

/// The type in which `op`, a reduce or scan, combines elements.
mlir::Type getCombinedType(tg::IndexMapOpInterface op);

/// Writes a `uop.kernel` for a `tg.kernel` by pulling each output element from
/// the inputs: every value is emitted at the index at which it is needed, once
/// for each index and gate.
class KernelEmitter {
public:
  KernelEmitter(tg::KernelOp source, tg::SymbolicShapes &shapes)
      : source(source), shapes(shapes), space(shapes),
        builder(source.getContext()) {}

  /// Builds the kernel without putting it anywhere; null after an error, which
  /// has been reported. The name says what it does and which sizes it runs
  /// over.
  mlir::OwningOpRef<uop::KernelOp> emit();

  /// The function's variables that the kernel uses, in the order of its
  /// arguments.
  llvm::ArrayRef<unsigned> getUsedVariables() const { return usedVariables; }

private:
  using Index = llvm::SmallVector<mlir::AffineExpr>;
  /// Expressions that must not be negative for a value to be needed.
  using Gates = llvm::SmallVector<mlir::AffineExpr>;
  struct Request {
    mlir::Value value;
    Index index;
    Gates gates;
    /// What the value must be where a gate fails; null if that is all the same.
    mlir::TypedAttr otherwise;

    auto key() const {
      return std::make_tuple(
          value.getAsOpaquePointer(),
          llvm::map_to_vector(
              index,
              [](mlir::AffineExpr expr) {
                return mlir::AffineExpr(expr).getAsOpaquePointer();
              }),
          llvm::map_to_vector(
              gates,
              [](mlir::AffineExpr expr) {
                return mlir::AffineExpr(expr).getAsOpaquePointer();
              }),
          mlir::Attribute(otherwise).getAsOpaquePointer());
    }
    bool operator<(const Request &other) const { return key() < other.key(); }
  };

  mlir::LogicalResult addArguments(uop::KernelOp kernel);
  void dropUnused(uop::KernelOp kernel);
  std::string getName() const;

  mlir::Value emit(const Request &request);
  mlir::Value emitLoad(mlir::BlockArgument input, const Request &request);
  /// The value of an op that is kept for a row, from its buffer, which the
  /// first request fills; null where the request does not fit the buffer.
  mlir::Value emitStaged(tg::IndexMapOpInterface op, const Request &request);
  mlir::Value emitOp(tg::IndexMapOpInterface op, const Request &request);
  mlir::Value emitElement(tg::IndexMapOpInterface op, const Request &request,
                          llvm::ArrayRef<mlir::AffineExpr> reduceIndex);
  mlir::Value emitOperand(tg::IndexMapOpInterface op, mlir::OpOperand &operand,
                          const Request &request, tg::ComposedAccess &access);
  mlir::Value emitChoice(tg::IndexMapOpInterface op, const Request &request);
  mlir::Value emitReduce(tg::IndexMapOpInterface op, const Request &request);
  mlir::Value emitScan(tg::IndexMapOpInterface op, const Request &request);
  /// Which output axis a scan for `request` goes along, and whether from its
  /// end; nothing where it is none.
  std::optional<std::pair<unsigned, bool>> findScan(tg::IndexMapOpInterface op,
                                                    const Request &request);
  /// The same element as a reduce over all that the gates leave of the axis.
  mlir::Value emitScanAsReduce(tg::IndexMapOpInterface op,
                               const Request &request);
  /// `value` where the gates hold, else what the request says.
  mlir::Value emitGated(mlir::Value value, const Request &request);
  mlir::Value emitConstant(mlir::TypedAttr value);

  mlir::AffineExpr addAxis(mlir::AffineExpr size, uop::AxisType type);
  mlir::AffineExpr getAddress(mlir::Value tensor,
                              llvm::ArrayRef<mlir::AffineExpr> index);
  mlir::Value emitIndex(mlir::AffineExpr expr);
  mlir::Value emitGate(llvm::ArrayRef<mlir::AffineExpr> gates);
  bool isEmpty(mlir::Value tensor);

  /// A row's buffer: what is at `index`, whose axes besides the rows' are
  /// `axes`.
  struct Stage {
    mlir::Value buffer;
    Index index;
    llvm::SmallVector<unsigned> axes;
  };

  tg::KernelOp source;
  tg::SymbolicShapes &shapes;
  tg::IndexSpace space;
  mlir::OpBuilder builder;
  mlir::Block *body = nullptr;
  unsigned numOps = 0;
  bool failed = false;
  llvm::SmallVector<mlir::Value> ranges;
  llvm::SmallVector<mlir::AffineExpr> reduceSizes;
  llvm::SmallVector<unsigned> usedVariables;
  std::map<Request, mlir::Value> emitted;
  unsigned numOutputAxes = 0;
  /// The axes that are scanned, and whether from their ends.
  llvm::DenseMap<unsigned, bool> scanned;
  /// The values that are kept, with the axes of their rows.
  llvm::MapVector<mlir::Value, llvm::SmallVector<unsigned>> kept;
  llvm::DenseMap<mlir::Value, Stage> stages;
  llvm::DenseMap<mlir::AffineExpr, mlir::Value> indices;
};

} // namespace tinygrad

#endif // TINYGRAD_LIB_CONVERSION_TENSORTOUOP_KERNELEMITTER_H
