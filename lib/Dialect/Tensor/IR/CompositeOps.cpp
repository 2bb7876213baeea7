//===- CompositeOps.cpp - composite ops and what they mean ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/Composite.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorCompositeOps.cpp.inc"

namespace tinygrad::tg {

//===----------------------------------------------------------------------===//
// Builders and verifiers
//===----------------------------------------------------------------------===//

/// The type of an argmax over `axis` of `input`.
static RankedTensorType getPositionType(RankedTensorType input, int64_t axis,
                                        bool keepdim) {
  SmallVector<int64_t> sizes(input.getShape());
  if (axis >= 0 && axis < input.getRank()) {
    if (keepdim)
      sizes[axis] = 1;
    else
      sizes.erase(sizes.begin() + axis);
  }
  return RankedTensorType::get(sizes, IntegerType::get(input.getContext(), 32));
}

/// The sizes of an argmax's result.
static SmallVector<AffineExpr> reducedShape(ArrayRef<AffineExpr> input,
                                            int64_t axis, bool keepdim) {
  SmallVector<AffineExpr> shape(input);
  if (axis < 0 || axis >= static_cast<int64_t>(shape.size()))
    return shape;
  if (!keepdim)
    shape.erase(shape.begin() + axis);
  else if (shape[axis])
    shape[axis] = getAffineConstantExpr(1, shape[axis].getContext());
  return shape;
}

template <class OpT> static LogicalResult verifyArgReduce(OpT op) {
  RankedTensorType input = op.getInput().getType();
  int64_t axis = op.getAxis();
  if (failed(verifyAxes(op, axis, input.getRank())))
    return failure();
  int64_t size = input.getDimSize(axis);
  if (size == 0)
    return op.emitOpError("expected at least one element along axis ")
           << axis << ", but got " << input;
  if (!ShapedType::isDynamic(size) &&
      size > std::numeric_limits<int32_t>::max())
    return op.emitOpError("expected less than 2^31 elements along axis ")
           << axis << ", but got " << input;
  return verifyShape(op,
                     getPositionType(input, axis, op.getKeepdim()).getShape(),
                     op.getType());
}

#define ARG_REDUCE(OP)                                                         \
  void OP::build(OpBuilder &builder, OperationState &state, Value input,       \
                 int64_t axis, bool keepdim) {                                 \
    build(builder, state,                                                      \
          getPositionType(cast<RankedTensorType>(input.getType()), axis,       \
                          keepdim),                                            \
          input, static_cast<uint64_t>(axis), keepdim);                        \
  }                                                                            \
  LogicalResult OP::verify() { return verifyArgReduce(*this); }                \
  SmallVector<AffineExpr> OP::getSymbolicShape(unsigned,                       \
                                               SymbolicShapes &shapes) {       \
    return reducedShape(shapes.getShape(getInput()), getAxis(), getKeepdim()); \
  }                                                                            \
  LogicalResult OP::verifySizes(SizeVerifier &verifier) {                      \
    return verifier.verifyNotEmpty(*this, getInput(),                          \
                                   static_cast<int64_t>(getAxis()));           \
  }

ARG_REDUCE(ArgmaxOp)
ARG_REDUCE(ArgminOp)
#undef ARG_REDUCE

void SoftmaxOp::build(OpBuilder &builder, OperationState &state, Value input,
                      int64_t axis) {
  build(builder, state, input.getType(), input, static_cast<uint64_t>(axis));
}

SmallVector<AffineExpr> SoftmaxOp::getSymbolicShape(unsigned,
                                                    SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInput()));
}

LogicalResult SoftmaxOp::verify() {
  return verifyAxes(*this, static_cast<int64_t>(getAxis()),
                    getType().getRank());
}

//===----------------------------------------------------------------------===//
// Decompositions
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> SoftmaxOp::decompose(OpBuilder &builder) {
  int64_t axis = getAxis();
  if (getType().getDimSize(axis) == 0)
    return SmallVector<Value>{getInput()}; // Without an element either.
  FailureOr<Exponentials> parts =
      buildExponentials(*this, builder, getInput(), axis);
  if (failed(parts))
    return failure();
  Value result =
      DivOp::create(builder, getLoc(), parts->exponential,
                    expand(builder, getLoc(), parts->sum, parts->sizes));
  return SmallVector<Value>{
      castTo(builder, getLoc(), result, getType().getElementType())};
}

/// The first place along `axis` where `input` is NaN or equals `best`, which is
/// its extreme with `axis` kept.
static FailureOr<SmallVector<Value>> findFirst(Operation *op,
                                               OpBuilder &builder, Value input,
                                               Value best, int64_t axis,
                                               bool keepdim) {
  Location loc = op->getLoc();
  FailureOr<SmallVector<OpFoldResult>> sizes = getSizes(op, builder, input);
  if (failed(sizes))
    return failure();
  auto inputType = cast<RankedTensorType>(input.getType());
  Type boolType = withElementType(inputType, builder.getI1Type());
  Value found = CmpOp::create(builder, loc, boolType, CmpPredicate::eq, input,
                              expand(builder, loc, best, *sizes));
  if (isa<FloatType>(inputType.getElementType())) {
    Value isNaN =
        CmpOp::create(builder, loc, boolType, CmpPredicate::ne, input, input);
    found = OrOp::create(builder, loc, found, isNaN);
  }
  Value places = ArangeOp::create(builder, loc, (*sizes)[axis],
                                  builder.getI32IntegerAttr(0),
                                  builder.getI32IntegerAttr(1));
  SmallVector<OpFoldResult> line(inputType.getRank(), builder.getIndexAttr(1));
  // Some place is always found, so what the others give only has to be larger.
  auto none = DenseElementsAttr::get(
      RankedTensorType::get(SmallVector<int64_t>(inputType.getRank(), 1),
                            builder.getI32Type()),
      std::numeric_limits<int32_t>::max());
  Value otherwise = ConstantOp::create(builder, loc, none);
  line[axis] = (*sizes)[axis];
  if (inputType.getRank() != 1)
    places = ReshapeOp::create(builder, loc, places, line);
  Value candidates =
      WhereOp::create(builder, loc, found, expand(builder, loc, places, *sizes),
                      expand(builder, loc, otherwise, *sizes));
  Value result = MinOp::create(builder, loc, candidates, axis, keepdim);
  return SmallVector<Value>{result};
}

FailureOr<SmallVector<Value>> ArgmaxOp::decompose(OpBuilder &builder) {
  int64_t axis = getAxis();
  Value best =
      MaxOp::create(builder, getLoc(), getInput(), axis, /*keepdim=*/true);
  return findFirst(*this, builder, getInput(), best, axis, getKeepdim());
}

FailureOr<SmallVector<Value>> ArgminOp::decompose(OpBuilder &builder) {
  int64_t axis = getAxis();
  Value best =
      MinOp::create(builder, getLoc(), getInput(), axis, /*keepdim=*/true);
  return findFirst(*this, builder, getInput(), best, axis, getKeepdim());
}

} // namespace tinygrad::tg
