//===- BuildItems.cpp - the items of executables ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExecutableBuilder.h"
#include "TinyGrad/Dialect/JIT/Analysis/Dependencies.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tinygrad;

/// The variable that holds an estimate, if its upper bound fits.
int32_t ExecutableBuilder::getEstimate(AffineMap map, ArrayRef<uint32_t> vars) {
  uint32_t variable = variables.get(map.getResult(0), vars);
  return variables.getAtUpperBounds(variable) ? int32_t(variable) : -1;
}

int32_t ExecutableBuilder::addEstimates(int32_t sum, int32_t more) {
  if (sum < 0 || more < 0)
    return -1;
  uint32_t variable = variables.getSum(uint32_t(sum), uint32_t(more));
  return variables.getAtUpperBounds(variable) ? int32_t(variable) : -1;
}

FailureOr<rt::ProgramRef>
ExecutableBuilder::makeProgram(jit::LaunchOp launch, jit::ProgramOp op,
                               ArrayRef<int64_t> bounds) {
  auto program = std::make_shared<rt::Program>();
  program->name = op.getSymName().str();
  Value first = launch.getOuts().front();
  rt::Device &device = *description.slots[slots[first]].device;
  if (failed(loader.load(launch, op, device, *program)))
    return failure();
  program->scratchBytes = op.getScratchBytes();
  auto estimate = [&](AffineMap map) {
    int64_t value = evaluateMap(map, bounds).value_or(0);
    return uint64_t(std::max<int64_t>(value, 0));
  };
  program->estimates = {estimate(op.getOps()), estimate(op.getBytes()), 0};
  program->estimates.accessed = program->estimates.bytes;
  if (auto accessed = op->getAttrOfType<AffineMapAttr>("jit.accessed"))
    if (accessed.getValue().getNumSymbols() == bounds.size())
      program->estimates.accessed = estimate(accessed.getValue());
  if (auto axes = op->getAttrOfType<StringAttr>("jit.axes"))
    program->axes = axes.str();
  return rt::ProgramRef(std::move(program));
}

/// The grid and the block of a launch: those that it states, or its program's.
/// A grid without a block counts threads.
FailureOr<rt::SymbolicDims>
ExecutableBuilder::resolveDims(jit::LaunchOp launch, jit::ProgramOp program,
                               ArrayRef<uint32_t> vars) {
  rt::SymbolicDims dims;
  auto set = [](uint32_t variable, int64_t &constant, int32_t &position) {
    constant = 0;
    position = int32_t(variable);
  };
  if (std::optional<AffineMap> grid = program.getGrid())
    for (auto [i, size] : llvm::enumerate(grid->getResults().take_front(3))) {
      if (auto constant = dyn_cast<AffineConstantExpr>(size))
        dims.dims.grid[i] = constant.getValue();
      else
        set(variables.get(size, vars), dims.dims.grid[i], dims.gridVars[i]);
    }
  if (std::optional<ArrayRef<int64_t>> block = program.getBlock())
    for (auto [i, size] : llvm::enumerate(block->take_front(3)))
      dims.dims.block[i] = size;
  else if (program.getGrid() || !launch.getGrid().empty())
    dims.dims.block = {0, 0, 0};
  auto override = [&](ValueRange values, std::array<int64_t, 3> &constants,
                      std::array<int32_t, 3> &positions) -> LogicalResult {
    for (auto [i, value] : llvm::enumerate(values.take_front(3))) {
      FailureOr<uint32_t> variable = variables.get(value);
      if (failed(variable))
        return failure();
      set(*variable, constants[i], positions[i]);
    }
    return success();
  };
  if (failed(override(launch.getGrid(), dims.dims.grid, dims.gridVars)) ||
      failed(override(launch.getBlock(), dims.dims.block, dims.blockVars)))
    return failure();
  return dims;
}

FailureOr<ExecutableBuilder::LaunchParts>
ExecutableBuilder::resolve(jit::LaunchOp launch) {
  auto programOp = SymbolTable::lookupNearestSymbolFrom<jit::ProgramOp>(
      launch, launch.getProgramAttr());
  if (!programOp)
    return launch.emitOpError() << "expected " << launch.getProgramAttr()
                                << " to be compiled to a jit.program";
  LaunchParts parts;
  SmallVector<int64_t> bounds;
  for (Value value : launch.getVars()) {
    FailureOr<uint32_t> variable = variables.get(value);
    if (failed(variable))
      return failure();
    parts.vars.push_back(*variable);
    bounds.push_back(variables.getAtUpperBounds(*variable).value_or(0));
  }
  AffineMap extent = programOp.getThreadExtent();
  if (extent.isSingleConstant())
    parts.extent = extent.getSingleConstantResult();
  else
    parts.extentVar = int32_t(variables.get(extent.getResult(0), parts.vars));

  FailureOr<rt::ProgramRef> program = makeProgram(launch, programOp, bounds);
  FailureOr<rt::SymbolicDims> dims = resolveDims(launch, programOp, parts.vars);
  if (failed(program) || failed(dims))
    return failure();
  parts.program = *program;
  parts.dims = *dims;
  parts.cost = {getEstimate(programOp.getOps(), parts.vars),
                getEstimate(programOp.getBytes(), parts.vars)};
  return parts;
}

/// "model.mlir:7", where the op came from; empty if unknown.
static std::string describeSource(Location loc) {
  std::string text;
  loc->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    text = llvm::sys::path::filename(file.getFilename().getValue()).str() +
           ":" + std::to_string(file.getLine());
    return WalkResult::interrupt();
  });
  return text;
}

static SmallVector<Value> getBuffers(Operation *item) {
  return llvm::filter_to_vector(item->getOperands(), [](Value operand) {
    return isa<jit::BufferType>(operand.getType());
  });
}

LogicalResult ExecutableBuilder::add(jit::LaunchOp launch) {
  FailureOr<LaunchParts> parts = resolve(launch);
  if (failed(parts))
    return failure();
  rt::LaunchItem item;
  item.program = parts->program;
  item.vars = parts->vars;
  item.extent = parts->extent;
  item.extentVar = parts->extentVar;
  item.dims = parts->dims;
  item.cost = parts->cost;
  item.source = describeSource(launch.getLoc());
  for (Value buffer : getBuffers(launch))
    item.buffers.push_back(slots[buffer]);
  items->push_back(std::move(item));
  return success();
}

LogicalResult ExecutableBuilder::add(jit::CopyOp copy) {
  rt::CopyItem item;
  item.source = slots[copy.getSource()];
  item.destination = slots[copy.getTarget()];
  items->push_back(item);
  return success();
}

LogicalResult ExecutableBuilder::add(jit::CustomOp custom) {
  auto found = options.hostFunctions.find(custom.getCallee());
  if (found == options.hostFunctions.end())
    return custom.emitOpError() << "calls host function '" << custom.getCallee()
                                << "', which is not registered";
  rt::CustomItem item;
  item.name = custom.getCallee().str();
  item.function = found->second;
  for (Value buffer : getBuffers(custom))
    item.buffers.push_back(slots[buffer]);
  items->push_back(std::move(item));
  return success();
}

LogicalResult ExecutableBuilder::add(jit::GraphOp graph) {
  rt::GraphItem item;
  rt::StatusOr<rt::DeviceRef> device = devices.get(graph.getDevice().str());
  if (device.isError())
    return graph.emitOpError() << device.message();
  item.device = *device;
  llvm::SmallDenseSet<int64_t> patched;
  if (graph.getPatches())
    for (auto patch : graph.getPatchesAttr().getAsRange<jit::PatchAttr>())
      patched.insert(patch.getNode());
  item.patchedNodes = patched.size();
  jit::GraphLayout layout(graph);
  for (auto [buffer, number] : layout.buffers) {
    item.buffers.push_back(slots[buffer]);
    item.description.bufferDevices.push_back(
        description.slots[slots[buffer]].device);
  }
  for (auto [value, number] : layout.variables) {
    FailureOr<uint32_t> variable = variables.get(value);
    if (failed(variable))
      return failure();
    item.vars.push_back(*variable);
  }

  item.description.kernels.resize(layout.kernels.size());
  auto zero = int32_t(variables.getConstant(0));
  item.cost = {zero, zero};
  jit::Dependencies order = jit::Dependencies::fromEvents(graph);
  for (auto [i, op] : llvm::enumerate(order.getItems())) {
    FailureOr<rt::GraphNode> node = makeNode(op, layout, item);
    if (failed(node))
      return failure();
    ArrayRef<unsigned> before = order.getPredecessors(unsigned(i));
    node->dependencies.assign(before.begin(), before.end());
    item.description.nodes.push_back(std::move(*node));
  }
  bool isNative =
      options.nativeGraphs && jit::getDeviceKind(graph.getDevice()) == "cpu";
  if (isNative && failed(loader.compileGraph(graph, item.description)))
    return failure();
  items->push_back(std::move(item));
  return success();
}

/// The items go to the list of the first run.
LogicalResult ExecutableBuilder::add(jit::OnceOp once) {
  items = &description.onceItems;
  LogicalResult result = success();
  for (Operation &op : once.getBody().front())
    if (succeeded(result))
      result = addOperation(&op);
  items = &description.items;
  return result;
}

FailureOr<rt::GraphNode> ExecutableBuilder::makeNode(Operation *op,
                                                     jit::GraphLayout &layout,
                                                     rt::GraphItem &item) {
  rt::GraphNode node;
  if (auto copy = dyn_cast<jit::CopyOp>(op)) {
    node.kind = rt::GraphNode::Kind::Copy;
    node.bytes = uint64_t(copy.getSource().getType().getBytes());
    node.buffers = {layout.buffers[copy.getTarget()],
                    layout.buffers[copy.getSource()]};
    return node;
  }
  auto launch = dyn_cast<jit::LaunchOp>(op);
  if (!launch)
    return op->emitOpError() << "is nothing that can be executed";
  FailureOr<LaunchParts> parts = resolve(launch);
  if (failed(parts))
    return failure();
  node.program = parts->program;
  item.cost = {addEstimates(item.cost.ops, parts->cost.ops),
               addEstimates(item.cost.bytes, parts->cost.bytes)};
  for (Value buffer : getBuffers(launch))
    node.buffers.push_back(layout.buffers[buffer]);
  for (Value value : launch.getVars())
    node.vars.push_back(layout.variables[value]);
  // Behind the variables that the native function knows.
  auto append = [&](int32_t variable) {
    if (variable < 0)
      return variable;
    item.vars.push_back(uint32_t(variable));
    return int32_t(item.vars.size() - 1);
  };
  node.extent = parts->extent;
  node.extentVar = append(parts->extentVar);
  node.dims = parts->dims;
  for (size_t i = 0; i < 3; ++i) {
    node.dims.gridVars[i] = append(parts->dims.gridVars[i]);
    node.dims.blockVars[i] = append(parts->dims.blockVars[i]);
  }
  unsigned kernel = layout.kernels[launch.getProgramAttr().getAttr()];
  item.description.kernels[kernel] = parts->program;
  item.description.scratchBytes =
      std::max(item.description.scratchBytes, parts->program->scratchBytes);
  return node;
}
