//===- Library.cpp - tg-run's --emit-library ------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Library.h"
#include "Driver.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/Tensor/IR/Unchanging.h"
#include "TinyGrad/Execution/EmitLibrary.h"
#include "TinyGrad/Execution/Executor.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;
using llvm::createStringError;
using llvm::Error;

/// "[n, 64]".
static std::string formatShape(const Port &port, const Signature &signature) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](AffineExpr size) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(size))
      os << signature.variables[symbol.getPosition()].name.getValue();
    else
      os << size;
  };
  os << "[";
  llvm::interleaveComma(port.shape, os, print);
  os << "]";
  return text;
}

static rt::LibraryPort describe(const Port &port, const Signature &signature,
                                bool isUpdated) {
  std::string dtype;
  llvm::raw_string_ostream(dtype) << port.type.getElementType();
  return {port.name, dtype, formatShape(port, signature), isUpdated};
}

/// The input that a result is the new content of, or -1.
static int64_t getUpdatedInput(const rt::ExecutableDescription &description,
                               const rt::ResultSlot &result) {
  const rt::Slot *slot = &description.slots[result.slot];
  while (slot->kind == rt::Slot::Kind::View)
    slot = &description.slots[slot->index];
  bool isInput = result.isUpdatedInput && slot->kind == rt::Slot::Kind::Input;
  return isInput ? int64_t(slot->index) : -1;
}

/// Makes the weights part of the function, and describes what is left.
static Error bindContents(rt::LibraryContents &contents,
                          const Signature &signature,
                          ArrayRef<rt::HostArray> weights,
                          const rt::DeviceRef &device) {
  rt::ExecutableDescription &function = contents.function;
  SmallVector<bool> isUpdated(signature.arguments.size(), false);
  for (auto [port, result] : llvm::zip(signature.results, function.results)) {
    int64_t input = getUpdatedInput(function, result);
    bool isWeight = input >= 0 && weights[size_t(input)].data;
    if (input >= 0)
      isUpdated[size_t(input)] = true;
    contents.results.push_back(
        describe(port, signature, input >= 0 && !isWeight));
  }
  uint32_t input = 0;
  for (const Port &port : signature.arguments) {
    const rt::HostArray &weight = weights[port.position];
    if (!weight.data) {
      contents.inputs.push_back(
          describe(port, signature, isUpdated[port.position]));
      ++input;
      continue;
    }
    auto buffer =
        rt::Buffer::wrap(device, weight.data.get(), weight.bytes, weight.data);
    rt::Status status = buffer.isError()
                            ? buffer.status()
                            : rt::bindInput(function, input, *buffer);
    if (status.isError())
      return createStringError("--weights: " + port.describe() + ": " +
                               status.message());
  }
  return Error::success();
}

/// What the library holds itself never changes; what its caller passes may.
static void markWeights(func::FuncOp function,
                        ArrayRef<rt::HostArray> weights) {
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i) {
    bool isUpdated = false;
    for (unsigned j = 0, f = function.getNumResults(); j != f; ++j) {
      auto updated =
          function.getResultAttrOfType<IntegerAttr>(j, tg::TGDialect::kUpdates);
      isUpdated |= updated && updated.getInt() == i;
    }
    if (weights[i].data && !isUpdated)
      function.setArgAttr(i, tg::kConstant,
                          UnitAttr::get(function.getContext()));
    else
      function.removeArgAttr(i, tg::kConstant);
  }
}

LogicalResult
run::emitAsLibrary(func::FuncOp function, const Signature &signature,
                   const Options &options, const CompileOptions &compile,
                   ProgramCache &cache, rt::DeviceRegistry &devices) {
  auto fail = [](Error error) {
    reportError(llvm::toString(std::move(error)));
    return failure();
  };
  auto weights = readWeights(signature, options);
  if (!weights)
    return fail(weights.takeError());
  auto device = devices.get("cpu");
  if (device.isError())
    return fail(createStringError(device.message()));
  OwningOpRef<ModuleOp> module = isolate(function);
  markWeights(module->lookupSymbol<func::FuncOp>(function.getName()), *weights);
  if (failed(compileModule(*module, compile, cache)))
    return failure();
  ExecutorOptions execution;
  execution.target = options.target;
  if (failed(compileGraphs(*module, execution)))
    return failure();
  auto executable =
      createExecutable(*module, function.getName(), devices, execution);
  if (failed(executable))
    return failure();

  rt::LibraryContents contents;
  contents.function = (*executable)->description();
  if (Error error = bindContents(contents, signature, *weights, *device))
    return fail(std::move(error));
  EmitLibraryOptions emit;
  emit.name = makeCIdentifier(llvm::sys::path::filename(options.library));
  emit.target = options.target;
  if (Error error = emitLibrary(*module, function.getName(),
                                std::move(contents), options.library, emit))
    return fail(createStringError("--emit-library: " +
                                  llvm::toString(std::move(error))));
  return success();
}
