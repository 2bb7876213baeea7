//===- Device.cpp - devices by name -----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Device.h"
#include "BlockSizes.h"
#include "Guarded.h"

using namespace tinygrad::rt;

Graph::~Graph() = default;

Device::Device(std::string name)
    : deviceName(std::move(name)),
      blocks(std::make_shared<BlockSizes>(std::string())) {}
Device::~Device() = default;

void Device::keepBlockSizes(const std::string &file) {
  blocks = std::make_shared<BlockSizes>(file);
}

StatusOr<std::unique_ptr<Graph>> Device::instantiateGraph(GraphDescription) {
  return makeError("device '", name(), "' has no launch graphs");
}

DeviceKernel::~DeviceKernel() = default;

bool Device::reaches(const Device &) const { return false; }

Status Device::copyFrom(void *, Device &other, const void *, uint64_t) {
  return makeError("device '", name(), "' cannot read memory of device '",
                   other.name(), "'");
}

StatusOr<std::shared_ptr<DeviceKernel>>
Device::loadKernel(const KernelImage &image) {
  return makeError("device '", name(), "' cannot load kernel '", image.entry,
                   "'");
}

using Factory = StatusOr<DeviceRef> (*)(std::string name, unsigned ordinal,
                                        const DeviceOptions &options);

static Factory findFactory(const std::string &kind) {
  if (kind == "cpu")
    return [](std::string name, unsigned, const DeviceOptions &options) {
      return StatusOr<DeviceRef>(createCPUDevice(std::move(name), options));
    };
  if (kind == "null")
    return [](std::string name, unsigned, const DeviceOptions &options) {
      return StatusOr<DeviceRef>(createNullDevice(std::move(name), options));
    };
  if (kind == "opencl")
    return createOpenCLDevice;
  if (kind == "cuda")
    return createCUDADevice;
  if (kind == "hip")
    return createHIPDevice;
  return nullptr;
}

/// Reads 1 to 4 decimal digits, or gives -1.
static int parseOrdinal(const std::string &text) {
  if (text.empty() || text.size() > 4)
    return -1;
  int value = 0;
  for (char digit : text) {
    if (digit < '0' || digit > '9')
      return -1;
    value = value * 10 + (digit - '0');
  }
  return value;
}

StatusOr<DeviceRef> DeviceRegistry::get(const std::string &name) {
  return guarded([&]() -> StatusOr<DeviceRef> {
    size_t colon = name.find(':');
    std::string kind = name.substr(0, colon);
    if (kind == "disk" && colon != std::string::npos &&
        colon + 1 < name.size()) {
      std::lock_guard<std::mutex> lock(mutex);
      DeviceRef &file = devices[name];
      if (!file)
        file = createDiskDevice(name.substr(colon + 1));
      return file;
    }
    Factory factory = findFactory(kind);
    if (!factory)
      return makeError("unknown device '", name,
                       "': expected cpu, opencl, cuda, hip or null");

    int ordinal = 0;
    if (colon != std::string::npos) {
      ordinal = parseOrdinal(name.substr(colon + 1));
      if (ordinal < 0)
        return makeError("invalid device '", name,
                         "': expected a number from 0 to 9999 after ':'");
    }
    std::string canonical =
        ordinal == 0 ? kind : kind + ":" + std::to_string(ordinal);

    std::lock_guard<std::mutex> lock(mutex);
    if (auto found = devices.find(canonical); found != devices.end())
      return found->second;
    StatusOr<DeviceRef> device = factory(canonical, unsigned(ordinal), options);
    if (device.isOk()) {
      (*device)->keepBlockSizes(options.blockSizesFile);
      devices[canonical] = *device;
    }
    return device;
  });
}
