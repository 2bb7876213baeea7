//===- Executable.cpp - runs a list of exec items ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Executable.h"
#include "BlockSizes.h"
#include "BufferTable.h"
#include "Guarded.h"
#include "ItemRunner.h"
#include "TinyGrad/Runtime/Counters.h"
#include "Variables.h"

#include <chrono>
#include <map>
#include <set>

using namespace tinygrad::rt;

/// Operations plus bytes of a run that no other thread helps with.
static constexpr uint64_t smallWork = uint64_t(1) << 16;

struct Executable::Implementation {
  explicit Implementation(ExecutableDescription given)
      : description(std::move(given)), table(description) {}

  Status prepare();
  StatusOr<std::vector<Buffer>> run(const std::vector<Buffer> &inputs,
                                    const std::vector<int64_t> &given,
                                    const RunOptions &options);
  Status runItems(const std::vector<int64_t> &vars, const RunOptions &options);
  void freeOnceConstants();
  Status show(size_t runner, const RunOptions &options);
  Status poisonDead(size_t runnersDone);
  Status synchronize();

  ExecutableDescription description;
  BufferTable table;
  VariableValues variables;
  std::vector<ItemRunner> onceRunners;
  std::vector<ItemRunner> runners;
  std::vector<std::string> refusedGraphs;
  /// The slots that nothing needs when so many runners are done.
  std::map<size_t, std::vector<uint32_t>> deaths;
  ExecutableStats stats;
  /// The device that keeps its threads together during a run.
  DeviceRef mainDevice;
  /// Those that a run waits for.
  std::set<DeviceRef> devices;
  bool isFirstRun = true;
  /// An input may change after all, and what was made once is made again.
  bool hasUnchanging = false;
  uint64_t numItems = 0;
  std::mutex mutex;
};

Status Executable::Implementation::prepare() {
  if (Status status = chooseBlocks(description); status.isError())
    return status;
  std::vector<size_t> ends, onceEnds;
  if (Status status = prepareItems(description, description.onceItems,
                                   onceRunners, refusedGraphs, onceEnds);
      status.isError())
    return status;
  if (Status status = prepareItems(description, description.items, runners,
                                   refusedGraphs, ends);
      status.isError())
    return status;
  for (const SlotDeath &death : description.deaths)
    deaths[ends[death.item]].push_back(death.slot);
  for (const ItemRunner &runner : runners) {
    stats.kernels += runner.kernels();
    stats.graphs += runner.isGraph() ? 1 : 0;
    if (const auto *graph = std::get_if<GraphItem>(&runner.getItem()))
      stats.patchedNodes += graph->patchedNodes;
    stats.estimates.ops += runner.estimates().ops;
    stats.estimates.bytes += runner.estimates().bytes;
    stats.estimates.accessed += runner.estimates().accessed;
    numItems += runner.countItems();
    if (!mainDevice)
      mainDevice = runner.device();
  }
  for (const Slot &slot : description.slots) {
    hasUnchanging |= slot.isUnchanging;
    if (!slot.device->isHostMemory())
      devices.insert(slot.device);
    if (slot.kind == Slot::Kind::Arena)
      stats.arenaBytes += slot.bytes;
  }
  // Refused graphs may have added views.
  table.resize();
  return Status::success();
}

/// Drops the constants that only the first run reads, as weights that it packs.
void Executable::Implementation::freeOnceConstants() {
  std::vector<bool> isNeeded(description.slots.size(), false);
  auto need = [&](uint32_t slot) {
    const Slot &used = description.slots[slot];
    isNeeded[used.kind == Slot::Kind::View ? used.index : slot] = true;
  };
  for (const Item &item : description.items)
    for (uint32_t slot : slotsOf(item))
      need(slot);
  for (const ResultSlot &result : description.results)
    need(result.slot);
  for (const Item &item : description.onceItems)
    for (uint32_t slot : slotsOf(item)) {
      if (description.slots[slot].kind != Slot::Kind::Constant ||
          isNeeded[slot])
        continue;
      table.dropRoot(slot);
      description.slots[slot].constant = Buffer();
    }
}

Status Executable::Implementation::show(size_t runner,
                                        const RunOptions &options) {
  StatusOr<std::vector<Buffer>> buffers = runners[runner].buffers(table);
  if (buffers.isError())
    return buffers.status();
  return options.afterItem(runner, runners[runner].name(), *buffers);
}

Status Executable::Implementation::poisonDead(size_t runnersDone) {
  auto dead = deaths.find(runnersDone);
  if (dead == deaths.end())
    return Status::success();
  for (uint32_t slot : dead->second) {
    StatusOr<Buffer> buffer = table.buffer(slot);
    if (buffer.isError())
      return buffer.status();
    if (Status status = buffer->fill(0xFF); status.isError())
      return status;
  }
  return Status::success();
}

Status Executable::Implementation::runItems(const std::vector<int64_t> &vars,
                                            const RunOptions &options) {
  if (isFirstRun) {
    for (ItemRunner &runner : onceRunners)
      if (Status status = runner.run(table, vars, options.isCounted);
          status.isError())
        return status;
    isFirstRun = false;
    if (!hasUnchanging)
      freeOnceConstants();
  }
  for (size_t i = 0; i < runners.size(); ++i) {
    if (Status status = runners[i].run(table, vars, options.isCounted);
        status.isError())
      return status;
    if (options.afterItem)
      if (Status status = show(i, options); status.isError())
        return status;
    if (options.poison)
      if (Status status = poisonDead(i + 1); status.isError())
        return status;
  }
  return synchronize();
}

/// Waits for all devices, and gives the first error.
Status Executable::Implementation::synchronize() {
  Status result = Status::success();
  for (const DeviceRef &device : devices)
    if (Status status = device->synchronize();
        status.isError() && result.isOk())
      result = status;
  return result;
}

StatusOr<std::vector<Buffer>>
Executable::Implementation::run(const std::vector<Buffer> &inputs,
                                const std::vector<int64_t> &given,
                                const RunOptions &options) {
  std::lock_guard<std::mutex> lock(mutex);
  StatusOr<const std::vector<int64_t> *> values =
      variables.get(description, given.data(), given.size());
  if (values.isError())
    return values.status();
  const std::vector<int64_t> &vars = **values;
  if (Status status = table.bind(inputs, vars, options, isFirstRun);
      status.isError())
    return status;

  if (numItems >= 10 && options.isCounted && isLogged(1))
    log(1, "JIT execs " + std::to_string(numItems) + " kernels");
  auto start = std::chrono::steady_clock::now();
  auto list = [&] { return guarded([&] { return runItems(vars, options); }); };
  // Gathering threads takes longer than a little work.
  uint64_t work = stats.estimates.ops + stats.estimates.bytes;
  bool isSmall = work > 0 && work < smallWork;
  Status status =
      mainDevice && !isSmall ? mainDevice->runTogether(list) : list();
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  // With a log each item counts its own, waiting for it.
  if (options.isCounted && !isLogged(2))
    countSeconds(seconds.count());
  StatusOr<std::vector<Buffer>> results =
      status.isError() ? StatusOr<std::vector<Buffer>>(status)
                       : table.takeResults(vars, options);
  table.releaseCallerBuffers(options);
  return results;
}

StatusOr<std::unique_ptr<Executable>>
Executable::create(ExecutableDescription description) {
  return guarded([&]() -> StatusOr<std::unique_ptr<Executable>> {
    if (Status status = verifyDescription(description); status.isError())
      return status;
    auto implementation =
        std::make_unique<Implementation>(std::move(description));
    if (Status status = implementation->prepare(); status.isError())
      return status;
    return std::unique_ptr<Executable>(
        new Executable(std::move(implementation)));
  });
}

Executable::Executable(std::unique_ptr<Implementation> implementation)
    : implementation(std::move(implementation)) {}
Executable::~Executable() = default;

StatusOr<std::vector<Buffer>> Executable::run(const std::vector<Buffer> &inputs,
                                              const std::vector<int64_t> &vars,
                                              const RunOptions &options) {
  return guarded([&] { return implementation->run(inputs, vars, options); });
}

void Executable::freeIntermediates() {
  std::lock_guard<std::mutex> lock(implementation->mutex);
  implementation->table.freeIntermediates();
}

void Executable::forgetOnce() {
  std::lock_guard<std::mutex> lock(implementation->mutex);
  // What is made of constants alone stays what it is.
  implementation->isFirstRun |= implementation->hasUnchanging;
}

std::vector<std::pair<uint32_t, Buffer>> Executable::onceBuffers() const {
  std::lock_guard<std::mutex> lock(implementation->mutex);
  std::vector<std::pair<uint32_t, Buffer>> buffers;
  if (implementation->isFirstRun)
    return buffers;
  for (uint32_t slot : implementation->table.onceBuffers())
    buffers.emplace_back(slot, implementation->table.root(slot));
  return buffers;
}

Status Executable::adoptOnceBuffers(const std::vector<Buffer> &buffers) {
  std::lock_guard<std::mutex> lock(implementation->mutex);
  const std::set<uint32_t> &slots = implementation->table.onceBuffers();
  if (slots.size() != buffers.size())
    return makeError("expected ", slots.size(),
                     " buffers of the first run, but got ", buffers.size());
  size_t next = 0;
  for (uint32_t slot : slots) {
    uint64_t bytes = implementation->description.slots[slot].bytes;
    if (buffers[next].bytes() != bytes)
      return makeError("expected ", bytes, " bytes in buffer ", next,
                       " of the first run, but got ", buffers[next].bytes());
    ++next;
  }
  next = 0;
  for (uint32_t slot : slots)
    implementation->table.setRoot(slot, buffers[next++]);
  implementation->isFirstRun = false;
  return Status::success();
}

StatusOr<Estimates> Executable::estimate(std::vector<int64_t> vars) const {
  return guarded([&]() -> StatusOr<Estimates> {
    if (Status status = evaluateVariables(implementation->description, vars);
        status.isError())
      return status;
    Estimates sum;
    for (const ItemRunner &runner : implementation->runners) {
      Estimates cost = runner.estimates(vars);
      sum.ops += cost.ops;
      sum.bytes += cost.bytes;
    }
    return sum;
  });
}

const ExecutableDescription &Executable::description() const {
  return implementation->description;
}
const ExecutableStats &Executable::stats() const {
  return implementation->stats;
}
const std::vector<std::string> &Executable::refusedGraphs() const {
  return implementation->refusedGraphs;
}
