//===- Signature.cpp - what a function takes and gives --------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signature.h"
#include "Elements.h"
#include "TinyGrad/Support/DTypeMLIR.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;

std::string Port::describe() const {
  std::string text =
      ((isArgument ? "argument " : "result ") + Twine(position)).str();
  return name.empty() ? text : text + " ('" + name + "')";
}

static FailureOr<Port> makePort(func::FuncOp function, Value value, Type type,
                                bool isArgument, unsigned position,
                                StringAttr name, tg::SymbolicShapes &shapes) {
  Port port;
  port.isArgument = isArgument;
  port.position = position;
  if (name)
    port.name = name.str();
  port.type = dyn_cast<RankedTensorType>(type);
  auto element =
      port.type ? getDType(port.type.getElementType()) : std::optional<DType>();
  if (!element)
    return function.emitError()
           << port.describe() << " of '" << function.getName()
           << "' is not a tensor that can be run: " << type;
  port.elementType = toElementType(*element);
  llvm::append_range(port.shape, shapes.getShape(value));
  for (auto [axis, size] : llvm::enumerate(port.shape))
    if (!size)
      return function.emitError()
             << port.describe() << " of '" << function.getName()
             << "' has axis " << axis
             << " of unknown size: name its variable in tg.dims";
  return port;
}

FailureOr<Signature> Signature::get(func::FuncOp function) {
  Signature signature;
  signature.name = function.getName();
  tg::SymbolicShapes shapes(function);
  llvm::append_range(signature.variables, shapes.getVariables());
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto port =
        makePort(function, argument, argument.getType(), true, i,
                 function.getArgAttrOfType<StringAttr>(i, "tg.name"), shapes);
    if (failed(port))
      return failure();
    signature.arguments.push_back(std::move(*port));
  }
  auto *terminator = function.getBody().back().getTerminator();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    auto port = makePort(function, value, value.getType(), false, i,
                         function.getResultAttrOfType<StringAttr>(i, "tg.name"),
                         shapes);
    if (failed(port))
      return failure();
    signature.results.push_back(std::move(*port));
  }
  return signature;
}

llvm::Expected<const Port *> Signature::find(ArrayRef<Port> ports,
                                             StringRef key) {
  unsigned position;
  if (!key.getAsInteger(10, position) && position < ports.size())
    return &ports[position];
  for (const Port &port : ports)
    if (!port.name.empty() && port.name == key)
      return &port;
  return llvm::createStringError(Twine("no such argument or result: '") + key +
                                 "' (there are " + Twine(ports.size()) + ")");
}

std::vector<int64_t> run::getSizes(const Port &port, const Bindings &bindings) {
  SmallVector<AffineExpr> symbols;
  for (int64_t value : bindings)
    symbols.push_back(getAffineConstantExpr(value, port.type.getContext()));
  std::vector<int64_t> sizes;
  for (AffineExpr expr : port.shape) {
    auto constant = dyn_cast<AffineConstantExpr>(expr.replaceSymbols(symbols));
    sizes.push_back(constant ? constant.getValue() : -1);
  }
  return sizes;
}

std::string run::formatList(ArrayRef<int64_t> values) {
  return "[" +
         llvm::join(llvm::map_range(
                        values, [](int64_t v) { return std::to_string(v); }),
                    ", ") +
         "]";
}
