//===- InPlace.cpp - outputs that may overwrite inputs ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/InPlace.h"
#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/IR/Constant.h"

using namespace mlir;
using namespace tinygrad::uop;

SmallVector<unsigned> tinygrad::uop::findInPlaceInputs(KernelOp kernel) {
  SmallVector<StoreOp> stores;
  bool isExpression = true;
  for (Operation &op : kernel.getBody().front()) {
    if (auto store = dyn_cast<StoreOp>(op))
      stores.push_back(store);
    isExpression &= op.getNumRegions() == 0;
  }
  if (!isExpression || stores.size() != 1 || stores[0].getGate() ||
      isa<VectorType>(stores[0].getIndex().getType()))
    return {};
  StoreOp store = stores[0];
  KernelIndices indices(kernel);
  AffineExpr place = indices.getExpr(store.getIndex());
  auto outputType = cast<MemRefType>(store.getBuffer().getType());

  auto isReadInPlace = [&](BlockArgument argument) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type || argument == store.getBuffer() ||
        isConstant(kernel, argument.getArgNumber()) ||
        type.getNumElements() != outputType.getNumElements() ||
        type.getElementTypeBitWidth() != outputType.getElementTypeBitWidth())
      return false;
    return llvm::all_of(argument.getUsers(), [&](Operation *user) {
      auto load = dyn_cast<LoadOp>(user);
      return load && !isa<VectorType>(load.getIndex().getType()) &&
             indices.getExpr(load.getIndex()) == place;
    });
  };
  SmallVector<unsigned> inputs;
  unsigned position = 0;
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    if (!isa<MemRefType>(argument.getType()))
      continue;
    if (isReadInPlace(argument))
      inputs.push_back(position);
    ++position;
  }
  return inputs;
}
