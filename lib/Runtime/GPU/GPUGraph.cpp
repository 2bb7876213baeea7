//===- GPUGraph.cpp - launch graphs of CUDA and HIP -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver's graph has a node for each launch and copy and an edge for each
// dependency. It is instantiated once; a replay changes the nodes whose
// parameters, dims or copies differ from the last run's, and no others.
//
//===----------------------------------------------------------------------===//

#include "../DeviceGraph.h"
#include "../Guarded.h"
#include "GPUDevice.h"
#include "TinyGrad/Runtime/Counters.h"

#include <algorithm>

using namespace tinygrad::rt;
using namespace tinygrad::rt::gpu;

namespace {
/// What a node was last told.
struct NodeState {
  Node node = nullptr;
  GPUDevice *device = nullptr;
  Parameters parameters;
  LaunchDims dims;
  CopyCall copy;
};

class GPUGraph : public DeviceGraph<GPUDevice, GPUKernel> {
public:
  GPUGraph(GPUDevice &device, GraphDescription given)
      : DeviceGraph(device, std::move(given)) {
    for (const GraphNode &node : description.nodes) {
      NodeState state;
      state.device = deviceOf(node);
      states.push_back(std::move(state));
    }
  }
  ~GPUGraph() override { destroy(); }

  /// Makes the driver's graph for these arguments.
  Status instantiate(void *const *buffers, const int64_t *vars);

  Status run(void *const *buffers, const int64_t *vars) override {
    return guarded([&]() -> Status {
      auto locks = lockAll();
      CurrentDevice current(device.getDriver());
      if (Status status = joinStreams(); status.isError())
        return status;
      Status status = isRefused || hasEmptyNode(vars)
                          ? runPlainly(buffers, vars)
                          : replay(buffers, vars);
      return status.isError() ? status : joinStreams();
    });
  }

private:
  /// A graph has no node that does nothing.
  bool hasEmptyNode(const int64_t *vars) const {
    return std::any_of(description.nodes.begin(), description.nodes.end(),
                       [&](const GraphNode &node) {
                         return node.kind == GraphNode::Kind::Copy
                                    ? node.getBytes(vars) == 0
                                    : node.dims.resolve(vars).isEmpty();
                       });
  }

  /// Work on the graph's memory is ordered with what is in the streams.
  Status joinStreams() {
    Status status = joinAll();
    return status.isError() ? status : device.getDriver().makeCurrent();
  }

  /// Puts the arguments of a run into the state; says whether they changed.
  bool refresh(size_t i, void *const *buffers, const int64_t *vars);
  KernelCall kernelCall(size_t i) {
    const GPUKernel &kernel = kernelOf(description.nodes[i]);
    return {kernel.function, states[i].dims, states[i].parameters.get(),
            kernel.workgroupBytes};
  }
  Status runPlainly(void *const *buffers, const int64_t *vars);
  Status replay(void *const *buffers, const int64_t *vars);
  Status addNodes(void *const *buffers, const int64_t *vars);
  Status update(size_t i);
  void destroy();

  std::vector<NodeState> states;
  GraphHandle graph = nullptr;
  GraphExec exec = nullptr;
  bool isRefused = false;
};
} // namespace

bool GPUGraph::refresh(size_t i, void *const *buffers, const int64_t *vars) {
  const GraphNode &node = description.nodes[i];
  NodeState &state = states[i];
  if (node.kind == GraphNode::Kind::Copy) {
    CopyCall call = {buffers[node.buffers[0]], buffers[node.buffers[1]],
                     node.getBytes(vars)};
    bool isSame = call.destination == state.copy.destination &&
                  call.source == state.copy.source &&
                  call.bytes == state.copy.bytes;
    state.copy = call;
    return !isSame;
  }
  std::vector<void *> pointers;
  std::vector<int64_t> values;
  for (uint32_t buffer : node.buffers)
    pointers.push_back(buffers[buffer]);
  for (uint32_t variable : node.vars)
    values.push_back(vars[variable]);
  Parameters before = state.parameters;
  state.parameters.set(pointers, values);
  LaunchDims dims = node.dims.resolve(vars);
  bool isSame = before == state.parameters && dims == state.dims;
  state.dims = dims;
  return !isSame;
}

Status GPUGraph::runPlainly(void *const *buffers, const int64_t *vars) {
  for (size_t i = 0; i < states.size(); ++i) {
    const GraphNode &node = description.nodes[i];
    NodeState &state = states[i];
    for (uint32_t before : node.dependencies)
      if (Status status = state.device->waitFor(*states[before].device);
          status.isError())
        return status;
    refresh(i, buffers, vars);
    Driver &driver = state.device->getDriver();
    Status status = driver.makeCurrent();
    if (status.isOk() && node.kind == GraphNode::Kind::Copy) {
      if (state.copy.bytes != 0)
        status = driver.copy(state.copy, state.device->getStream());
    } else if (status.isOk() && !state.dims.isEmpty()) {
      status = driver.launch(kernelCall(i), state.device->getStream());
    }
    if (status.isError())
      return status;
  }
  // The graph has not seen these arguments.
  destroy();
  return Status::success();
}

void GPUGraph::destroy() {
  if (exec)
    device.getDriver().destroyExec(exec);
  if (graph)
    device.getDriver().destroyGraph(graph);
  exec = nullptr;
  graph = nullptr;
}

Status GPUGraph::addNodes(void *const *buffers, const int64_t *vars) {
  for (size_t i = 0; i < states.size(); ++i) {
    const GraphNode &node = description.nodes[i];
    NodeState &state = states[i];
    refresh(i, buffers, vars);
    std::vector<Node> before;
    for (uint32_t dependency : node.dependencies)
      before.push_back(states[dependency].node);
    // A node belongs to the device that is current.
    Driver &driver = state.device->getDriver();
    if (Status status = driver.makeCurrent(); status.isError())
      return status;
    StatusOr<Node> added = node.kind == GraphNode::Kind::Copy
                               ? driver.addCopy(graph, before, state.copy)
                               : driver.addKernel(graph, before, kernelCall(i));
    if (added.isError())
      return added.status();
    state.node = *added;
  }
  return Status::success();
}

Status GPUGraph::instantiate(void *const *buffers, const int64_t *vars) {
  Driver &driver = device.getDriver();
  if (Status status = driver.makeCurrent(); status.isError())
    return status;
  StatusOr<GraphHandle> made = driver.createGraph();
  if (made.isError())
    return made.status();
  graph = *made;
  Status status = addNodes(buffers, vars);
  if (status.isOk())
    status = driver.makeCurrent();
  if (status.isOk()) {
    StatusOr<GraphExec> instance = driver.instantiate(graph);
    if (instance.isOk())
      exec = *instance;
    else
      status = instance.status();
  }
  if (status.isError())
    destroy();
  return status;
}

Status GPUGraph::update(size_t i) {
  NodeState &state = states[i];
  Driver &driver = state.device->getDriver();
  if (Status status = driver.makeCurrent(); status.isError())
    return status;
  return description.nodes[i].kind == GraphNode::Kind::Copy
             ? driver.update(exec, state.node, state.copy)
             : driver.update(exec, state.node, kernelCall(i));
}

Status GPUGraph::replay(void *const *buffers, const int64_t *vars) {
  Driver &driver = device.getDriver();
  bool mustRebuild = !exec;
  for (size_t i = 0; exec && i < states.size(); ++i) {
    if (!refresh(i, buffers, vars))
      continue;
    bool isCopy = description.nodes[i].kind == GraphNode::Kind::Copy;
    mustRebuild |= isCopy && !driver.updatesCopies();
    // Where a change is refused, the graph is made anew.
    mustRebuild = mustRebuild || update(i).isError();
  }
  if (mustRebuild) {
    destroy();
    Status status = instantiate(buffers, vars);
    if (status.isError()) {
      isRefused = true;
      if (isLogged(2))
        log(2, "JIT GRAPHing failed batch: " + status.message());
      return runPlainly(buffers, vars);
    }
  }
  if (Status status = driver.makeCurrent(); status.isError())
    return status;
  return driver.launch(exec, device.getStream());
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

StatusOr<std::unique_ptr<Graph>>
tinygrad::rt::gpu::createGPUGraph(GPUDevice &device,
                                  GraphDescription description) {
  return guarded([&]() -> StatusOr<std::unique_ptr<Graph>> {
    for (const DeviceRef &other : description.bufferDevices)
      if (other.get() != &device && !device.reaches(*other))
        return makeError("devices '", device.name(), "' and '", other->name(),
                         "' share no launch graph");
    if (Status status = GPUGraph::checkNodes(description); status.isError())
      return status;
    size_t numBuffers = 0, numVars = 0;
    bool isKnown = true;
    for (const GraphNode &node : description.nodes) {
      isKnown &= node.kind == GraphNode::Kind::Launch;
      for (uint32_t buffer : node.buffers)
        numBuffers = std::max<size_t>(numBuffers, buffer + 1);
      for (uint32_t variable : node.vars)
        numVars = std::max<size_t>(numVars, variable + 1);
      for (const auto *dims : {&node.dims.gridVars, &node.dims.blockVars})
        for (int32_t variable : *dims)
          numVars = std::max<size_t>(numVars, size_t(variable + 1));
    }
    auto graph = std::make_unique<GPUGraph>(device, std::move(description));
    // Kernels can be put into a graph before their memory is known, copies
    // cannot: what the driver refuses shows here, or in the first run.
    if (isKnown) {
      std::vector<void *> buffers(numBuffers, nullptr);
      std::vector<int64_t> vars(numVars, 1);
      std::lock_guard<std::mutex> lock(device.mutex);
      CurrentDevice current(device.getDriver());
      if (Status status = graph->instantiate(buffers.data(), vars.data());
          status.isError())
        return status;
    }
    return std::unique_ptr<Graph>(std::move(graph));
  });
}
