//===- ProgramLoader.cpp - compiled code in this process ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramLoader.h"
#include "TinyGrad/Conversion/JITToLLVM/JITToLLVM.h"
#include "TinyGrad/Execution/Executor.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace tinygrad;

FailureOr<void *> ProgramLoader::load(Operation *op, StringRef object,
                                      StringRef entry) {
  if (!loader) {
    auto made = cpu::ObjectLoader::create();
    if (!made)
      return op->emitOpError() << llvm::toString(made.takeError());
    loader = std::move(*made);
  }
  auto address = loader->load(object, entry);
  if (!address)
    return op->emitOpError() << llvm::toString(address.takeError());
  return *address;
}

FailureOr<TgrtKernelFn> ProgramLoader::getEntry(jit::LaunchOp launch,
                                                jit::ProgramOp program) {
  StringRef device = cast<jit::BufferType>(launch.getOuts().front().getType())
                         .getDevice()
                         .getValue();
  if (device.split(':').first != "cpu")
    return TgrtKernelFn(nullptr);
  if (program.getTarget() != "cpu") {
    launch.emitOpError() << "expected a program for the target 'cpu', but got "
                         << "one for '" << program.getTarget() << "'";
    return failure();
  }
  auto [entry, isNew] = entries.try_emplace(program, nullptr);
  if (isNew) {
    FailureOr<void *> address =
        load(program, program.getObject(), program.getEntry());
    if (failed(address))
      return failure();
    entry->second = reinterpret_cast<TgrtKernelFn>(*address);
  }
  return entry->second;
}

/// The graph's function in object code.
static constexpr llvm::StringLiteral graphEntry = "tinygrad_graph";
static constexpr llvm::StringLiteral kObject = "jit.object";

static FailureOr<std::string> makeGraphObject(jit::GraphOp graph,
                                              StringRef target) {
  auto targetInfo = cpu::getTarget(target);
  if (!targetInfo)
    return graph.emitOpError() << llvm::toString(targetInfo.takeError());
  graph.getContext()->getOrLoadDialect<LLVM::LLVMDialect>();
  OwningOpRef<ModuleOp> holder = ModuleOp::create(graph.getLoc());
  auto builder = OpBuilder::atBlockBegin(holder->getBody());
  if (failed(jit::lowerGraph(graph, graphEntry, builder)))
    return failure();
  auto object = cpu::compileToObject(*holder, *targetInfo);
  if (!object)
    return graph.emitOpError() << llvm::toString(object.takeError());
  return std::string(object->data(), object->size());
}

LogicalResult ProgramLoader::compileGraph(jit::GraphOp graph,
                                          rt::GraphDescription &description) {
  FailureOr<std::string> object = std::string();
  if (auto kept = graph->getAttrOfType<StringAttr>(kObject))
    object = kept.str();
  else
    object = makeGraphObject(graph, target);
  if (failed(object))
    return failure();
  FailureOr<void *> address = load(graph, *object, graphEntry);
  if (failed(address))
    return failure();
  description.entry = reinterpret_cast<TgrtGraphFn>(*address);
  description.owner = loader;
  return success();
}

LogicalResult tinygrad::compileGraphs(ModuleOp module,
                                      const ExecutorOptions &options) {
  if (!options.nativeGraphs)
    return success();
  WalkResult result = module.walk([&](jit::GraphOp graph) {
    if (graph.getDevice().split(':').first != "cpu" || graph->hasAttr(kObject))
      return WalkResult::advance();
    FailureOr<std::string> object = makeGraphObject(graph, options.target);
    if (failed(object))
      return WalkResult::interrupt();
    graph->setAttr(kObject, StringAttr::get(module.getContext(), *object));
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
