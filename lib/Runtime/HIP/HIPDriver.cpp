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

#include "../GPU/ApiDriver.h"

using namespace tinygrad::rt;
using namespace tinygrad::rt::gpu;

//===----------------------------------------------------------------------===//
// What we use of the library
//===----------------------------------------------------------------------===//

namespace {
using Result = int;
constexpr Result success = 0;
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
  F(getDevice, "hipGetDevice", (int *))                                        \
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
  using KernelNodeParams = ::KernelNodeParams;
#define TINYGRAD_DECLARE(name, symbol, parameters)                             \
  Result(*name) parameters = nullptr;                                          \
  [[maybe_unused]] static constexpr const char *name##Symbol = symbol;
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

class HIPDriver : public ApiDriver<Api> {
public:
  HIPDriver(const Api &api, unsigned ordinal)
      : ApiDriver(api), ordinal(int(ordinal)) {}

  Status makeCurrent() override {
    return api.check("hipSetDevice", api.setDevice(ordinal));
  }
  uint64_t getCurrent() override {
    int current = 0;
    (void)api.getDevice(&current);
    return uint64_t(current);
  }
  void setCurrent(uint64_t current) override {
    (void)api.setDevice(int(current));
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
  /// Whatever a workgroup can have may be asked for.
  Status allowWorkgroupBytes(Function, uint32_t) override {
    return Status::success();
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
  using ApiDriver::update;
  bool updatesCopies() const override { return api.setMemcpyParams; }
  Status update(GraphExec exec, Node node, const CopyCall &call) override {
    return api.check("hipGraphExecMemcpyNodeSetParams1D",
                     api.setMemcpyParams(exec, node, call.destination,
                                         call.source, call.bytes, copyDefault));
  }

private:
  int ordinal;
};

} // namespace

StatusOr<std::unique_ptr<Driver>> gpu::openHIP(unsigned ordinal,
                                               const std::string &path) {
  StatusOr<const Api *> api =
      getApi<Api>("HIP", path,
                  {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6",
                   "libamdhip64.so.5"},
                  ordinal);
  if (api.isError())
    return api.status();
  return std::unique_ptr<Driver>(std::make_unique<HIPDriver>(**api, ordinal));
}
