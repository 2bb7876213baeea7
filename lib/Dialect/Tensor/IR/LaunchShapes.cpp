//===- LaunchShapes.cpp - the sizes of what a launch gives ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/LaunchShapes.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace tinygrad::tg {

static constexpr StringLiteral kShape = "tg.shape";

void setLaunchShape(LaunchOp launch, ArrayRef<AffineExpr> shape,
                    unsigned numVariables) {
  Builder builder(launch.getContext());
  SmallVector<Attribute> sizes;
  bool isConstant = true;
  for (AffineExpr size : shape) {
    if (!size)
      return;
    if (auto constant = dyn_cast<AffineConstantExpr>(size)) {
      sizes.push_back(builder.getI64IntegerAttr(constant.getValue()));
      continue;
    }
    isConstant = false;
    sizes.push_back(AffineMapAttr::get(AffineMap::get(0, numVariables, size)));
  }
  if (!isConstant)
    launch->setAttr(kShape, builder.getArrayAttr(sizes));
}

SmallVector<AffineExpr> getLaunchShape(LaunchOp launch, unsigned numVariables) {
  auto sizes = launch->getAttrOfType<ArrayAttr>(kShape);
  if (!sizes)
    return {};
  SmallVector<AffineExpr> shape;
  for (Attribute size : sizes) {
    auto constant = dyn_cast<IntegerAttr>(size);
    auto map = dyn_cast<AffineMapAttr>(size);
    if (constant && constant.getType().isSignlessInteger(64))
      shape.push_back(
          getAffineConstantExpr(constant.getInt(), launch.getContext()));
    else if (map && map.getAffineMap().getNumDims() == 0 &&
             map.getAffineMap().getNumSymbols() == numVariables &&
             map.getAffineMap().getNumResults() == 1)
      shape.push_back(map.getAffineMap().getResult(0));
    else
      return {};
  }
  return shape;
}

} // namespace tinygrad::tg
