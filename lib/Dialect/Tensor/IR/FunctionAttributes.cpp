//===- FunctionAttributes.cpp - tg.variables, tg.dims, … --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionAttributes.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/Tensor/IR/Unchanging.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace tinygrad::tg {

/// The function's type. Attributes are verified before the op itself, so the
/// attribute may still be anything.
static FunctionType getTypeOrNull(FunctionOpInterface function) {
  return dyn_cast_or_null<FunctionType>(function.getFunctionType());
}

static LogicalResult verifyVariables(FunctionOpInterface function,
                                     DictionaryAttr variables) {
  Operation *op = function;
  for (NamedAttribute variable : variables) {
    auto bounds = dyn_cast<ArrayAttr>(variable.getValue());
    SmallVector<int64_t, 2> values;
    if (bounds)
      for (Attribute bound : bounds)
        if (auto integer = dyn_cast<IntegerAttr>(bound);
            integer && integer.getType().isSignlessInteger(64))
          values.push_back(integer.getInt());
    if (!bounds || bounds.size() != 2 || values.size() != 2)
      return op->emitOpError("expected two integers as the bounds of variable ")
             << variable.getName() << ", but got " << variable.getValue();
    if (values[0] < 0 || values[0] > values[1])
      return op->emitOpError("expected bounds 0 <= min <= max of variable ")
             << variable.getName() << ", but got [" << values[0] << ", "
             << values[1] << "]";
  }
  FunctionType type = getTypeOrNull(function);
  if (!type)
    return success(); // The function's own verifier complains.
  for (auto [index, input] : llvm::enumerate(type.getInputs())) {
    auto tensor = dyn_cast<RankedTensorType>(input);
    if (tensor && !tensor.hasStaticShape() &&
        !function.getArgAttr(index, TGDialect::kDims))
      return op->emitOpError("expected tg.dims on argument ")
             << index << ", which has a dynamic size, but got none";
  }
  return success();
}

LogicalResult verifyFunctionAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() != TGDialect::kVariables)
    return success();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError("expected tg.variables on a function only");
  auto variables = dyn_cast<DictionaryAttr>(attribute.getValue());
  if (!variables)
    return op->emitOpError("expected a dictionary as tg.variables, but got ")
           << attribute.getValue();
  return verifyVariables(function, variables);
}

static LogicalResult verifyDims(FunctionOpInterface function, unsigned argument,
                                Attribute attribute) {
  Operation *op = function;
  auto where = [argument](InFlightDiagnostic &&diagnostic) {
    return std::move(diagnostic << " on argument " << argument);
  };
  auto dims = dyn_cast<ArrayAttr>(attribute);
  if (!dims)
    return where(op->emitOpError("expected a list as tg.dims, but got ")
                 << attribute);
  FunctionType type = getTypeOrNull(function);
  if (!type || argument >= type.getNumInputs())
    return success();
  auto tensor = dyn_cast<RankedTensorType>(type.getInput(argument));
  if (!tensor)
    return where(
        op->emitOpError("expected tg.dims on a ranked tensor, but got ")
        << type.getInput(argument));
  if (static_cast<int64_t>(dims.size()) != tensor.getRank())
    return where(op->emitOpError("expected ")
                 << tensor.getRank() << " sizes in tg.dims, but got "
                 << dims.size());
  auto variables = op->getAttrOfType<DictionaryAttr>(TGDialect::kVariables);
  for (auto [axis, dim] : llvm::enumerate(dims)) {
    if (tensor.isDynamicDim(axis)) {
      auto name = dyn_cast<StringAttr>(dim);
      if (!name)
        return where(
            op->emitOpError("expected the name of a variable for axis ")
            << axis << " in tg.dims, but got " << dim);
      if (!variables || !variables.contains(name))
        return where(op->emitOpError("expected a variable in tg.variables, but "
                                     "got unknown name ")
                     << name << " in tg.dims");
      continue;
    }
    auto size = dyn_cast<IntegerAttr>(dim);
    if (!size || !size.getType().isSignlessInteger(64) ||
        size.getInt() != tensor.getDimSize(axis))
      return where(op->emitOpError("expected ")
                   << tensor.getDimSize(axis) << " for axis " << axis
                   << " in tg.dims, but got " << dim);
  }
  return success();
}

static LogicalResult verifyName(Operation *op, StringRef what, unsigned number,
                                Attribute name) {
  if (auto string = dyn_cast<StringAttr>(name); string && !string.empty())
    return success();
  return op->emitOpError("expected a non-empty string as tg.name, but got ")
         << name << " on " << what << " " << number;
}

/// What is the same in every run has no new contents.
static LogicalResult verifyConstant(FunctionOpInterface function,
                                    unsigned argument, Attribute attribute) {
  Operation *op = function;
  if (!isa<UnitAttr>(attribute))
    return op->emitOpError("expected tg.constant without a value, but got ")
           << attribute << " on argument " << argument;
  FunctionType type = getTypeOrNull(function);
  if (!type || argument >= type.getNumInputs())
    return success();
  if (!isa<RankedTensorType>(type.getInput(argument)))
    return op->emitOpError("expected tg.constant on a tensor, but got ")
           << type.getInput(argument) << " as argument " << argument;
  for (unsigned i = 0, e = type.getNumResults(); i != e; ++i) {
    auto updated =
        function.getResultAttrOfType<IntegerAttr>(i, TGDialect::kUpdates);
    if (updated && updated.getValue().getSExtValue() == argument)
      return op->emitOpError("expected argument ")
             << argument << ", which is tg.constant, not to be updated, but "
             << "result " << i << " does so";
  }
  return success();
}

LogicalResult verifyArgumentAttribute(Operation *op, unsigned argument,
                                      NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  if (attribute.getName() == TGDialect::kDims)
    return verifyDims(function, argument, attribute.getValue());
  if (attribute.getName() == TGDialect::kName)
    return verifyName(op, "argument", argument, attribute.getValue());
  if (attribute.getName() == kConstant)
    return verifyConstant(function, argument, attribute.getValue());
  return success();
}

static LogicalResult verifyUpdates(FunctionOpInterface function,
                                   unsigned result, Attribute attribute) {
  Operation *op = function;
  FunctionType type = getTypeOrNull(function);
  if (!type || result >= type.getNumResults())
    return success();
  auto argument = dyn_cast<IntegerAttr>(attribute);
  if (!argument || !argument.getType().isSignlessInteger(64) ||
      argument.getInt() < 0 || argument.getInt() >= type.getNumInputs())
    return op->emitOpError("expected the number of an argument as tg.updates, "
                           "but got ")
           << attribute << " on result " << result;
  Type expected = type.getInput(argument.getInt());
  if (type.getResult(result) != expected)
    return op->emitOpError("expected result ")
           << result << ", which updates argument " << argument.getInt()
           << ", to have type " << expected << ", but got "
           << type.getResult(result);
  for (unsigned other = 0; other < result; ++other)
    if (function.getResultAttr(other, TGDialect::kUpdates) == attribute)
      return op->emitOpError("expected one result to update argument ")
             << argument.getInt() << ", but got results " << other << " and "
             << result;
  return success();
}

LogicalResult verifyResultAttribute(Operation *op, unsigned result,
                                    NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  if (attribute.getName() == TGDialect::kUpdates)
    return verifyUpdates(function, result, attribute.getValue());
  if (attribute.getName() == TGDialect::kName)
    return verifyName(op, "result", result, attribute.getValue());
  return success();
}

} // namespace tinygrad::tg
