//===- CheckReplay.cpp - every way to run gives the same ------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckReplay.h"
#include "Compare.h"
#include "Elements.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/Tensor/IR/Unchanging.h"
#include "TinyGrad/Reference/Reference.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

Expected<std::unique_ptr<Program>> ReplayCheck::compile(bool plans, bool graphs,
                                                        bool keepsSchedule) {
  CompileOptions options = compileOptions;
  options.planMemory = plans;
  options.graphs = graphs;
  options.onText = {};
  options.onModule = {};
  if (keepsSchedule)
    options.onModule = [&](Stage stage, ModuleOp module) {
      if (stage == Stage::Schedule)
        schedule = module.clone();
    };
  auto program = Program::compile(function, signature, std::move(options),
                                  cache, devices, poison);
  if (failed(program))
    return createStringError("'" + signature.name + "' cannot be compiled");
  return std::move(*program);
}

/// Other contents for all arguments but those that never change.
static Expected<std::vector<rt::HostArray>>
randomInputs(func::FuncOp function, ArrayRef<rt::HostArray> arrays,
             uint64_t seed) {
  std::vector<rt::HostArray> random;
  for (auto [i, array] : llvm::enumerate(arrays)) {
    if (function.getArgAttr(unsigned(i), tg::kConstant)) {
      random.push_back(array);
      continue;
    }
    auto other = rt::HostArray::create(array.type, array.shape);
    if (other.isError())
      return createStringError(other.message());
    fillArray(*other, DataSource::Kind::Random, seed * 1000003 + i);
    random.push_back(std::move(*other));
  }
  return random;
}

Error ReplayCheck::run(Program &captured, const Inputs &inputs) {
  bindings = inputs.bindings;
  function.walk([&](tg::LaunchOp) { isHandWritten = true; });
  if (isHandWritten)
    llvm::errs() << "tg-run: warning: --check-replay: the reference knows no "
                    "kernels written by hand, so only the ways to run '"
                 << signature.name << "' are compared\n";
  auto made =
      compile(/*plans=*/false, /*graphs=*/false, /*keepsSchedule=*/true);
  auto unplanned = compile(false, true, false);
  auto itemwise = compile(true, false, false);
  for (auto *program : {&made, &unplanned, &itemwise})
    if (!*program) {
      Error error = program->takeError();
      for (auto *other : {&made, &unplanned, &itemwise})
        if (other != program)
          llvm::consumeError(other->takeError());
      return error;
    }
  plain = std::move(*made);
  withoutPlan = std::move(*unplanned);
  withoutGraphs = std::move(*itemwise);

  if (Error error = checkInputs(captured, "the given inputs", inputs.arrays))
    return error;
  for (uint64_t seed : {1, 2}) {
    auto arrays = randomInputs(function, inputs.arrays, seed);
    if (!arrays)
      return arrays.takeError();
    if (Error error = checkInputs(captured, "other inputs", *arrays))
      return error;
  }
  return checkInputs(captured, "the given inputs again", inputs.arrays);
}

Error ReplayCheck::checkInputs(Program &captured, StringRef what,
                               ArrayRef<rt::HostArray> arrays) {
  auto results = plain->run(arrays, bindings);
  if (!results)
    return results.takeError();
  if (Error error = checkPlain(what, arrays, *results))
    return error;
  struct Way {
    StringRef name;
    Program *program;
  };
  const Way ways[] = {{"captured", &captured},
                      {"replayed", &captured},
                      {"without a plan", withoutPlan.get()},
                      {"without launch graphs", withoutGraphs.get()}};
  for (const Way &way : ways)
    if (Error error = checkSame((way.name + ", " + what).str(), *way.program,
                                arrays, *results))
      return error;
  if (isHandWritten && !isQuiet)
    llvm::outs() << "--check-replay: '" << signature.name
                 << "' gives the same in every way to run it (" << what
                 << ")\n";
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Against the reference
//===----------------------------------------------------------------------===//

Error ReplayCheck::checkPlain(StringRef what, ArrayRef<rt::HostArray> arrays,
                              const Results &got) {
  if (isHandWritten)
    return Error::success();
  auto expected = interpret(function, arrays, signature, bindings);
  if (!expected)
    return expected.takeError();
  std::vector<Tolerance> tolerances =
      getTolerances(function, bindings, arrays, *expected);
  for (auto [port, result, reference, tolerance] :
       llvm::zip(signature.results, got, *expected, tolerances)) {
    Comparison comparison = compare(result, reference, tolerance);
    std::string text = "--check-replay: " + port.describe() + " of '" +
                       signature.name + "' " + comparison.text;
    if (!comparison.isEqual)
      return createStringError(text + " (item by item, " + what + ")" +
                               findPlainDifference(arrays));
    if (!isQuiet)
      llvm::outs() << text << "\n";
  }
  return Error::success();
}

/// Compares each kernel with the reference on the inputs that the plain run
/// gave it.
std::string ReplayCheck::findPlainDifference(ArrayRef<rt::HostArray> arrays) {
  auto run = trace(*plain, arrays);
  if (!run) {
    llvm::consumeError(run.takeError());
    return "";
  }
  std::vector<HostTensor> inputs;
  for (const rt::HostArray &array : arrays)
    inputs.push_back(toTensor(array));
  reference::Bindings given;
  for (auto [variable, value] : llvm::zip(signature.variables, bindings))
    given[variable.name.getValue()] = value;

  std::string found;
  size_t item = 0;
  auto observe = [&](tg::KernelOp kernel, ArrayRef<HostTensor> kernelInputs,
                     std::vector<HostTensor> &results) {
    while (item < run->names.size() && run->names[item] == "copy")
      ++item;
    if (item >= run->names.size() || run->buffers[item].size() < results.size())
      return;
    std::vector<rt::HostArray> inputArrays;
    for (const HostTensor &input : kernelInputs)
      if (auto array = toArray(input))
        inputArrays.push_back(std::move(*array));
      else
        llvm::consumeError(array.takeError());
    for (auto [i, result] : llvm::enumerate(results)) {
      const std::string &bytes = run->buffers[item][i];
      // A buffer has the size of the upper bounds.
      if (bytes.size() < result.bytes.size())
        continue;
      HostTensor other = result;
      std::memcpy(other.bytes.data(), bytes.data(), other.bytes.size());
      auto expected = toArray(result), got = toArray(other);
      if (!expected || !got) {
        llvm::consumeError(expected.takeError());
        llvm::consumeError(got.takeError());
        continue;
      }
      Value value =
          kernel.getBody().front().getTerminator()->getOperand(unsigned(i));
      Tolerance tolerance =
          getTolerance(value, bindings, inputArrays, *expected);
      Comparison comparison = compare(*got, *expected, tolerance);
      if (!comparison.isEqual && found.empty())
        found = "; the first item that differs is item " +
                std::to_string(item) + " (" + run->names[item] + "), which " +
                comparison.text;
      result = std::move(other);
    }
    ++item;
  };
  auto scheduled = schedule->lookupSymbol<func::FuncOp>(function.getName());
  if (!scheduled ||
      failed(reference::evaluate(scheduled, inputs, given, observe)))
    return "";
  return found.empty() ? "; no item differs on the inputs that it got" : found;
}

//===----------------------------------------------------------------------===//
// Against the plain run
//===----------------------------------------------------------------------===//

Error ReplayCheck::checkSame(StringRef what, Program &program,
                             ArrayRef<rt::HostArray> arrays,
                             const Results &expected) {
  auto results = program.run(arrays, bindings);
  if (!results)
    return results.takeError();
  for (auto [port, result, wanted] :
       llvm::zip(signature.results, *results, expected)) {
    Comparison comparison = compare(result, wanted, Tolerance{0, 0, true});
    if (!comparison.isEqual)
      return createStringError("--check-replay: " + port.describe() + " of '" +
                               signature.name + "' " + comparison.text + " (" +
                               what + ")" + findReplayDifference(arrays));
  }
  return Error::success();
}

Expected<ReplayCheck::Trace>
ReplayCheck::trace(Program &program, ArrayRef<rt::HostArray> arrays) {
  Trace trace;
  auto afterItem = [&](size_t, const std::string &name,
                       const std::vector<rt::Buffer> &buffers) {
    trace.names.push_back(name);
    std::vector<std::string> contents;
    for (const rt::Buffer &buffer : buffers) {
      std::string bytes(buffer.bytes(), '\0');
      if (rt::Status status = buffer.copyOut(bytes.data()); status.isError())
        return status;
      contents.push_back(std::move(bytes));
    }
    trace.buffers.push_back(std::move(contents));
    return rt::Status::success();
  };
  auto results = program.run(arrays, bindings, afterItem);
  if (!results)
    return results.takeError();
  return trace;
}

std::string ReplayCheck::findReplayDifference(ArrayRef<rt::HostArray> arrays) {
  auto expected = trace(*plain, arrays), got = trace(*withoutGraphs, arrays);
  if (!expected || !got) {
    llvm::consumeError(expected.takeError());
    llvm::consumeError(got.takeError());
    return "";
  }
  size_t count = std::min(expected->names.size(), got->names.size());
  for (size_t item = 0; item < count; ++item)
    // What a kernel writes comes first.
    if (expected->buffers[item] != got->buffers[item])
      return "; the first item that differs is item " + std::to_string(item) +
             " (" + expected->names[item] + ")";
  return "; no item differs when they run one by one: the order within the "
         "launch graphs is wrong";
}
