//===- Compiler.cpp - C interface of the compiler -------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad-c/Compiler.h"
#include "TinyGrad/Execution/Ports.h"
#include "TinyGrad/Execution/SavedCapture.h"
#include "TinyGrad/InitAllPasses.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Pipelines/Import.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <mutex>

using namespace mlir;
using namespace tinygrad;

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  return registry;
}

struct TgcContext {
  explicit TgcContext(unsigned threads)
      : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    context.printOpOnDiagnostic(false);
    if (threads != 1)
      context.enableMultithreading();
    rt::DeviceOptions options;
    options.threads = threads;
    devices = std::make_shared<rt::DeviceRegistry>(options);
    handler = context.getDiagEngine().registerHandler(
        [this](Diagnostic &diagnostic) { report(diagnostic); });
  }
  ~TgcContext() { context.getDiagEngine().eraseHandler(handler); }

  void report(Diagnostic &diagnostic) {
    send(diagnostic);
    for (Diagnostic &note : diagnostic.getNotes())
      send(note);
  }

  void send(Diagnostic &diagnostic) {
    int severity = TGC_ERROR;
    if (diagnostic.getSeverity() == DiagnosticSeverity::Note)
      severity = TGC_NOTE;
    else if (diagnostic.getSeverity() == DiagnosticSeverity::Remark)
      severity = TGC_REMARK;
    else if (diagnostic.getSeverity() == DiagnosticSeverity::Warning)
      severity = TGC_WARNING;
    std::string location;
    if (auto file = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
      location = (file.getFilename().getValue() + ":" + Twine(file.getLine()) +
                  ":" + Twine(file.getColumn()))
                     .str();
    send(severity, location, diagnostic.str());
  }

  void send(int severity, const std::string &location,
            const std::string &message) {
    if (function)
      function(severity, location.c_str(), message.c_str(), data);
  }

  /// What a step gives, with an error that is no diagnostic yet sent.
  int finish(const rt::Status &status) {
    if (status.isOk())
      return TGRT_OK;
    send(TGC_ERROR, "", status.message());
    return TGRT_ERROR;
  }

  MLIRContext context;
  std::shared_ptr<rt::DeviceRegistry> devices;
  ProgramCache cache;
  DiagnosticEngine::HandlerID handler;
  TgcDiagnosticFn function = nullptr;
  void *data = nullptr;
};

struct TgcModule {
  TgcContext *owner;
  OwningOpRef<ModuleOp> module;
};

uint32_t tgc_version(void) { return TGC_VERSION; }

TgcContext *tgc_context_create(unsigned threads) {
  return new TgcContext(threads);
}

void tgc_context_destroy(TgcContext *context) { delete context; }

void tgc_context_set_diagnostics(TgcContext *context, TgcDiagnosticFn function,
                                 void *data) {
  context->function = function;
  context->data = data;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

int tgc_parse(TgcContext *context, const char *source, size_t size,
              const char *name, TgcModule **module) {
  *module = nullptr;
  llvm::SourceMgr sources;
  // The reader of bytecode wants blobs where their alignment says.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      size, name ? name : "", llvm::Align(64));
  if (!buffer)
    return context->finish(rt::Status::outOfMemory());
  std::copy(source, source + size, buffer->getBufferStart());
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> parsed =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context->context));
  if (!parsed)
    return TGRT_ERROR;
  *module = new TgcModule{context, std::move(parsed)};
  return TGRT_OK;
}

void tgc_module_destroy(TgcModule *module) { delete module; }

int tgc_module_run_pipeline(TgcModule *module, const char *pipeline) {
  static std::once_flag once;
  std::call_once(once, [] {
    mlir::registerAllPasses();
    tinygrad::registerAllPasses();
  });
  TgcContext *owner = module->owner;
  std::string message;
  llvm::raw_string_ostream os(message);
  FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline, os);
  if (failed(parsed))
    return owner->finish(rt::Status::error(StringRef(message).trim().str()));
  if (parsed->getOpAnchorName() != ModuleOp::getOperationName())
    return owner->finish(
        rt::Status::error("expected a pipeline on builtin.module, but got one "
                          "on " +
                          parsed->getOpAnchorName().str()));
  PassManager pm(&owner->context);
  static_cast<OpPassManager &>(pm) = std::move(*parsed);
  return succeeded(pm.run(*module->module)) ? TGRT_OK : TGRT_ERROR;
}

void tgc_module_print(TgcModule *module, TgcTextFn function, void *data) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->module->print(os);
  function(text.data(), text.size(), data);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static CompileOptions readOptions(const TgcCompileOptions *given) {
  CompileOptions options;
  auto has = [&](size_t end) { return given && given->size >= end; };
  if (has(offsetof(TgcCompileOptions, noOptimize) + sizeof(uint32_t)))
    options.optimize = !given->noOptimize;
  if (has(offsetof(TgcCompileOptions, prune) + sizeof(uint32_t)))
    options.prune = given->prune;
  if (has(offsetof(TgcCompileOptions, target) + sizeof(const char *)) &&
      given->target)
    options.target = given->target;
  return options;
}

namespace {
/// A compiled function: its jit.func in a module of its own.
struct Compiled {
  OwningOpRef<ModuleOp> module;
  jit::FuncOp function;
  std::unique_ptr<rt::Executable> executable;
};
} // namespace

/// Compiles a copy of the module that keeps one function.
static FailureOr<Compiled> compile(TgcModule &given, StringRef name,
                                   const CompileOptions &options) {
  Compiled compiled;
  compiled.module = given.module->clone();
  ModuleOp module = *compiled.module;
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function || function.isDeclaration())
    return module.emitError()
           << "expected a function '" << name << "', but there is none";
  if (needsImport(function) && failed(importFunction(function)))
    return failure();
  for (auto other : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (other != function)
      other.erase();
  if (failed(compileModule(module, options, given.owner->cache)))
    return failure();
  compiled.function = module.lookupSymbol<jit::FuncOp>(name);
  if (!compiled.function)
    return module.emitError() << "'" << name << "' is no function of tensors";
  ExecutorOptions execution;
  execution.target = options.target;
  auto executable =
      createExecutable(module, name, *given.owner->devices, execution);
  if (failed(executable))
    return failure();
  compiled.executable = std::move(*executable);
  return compiled;
}

int tgc_module_compile(TgcModule *module, const char *function,
                       const TgcCompileOptions *options,
                       TgrtFunction **result) {
  *result = nullptr;
  auto compiled = compile(*module, function, readOptions(options));
  if (failed(compiled))
    return TGRT_ERROR;
  auto made = rt::createFunction(
      describeFunction(compiled->function, *compiled->executable),
      module->owner->devices);
  if (made.isError())
    return module->owner->finish(made.status());
  *result = *made;
  return TGRT_OK;
}

//===----------------------------------------------------------------------===//
// Captures
//===----------------------------------------------------------------------===//

/// Runs a function on zeros and records what it runs, as a call that is
/// captured does.
static rt::Status saveCompiled(TgcContext &owner, Compiled &compiled,
                               const CompileOptions &options, StringRef path) {
  rt::StatusOr<rt::DeviceRef> device = owner.devices->get("cpu");
  if (device.isError())
    return device.status();
  rt::Call call;
  std::vector<rt::Buffer> inputs;
  std::vector<int64_t> values;
  SmallVector<RecordedVariable> variables;
  for (const rt::InputVar &variable :
       compiled.executable->description().inputVars) {
    call.variables.push_back(
        {variable.name, variable.min, variable.max, variable.max});
    variables.push_back({variable.name, variable.max, /*isFixed=*/false});
    values.push_back(variable.max);
  }
  FunctionOpInterface function = compiled.function;
  for (BlockArgument argument : function.getArguments()) {
    auto type = dyn_cast<jit::BufferType>(argument.getType());
    if (!type)
      continue;
    unsigned number = argument.getArgNumber();
    rt::CallTensor tensor;
    tensor.name = std::to_string(inputs.size());
    if (auto name = function.getArgAttrOfType<StringAttr>(number, "jit.name"))
      tensor.name = name.str();
    auto dtype = function.getArgAttrOfType<TypeAttr>(number, "jit.dtype");
    llvm::raw_string_ostream(tensor.dtype)
        << (dtype ? dtype.getValue() : type.getElementType());
    auto shape = function.getArgAttrOfType<ArrayAttr>(number, "jit.shape");
    if (!shape)
      tensor.shape.push_back(type.getSize());
    for (Attribute size : shape ? shape.getValue() : ArrayRef<Attribute>()) {
      auto map = dyn_cast<AffineMapAttr>(size);
      auto symbol =
          map ? dyn_cast<AffineSymbolExpr>(map.getAffineMap().getResult(0))
              : AffineSymbolExpr(nullptr);
      if (map && !symbol)
        return rt::makeError("input '", tensor.name,
                             "' has a size that is no variable alone");
      if (symbol)
        tensor.shape.push_back(call.variables[symbol.getPosition()].name);
      else
        tensor.shape.push_back(cast<IntegerAttr>(size).getInt());
    }
    auto buffer = rt::Buffer::create(*device, uint64_t(type.getBytes()));
    if (buffer.isError())
      return buffer.status();
    if (rt::Status status = buffer->fill(0); status.isError())
      return status;
    tensor.buffer = *buffer;
    inputs.push_back(*buffer);
    call.tensors.push_back(std::move(tensor));
  }
  auto results = compiled.executable->run(inputs, values);
  if (results.isError())
    return results.status();
  std::string name = compiled.function.getName().str();
  CaptureRecorder recorder(owner.context, name, call);
  if (rt::Status status =
          recorder.record(*compiled.module, name, inputs, variables, *results);
      status.isError())
    return status;
  auto recorded = recorder.finish(*results);
  if (recorded.isError())
    return recorded.status();
  CaptureOptions capture;
  capture.prune = options.prune;
  capture.execution.target = options.target;
  auto captured =
      CapturedJit::create(std::move(*recorded), *owner.devices, capture);
  if (captured.isError())
    return captured.status();
  return saveCapture(**captured, path);
}

int tgc_module_save_capture(TgcModule *module, const char *function,
                            const TgcCompileOptions *given, const char *path) {
  CompileOptions options = readOptions(given);
  // What is recorded is planned and batched when the capture is made.
  options.planMemory = false;
  options.graphs = false;
  auto compiled = compile(*module, function, options);
  if (failed(compiled))
    return TGRT_ERROR;
  return module->owner->finish(
      saveCompiled(*module->owner, *compiled, options, path));
}

int tgc_load_capture(TgcContext *context, const char *path,
                     TgrtFunction **captured) {
  *captured = nullptr;
  auto loaded =
      loadCapture(context->context, path, *context->devices, CaptureOptions());
  if (loaded.isError())
    return context->finish(loaded.status());
  auto capture =
      (*loaded)->getModule().lookupSymbol<jit::CaptureOp>((*loaded)->getName());
  auto made = rt::createFunction(
      describeFunction(capture, (*loaded)->getExecutable()), context->devices);
  if (made.isError())
    return context->finish(made.status());
  *captured = *made;
  return TGRT_OK;
}
