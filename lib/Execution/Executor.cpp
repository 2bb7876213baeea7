//===- Executor.cpp - jit functions as executables ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/Executor.h"
#include "Constants.h"
#include "ProgramLoader.h"
#include "TinyGrad/Dialect/JIT/Analysis/Dependencies.h"
#include "TinyGrad/Dialect/JIT/Analysis/GraphLayout.h"
#include "VariableTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tinygrad;

namespace {
class ExecutableBuilder {
public:
  ExecutableBuilder(FunctionOpInterface function, rt::DeviceRegistry &devices,
                    const ExecutorOptions &options)
      : function(function), devices(devices), options(options),
        variables(description), loader(options.target) {}

  FailureOr<std::unique_ptr<rt::Executable>> build() {
    description.name = function.getName().str();
    Block &body = function.getFunctionBody().front();
    findSharedMemory(body);
    if (failed(addArguments()))
      return failure();
    for (Operation &op : body)
      if (failed(addOperation(&op)))
        return failure();
    StatusOrExecutable made = rt::Executable::create(std::move(description));
    if (made.isError())
      return function.emitError() << made.message();
    return std::move(*made);
  }

private:
  using StatusOrExecutable = rt::StatusOr<std::unique_ptr<rt::Executable>>;

  //===--------------------------------------------------------------------===//
  // Buffers
  //===--------------------------------------------------------------------===//

  /// Memories that are returned, and arguments that items write.
  void findSharedMemory(Block &body) {
    for (Value buffer : body.getTerminator()->getOperands())
      returned.insert(jit::getByteRange(buffer).memory);
    for (Operation *item : jit::collectItems(body))
      for (const jit::Access &access : jit::getAccesses(item))
        if (access.isWrite)
          written.insert(access.range.memory);
  }

  FailureOr<rt::Slot> makeSlot(Value buffer, rt::Slot::Kind kind) {
    auto type = cast<jit::BufferType>(buffer.getType());
    rt::StatusOr<rt::DeviceRef> device =
        devices.get(type.getDevice().getValue().str());
    if (device.isError())
      return emitError(buffer.getLoc()) << device.message();
    rt::Slot slot;
    slot.kind = kind;
    slot.device = *device;
    slot.bytes = uint64_t(type.getBytes());
    return slot;
  }

  void insertSlot(Value buffer, rt::Slot slot) {
    slots[buffer] = uint32_t(description.slots.size());
    description.slots.push_back(std::move(slot));
  }

  /// The variable that holds the bytes of a buffer of this shape, or -1 where
  /// they are constant or unknown.
  int32_t getBytesVar(ArrayAttr shape, Type type) {
    bool isDynamic = shape && llvm::any_of(shape, llvm::IsaPred<AffineMapAttr>);
    if (!isDynamic)
      return -1;
    auto symbols = llvm::to_vector(
        llvm::seq<uint32_t>(0, uint32_t(description.inputVars.size())));
    AffineExpr bytes = getAffineConstantExpr(
        cast<jit::BufferType>(type).getElementBytes(), type.getContext());
    for (Attribute size : shape) {
      if (auto constant = dyn_cast<IntegerAttr>(size))
        bytes = bytes * constant.getInt();
      else
        bytes = bytes * cast<AffineMapAttr>(size).getAffineMap().getResult(0);
    }
    return int32_t(variables.get(bytes, symbols));
  }

  LogicalResult addArguments() {
    // Variables first: the sizes of buffers depend on them.
    for (BlockArgument argument : function.getArguments()) {
      if (!argument.getType().isIndex())
        continue;
      unsigned number = argument.getArgNumber();
      auto name = function.getArgAttrOfType<StringAttr>(number, "jit.variable");
      auto bounds = function.getArgAttrOfType<ArrayAttr>(number, "jit.bounds");
      variables.addInput(argument,
                         {name.str(), cast<IntegerAttr>(bounds[0]).getInt(),
                          cast<IntegerAttr>(bounds[1]).getInt()});
    }
    for (BlockArgument argument : function.getArguments()) {
      if (argument.getType().isIndex())
        continue;
      FailureOr<rt::Slot> slot = makeSlot(argument, rt::Slot::Kind::Input);
      if (failed(slot))
        return failure();
      slot->index = description.numInputs++;
      slot->bytesVar = getBytesVar(function.getArgAttrOfType<ArrayAttr>(
                                       argument.getArgNumber(), "jit.shape"),
                                   argument.getType());
      insertSlot(argument, std::move(*slot));
    }
    return success();
  }

  LogicalResult add(jit::AllocOp alloc) {
    bool isResult = returned.contains(alloc.getBuffer());
    FailureOr<rt::Slot> slot =
        makeSlot(alloc.getBuffer(),
                 isResult ? rt::Slot::Kind::Result : rt::Slot::Kind::Arena);
    if (succeeded(slot))
      insertSlot(alloc.getBuffer(), std::move(*slot));
    return slot;
  }

  LogicalResult add(jit::ConstantOp constant) {
    FailureOr<rt::Slot> slot =
        makeSlot(constant.getBuffer(), rt::Slot::Kind::Constant);
    FailureOr<std::vector<char>> bytes = getConstantBytes(constant);
    if (failed(slot) || failed(bytes))
      return failure();
    rt::StatusOr<rt::Buffer> buffer =
        rt::Buffer::create(slot->device, slot->bytes);
    rt::Status status =
        buffer.isError() ? buffer.status() : buffer->copyIn(bytes->data());
    if (status.isError())
      return constant.emitOpError() << status.message();
    slot->constant = *buffer;
    insertSlot(constant.getBuffer(), std::move(*slot));
    return success();
  }

  LogicalResult add(jit::SubBufferOp view) {
    FailureOr<rt::Slot> slot = makeSlot(view.getBuffer(), rt::Slot::Kind::View);
    if (failed(slot))
      return failure();
    slot->index = slots[view.getBase()];
    slot->offset = view.getOffset();
    insertSlot(view.getBuffer(), std::move(*slot));
    return success();
  }

  LogicalResult add(jit::ReturnOp op) {
    for (auto [i, buffer] : llvm::enumerate(op.getBuffers())) {
      rt::ResultSlot result;
      result.slot = slots[buffer];
      Value memory = jit::getByteRange(buffer).memory;
      result.isUpdatedInput =
          isa<BlockArgument>(memory) && written.contains(memory);
      rt::Slot &slot = description.slots[result.slot];
      if (slot.bytesVar < 0)
        slot.bytesVar = getBytesVar(
            function.getResultAttrOfType<ArrayAttr>(unsigned(i), "jit.shape"),
            buffer.getType());
      description.results.push_back(result);
    }
    return success();
  }

  //===--------------------------------------------------------------------===//
  // Items
  //===--------------------------------------------------------------------===//

  /// A launch with its extent as a variable, or -1 and a constant extent.
  struct LaunchParts {
    rt::ProgramRef program;
    std::vector<uint32_t> vars;
    int64_t extent = 1;
    int32_t extentVar = -1;
    rt::CostVars cost;
  };

  /// The variable that holds an estimate, if its upper bound fits.
  int32_t getEstimate(AffineMap map, ArrayRef<uint32_t> vars) {
    uint32_t variable = variables.get(map.getResult(0), vars);
    return variables.getAtUpperBounds(variable) ? int32_t(variable) : -1;
  }

  int32_t addEstimates(int32_t sum, int32_t more) {
    if (sum < 0 || more < 0)
      return -1;
    uint32_t variable = variables.getSum(uint32_t(sum), uint32_t(more));
    return variables.getAtUpperBounds(variable) ? int32_t(variable) : -1;
  }

  FailureOr<LaunchParts> resolve(jit::LaunchOp launch) {
    auto programOp = SymbolTable::lookupNearestSymbolFrom<jit::ProgramOp>(
        launch, launch.getProgramAttr());
    if (!programOp)
      return launch.emitOpError() << "expected " << launch.getProgramAttr()
                                  << " to be compiled to a jit.program";
    FailureOr<TgrtKernelFn> entry = loader.getEntry(launch, programOp);
    if (failed(entry))
      return failure();

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

    auto program = std::make_shared<rt::Program>();
    program->name = programOp.getSymName().str();
    program->entry = *entry;
    program->scratchBytes = programOp.getScratchBytes();
    auto estimate = [&](AffineMap map) {
      int64_t value = evaluateMap(map, bounds).value_or(0);
      return uint64_t(std::max<int64_t>(value, 0));
    };
    program->estimates = {estimate(programOp.getOps()),
                          estimate(programOp.getBytes())};
    parts.cost = {getEstimate(programOp.getOps(), parts.vars),
                  getEstimate(programOp.getBytes(), parts.vars)};
    program->owner = loader.getOwner();
    parts.program = program;
    return parts;
  }

  static SmallVector<Value> getBuffers(Operation *item) {
    return llvm::filter_to_vector(item->getOperands(), [](Value operand) {
      return isa<jit::BufferType>(operand.getType());
    });
  }

  LogicalResult add(jit::LaunchOp launch) {
    FailureOr<LaunchParts> parts = resolve(launch);
    if (failed(parts))
      return failure();
    rt::LaunchItem item;
    item.program = parts->program;
    item.vars = parts->vars;
    item.extent = parts->extent;
    item.extentVar = parts->extentVar;
    item.cost = parts->cost;
    for (Value buffer : getBuffers(launch))
      item.buffers.push_back(slots[buffer]);
    description.items.push_back(std::move(item));
    return success();
  }

  LogicalResult add(jit::CopyOp copy) {
    rt::CopyItem item;
    item.source = slots[copy.getSource()];
    item.destination = slots[copy.getTarget()];
    description.items.push_back(item);
    return success();
  }

  LogicalResult add(jit::CustomOp custom) {
    auto found = options.hostFunctions.find(custom.getCallee());
    if (found == options.hostFunctions.end())
      return custom.emitOpError()
             << "calls host function '" << custom.getCallee()
             << "', which is not registered";
    rt::CustomItem item;
    item.name = custom.getCallee().str();
    item.function = found->second;
    for (Value buffer : getBuffers(custom))
      item.buffers.push_back(slots[buffer]);
    description.items.push_back(std::move(item));
    return success();
  }

  LogicalResult add(jit::GraphOp graph) {
    rt::GraphItem item;
    rt::StatusOr<rt::DeviceRef> device = devices.get(graph.getDevice().str());
    if (device.isError())
      return graph.emitOpError() << device.message();
    item.device = *device;
    jit::GraphLayout layout(graph);
    for (auto [buffer, number] : layout.buffers)
      item.buffers.push_back(slots[buffer]);
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
        options.nativeGraphs && graph.getDevice().split(':').first == "cpu";
    if (isNative && failed(loader.compileGraph(graph, item.description)))
      return failure();
    description.items.push_back(std::move(item));
    return success();
  }

  FailureOr<rt::GraphNode> makeNode(Operation *op, jit::GraphLayout &layout,
                                    rt::GraphItem &item) {
    rt::GraphNode node;
    if (auto copy = dyn_cast<jit::CopyOp>(op)) {
      node.kind = rt::GraphNode::Kind::Copy;
      node.bytes = uint64_t(copy.getSource().getType().getBytes());
      node.buffers = {layout.buffers[copy.getTarget()],
                      layout.buffers[copy.getSource()]};
      return node;
    }
    auto launch = cast<jit::LaunchOp>(op);
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
    node.extent = parts->extent;
    if (parts->extentVar >= 0) {
      // Behind the variables that the native function knows.
      node.extentVar = int32_t(item.vars.size());
      item.vars.push_back(uint32_t(parts->extentVar));
    }
    unsigned kernel = layout.kernels[launch.getProgramAttr().getAttr()];
    item.description.kernels[kernel] = parts->program;
    item.description.scratchBytes =
        std::max(item.description.scratchBytes, parts->program->scratchBytes);
    return node;
  }

  /// Every buffer that an operation uses must be one that has a slot.
  LogicalResult checkBuffers(Operation *op) {
    WalkResult result = op->walk([&](Operation *user) {
      for (Value operand : user->getOperands()) {
        if (!isa<jit::BufferType>(operand.getType()) || slots.contains(operand))
          continue;
        user->emitOpError() << "uses a buffer that nothing allocates";
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult addOperation(Operation *op) {
    if (failed(checkBuffers(op)))
      return failure();
    return TypeSwitch<Operation *, LogicalResult>(op)
        .Case<jit::AllocOp, jit::ConstantOp, jit::SubBufferOp, jit::ReturnOp,
              jit::LaunchOp, jit::CopyOp, jit::CustomOp, jit::GraphOp>(
            [&](auto typed) { return add(typed); })
        // Arithmetic is looked at where a launch depends on it.
        .Default([](Operation *other) -> LogicalResult {
          if (isMemoryEffectFree(other))
            return success();
          return other->emitOpError() << "is nothing that can be executed";
        });
  }

  FunctionOpInterface function;
  rt::DeviceRegistry &devices;
  const ExecutorOptions &options;
  rt::ExecutableDescription description;
  VariableTable variables;
  ProgramLoader loader;
  llvm::DenseMap<Value, uint32_t> slots;
  llvm::DenseSet<Value> returned, written;
};
} // namespace

FailureOr<std::unique_ptr<rt::Executable>>
tinygrad::createExecutable(ModuleOp module, StringRef name,
                           rt::DeviceRegistry &devices,
                           const ExecutorOptions &options) {
  Operation *symbol = module.lookupSymbol(name);
  if (!symbol)
    return module.emitError() << "expected a function called '" << name << "'";
  if (!isa<jit::FuncOp, jit::CaptureOp>(symbol))
    return symbol->emitError()
           << "expected '" << name << "' to be a jit function";
  return ExecutableBuilder(cast<FunctionOpInterface>(symbol), devices, options)
      .build();
}
