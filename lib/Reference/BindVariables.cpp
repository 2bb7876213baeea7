//===- BindVariables.cpp - variables from the inputs' shapes ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Reference/Reference.h"

using namespace mlir;

namespace tinygrad::reference {

namespace {
/// A variable's value and where it comes from, for messages.
struct Source {
  int64_t value;
  std::string place;
};
} // namespace

FailureOr<Bindings> bindVariables(func::FuncOp function,
                                  ArrayRef<std::vector<int64_t>> shapes,
                                  const Bindings &given) {
  tg::SymbolicShapes symbols(function);
  llvm::StringMap<Source> sources;
  for (const auto &entry : given) {
    if (!symbols.findVariable(entry.getKey()))
      return function.emitError()
             << "has no variable '" << entry.getKey() << "'";
    sources[entry.getKey()] = {entry.getValue(), "the given value"};
  }

  for (auto [number, shape] : llvm::enumerate(shapes)) {
    auto dims = function.getArgAttrOfType<ArrayAttr>(number, "tg.dims");
    if (!dims)
      continue;
    for (auto [axis, dim] : llvm::enumerate(dims)) {
      auto name = dyn_cast<StringAttr>(dim);
      if (!name || axis >= shape.size())
        continue;
      std::string place =
          ("axis " + Twine(axis) + " of argument " + Twine(number)).str();
      auto [source, isNew] =
          sources.try_emplace(name.getValue(), Source{shape[axis], place});
      if (!isNew && source->second.value != shape[axis])
        return function.emitError()
               << "variable '" << name.getValue() << "' is "
               << source->second.value << " by " << source->second.place
               << ", but " << shape[axis] << " by " << place;
    }
  }

  Bindings values;
  for (const tg::Variable &variable : symbols.getVariables()) {
    auto source = sources.find(variable.name.getValue());
    if (source == sources.end())
      return function.emitError() << "variable " << variable.name
                                  << " has no value: no input carries it";
    int64_t value = source->second.value;
    if (value < variable.min || value > variable.max)
      return function.emitError()
             << "variable '" << variable.name.getValue() << "' is " << value
             << " by " << source->second.place << ", outside its bounds ["
             << variable.min << ", " << variable.max << "]";
    values[variable.name.getValue()] = value;
  }
  return values;
}

} // namespace tinygrad::reference
