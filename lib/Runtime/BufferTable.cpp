//===- BufferTable.cpp - the buffers of a run -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferTable.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

using namespace tinygrad::rt;

std::vector<uint32_t> tinygrad::rt::slotsOf(const Item &item) {
  if (const auto *copy = std::get_if<CopyItem>(&item))
    return {copy->destination, copy->source};
  if (const auto *launch = std::get_if<LaunchItem>(&item))
    return launch->buffers;
  if (const auto *custom = std::get_if<CustomItem>(&item))
    return custom->buffers;
  return std::get<GraphItem>(item).buffers;
}

void BufferTable::resize() {
  roots.resize(description.slots.size());
  handles.resize(description.slots.size(), nullptr);
  for (auto *slots : {&rootSlots, &inputSlots, &memorySlots, &resultSlots})
    slots->clear();
  views.assign(description.slots.size(), {});
  isResolved.assign(description.slots.size(), false);
  onceSlots.clear();
  for (const Item &item : description.onceItems)
    for (uint32_t slot : slotsOf(item))
      if (uint32_t root = rootOf(slot);
          description.slots[root].kind == Slot::Kind::Arena)
        onceSlots.insert(root);
  for (uint32_t i = 0; i < description.slots.size(); ++i) {
    const Slot &slot = description.slots[i];
    if (slot.kind == Slot::Kind::View) {
      views[slot.index].push_back(i);
      continue;
    }
    rootSlots.push_back(i);
    if (slot.kind == Slot::Kind::Input)
      inputSlots.push_back(i);
    if (slot.kind == Slot::Kind::Arena || slot.kind == Slot::Kind::Result)
      memorySlots.push_back(i);
    if (slot.kind == Slot::Kind::Result)
      resultSlots.push_back(i);
    if (slot.kind == Slot::Kind::Constant || slot.kind == Slot::Kind::Held)
      roots[i] = slot.constant;
  }
}

/// The runtime's part of the contract with kernels of GPUs.
static constexpr uint64_t gpuAlignment = 16;

uint64_t BufferTable::bytesInUse(const Slot &slot,
                                 const std::vector<int64_t> &vars) const {
  return getBytesInUse(slot.bytes, slot.bytesVar, vars.data());
}

uint32_t BufferTable::rootOf(uint32_t index) const {
  const Slot &slot = description.slots[index];
  return slot.kind == Slot::Kind::View ? slot.index : index;
}

StatusOr<Buffer> BufferTable::buffer(uint32_t index) const {
  const Slot &slot = description.slots[index];
  if (slot.kind != Slot::Kind::View)
    return roots[index];
  // An input may be smaller than its slot's upper bound.
  const Buffer &root = roots[slot.index];
  uint64_t offset = std::min(slot.offset, root.bytes());
  return root.view(offset, std::min(slot.bytes, root.bytes() - offset));
}

Status BufferTable::bind(const std::vector<Buffer> &inputs,
                         const std::vector<int64_t> &vars,
                         const RunOptions &options, bool isFirstRun) {
  if (Status status = bindInputs(inputs, vars, options); status.isError())
    return status;
  if (Status status = bindMemory(options, isFirstRun); status.isError())
    return status;
  return resolveHandles();
}

/// Replaces an input by a copy of it, in memory of at least `capacity` bytes.
static Status copyInput(Buffer &input, uint64_t capacity = 0) {
  StatusOr<Buffer> whole =
      Buffer::create(input.device(), std::max(input.bytes(), capacity));
  if (whole.isError())
    return whole.status();
  StatusOr<Buffer> copy = whole->view(0, input.bytes());
  if (copy.isError())
    return copy.status();
  if (Status status = copy->copyFrom(input); status.isError())
    return status;
  input = *copy;
  return Status::success();
}

/// No input may share memory with another, unless copying is asked for, nor
/// with results that this run writes again.
Status BufferTable::separateInputs(std::vector<Buffer> &inputs,
                                   const RunOptions &options) const {
  std::vector<size_t> order(inputs.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::make_tuple(inputs[a].identity(), inputs[a].offset(), a) <
           std::make_tuple(inputs[b].identity(), inputs[b].offset(), b);
  });
  // Inputs of one memory follow each other by offset: only the one that
  // reaches furthest so far can overlap the next.
  std::vector<size_t> shared;
  size_t furthest = 0;
  for (size_t i = 1; i < order.size(); ++i) {
    const Buffer &last = inputs[order[furthest]];
    const Buffer &next = inputs[order[i]];
    if (last.overlaps(next)) {
      auto [first, second] = std::minmax(order[furthest], order[i]);
      if (!options.copyAliasedInputs)
        return makeError("input ", second, " shares memory with input ", first);
      shared.push_back(order[i]);
    }
    if (!last.sharesMemoryWith(next) ||
        next.offset() + next.bytes() > last.offset() + last.bytes())
      furthest = i;
  }
  for (uint32_t slot : resultSlots)
    for (size_t i = 0; roots[slot] && i < inputs.size(); ++i)
      if (inputs[i].overlaps(roots[slot]))
        shared.push_back(i);
  for (size_t i : shared)
    if (Status status = copyInput(inputs[i]); status.isError())
      return status;
  return Status::success();
}

Status BufferTable::bindInputs(const std::vector<Buffer> &given,
                               const std::vector<int64_t> &vars,
                               const RunOptions &options) {
  if (given.size() != description.numInputs)
    return makeError("expected ", description.numInputs, " inputs, but got ",
                     given.size());
  // What an earlier run with other options left is no longer ours.
  if (!options.reuseResults)
    releaseCallerBuffers(options);
  std::vector<Buffer> inputs = given;
  if (Status status = separateInputs(inputs, options); status.isError())
    return status;

  for (uint32_t i : inputSlots) {
    const Slot &slot = description.slots[i];
    const Buffer &input = inputs[slot.index];
    if (!input)
      return makeError("input ", slot.index, " is missing");
    if (input.device() != slot.device)
      return makeError("input ", slot.index, " is on device '",
                       input.device()->name(), "': expected device '",
                       slot.device->name(), "'");
    uint64_t needed = bytesInUse(slot, vars);
    if (input.bytes() < needed)
      return makeError("input ", slot.index, " has ", input.bytes(),
                       " bytes: expected ", needed);
    roots[i] = input;
    if (Status status = alignInput(i); status.isError())
      return status;
  }
  return Status::success();
}

/// Kernels of GPUs load vectors of elements, so a view of memory that starts
/// between two vectors is replaced by a copy.
Status BufferTable::alignInput(uint32_t slot) {
  Buffer &root = roots[slot];
  // A run that ended in an error may have left its input behind.
  misaligned.erase(slot);
  if (root.offset() % gpuAlignment == 0 ||
      description.slots[slot].device->isHostMemory())
    return Status::success();
  misaligned[slot] = root;
  return copyInput(root, description.slots[slot].bytes);
}

Status BufferTable::bindMemory(const RunOptions &options, bool isFirstRun) {
  for (uint32_t i : memorySlots) {
    const Slot &slot = description.slots[i];
    Buffer &root = roots[i];
    if (!root) {
      StatusOr<Buffer> fresh = Buffer::create(slot.device, slot.bytes);
      if (fresh.isError())
        return fresh.status();
      root = *fresh;
    }
    // What the once-items left must stay.
    if (options.poison && (isFirstRun || !onceSlots.count(i)))
      if (Status status = root.fill(0xFF); status.isError())
        return status;
  }
  return Status::success();
}

Status BufferTable::resolveHandles() {
  for (uint32_t root : rootSlots)
    if (!isResolved[root])
      if (Status status = resolve(root); status.isError())
        return status;
  return Status::success();
}

Status BufferTable::resolve(uint32_t root) {
  StatusOr<void *> handle = roots[root].handle();
  if (handle.isError())
    return handle.status();
  handles[root] = *handle;
  for (uint32_t i : views[root]) {
    const Slot &slot = description.slots[i];
    StatusOr<void *> view =
        slot.device->view(handles[root], slot.offset, slot.bytes);
    if (view.isError())
      return view.status();
    handles[i] = *view;
  }
  Slot::Kind kind = description.slots[root].kind;
  isResolved[root] = kind != Slot::Kind::Input && kind != Slot::Kind::Result;
  return Status::success();
}

StatusOr<std::vector<Buffer>>
BufferTable::takeResults(const std::vector<int64_t> &vars,
                         const RunOptions &options) {
  std::vector<Buffer> results;
  results.reserve(description.results.size());
  isTaken.assign(description.slots.size(), false);
  for (const ResultSlot &result : description.results) {
    // What was updated is the caller's memory again.
    auto copied = misaligned.find(rootOf(result.slot));
    if (result.isUpdatedInput && copied != misaligned.end()) {
      Buffer &root = roots[copied->first];
      if (Status status = copied->second.copyFrom(root); status.isError())
        return status;
      root = copied->second;
    }
    const Slot &slot = description.slots[result.slot];
    StatusOr<Buffer> whole = buffer(result.slot);
    if (whole.isError())
      return whole.status();
    StatusOr<Buffer> used =
        whole->view(0, std::min(bytesInUse(slot, vars), whole->bytes()));
    if (used.isError())
      return used.status();

    uint32_t root = rootOf(result.slot);
    bool isOwn =
        description.slots[root].kind == Slot::Kind::Result && !isTaken[root];
    isTaken[root] = true;
    if (!isOwn && !result.isUpdatedInput)
      if (Status status = copyInput(*used); status.isError())
        return status;
    results.push_back(*used);
  }
  if (!options.reuseResults)
    releaseCallerBuffers(options);
  return results;
}

void BufferTable::releaseCallerBuffers(const RunOptions &options) {
  misaligned.clear();
  for (uint32_t slot : inputSlots)
    roots[slot] = Buffer();
  if (!options.reuseResults)
    for (uint32_t slot : resultSlots)
      roots[slot] = Buffer();
}

void BufferTable::freeIntermediates() {
  for (uint32_t slot : memorySlots)
    if (!onceSlots.count(slot))
      setRoot(slot, Buffer());
}
