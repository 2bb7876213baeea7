//===- Ports.cpp - what a jit function takes and gives --------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/Ports.h"
#include "TinyGrad/Dialect/JIT/IR/JIT.h"

using namespace mlir;
using namespace tinygrad;

/// "[n, 64]"; a size that is more than a variable is written over s0, s1, ….
static std::string formatShape(ArrayAttr shape,
                               const std::vector<rt::InputVar> &variables) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "[";
  llvm::interleaveComma(shape, os, [&](Attribute size) {
    auto map = dyn_cast<AffineMapAttr>(size);
    if (!map) {
      os << cast<IntegerAttr>(size).getInt();
      return;
    }
    AffineExpr expr = map.getAffineMap().getResult(0);
    auto symbol = dyn_cast<AffineSymbolExpr>(expr);
    if (symbol && symbol.getPosition() < variables.size())
      os << variables[symbol.getPosition()].name;
    else
      os << expr;
  });
  os << "]";
  return text;
}

static rt::LibraryPort describe(DictionaryAttr attributes, Type type,
                                const std::vector<rt::InputVar> &variables) {
  rt::LibraryPort port;
  auto buffer = cast<jit::BufferType>(type);
  auto get = [&](StringRef name) {
    return attributes ? attributes.get(name) : Attribute();
  };
  if (auto name = dyn_cast_or_null<StringAttr>(get("jit.name")))
    port.name = name.str();
  auto dtype = dyn_cast_or_null<TypeAttr>(get("jit.dtype"));
  llvm::raw_string_ostream(port.dtype)
      << (dtype ? dtype.getValue() : buffer.getElementType());
  auto shape = dyn_cast_or_null<ArrayAttr>(get("jit.shape"));
  port.shape = shape ? formatShape(shape, variables)
                     : "[" + std::to_string(buffer.getSize()) + "]";
  return port;
}

rt::LibraryContents
tinygrad::describeFunction(FunctionOpInterface function,
                           const rt::Executable &executable) {
  rt::LibraryContents contents;
  contents.function = executable.description();
  const std::vector<rt::InputVar> &variables = contents.function.inputVars;
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    if (!argument.getType().isIndex() &&
        !function.getArgAttr(number, "jit.held"))
      contents.inputs.push_back(describe(function.getArgAttrDict(number),
                                         argument.getType(), variables));
  }
  for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
    contents.results.push_back(describe(
        function.getResultAttrDict(unsigned(number)), type, variables));
  for (auto [port, result] :
       llvm::zip(contents.results, contents.function.results)) {
    const rt::Slot *slot = &contents.function.slots[result.slot];
    while (slot->kind == rt::Slot::Kind::View)
      slot = &contents.function.slots[slot->index];
    if (!result.isUpdatedInput || slot->kind != rt::Slot::Kind::Input)
      continue;
    port.isUpdated = true;
    contents.inputs[slot->index].isUpdated = true;
  }
  return contents;
}
