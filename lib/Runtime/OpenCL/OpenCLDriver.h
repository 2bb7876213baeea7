//===- OpenCLDriver.h - platforms and their devices -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_OPENCL_OPENCLDRIVER_H
#define TINYGRAD_LIB_RUNTIME_OPENCL_OPENCLDRIVER_H

#include "OpenCLApi.h"

#include <map>
#include <memory>
#include <mutex>

namespace tinygrad::rt::cl {

/// A program that the driver built.
struct BuiltProgram {
  const Api *api = nullptr;
  Program program = nullptr;
  ~BuiltProgram();
};

/// The devices of one platform: they share memory and programs.
struct Group {
  const Api *api = nullptr;
  Platform platform = nullptr;
  std::vector<DeviceId> devices;
  Context context = nullptr;
  CommandBufferApi commandBuffers;
  bool hasCommandBuffers = false;

  std::mutex mutex;
  /// By their code and what they were built for; those still in use.
  std::map<std::pair<DeviceId, std::string>, std::weak_ptr<BuiltProgram>>
      programs;
  /// What the driver said last, of its own accord.
  std::string notice;

  ~Group();
  Status createContext();
  /// An error of a call, with what the driver has said about it.
  Status error(const char *function, Int code);
};

/// One device and what it offers.
struct DeviceEntry {
  std::shared_ptr<Group> group;
  DeviceId id = nullptr;
  Bits type = 0;

  bool hasExtension(const std::string &name) const;
  std::string text(UInt what) const;
};

class Driver {
public:
  /// The driver's one instance, with the library at `path` or the system's.
  static StatusOr<std::shared_ptr<Driver>> get(const std::string &path);

  /// GPUs first, then processors.
  const std::vector<DeviceEntry> &devices() const { return entries; }

private:
  Status findDevices();

  Api api;
  std::vector<DeviceEntry> entries;
};

} // namespace tinygrad::rt::cl

#endif // TINYGRAD_LIB_RUNTIME_OPENCL_OPENCLDRIVER_H
