//===- HIPDriver.cpp - the runtime of HIP -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declared here as the library has it, so that building needs no ROCm.
//
//===----------------------------------------------------------------------===//

#include "../DriverLibrary.h"
#include "../GPU/GPUDriver.h"

#include <map>

using namespace tinygrad::rt;
using namespace tinygrad::rt::gpu;

//===----------------------------------------------------------------------===//
// What we use of the library
//===----------------------------------------------------------------------===//

namespace {
using Result = int;
constexpr Result success = 0;
constexpr unsigned nonBlockingStream = 1;
constexpr unsigned eventWithoutTiming = 2;
constexpr int copyDefault = 4;
constexpr size_t archNameOffset = 1160;

struct KernelNodeParams {
  unsigned block[3];
  void **extra;
  Function function;
  unsigned grid[3];
  void **parameters;
  unsigned sharedBytes;
};

/// Every function by its name in the library and its parameters.
#define TINYGRAD_HIP_FUNCTIONS(F)                                              \
  F(init, "hipInit", (unsigned))                                               \
  F(getDeviceCount, "hipGetDeviceCount", (int *))                              \
  F(setDevice, "hipSetDevice", (int))                                          \
  F(allocate, "hipMalloc", (void **, size_t))                                  \
  F(free, "hipFree", (void *))                                                 \
  F(allocateHost, "hipHostMalloc", (void **, size_t, unsigned))                \
  F(freeHost, "hipHostFree", (void *))                                         \
  F(copyAsync, "hipMemcpyAsync", (void *, const void *, size_t, int, Stream))  \
  F(fillAsync, "hipMemsetAsync", (void *, int, size_t, Stream))                \
  F(createStream, "hipStreamCreateWithFlags", (Stream *, unsigned))            \
  F(destroyStream, "hipStreamDestroy", (Stream))                               \
  F(synchronizeStream, "hipStreamSynchronize", (Stream))                       \
  F(streamWaitEvent, "hipStreamWaitEvent", (Stream, Event, unsigned))          \
  F(createEvent, "hipEventCreateWithFlags", (Event *, unsigned))               \
  F(destroyEvent, "hipEventDestroy", (Event))                                  \
  F(recordEvent, "hipEventRecord", (Event, Stream))                            \
  F(synchronizeEvent, "hipEventSynchronize", (Event))                          \
  F(loadModule, "hipModuleLoadData", (Module *, const void *))                 \
  F(unloadModule, "hipModuleUnload", (Module))                                 \
  F(getFunction, "hipModuleGetFunction", (Function *, Module, const char *))   \
  F(launchKernel, "hipModuleLaunchKernel",                                     \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,     \
     unsigned, Stream, void **, void **))                                      \
  F(createGraph, "hipGraphCreate", (GraphHandle *, unsigned))                  \
  F(destroyGraph, "hipGraphDestroy", (GraphHandle))                            \
  F(addKernelNode, "hipGraphAddKernelNode",                                    \
    (Node *, GraphHandle, const Node *, size_t, const KernelNodeParams *))     \
  F(addMemcpyNode, "hipGraphAddMemcpyNode1D",                                  \
    (Node *, GraphHandle, const Node *, size_t, void *, const void *, size_t,  \
     int))                                                                     \
  F(instantiateGraph, "hipGraphInstantiateWithFlags",                          \
    (GraphExec *, GraphHandle, unsigned long long))                            \
  F(destroyExec, "hipGraphExecDestroy", (GraphExec))                           \
  F(setKernelParams, "hipGraphExecKernelNodeSetParams",                        \
    (GraphExec, Node, const KernelNodeParams *))                               \
  F(launchGraph, "hipGraphLaunch", (GraphExec, Stream))

struct Api {
#define TINYGRAD_DECLARE(name, symbol, parameters)                             \
  Result(*name) parameters = nullptr;
  TINYGRAD_HIP_FUNCTIONS(TINYGRAD_DECLARE)
#undef TINYGRAD_DECLARE
  const char *(*getErrorName)(Result) = nullptr;
  const char *(*getErrorString)(Result) = nullptr;
  /// Older libraries lack these.
  Result (*getProperties)(void *, int) = nullptr;
  Result (*setMemcpyParams)(GraphExec, Node, void *, const void *, size_t,
                            int) = nullptr;

  Status load(const DriverLibrary &library) {
#define TINYGRAD_LOAD(name, symbol, parameters)                                \
  if (Status status = library.load(name, symbol); status.isError())            \
    return status;
    TINYGRAD_HIP_FUNCTIONS(TINYGRAD_LOAD)
#undef TINYGRAD_LOAD
    (void)library.load(getProperties, "hipGetDevicePropertiesR0600");
    (void)library.load(setMemcpyParams, "hipGraphExecMemcpyNodeSetParams1D");
    if (Status status = library.load(getErrorName, "hipGetErrorName");
        status.isError())
      return status;
    return library.load(getErrorString, "hipGetErrorString");
  }

  Status error(const char *function, Result code) const {
    const char *codeName = getErrorName(code), *text = getErrorString(code);
    return makeError(function,
                     " failed: ", codeName ? codeName : "an unknown error",
                     " (", code, ")", text ? ": " : "", text ? text : "");
  }
  Status check(const char *function, Result code) const {
    return code == success ? Status::success() : error(function, code);
  }
};

//===----------------------------------------------------------------------===//
// One device
//===----------------------------------------------------------------------===//

KernelNodeParams toParams(const KernelCall &call) {
  KernelNodeParams params = {};
  params.function = call.function;
  for (size_t i = 0; i < 3; ++i) {
    params.grid[i] = unsigned(call.dims.grid[i]);
    params.block[i] = unsigned(call.dims.block[i]);
  }
  params.parameters = call.parameters;
  return params;
}

class HIPDriver : public Driver {
public:
  HIPDriver(const Api &api, unsigned ordinal)
      : api(api), ordinal(int(ordinal)) {}

  Status makeCurrent() override {
    return api.check("hipSetDevice", api.setDevice(ordinal));
  }

  std::string chip() override {
    if (!api.getProperties)
      return {};
    // The structure of HIP 6 has this name of the processor, with its features
    // behind a colon, at a place of its own.
    std::vector<char> properties(4096, 0);
    if (api.getProperties(properties.data(), ordinal) != success)
      return {};
    std::string name(properties.data() + archNameOffset);
    return name.substr(0, name.find(':'));
  }

  StatusOr<void *> allocate(uint64_t bytes) override {
    void *memory = nullptr;
    if (Result code = api.allocate(&memory, bytes))
      return api.error("hipMalloc", code);
    return memory;
  }
  void free(void *memory) override { (void)api.free(memory); }
  StatusOr<void *> allocatePinned(uint64_t bytes) override {
    void *memory = nullptr;
    if (Result code = api.allocateHost(&memory, bytes, 0))
      return api.error("hipHostMalloc", code);
    return memory;
  }
  void freePinned(void *memory) override { (void)api.freeHost(memory); }

  StatusOr<Stream> createStream() override {
    Stream stream = nullptr;
    if (Result code = api.createStream(&stream, nonBlockingStream))
      return api.error("hipStreamCreateWithFlags", code);
    return stream;
  }
  void destroyStream(Stream stream) override {
    (void)api.destroyStream(stream);
  }
  Status synchronize(Stream stream) override {
    return api.check("hipStreamSynchronize", api.synchronizeStream(stream));
  }
  StatusOr<Event> createEvent() override {
    Event event = nullptr;
    if (Result code = api.createEvent(&event, eventWithoutTiming))
      return api.error("hipEventCreateWithFlags", code);
    return event;
  }
  void destroyEvent(Event event) override { (void)api.destroyEvent(event); }
  Status record(Event event, Stream stream) override {
    return api.check("hipEventRecord", api.recordEvent(event, stream));
  }
  Status wait(Event event) override {
    return api.check("hipEventSynchronize", api.synchronizeEvent(event));
  }
  Status waitInStream(Stream stream, Event event) override {
    return api.check("hipStreamWaitEvent",
                     api.streamWaitEvent(stream, event, 0));
  }

  Status copy(const CopyCall &call, Stream stream) override {
    return api.check("hipMemcpyAsync",
                     api.copyAsync(call.destination, call.source, call.bytes,
                                   copyDefault, stream));
  }
  Status fill(void *memory, uint8_t value, uint64_t bytes,
              Stream stream) override {
    return api.check("hipMemsetAsync",
                     api.fillAsync(memory, value, bytes, stream));
  }

  StatusOr<Module> loadModule(const std::string &code) override {
    Module module = nullptr;
    if (Result result = api.loadModule(&module, code.data()))
      return api.error("hipModuleLoadData", result);
    return module;
  }
  void unloadModule(Module module) override { (void)api.unloadModule(module); }
  StatusOr<Function> getFunction(Module module,
                                 const std::string &name) override {
    Function function = nullptr;
    if (Result code = api.getFunction(&function, module, name.c_str()))
      return api.error("hipModuleGetFunction", code);
    return function;
  }
  Status launch(const KernelCall &call, Stream stream) override {
    KernelNodeParams p = toParams(call);
    return api.check("hipModuleLaunchKernel",
                     api.launchKernel(call.function, p.grid[0], p.grid[1],
                                      p.grid[2], p.block[0], p.block[1],
                                      p.block[2], 0, stream, p.parameters,
                                      nullptr));
  }

  StatusOr<GraphHandle> createGraph() override {
    GraphHandle graph = nullptr;
    if (Result code = api.createGraph(&graph, 0))
      return api.error("hipGraphCreate", code);
    return graph;
  }
  void destroyGraph(GraphHandle graph) override {
    (void)api.destroyGraph(graph);
  }
  StatusOr<Node> addKernel(GraphHandle graph, const std::vector<Node> &before,
                           const KernelCall &call) override {
    KernelNodeParams params = toParams(call);
    Node node = nullptr;
    if (Result code = api.addKernelNode(&node, graph, before.data(),
                                        before.size(), &params))
      return api.error("hipGraphAddKernelNode", code);
    return node;
  }
  StatusOr<Node> addCopy(GraphHandle graph, const std::vector<Node> &before,
                         const CopyCall &call) override {
    Node node = nullptr;
    if (Result code = api.addMemcpyNode(&node, graph, before.data(),
                                        before.size(), call.destination,
                                        call.source, call.bytes, copyDefault))
      return api.error("hipGraphAddMemcpyNode1D", code);
    return node;
  }
  StatusOr<GraphExec> instantiate(GraphHandle graph) override {
    GraphExec exec = nullptr;
    if (Result code = api.instantiateGraph(&exec, graph, 0))
      return api.error("hipGraphInstantiateWithFlags", code);
    return exec;
  }
  void destroyExec(GraphExec exec) override { (void)api.destroyExec(exec); }
  Status update(GraphExec exec, Node node, const KernelCall &call) override {
    KernelNodeParams params = toParams(call);
    return api.check("hipGraphExecKernelNodeSetParams",
                     api.setKernelParams(exec, node, &params));
  }
  bool updatesCopies() const override { return api.setMemcpyParams; }
  Status update(GraphExec exec, Node node, const CopyCall &call) override {
    return api.check("hipGraphExecMemcpyNodeSetParams1D",
                     api.setMemcpyParams(exec, node, call.destination,
                                         call.source, call.bytes, copyDefault));
  }
  Status launch(GraphExec exec, Stream stream) override {
    return api.check("hipGraphLaunch", api.launchGraph(exec, stream));
  }

private:
  const Api &api;
  int ordinal;
};

/// The functions of the library at `path`, loaded once.
StatusOr<const Api *> getApi(const std::string &path) {
  static std::mutex mutex;
  // Never taken down: devices that the program keeps in variables of its own
  // may outlive everything else.
  static auto &libraries = *new std::map<std::string, Api>;
  std::lock_guard<std::mutex> lock(mutex);
  if (auto found = libraries.find(path); found != libraries.end())
    return &found->second;
  StatusOr<DriverLibrary> library =
      DriverLibrary::open("HIP", path,
                          {"libamdhip64.so", "libamdhip64.so.7",
                           "libamdhip64.so.6", "libamdhip64.so.5"});
  if (library.isError())
    return library.status();
  Api api;
  if (Status status = api.load(*library); status.isError())
    return status;
  if (Result code = api.init(0))
    return api.error("hipInit", code);
  return &(libraries[path] = api);
}
} // namespace

StatusOr<std::unique_ptr<Driver>> gpu::openHIP(unsigned ordinal,
                                               const std::string &path) {
  StatusOr<const Api *> api = getApi(path);
  if (api.isError())
    return api.status();
  int count = 0;
  if (Result code = (*api)->getDeviceCount(&count))
    return (*api)->error("hipGetDeviceCount", code);
  if (int(ordinal) >= count)
    return makeError("HIP has ", count, count == 1 ? " device" : " devices",
                     " on this machine");
  return std::unique_ptr<Driver>(std::make_unique<HIPDriver>(**api, ordinal));
}
