//===- ItemRunner.cpp - one exec item made ready ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ItemRunner.h"
#include "Guarded.h"
#include "TinyGrad/Runtime/Counters.h"

#include <algorithm>
#include <chrono>
#include <iomanip>

using namespace tinygrad::rt;

static void addEstimates(Estimates &sum, const Estimates &more) {
  sum.ops += more.ops;
  sum.bytes += more.bytes;
}

ItemRunner::ItemRunner(Item given) : item(std::move(given)) {
  if (const auto *launch = std::get_if<LaunchItem>(&item)) {
    numKernels = 1;
    cost = launch->program->estimates;
    costVars = launch->cost;
  } else if (const auto *graphItem = std::get_if<GraphItem>(&item)) {
    computeDevice = graphItem->device;
    costVars = graphItem->cost;
    for (const GraphNode &node : graphItem->description.nodes) {
      if (node.kind != GraphNode::Kind::Launch)
        continue;
      ++numKernels;
      addEstimates(cost, node.program->estimates);
    }
  }
}

Estimates ItemRunner::estimates(const std::vector<int64_t> &vars) const {
  auto get = [&](int32_t variable, uint64_t otherwise) {
    if (variable < 0)
      return otherwise;
    return uint64_t(std::max<int64_t>(vars[size_t(variable)], 0));
  };
  return {get(costVars.ops, cost.ops), get(costVars.bytes, cost.bytes)};
}

Status ItemRunner::instantiate() {
  const auto &graphItem = std::get<GraphItem>(item);
  StatusOr<std::unique_ptr<Graph>> made =
      graphItem.device->instantiateGraph(graphItem.description);
  if (made.isError())
    return made.status();
  graph = std::move(*made);
  return Status::success();
}

std::string ItemRunner::label() const {
  if (const auto *launch = std::get_if<LaunchItem>(&item))
    return launch->program->name;
  if (std::holds_alternative<CopyItem>(item))
    return "copy";
  if (const auto *custom = std::get_if<CustomItem>(&item))
    return "custom " + custom->name;
  return "graph of " + std::to_string(numKernels) + " kernels";
}

/// One line of tinygrad's DEBUG=2.
static std::string describeRun(const std::string &label, const Estimates &cost,
                               double seconds) {
  std::ostringstream line;
  Counters counters = getCounters();
  line << "*** " << std::left << std::setw(40) << label << " mem " << std::fixed
       << std::setprecision(2) << double(counters.mem_used) * 1e-9 << " GB  tm "
       << seconds * 1e6 << " us";
  if (seconds > 0)
    line << " (" << double(cost.ops) * 1e-9 / seconds << " GFLOPS, "
         << double(cost.bytes) * 1e-9 / seconds << " GB/s)";
  return line.str();
}

Status ItemRunner::run(const BufferTable &table,
                       const std::vector<int64_t> &vars) {
  if (!isLogged(2)) {
    Status status = dispatch(table, vars);
    if (numKernels && status.isOk()) {
      Estimates actual = estimates(vars);
      countKernels(numKernels, actual.ops, actual.bytes);
    }
    return status;
  }
  auto start = std::chrono::steady_clock::now();
  Status status = dispatch(table, vars);
  if (status.isOk() && computeDevice)
    status = computeDevice->synchronize();
  if (status.isError())
    return status;
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  Estimates actual = estimates(vars);
  countKernels(numKernels, actual.ops, actual.bytes);
  log(2, describeRun(label(), actual, seconds.count()));
  return status;
}

Status ItemRunner::dispatch(const BufferTable &table,
                            const std::vector<int64_t> &vars) {
  if (const auto *launch = std::get_if<LaunchItem>(&item))
    return runLaunch(*launch, table, vars);
  if (const auto *copy = std::get_if<CopyItem>(&item))
    return runCopy(*copy, table);
  if (const auto *custom = std::get_if<CustomItem>(&item))
    return runCustom(*custom, table, vars);
  return runGraph(std::get<GraphItem>(item), table, vars);
}

void ItemRunner::gather(const std::vector<uint32_t> &bufferSlots,
                        const std::vector<uint32_t> &varIndices,
                        const BufferTable &table,
                        const std::vector<int64_t> &vars) {
  pointers.resize(bufferSlots.size());
  for (size_t i = 0; i < bufferSlots.size(); ++i)
    pointers[i] = table.handle(bufferSlots[i]);
  values.resize(varIndices.size());
  for (size_t i = 0; i < varIndices.size(); ++i)
    values[i] = vars[varIndices[i]];
}

Status ItemRunner::runLaunch(const LaunchItem &launch, const BufferTable &table,
                             const std::vector<int64_t> &vars) {
  gather(launch.buffers, launch.vars, table, vars);
  LaunchArgs args;
  args.program = launch.program.get();
  args.buffers = pointers.data();
  args.vars = values.data();
  args.extent =
      launch.extentVar < 0 ? launch.extent : vars[size_t(launch.extentVar)];
  return computeDevice->launch(args);
}

Status ItemRunner::runCopy(const CopyItem &copy, const BufferTable &table) {
  StatusOr<Buffer> to = table.buffer(copy.destination);
  if (to.isError())
    return to.status();
  StatusOr<Buffer> from = table.buffer(copy.source);
  if (from.isError())
    return from.status();
  // An input may be smaller than its slot's upper bound.
  uint64_t bytes = std::min(to->bytes(), from->bytes());
  StatusOr<Buffer> target = to->view(0, bytes);
  if (target.isError())
    return target.status();
  StatusOr<Buffer> source = from->view(0, bytes);
  if (source.isError())
    return source.status();
  return target->copyFrom(*source);
}

Status ItemRunner::runCustom(const CustomItem &custom, const BufferTable &table,
                             const std::vector<int64_t> &vars) {
  CustomArgs args;
  for (uint32_t slot : custom.buffers) {
    StatusOr<Buffer> buffer = table.buffer(slot);
    if (buffer.isError())
      return buffer.status();
    args.buffers.push_back(*buffer);
  }
  for (uint32_t index : custom.vars)
    args.vars.push_back(vars[index]);
  return guarded([&] { return custom.function(args); });
}

Status ItemRunner::runGraph(const GraphItem &graphItem,
                            const BufferTable &table,
                            const std::vector<int64_t> &vars) {
  gather(graphItem.buffers, graphItem.vars, table, vars);
  return graph->run(pointers.data(), values.data());
}

/// The items that a node of a refused graph stands for.
static Item expandNode(const GraphItem &graph, const GraphNode &node,
                       ExecutableDescription &description) {
  if (node.kind == GraphNode::Kind::Copy) {
    CopyItem copy;
    uint32_t *ends[] = {&copy.destination, &copy.source};
    for (size_t i = 0; i < 2; ++i) {
      Slot view;
      view.kind = Slot::Kind::View;
      view.index = graph.buffers[node.buffers[i]];
      const Slot &whole = description.slots[view.index];
      view.device = whole.device;
      view.bytes = node.bytes;
      if (whole.kind == Slot::Kind::View) {
        view.offset = whole.offset;
        view.index = whole.index;
      }
      *ends[i] = uint32_t(description.slots.size());
      description.slots.push_back(view);
    }
    return copy;
  }
  LaunchItem launch;
  launch.program = node.program;
  for (uint32_t index : node.buffers)
    launch.buffers.push_back(graph.buffers[index]);
  for (uint32_t index : node.vars)
    launch.vars.push_back(graph.vars[index]);
  launch.extent = node.extent;
  if (node.extentVar >= 0)
    launch.extentVar = int32_t(graph.vars[size_t(node.extentVar)]);
  return launch;
}

static void appendPlain(Item item, const ExecutableDescription &description,
                        std::vector<ItemRunner> &runners) {
  ItemRunner runner(std::move(item));
  if (const auto *launch = std::get_if<LaunchItem>(&runner.getItem()))
    runner.setDevice(description.slots[launch->buffers[0]].device);
  runners.push_back(std::move(runner));
}

Status tinygrad::rt::prepareItems(ExecutableDescription &description,
                                  const std::vector<Item> &items,
                                  std::vector<ItemRunner> &runners,
                                  std::vector<std::string> &refusals) {
  for (const Item &item : items) {
    const auto *graph = std::get_if<GraphItem>(&item);
    if (!graph) {
      appendPlain(item, description, runners);
      continue;
    }
    ItemRunner runner(item);
    Status status = runner.instantiate();
    if (status.isOk()) {
      runners.push_back(std::move(runner));
      continue;
    }
    refusals.push_back(status.message());
    for (const GraphNode &node : graph->description.nodes)
      appendPlain(expandNode(*graph, node, description), description, runners);
  }
  return Status::success();
}
