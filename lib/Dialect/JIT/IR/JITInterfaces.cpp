//===- JITInterfaces.cpp - what other dialects' items say -----------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/IR/JITInterfaces.h"
#include "TinyGrad/Dialect/JIT/IR/JIT.h"

using namespace mlir;
using namespace tinygrad;

#include "TinyGrad/Dialect/JIT/IR/JITInterfaces.cpp.inc"

Operation *jit::rebuildItem(OpBuilder &builder, Operation *item,
                            ArrayRef<Value> after, bool hasEvent) {
  OperationState state(item->getLoc(), item->getName());
  state.addAttributes(item->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = item->getPropertiesAsAttribute();
  SmallVector<Value> operands;
  for (Value operand : item->getOperands())
    if (!isa<EventType>(operand.getType()))
      operands.push_back(operand);
  llvm::append_range(operands, after);
  state.addOperands(operands);
  if (hasEvent)
    state.addTypes(EventType::get(item->getContext()));
  return builder.create(state);
}
