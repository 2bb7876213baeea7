//===- ShapeVerification.cpp - sizes that depend on variables ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifiers of ops see one op and constant sizes; this sees a function and
// its variables. It runs once, before scheduling, since a verifier that looked
// at the ops around it would run after every pass on every op.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "Windows.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::tg {

namespace {
/// What each op with an index map asks of its operands' sizes.
class ShapeVerifier : public SizeVerifier {
public:
  using SizeVerifier::SizeVerifier;

  LogicalResult verify(Operation *op);

private:
  using Shape = SmallVector<AffineExpr>;

  LogicalResult verify(ReshapeOp op);
  LogicalResult verify(ExpandOp op);
  LogicalResult verify(PadOp op);
  LogicalResult verify(ShrinkOp op);
  LogicalResult verify(MatmulOp op);
  LogicalResult verify(ConvOp op);
  LogicalResult verifyElementwise(Operation *op);

  Shape getShape(Value tensor) { return Shape(shapes.getShape(tensor)); }
};
} // namespace

LogicalResult SizeVerifier::verifyEqual(Operation *op, AffineExpr a,
                                        AffineExpr b, const Twine &what) {
  if (shapes.areEqual(a, b).value_or(false))
    return success();
  return op->emitOpError("expected ")
         << what << " to be equal, but got " << shapes.print(a) << " and "
         << shapes.print(b);
}

LogicalResult SizeVerifier::verifyAtLeast(Operation *op, AffineExpr expr,
                                          int64_t least, const Twine &what) {
  std::optional<int64_t> low = shapes.getLowerBound(expr);
  if (low && *low >= least)
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError("expected ")
      << what << " of at least " << least
      << " for all values of the variables, but got " << shapes.print(expr);
  if (low)
    diagnostic << ", which may be " << *low;
  return diagnostic;
}

LogicalResult SizeVerifier::verifyTensor(Operation *op, Value tensor,
                                         const Twine &what) {
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t bytes = std::max(1u, getElementWidth(type.getElementType()) / 8);
  for (auto [axis, size] : llvm::enumerate(shapes.getShape(tensor))) {
    std::optional<int64_t> low = shapes.getLowerBound(size);
    std::optional<int64_t> high = shapes.getUpperBound(size);
    if (!size || !low || !high)
      return op->emitOpError("expected ")
             << what << " to have a size with bounds on axis " << axis
             << ", but got " << shapes.print(size)
             << "; declare a variable in tg.variables and name it in tg.dims";
    if (*low < 0)
      return op->emitOpError("expected ")
             << what << " to have a size of at least 0 on axis " << axis
             << ", but got " << shapes.print(size) << ", which may be " << *low;
    if (*high > 0 && llvm::MulOverflow(bytes, *high, bytes))
      return op->emitOpError("expected ")
             << what << " to have less than 2^63 bytes at the variables' upper "
             << "bounds";
  }
  return success();
}

LogicalResult ShapeVerifier::verifyElementwise(Operation *op) {
  Shape result = getShape(op->getResult(0));
  for (auto [number, operand] : llvm::enumerate(op->getOperands()))
    for (auto [axis, size] : llvm::enumerate(getShape(operand)))
      if (failed(verifyEqual(op, size, result[axis],
                             "sizes of operand " + Twine(number) +
                                 " and the result on axis " + Twine(axis))))
        return failure();
  return success();
}

LogicalResult ShapeVerifier::verify(ReshapeOp op) {
  return verifyEqual(op, shapes.getNumElements(getShape(op.getInput())),
                     shapes.getNumElements(getShape(op.getResult())),
                     "numbers of elements");
}

LogicalResult ShapeVerifier::verify(ExpandOp op) {
  Shape from = getShape(op.getInput()), to = getShape(op.getResult());
  for (size_t axis = 0; axis < from.size(); ++axis)
    if (auto constant = dyn_cast<AffineConstantExpr>(from[axis]);
        !constant || constant.getValue() != 1)
      if (failed(verifyEqual(op, from[axis], to[axis],
                             "sizes on axis " + Twine(axis))))
        return failure();
  return success();
}

LogicalResult ShapeVerifier::verify(PadOp op) {
  for (auto [what, list] : {std::pair("low padding", op.getMixedLow()),
                            std::pair("high padding", op.getMixedHigh())})
    for (auto [axis, entry] : llvm::enumerate(list))
      if (failed(verifyAtLeast(op, shapes.getIndexExpr(entry), 0,
                               Twine(what) + " on axis " + Twine(axis))))
        return failure();
  return success();
}

LogicalResult ShapeVerifier::verify(ShrinkOp op) {
  Shape whole = getShape(op.getInput());
  for (auto [axis, offset, size] :
       llvm::enumerate(op.getMixedOffsets(), op.getMixedSizes())) {
    AffineExpr from = shapes.getIndexExpr(offset);
    AffineExpr count = shapes.getIndexExpr(size);
    if (failed(verifyAtLeast(op, from, 0, "offset on axis " + Twine(axis))) ||
        failed(verifyAtLeast(
            op,
            from && count && whole[axis] ? whole[axis] - from - count
                                         : AffineExpr(),
            0, "number of elements after the part on axis " + Twine(axis))))
      return failure();
  }
  return success();
}

LogicalResult ShapeVerifier::verify(MatmulOp op) {
  Shape lhs = getShape(op.getLhs()), rhs = getShape(op.getRhs());
  size_t batch = lhs.size() - 2;
  for (size_t axis = 0; axis < batch; ++axis)
    if (failed(verifyEqual(op, lhs[axis], rhs[axis],
                           "sizes on batch axis " + Twine(axis))))
      return failure();
  return verifyEqual(op, lhs[batch + 1], rhs[batch],
                     "columns of the left and rows of the right operand");
}

LogicalResult ShapeVerifier::verify(ConvOp op) {
  Shape input = getShape(op.getInput()), filter = getShape(op.getFilter());
  int64_t groups = op.getGroups();
  if (failed(verifyEqual(op, input[1], filter[1] * groups,
                         "channels of the input and groups times those of the "
                         "filter")))
    return failure();
  if (failed(verifyEqual(op, filter[0] % groups,
                         getAffineConstantExpr(0, op.getContext()),
                         "the remainder of the result's channels by the groups "
                         "and 0")))
    return failure();
  for (auto [i, window] : llvm::enumerate(getWindows(op)))
    if (failed(verifyWindowSize(*this, op, window, input[i + 2], filter[i + 2],
                                i + 2)))
      return failure();
  return success();
}

LogicalResult SizeVerifier::verifyNotEmpty(Operation *op, Value input,
                                           ArrayRef<int64_t> axes) {
  SmallVector<AffineExpr> shape(shapes.getShape(input));
  for (int64_t axis : axes)
    if (failed(
            verifyAtLeast(op, shape[axis], 1, "size on axis " + Twine(axis))))
      return failure();
  return success();
}

LogicalResult ShapeVerifier::verify(Operation *op) {
  if (isa<LaunchOp>(op))
    return success(); // Its kernel was checked before it was outlined.
  for (auto [number, result] : llvm::enumerate(op->getResults()))
    if (isa<RankedTensorType>(result.getType()) &&
        failed(verifyTensor(op, result, "result " + Twine(number))))
      return failure();
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<ReshapeOp, ExpandOp, PadOp, ShrinkOp, MatmulOp, ConvOp>(
          [&](auto concrete) { return verify(concrete); })
      .Case<MaxPoolOp>([&](MaxPoolOp pool) {
        return verifyPoolSizes(*this, op, pool.getInput(), getWindows(pool),
                               /*touching=*/true);
      })
      .Case<MaxOp, MinOp>([&](auto reduce) {
        return verifyNotEmpty(op, reduce.getInput(), reduce.getAxes());
      })
      .Case<SymbolicShapeOpInterface>(
          [&](auto concrete) { return concrete.verifySizes(*this); })
      .Default([&](Operation *) -> LogicalResult {
        // Upstream's trait: what has it has operands and result of one shape.
        if (op->hasTrait<OpTrait::SameOperandsAndResultShape>())
          return verifyElementwise(op);
        return success();
      });
}

LogicalResult verifyShapes(Operation *function) {
  ShapeVerifier verifier(function);
  bool ok = true;
  if (auto callable = dyn_cast<FunctionOpInterface>(function))
    for (BlockArgument argument : callable.getArguments())
      if (isa<RankedTensorType>(argument.getType()))
        ok &= succeeded(verifier.verifyTensor(
            function, argument, "argument " + Twine(argument.getArgNumber())));
  // An op with a wrong operand would only repeat what is wrong with it.
  if (!ok)
    return failure();
  DenseSet<Operation *> wrong;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == function || !isa_and_nonnull<TGDialect>(op->getDialect()))
      return;
    bool follows = llvm::any_of(op->getOperands(), [&](Value operand) {
      return wrong.contains(operand.getDefiningOp());
    });
    if (follows || failed(verifier.verify(op))) {
      wrong.insert(op);
      ok &= follows;
    }
  });
  return success(ok);
}

} // namespace tinygrad::tg
