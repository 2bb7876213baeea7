//===- Driver.cpp - what tg-run does --------------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "CheckReplay.h"
#include "Compare.h"
#include "DebugLog.h"
#include "Emit.h"
#include "Library.h"
#include "Load.h"
#include "Program.h"
#include "Report.h"
#include "TinyGrad/Pipelines/DiskCache.h"
#include "TinyGrad/Pipelines/Import.h"
#include "TinyGrad/Runtime/Counters.h"
#include "TinyGrad/Runtime/IO/Npy.h"
#include "TinyGrad/Search/KernelLog.h"
#include "TinyGrad/Search/KernelSearch.h"
#include "Trace.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/WithColor.h"
#include <chrono>
#include <cstdlib>
#include <limits>
#include <thread>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

void run::reportError(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tg-run") << message << "\n";
}

namespace {

/// Runs functions, and keeps what they gave until all have succeeded.
class Driver {
public:
  Driver(const Options &options, Tracer &tracer)
      : options(options), tracer(tracer), devices(getDeviceOptions(options)) {}

  /// A failure without message has been reported as a diagnostic.
  LogicalResult runEntry(func::FuncOp function);
  Error writeOutputs();

  /// Finds compiled kernels in a folder, and keeps new ones there.
  Error useCacheFolder(StringRef folder) {
    Expected<DiskCache> disk = DiskCache::open(folder);
    if (!disk)
      return disk.takeError();
    cache.useDisk(std::move(*disk));
    return Error::success();
  }

private:
  using Diagnosed = FailureOr<std::unique_ptr<Program>>;

  static rt::DeviceOptions getDeviceOptions(const Options &options) {
    rt::DeviceOptions deviceOptions;
    deviceOptions.threads = options.threads;
    deviceOptions.poison = options.poison;
    for (const char *name : {"llvm-spirv-15", "llvm-spirv-14", "llvm-spirv"})
      if (auto path = llvm::sys::findProgramByName(name)) {
        deviceOptions.spirTranslator = *path;
        break;
      }
    if (!options.cacheDir.empty())
      deviceOptions.blockSizesFile = options.cacheDir + "/block-sizes";
    return deviceOptions;
  }

  CompileOptions makeCompileOptions();

  LogicalResult report(Error error) {
    if (!error)
      return success();
    reportError(llvm::toString(std::move(error)));
    return failure();
  }

  Error execute(func::FuncOp function, const Signature &signature,
                Program *program, const Inputs &inputs);
  Error checkAgainstReference(func::FuncOp function, const Signature &signature,
                              StringRef what, ArrayRef<rt::HostArray> arrays,
                              const Bindings &bindings, const Results &got);
  Error checkExpected(const Signature &signature, const Results &results);
  Error keepOutputs(const Signature &signature, const Results &results);
  void showResults(const Signature &signature, const Results &results);

  Error timeItems(func::FuncOp function, const Signature &signature,
                  const Inputs &inputs, Emitter &emitter);

  const Options &options;
  Tracer &tracer;
  rt::DeviceRegistry devices;
  ProgramCache cache;
  std::vector<std::pair<const KeyedData *, rt::HostArray>> outputs;
};

} // namespace

CompileOptions Driver::makeCompileOptions() {
  CompileOptions compile;
  compile.device = options.device;
  compile.target = options.target;
  compile.optimize = options.optimize;
  compile.cubin = options.cubin;
  compile.matrixUnits = options.matrixUnits;
  compile.planMemory = options.planMemory;
  compile.prune = options.prune;
  compile.graphs = options.graphs;
  compile.batchSize = options.batchSize;
  if (options.beam && options.optimize) {
    SearchOptions search;
    search.width = options.beam;
    search.seconds = options.searchSeconds;
    search.compare = options.beamCompare;
    search.estimate = options.beamEstimate;
    search.onLine = [](StringRef line) { rt::log(1, line.str()); };
    attachSearch(compile, cache, devices, std::move(search));
  }
  if (!options.kernelLog.empty())
    compile.onKernel = [this](uop::KernelOp kernel, ArrayAttr opts) {
      if (Error error = appendKernel(options.kernelLog, kernel, opts))
        reportError(llvm::toString(std::move(error)));
    };
  return compile;
}

LogicalResult Driver::runEntry(func::FuncOp function) {
  auto signature = Signature::get(function);
  if (failed(signature))
    return failure();
  if (!options.library.empty())
    return emitAsLibrary(function, *signature, options, makeCompileOptions(),
                         cache, devices);
  bool emitOnly = !options.emit.empty();
  Inputs inputs;
  if (!emitOnly) {
    auto bound = bindInputs(*signature, options);
    if (!bound)
      return report(bound.takeError());
    inputs = std::move(*bound);
  }
  Emitter emitter(options);
  CompileOptions compile = makeCompileOptions();
  emitter.attachTo(compile);
  attachDebugLog(compile, options.debug);

  std::unique_ptr<Program> program;
  if (emitOnly ? !emitter.needsNoCompilation()
               : !options.reference || emitter.wantsFiles()) {
    auto compiled = Program::compile(function, *signature, std::move(compile),
                                     cache, devices, options.poison);
    if (failed(compiled))
      return failure();
    program = std::move(*compiled);
  }
  if (program)
    logOpts(program->getReport());
  if (failed(report(emitter.finish(function))))
    return failure();
  if (emitOnly)
    return success();
  if (failed(
          report(execute(function, *signature,
                         options.reference ? nullptr : program.get(), inputs))))
    return failure();
  if (!emitter.wantsPage())
    return success();
  return report(timeItems(function, *signature, inputs, emitter));
}

/// Runs the items one by one, outside of launch graphs, for the page to say
/// what each takes: the least of a few runs.
Error Driver::timeItems(func::FuncOp function, const Signature &signature,
                        const Inputs &inputs, Emitter &emitter) {
  CompileOptions compile = makeCompileOptions();
  compile.graphs = false;
  compile.onKernel = nullptr;
  auto program = Program::compile(function, signature, std::move(compile),
                                  cache, devices, options.poison);
  if (failed(program))
    return createStringError("--viz: cannot run the items one by one");
  std::vector<double> seconds;
  // The first run makes memory and runs what runs once.
  for (unsigned i = 0; i < 4; ++i) {
    Error error = Error::success();
    std::vector<rt::TraceEvent> events = tracer.collect([&] {
      auto results = (*program)->run(inputs.arrays, inputs.bindings,
                                     /*afterItem=*/{}, /*isCounted=*/false);
      llvm::consumeError(std::move(error));
      error = results.takeError();
    });
    if (error)
      return error;
    if (i == 0)
      continue;
    seconds.resize(events.size(), std::numeric_limits<double>::infinity());
    for (auto [least, event] : llvm::zip(seconds, events))
      least = std::min(least, event.seconds);
  }
  return emitter.addTimes(seconds);
}

Error Driver::execute(func::FuncOp function, const Signature &signature,
                      Program *program, const Inputs &inputs) {
  Measurements measurements;
  auto start = std::chrono::steady_clock::now();
  auto results =
      program ? program->run(inputs.arrays, inputs.bindings)
              : interpret(function, inputs.arrays, signature, inputs.bindings);
  measurements.first =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  if (!results)
    return results.takeError();
  if (options.verify)
    if (Error error =
            checkAgainstReference(function, signature, "--verify",
                                  inputs.arrays, inputs.bindings, *results))
      return error;
  if (options.checkReplay && program) {
    ReplayCheck check(function, signature, makeCompileOptions(), cache, devices,
                      options.poison, options.json);
    if (Error error = check.run(*program, inputs))
      return error;
  }
  if (Error error = checkExpected(signature, *results))
    return error;
  if (Error error = keepOutputs(signature, *results))
    return error;
  if (options.bench && program) {
    auto times =
        program->measure(inputs.arrays, inputs.bindings, options.benchRuns);
    if (!times)
      return times.takeError();
    measurements.runs = std::move(times->seconds);
    measurements.leastCPU = times->leastCPU;
    measurements.cost = program->getCost(inputs.bindings);
    // Many short runs are not to wait for this again and again.
    bool isHost = options.device.empty() || options.device == "cpu";
    if (isHost && (!options.json || !options.cacheDir.empty()))
      measurements.limits =
          getLimits(options.threads ? options.threads
                                    : std::thread::hardware_concurrency(),
                    cpu::getHostTarget(), options.cacheDir,
                    findUnit(program->getReport(), cpu::getHostTarget()));
  }
  if (!options.json)
    showResults(signature, *results);
  if (program && options.json)
    printJSON(*program, measurements, llvm::outs());
  else if (program && (options.stats || options.bench))
    printStats(*program, measurements, options.stats, llvm::outs());
  return Error::success();
}

Error Driver::checkAgainstReference(func::FuncOp function,
                                    const Signature &signature, StringRef what,
                                    ArrayRef<rt::HostArray> arrays,
                                    const Bindings &bindings,
                                    const Results &got) {
  auto expected = interpret(function, arrays, signature, bindings);
  if (!expected)
    return expected.takeError();
  std::vector<Tolerance> tolerances =
      getTolerances(function, bindings, arrays, *expected);
  for (auto [port, result, reference, tolerance] :
       llvm::zip(signature.results, got, *expected, tolerances)) {
    Comparison comparison = compare(result, reference, tolerance);
    std::string text = (what + ": " + port.describe() + " of '" +
                        signature.name + "' " + comparison.text)
                           .str();
    if (!comparison.isEqual)
      return createStringError(text);
    if (!options.json)
      llvm::outs() << text << "\n";
  }
  return Error::success();
}

Error Driver::checkExpected(const Signature &signature,
                            const Results &results) {
  for (const KeyedData &data : options.expects) {
    auto port = Signature::find(signature.results, data.key);
    if (!port)
      return createStringError(data.text + ": " +
                               llvm::toString(port.takeError()));
    auto expected = rt::readNpy(data.source.path);
    if (expected.isError())
      return createStringError(data.text + ": " + expected.message());
    const rt::HostArray &got = results[(*port)->position];
    if (!rt::isReadableAs(expected->type, got.type))
      return createStringError(data.text + ": " + (*port)->describe() +
                               " has elements of " + rt::elementName(got.type) +
                               ", but the file of " +
                               rt::elementName(expected->type));
    expected->type = got.type;
    Comparison comparison =
        compare(got, *expected, {options.atol, options.rtol});
    std::string text =
        data.text + ": " + (*port)->describe() + " " + comparison.text;
    if (!comparison.isEqual)
      return createStringError(text);
    if (!options.json)
      llvm::outs() << text << "\n";
  }
  return Error::success();
}

Error Driver::keepOutputs(const Signature &signature, const Results &results) {
  for (const KeyedData &data : options.outputs) {
    auto port = Signature::find(signature.results, data.key);
    if (!port)
      return createStringError(data.text + ": " +
                               llvm::toString(port.takeError()));
    outputs.emplace_back(&data, results[(*port)->position]);
  }
  return Error::success();
}

void Driver::showResults(const Signature &signature, const Results &results) {
  bool asked = !options.outputs.empty() || !options.expects.empty() ||
               options.verify || options.checkReplay || options.bench;
  if (asked || options.device == "null")
    return;
  for (auto [port, result] : llvm::zip(signature.results, results))
    printPreview(port, result, llvm::outs());
}

Error Driver::writeOutputs() {
  for (auto &[data, array] : outputs) {
    rt::Status status = rt::writeNpy(data->source.path, array);
    if (status.isError())
      return createStringError(data->text + ": " + status.message());
  }
  return Error::success();
}

/// Parses a program. MLIR's reader of bytecode trusts what it reads; where a
/// malformed file makes it crash, that is an error of the file.
static OwningOpRef<ModuleOp>
parseSafely(StringRef path, llvm::SourceMgr &sources, MLIRContext &context) {
  OwningOpRef<ModuleOp> module;
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  bool isParsed = recovery.RunSafely([&] {
    module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  });
  if (!isParsed) {
    reportError("'" + path + "' is malformed: MLIR's reader failed on it");
    // The context is in no state to be taken down.
    std::_Exit(1);
  }
  llvm::CrashRecoveryContext::Disable();
  return module;
}

LogicalResult run::runProgram(const Options &options, MLIRContext &context) {
  auto fail = [](Error error) {
    reportError(llvm::toString(std::move(error)));
    return failure();
  };
  rt::setLog(
      int(options.debug),
      [](int, const std::string &line) { llvm::errs() << line << "\n"; },
      options.color);
  llvm::SourceMgr sources;
  if (Error error = openProgram(options.file, sources))
    return fail(std::move(error));
  SourceMgrDiagnosticHandler handler(sources, &context);
  context.printOpOnDiagnostic(false);
  OwningOpRef<ModuleOp> module = parseSafely(options.file, sources, context);
  if (!module)
    return failure();
  auto entries = findEntries(*module, options);
  if (!entries)
    return fail(entries.takeError());
  // Kernels compile side by side; reading a file alone needs no threads.
  if (options.threads != 1)
    context.enableMultithreading();
  Tracer tracer(!options.traceFile.empty());
  Driver driver(options, tracer);
  if (!options.cacheDir.empty())
    if (Error error = driver.useCacheFolder(options.cacheDir))
      return fail(std::move(error));
  bool allSucceeded = true;
  for (func::FuncOp function : *entries)
    if (needsImport(function) && failed(importFunction(function)))
      return failure();
  for (func::FuncOp function : *entries)
    allSucceeded &= succeeded(driver.runEntry(function));
  if (!allSucceeded)
    return failure();
  rt::logAverages();
  if (Error error = tracer.write(options.traceFile))
    return fail(std::move(error));
  if (Error error = driver.writeOutputs())
    return fail(std::move(error));
  return success();
}
