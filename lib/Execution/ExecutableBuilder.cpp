//===- ExecutableBuilder.cpp - functions and buffers of executables ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExecutableBuilder.h"
#include "Constants.h"
#include "TinyGrad/Dialect/JIT/Analysis/Tenants.h"
#include "TinyGrad/Runtime/Counters.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tinygrad;

FailureOr<std::unique_ptr<rt::Executable>> ExecutableBuilder::build() {
  description.name = function.getName().str();
  Block &body = function.getFunctionBody().front();
  findSharedMemory(body);
  if (failed(addArguments()))
    return failure();
  for (Operation &op : body)
    if (failed(addOperation(&op)))
      return failure();
  addDeaths(body);
  auto made = rt::Executable::create(std::move(description));
  if (made.isError())
    return function.emitError() << made.message();
  for (const std::string &reason : (*made)->refusedGraphs()) {
    rt::log(2, "JIT GRAPHing failed batch: " + reason);
    remark::missed(function.getLoc(), remark::RemarkOpts::name("refused")
                                          .category("jit-batch-graphs")
                                          .function(function.getName()))
        << remark::add("a launch graph runs as plain items: {0}", reason);
  }
  return std::move(*made);
}

/// Memories that are returned, and arguments that items write.
void ExecutableBuilder::findSharedMemory(Block &body) {
  for (Value buffer : body.getTerminator()->getOperands())
    returned.insert(jit::getByteRange(buffer).memory);
  for (Operation *item : jit::collectItems(body))
    for (const jit::Access &access : jit::getAccesses(item))
      if (access.isWrite)
        written.insert(access.range.memory);
}

/// Finds where each planned buffer of an arena is used for the last time.
void ExecutableBuilder::addDeaths(Block &body) {
  struct Tenant {
    Value memory;
    int64_t begin = 0, end = 0;
    uint32_t first = 0, last = 0;
  };
  jit::Tenants tenants(body);
  llvm::MapVector<Value, Tenant> found;
  uint32_t number = 0;
  for (Operation &op : body) {
    SmallVector<Operation *> items;
    if (jit::isItem(&op))
      items.push_back(&op);
    else if (auto graph = dyn_cast<jit::GraphOp>(op))
      items = jit::collectItems(graph.getBody().front());
    else
      continue;
    for (Operation *item : items)
      for (Value operand : item->getOperands()) {
        if (!isa<jit::BufferType>(operand.getType()))
          continue;
        Value owner = tenants.getOwner(operand);
        jit::ByteRange range = jit::getByteRange(owner);
        auto alloc = range.memory.getDefiningOp<jit::AllocOp>();
        if (!alloc || !alloc.getArena())
          continue;
        auto [entry, isNew] = found.insert(
            {owner, {range.memory, range.begin, range.end, number, number}});
        entry->second.last = number;
      }
    ++number;
  }
  for (auto &[owner, dead] : found) {
    bool isCovered = false;
    for (auto &[otherOwner, other] : found)
      isCovered |= other.memory == dead.memory && other.begin < dead.end &&
                   dead.begin < other.end && other.first <= dead.last &&
                   dead.last < other.last;
    if (!isCovered && slots.contains(owner))
      description.deaths.push_back({dead.last, slots[owner]});
  }
}

FailureOr<rt::Slot> ExecutableBuilder::makeSlot(Value buffer,
                                                rt::Slot::Kind kind) {
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

void ExecutableBuilder::insertSlot(Value buffer, rt::Slot slot) {
  slots[buffer] = uint32_t(description.slots.size());
  description.slots.push_back(std::move(slot));
}

/// The variable that holds the bytes of a buffer of this shape, or -1 where
/// they are constant or unknown.
int32_t ExecutableBuilder::getBytesVar(ArrayAttr shape, Type type) {
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

void ExecutableBuilder::addVariables() {
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
}

LogicalResult ExecutableBuilder::addArguments() {
  // Variables first: the sizes of buffers depend on them.
  addVariables();
  size_t numHeld = 0;
  for (BlockArgument argument : function.getArguments()) {
    if (argument.getType().isIndex())
      continue;
    unsigned number = argument.getArgNumber();
    bool isHeld = bool(function.getArgAttr(number, "jit.held"));
    FailureOr<rt::Slot> slot = makeSlot(
        argument, isHeld ? rt::Slot::Kind::Held : rt::Slot::Kind::Input);
    if (failed(slot))
      return failure();
    if (isHeld) {
      if (numHeld == options.held.size())
        return function.emitError()
               << "expected a buffer for each held argument, but got "
               << options.held.size();
      slot->constant = options.held[numHeld++];
    } else {
      slot->index = description.numInputs++;
      slot->isUnchanging = bool(function.getArgAttr(number, "jit.constant"));
      slot->bytesVar =
          getBytesVar(function.getArgAttrOfType<ArrayAttr>(number, "jit.shape"),
                      argument.getType());
    }
    insertSlot(argument, std::move(*slot));
  }
  return success();
}

LogicalResult ExecutableBuilder::add(jit::AllocOp alloc) {
  bool isResult = returned.contains(alloc.getBuffer());
  FailureOr<rt::Slot> slot =
      makeSlot(alloc.getBuffer(),
               isResult ? rt::Slot::Kind::Result : rt::Slot::Kind::Arena);
  if (succeeded(slot))
    insertSlot(alloc.getBuffer(), std::move(*slot));
  return slot;
}

LogicalResult ExecutableBuilder::add(jit::ConstantOp constant) {
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

LogicalResult ExecutableBuilder::add(jit::SubBufferOp view) {
  FailureOr<rt::Slot> slot = makeSlot(view.getBuffer(), rt::Slot::Kind::View);
  if (failed(slot))
    return failure();
  slot->index = slots[view.getBase()];
  slot->offset = view.getOffset();
  insertSlot(view.getBuffer(), std::move(*slot));
  return success();
}

LogicalResult ExecutableBuilder::add(jit::ReturnOp op) {
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

/// Every buffer that an operation uses must be one that has a slot.
LogicalResult ExecutableBuilder::checkBuffers(Operation *op) {
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

LogicalResult ExecutableBuilder::addOperation(Operation *op) {
  if (failed(checkBuffers(op)))
    return failure();
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<jit::AllocOp, jit::ConstantOp, jit::SubBufferOp, jit::ReturnOp,
            jit::LaunchOp, jit::CopyOp, jit::CustomOp, jit::GraphOp,
            jit::OnceOp>([&](auto typed) { return add(typed); })
      // Arithmetic is looked at where a launch depends on it.
      .Default([](Operation *other) -> LogicalResult {
        if (!jit::isItem(other) && isMemoryEffectFree(other))
          return success();
        return other->emitOpError() << "is nothing that can be executed";
      });
}
