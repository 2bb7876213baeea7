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

using namespace tinygrad::rt;

static void addEstimates(Estimates &sum, const Estimates &more) {
  sum.ops += more.ops;
  sum.bytes += more.bytes;
  sum.accessed += more.accessed;
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
  Estimates actual = {get(costVars.ops, cost.ops),
                      get(costVars.bytes, cost.bytes), cost.accessed};
  // Known at the upper bounds only; it shrinks as the bytes do.
  if (cost.bytes > 0 && actual.bytes < cost.bytes)
    actual.accessed = uint64_t(double(cost.accessed) * double(actual.bytes) /
                               double(cost.bytes));
  return actual;
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

std::string ItemRunner::name() const {
  if (const auto *launch = std::get_if<LaunchItem>(&item))
    return launch->program->name;
  if (std::holds_alternative<CopyItem>(item))
    return "copy";
  if (const auto *custom = std::get_if<CustomItem>(&item))
    return custom->name;
  return "graph";
}

StatusOr<std::vector<Buffer>>
ItemRunner::buffers(const BufferTable &table) const {
  std::vector<uint32_t> slots;
  if (const auto *launch = std::get_if<LaunchItem>(&item))
    slots = launch->buffers;
  else if (const auto *copy = std::get_if<CopyItem>(&item))
    slots = {copy->destination, copy->source};
  else if (const auto *custom = std::get_if<CustomItem>(&item))
    slots = custom->buffers;
  std::vector<Buffer> result;
  for (uint32_t slot : slots) {
    StatusOr<Buffer> buffer = table.buffer(slot);
    if (buffer.isError())
      return buffer.status();
    result.push_back(*buffer);
  }
  return result;
}

uint64_t ItemRunner::countItems() const {
  const auto *graphItem = std::get_if<GraphItem>(&item);
  return graphItem ? graphItem->description.nodes.size() : 1;
}

ItemLine ItemRunner::describe(const BufferTable &table,
                              const std::vector<int64_t> &vars,
                              double seconds) const {
  ItemLine line;
  line.cost = estimates(vars);
  line.seconds = seconds;
  line.isFirstRun = isFirstRun;
  line.device = computeDevice ? computeDevice->name() : "";
  if (const auto *launch = std::get_if<LaunchItem>(&item)) {
    line.name = colorKernelName(launch->program->name, launch->program->axes);
    line.numArguments = launch->buffers.size();
    line.source = launch->source;
  } else if (const auto *copy = std::get_if<CopyItem>(&item)) {
    StatusOr<Buffer> to = table.buffer(copy->destination);
    StatusOr<Buffer> from = table.buffer(copy->source);
    line.numArguments = 2;
    if (to.isOk() && from.isOk()) {
      line.device = to->device()->name();
      line.cost.bytes = line.cost.accessed =
          std::min(to->bytes(), from->bytes());
      line.name = describeCopy(line.cost.bytes, to->device()->name(),
                               from->device()->name());
    }
  } else if (const auto *custom = std::get_if<CustomItem>(&item)) {
    line.device = "custom";
    line.name = custom->name;
    line.numArguments = custom->buffers.size();
  } else {
    const auto &graphItem = std::get<GraphItem>(item);
    line.isGraph = true;
    line.name = colored(
        "<batched " + std::to_string(graphItem.description.nodes.size()) + ">",
        "cyan");
    line.numArguments = graphItem.buffers.size();
  }
  return line;
}

Status ItemRunner::run(const BufferTable &table,
                       const std::vector<int64_t> &vars, bool isCounted) {
  bool isShown = isCounted && isLogged(2);
  if (!isShown && !isTraced()) {
    Status status = dispatch(table, vars);
    if (numKernels && isCounted && status.isOk()) {
      Estimates actual = estimates(vars);
      countKernels(numKernels, actual.ops, actual.bytes);
    }
    isFirstRun = false;
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
  if (isCounted)
    countKernels(numKernels, actual.ops, actual.bytes);
  if (isTraced())
    trace({name(), computeDevice ? computeDevice->name() : "host",
           std::chrono::duration<double>(start.time_since_epoch()).count(),
           seconds.count(), actual.ops, actual.bytes});
  if (isShown) {
    countSeconds(seconds.count());
    log(2, formatItemLine(describe(table, vars, seconds.count())));
  }
  isFirstRun = false;
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
  LaunchDims dims;
  if (launch.program->kernel) {
    dims = launch.dims.resolve(vars.data());
    args.dims = &dims;
  }
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
  launch.dims = node.dims;
  for (auto *dims : {&launch.dims.gridVars, &launch.dims.blockVars})
    for (int32_t &variable : *dims)
      if (variable >= 0)
        variable = int32_t(graph.vars[size_t(variable)]);
  return launch;
}

static void appendPlain(Item item, const ExecutableDescription &description,
                        std::vector<ItemRunner> &runners) {
  ItemRunner runner(std::move(item));
  if (const auto *launch = std::get_if<LaunchItem>(&runner.getItem()))
    runner.setDevice(description.slots[launch->buffers[0]].device);
  runners.push_back(std::move(runner));
}

static void prepareItem(ExecutableDescription &description, const Item &item,
                        std::vector<ItemRunner> &runners,
                        std::vector<std::string> &refusals) {
  const auto *graph = std::get_if<GraphItem>(&item);
  if (!graph)
    return appendPlain(item, description, runners);
  ItemRunner runner(item);
  Status status = runner.instantiate();
  if (status.isOk()) {
    runners.push_back(std::move(runner));
    return;
  }
  refusals.push_back(status.message());
  for (const GraphNode &node : graph->description.nodes)
    appendPlain(expandNode(*graph, node, description), description, runners);
}

Status tinygrad::rt::prepareItems(ExecutableDescription &description,
                                  const std::vector<Item> &items,
                                  std::vector<ItemRunner> &runners,
                                  std::vector<std::string> &refusals,
                                  std::vector<size_t> &ends) {
  for (const Item &item : items) {
    prepareItem(description, item, runners, refusals);
    ends.push_back(runners.size());
  }
  return Status::success();
}
