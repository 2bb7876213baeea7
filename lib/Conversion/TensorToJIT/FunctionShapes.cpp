//===- FunctionShapes.cpp - a function and its shapes -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionConverter.h"

#include "TinyGrad/Dialect/Tensor/IR/Unchanging.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad;

/// Those that an argument carries, that a result's sizes need, or that the
/// function reads.
LogicalResult FunctionConverter::findUsedVariables() {
  SmallVector<bool> isUsed(shapes.getVariables().size(), false);
  auto mark = [&](AffineExpr size) {
    if (size)
      size.walk([&](AffineExpr part) {
        if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
          isUsed[symbol.getPosition()] = true;
      });
  };
  for (Value argument : function.getArguments())
    llvm::for_each(shapes.getShape(argument), mark);
  for (Operation &op : function.getBody().front()) {
    if (auto variable = dyn_cast<tg::VariableOp>(op)) {
      std::optional<unsigned> number = shapes.findVariable(variable.getName());
      if (!number)
        return variable.emitOpError("reads a variable that the function does "
                                    "not declare");
      isUsed[*number] = true;
    }
    if (isa<func::ReturnOp>(op))
      for (Value result : op.getOperands())
        llvm::for_each(shapes.getShape(result), mark);
  }
  for (auto [number, used] : llvm::enumerate(isUsed))
    if (used)
      usedVariables.push_back(unsigned(number));
  return success();
}

/// An expression over the function's variables as a map from those used.
AffineMap FunctionConverter::getMap(AffineExpr expr) {
  SmallVector<AffineExpr> symbols(shapes.getVariables().size(),
                                  builder.getAffineConstantExpr(0));
  for (auto [position, number] : llvm::enumerate(usedVariables))
    symbols[number] = builder.getAffineSymbolExpr(unsigned(position));
  return AffineMap::get(0, unsigned(usedVariables.size()),
                        expr.replaceSymbols(symbols));
}

/// The sizes of a tensor as `jit.shape`; null if one is unknown.
ArrayAttr FunctionConverter::getShapeAttr(Value tensor) {
  SmallVector<Attribute> sizes;
  for (AffineExpr size : shapes.getShape(tensor)) {
    if (!size)
      return {};
    if (auto constant = dyn_cast<AffineConstantExpr>(size))
      sizes.push_back(builder.getI64IntegerAttr(constant.getValue()));
    else
      sizes.push_back(AffineMapAttr::get(getMap(size)));
  }
  return builder.getArrayAttr(sizes);
}

/// The buffer of an argument or a constant, at the variables' upper bounds.
FailureOr<jit::BufferType> FunctionConverter::getBufferType(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type)
    return function.emitOpError("expected tensors only, but got ")
           << tensor.getType();
  AffineExpr count = shapes.getNumElements(shapes.getShape(tensor));
  std::optional<int64_t> bound =
      count ? shapes.getUpperBound(count) : std::nullopt;
  if (!bound)
    return emitError(tensor.getLoc())
           << "expected sizes with upper bounds that fit 63 bits, but got "
           << type;
  return getCheckedType(tensor.getLoc(), *bound, type.getElementType());
}

FailureOr<jit::BufferType> FunctionConverter::getCheckedType(Location loc,
                                                             int64_t size,
                                                             Type elementType,
                                                             StringAttr place) {
  auto type = jit::BufferType::getChecked(
      [&] { return emitError(loc); }, builder.getContext(), size, elementType,
      place ? place : builder.getStringAttr(device));
  if (!type)
    return failure();
  return type;
}

NamedAttrList FunctionConverter::getPortAttributes(Value tensor,
                                                   Attribute name) {
  NamedAttrList attributes;
  if (name)
    attributes.set("jit.name", name);
  attributes.set("jit.dtype", TypeAttr::get(getElementTypeOrSelf(tensor)));
  if (ArrayAttr shape = getShapeAttr(tensor))
    attributes.set("jit.shape", shape);
  return attributes;
}

LogicalResult FunctionConverter::createFunction() {
  SmallVector<Type> inputs;
  SmallVector<Attribute> inputAttributes;
  for (BlockArgument argument : function.getArguments()) {
    FailureOr<jit::BufferType> type = getBufferType(argument);
    if (failed(type))
      return failure();
    inputs.push_back(*type);
    unsigned number = argument.getArgNumber();
    NamedAttrList attributes = getPortAttributes(
        argument, function.getArgAttr(number, tg::TGDialect::kName));
    if (function.getArgAttr(number, tg::kConstant))
      attributes.set("jit.constant", builder.getUnitAttr());
    inputAttributes.push_back(attributes.getDictionary(builder.getContext()));
  }
  for (unsigned number : usedVariables) {
    const tg::Variable &variable = shapes.getVariables()[number];
    inputs.push_back(builder.getIndexType());
    inputAttributes.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("jit.variable", variable.name),
         builder.getNamedAttr(
             "jit.bounds",
             builder.getI64ArrayAttr({variable.min, variable.max}))}));
  }

  builder.setInsertionPoint(function);
  // The results' types are known at the return.
  result = jit::FuncOp::create(
      builder, function.getLoc(), function.getSymNameAttr(),
      TypeAttr::get(builder.getFunctionType(inputs, {})),
      builder.getArrayAttr(inputAttributes), /*res_attrs=*/ArrayAttr());
  if (StringAttr visibility = function.getSymVisibilityAttr())
    result->setAttr(SymbolTable::getVisibilityAttrName(), visibility);
  Block &body = result.getBody().emplaceBlock();
  for (auto [i, type] : llvm::enumerate(inputs)) {
    Location loc = i < function.getNumArguments()
                       ? function.getArgument(unsigned(i)).getLoc()
                       : function.getLoc();
    body.addArgument(type, loc);
  }
  for (BlockArgument argument : function.getArguments())
    mapping.map(argument, body.getArgument(argument.getArgNumber()));
  builder.setInsertionPointToStart(&body);
  return success();
}
