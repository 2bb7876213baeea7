//===- Normalization.cpp - what the norms have in common --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalization.h"
#include "Decompositions.h"
#include "OpVerification.h"

using namespace mlir;

namespace tinygrad::tg {

LogicalResult verifyParameter(Operation *op, StringRef name, Value parameter,
                              Value input, ArrayRef<int64_t> axes) {
  if (!parameter)
    return success();
  auto type = cast<RankedTensorType>(parameter.getType());
  auto inputType = cast<RankedTensorType>(input.getType());
  Type element = inputType.getElementType(), wide = getSumType(element);
  if (type.getElementType() != element && type.getElementType() != wide) {
    InFlightDiagnostic diagnostic = op->emitOpError("expected ")
                                    << name << " of element type " << element;
    if (wide != element)
      diagnostic << " or " << wide;
    return diagnostic << ", but got " << type;
  }
  bool fits = type.getRank() == static_cast<int64_t>(axes.size());
  for (size_t i = 0; fits && i < axes.size(); ++i) {
    int64_t have = type.getDimSize(i), want = inputType.getDimSize(axes[i]);
    fits = have == want || ShapedType::isDynamic(have) ||
           ShapedType::isDynamic(want);
  }
  if (fits)
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError("expected ")
                                  << name << " of sizes [";
  llvm::interleaveComma(axes, diagnostic, [&](int64_t axis) {
    diagnostic << printSize(inputType.getDimSize(axis));
  });
  return diagnostic << "], but got " << type;
}

LogicalResult verifyParameterSizes(SizeVerifier &verifier, Operation *op,
                                   StringRef name, Value parameter, Value input,
                                   ArrayRef<int64_t> axes) {
  if (!parameter)
    return success();
  SymbolicShapes &shapes = verifier.getShapes();
  SmallVector<AffineExpr> have(shapes.getShape(parameter));
  SmallVector<AffineExpr> want(shapes.getShape(input));
  for (auto [size, axis] : llvm::zip(have, axes))
    if (failed(verifier.verifyEqual(
            op, size, want[axis],
            "sizes of " + name + " and the input on axis " + Twine(axis))))
      return failure();
  return success();
}

LogicalResult verifyEpsilon(Operation *op, APFloat epsilon) {
  if (epsilon.isFinite() && !epsilon.isNegative())
    return success();
  return op->emitOpError("expected a finite epsilon of at least 0, but got ")
         << epsilon.convertToDouble();
}

Value NormBuilder::center(Value x, ArrayRef<int64_t> axes) {
  return SubOp::create(
      builder, loc, x,
      expand(builder, loc, mean(builder, loc, x, axes, sizes), sizes));
}

Value NormBuilder::invert(Value variance, ArrayRef<OpFoldResult> shape,
                          const APFloat &epsilon) {
  Value sum = AddOp::create(
      builder, loc, variance,
      splat(builder, loc, element, epsilon.convertToDouble(), shape));
  return ReciprocalOp::create(builder, loc, SqrtOp::create(builder, loc, sum));
}

Value NormBuilder::scaleToOne(Value x, ArrayRef<int64_t> axes,
                              const APFloat &epsilon) {
  SmallVector<OpFoldResult> rest(sizes);
  for (int64_t axis : axes)
    rest[axis] = builder.getIndexAttr(1);
  Value square = MulOp::create(builder, loc, x, x);
  Value inverse =
      invert(mean(builder, loc, square, axes, sizes), rest, epsilon);
  return MulOp::create(builder, loc, x, expand(builder, loc, inverse, sizes));
}

Value NormBuilder::place(Value parameter, ArrayRef<int64_t> axes) {
  return spread(builder, loc, castTo(builder, loc, parameter, element), axes,
                sizes);
}

Value NormBuilder::transform(Value x, Value scale, Value bias,
                             ArrayRef<int64_t> axes) {
  if (scale)
    x = MulOp::create(builder, loc, x, place(scale, axes));
  if (bias)
    x = AddOp::create(builder, loc, x, place(bias, axes));
  return x;
}

} // namespace tinygrad::tg
