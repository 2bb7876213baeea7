//===- ProgramLoader.cpp - compiled code in this process ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramLoader.h"
#include "TinyGrad/Conversion/JITToLLVM/JITToLLVM.h"
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

LogicalResult ProgramLoader::compileGraph(jit::GraphOp graph,
                                          rt::GraphDescription &description) {
  auto targetInfo = cpu::getTarget(target);
  if (!targetInfo)
    return graph.emitOpError() << llvm::toString(targetInfo.takeError());
  StringRef name = "tinygrad_graph";
  graph.getContext()->getOrLoadDialect<LLVM::LLVMDialect>();
  OwningOpRef<ModuleOp> holder = ModuleOp::create(graph.getLoc());
  auto builder = OpBuilder::atBlockBegin(holder->getBody());
  if (failed(jit::lowerGraph(graph, name, builder)))
    return failure();
  auto object = cpu::compileToObject(*holder, *targetInfo);
  if (!object)
    return graph.emitOpError() << llvm::toString(object.takeError());
  FailureOr<void *> address =
      load(graph, StringRef(object->data(), object->size()), name);
  if (failed(address))
    return failure();
  description.entry = reinterpret_cast<TgrtGraphFn>(*address);
  description.owner = loader;
  return success();
}
