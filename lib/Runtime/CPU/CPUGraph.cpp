//===- CPUGraph.cpp - launch graphs of the CPU ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUGraph.h"
#include "../Guarded.h"
#include "../HostMemory.h"

#include <algorithm>

using namespace tinygrad::rt;

namespace {
/// The graph as one compiled function.
class NativeGraph : public Graph {
public:
  NativeGraph(ThreadPool &pool, GraphDescription description)
      : description(std::move(description)) {
    for (const ProgramRef &program : this->description.kernels)
      kernels.push_back(program->entry);
    context.pool = &pool;
    table.version = TGRT_TABLE_VERSION;
    table.size = sizeof(TgrtRuntimeTable);
    table.context = &context;
    table.kernels = kernels.data();
    table.launch = tgrt_cpu_launch;
    table.copy = tgrt_cpu_copy;
  }

  Status allocateScratch() {
    if (description.scratchBytes == 0)
      return Status::success();
    scratch.reset(
        allocateHost(description.scratchBytes, scratchAlignment, largeScratch));
    return scratch ? Status::success() : Status::outOfMemory();
  }

  Status run(void *const *buffers, const int64_t *vars) override {
    context.isOutOfMemory = false;
    description.entry(buffers, vars, scratch.get(), &table);
    return context.isOutOfMemory ? Status::outOfMemory() : Status::success();
  }

private:
  GraphDescription description;
  std::vector<TgrtKernelFn> kernels;
  LaunchContext context;
  TgrtRuntimeTable table;
  HostPointer scratch;
};

/// The graph as a list of levels: a node is one level after the last of the
/// nodes it depends on, and a level runs side by side.
class WalkedGraph : public Graph {
public:
  WalkedGraph(ThreadPool &pool, GraphDescription description)
      : pool(pool), description(std::move(description)) {
    const std::vector<GraphNode> &nodes = this->description.nodes;
    std::vector<size_t> levelOf(nodes.size(), 0);
    for (size_t i = 0; i < nodes.size(); ++i) {
      for (uint32_t before : nodes[i].dependencies)
        levelOf[i] = std::max(levelOf[i], levelOf[before] + 1);
      if (levels.size() <= levelOf[i])
        levels.resize(levelOf[i] + 1);
      levels[levelOf[i]].push_back(&nodes[i]);
    }
  }

  Status run(void *const *buffers, const int64_t *vars) override {
    return guarded([&]() -> Status {
      for (const std::vector<const GraphNode *> &level : levels)
        if (!runLevel(level, buffers, vars))
          return Status::outOfMemory();
      return Status::success();
    });
  }

private:
  bool runLevel(const std::vector<const GraphNode *> &level,
                void *const *buffers, const int64_t *vars) {
    // Filled completely before anything points into them.
    size_t numPointers = 0, numVars = 0;
    for (const GraphNode *node : level) {
      numPointers += node->buffers.size();
      numVars += node->vars.size();
    }
    std::vector<void *> pointers;
    std::vector<int64_t> values;
    pointers.reserve(numPointers);
    values.reserve(numVars);

    std::vector<TgrtLaunch> launches;
    for (const GraphNode *node : level) {
      if (node->kind == GraphNode::Kind::Copy) {
        tgrt_cpu_copy(nullptr, buffers[node->buffers[0]],
                      buffers[node->buffers[1]], int64_t(node->getBytes(vars)));
        continue;
      }
      const Program &program = *node->program;
      TgrtLaunch launch;
      launch.kernel = program.entry;
      launch.buffers = pointers.data() + pointers.size();
      launch.vars = values.data() + values.size();
      launch.scratchBytes = int64_t(program.scratchBytes);
      launch.extent =
          node->extentVar < 0 ? node->extent : vars[node->extentVar];
      launch.work = int64_t(program.estimates.ops + program.estimates.bytes);
      for (uint32_t index : node->buffers)
        pointers.push_back(buffers[index]);
      for (uint32_t index : node->vars)
        values.push_back(vars[index]);
      launches.push_back(launch);
    }
    return pool.launch(launches.data(), int64_t(launches.size()));
  }

  ThreadPool &pool;
  GraphDescription description;
  std::vector<std::vector<const GraphNode *>> levels;
};
} // namespace

static Status checkPrograms(const GraphDescription &description) {
  for (const ProgramRef &program : description.kernels)
    if (!program || !program->entry)
      return makeError("a kernel of the launch graph has no entry");
  for (size_t i = 0; i < description.nodes.size(); ++i) {
    const GraphNode &node = description.nodes[i];
    if (node.kind == GraphNode::Kind::Copy) {
      if (node.buffers.size() != 2)
        return makeError("copy ", i,
                         " of the launch graph expected 2 buffers, "
                         "but got ",
                         node.buffers.size());
    } else if (!node.program || !node.program->entry) {
      return makeError("launch ", i, " of the launch graph has no entry");
    }
    for (uint32_t before : node.dependencies)
      if (before >= i)
        return makeError("node ", i, " of the launch graph depends on node ",
                         before, ", which does not come before it");
  }
  return Status::success();
}

StatusOr<std::unique_ptr<Graph>>
tinygrad::rt::createCPUGraph(ThreadPool &pool, GraphDescription description) {
  return guarded([&]() -> StatusOr<std::unique_ptr<Graph>> {
    if (Status status = checkPrograms(description); status.isError())
      return status;
    if (description.scratchAlignment > scratchAlignment)
      return makeError("expected a scratch alignment of at most ",
                       scratchAlignment, ", but got ",
                       description.scratchAlignment);
    if (!description.entry)
      return std::unique_ptr<Graph>(
          new WalkedGraph(pool, std::move(description)));
    auto graph = std::make_unique<NativeGraph>(pool, std::move(description));
    if (Status status = graph->allocateScratch(); status.isError())
      return status;
    return std::unique_ptr<Graph>(std::move(graph));
  });
}
