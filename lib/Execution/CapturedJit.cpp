//===- CapturedJit.cpp - a captured function, ready to replay -------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/CapturedJit.h"
#include "CollectDiagnostics.h"
#include "TinyGrad/Dialect/JIT/Analysis/Accesses.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"
#include "TinyGrad/Execution/Explain.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tinygrad;
using rt::makeError;
using rt::Status;
using rt::StatusOr;

CapturedJit::CapturedJit(RecordedCapture recorded, rt::DeviceRegistry &devices,
                         const CaptureOptions &options)
    : recorded(std::move(recorded)), devices(devices), options(options) {}
CapturedJit::~CapturedJit() = default;

StatusOr<std::unique_ptr<CapturedJit>>
CapturedJit::create(RecordedCapture recorded, rt::DeviceRegistry &devices,
                    const CaptureOptions &options) {
  std::unique_ptr<CapturedJit> captured(
      new CapturedJit(std::move(recorded), devices, options));
  if (Status status = captured->prepare(); status.isError())
    return status;
  return captured;
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

static Status runPasses(ModuleOp module,
                        llvm::function_ref<void(OpPassManager &)> build) {
  CollectDiagnostics diagnostics(module.getContext());
  PassManager pm(module.getContext());
  build(pm);
  if (succeeded(pm.run(module)))
    return Status::success();
  return makeError("cannot prepare a capture: ", diagnostics.getText());
}

Status CapturedJit::prepare() {
  auto capture = getModule().lookupSymbol<jit::CaptureOp>(recorded.name);
  if (!capture)
    return makeError("expected a capture called '", recorded.name, "'");
  guards = readGuards(capture);
  numCaptured = jit::collectItems(capture.getBody().front()).size();
  findWritten();
  Status status = runPasses(getModule(), [&](OpPassManager &pm) {
    if (options.isPlanned)
      return;
    pm.addPass(createCanonicalizerPass());
    if (options.prune)
      pm.addPass(jit::createPrune());
  });
  if (status.isError())
    return status;
  numItems = jit::collectItems(capture.getBody().front()).size();
  StatusOr<std::unique_ptr<rt::Executable>> made = build();
  if (made.isError())
    return made.status();
  executable = std::move(*made);
  return Status::success();
}

void CapturedJit::findWritten() {
  auto capture = getModule().lookupSymbol<jit::CaptureOp>(recorded.name);
  llvm::DenseSet<Value> written;
  Block &body = capture.getBody().front();
  for (Operation *item : jit::collectItems(body))
    for (const jit::Access &access : jit::getAccesses(item))
      if (access.isWrite)
        written.insert(access.range.memory);
  for (BlockArgument argument : body.getArguments()) {
    if (argument.getType().isIndex())
      continue;
    if (capture.getArgAttr(argument.getArgNumber(), "jit.held")) {
      isHeldWritten.push_back(written.contains(argument));
      continue;
    }
    isWritten.push_back(written.contains(argument));
  }
}

Status CapturedJit::plan(ModuleOp module) const {
  return runPasses(module, [&](OpPassManager &pm) {
    if (options.isPlanned)
      return;
    if (options.planMemory) {
      jit::PlanMemoryOptions plan;
      plan.lifetimes = isDense ? "list" : "levels";
      pm.addPass(jit::createPlanMemory(plan));
      pm.addPass(jit::createVerifyPlan());
    }
    if (options.graphs) {
      jit::BatchGraphsOptions batch;
      batch.batchSize = options.batchSize;
      pm.addPass(jit::createBatchGraphs(batch));
      pm.addPass(jit::createInferDependencies());
      pm.addPass(jit::createVerifyHazards());
    }
  });
}

StatusOr<OwningOpRef<ModuleOp>> CapturedJit::makePlannedModule() {
  OwningOpRef<ModuleOp> planned = getModule().clone();
  if (Status status = plan(*planned); status.isError())
    return status;
  CollectDiagnostics diagnostics(planned->getContext());
  if (failed(compileGraphs(*planned, options.execution)))
    return makeError("cannot compile launch graphs: ", diagnostics.getText());
  return planned;
}

StatusOr<std::unique_ptr<rt::Executable>> CapturedJit::build() {
  OwningOpRef<ModuleOp> planned = getModule().clone();
  if (Status status = plan(*planned); status.isError())
    return status;
  explainFunction(planned->lookupSymbol<jit::CaptureOp>(recorded.name));
  ExecutorOptions execution = options.execution;
  execution.held = recorded.held;
  CollectDiagnostics diagnostics(planned->getContext());
  auto made = createExecutable(*planned, recorded.name, devices, execution);
  if (failed(made))
    return makeError("cannot prepare a capture: ", diagnostics.getText());
  return std::move(*made);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static Status copyBuffer(rt::Buffer &buffer) {
  auto copy = rt::Buffer::create(buffer.device(), buffer.bytes());
  if (copy.isError())
    return copy.status();
  if (Status status = copy->copyFrom(buffer); status.isError())
    return status;
  buffer = *copy;
  return Status::success();
}

/// The rule of aliases: no two arguments share memory, unless copying is asked
/// for; an argument that shares memory with what the function holds is copied
/// where the replay writes the latter. What the replay updates is never a copy.
Status CapturedJit::separate(std::vector<rt::Buffer> &inputs) const {
  for (size_t i = 0; i < inputs.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      if (!inputs[i].overlaps(inputs[j]))
        continue;
      const std::string &first = guards.tensors[j].name;
      const std::string &second = guards.tensors[i].name;
      if (!options.copyAliasedInputs)
        return makeError("argument '", second,
                         "' shares memory with argument '", first, "'");
      if (isWritten[i] && isWritten[j])
        return makeError("arguments '", first, "' and '", second,
                         "' share memory, and the function updates both");
      if (Status status = copyBuffer(inputs[isWritten[i] ? j : i]);
          status.isError())
        return status;
    }
  for (size_t i = 0; i < inputs.size(); ++i)
    for (size_t j = 0; j < recorded.held.size(); ++j) {
      if (!inputs[i].overlaps(recorded.held[j]) ||
          !(isWritten[i] || isHeldWritten[j]))
        continue;
      if (isWritten[i])
        return makeError("argument '", guards.tensors[i].name,
                         "', which the function updates, shares memory with a "
                         "tensor that the function holds");
      if (Status status = copyBuffer(inputs[i]); status.isError())
        return status;
    }
  return Status::success();
}

StatusOr<std::vector<rt::Buffer>> CapturedJit::call(const rt::Call &call) {
  if (Status status = guards.check(call); status.isError())
    return status;
  std::vector<rt::Buffer> inputs;
  std::vector<int64_t> values;
  for (const rt::CallTensor &tensor : call.tensors)
    inputs.push_back(tensor.buffer);
  for (const rt::CallVariable &variable : call.variables)
    values.push_back(variable.value);
  if (Status status = separate(inputs); status.isError())
    return status;
  rt::RunOptions run;
  run.reuseResults = options.reuseResults;
  run.poison = options.poison;
  return executable->run(inputs, values, run);
}

void CapturedJit::freeIntermediates() { executable->freeIntermediates(); }

Status CapturedJit::optimize() {
  bool wasDense = std::exchange(isDense, true);
  StatusOr<std::unique_ptr<rt::Executable>> made = build();
  if (made.isError()) {
    isDense = wasDense;
    return made.status();
  }
  std::vector<rt::Buffer> once;
  for (auto &[slot, buffer] : executable->onceBuffers())
    once.push_back(buffer);
  if (!once.empty())
    if (Status status = (*made)->adoptOnceBuffers(once); status.isError())
      return status;
  executable = std::move(*made);
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

rt::CallGuards tinygrad::readGuards(jit::CaptureOp capture) {
  rt::CallGuards guards;
  auto function = cast<FunctionOpInterface>(capture.getOperation());
  for (BlockArgument argument : function.getArguments()) {
    if (!argument.getType().isIndex())
      continue;
    unsigned number = argument.getArgNumber();
    auto name = function.getArgAttrOfType<StringAttr>(number, "jit.variable");
    auto bounds = function.getArgAttrOfType<ArrayAttr>(number, "jit.bounds");
    guards.variables.push_back(
        {name.str(), cast<IntegerAttr>(bounds[0]).getInt(),
         cast<IntegerAttr>(bounds[1]).getInt(), /*value=*/0});
  }
  for (BlockArgument argument : function.getArguments()) {
    auto type = dyn_cast<jit::BufferType>(argument.getType());
    unsigned number = argument.getArgNumber();
    if (!type || function.getArgAttr(number, "jit.held"))
      continue;
    rt::CallGuards::Tensor tensor;
    tensor.name = std::to_string(guards.tensors.size());
    if (auto name = function.getArgAttrOfType<StringAttr>(number, "jit.name"))
      tensor.name = name.str();
    auto dtype = function.getArgAttrOfType<TypeAttr>(number, "jit.dtype");
    tensor.dtype = print(dtype ? dtype.getValue() : type.getElementType());
    tensor.shape = {type.getSize()};
    if (auto shape =
            function.getArgAttrOfType<ArrayAttr>(number, "jit.shape")) {
      tensor.shape.clear();
      for (Attribute size : shape) {
        auto map = dyn_cast<AffineMapAttr>(size);
        AffineExpr expr = map ? map.getAffineMap().getResult(0) : AffineExpr();
        auto symbol = dyn_cast_or_null<AffineSymbolExpr>(expr);
        if (symbol && symbol.getPosition() < guards.variables.size())
          tensor.shape.push_back(guards.variables[symbol.getPosition()].name);
        else
          tensor.shape.push_back(map ? -1 : cast<IntegerAttr>(size).getInt());
      }
    }
    if (auto strides =
            function.getArgAttrOfType<DenseI64ArrayAttr>(number, "jit.strides"))
      tensor.strides.assign(strides.asArrayRef().begin(),
                            strides.asArrayRef().end());
    tensor.device = type.getDevice().str();
    if (auto view = function.getArgAttrOfType<IntegerAttr>(number, "jit.view"))
      tensor.offset = uint64_t(view.getInt());
    tensor.bytes = uint64_t(type.getBytes());
    guards.tensors.push_back(std::move(tensor));
  }
  if (auto constants = capture->getAttrOfType<ArrayAttr>("jit.constants"))
    for (Attribute entry : constants)
      if (auto pair = dyn_cast<ArrayAttr>(entry); pair && pair.size() == 2)
        if (auto name = dyn_cast<StringAttr>(pair[0]),
            text = dyn_cast<StringAttr>(pair[1]);
            name && text)
          guards.constants.push_back({name.str(), text.str()});
  return guards;
}
