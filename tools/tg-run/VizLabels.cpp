//===- VizLabels.cpp - what pictures call ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VizLabels.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;

OpClass run::classify(Operation *op, tg::SymbolicShapes &shapes) {
  auto indexed = dyn_cast<tg::IndexMapOpInterface>(op);
  if (op->hasTrait<OpTrait::ConstantLike>())
    return OpClass::Creation;
  if (!indexed)
    return OpClass::Other;
  if (!indexed.getReduceSizes(shapes).empty())
    return OpClass::Reduce;
  if (indexed.isMovement())
    return OpClass::Movement;
  bool readsTensors =
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>);
  return readsTensors ? OpClass::Elementwise : OpClass::Creation;
}

StringRef run::getColor(OpClass opClass) {
  switch (opClass) {
  case OpClass::Input:
    return "#e0e0e0";
  case OpClass::Creation:
    return "#d9ead3";
  case OpClass::Elementwise:
    return "#fff2cc";
  case OpClass::Reduce:
    return "#f4cccc";
  case OpClass::Movement:
    return "#cfe2f3";
  case OpClass::Other:
    return "#ffffff";
  }
  return "#ffffff";
}

std::string run::formatType(Value value, tg::SymbolicShapes &shapes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto type = cast<RankedTensorType>(value.getType());
  for (AffineExpr size : shapes.getShape(value)) {
    std::string sizeText;
    if (size)
      llvm::raw_string_ostream(sizeText) << size;
    // From the last, so that s1 does not match in s12.
    for (size_t i = shapes.getVariables().size(); size && i-- > 0;) {
      std::string symbol = "s" + std::to_string(i);
      StringRef name = shapes.getVariables()[i].name.getValue();
      for (size_t at = 0; (at = sizeText.find(symbol, at)) != std::string::npos;
           at += name.size())
        sizeText.replace(at, symbol.size(), name);
    }
    os << (size ? sizeText : "?") << " x ";
  }
  os << type.getElementType();
  return text;
}

StringRef run::getShortName(Operation *op) {
  return op->getName().stripDialect();
}

std::string run::getSourceLine(Location loc) {
  std::string text;
  loc->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    text = llvm::sys::path::filename(file.getFilename().getValue()).str() +
           ":" + std::to_string(file.getLine());
    return WalkResult::interrupt();
  });
  return text;
}
