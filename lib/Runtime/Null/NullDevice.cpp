//===- NullDevice.cpp - a device that computes nothing ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes every call and checks its arguments, but has no memory and runs no
// kernel: schedules, plans and graphs of any size can be exercised on any
// machine. What is copied out of it is zero.
//
//===----------------------------------------------------------------------===//

#include "../Guarded.h"
#include "TinyGrad/Runtime/Device.h"

#include <atomic>
#include <cstring>

using namespace tinygrad::rt;

namespace {
class NullGraph : public Graph {
public:
  Status run(void *const *, const int64_t *) override {
    return Status::success();
  }
};

class NullDevice : public Device {
public:
  NullDevice(std::string name, int64_t graphLimit)
      : Device(std::move(name)), graphLimit(graphLimit) {}

  /// Hands out distinct handles, as far apart as the memory would be.
  StatusOr<void *> allocate(uint64_t bytes) override {
    uint64_t units = bytes / deviceAlignment + 1;
    if (units > (uint64_t(1) << 50))
      return makeError("cannot allocate ", bytes, " bytes of memory");
    uint64_t address = next.fetch_add(units * deviceAlignment);
    return reinterpret_cast<void *>(address);
  }
  void free(void *, uint64_t) override {}
  StatusOr<void *> view(void *memory, uint64_t offset, uint64_t) override {
    return reinterpret_cast<void *>(reinterpret_cast<uint64_t>(memory) +
                                    offset);
  }
  void *hostAddress(void *) override { return nullptr; }
  /// Any address is as good as another.
  bool isHostMemory() const override { return true; }

  Status copyIn(void *, const void *, uint64_t) override {
    return Status::success();
  }
  Status copyOut(void *host, const void *, uint64_t bytes) override {
    std::memset(host, 0, bytes);
    return Status::success();
  }
  Status copy(void *, const void *, uint64_t) override {
    return Status::success();
  }
  Status fill(void *, uint8_t, uint64_t) override { return Status::success(); }

  Status launch(const LaunchArgs &) override { return Status::success(); }

  bool supportsGraph() const override { return true; }
  StatusOr<std::unique_ptr<Graph>> instantiateGraph(GraphDescription) override {
    return guarded([&]() -> StatusOr<std::unique_ptr<Graph>> {
      if (graphLimit >= 0 && graphs.fetch_add(1) >= graphLimit)
        return makeError("device '", name(), "' holds no more than ",
                         graphLimit, " launch graphs");
      return std::unique_ptr<Graph>(new NullGraph());
    });
  }

private:
  std::atomic<uint64_t> next{deviceAlignment};
  /// Graphs before the first refusal; negative for no limit.
  int64_t graphLimit;
  std::atomic<int64_t> graphs{0};
};
} // namespace

DeviceRef tinygrad::rt::createNullDevice(std::string name,
                                         const DeviceOptions &options) {
  return std::make_shared<NullDevice>(std::move(name), options.nullGraphs);
}
