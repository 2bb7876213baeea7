//===- StateGradients.cpp - of ops with memory and devices ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "TinyGrad/Dialect/Tensor/IR/State.h"

using namespace mlir;

namespace tinygrad::tg {

/// The value's is the part that it became, and the target's the rest.
static OperandGradients gradientOfAssign(AssignOp op, GradientBuilder &builder,
                                         Term g) {
  Value target = op.getTarget(), value = op.getValue();
  OpBuilder &b = builder.getBuilder();
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets(), after;
  SmallVector<OpFoldResult> part = builder.getSizes(value);
  bool isWhole = target.getType() == value.getType() &&
                 cast<RankedTensorType>(value.getType()).hasStaticShape();
  for (auto [whole, offset, size] :
       llvm::zip_equal(builder.getSizes(target), offsets, part))
    after.push_back(builder.sub(builder.sub(whole, offset), size));
  OperandGradients gradients(op->getNumOperands());
  gradients[1] =
      isWhole ? Value(g) : builder.create<ShrinkOp>(Value(g), offsets, part);
  if (gradients[1].getType() != value.getType())
    gradients[1] = builder.reshapeLike(gradients[1], value);
  if (isWhole)
    return gradients;
  Value ones = builder.compare(CmpPredicate::eq, builder.splat(0.0, value),
                               builder.splat(0.0, value));
  Value replaced = builder.create<PadOp>(ones, offsets, after,
                                         cast<TypedAttr>(b.getBoolAttr(false)));
  Value zeros = builder.splat(0.0, target);
  if (replaced.getType() != withElementType(zeros.getType(), b.getI1Type()))
    replaced = builder.reshapeLike(replaced, target);
  gradients[0] = builder.create<WhereOp>(replaced, zeros, Value(g));
  return gradients;
}

/// A copy back to where the input is.
static OperandGradients gradientOfCopy(CopyOp op, GradientBuilder &builder,
                                       Term g) {
  return {builder.create<CopyOp>(op.getType(), Value(g),
                                 findDevice(op.getInput()))};
}

namespace {
/// An op that says why it has no gradient.
template <class ModelT, class OpT>
struct NoGradientModel : DifferentiableOpInterface::ExternalModel<ModelT, OpT> {
  FailureOr<OperandGradients> buildGradients(Operation *, GradientBuilder &,
                                             ValueRange) const {
    return failure(); // Not asked.
  }
};

struct CustomModel : NoGradientModel<CustomModel, CustomOp> {
  StringRef getReasonForNoGradient(Operation *) const {
    return "what its function computes is not known; tg.detach makes its "
           "inputs constants";
  }
};

struct BitcastModel : NoGradientModel<BitcastModel, BitcastOp> {
  StringRef getReasonForNoGradient(Operation *) const {
    return "it reads the bits of numbers, which jump; tg.detach makes its "
           "input a constant";
  }
};
} // namespace

void attachStateGradients(MLIRContext *context) {
  attach<gradientOfAssign>(context);
  attach<gradientOfCopy>(context);
  BitcastOp::attachInterface<BitcastModel>(*context);
  CustomOp::attachInterface<CustomModel>(*context);
}

} // namespace tinygrad::tg
