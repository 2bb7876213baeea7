//===- Executable.cpp - runs a list of exec items ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Executable.h"
#include "BufferTable.h"
#include "Guarded.h"
#include "ItemRunner.h"
#include "TinyGrad/Runtime/Counters.h"
#include "Variables.h"

#include <chrono>

using namespace tinygrad::rt;

struct Executable::Implementation {
  explicit Implementation(ExecutableDescription given)
      : description(std::move(given)), table(description) {}

  Status prepare();
  StatusOr<std::vector<Buffer>> run(const std::vector<Buffer> &inputs,
                                    std::vector<int64_t> vars,
                                    const RunOptions &options);
  Status runItems(const std::vector<int64_t> &vars);

  ExecutableDescription description;
  BufferTable table;
  std::vector<ItemRunner> onceRunners;
  std::vector<ItemRunner> runners;
  std::vector<std::string> refusedGraphs;
  ExecutableStats stats;
  /// The device that keeps its threads together during a run.
  DeviceRef mainDevice;
  bool isFirstRun = true;
  std::mutex mutex;
};

Status Executable::Implementation::prepare() {
  if (Status status = prepareItems(description, description.onceItems,
                                   onceRunners, refusedGraphs);
      status.isError())
    return status;
  if (Status status =
          prepareItems(description, description.items, runners, refusedGraphs);
      status.isError())
    return status;
  for (const ItemRunner &runner : runners) {
    stats.kernels += runner.kernels();
    stats.graphs += runner.isGraph() ? 1 : 0;
    stats.estimates.ops += runner.estimates().ops;
    stats.estimates.bytes += runner.estimates().bytes;
    if (!mainDevice)
      mainDevice = runner.device();
  }
  for (const Slot &slot : description.slots)
    if (slot.kind == Slot::Kind::Arena)
      stats.arenaBytes += slot.bytes;
  // Refused graphs may have added views.
  table.resize();
  return Status::success();
}

Status Executable::Implementation::runItems(const std::vector<int64_t> &vars) {
  if (isFirstRun) {
    for (ItemRunner &runner : onceRunners)
      if (Status status = runner.run(table, vars); status.isError())
        return status;
    isFirstRun = false;
  }
  for (ItemRunner &runner : runners)
    if (Status status = runner.run(table, vars); status.isError())
      return status;
  return mainDevice ? mainDevice->synchronize() : Status::success();
}

StatusOr<std::vector<Buffer>>
Executable::Implementation::run(const std::vector<Buffer> &inputs,
                                std::vector<int64_t> vars,
                                const RunOptions &options) {
  std::lock_guard<std::mutex> lock(mutex);
  if (Status status = evaluateVariables(description, vars); status.isError())
    return status;
  if (Status status = table.bind(inputs, vars, options, isFirstRun);
      status.isError())
    return status;

  auto start = std::chrono::steady_clock::now();
  auto list = [&] { return guarded([&] { return runItems(vars); }); };
  Status status = mainDevice ? mainDevice->runTogether(list) : list();
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
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
