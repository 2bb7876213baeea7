//===- VerifyDescription.cpp - checks an executable's tables ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guarded.h"
#include "TinyGrad/Runtime/Executable.h"

using namespace tinygrad::rt;

namespace {
class Verifier {
public:
  explicit Verifier(ExecutableDescription &description)
      : description(description),
        numVars(description.inputVars.size() + description.derivedVars.size()) {
  }

  Status verify() {
    if (Status status = verifyVars(); status.isError())
      return status;
    if (Status status = verifySlots(); status.isError())
      return status;
    for (const Item &item : description.onceItems)
      if (Status status = verifyItem(item, /*isOnce=*/true); status.isError())
        return status;
    for (const Item &item : description.items)
      if (Status status = verifyItem(item, /*isOnce=*/false); status.isError())
        return status;
    for (const SlotDeath &death : description.deaths) {
      if (Status status = verifySlotIndex(death.slot, "a death");
          status.isError())
        return status;
      if (death.item >= description.items.size())
        return makeError("a death refers to item ", death.item, " of ",
                         description.items.size());
    }
    for (const ResultSlot &result : description.results) {
      if (Status status = verifySlotIndex(result.slot, "a result");
          status.isError())
        return status;
      Slot::Kind kind = root(result.slot).kind;
      if (result.isUpdatedInput && kind != Slot::Kind::Input &&
          kind != Slot::Kind::Held)
        return makeError("an updated result expected an input slot");
    }
    return Status::success();
  }

private:
  const Slot &root(uint32_t index) const {
    const Slot &slot = description.slots[index];
    return slot.kind == Slot::Kind::View ? description.slots[slot.index] : slot;
  }

  Status verifyVars() {
    for (const InputVar &var : description.inputVars)
      if (var.min > var.max)
        return makeError("variable '", var.name, "' has the empty bounds [",
                         var.min, ", ", var.max, "]");
    size_t position = description.inputVars.size();
    for (const DerivedVar &var : description.derivedVars) {
      if (var.op != DerivedVar::Op::Constant &&
          (var.lhs >= position || var.rhs >= position))
        return makeError("derived variable ", position,
                         " refers to a variable that does not precede it");
      ++position;
    }
    return Status::success();
  }

  Status verifySlots() {
    for (size_t i = 0; i < description.slots.size(); ++i) {
      Slot &slot = description.slots[i];
      if (Status status = slot.kind == Slot::Kind::View ? verifyView(i, slot)
                                                        : verifyRoot(i, slot);
          status.isError())
        return status;
      if (slot.bytesVar >= 0 && size_t(slot.bytesVar) >= numVars)
        return makeError("slot ", i, " refers to variable ", slot.bytesVar,
                         " of ", numVars);
    }
    return Status::success();
  }

  Status verifyRoot(size_t i, const Slot &slot) {
    if (slot.kind > Slot::Kind::View)
      return makeError("slot ", i, " is of unknown kind ", int(slot.kind));
    if (!slot.device)
      return makeError("slot ", i, " has no device");
    if (slot.kind == Slot::Kind::Input && slot.index >= description.numInputs)
      return makeError("slot ", i, " refers to input ", slot.index, " of ",
                       description.numInputs);
    bool hasContent =
        slot.kind == Slot::Kind::Constant || slot.kind == Slot::Kind::Held;
    if (hasContent && (!slot.constant || slot.constant.bytes() != slot.bytes ||
                       slot.constant.device() != slot.device))
      return makeError("slot ", i, " expected a constant of ", slot.bytes,
                       " bytes on device '", slot.device->name(), "'");
    return Status::success();
  }

  Status verifyView(size_t i, Slot &slot) {
    if (slot.index >= i)
      return makeError("slot ", i,
                       " is a view of a slot that does not precede it");
    const Slot &base = description.slots[slot.index];
    if (slot.offset > base.bytes || slot.bytes > base.bytes - slot.offset)
      return makeError("slot ", i, " views ", slot.bytes, " bytes at offset ",
                       slot.offset, " of a slot of ", base.bytes, " bytes");
    slot.device = base.device;
    if (base.kind == Slot::Kind::View) {
      slot.offset += base.offset;
      slot.index = base.index;
    }
    return Status::success();
  }

  Status verifySlotIndex(uint32_t index, const char *where) const {
    if (index < description.slots.size())
      return Status::success();
    return makeError(where, " refers to slot ", index, " of ",
                     description.slots.size());
  }

  Status verifyReferences(const std::vector<uint32_t> &buffers,
                          const std::vector<uint32_t> &vars, bool isOnce,
                          const char *where) const {
    for (uint32_t index : buffers) {
      if (Status status = verifySlotIndex(index, where); status.isError())
        return status;
      Slot::Kind kind = root(index).kind;
      bool isUnchanging = kind == Slot::Kind::Input && root(index).isUnchanging;
      if (isOnce && !isUnchanging && kind != Slot::Kind::Arena &&
          kind != Slot::Kind::Constant && kind != Slot::Kind::Held)
        return makeError(where, " of the first run only refers to slot ", index,
                         ", which is not the executable's own");
    }
    for (uint32_t index : vars)
      if (index >= numVars)
        return makeError(where, " refers to variable ", index, " of ", numVars);
    return Status::success();
  }

  Status verifyExtent(int32_t extentVar, size_t limit,
                      const char *where) const {
    if (extentVar >= 0 && size_t(extentVar) >= limit)
      return makeError(where, " takes its extent from variable ", extentVar,
                       " of ", limit);
    return Status::success();
  }

  Status verifyDims(const SymbolicDims &dims, size_t limit,
                    const char *where) const {
    for (const auto *variables : {&dims.gridVars, &dims.blockVars})
      for (int32_t variable : *variables)
        if (variable >= 0 && size_t(variable) >= limit)
          return makeError(where, " takes its grid from variable ", variable,
                           " of ", limit);
    return Status::success();
  }

  Status verifyCost(const CostVars &cost, const char *where) const {
    for (int32_t variable : {cost.ops, cost.bytes})
      if (variable >= 0 && size_t(variable) >= numVars)
        return makeError(where, " takes its cost from variable ", variable,
                         " of ", numVars);
    return Status::success();
  }

  Status verifyOneDevice(const std::vector<uint32_t> &buffers,
                         const DeviceRef &device, const char *where) const {
    for (uint32_t index : buffers)
      if (description.slots[index].device != device)
        return makeError(where, " on device '", device->name(),
                         "' got a buffer of device '",
                         description.slots[index].device->name(), "'");
    return Status::success();
  }

  /// Devices of one kind share a graph.
  Status verifyOneKind(const GraphItem &graph) const {
    auto kindOf = [](const DeviceRef &device) {
      return device->name().substr(0, device->name().find(':'));
    };
    for (uint32_t index : graph.buffers)
      if (kindOf(description.slots[index].device) != kindOf(graph.device))
        return makeError("a graph on device '", graph.device->name(),
                         "' got a buffer of device '",
                         description.slots[index].device->name(), "'");
    return Status::success();
  }

  Status verifyItem(const Item &item, bool isOnce) const {
    if (const auto *launch = std::get_if<LaunchItem>(&item))
      return verifyLaunch(*launch, isOnce);
    if (const auto *copy = std::get_if<CopyItem>(&item))
      return verifyCopy(*copy, isOnce);
    if (const auto *custom = std::get_if<CustomItem>(&item)) {
      if (!custom->function)
        return makeError("custom item '", custom->name, "' has no function");
      return verifyReferences(custom->buffers, custom->vars, isOnce,
                              "a custom item");
    }
    return verifyGraph(std::get<GraphItem>(item), isOnce);
  }

  Status verifyLaunch(const LaunchItem &launch, bool isOnce) const {
    if (!launch.program)
      return makeError("a launch has no program");
    if (launch.buffers.empty())
      return makeError("a launch of '", launch.program->name,
                       "' has no buffer");
    if (Status status =
            verifyReferences(launch.buffers, launch.vars, isOnce, "a launch");
        status.isError())
      return status;
    if (Status status = verifyExtent(launch.extentVar, numVars, "a launch");
        status.isError())
      return status;
    if (Status status = verifyDims(launch.dims, numVars, "a launch");
        status.isError())
      return status;
    if (Status status = verifyCost(launch.cost, "a launch"); status.isError())
      return status;
    return verifyOneDevice(launch.buffers,
                           description.slots[launch.buffers[0]].device,
                           "a launch");
  }

  Status verifyCopy(const CopyItem &copy, bool isOnce) const {
    if (Status status = verifyReferences({copy.destination, copy.source}, {},
                                         isOnce, "a copy");
        status.isError())
      return status;
    uint64_t to = description.slots[copy.destination].bytes;
    uint64_t from = description.slots[copy.source].bytes;
    if (to != from)
      return makeError("a copy of ", from, " bytes got a destination of ", to);
    return Status::success();
  }

  Status verifyGraph(const GraphItem &graph, bool isOnce) const {
    if (!graph.device || !graph.device->supportsGraph())
      return makeError("a graph expected a device with launch graphs");
    if (Status status =
            verifyReferences(graph.buffers, graph.vars, isOnce, "a graph");
        status.isError())
      return status;
    if (Status status = verifyOneKind(graph); status.isError())
      return status;
    if (Status status = verifyCost(graph.cost, "a graph"); status.isError())
      return status;
    const std::vector<GraphNode> &nodes = graph.description.nodes;
    for (size_t i = 0; i < nodes.size(); ++i)
      if (Status status = verifyNode(graph, i); status.isError())
        return status;
    return Status::success();
  }

  Status verifyNode(const GraphItem &graph, size_t position) const {
    const GraphNode &node = graph.description.nodes[position];
    for (uint32_t index : node.buffers)
      if (index >= graph.buffers.size())
        return makeError("node ", position, " of a graph refers to buffer ",
                         index, " of ", graph.buffers.size());
    for (uint32_t index : node.vars)
      if (index >= graph.vars.size())
        return makeError("node ", position, " of a graph refers to variable ",
                         index, " of ", graph.vars.size());
    for (uint32_t before : node.dependencies)
      if (before >= position)
        return makeError("node ", position, " of a graph depends on node ",
                         before, ", which does not come before it");
    if (Status status =
            verifyDims(node.dims, graph.vars.size(), "a node of a graph");
        status.isError())
      return status;
    if (node.kind == GraphNode::Kind::Launch) {
      if (!node.program)
        return makeError("node ", position, " of a graph has no program");
      if (node.buffers.empty())
        return makeError("node ", position, " of a graph has no buffer");
      return verifyExtent(node.extentVar, graph.vars.size(),
                          "a node of a graph");
    }
    if (node.kind != GraphNode::Kind::Copy)
      return makeError("node ", position, " of a graph is of unknown kind ",
                       int(node.kind));
    if (node.buffers.size() != 2)
      return makeError("node ", position,
                       " of a graph expected 2 buffers to copy, but got ",
                       node.buffers.size());
    if (node.bytesVar >= 0 && size_t(node.bytesVar) >= graph.vars.size())
      return makeError("node ", position,
                       " of a graph takes its bytes from variable ",
                       node.bytesVar, " of ", graph.vars.size());
    for (uint32_t index : node.buffers)
      if (node.bytes > description.slots[graph.buffers[index]].bytes)
        return makeError("node ", position, " of a graph copies ", node.bytes,
                         " bytes of a smaller buffer");
    return Status::success();
  }

  ExecutableDescription &description;
  size_t numVars;
};
} // namespace

Status tinygrad::rt::verifyDescription(ExecutableDescription &description) {
  return guarded([&] { return Verifier(description).verify(); });
}
