//===- StateOps.cpp - ops with memory, devices and functions ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/State.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorStateOps.cpp.inc"

namespace tinygrad::tg {

//===----------------------------------------------------------------------===//
// EmptyOp
//===----------------------------------------------------------------------===//

void EmptyOp::build(OpBuilder &builder, OperationState &state,
                    ArrayRef<OpFoldResult> sizes, Type element) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  build(builder, state, RankedTensorType::get(constant, element), dynamic,
        constant);
}

SmallVector<OpFoldResult> EmptyOp::getMixedSizes() {
  return getMixedValues(getStaticSizes(), getSizes(), getContext());
}

LogicalResult EmptyOp::verify() {
  return tg::verifySizes(*this, "sizes", getStaticSizes(), getSizes(),
                         getType());
}

SmallVector<AffineExpr> EmptyOp::getSymbolicShape(unsigned,
                                                  SymbolicShapes &shapes) {
  return llvm::map_to_vector(getMixedSizes(), [&](OpFoldResult size) {
    return shapes.getIndexExpr(size);
  });
}

//===----------------------------------------------------------------------===//
// AssignOp
//===----------------------------------------------------------------------===//

void AssignOp::build(OpBuilder &builder, OperationState &state, Value target,
                     Value value, ArrayRef<OpFoldResult> offsets) {
  auto type = cast<RankedTensorType>(target.getType());
  SmallVector<OpFoldResult> zeros(type.getRank(), builder.getIndexAttr(0));
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(offsets.empty() ? ArrayRef(zeros) : offsets,
                             dynamic, constant);
  build(builder, state, type, target, value, dynamic, constant);
}

SmallVector<OpFoldResult> AssignOp::getMixedOffsets() {
  return getMixedValues(getStaticOffsets(), getOffsets(), getContext());
}

/// Whether `target` is memory that can be assigned to.
static bool isAssignable(Value target) {
  while (Operation *op = target.getDefiningOp()) {
    if (isa<EmptyOp, AssignOp>(op))
      return true;
    auto reshape = dyn_cast<ReshapeOp>(op);
    // A cycle is not valid, but must not be followed for ever.
    if (!reshape || reshape.getInput() == target)
      return false;
    if (auto before = reshape.getInput().getDefiningOp();
        before && before->getBlock() == op->getBlock() &&
        !before->isBeforeInBlock(op))
      return false;
    target = reshape.getInput();
  }
  // Of a function or a kernel.
  return true;
}

LogicalResult AssignOp::verify() {
  RankedTensorType target = getTarget().getType();
  RankedTensorType value = getValue().getType();
  if (!isAssignable(getTarget())) {
    InFlightDiagnostic diagnostic =
        emitOpError("expected an argument, tg.empty, an assigned tensor or a "
                    "reshape of one "
                    "to assign to");
    diagnostic.attachNote(getTarget().getLoc()) << "but got this value";
    return diagnostic;
  }
  if (value.getRank() != target.getRank())
    return emitOpError("expected a value of rank ")
           << target.getRank() << ", but got " << value;
  if (failed(verifyIndexList(*this, "offsets", getStaticOffsets(), getOffsets(),
                             target.getRank())))
    return failure();
  for (auto [axis, whole, offset, size] : llvm::enumerate(
           target.getShape(), getStaticOffsets(), value.getShape())) {
    if (ShapedType::isDynamic(whole))
      continue;
    // What is not constant is at least 0; the rest is proven by `verifySizes`.
    int64_t from = ShapedType::isDynamic(offset) ? 0 : offset;
    int64_t count = ShapedType::isDynamic(size) ? 0 : size;
    if (from > whole || count > whole - from)
      return emitOpError("expected a part within ")
             << whole << " elements on axis " << axis << ", but got offset "
             << printSize(offset) << " and size " << printSize(size);
  }
  return success();
}

SmallVector<AffineExpr> AssignOp::getSymbolicShape(unsigned,
                                                   SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getTarget()));
}

LogicalResult AssignOp::verifySizes(SizeVerifier &verifier) {
  SymbolicShapes &shapes = verifier.getShapes();
  SmallVector<AffineExpr> whole(shapes.getShape(getTarget()));
  SmallVector<AffineExpr> part(shapes.getShape(getValue()));
  for (auto [axis, offset] : llvm::enumerate(getMixedOffsets())) {
    AffineExpr from = shapes.getIndexExpr(offset);
    if (failed(verifier.verifyAtLeast(*this, from, 0,
                                      "offset on axis " + Twine(axis))) ||
        failed(verifier.verifyAtLeast(
            *this,
            from && whole[axis] && part[axis] ? whole[axis] - from - part[axis]
                                              : AffineExpr(),
            0, "number of elements after the part on axis " + Twine(axis))))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// DetachOp
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> DetachOp::getResultShape(SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInput()));
}

OperandAccess DetachOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  SmallVector<AffineExpr> indices;
  for (int64_t axis = 0; axis < getType().getRank(); ++axis)
    indices.push_back(getAffineDimExpr(axis, getContext()));
  return {AffineMap::get(indices.size(), shapes.getVariables().size(), indices,
                         getContext()),
          {},
          {}};
}

Value DetachOp::buildElement(OpBuilder &, Location, ValueRange elements,
                             ValueRange) {
  return elements[0];
}

int64_t DetachOp::getElementCost() { return 0; }
bool DetachOp::isMovement() { return true; }

FailureOr<SmallVector<Value>> DetachOp::decompose(OpBuilder &) {
  return SmallVector<Value>{getInput()};
}

//===----------------------------------------------------------------------===//
// CustomOp, CopyOp
//===----------------------------------------------------------------------===//

LogicalResult CustomOp::verify() {
  if (getCallee().empty())
    return emitOpError("expected the name of a function, but got none");
  if (getNumResults() == 0)
    return emitOpError("expected at least one result, but got none");
  for (Type type : getResultTypes())
    if (!cast<RankedTensorType>(type).hasStaticShape())
      return emitOpError("expected results of constant sizes, but got ")
             << type;
  return success();
}

SmallVector<AffineExpr> CustomOp::getSymbolicShape(unsigned number,
                                                   SymbolicShapes &) {
  return SmallVector<AffineExpr>(
      cast<RankedTensorType>(getResult(number).getType()).getRank());
}

LogicalResult CopyOp::verify() {
  if (getDevice() && getDevice()->empty())
    return emitOpError("expected the name of a device, but got none");
  return success();
}

StringAttr findDevice(Value tensor) {
  SetVector<Operation *> ops;
  auto visit = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (op && isa<RankedTensorType>(value.getType()))
      ops.insert(op);
  };
  visit(tensor);
  for (unsigned i = 0; i < ops.size(); ++i) {
    if (auto copy = dyn_cast<CopyOp>(ops[i]))
      return copy.getDeviceAttr();
    llvm::for_each(ops[i]->getOperands(), visit);
  }
  return {};
}

SmallVector<AffineExpr> CopyOp::getSymbolicShape(unsigned,
                                                 SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInput()));
}

} // namespace tinygrad::tg
