//===- DeviceGraph.h - what the launch graphs of GPUs share -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_DEVICEGRAPH_H
#define TINYGRAD_LIB_RUNTIME_DEVICEGRAPH_H

#include "TinyGrad/Runtime/Device.h"

#include <mutex>
#include <set>
#include <vector>

namespace tinygrad::rt {

/// A launch graph over devices of one kind, each of which has a queue, a
/// `mutex` for it, and `waitFor(other)`, by which its queue waits for what is
/// in another's.
template <class DeviceT, class KernelT> class DeviceGraph : public Graph {
public:
  /// Whether the nodes are what their kernels and copies take.
  static Status checkNodes(const GraphDescription &description) {
    for (size_t i = 0; i < description.nodes.size(); ++i) {
      const GraphNode &node = description.nodes[i];
      if (node.kind == GraphNode::Kind::Copy) {
        if (node.buffers.size() != 2)
          return makeError("copy ", i,
                           " of the launch graph expected 2 buffers, but got ",
                           node.buffers.size());
        continue;
      }
      const auto *kernel =
          node.program
              ? dynamic_cast<const KernelT *>(node.program->kernel.get())
              : nullptr;
      if (!kernel)
        return makeError("launch ", i, " of the launch graph has no kernel");
      if (node.buffers.size() != kernel->numBuffers ||
          node.vars.size() != kernel->numVars)
        return makeError("launch ", i, " of the launch graph expected ",
                         kernel->numBuffers, " buffers and ", kernel->numVars,
                         " variables");
    }
    return Status::success();
  }

protected:
  /// `device` instantiates the graph; `given` passes `checkNodes`.
  DeviceGraph(DeviceT &device, GraphDescription given)
      : device(device), description(std::move(given)), devices{&device} {
    for (const GraphNode &node : description.nodes)
      for (uint32_t buffer : node.buffers)
        devices.insert(bufferDevice(buffer));
  }

  DeviceT *bufferDevice(uint32_t buffer) const {
    if (buffer >= description.bufferDevices.size())
      return &device;
    return static_cast<DeviceT *>(description.bufferDevices[buffer].get());
  }
  /// A copy is done by the device that it writes to.
  DeviceT *deviceOf(const GraphNode &node) const {
    return node.buffers.empty() ? &device : bufferDevice(node.buffers[0]);
  }
  static const KernelT &kernelOf(const GraphNode &node) {
    return static_cast<const KernelT &>(*node.program->kernel);
  }

  std::vector<std::unique_lock<std::mutex>> lockAll() const {
    std::vector<std::unique_lock<std::mutex>> locks;
    for (DeviceT *each : devices)
      locks.emplace_back(each->mutex);
    return locks;
  }
  /// What is in the queues by now is done before what comes later, on whichever
  /// device; only while all are locked.
  Status joinAll() const {
    for (DeviceT *each : devices)
      if (Status status = device.waitFor(*each); status.isError())
        return status;
    for (DeviceT *each : devices)
      if (Status status = each->waitFor(device); status.isError())
        return status;
    return Status::success();
  }

  DeviceT &device;
  GraphDescription description;
  /// All that the graph's memory lies on.
  std::set<DeviceT *> devices;
};

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_DEVICEGRAPH_H
