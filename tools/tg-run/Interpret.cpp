//===- Interpret.cpp - a function by the reference ------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Program.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "TinyGrad/Reference/Reference.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;

OwningOpRef<ModuleOp> run::isolate(func::FuncOp function) {
  auto module = ModuleOp::create(function.getLoc());
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  builder.clone(*function);
  auto source = function->getParentOfType<ModuleOp>();
  llvm::SmallPtrSet<Operation *, 8> kernels;
  function.walk([&](tg::LaunchOp launch) {
    Operation *kernel = source.lookupSymbol(launch.getKernel());
    if (kernel && kernels.insert(kernel).second)
      builder.clone(*kernel);
  });
  return module;
}

llvm::Expected<Results> run::interpret(func::FuncOp function,
                                       ArrayRef<rt::HostArray> arrays,
                                       const Signature &signature,
                                       const Bindings &bindings) {
  std::vector<HostTensor> inputs;
  for (const rt::HostArray &array : arrays)
    inputs.push_back(toTensor(array));
  reference::Bindings given;
  for (auto [variable, value] : llvm::zip(signature.variables, bindings))
    given[variable.name.getValue()] = value;
  // The interpreter knows values, not how they come about: gradients are
  // written out for it.
  OwningOpRef<ModuleOp> module = isolate(function);
  PassManager pm(module->getContext());
  pm.addNestedPass<func::FuncOp>(tg::createTGAutodiffPass());
  if (failed(pm.run(*module)))
    return llvm::createStringError("the gradients of '" + signature.name +
                                   "' cannot be built");
  function = module->lookupSymbol<func::FuncOp>(function.getName());
  auto outputs = reference::evaluate(function, inputs, given);
  if (failed(outputs))
    return llvm::createStringError("'" + signature.name +
                                   "' cannot be interpreted");
  Results results;
  for (const HostTensor &output : *outputs) {
    auto array = toArray(output);
    if (!array)
      return array.takeError();
    results.push_back(std::move(*array));
  }
  return results;
}
