//===- CPUDevice.cpp - the host as a device ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CachingAllocator.h"
#include "../Guarded.h"
#include "CPUGraph.h"

#include <cstring>

using namespace tinygrad::rt;

namespace {
class CPUDevice : public Device {
public:
  CPUDevice(std::string name, const DeviceOptions &options)
      : Device(std::move(name)), poison(options.poison),
        blocks(deviceAlignment),
        allocator(blocks, deviceAlignment, options.cacheBytes),
        pool(options.threads) {}

  StatusOr<void *> allocate(uint64_t bytes) override {
    return guarded([&]() -> StatusOr<void *> {
      StatusOr<void *> memory = allocator.allocate(bytes);
      if (poison && memory.isOk())
        std::memset(*memory, 0xFF, bytes);
      return memory;
    });
  }
  void free(void *memory, uint64_t bytes) override {
    allocator.free(memory, bytes);
  }
  StatusOr<void *> view(void *memory, uint64_t offset, uint64_t) override {
    return static_cast<void *>(static_cast<char *>(memory) + offset);
  }
  void *hostAddress(void *memory) override { return memory; }
  bool isHostMemory() const override { return true; }

  Status copyIn(void *destination, const void *host, uint64_t bytes) override {
    return copy(destination, host, bytes);
  }
  Status copyOut(void *host, const void *source, uint64_t bytes) override {
    return copy(host, source, bytes);
  }
  Status copy(void *destination, const void *source, uint64_t bytes) override {
    std::memcpy(destination, source, bytes);
    return Status::success();
  }
  Status fill(void *destination, uint8_t value, uint64_t bytes) override {
    std::memset(destination, value, bytes);
    return Status::success();
  }

  Status launch(const LaunchArgs &args) override {
    const Program &program = *args.program;
    if (!program.entry)
      return makeError("program '", program.name, "' has no code for device '",
                       name(), "'");
    if (program.scratchAlignment > scratchAlignment)
      return makeError("program '", program.name,
                       "' expected a scratch alignment of at most ",
                       scratchAlignment, ", but got ",
                       program.scratchAlignment);
    TgrtLaunch launch;
    launch.kernel = program.entry;
    launch.buffers = args.buffers;
    launch.vars = args.vars;
    launch.scratchBytes = int64_t(program.scratchBytes);
    launch.extent = args.extent;
    launch.work = int64_t(program.estimates.ops + program.estimates.bytes);
    return pool.launch(&launch, 1) ? Status::success() : Status::outOfMemory();
  }

  bool supportsGraph() const override { return true; }
  StatusOr<std::unique_ptr<Graph>>
  instantiateGraph(GraphDescription description) override {
    return createCPUGraph(pool, std::move(description));
  }
  Status runTogether(const std::function<Status()> &list) override {
    return pool.run(list);
  }

private:
  bool poison;
  HostBlocks blocks;
  CachingAllocator allocator;
  ThreadPool pool;
};
} // namespace

DeviceRef tinygrad::rt::createCPUDevice(std::string name,
                                        const DeviceOptions &options) {
  return std::make_shared<CPUDevice>(std::move(name), options);
}
