//===- KernelTimer.cpp - how long a kernel takes ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTimer.h"

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Execution/Executor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include <chrono>

using namespace mlir;
using namespace tinygrad;

/// More than the last caches of processors and GPUs.
static constexpr uint64_t kColdBytes = uint64_t(96) << 20;
/// Runs of one kernel: this many, unless they take longer together.
static constexpr int kRuns = 16;
static constexpr double kSeconds = 0.05;
/// A first run that takes so many times the best is enough.
static constexpr double kHopeless = 3;
/// Below this, a first run says nothing.
static constexpr double kShort = 1e-4;

std::optional<double> TimedKernel::run() {
  rt::RunOptions options;
  options.reuseResults = true;
  auto start = std::chrono::steady_clock::now();
  if (executable->run(inputs, vars, options).isError() ||
      device->synchronize().isError())
    return std::nullopt;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

std::optional<double> TimedKernel::measure(double best) {
  // The first run loads the code and touches the results' memory.
  std::optional<double> least = run();
  double total = least.value_or(0);
  if (!least || (*least > kHopeless * best && *least > kShort && total > 0.01))
    return least;
  for (int i = 0; i < kRuns && (i == 0 || total < kSeconds); ++i) {
    std::optional<double> seconds = run();
    if (!seconds)
      return std::nullopt;
    least = std::min(*least, *seconds);
    total += *seconds;
    if (*seconds > kHopeless * best && *seconds > kShort)
      break;
  }
  return least;
}

/// A module with the kernel and a function that launches it.
static OwningOpRef<ModuleOp> makeProgram(uop::KernelOp kernel,
                                         ArrayRef<uop::OptAttr> opts) {
  MLIRContext *context = kernel.getContext();
  Location loc = kernel.getLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  auto builder = OpBuilder::atBlockBegin(module->getBody());
  auto copy = cast<uop::KernelOp>(builder.clone(*kernel));
  copy.setSymName("searched");
  copy.setOptsAttr(
      builder.getArrayAttr(SmallVector<Attribute>(opts.begin(), opts.end())));

  SmallVector<Type> results, inputs;
  SmallVector<NamedAttribute> variables;
  for (BlockArgument argument : copy.getBody().getArguments()) {
    unsigned number = argument.getArgNumber();
    if (auto memory = dyn_cast<MemRefType>(argument.getType())) {
      auto type =
          RankedTensorType::get(memory.getShape(), memory.getElementType());
      bool isOutput =
          copy.getArgAttr(number, uop::KernelOp::kOutput) != nullptr;
      (isOutput ? results : inputs).push_back(type);
      continue;
    }
    auto name =
        cast<StringAttr>(copy.getArgAttr(number, uop::KernelOp::kVariable));
    variables.push_back(builder.getNamedAttr(
        name, copy.getArgAttr(number, uop::KernelOp::kBounds)));
  }
  auto function = func::FuncOp::create(
      builder, loc, "main", builder.getFunctionType(inputs, results));
  if (!variables.empty())
    function->setAttr("tg.variables", DictionaryAttr::get(context, variables));
  builder.setInsertionPointToStart(function.addEntryBlock());
  SmallVector<Value> values;
  for (NamedAttribute variable : variables)
    values.push_back(tg::VariableOp::create(
        builder, loc, builder.getIndexType(), variable.getName()));
  auto launch = tg::LaunchOp::create(builder, loc, results, "searched",
                                     function.getArguments(), values);
  func::ReturnOp::create(builder, loc, launch.getResults());
  return module;
}

/// Numbers that are neither denormal nor outside of what kernels index with.
static rt::StatusOr<rt::Buffer> makeInput(rt::DeviceRef device, Type element,
                                          uint64_t bytes) {
  auto buffer = rt::Buffer::create(std::move(device), bytes);
  if (buffer.isError())
    return buffer;
  rt::Status status = buffer->fill(isa<FloatType>(element) ? 0x3c : 0);
  if (status.isError())
    return status;
  return buffer;
}

std::unique_ptr<TimedKernel>
KernelTimer::prepare(uop::KernelOp kernel, ArrayRef<uop::OptAttr> opts,
                     const std::function<void(Diagnostic &)> &onFailure) {
  ScopedDiagnosticHandler handler(
      kernel.getContext(), [&](Diagnostic &diagnostic) {
        if (onFailure && diagnostic.getSeverity() == DiagnosticSeverity::Error)
          onFailure(diagnostic);
        return success();
      });
  OwningOpRef<ModuleOp> module = makeProgram(kernel, opts);
  ProgramCache cache;
  if (failed(compileModule(*module, options, cache)))
    return nullptr;
  ExecutorOptions execution;
  execution.nativeGraphs = false;
  auto executable = createExecutable(*module, "main", devices, execution);
  if (failed(executable))
    return nullptr;

  std::vector<rt::Buffer> inputs;
  std::vector<int64_t> vars;
  SmallVector<std::pair<StringRef, int64_t>> values;
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    unsigned number = argument.getArgNumber();
    auto memory = dyn_cast<MemRefType>(argument.getType());
    if (!memory) {
      // In the middle of its bounds.
      auto bounds =
          cast<ArrayAttr>(kernel.getArgAttr(number, uop::KernelOp::kBounds));
      int64_t low = cast<IntegerAttr>(bounds[0]).getInt();
      int64_t high = cast<IntegerAttr>(bounds[1]).getInt();
      auto name =
          cast<StringAttr>(kernel.getArgAttr(number, uop::KernelOp::kVariable));
      values.emplace_back(name, low + (high - low) / 2);
      continue;
    }
    if (kernel.getArgAttr(number, uop::KernelOp::kOutput))
      continue;
    if (inputs.size() == shared.size()) {
      uint64_t bytes = uint64_t(memory.getNumElements()) *
                       llvm::divideCeil(memory.getElementTypeBitWidth(), 8);
      auto buffer = makeInput(device, memory.getElementType(), bytes);
      if (buffer.isError()) {
        emitError(kernel.getLoc()) << buffer.message();
        return nullptr;
      }
      shared.push_back(std::move(*buffer));
    }
    inputs.push_back(shared[inputs.size()]);
  }
  for (const rt::InputVar &used : (*executable)->description().inputVars)
    for (auto [name, value] : values)
      if (name == used.name)
        vars.push_back(value);
  return std::make_unique<TimedKernel>(std::move(*executable), device,
                                       std::move(inputs), std::move(vars));
}

void KernelTimer::coolCaches() {
  if (!cold.bytes()) {
    auto buffer = rt::Buffer::create(device, kColdBytes);
    if (buffer.isError())
      return; // Then caches are as they are, for all alike.
    cold = std::move(*buffer);
  }
  (void)cold.fill(0);
  (void)device->synchronize();
}
