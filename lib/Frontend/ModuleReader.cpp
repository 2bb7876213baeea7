//===- ModuleReader.cpp - a module and what is said about it ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleReader.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Support/DTypeMLIR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::frontend;

static StringRef getSeverity(DiagnosticSeverity severity) {
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

static Message getMessage(Diagnostic &diagnostic) {
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

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  return registry;
}

ModuleReader::ModuleReader(std::vector<Message> &messages)
    : context(makeRegistry(), MLIRContext::Threading::DISABLED),
      handler(&context, [&messages](Diagnostic &diagnostic) {
        messages.push_back(getMessage(diagnostic));
      }) {
  context.printOpOnDiagnostic(false);
}

bool ModuleReader::read(const std::string &source, StringRef name) {
  // Bytecode wants to lie where its resources are aligned.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      source.size(), name, llvm::Align(64));
  std::copy(source.begin(), source.end(), buffer->getBufferStart());
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  module = parseSourceFile<ModuleOp>(sources, &context);
  return bool(module);
}

static bool addPort(Type type, DictionaryAttr attributes,
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

static void describe(ModuleOp module, ModuleResult &result) {
  auto function = module.lookupSymbol<func::FuncOp>("main");
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

void ModuleReader::finish(ModuleResult &result) {
  llvm::raw_string_ostream stream(result.text);
  module->print(stream);
  describe(*module, result);
  result.succeeded = true;
}
