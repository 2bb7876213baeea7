//===- Program.cpp - a compiled function ----------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "TinyGrad/Execution/Executor.h"
#include "TinyGrad/Execution/Explain.h"
#include <chrono>
#include <cstring>
#include <ctime>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;
using llvm::createStringError;
using llvm::Expected;

using Clock = std::chrono::steady_clock;

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

FailureOr<std::unique_ptr<Program>>
Program::compile(func::FuncOp function, const Signature &signature,
                 CompileOptions options, ProgramCache &cache,
                 rt::DeviceRegistry &devices, bool poison) {
  auto start = Clock::now();
  auto program = std::make_unique<Program>();
  program->signature = signature;
  program->poison = poison;
  auto device = devices.get(options.device);
  if (device.isError())
    return function.emitError() << device.message();
  program->device = *device;
  std::string hostTarget = options.target;
  if (options.target == "host" && !(*device)->chip().empty())
    options.target = (*device)->chip();

  OwningOpRef<ModuleOp> module = isolate(function);
  if (failed(compileModule(*module, options, cache, &program->report)))
    return failure();
  auto jitFunction = module->lookupSymbol<jit::FuncOp>(function.getName());
  if (!jitFunction)
    return function.emitError("has no jit.func after compilation");
  if (auto bound =
          jitFunction->getAttrOfType<IntegerAttr>("jit.arena_bound_bytes"))
    program->arenaBoundBytes = bound.getInt();

  ExecutorOptions execution;
  execution.target = std::move(hostTarget);
  auto executable =
      createExecutable(*module, function.getName(), devices, execution);
  if (failed(executable))
    return failure();
  explainFunction(jitFunction);
  program->executable = std::move(*executable);
  program->report.seconds = secondsSince(start);
  return program;
}

uint64_t Program::getInputBytes(size_t number) const {
  for (const rt::Slot &slot : executable->description().slots)
    if (slot.kind == rt::Slot::Kind::Input && slot.index == number)
      return slot.bytes;
  return 0;
}

Expected<std::vector<rt::Buffer>>
Program::wrap(ArrayRef<rt::HostArray> arrays) const {
  std::vector<rt::Buffer> buffers;
  // A program that updates its arguments must leave the arrays as they are:
  // they are inputs of the next run, and of the reference.
  bool updates = llvm::any_of(
      executable->description().results,
      [](const rt::ResultSlot &result) { return result.isUpdatedInput; });
  for (rt::HostArray array : arrays) {
    if (updates && device->isHostMemory()) {
      auto copy = rt::HostArray::create(array.type, array.shape);
      if (copy.isError())
        return createStringError(copy.message());
      std::memcpy(copy->data.get(), array.data.get(), array.bytes);
      array = std::move(*copy);
    }
    if (device->isHostMemory()) {
      auto buffer =
          rt::Buffer::wrap(device, array.data.get(), array.bytes, array.data);
      if (buffer.isError())
        return createStringError(buffer.message());
      buffers.push_back(std::move(*buffer));
      continue;
    }
    // Kernels may read what lies between the sizes and their upper bounds.
    auto whole = rt::Buffer::create(
        device, std::max(array.bytes, getInputBytes(buffers.size())));
    if (whole.isError())
      return createStringError(whole.message());
    auto buffer = whole->view(0, array.bytes);
    if (buffer.isError())
      return createStringError(buffer.message());
    if (rt::Status status = buffer->copyIn(array.data.get()); status.isError())
      return createStringError(status.message());
    buffers.push_back(std::move(*buffer));
  }
  return buffers;
}

std::vector<int64_t> Program::getVariables(const Bindings &bindings) const {
  std::vector<int64_t> values;
  for (const rt::InputVar &used : executable->description().inputVars)
    for (auto [variable, value] : llvm::zip(signature.variables, bindings))
      if (variable.name == used.name)
        values.push_back(value);
  return values;
}

rt::Estimates Program::getCost(const Bindings &bindings) const {
  auto cost = executable->estimate(getVariables(bindings));
  return cost.isOk() ? *cost : getStats().estimates;
}

Expected<Results> Program::run(ArrayRef<rt::HostArray> arrays,
                               const Bindings &bindings,
                               decltype(rt::RunOptions::afterItem) afterItem,
                               bool isCounted) {
  auto buffers = wrap(arrays);
  if (!buffers)
    return buffers.takeError();
  rt::RunOptions options;
  options.poison = poison;
  options.afterItem = std::move(afterItem);
  options.isCounted = isCounted;
  auto outputs = executable->run(*buffers, getVariables(bindings), options);
  if (outputs.isError())
    return createStringError(outputs.message());
  Results results;
  for (auto [port, output] : llvm::zip(signature.results, *outputs)) {
    auto array =
        rt::HostArray::create(port.elementType, getSizes(port, bindings));
    if (array.isError())
      return createStringError(port.describe() + ": " + array.message());
    if (array->bytes != output.bytes())
      return createStringError(port.describe() + ": expected " +
                               Twine(array->bytes) + " bytes, but got " +
                               Twine(output.bytes()));
    if (rt::Status status = output.copyOut(array->data.get()); status.isError())
      return createStringError(status.message());
    results.push_back(std::move(*array));
  }
  return results;
}

/// What all threads of the process have computed so far.
static double getCPUSeconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

Expected<Program::Times> Program::measure(ArrayRef<rt::HostArray> arrays,
                                          const Bindings &bindings,
                                          unsigned count) {
  auto buffers = wrap(arrays);
  if (!buffers)
    return buffers.takeError();
  rt::RunOptions options;
  options.reuseResults = true;
  Times times;
  std::vector<double> &seconds = times.seconds;
  double total = 0;
  while (count ? seconds.size() < count : total < 0.5 || seconds.size() < 3) {
    auto start = Clock::now();
    double startCPU = getCPUSeconds();
    auto outputs = executable->run(*buffers, getVariables(bindings), options);
    if (outputs.isError())
      return createStringError(outputs.message());
    double cpu = getCPUSeconds() - startCPU;
    times.leastCPU = seconds.empty() ? cpu : std::min(times.leastCPU, cpu);
    seconds.push_back(secondsSince(start));
    total += seconds.back();
    if (!count && seconds.size() == 10000)
      break;
  }
  return times;
}
