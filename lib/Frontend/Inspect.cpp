//===- Inspect.cpp - what becomes of a module -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Inspect.h"
#include "ModuleReader.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::frontend;

namespace {
/// Collects kernels while the compiler passes its stages.
class KernelCollector {
public:
  void addModule(Stage stage, ModuleOp module) {
    if (stage == Stage::UOp || stage == Stage::Code)
      for (auto kernel : module.getOps<uop::KernelOp>())
        addKernel(stage, kernel);
    if (stage != Stage::JIT)
      return;
    for (auto program : module.getOps<jit::ProgramOp>()) {
      InspectedKernel &entry = kernels[program.getSymName()];
      entry.ops = print(program.getOps());
      entry.bytes = print(program.getBytes());
    }
    if (auto function = module.lookupSymbol<jit::FuncOp>("main"))
      main = describeFunction(function);
  }

  void addText(Stage stage, StringRef kernel, StringRef text) {
    addStage(kernel, stage == Stage::LLVM ? "llvm" : "asm", text.str());
  }

  /// What was collected, the kernels in the order of their launches.
  void finish(Inspection &inspection) {
    for (const DescribedItem &item : main.items) {
      auto kernel = kernels.find(item.name);
      if (item.kind != "launch" || kernel == kernels.end())
        continue;
      kernel->second.name = item.name;
      sortStages(kernel->second);
      inspection.kernels.push_back(std::move(kernel->second));
      kernels.erase(kernel);
    }
    inspection.main = std::move(main);
  }

private:
  void addKernel(Stage stage, uop::KernelOp kernel) {
    std::string text;
    llvm::raw_string_ostream os(text);
    kernel->print(os, OpPrintingFlags().useLocalScope());
    bool isOptimized = stage == Stage::UOp;
    if (ArrayAttr opts = kernel.getOpts().value_or(ArrayAttr());
        opts && isOptimized)
      for (Attribute opt : opts) {
        std::string line;
        llvm::raw_string_ostream(line) << opt;
        kernels[kernel.getSymName()].opts.push_back(std::move(line));
      }
    addStage(kernel.getSymName(), isOptimized ? "uop" : "code",
             std::move(text));
  }

  void addStage(StringRef kernel, StringRef stage, std::string text) {
    kernels[kernel].stages.emplace_back(stage.str(), std::move(text));
  }

  /// The compiler shows the code of one kernel before the loops of all.
  static void sortStages(InspectedKernel &kernel) {
    auto getRank = [](const auto &stage) {
      return StringRef("uop  code llvm asm").find(stage.first);
    };
    llvm::stable_sort(kernel.stages, [&](const auto &a, const auto &b) {
      return getRank(a) < getRank(b);
    });
  }

  static std::string print(AffineMap map) {
    std::string text;
    llvm::raw_string_ostream(text) << map.getResult(0);
    return text;
  }

  llvm::StringMap<InspectedKernel> kernels;
  DescribedFunction main;
};
} // namespace

Inspection frontend::inspectModule(const std::string &source) {
  Inspection inspection;
  ModuleReader reader(inspection.messages);
  if (!reader.read(source, "module"))
    return inspection;
  KernelCollector collector;
  CompileOptions options;
  options.onModule = [&](Stage stage, ModuleOp module) {
    collector.addModule(stage, module);
  };
  options.onText = [&](Stage stage, StringRef kernel, StringRef text) {
    collector.addText(stage, kernel, text);
  };
  ProgramCache cache;
  inspection.succeeded =
      succeeded(compileModule(*reader.module, options, cache));
  collector.finish(inspection);
  return inspection;
}
