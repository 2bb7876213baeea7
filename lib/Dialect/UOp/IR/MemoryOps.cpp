//===- MemoryOps.cpp - loads and stores -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/UOp.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tinygrad::uop;

//===----------------------------------------------------------------------===//
// Syntax shared by loads and stores
//===----------------------------------------------------------------------===//

namespace {
/// What is written as `%buffer[%index] strides [64, 1] gate %g`. A gate of one
/// bit for all elements is `gate`, one of the value's shape `mask`.
struct Access {
  OpAsmParser::UnresolvedOperand buffer, index, gate, other;
  Type indexType;
  bool hasGate = false, isMask = false, hasOther = false;

  /// The type of the gate of a value of type `value`.
  Type getGateType(Builder &builder, Type value) const {
    auto vector = dyn_cast<VectorType>(value);
    if (!isMask || !vector)
      return builder.getI1Type();
    return vector.clone(builder.getI1Type());
  }
};
} // namespace

static ParseResult parseAccess(OpAsmParser &parser, OperationState &result,
                               StringAttr stridesName, bool isLoad,
                               Access &access) {
  if (parser.parseOperand(access.buffer) || parser.parseLSquare() ||
      parser.parseOperand(access.index))
    return failure();
  access.indexType = parser.getBuilder().getIndexType();
  if (succeeded(parser.parseOptionalColon()) &&
      parser.parseType(access.indexType))
    return failure();
  if (parser.parseRSquare())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("strides"))) {
    auto strides = dyn_cast_or_null<DenseI64ArrayAttr>(
        DenseI64ArrayAttr::parse(parser, Type()));
    if (!strides)
      return failure();
    result.addAttribute(stridesName, strides);
  }
  access.isMask = succeeded(parser.parseOptionalKeyword("mask"));
  access.hasGate =
      access.isMask || succeeded(parser.parseOptionalKeyword("gate"));
  if (access.hasGate) {
    if (parser.parseOperand(access.gate))
      return failure();
    if (isLoad && succeeded(parser.parseOptionalKeyword("else"))) {
      access.hasOther = true;
      if (parser.parseOperand(access.other))
        return failure();
    }
  }
  return parser.parseOptionalAttrDict(result.attributes);
}

template <typename OpTy> static void printAccess(OpAsmPrinter &p, OpTy op) {
  p << op.getBuffer() << '[' << op.getIndex();
  if (!op.getIndex().getType().isIndex())
    p << " : " << op.getIndex().getType();
  p << ']';
  if (DenseI64ArrayAttr strides = op.getStridesAttr()) {
    p << " strides ";
    strides.print(p);
  }
  if (Value gate = op.getGate())
    p << (isa<VectorType>(gate.getType()) ? " mask " : " gate ") << gate;
}

/// Checks index, strides and gate against the value that is moved.
template <typename OpTy>
static LogicalResult verifyAccess(OpTy op, Type value) {
  Type memory = cast<MemRefType>(op.getBuffer().getType()).getElementType();
  if (memory != getElementTypeOrSelf(value))
    return op.emitOpError() << "expected a value of " << memory
                            << " as in memory, but got " << value;
  auto vector = dyn_cast<VectorType>(value);
  auto index = dyn_cast<VectorType>(op.getIndex().getType());
  int64_t rank = vector ? vector.getRank() : 0;
  if (index) {
    if (op.getStrides())
      return op.emitOpError("expected no strides with a vector of indices");
    if (!vector || vector.getShape() != index.getShape())
      return op.emitOpError() << "expected one index per element of " << value
                              << ", but got " << index;
  } else if (vector) {
    if (!op.getStrides())
      return op.emitOpError()
             << "expected strides or a vector of indices for " << value;
    if (static_cast<int64_t>(op.getStrides()->size()) != rank)
      return op.emitOpError() << "expected a stride per dimension of " << value
                              << ", but got " << op.getStrides()->size();
  } else if (op.getStrides()) {
    return op.emitOpError() << "expected no strides for the scalar " << value;
  }
  if (Value gate = op.getGate())
    if (auto mask = dyn_cast<VectorType>(gate.getType()))
      if (!vector || mask.getShape() != vector.getShape())
        return op.emitOpError() << "expected a gate of i1 or of the shape of "
                                << value << ", but got " << mask;
  return success();
}

//===----------------------------------------------------------------------===//
// LoadOp
//===----------------------------------------------------------------------===//

ParseResult LoadOp::parse(OpAsmParser &parser, OperationState &result) {
  Access access;
  Type buffer, value;
  if (parseAccess(parser, result, getStridesAttrName(result.name),
                  /*isLoad=*/true, access) ||
      parser.parseColonType(buffer) || parser.parseArrow() ||
      parser.parseType(value) ||
      parser.resolveOperand(access.buffer, buffer, result.operands) ||
      parser.resolveOperand(access.index, access.indexType, result.operands))
    return failure();
  if (access.hasGate &&
      parser.resolveOperand(access.gate,
                            access.getGateType(parser.getBuilder(), value),
                            result.operands))
    return failure();
  if (access.hasOther &&
      parser.resolveOperand(access.other, value, result.operands))
    return failure();
  llvm::copy(
      ArrayRef<int32_t>({1, 1, access.hasGate, access.hasOther}),
      result.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  result.addTypes(value);
  return success();
}

void LoadOp::print(OpAsmPrinter &p) {
  p << ' ';
  printAccess(p, *this);
  if (Value other = getOther())
    p << " else " << other;
  p.printOptionalAttrDict((*this)->getAttrs(),
                          {getStridesAttrName(), "operandSegmentSizes"});
  p << " : " << getBuffer().getType() << " -> " << getResult().getType();
}

LogicalResult LoadOp::verify() {
  if (bool(getGate()) != bool(getOther()))
    return emitOpError(
        "expected a gate together with the value to take where it is false");
  if (getOther() && getOther().getType() != getResult().getType())
    return emitOpError() << "expected 'else' of type " << getResult().getType()
                         << ", but got " << getOther().getType();
  return verifyAccess(*this, getResult().getType());
}

//===----------------------------------------------------------------------===//
// StoreOp
//===----------------------------------------------------------------------===//

ParseResult StoreOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand value;
  Access access;
  Type buffer, valueType;
  if (parser.parseOperand(value) || parser.parseComma() ||
      parseAccess(parser, result, getStridesAttrName(result.name),
                  /*isLoad=*/false, access) ||
      parser.parseColonType(valueType) || parser.parseComma() ||
      parser.parseType(buffer) ||
      parser.resolveOperand(value, valueType, result.operands) ||
      parser.resolveOperand(access.buffer, buffer, result.operands) ||
      parser.resolveOperand(access.index, access.indexType, result.operands))
    return failure();
  if (access.hasGate)
    return parser.resolveOperand(
        access.gate, access.getGateType(parser.getBuilder(), valueType),
        result.operands);
  return success();
}

void StoreOp::print(OpAsmPrinter &p) {
  p << ' ' << getValue() << ", ";
  printAccess(p, *this);
  p.printOptionalAttrDict((*this)->getAttrs(), {getStridesAttrName()});
  p << " : " << getValue().getType() << ", " << getBuffer().getType();
}

LogicalResult StoreOp::verify() {
  auto argument = dyn_cast<BlockArgument>(getBuffer());
  auto kernel = argument
                    ? dyn_cast<KernelOp>(argument.getOwner()->getParentOp())
                    : KernelOp();
  bool isOutput =
      kernel && kernel.getArgAttr(argument.getArgNumber(), KernelOp::kOutput);
  if (!isOutput && !getBuffer().getDefiningOp<ScratchOp>())
    return emitOpError(
        "expected to write an output of the kernel or scratch of its own");
  return verifyAccess(*this, getValue().getType());
}
