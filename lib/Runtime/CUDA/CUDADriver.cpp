//===- CUDADriver.cpp - the driver API of CUDA ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declared here as the driver has it, so that building needs no toolkit.
//
//===----------------------------------------------------------------------===//

#include "../GPU/ApiDriver.h"

using namespace tinygrad::rt;
using namespace tinygrad::rt::gpu;

//===----------------------------------------------------------------------===//
// What we use of the driver
//===----------------------------------------------------------------------===//

namespace {
using Result = int;
using Context = struct ContextTag *;
using DevicePointer = unsigned long long;
constexpr Result success = 0;
constexpr int jitErrorLogBuffer = 5;
constexpr int jitErrorLogBufferSize = 6;
constexpr int memoryTypeDevice = 2;
constexpr int capabilityMajor = 75;
constexpr int capabilityMinor = 76;
constexpr int maxDynamicSharedBytes = 8;

struct KernelNodeParams {
  Function function;
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  void **parameters;
  void **extra;
};

/// One end of a copy.
struct CopyEnd {
  size_t xInBytes, y, z, lod;
  int memoryType;
  const void *host;
  DevicePointer device;
  void *array, *reserved;
  size_t pitch, height;
};

struct Copy3D {
  CopyEnd source, destination;
  size_t widthInBytes, height, depth;
};

/// Every function by its name in the library and its parameters.
#define TINYGRAD_CUDA_FUNCTIONS(F)                                             \
  F(init, "cuInit", (unsigned))                                                \
  F(getDeviceCount, "cuDeviceGetCount", (int *))                               \
  F(getDevice, "cuDeviceGet", (int *, int))                                    \
  F(getAttribute, "cuDeviceGetAttribute", (int *, int, int))                   \
  F(retainContext, "cuDevicePrimaryCtxRetain", (Context *, int))               \
  F(releaseContext, "cuDevicePrimaryCtxRelease_v2", (int))                     \
  F(setContext, "cuCtxSetCurrent", (Context))                                  \
  F(getContext, "cuCtxGetCurrent", (Context *))                                \
  F(getErrorName, "cuGetErrorName", (Result, const char **))                   \
  F(getErrorString, "cuGetErrorString", (Result, const char **))               \
  F(allocate, "cuMemAlloc_v2", (DevicePointer *, size_t))                      \
  F(free, "cuMemFree_v2", (DevicePointer))                                     \
  F(allocateHost, "cuMemHostAlloc", (void **, size_t, unsigned))               \
  F(freeHost, "cuMemFreeHost", (void *))                                       \
  F(copyAsync, "cuMemcpyAsync",                                                \
    (DevicePointer, DevicePointer, size_t, Stream))                            \
  F(fillAsync, "cuMemsetD8Async",                                              \
    (DevicePointer, unsigned char, size_t, Stream))                            \
  F(createStream, "cuStreamCreate", (Stream *, unsigned))                      \
  F(destroyStream, "cuStreamDestroy_v2", (Stream))                             \
  F(synchronizeStream, "cuStreamSynchronize", (Stream))                        \
  F(streamWaitEvent, "cuStreamWaitEvent", (Stream, Event, unsigned))           \
  F(createEvent, "cuEventCreate", (Event *, unsigned))                         \
  F(destroyEvent, "cuEventDestroy_v2", (Event))                                \
  F(recordEvent, "cuEventRecord", (Event, Stream))                             \
  F(synchronizeEvent, "cuEventSynchronize", (Event))                           \
  F(loadModule, "cuModuleLoadDataEx",                                          \
    (Module *, const void *, unsigned, int *, void **))                        \
  F(unloadModule, "cuModuleUnload", (Module))                                  \
  F(getFunction, "cuModuleGetFunction", (Function *, Module, const char *))    \
  F(launchKernel, "cuLaunchKernel",                                            \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,     \
     unsigned, Stream, void **, void **))                                      \
  F(createGraph, "cuGraphCreate", (GraphHandle *, unsigned))                   \
  F(destroyGraph, "cuGraphDestroy", (GraphHandle))                             \
  F(addKernelNode, "cuGraphAddKernelNode",                                     \
    (Node *, GraphHandle, const Node *, size_t, const KernelNodeParams *))     \
  F(addMemcpyNode, "cuGraphAddMemcpyNode",                                     \
    (Node *, GraphHandle, const Node *, size_t, const Copy3D *, Context))      \
  F(instantiateGraph, "cuGraphInstantiateWithFlags",                           \
    (GraphExec *, GraphHandle, unsigned long long))                            \
  F(destroyExec, "cuGraphExecDestroy", (GraphExec))                            \
  F(setKernelParams, "cuGraphExecKernelNodeSetParams",                         \
    (GraphExec, Node, const KernelNodeParams *))                               \
  F(setMemcpyParams, "cuGraphExecMemcpyNodeSetParams",                         \
    (GraphExec, Node, const Copy3D *, Context))                                \
  F(launchGraph, "cuGraphLaunch", (GraphExec, Stream))

struct Api {
  using KernelNodeParams = ::KernelNodeParams;
#define TINYGRAD_DECLARE(name, symbol, parameters)                             \
  Result(*name) parameters = nullptr;                                          \
  [[maybe_unused]] static constexpr const char *name##Symbol = symbol;
  TINYGRAD_CUDA_FUNCTIONS(TINYGRAD_DECLARE)
#undef TINYGRAD_DECLARE
  /// Asked for by kernels with much memory of the workgroup alone.
  Result (*setFunctionAttribute)(Function, int, int) = nullptr;

  Status load(const DriverLibrary &library) {
#define TINYGRAD_LOAD(name, symbol, parameters)                                \
  if (Status status = library.load(name, symbol); status.isError())            \
    return status;
    TINYGRAD_CUDA_FUNCTIONS(TINYGRAD_LOAD)
#undef TINYGRAD_LOAD
    (void)library.load(setFunctionAttribute, "cuFuncSetAttribute");
    return Status::success();
  }

  Status error(const char *function, Result code) const {
    const char *codeName = nullptr, *text = nullptr;
    if (getErrorName(code, &codeName) != success || !codeName)
      codeName = "an unknown error";
    if (getErrorString(code, &text) != success || !text)
      text = "";
    return makeError(function, " failed: ", codeName, " (", code, ")",
                     *text ? ": " : "", text);
  }
  Status check(const char *function, Result code) const {
    return code == success ? Status::success() : error(function, code);
  }
};

//===----------------------------------------------------------------------===//
// One device
//===----------------------------------------------------------------------===//

DevicePointer toPointer(const void *memory) {
  return reinterpret_cast<DevicePointer>(memory);
}

Copy3D toCopy3D(const CopyCall &call) {
  Copy3D params = {};
  params.source.memoryType = params.destination.memoryType = memoryTypeDevice;
  params.source.device = toPointer(call.source);
  params.destination.device = toPointer(call.destination);
  params.widthInBytes = call.bytes;
  params.height = params.depth = 1;
  return params;
}

class CUDADriver : public ApiDriver<Api> {
public:
  using ApiDriver::ApiDriver;
  ~CUDADriver() override {
    if (context)
      (void)api.releaseContext(device);
  }

  Status open(unsigned ordinal) {
    if (Result code = api.getDevice(&device, int(ordinal)))
      return api.error("cuDeviceGet", code);
    return api.check("cuDevicePrimaryCtxRetain",
                     api.retainContext(&context, device));
  }

  Status makeCurrent() override {
    return api.check("cuCtxSetCurrent", api.setContext(context));
  }
  uint64_t getCurrent() override {
    Context current = nullptr;
    (void)api.getContext(&current);
    return reinterpret_cast<uint64_t>(current);
  }
  void setCurrent(uint64_t current) override {
    (void)api.setContext(reinterpret_cast<Context>(current));
  }

  std::string chip() override {
    int major = 0, minor = 0;
    if (api.getAttribute(&major, capabilityMajor, device) ||
        api.getAttribute(&minor, capabilityMinor, device))
      return {};
    // What 9.0 has and later devices have not, wgmma, is in its name with an
    // 'a': code for that runs on 9.0 and nowhere else.
    return "sm_" + std::to_string(major) + std::to_string(minor) +
           (major == 9 && minor == 0 ? "a" : "");
  }

  StatusOr<void *> allocate(uint64_t bytes) override {
    DevicePointer memory = 0;
    if (Result code = api.allocate(&memory, bytes))
      return api.error("cuMemAlloc", code);
    return reinterpret_cast<void *>(memory);
  }
  void free(void *memory) override { (void)api.free(toPointer(memory)); }
  Status copy(const CopyCall &call, Stream stream) override {
    return api.check("cuMemcpyAsync",
                     api.copyAsync(toPointer(call.destination),
                                   toPointer(call.source), call.bytes, stream));
  }
  Status fill(void *memory, uint8_t value, uint64_t bytes,
              Stream stream) override {
    return api.check("cuMemsetD8Async",
                     api.fillAsync(toPointer(memory), value, bytes, stream));
  }

  StatusOr<Module> loadModule(const std::string &code) override {
    std::string text(8192, '\0');
    int options[] = {jitErrorLogBuffer, jitErrorLogBufferSize};
    void *values[] = {text.data(), reinterpret_cast<void *>(text.size() - 1)};
    Module module = nullptr;
    // PTX ends with a zero, which a string has.
    if (Result result =
            api.loadModule(&module, code.c_str(), 2, options, values)) {
      Status status = api.error("cuModuleLoadDataEx", result);
      return text[0] ? makeError(status.message(), "\n", text.c_str()) : status;
    }
    return module;
  }
  Status allowWorkgroupBytes(Function function, uint32_t bytes) override {
    if (!api.setFunctionAttribute)
      return makeError("the driver has no cuFuncSetAttribute");
    return api.check(
        "cuFuncSetAttribute",
        api.setFunctionAttribute(function, maxDynamicSharedBytes, int(bytes)));
  }
  StatusOr<Node> addCopy(GraphHandle graph, const std::vector<Node> &before,
                         const CopyCall &call) override {
    Copy3D params = toCopy3D(call);
    Node node = nullptr;
    if (Result code = api.addMemcpyNode(&node, graph, before.data(),
                                        before.size(), &params, context))
      return api.error("cuGraphAddMemcpyNode", code);
    return node;
  }
  using ApiDriver::update;
  bool updatesCopies() const override { return true; }
  Status update(GraphExec exec, Node node, const CopyCall &call) override {
    Copy3D params = toCopy3D(call);
    return api.check("cuGraphExecMemcpyNodeSetParams",
                     api.setMemcpyParams(exec, node, &params, context));
  }

private:
  int device = 0;
  Context context = nullptr;
};

} // namespace

StatusOr<std::unique_ptr<Driver>> gpu::openCUDA(unsigned ordinal,
                                                const std::string &path) {
  StatusOr<const Api *> api =
      getApi<Api>("CUDA", path, {"libcuda.so.1", "libcuda.so"}, ordinal);
  if (api.isError())
    return api.status();
  auto driver = std::make_unique<CUDADriver>(**api);
  if (Status status = driver->open(ordinal); status.isError())
    return status;
  return std::unique_ptr<Driver>(std::move(driver));
}
