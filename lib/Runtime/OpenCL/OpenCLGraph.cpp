//===- OpenCLGraph.cpp - launch graphs of OpenCL ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command buffer (`cl_khr_command_buffer`) fixes the arguments of its kernels
// when it is recorded. So a graph keeps the recordings of the argument tables
// that came lately, and records a table when it comes for the second time: an
// inference loop, which hands the same memory in again and again, replays its
// recordings, and a table that never comes back costs what plain enqueues cost.
// The first replays are timed in turns with plain enqueues, and the faster way
// is kept. Without the extension, and over several devices, all runs are plain
// enqueues.
//
//===----------------------------------------------------------------------===//

#include "../DeviceGraph.h"
#include "../Guarded.h"
#include "OpenCLDevice.h"
#include "TinyGrad/Runtime/Counters.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <list>
#include <optional>
#include <set>

using namespace tinygrad::rt;
using namespace tinygrad::rt::cl;

/// Recordings that a graph keeps, and tables that it remembers.
static constexpr size_t maxRecordings = 4;
static constexpr size_t maxRemembered = 8;
/// Runs that are timed, half of them replays.
static constexpr unsigned timedRuns = 8;

namespace {
/// The tables of a run: what a recording depends on.
using Key = std::vector<uint64_t>;

struct Recording {
  Key key;
  CommandBuffer buffer = nullptr;
  /// One for each launch: PoCL 3.1 reads the arguments of a kernel object when
  /// the buffer runs, so nobody else may set them.
  std::vector<Kernel> kernels;
  /// Of the last run, which must end before the next starts.
  Event lastRun = nullptr;
};

class OpenCLGraph : public DeviceGraph<OpenCLDevice, OpenCLKernel> {
public:
  OpenCLGraph(OpenCLDevice &device, GraphDescription given)
      : DeviceGraph(device, std::move(given)) {
    for (const GraphNode &node : description.nodes) {
      for (uint32_t variable : node.vars)
        usedVars.insert(variable);
      for (const auto *dims : {&node.dims.gridVars, &node.dims.blockVars})
        for (int32_t variable : *dims)
          if (variable >= 0)
            usedVars.insert(uint32_t(variable));
      if (node.bytesVar >= 0)
        usedVars.insert(uint32_t(node.bytesVar));
      nodeDevices.push_back(deviceOf(node));
    }
  }
  ~OpenCLGraph() override {
    for (Recording &recording : recordings)
      release(recording);
  }

  Status run(void *const *buffers, const int64_t *vars) override {
    return guarded([&] {
      return devices.size() > 1 ? runOnSeveral(buffers, vars)
                                : runOnOne(buffers, vars);
    });
  }

private:
  void gather(const GraphNode &node, void *const *buffers,
              const int64_t *vars) {
    pointers.clear();
    values.clear();
    for (uint32_t buffer : node.buffers)
      pointers.push_back(buffers[buffer]);
    for (uint32_t variable : node.vars)
      values.push_back(vars[variable]);
  }

  Status enqueue(const GraphNode &node, OpenCLDevice &where,
                 void *const *buffers, const int64_t *vars);
  Status runPlainly(void *const *buffers, const int64_t *vars);
  Status runOnOne(void *const *buffers, const int64_t *vars);
  Status runOnSeveral(void *const *buffers, const int64_t *vars);

  Key makeKey(void *const *buffers, const int64_t *vars) const;
  bool isRemembered(const Key &key);
  StatusOr<Recording *> record(Key key, void *const *buffers,
                               const int64_t *vars);
  /// `last` is the sync point of the command before, and then of this one.
  Status addTo(Recording &recording, const GraphNode &node,
               void *const *buffers, const int64_t *vars,
               std::optional<UInt> &last);
  Status replay(Recording &recording);
  /// Times both ways first.
  Status replayOrEnqueue(Recording &recording, void *const *buffers,
                         const int64_t *vars);
  void release(Recording &recording);

  std::vector<OpenCLDevice *> nodeDevices;
  std::set<uint32_t> usedVars;
  /// The latest first.
  std::list<Recording> recordings;
  std::list<Key> remembered;
  bool canRecord = true;
  /// The least seconds of the timed replays and of the plain runs between them.
  double replaySeconds = std::numeric_limits<double>::infinity();
  double plainSeconds = std::numeric_limits<double>::infinity();
  unsigned numTimed = 0;
  /// Of the node at hand.
  std::vector<void *> pointers;
  std::vector<int64_t> values;
};
} // namespace

//===----------------------------------------------------------------------===//
// Plain enqueues
//===----------------------------------------------------------------------===//

Status OpenCLGraph::enqueue(const GraphNode &node, OpenCLDevice &where,
                            void *const *buffers, const int64_t *vars) {
  if (node.kind == GraphNode::Kind::Copy)
    return where.enqueueCopy(Memory::get(buffers[node.buffers[0]]),
                             Memory::get(buffers[node.buffers[1]]),
                             node.getBytes(vars));
  gather(node, buffers, vars);
  return where.enqueueLaunch(kernelOf(node), pointers.data(), values.data(),
                             node.dims.resolve(vars));
}

Status OpenCLGraph::runPlainly(void *const *buffers, const int64_t *vars) {
  for (size_t i = 0; i < description.nodes.size(); ++i)
    if (Status status = enqueue(description.nodes[i], device, buffers, vars);
        status.isError())
      return status;
  return Status::success();
}

/// The queues run side by side; one waits for another where an edge leads from
/// one to the other. What was queued before the graph is done before it, and
/// what comes after it waits for all of it.
Status OpenCLGraph::runOnSeveral(void *const *buffers, const int64_t *vars) {
  auto locks = lockAll();
  if (Status status = joinAll(); status.isError())
    return status;
  for (size_t i = 0; i < description.nodes.size(); ++i) {
    const GraphNode &node = description.nodes[i];
    std::set<OpenCLDevice *> before;
    for (uint32_t dependency : node.dependencies)
      before.insert(nodeDevices[dependency]);
    for (OpenCLDevice *each : before)
      if (Status status = nodeDevices[i]->waitFor(*each); status.isError())
        return status;
    if (Status status = enqueue(node, *nodeDevices[i], buffers, vars);
        status.isError())
      return status;
  }
  return joinAll();
}

//===----------------------------------------------------------------------===//
// Recordings
//===----------------------------------------------------------------------===//

Key OpenCLGraph::makeKey(void *const *buffers, const int64_t *vars) const {
  Key key;
  key.reserve(description.bufferDevices.size() * 2 + usedVars.size());
  for (size_t i = 0; i < description.bufferDevices.size(); ++i) {
    const Memory &memory = Memory::get(buffers[i]);
    key.push_back(memory.number);
    key.push_back(memory.offset);
  }
  for (uint32_t variable : usedVars)
    key.push_back(uint64_t(vars[variable]));
  return key;
}

/// Whether this table came lately; it is remembered from now on.
bool OpenCLGraph::isRemembered(const Key &key) {
  auto found = std::find(remembered.begin(), remembered.end(), key);
  if (found != remembered.end()) {
    remembered.erase(found);
    return true;
  }
  remembered.push_front(key);
  if (remembered.size() > maxRemembered)
    remembered.pop_back();
  return false;
}

void OpenCLGraph::release(Recording &recording) {
  if (recording.lastRun)
    device.api().clReleaseEvent(recording.lastRun);
  if (recording.buffer)
    device.group().commandBuffers.release(recording.buffer);
  for (Kernel kernel : recording.kernels)
    device.api().clReleaseKernel(kernel);
}

Status OpenCLGraph::addTo(Recording &recording, const GraphNode &node,
                          void *const *buffers, const int64_t *vars,
                          std::optional<UInt> &last) {
  const CommandBufferApi &api = device.group().commandBuffers;
  UInt numBefore = last ? 1 : 0, point = 0;
  const UInt *before = last ? &*last : nullptr;
  if (node.kind == GraphNode::Kind::Copy) {
    uint64_t bytes = node.getBytes(vars);
    if (bytes == 0)
      return Status::success();
    const Memory &to = Memory::get(buffers[node.buffers[0]]);
    const Memory &from = Memory::get(buffers[node.buffers[1]]);
    Int code =
        api.copy(recording.buffer, nullptr, from.mem, to.mem, from.offset,
                 to.offset, bytes, numBefore, before, &point, nullptr);
    last = point;
    return code == success
               ? Status::success()
               : device.group().error("clCommandCopyBufferKHR", code);
  }
  LaunchDims dims = node.dims.resolve(vars);
  if (dims.isEmpty())
    return Status::success();
  StatusOr<WorkSizes> sizes = WorkSizes::get(dims);
  if (sizes.isError())
    return sizes.status();
  gather(node, buffers, vars);
  const OpenCLKernel &kernel = kernelOf(node);
  StatusOr<Kernel> own = kernel.clone();
  if (own.isError())
    return own.status();
  recording.kernels.push_back(*own);
  if (Status status = kernel.setArguments(*own, pointers.data(), values.data());
      status.isError())
    return status;
  Int code = api.launch(
      recording.buffer, nullptr, nullptr, *own, sizes->numDims, nullptr,
      sizes->global, sizes->localOrNull(), numBefore, before, &point, nullptr);
  last = point;
  return code == success
             ? Status::success()
             : device.group().error("clCommandNDRangeKernelKHR", code);
}

StatusOr<Recording *> OpenCLGraph::record(Key key, void *const *buffers,
                                          const int64_t *vars) {
  auto start = std::chrono::steady_clock::now();
  const CommandBufferApi &api = device.group().commandBuffers;
  Int code = success;
  Queue queue = device.getQueue();
  Recording recording;
  recording.buffer = api.create(1, &queue, nullptr, &code);
  if (!recording.buffer)
    return device.group().error("clCreateCommandBufferKHR", code);
  Status status = Status::success();
  // In order, like the queue; PoCL 3.1 goes by the sync points alone.
  std::optional<UInt> last;
  for (const GraphNode &node : description.nodes)
    if (status.isOk())
      status = addTo(recording, node, buffers, vars, last);
  if (status.isOk())
    if (code = api.finalize(recording.buffer); code != success)
      status = device.group().error("clFinalizeCommandBufferKHR", code);
  if (status.isError()) {
    release(recording);
    return status;
  }
  recording.key = std::move(key);
  recordings.push_front(std::move(recording));
  if (recordings.size() > maxRecordings) {
    // It may still run.
    if (recordings.back().lastRun)
      device.api().clWaitForEvents(1, &recordings.back().lastRun);
    release(recordings.back());
    recordings.pop_back();
  }
  if (isLogged(2)) {
    std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - start;
    std::ostringstream line;
    line << "JIT GRAPH recorded " << description.nodes.size()
         << " commands for device '" << device.name() << "' in "
         << spent.count() << " us";
    log(2, line.str());
  }
  return &recordings.front();
}

Status OpenCLGraph::replay(Recording &recording) {
  Event done = nullptr;
  if (recording.lastRun) {
    // A command buffer must not be enqueued while it runs.
    device.api().clWaitForEvents(1, &recording.lastRun);
    device.api().clReleaseEvent(recording.lastRun);
    recording.lastRun = nullptr;
  }
  Int code = device.group().commandBuffers.enqueue(0, nullptr, recording.buffer,
                                                   0, nullptr, &done);
  if (code != success)
    return device.group().error("clEnqueueCommandBufferKHR", code);
  recording.lastRun = done;
  return Status::success();
}

Status OpenCLGraph::replayOrEnqueue(Recording &recording, void *const *buffers,
                                    const int64_t *vars) {
  if (numTimed == timedRuns)
    return replay(recording);
  // Both start with an empty queue.
  if (Int code = device.api().clFinish(device.getQueue()); code != success)
    return device.group().error("clFinish", code);
  bool isReplay = numTimed++ % 2 == 0;
  auto start = std::chrono::steady_clock::now();
  Status status = isReplay ? replay(recording) : runPlainly(buffers, vars);
  if (status.isError())
    return status;
  if (Int code = device.api().clFinish(device.getQueue()); code != success)
    return device.group().error("clFinish", code);
  std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - start;
  double &least = isReplay ? replaySeconds : plainSeconds;
  least = std::min(least, spent.count());
  if (numTimed == timedRuns && isLogged(2)) {
    std::ostringstream line;
    line << "JIT GRAPH of " << description.nodes.size()
         << " commands: " << replaySeconds * 1e6 << " us recorded, "
         << plainSeconds * 1e6 << " us enqueued";
    log(2, line.str());
  }
  return status;
}

Status OpenCLGraph::runOnOne(void *const *buffers, const int64_t *vars) {
  std::lock_guard<std::mutex> lock(device.mutex);
  bool isPlainFaster = numTimed == timedRuns && plainSeconds < replaySeconds;
  if (!canRecord || isPlainFaster || !device.hasCommandBuffers() ||
      description.bufferDevices.empty())
    return runPlainly(buffers, vars);
  Key key = makeKey(buffers, vars);
  auto found = std::find_if(
      recordings.begin(), recordings.end(),
      [&](const Recording &recording) { return recording.key == key; });
  if (found != recordings.end()) {
    recordings.splice(recordings.begin(), recordings, found);
    return replayOrEnqueue(recordings.front(), buffers, vars);
  }
  if (!isRemembered(key))
    return runPlainly(buffers, vars);
  StatusOr<Recording *> recording = record(std::move(key), buffers, vars);
  if (recording.isOk())
    return replay(**recording);
  // What the driver cannot record it can still run.
  canRecord = false;
  if (isLogged(2))
    log(2, "JIT GRAPH not recorded: " + recording.message());
  return runPlainly(buffers, vars);
}

//===----------------------------------------------------------------------===//
// Instantiation
//===----------------------------------------------------------------------===//

StatusOr<std::unique_ptr<Graph>>
tinygrad::rt::cl::createOpenCLGraph(OpenCLDevice &device,
                                    GraphDescription description) {
  return guarded([&]() -> StatusOr<std::unique_ptr<Graph>> {
    for (const DeviceRef &other : description.bufferDevices)
      if (other.get() != &device && !device.reaches(*other))
        return makeError("devices '", device.name(), "' and '", other->name(),
                         "' share no memory, so they share no launch graph");
    if (Status status = OpenCLGraph::checkNodes(description); status.isError())
      return status;
    return std::unique_ptr<Graph>(
        new OpenCLGraph(device, std::move(description)));
  });
}
