//===- RecordingDriver.cpp - drivers of CUDA and HIP for tests --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library that has the functions of both drivers that the runtime uses.
// Device memory is host memory; each call is recorded. Work is done as late as
// the rules allow, when somebody waits for it, and ready nodes of a graph run
// last first: so an order that nobody asked for shows in the results. An access
// outside of live memory is an error of the next wait.
//
// Code that begins with "good" is a module with the kernel `scale`, which sets
// out[i] = in[i] * 2 + n.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#define TG_API extern "C" __attribute__((visibility("default")))

namespace {
enum Code {
  Ok = 0,
  Invalid = 1,
  OutOfMemory = 2,
  BadDevice = 101,
  NoBinary = 209,
  NotFound = 500,
  LaunchFailed = 719
};

std::recursive_mutex mutex;
std::vector<std::string> calls;
std::map<std::string, int> failures;
std::map<char *, size_t> memory;
bool wasWrong = false;
/// Memory of a workgroup, as a chip has it: what launches may ask for, what
/// attributes allow, and what was asked for last.
constexpr int maxDynamicSharedBytes = 8, mostSharedBytes = 227 << 10;
unsigned allowedSharedBytes = 48 << 10, askedSharedBytes = 0;
bool isAllowed(unsigned bytes) {
  askedSharedBytes = bytes;
  return bytes <= allowedSharedBytes;
}
/// The context (the device's number and 1) or the device of HIP.
thread_local int current = 0;

/// Records a call; gives the error that a test wants of it.
int enter(const char *name) {
  calls.push_back(name);
  auto failure = failures.find(name);
  if (failure == failures.end())
    return Ok;
  int code = failure->second;
  failures.erase(failure);
  return code;
}

bool isLive(const void *address, size_t bytes) {
  auto *begin = static_cast<char *>(const_cast<void *>(address));
  auto after = memory.upper_bound(begin);
  if (after == memory.begin())
    return false;
  auto block = std::prev(after);
  return begin + bytes <= block->first + block->second;
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

struct Stream;

struct Moment {
  Stream *stream = nullptr;
  bool isReached = false;
};

struct Stream {
  std::deque<std::function<void()>> work;
  void runNext() {
    auto next = std::move(work.front());
    work.pop_front();
    next();
  }
};

struct Event {
  std::shared_ptr<Moment> moment = std::make_shared<Moment>();
};

void reach(Moment &moment) {
  while (!moment.isReached && moment.stream && !moment.stream->work.empty())
    moment.stream->runNext();
}

//===----------------------------------------------------------------------===//
// Kernels, copies, graphs
//===----------------------------------------------------------------------===//

struct Task {
  bool isCopy = false;
  void *to = nullptr;
  const void *from = nullptr;
  size_t bytes = 0;
  int64_t n = 0;
  size_t threads = 0;

  void run() const {
    size_t size = isCopy ? bytes : threads * sizeof(float);
    if (!isLive(to, size) || !isLive(from, size)) {
      wasWrong = true;
      return;
    }
    if (isCopy) {
      std::memmove(to, from, bytes);
      return;
    }
    for (size_t i = 0; i < threads; ++i)
      static_cast<float *>(to)[i] =
          static_cast<const float *>(from)[i] * 2 + float(n);
  }
};

Task makeKernel(const unsigned *grid, const unsigned *block,
                void *const *parameters) {
  Task task;
  std::memcpy(&task.to, parameters[0], sizeof(void *));
  std::memcpy(&task.from, parameters[1], sizeof(void *));
  std::memcpy(&task.n, parameters[2], sizeof(int64_t));
  task.threads = size_t(grid[0]) * block[0];
  return task;
}

Task makeCopy(void *to, const void *from, size_t bytes) {
  Task task;
  task.isCopy = true;
  task.to = to;
  task.from = from;
  task.bytes = bytes;
  return task;
}

struct Node {
  Task task;
  std::vector<Node *> before;
};

struct GraphData {
  std::vector<std::unique_ptr<Node>> nodes;
};

struct Exec {
  std::vector<Node *> order;
  std::map<Node *, Node> nodes;

  void run() {
    std::set<Node *> done;
    while (done.size() < nodes.size())
      for (auto it = order.rbegin(); it != order.rend(); ++it) {
        const Node &node = nodes[*it];
        bool isReady = std::all_of(node.before.begin(), node.before.end(),
                                   [&](Node *b) { return done.count(b); });
        if (done.count(*it) || !isReady)
          continue;
        node.task.run();
        done.insert(*it);
        break;
      }
  }
};

int addNode(Node **node, GraphData *graph, Node *const *before, size_t count,
            Task task) {
  graph->nodes.push_back(std::make_unique<Node>());
  *node = graph->nodes.back().get();
  (*node)->task = task;
  (*node)->before.assign(before, before + count);
  return Ok;
}

/// A module of good code is its name.
int loadModule(void **module, const void *code) {
  if (std::strncmp(static_cast<const char *>(code), "good", 4) != 0)
    return NoBinary;
  *module = const_cast<char *>("module");
  return Ok;
}

int wait(Stream *stream) {
  while (!stream->work.empty())
    stream->runNext();
  return wasWrong ? LaunchFailed : Ok;
}

int allocate(void **result, size_t bytes) {
  auto *block = static_cast<char *>(std::malloc(bytes));
  memory[block] = bytes;
  std::memset(block, 0xAA, bytes);
  *result = block;
  return Ok;
}

int release(void *address) {
  if (!memory.erase(static_cast<char *>(address)))
    return Invalid;
  // Not given back: a late access must not be someone else's.
  return Ok;
}
} // namespace

/// Enters a call, or returns the failure that is wanted of it.
#define ENTER(name)                                                            \
  std::lock_guard<std::recursive_mutex> lock(mutex);                           \
  if (int failure = enter(name))                                               \
  return failure

//===----------------------------------------------------------------------===//
// For the tests
//===----------------------------------------------------------------------===//

TG_API void recording_reset() {
  calls.clear();
  failures.clear();
  wasWrong = false;
  askedSharedBytes = 0;
}
TG_API unsigned recording_shared_bytes() { return askedSharedBytes; }
TG_API size_t recording_count(const char *name) {
  return size_t(std::count(calls.begin(), calls.end(), std::string(name)));
}
TG_API void recording_fail(const char *name, int code) {
  failures[name] = code;
}
TG_API size_t recording_live() { return memory.size(); }
TG_API void recording_set_current(int number) { current = number; }
TG_API int recording_get_current() { return current; }

//===----------------------------------------------------------------------===//
// Both drivers, function by function
//===----------------------------------------------------------------------===//

#define BOTH(cuda, hip, parameters, ...)                                       \
  TG_API int cuda parameters {                                                 \
    ENTER(#cuda);                                                              \
    __VA_ARGS__                                                                \
  }                                                                            \
  TG_API int hip parameters {                                                  \
    ENTER(#hip);                                                               \
    __VA_ARGS__                                                                \
  }

BOTH(cuInit, hipInit, (unsigned), return Ok;)
BOTH(cuDeviceGetCount, hipGetDeviceCount, (int *count), *count = 2; return Ok;)
BOTH(cuDeviceGet, hipDeviceGet, (int *device, int ordinal), *device = ordinal;
     return ordinal < 2 ? Ok : BadDevice;)
TG_API int cuCtxSetCurrent(void *context) {
  ENTER("cuCtxSetCurrent");
  current = int(reinterpret_cast<uintptr_t>(context));
  return Ok;
}
TG_API int cuCtxGetCurrent(void **context) {
  ENTER("cuCtxGetCurrent");
  *context = reinterpret_cast<void *>(uintptr_t(current));
  return Ok;
}
TG_API int cuDeviceGetAttribute(int *value, int attribute, int) {
  ENTER("cuDeviceGetAttribute");
  *value = attribute == 75 ? 9 : 0;
  return Ok;
}
TG_API int hipGetDevicePropertiesR0600(char *properties, int) {
  ENTER("hipGetDevicePropertiesR0600");
  std::strcpy(properties + 1160, "gfx90a:sramecc+:xnack-");
  return Ok;
}
TG_API int cuDevicePrimaryCtxRetain(void **context, int device) {
  ENTER("cuDevicePrimaryCtxRetain");
  *context = reinterpret_cast<void *>(uintptr_t(device) + 1);
  return Ok;
}
TG_API int cuDevicePrimaryCtxRelease_v2(int) {
  ENTER("cuDevicePrimaryCtxRelease_v2");
  return Ok;
}
TG_API int hipSetDevice(int device) {
  ENTER("hipSetDevice");
  current = device;
  return Ok;
}
TG_API int hipGetDevice(int *device) {
  ENTER("hipGetDevice");
  *device = current;
  return Ok;
}

BOTH(cuMemAlloc_v2, hipMalloc, (void **result, size_t bytes),
     return allocate(result, bytes);)
BOTH(cuMemFree_v2, hipFree, (void *address), return release(address);)
BOTH(cuMemHostAlloc, hipHostMalloc, (void **result, size_t bytes, unsigned),
     return allocate(result, bytes);)
BOTH(cuMemFreeHost, hipHostFree, (void *address), return release(address);)

BOTH(cuStreamCreate, hipStreamCreateWithFlags, (Stream * *stream, unsigned),
     *stream = new Stream();
     return Ok;)
BOTH(cuStreamDestroy_v2, hipStreamDestroy, (Stream *), return Ok;)
BOTH(cuStreamSynchronize, hipStreamSynchronize, (Stream * stream),
     return wait(stream);)
BOTH(cuStreamWaitEvent, hipStreamWaitEvent,
     (Stream * stream, Event *event, unsigned), auto moment = event->moment;
     stream->work.push_back([moment] { reach(*moment); }); return Ok;)
BOTH(cuEventCreate, hipEventCreateWithFlags, (Event * *event, unsigned),
     *event = new Event();
     return Ok;)
BOTH(cuEventDestroy_v2, hipEventDestroy, (Event * event), delete event;
     return Ok;)
BOTH(cuEventRecord, hipEventRecord, (Event * event, Stream *stream),
     auto moment = std::make_shared<Moment>();
     moment->stream = stream; event->moment = moment;
     stream->work.push_back([moment] { moment->isReached = true; }); return Ok;)
BOTH(cuEventSynchronize, hipEventSynchronize, (Event * event),
     reach(*event->moment);
     return wasWrong ? LaunchFailed : Ok;)

TG_API int cuMemcpyAsync(void *to, const void *from, size_t bytes,
                         Stream *stream) {
  ENTER("cuMemcpyAsync");
  Task task = makeCopy(to, from, bytes);
  stream->work.push_back([task] { task.run(); });
  return Ok;
}
TG_API int hipMemcpyAsync(void *to, const void *from, size_t bytes, int,
                          Stream *stream) {
  ENTER("hipMemcpyAsync");
  Task task = makeCopy(to, from, bytes);
  stream->work.push_back([task] { task.run(); });
  return Ok;
}
TG_API int cuMemsetD8Async(void *to, unsigned char value, size_t bytes,
                           Stream *stream) {
  ENTER("cuMemsetD8Async");
  stream->work.push_back([=] { std::memset(to, value, bytes); });
  return Ok;
}
TG_API int hipMemsetAsync(void *to, int value, size_t bytes, Stream *stream) {
  ENTER("hipMemsetAsync");
  stream->work.push_back([=] { std::memset(to, value, bytes); });
  return Ok;
}

TG_API int cuModuleLoadDataEx(void **module, const void *code, unsigned count,
                              int *, void **values) {
  ENTER("cuModuleLoadDataEx");
  int result = loadModule(module, code);
  if (result != Ok && count == 2)
    std::strcpy(static_cast<char *>(values[0]), "ptxas: this is no good");
  return result;
}
TG_API int hipModuleLoadData(void **module, const void *code) {
  ENTER("hipModuleLoadData");
  return loadModule(module, code);
}
BOTH(cuModuleUnload, hipModuleUnload, (void *), return Ok;)
BOTH(cuModuleGetFunction, hipModuleGetFunction,
     (void **function, void *module, const char *name), *function = module;
     return std::strcmp(name, "scale") == 0 ? Ok : NotFound;)
TG_API int cuFuncSetAttribute(void *, int attribute, int value) {
  ENTER("cuFuncSetAttribute");
  if (attribute != maxDynamicSharedBytes || value > mostSharedBytes)
    return Invalid;
  allowedSharedBytes = unsigned(value);
  return Ok;
}
BOTH(cuLaunchKernel, hipModuleLaunchKernel,
     (void *, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
      unsigned bz, unsigned shared, Stream *stream, void **parameters, void **),
     if (!isAllowed(shared)) return Invalid;
     unsigned grid[] = {gx, gy, gz}; unsigned block[] = {bx, by, bz};
     if (bx * by * bz > 1024) return Invalid;
     Task task = makeKernel(grid, block, parameters);
     stream->work.push_back([task] { task.run(); }); return Ok;)

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

struct CUDAKernelParams {
  void *function;
  unsigned grid[3], block[3], sharedBytes;
  void **parameters, **extra;
};
struct HIPKernelParams {
  unsigned block[3];
  void **extra;
  void *function;
  unsigned grid[3];
  void **parameters;
  unsigned sharedBytes;
};
struct CUDACopyEnd {
  size_t xInBytes, y, z, lod;
  int type;
  void *host;
  void *device;
  void *array, *reserved;
  size_t pitch, height;
};
struct CUDACopyParams {
  CUDACopyEnd source, destination;
  size_t width, height, depth;
};

static Task toTask(const CUDACopyParams *p) {
  return makeCopy(p->destination.device, p->source.device,
                  p->width * p->height * p->depth);
}

BOTH(cuGraphCreate, hipGraphCreate, (GraphData * *graph, unsigned),
     *graph = new GraphData();
     return Ok;)
BOTH(cuGraphDestroy, hipGraphDestroy, (GraphData * graph), delete graph;
     return Ok;)
TG_API int cuGraphAddKernelNode(Node **node, GraphData *graph,
                                Node *const *before, size_t count,
                                const CUDAKernelParams *p) {
  ENTER("cuGraphAddKernelNode");
  if (!isAllowed(p->sharedBytes))
    return Invalid;
  return addNode(node, graph, before, count,
                 makeKernel(p->grid, p->block, p->parameters));
}
TG_API int hipGraphAddKernelNode(Node **node, GraphData *graph,
                                 Node *const *before, size_t count,
                                 const HIPKernelParams *p) {
  ENTER("hipGraphAddKernelNode");
  if (!isAllowed(p->sharedBytes))
    return Invalid;
  return addNode(node, graph, before, count,
                 makeKernel(p->grid, p->block, p->parameters));
}
TG_API int cuGraphAddMemcpyNode(Node **node, GraphData *graph,
                                Node *const *before, size_t count,
                                const CUDACopyParams *p, void *) {
  ENTER("cuGraphAddMemcpyNode");
  return addNode(node, graph, before, count, toTask(p));
}
TG_API int hipGraphAddMemcpyNode1D(Node **node, GraphData *graph,
                                   Node *const *before, size_t count, void *to,
                                   const void *from, size_t bytes, int) {
  ENTER("hipGraphAddMemcpyNode1D");
  return addNode(node, graph, before, count, makeCopy(to, from, bytes));
}
BOTH(
    cuGraphInstantiateWithFlags, hipGraphInstantiateWithFlags,
    (Exec * *exec, GraphData *graph, unsigned long long), *exec = new Exec();
    for (auto &node : graph->nodes) {
      (*exec)->order.push_back(node.get());
      (*exec)->nodes[node.get()] = *node;
    } return Ok;)
BOTH(cuGraphExecDestroy, hipGraphExecDestroy, (Exec *), return Ok;)
TG_API int cuGraphExecKernelNodeSetParams(Exec *exec, Node *node,
                                          const CUDAKernelParams *p) {
  ENTER("cuGraphExecKernelNodeSetParams");
  if (!isAllowed(p->sharedBytes))
    return Invalid;
  exec->nodes[node].task = makeKernel(p->grid, p->block, p->parameters);
  return Ok;
}
TG_API int hipGraphExecKernelNodeSetParams(Exec *exec, Node *node,
                                           const HIPKernelParams *p) {
  ENTER("hipGraphExecKernelNodeSetParams");
  if (!isAllowed(p->sharedBytes))
    return Invalid;
  exec->nodes[node].task = makeKernel(p->grid, p->block, p->parameters);
  return Ok;
}
TG_API int cuGraphExecMemcpyNodeSetParams(Exec *exec, Node *node,
                                          const CUDACopyParams *p, void *) {
  ENTER("cuGraphExecMemcpyNodeSetParams");
  exec->nodes[node].task = toTask(p);
  return Ok;
}
TG_API int hipGraphExecMemcpyNodeSetParams1D(Exec *exec, Node *node, void *to,
                                             const void *from, size_t bytes,
                                             int) {
  ENTER("hipGraphExecMemcpyNodeSetParams1D");
  exec->nodes[node].task = makeCopy(to, from, bytes);
  return Ok;
}
BOTH(cuGraphLaunch, hipGraphLaunch, (Exec * exec, Stream *stream),
     // What the graph is now, not what it becomes.
     Exec now = *exec;
     stream->work.push_back([now]() mutable { now.run(); }); return Ok;)

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static const char *nameOf(int code) {
  switch (code) {
  case Invalid:
    return "RECORDING_INVALID_VALUE";
  case OutOfMemory:
    return "RECORDING_OUT_OF_MEMORY";
  case NoBinary:
    return "RECORDING_NO_BINARY";
  case NotFound:
    return "RECORDING_NOT_FOUND";
  case LaunchFailed:
    return "RECORDING_LAUNCH_FAILED";
  default:
    return "RECORDING_ERROR";
  }
}
TG_API int cuGetErrorName(int code, const char **name) {
  *name = nameOf(code);
  return Ok;
}
TG_API int cuGetErrorString(int, const char **text) {
  *text = "so the driver says";
  return Ok;
}
TG_API const char *hipGetErrorName(int code) { return nameOf(code); }
TG_API const char *hipGetErrorString(int) { return "so the driver says"; }
