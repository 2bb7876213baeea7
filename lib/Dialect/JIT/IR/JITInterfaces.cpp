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

/// The properties of `item`, with `numEvents` operands in the last group if it
/// has groups of operands.
static Attribute getProperties(Operation *item, size_t numEvents) {
  Attribute properties = item->getPropertiesAsAttribute();
  auto dictionary = dyn_cast_or_null<DictionaryAttr>(properties);
  if (!dictionary || !item->hasTrait<OpTrait::AttrSizedOperandSegments>())
    return properties;
  StringRef name =
      OpTrait::AttrSizedOperandSegments<void>::getOperandSegmentSizeAttr();
  auto sizes = dictionary.getAs<DenseI32ArrayAttr>(name);
  if (!sizes || sizes.empty())
    return properties;
  SmallVector<int32_t> changed(sizes.asArrayRef());
  changed.back() = int32_t(numEvents);
  NamedAttrList list(dictionary);
  list.set(name, DenseI32ArrayAttr::get(item->getContext(), changed));
  return list.getDictionary(item->getContext());
}

Operation *jit::rebuildItem(OpBuilder &builder, Operation *item,
                            ArrayRef<Value> after, bool hasEvent) {
  OperationState state(item->getLoc(), item->getName());
  state.addAttributes(item->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = getProperties(item, after.size());
  SmallVector<Value> operands;
  for (Value operand : item->getOperands())
    if (!isa<EventType>(operand.getType()))
      operands.push_back(operand);
  llvm::append_range(operands, after);
  state.addOperands(operands);
  if (hasEvent)
    state.addTypes(EventType::get(item->getContext()));
  for (Region &region : item->getRegions())
    state.addRegion()->takeBody(region);
  return builder.create(state);
}

LogicalResult jit::verifyItem(Operation *item) {
  if (item->getNumResults() > 1 ||
      !llvm::all_of(item->getResultTypes(), llvm::IsaPred<EventType>))
    return item->emitOpError()
           << "expected no result but an event, as an exec item";
  bool waits = false;
  for (auto [index, type] : llvm::enumerate(item->getOperandTypes())) {
    if (waits && !isa<EventType>(type))
      return item->emitOpError() << "expected events as its last operands, but "
                                 << "got " << type << " as operand " << index;
    waits |= isa<EventType>(type);
  }
  if ((waits || item->getNumResults() != 0) &&
      !isa_and_nonnull<GraphOp>(item->getParentOp()))
    return item->emitOpError()
           << "takes or gives an event outside of a jit.graph";
  return success();
}
