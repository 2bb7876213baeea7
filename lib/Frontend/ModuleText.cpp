//===- ModuleText.cpp - modules in the hands of other languages -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/ModuleText.h"
#include "ModuleReader.h"
#include "TinyGrad/InitAllPasses.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::frontend;

namespace {

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
  ModuleReader reader(result.messages);
  if (reader.read(source, name))
    reader.finish(result);
  return result;
}

ModuleResult frontend::transformModule(const std::string &source,
                                       const std::string &pipeline) {
  registerPasses();
  ModuleResult result;
  ModuleReader reader(result.messages);
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
    reader.finish(result);
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
  ModuleReader reader(result.messages);
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
