//===- ProgramLoader.cpp - compiled code in this process ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramLoader.h"
#include "TinyGrad/Conversion/JITToLLVM/JITToLLVM.h"
#include "TinyGrad/Execution/Executor.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace tinygrad;

FailureOr<void *> ProgramLoader::loadObject(Operation *op, StringRef object,
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

LogicalResult ProgramLoader::checkTarget(jit::LaunchOp launch,
                                         jit::ProgramOp program,
                                         StringRef kind) {
  if (program.getTarget() == kind)
    return success();
  return launch.emitOpError()
         << "expected a program for the target '" << kind
         << "', but got one for '" << program.getTarget() << "'";
}

/// The code of a GPU's kernel, as the driver takes it.
static FailureOr<rt::KernelImage> getImage(jit::LaunchOp launch,
                                           jit::ProgramOp program) {
  rt::KernelImage image;
  image.entry = program.getEntry().str();
  image.code = program.getObject().str();
  image.numBuffers = uint32_t(program.getNumBuffers());
  image.numVars = uint32_t(launch.getVars().size());
  image.workgroupBytes = uint32_t(program.getScratchBytes());
  if (auto fallback = program->getAttrOfType<StringAttr>("jit.fallback"))
    image.fallback = fallback.str();
  if (!program.getBinary())
    return image;
  auto binary = SymbolTable::lookupNearestSymbolFrom<gpu::BinaryOp>(
      program, program.getBinaryAttr());
  if (!binary || binary.getObjects().empty())
    return program.emitOpError() << "expected " << program.getBinaryAttr()
                                 << " to be a gpu.binary with an object";
  auto codeOf = [&](unsigned i) {
    return cast<gpu::ObjectAttr>(binary.getObjects()[i]).getObject().str();
  };
  image.code = codeOf(0);
  if (binary.getObjects().size() > 1)
    image.fallback = codeOf(1);
  return image;
}

LogicalResult ProgramLoader::load(jit::LaunchOp launch, jit::ProgramOp program,
                                  rt::Device &device, rt::Program &code) {
  StringRef kind = jit::getDeviceKind(device.name());
  if (kind == "null")
    return success();
  if (failed(checkTarget(launch, program, kind)))
    return failure();
  if (kind == "cpu") {
    auto [entry, isNew] = entries.try_emplace(program, nullptr);
    if (isNew) {
      FailureOr<void *> address =
          loadObject(program, program.getObject(), program.getEntry());
      if (failed(address))
        return failure();
      entry->second = reinterpret_cast<TgrtKernelFn>(*address);
    }
    code.entry = entry->second;
    code.owner = loader;
    return success();
  }
  std::shared_ptr<rt::DeviceKernel> &kernel = kernels[{program, &device}];
  if (!kernel) {
    FailureOr<rt::KernelImage> image = getImage(launch, program);
    if (failed(image))
      return failure();
    auto loaded = device.loadKernel(*image);
    if (loaded.isError())
      return program.emitOpError() << loaded.message();
    kernel = *loaded;
  }
  code.kernel = kernel;
  return success();
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
  FailureOr<void *> address = loadObject(graph, *object, graphEntry);
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
    if (jit::getDeviceKind(graph.getDevice()) != "cpu" ||
        graph->hasAttr(kObject))
      return WalkResult::advance();
    FailureOr<std::string> object = makeGraphObject(graph, options.target);
    if (failed(object))
      return WalkResult::interrupt();
    graph->setAttr(kObject, StringAttr::get(module.getContext(), *object));
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
