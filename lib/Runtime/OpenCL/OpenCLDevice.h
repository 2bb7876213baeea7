//===- OpenCLDevice.h - memory and a queue of OpenCL ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_OPENCL_OPENCLDEVICE_H
#define TINYGRAD_LIB_RUNTIME_OPENCL_OPENCLDEVICE_H

#include "../CachingAllocator.h"
#include "OpenCLDriver.h"
#include "TinyGrad/Runtime/Device.h"

#include <unordered_map>

namespace tinygrad::rt::cl {

/// The handle of memory: a buffer, or a part of one from an offset on. Kernels
/// get the buffer and the offset, since sub-buffers may start at few places
/// only (at multiples of 128 bytes in PoCL).
struct Memory {
  Mem mem = nullptr;
  uint64_t offset = 0;
  /// Never that of another buffer, not even of one that was freed.
  uint64_t number = 0;
  std::mutex mutex;
  std::unordered_map<uint64_t, std::unique_ptr<Memory>> views;

  static const Memory &get(const void *handle) {
    return *static_cast<const Memory *>(handle);
  }
};

/// A kernel object, whose arguments are set for each launch.
class OpenCLKernel : public DeviceKernel {
public:
  OpenCLKernel(std::shared_ptr<BuiltProgram> program, std::string entry,
               class OpenCLDevice &device, uint32_t numBuffers,
               uint32_t numVars)
      : program(std::move(program)), entry(std::move(entry)), device(device),
        numBuffers(numBuffers), numVars(numVars) {}
  ~OpenCLKernel() override;

  /// Another object of the same kernel, with arguments of its own.
  StatusOr<Kernel> clone() const;
  /// Sets those of `target`, which is this one or a clone; only while the
  /// device is locked.
  Status setArguments(Kernel target, void *const *buffers,
                      const int64_t *vars) const;

  std::shared_ptr<BuiltProgram> program;
  std::string entry;
  Kernel kernel = nullptr;
  class OpenCLDevice &device;
  uint32_t numBuffers, numVars;
};

/// The sizes of a launch as OpenCL takes them.
struct WorkSizes {
  /// An error if there are more threads than can be counted.
  static StatusOr<WorkSizes> get(const LaunchDims &dims);
  const size_t *localOrNull() const { return hasLocal ? local : nullptr; }

  UInt numDims = 3;
  size_t global[3], local[3];
  bool hasLocal = true;
};

class OpenCLDevice : public Device,
                     public std::enable_shared_from_this<OpenCLDevice>,
                     private BlockSource {
public:
  OpenCLDevice(std::string name, DeviceEntry entry,
               const DeviceOptions &options);
  ~OpenCLDevice() override;
  Status open();

  std::string model() const override { return entry.text(cl::deviceName); }
  StatusOr<void *> allocate(uint64_t bytes) override;
  void free(void *memory, uint64_t bytes) override;
  StatusOr<void *> view(void *memory, uint64_t offset, uint64_t bytes) override;
  void *hostAddress(void *) override { return nullptr; }
  Status copyIn(void *destination, const void *host, uint64_t bytes) override;
  Status copyOut(void *host, const void *source, uint64_t bytes) override;
  Status copy(void *destination, const void *source, uint64_t bytes) override;
  Status fill(void *destination, uint8_t value, uint64_t bytes) override;
  bool reaches(const Device &other) const override;
  Status copyFrom(void *destination, Device &other, const void *source,
                  uint64_t bytes) override;

  StatusOr<std::shared_ptr<DeviceKernel>>
  loadKernel(const KernelImage &image) override;
  Status launch(const LaunchArgs &args) override;
  Status synchronize() override;
  bool supportsGraph() const override { return true; }
  StatusOr<std::unique_ptr<Graph>>
  instantiateGraph(GraphDescription description) override;

  const Api &api() const { return *entry.group->api; }
  Group &group() const { return *entry.group; }
  Queue getQueue() const { return queue; }
  bool hasCommandBuffers() const { return commandBuffers; }

  /// Puts a launch or a copy behind what is queued; only while locked.
  Status enqueueLaunch(const OpenCLKernel &kernel, void *const *buffers,
                       const int64_t *vars, const LaunchDims &dims);
  Status enqueueCopy(const Memory &to, const Memory &from, uint64_t bytes);
  /// What is queued here from now on waits for what is queued there by now.
  Status waitFor(OpenCLDevice &other);

  std::mutex mutex;

private:
  StatusOr<void *> allocateBlock(uint64_t size) override;
  void freeBlock(void *memory, uint64_t size) override;
  StatusOr<std::shared_ptr<BuiltProgram>> build(const KernelImage &image);
  StatusOr<cl::Program> createProgram(const KernelImage &image,
                                      std::string &buildOptions);
  Status check(const char *function, Int code) {
    return code == success ? Status::success() : group().error(function, code);
  }

  DeviceEntry entry;
  bool poison;
  std::string translator;
  bool commandBuffers = false;
  Queue queue = nullptr;
  CachingAllocator allocator;
};

StatusOr<std::unique_ptr<Graph>> createOpenCLGraph(OpenCLDevice &device,
                                                   GraphDescription graph);

} // namespace tinygrad::rt::cl

#endif // TINYGRAD_LIB_RUNTIME_OPENCL_OPENCLDEVICE_H
