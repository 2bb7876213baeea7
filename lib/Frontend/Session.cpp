//===- Session.cpp - computes lazy tensors ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Session.h"
#include "ErrorCollector.h"
#include "Generalize.h"
#include "TinyGrad/Dialect/Tensor/IR/Unchanging.h"
#include "TinyGrad/Execution/Executor.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Runtime/Counters.h"
#include "TinyGrad/Search/KernelSearch.h"
#include "WriteIR.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <unordered_map>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::frontend;

namespace tinygrad::frontend {
class Program {
public:
  std::unique_ptr<rt::Executable> executable;
  /// The `tg` module that it was compiled from, as bytecode; only of programs
  /// that were recorded or loaded, since it holds constants again.
  std::string source;
  /// Launches and copies of a run.
  uint64_t numItems = 0;
  /// A part of it runs once: the program belongs to one capture.
  bool isPruned = false;
};

/// Launches and copies, in graphs and outside.
static uint64_t countItems(const rt::Executable &executable) {
  uint64_t count = 0;
  for (const rt::Item &item : executable.description().items) {
    const auto *graph = std::get_if<rt::GraphItem>(&item);
    count += graph ? graph->description.nodes.size() : 1;
  }
  return count;
}

/// Whether someone may want to stop a run between two of its kernels.
static bool isLong(const rt::Executable &executable) {
  constexpr uint64_t longWork = 1 << 30;
  const rt::Estimates &estimates = executable.stats().estimates;
  return estimates.ops + estimates.bytes > longWork;
}
} // namespace tinygrad::frontend

struct Session::Implementation {
  explicit Implementation(SessionOptions options)
      : options(options), devices(getDeviceOptions(options)) {}

  static rt::DeviceOptions getDeviceOptions(const SessionOptions &options) {
    rt::DeviceOptions deviceOptions;
    deviceOptions.threads = options.threads;
    return deviceOptions;
  }

  rt::Status prepare();
  rt::StatusOr<std::shared_ptr<Program>> compile(const Graph &graph,
                                                 const std::string &device);
  /// Without a batch size there are no launch graphs.
  rt::StatusOr<std::shared_ptr<Program>>
  compile(ModuleOp module, const std::string &device,
          std::optional<unsigned> batchSize = std::nullopt, bool prune = false);
  rt::StatusOr<OwningOpRef<ModuleOp>> parse(const std::string &source);
  rt::StatusOr<std::shared_ptr<Program>>
  load(const std::string &source,
       std::optional<unsigned> batchSize = std::nullopt);
  void findConstants(Graph &graph) const;
  rt::StatusOr<std::shared_ptr<Program>> find(const Graph &graph);
  rt::Status keepSource(const Graph &graph, Program &program);
  /// The key of what gives one program for the options that there are now.
  std::string withOptions(std::string key) const {
    key.push_back(options.optimize ? 'o' : 'n');
    key.push_back(static_cast<char>('0' + options.matrixUnits));
    if (options.optimize && options.beam)
      key += std::to_string(options.beam);
    return key;
  }
  rt::Status computeEmpty(const std::vector<NodeRef> &roots);

  SessionOptions options;
  rt::DeviceRegistry devices;
  rt::DeviceRef device;
  std::unique_ptr<MLIRContext> context;
  ProgramCache kernels;
  std::unordered_map<std::string, std::shared_ptr<Program>> programs;
  SessionCounters counters;
  /// While weights are packed: the memory that changes from call to call, kept
  /// so that none else comes to be at its place.
  std::optional<std::unordered_map<const void *, rt::Buffer>> changing;
};

Session::Session(SessionOptions options)
    : implementation(std::make_unique<Implementation>(options)) {}
Session::~Session() = default;

const SessionCounters &Session::counters() const {
  return implementation->counters;
}
void Session::resetCounters() { implementation->counters = {}; }
SessionOptions &Session::options() { return implementation->options; }

rt::Status Session::Implementation::prepare() {
  if (device)
    return rt::Status::success();
  rt::StatusOr<rt::DeviceRef> found = devices.get("cpu");
  if (found.isError())
    return found.status();
  device = *found;
  DialectRegistry registry;
  registerCompilerDialects(registry);
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return rt::Status::success();
}

rt::StatusOr<std::shared_ptr<Program>>
Session::Implementation::compile(const Graph &graph,
                                 const std::string &deviceName) {
  OwningOpRef<ModuleOp> module =
      writeModule(graph, options.defaults, context.get());
  return compile(*module, deviceName);
}

/// Whether an argument of a function is the same in every run.
static bool hasConstants(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
      if (function.getArgAttr(i, tg::kConstant))
        return true;
  return false;
}

rt::StatusOr<std::shared_ptr<Program>>
Session::Implementation::compile(ModuleOp module, const std::string &deviceName,
                                 std::optional<unsigned> batchSize,
                                 bool prune) {
  ErrorCollector errors(context.get());
  CompileOptions compileOptions;
  compileOptions.packConstants = hasConstants(module);
  compileOptions.prune = prune;
  compileOptions.device = deviceName;
  compileOptions.optimize = options.optimize;
  compileOptions.matrixUnits = options.matrixUnits;
  if (options.optimize && options.beam) {
    SearchOptions search;
    search.width = options.beam;
    search.seconds = options.searchSeconds;
    if (options.onSearch)
      search.onProgress = [this](llvm::StringRef kernel, unsigned timed,
                                 double seconds) {
        return options.onSearch(kernel.str(), timed, seconds);
      };
    search.onLine = [](llvm::StringRef line) { rt::log(1, line.str()); };
    attachSearch(compileOptions, kernels, devices, std::move(search));
  }
  // Most programs are run once: walking their kernels is faster than compiling
  // a function that calls them.
  compileOptions.graphs = batchSize.has_value();
  compileOptions.batchSize = batchSize.value_or(0);
  compileOptions.onProgress = options.onProgress;
  auto program = std::make_shared<Program>();
  if (failed(mlir::verify(module)) ||
      failed(compileModule(module, compileOptions, kernels)))
    return errors.fail("cannot compile");
  auto executable = createExecutable(module, "main", devices);
  if (failed(executable))
    return errors.fail("cannot compile");
  program->executable = std::move(*executable);
  program->numItems = countItems(*program->executable);
  return program;
}

rt::StatusOr<std::shared_ptr<Program>>
Session::Implementation::find(const Graph &graph) {
  std::string key = withOptions(getKey(graph, options.defaults));
  auto known = programs.find(key);
  if (known != programs.end())
    return known->second;
  rt::StatusOr<std::shared_ptr<Program>> program = compile(graph, "cpu");
  if (program.isError())
    return program;
  ++counters.compiledPrograms;
  programs.emplace(std::move(key), *program);
  return program;
}

/// Makes the source of a program from the graph that it computes.
rt::Status Session::Implementation::keepSource(const Graph &graph,
                                               Program &program) {
  if (!program.source.empty())
    return rt::Status::success();
  ErrorCollector errors(context.get());
  OwningOpRef<ModuleOp> module =
      writeModule(graph, options.defaults, context.get());
  std::string source;
  llvm::raw_string_ostream stream(source);
  if (failed(writeBytecodeToFile(*module, stream)))
    return errors.fail("cannot write the program");
  program.source = std::move(source);
  return rt::Status::success();
}

/// Nodes without elements need no program.
rt::Status
Session::Implementation::computeEmpty(const std::vector<NodeRef> &roots) {
  for (const NodeRef &root : roots) {
    if (root->op == OpKind::Buffer || root->numElements() != 0)
      continue;
    rt::StatusOr<rt::Buffer> buffer = rt::Buffer::create(device, 0);
    if (buffer.isError())
      return buffer.status();
    becomeLeaf(*root, *buffer);
  }
  return rt::Status::success();
}

rt::Status Session::realize(const std::vector<NodeRef> &roots,
                            std::vector<RecordedRun> *record) {
  Implementation &self = *implementation;
  if (rt::Status status = self.prepare(); status.isError())
    return status;
  if (rt::Status status = self.computeEmpty(roots); status.isError())
    return status;
  Graph graph = collectGraph(roots);
  if (graph.roots.empty())
    return rt::Status::success();
  self.findConstants(graph);
  rt::StatusOr<std::shared_ptr<Program>> program = self.find(graph);
  if (program.isError())
    return program.status();
  if (record)
    if (rt::Status status = self.keepSource(graph, **program); status.isError())
      return status;
  std::vector<rt::Buffer> inputs;
  inputs.reserve(graph.inputs.size());
  for (const NodeRef &input : graph.inputs)
    inputs.push_back(input->buffer);
  rt::StatusOr<std::vector<rt::Buffer>> results = run(**program, inputs);
  if (results.isError())
    return results.status();
  if (self.changing)
    for (const rt::Buffer &result : *results)
      self.changing->try_emplace(result.identity(), result);
  std::vector<std::shared_ptr<Storage>> inputHomes, resultHomes;
  std::shared_ptr<GraphCopy> copy;
  if (record) {
    copy = std::make_shared<GraphCopy>(graph);
    for (const NodeRef &input : graph.inputs)
      inputHomes.push_back(input->home.lock());
    for (const NodeRef &root : graph.roots)
      resultHomes.push_back(root->home.lock());
  }
  for (size_t i = 0; i < graph.roots.size(); ++i)
    becomeLeaf(*graph.roots[i], std::move((*results)[i]));
  if (record)
    record->push_back({*program, std::move(graph.inputs),
                       std::move(graph.roots), std::move(inputHomes),
                       std::move(resultHomes), std::move(copy)});
  return rt::Status::success();
}

rt::StatusOr<GeneralProgram>
Session::generalize(const std::vector<std::shared_ptr<GraphCopy>> &runs,
                    SampledVariables &variables) {
  Implementation &self = *implementation;
  if (rt::Status status = self.prepare(); status.isError())
    return status;
  std::vector<const Graph *> graphs;
  for (const std::shared_ptr<GraphCopy> &run : runs)
    graphs.push_back(&run->graph);
  GeneralProgram result;
  auto source = writeGeneral(graphs, variables, self.options.defaults,
                             self.context.get(), result);
  if (source.isError())
    return source.status();
  auto program = load(*source);
  if (program.isError())
    return program.status();
  result.program = std::move(*program);
  return result;
}

const std::string &Session::getSource(const Program &program) {
  return program.source;
}

/// Marks the inputs that nothing has given to the call or made in it.
void Session::Implementation::findConstants(Graph &graph) const {
  if (!changing)
    return;
  for (const NodeRef &input : graph.inputs)
    graph.isConstant.push_back(!changing->count(input->buffer.identity()));
  if (!llvm::is_contained(graph.isConstant, true))
    graph.isConstant.clear();
}

void Session::beginPacking(const std::vector<rt::Buffer> &arguments) {
  implementation->changing.emplace();
  for (const rt::Buffer &argument : arguments)
    implementation->changing->try_emplace(argument.identity(), argument);
}

void Session::endPacking() { implementation->changing.reset(); }

rt::StatusOr<OwningOpRef<ModuleOp>>
Session::Implementation::parse(const std::string &source) {
  ErrorCollector errors(context.get());
  // The reader wants bytecode where resources are aligned.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      source.size(), "program", llvm::Align(64));
  std::copy(source.begin(), source.end(), buffer->getBufferStart());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  auto module = parseSourceFile<ModuleOp>(sources, context.get());
  if (!module)
    return errors.fail("cannot read the program");
  return module;
}

rt::StatusOr<std::shared_ptr<Program>>
Session::prune(const std::shared_ptr<Program> &program,
               const std::vector<bool> &isConstant,
               std::optional<unsigned> batchSize) {
  Implementation &self = *implementation;
  auto module = self.parse(program->source);
  if (module.isError())
    return module.status();
  auto function = (*module)->lookupSymbol<func::FuncOp>("main");
  bool hasConstant = false;
  for (unsigned i = 0; function && i < function.getNumArguments(); ++i) {
    if (!function.getArgAttr(i, tg::kConstant))
      continue;
    if (i < isConstant.size() && isConstant[i])
      hasConstant = true;
    else
      function.removeArgAttr(i, tg::kConstant);
  }
  if (!hasConstant)
    return program;
  bool isGraph =
      batchSize && program->numItems > 1 && !isLong(*program->executable);
  auto pruned = self.compile(
      **module, "cpu", isGraph ? batchSize : std::nullopt, /*prune=*/true);
  if (pruned.isError())
    return pruned;
  if ((*pruned)->executable->description().onceItems.empty())
    return program;
  ++self.counters.compiledPrograms;
  (*pruned)->source = program->source;
  (*pruned)->isPruned = true;
  return pruned;
}

bool Session::isPruned(const Program &program) { return program.isPruned; }

uint64_t Session::countOnce(const Program &program) {
  return program.executable->description().onceItems.size();
}

void Session::forgetOnce(Program &program) { program.executable->forgetOnce(); }

rt::StatusOr<std::shared_ptr<Program>>
Session::Implementation::load(const std::string &source,
                              std::optional<unsigned> batchSize) {
  if (rt::Status status = prepare(); status.isError())
    return status;
  std::string key = withOptions(source);
  if (batchSize)
    key += "graphs" + std::to_string(*batchSize);
  auto known = programs.find(key);
  if (known != programs.end())
    return known->second;
  auto module = parse(source);
  if (module.isError())
    return module.status();
  rt::StatusOr<std::shared_ptr<Program>> program =
      compile(**module, "cpu", batchSize);
  if (program.isOk()) {
    ++counters.compiledPrograms;
    (*program)->source = source;
    programs.emplace(std::move(key), *program);
  }
  return program;
}

rt::StatusOr<std::shared_ptr<Program>>
Session::load(const std::string &source) {
  return implementation->load(source);
}

rt::StatusOr<std::shared_ptr<Program>>
Session::makeGraphs(const std::shared_ptr<Program> &program,
                    unsigned batchSize) {
  // A graph of long work would gain little, and could not be stopped.
  if (program->numItems < 2 || isLong(*program->executable))
    return program;
  return implementation->load(program->source, batchSize);
}

void Session::freeIntermediates(Program &program) {
  program.executable->freeIntermediates();
}

rt::StatusOr<std::vector<rt::Buffer>>
Session::run(Program &program, const std::vector<rt::Buffer> &inputs,
             const std::vector<std::pair<std::string, int64_t>> &sizes) {
  rt::RunOptions options;
  options.copyAliasedInputs = true;
  rt::Executable &executable = *program.executable;
  const rt::ExecutableStats &stats = executable.stats();
  // Asking after each kernel of a short run would cost more than the run.
  const auto &onProgress = implementation->options.onProgress;
  if (onProgress && isLong(executable))
    options.afterItem = [&](size_t, const std::string &,
                            const std::vector<rt::Buffer> &) {
      return onProgress(0, 0) ? rt::Status::success()
                              : rt::Status::error("stopped");
    };
  SessionCounters &counters = implementation->counters;
  ++counters.runs;
  counters.kernels += program.numItems;
  counters.ops += stats.estimates.ops;
  counters.bytes += stats.estimates.bytes;
  std::vector<int64_t> variables;
  if (!sizes.empty())
    for (const rt::InputVar &wanted : executable.description().inputVars)
      for (const auto &[name, value] : sizes)
        if (wanted.name == name)
          variables.push_back(value);
  return executable.run(inputs, variables, options);
}

rt::StatusOr<rt::Buffer> Session::allocate(uint64_t bytes) {
  if (rt::Status status = implementation->prepare(); status.isError())
    return status;
  return rt::Buffer::create(implementation->device, bytes);
}

rt::StatusOr<rt::Buffer> Session::wrap(void *memory, uint64_t bytes,
                                       std::shared_ptr<void> owner) {
  if (rt::Status status = implementation->prepare(); status.isError())
    return status;
  return rt::Buffer::wrap(implementation->device, memory, bytes,
                          std::move(owner));
}

std::string Session::print(const std::vector<NodeRef> &roots) {
  if (rt::Status status = implementation->prepare(); status.isError())
    return status.message();
  Graph graph = collectGraph(roots);
  std::string text;
  llvm::raw_string_ostream stream(text);
  writeModule(graph, implementation->options.defaults,
              implementation->context.get())
      ->print(stream);
  return text;
}

rt::StatusOr<uint64_t>
Session::countKernels(const std::vector<NodeRef> &roots) {
  if (rt::Status status = implementation->prepare(); status.isError())
    return status;
  // What has no elements needs no kernel.
  std::vector<NodeRef> computed;
  for (const NodeRef &root : roots)
    if (root->numElements() != 0)
      computed.push_back(root);
  Graph graph = collectGraph(computed);
  if (graph.roots.empty())
    return uint64_t(0);
  rt::StatusOr<std::shared_ptr<Program>> program =
      implementation->compile(graph, "null");
  if (program.isError())
    return program.status();
  return (*program)->executable->stats().kernels;
}
