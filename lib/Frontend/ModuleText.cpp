//===- ModuleText.cpp - modules in the hands of other languages -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/ModuleText.h"
#include "TinyGrad/InitAllPasses.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Support/DTypeMLIR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::frontend;

namespace {

StringRef getSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Error:
    return "error";
  default:
    return "remark";
  }
}

Message getMessage(Diagnostic &diagnostic) {
  Message message;
  message.severity = getSeverity(diagnostic.getSeverity()).str();
  message.text = diagnostic.str();
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>()) {
    message.file = place.getFilename().str();
    message.line = place.getLine();
    message.column = place.getColumn();
  }
  for (Diagnostic &note : diagnostic.getNotes())
    message.notes.push_back(getMessage(note));
  return message;
}

/// One module and what is said about it.
class Reader {
public:
  explicit Reader(ModuleResult &result)
      : result(result), registry(makeRegistry()),
        context(registry, MLIRContext::Threading::DISABLED),
        handler(&context, [&result](Diagnostic &diagnostic) {
          result.messages.push_back(getMessage(diagnostic));
        }) {
    context.printOpOnDiagnostic(false);
  }

  bool read(const std::string &source, StringRef name) {
    // Bytecode wants to lie where its resources are aligned.
    auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
        source.size(), name, llvm::Align(64));
    std::copy(source.begin(), source.end(), buffer->getBufferStart());
    sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
    module = parseSourceFile<ModuleOp>(sources, &context);
    return bool(module);
  }

  void finish() {
    llvm::raw_string_ostream stream(result.text);
    module->print(stream);
    describe();
    result.succeeded = true;
  }

  ModuleResult &result;
  DialectRegistry registry;
  MLIRContext context;
  ScopedDiagnosticHandler handler;
  llvm::SourceMgr sources;
  OwningOpRef<ModuleOp> module;

private:
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerCompilerDialects(registry);
    return registry;
  }
  void describe();
  bool addPort(Type type, DictionaryAttr attributes, std::vector<Port> &ports);
};

bool Reader::addPort(Type type, DictionaryAttr attributes,
                     std::vector<Port> &ports) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<DType> dtype =
      tensor ? getDType(tensor.getElementType()) : std::nullopt;
  if (!dtype)
    return false;
  Port port;
  port.type = fromDType(*dtype);
  ArrayAttr dims;
  if (attributes) {
    dims = attributes.getAs<ArrayAttr>("tg.dims");
    if (auto name = attributes.getAs<StringAttr>("tg.name"))
      port.name = name.str();
  }
  for (auto [axis, size] : llvm::enumerate(tensor.getShape())) {
    auto named = dims && axis < dims.size() ? dyn_cast<StringAttr>(dims[axis])
                                            : StringAttr();
    port.sizes.push_back(!ShapedType::isDynamic(size) ? std::to_string(size)
                         : named                      ? named.str()
                                                      : "?");
  }
  ports.push_back(std::move(port));
  return true;
}

void Reader::describe() {
  auto function = module->lookupSymbol<func::FuncOp>("main");
  if (!function)
    return;
  std::vector<Port> arguments, results;
  bool isKnown = true;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    isKnown &= addPort(type, function.getArgAttrDict(i), arguments);
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    isKnown &= addPort(type, function.getResultAttrDict(i), results);
  if (!isKnown)
    return;
  result.arguments = std::move(arguments);
  result.results = std::move(results);
}

void registerPasses() {
  static bool isDone = [] {
    registerTransformsPasses();
    tinygrad::registerAllPasses();
    return true;
  }();
  (void)isDone;
}

std::optional<Stage> getStage(StringRef name) {
  return llvm::StringSwitch<std::optional<Stage>>(name)
      .Case("tg", Stage::Tensor)
      .Case("schedule", Stage::Schedule)
      .Case("uop", Stage::UOp)
      .Case("code", Stage::Code)
      .Case("llvm", Stage::LLVM)
      .Case("asm", Stage::Assembly)
      .Case("jit", Stage::JIT)
      .Default(std::nullopt);
}

void addError(ModuleResult &result, const Twine &text) {
  Message message;
  message.severity = "error";
  message.text = text.str();
  result.messages.push_back(std::move(message));
}

} // namespace

ModuleResult frontend::readModule(const std::string &source,
                                  const std::string &name) {
  ModuleResult result;
  Reader reader(result);
  if (reader.read(source, name))
    reader.finish();
  return result;
}

ModuleResult frontend::transformModule(const std::string &source,
                                       const std::string &pipeline) {
  registerPasses();
  ModuleResult result;
  Reader reader(result);
  if (!reader.read(source, "module"))
    return result;
  PassManager passes(&reader.context);
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (failed(parsePassPipeline(pipeline, passes, stream))) {
    addError(result, text.empty()
                         ? "cannot read the pipeline '" + pipeline + "'"
                         : StringRef(text).rtrim().str());
    return result;
  }
  if (succeeded(passes.run(*reader.module)))
    reader.finish();
  return result;
}

ModuleResult frontend::showModule(const std::string &source,
                                  const std::string &stage) {
  ModuleResult result;
  std::optional<Stage> wanted = getStage(stage);
  if (!wanted) {
    addError(result, "expected a stage (tg, schedule, uop, code, llvm, asm, "
                     "jit), but got '" +
                         stage + "'");
    return result;
  }
  Reader reader(result);
  if (!reader.read(source, "module"))
    return result;
  CompileOptions options;
  llvm::raw_string_ostream stream(result.text);
  options.onModule = [&](Stage reached, ModuleOp module) {
    if (reached == *wanted)
      module->print(stream);
  };
  options.onText = [&](Stage reached, StringRef kernel, StringRef text) {
    if (reached == *wanted)
      stream << text;
  };
  ProgramCache cache;
  result.succeeded = succeeded(compileModule(*reader.module, options, cache));
  return result;
}
