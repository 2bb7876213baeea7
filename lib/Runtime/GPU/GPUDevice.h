//===- GPUDevice.h - a device of CUDA or HIP --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_GPU_GPUDEVICE_H
#define TINYGRAD_LIB_RUNTIME_GPU_GPUDEVICE_H

#include "../CachingAllocator.h"
#include "GPUDriver.h"

#include <array>
#include <map>

namespace tinygrad::rt::gpu {

class GPUDevice;

/// A module with the device that loaded it.
struct LoadedModule {
  std::shared_ptr<Driver> driver;
  Module module = nullptr;
  ~LoadedModule();
};

class GPUKernel : public DeviceKernel {
public:
  GPUKernel(std::shared_ptr<LoadedModule> module, Function function,
            const GPUDevice &device, const KernelImage &image)
      : module(std::move(module)), function(function), device(device),
        numBuffers(image.numBuffers), numVars(image.numVars),
        workgroupBytes(image.workgroupBytes) {}

  std::shared_ptr<LoadedModule> module;
  Function function;
  const GPUDevice &device;
  uint32_t numBuffers, numVars, workgroupBytes;
};

/// Pinned memory through which copies from and to the host go in pieces, so
/// that one piece is moved by the host while another is by the device.
class Staging {
public:
  explicit Staging(Driver &driver) : driver(driver) {}
  ~Staging();

  Status copyIn(void *destination, const void *host, uint64_t bytes,
                Stream stream);
  Status copyOut(void *host, const void *source, uint64_t bytes, Stream stream);

private:
  static constexpr uint64_t pieceBytes = uint64_t(4) << 20;
  struct Piece {
    void *memory = nullptr;
    /// The last copy that used it.
    Event done = nullptr;
    bool isInUse = false;
  };
  Status prepare(Piece &piece);

  Driver &driver;
  std::array<Piece, 2> pieces;
};

/// Memory is an address. All work goes through one stream, in order; copies
/// from the host return when their source has been read, copies to it when they
/// are done.
class GPUDevice : public Device, private BlockSource {
public:
  GPUDevice(std::string name, std::shared_ptr<Driver> driver,
            const DeviceOptions &options);
  ~GPUDevice() override;
  Status open();

  std::string chip() const override { return driver->chip(); }
  StatusOr<void *> allocate(uint64_t bytes) override;
  void free(void *memory, uint64_t bytes) override;
  StatusOr<void *> view(void *memory, uint64_t offset, uint64_t) override {
    return static_cast<void *>(static_cast<char *>(memory) + offset);
  }
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

  Driver &getDriver() const { return *driver; }
  Stream getStream() const { return stream; }
  /// "cuda" of "cuda:1".
  std::string kind() const { return name().substr(0, name().find(':')); }
  /// What comes in this stream from now on waits for what is in the other's.
  Status waitFor(GPUDevice &other);

  std::mutex mutex;

private:
  StatusOr<void *> allocateBlock(uint64_t size) override;
  void freeBlock(void *memory, uint64_t size) override;
  StatusOr<std::shared_ptr<LoadedModule>> load(const std::string &code);

  std::shared_ptr<Driver> driver;
  bool poison;
  Stream stream = nullptr;
  Event reached = nullptr;
  std::map<std::string, std::weak_ptr<LoadedModule>> modules;
  std::unique_ptr<Staging> staging;
  CachingAllocator allocator;
};

/// The addresses of a launch's parameters: the buffers' handles and the
/// variables, in the order of the kernel.
class Parameters {
public:
  void set(const std::vector<void *> &buffers,
           const std::vector<int64_t> &variables);
  void **get() { return addresses.data(); }
  bool operator==(const Parameters &other) const {
    return values == other.values;
  }

private:
  std::vector<uint64_t> values;
  std::vector<void *> addresses;
};

StatusOr<std::unique_ptr<Graph>> createGPUGraph(GPUDevice &device,
                                                GraphDescription description);

} // namespace tinygrad::rt::gpu

#endif // TINYGRAD_LIB_RUNTIME_GPU_GPUDEVICE_H
