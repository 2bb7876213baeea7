//===- CheckShapes.cpp - sizes that scheduling relies on --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers compare sizes where they are constants. Here, where the function's
// variables and their bounds are at hand, the rest must be proven: kernels are
// generated without a check at run time.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Analysis/RealizeAnalysis.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tinygrad::tg {

/// Prints an expression with the variables' names.
static void print(AffineExpr expr, SymbolicShapes &shapes,
                  llvm::raw_ostream &os) {
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    if (symbol.getPosition() < shapes.getVariables().size())
      os << shapes.getVariables()[symbol.getPosition()].name.getValue();
    else
      os << expr;
    return;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary) {
    os << expr;
    return;
  }
  auto operand = [&](AffineExpr part) {
    bool nested = isa<AffineBinaryOpExpr>(part);
    os << (nested ? "(" : "");
    print(part, shapes, os);
    os << (nested ? ")" : "");
  };
  operand(binary.getLHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    os << " + ";
    break;
  case AffineExprKind::Mul:
    os << " * ";
    break;
  case AffineExprKind::Mod:
    os << " mod ";
    break;
  case AffineExprKind::FloorDiv:
    os << " floordiv ";
    break;
  default:
    os << " ceildiv ";
    break;
  }
  operand(binary.getRHS());
}

static std::string print(AffineExpr expr, SymbolicShapes &shapes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(expr, shapes, os);
  return text;
}

/// Reports a size without a bound; `what` names the tensor.
static LogicalResult checkBounds(Value tensor, SymbolicShapes &shapes,
                                 llvm::function_ref<InFlightDiagnostic()> error,
                                 const Twine &what) {
  ArrayRef<AffineExpr> shape = shapes.getShape(tensor);
  for (auto [axis, size] : llvm::enumerate(shape)) {
    if (!size)
      return error() << "dimension " << axis << " of " << what
                     << " is '?' without a bound; name its variable in tg.dims";
    if (!shapes.getUpperBound(size))
      return error() << "dimension " << axis << " of " << what << " is "
                     << print(size, shapes) << ", which has no upper bound";
  }
  if (!shapes.getUpperBound(shapes.getNumElements(shape)))
    return error() << what << " may have more elements than 64 bits can count";
  return success();
}

/// Sizes that `op` reads side by side must be equal: an operand's axis that is
/// indexed by an iteration axis alone has that axis's size.
static LogicalResult checkEqualSizes(IndexMapOpInterface op, OpOperand &operand,
                                     SymbolicShapes &shapes) {
  OperandAccess access =
      op.getOperandAccess(operand.getOperandNumber(), shapes);
  SmallVector<AffineExpr> axes =
      llvm::to_vector(shapes.getShape(op->getResult(0)));
  llvm::append_range(axes, op.getReduceSizes(shapes));
  SmallVector<AffineExpr> shape =
      llvm::to_vector(shapes.getShape(operand.get()));
  for (auto [axis, expr] : llvm::enumerate(access.map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || dim.getPosition() >= axes.size())
      continue;
    std::optional<bool> equal =
        shapes.areEqual(shape[axis], axes[dim.getPosition()]);
    if (equal == true)
      continue;
    return op->emitOpError()
           << "expected dimension " << axis << " of operand #"
           << operand.getOperandNumber() << ", " << print(shape[axis], shapes)
           << ", to equal " << print(axes[dim.getPosition()], shapes)
           << (equal ? "" : ", but that cannot be proven");
  }
  return success();
}

/// Without constraints, a movement op must read inside its operand.
static LogicalResult checkRange(IndexMapOpInterface op, OpOperand &operand,
                                SymbolicShapes &shapes) {
  IndexSpace space(shapes);
  SmallVector<AffineExpr> index;
  for (AffineExpr size : shapes.getShape(op->getResult(0)))
    index.push_back(space.addAxis(size));
  ComposedAccess access =
      space.access(op, operand.getOperandNumber(), index, {});
  SmallVector<AffineExpr> shape =
      llvm::to_vector(shapes.getShape(operand.get()));
  if (!access.constraints.empty() || access.never)
    return success();
  // An empty result reads nothing.
  if (shapes.getUpperBound(
          shapes.getNumElements(shapes.getShape(op->getResult(0)))) == 0)
    return success();
  for (auto [axis, expr] : llvm::enumerate(access.index)) {
    if (space.isNonNegative(expr) == true &&
        space.isNonNegative(shape[axis] - 1 - expr) == true)
      continue;
    return op->emitOpError()
           << "cannot prove that it stays inside dimension " << axis
           << " of its operand, of size " << print(shape[axis], shapes);
  }
  return success();
}

static LogicalResult checkReshape(ReshapeOp op, SymbolicShapes &shapes) {
  AffineExpr from = shapes.getNumElements(shapes.getShape(op.getInput()));
  AffineExpr to = shapes.getNumElements(shapes.getShape(op.getResult()));
  std::optional<bool> equal = shapes.areEqual(from, to);
  if (equal == true)
    return success();
  return op->emitOpError() << "expected the " << print(from, shapes)
                           << " elements of the operand to equal the "
                           << print(to, shapes) << " of the result"
                           << (equal ? "" : ", but that cannot be proven");
}

static LogicalResult checkOp(Operation *op, SymbolicShapes &shapes) {
  if (isa<DecomposableOpInterface>(op))
    return op->emitOpError("is a composite op, which tg-decompose must replace "
                           "before kernels are made");
  for (OpResult result : op->getResults())
    if (isa<RankedTensorType>(result.getType()) &&
        failed(checkBounds(
            result, shapes, [&] { return op->emitOpError(); },
            "result #" + Twine(result.getResultNumber()))))
      return failure();
  auto mapped = dyn_cast<IndexMapOpInterface>(op);
  if (!mapped)
    return success();
  for (AffineExpr size : mapped.getReduceSizes(shapes))
    if (!size || !shapes.getUpperBound(size))
      return op->emitOpError("reduces an axis whose size has no bound");
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return checkReshape(reshape, shapes);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType())) {
      if (isa<IndexType>(operand.get().getType()) &&
          !shapes.getIndexExpr(operand.get()))
        return op->emitOpError() << "operand #" << operand.getOperandNumber()
                                 << " is not computed from the function's "
                                    "variables";
      continue;
    }
    if (failed(mapped.isMovement() ? checkRange(mapped, operand, shapes)
                                   : checkEqualSizes(mapped, operand, shapes)))
      return failure();
  }
  return success();
}

LogicalResult checkShapes(FunctionOpInterface function,
                          SymbolicShapes &shapes) {
  for (BlockArgument argument : function.getArguments())
    if (isa<RankedTensorType>(argument.getType()) &&
        failed(checkBounds(
            argument, shapes, [&] { return function.emitError(); },
            "argument #" + Twine(argument.getArgNumber()))))
      return failure();
  for (Operation &op : function.getFunctionBody().front())
    if (failed(checkOp(&op, shapes)))
      return failure();
  // What index maps do not show: windows that fit, groups, maxima over nothing.
  return verifyShapes(function);
}

} // namespace tinygrad::tg
