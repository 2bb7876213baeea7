//===- OpenCLDriver.cpp - platforms and their devices -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenCLDriver.h"

using namespace tinygrad::rt;
using namespace tinygrad::rt::cl;

BuiltProgram::~BuiltProgram() {
  if (program)
    api->clReleaseProgram(program);
}

Group::~Group() {
  if (context)
    api->clReleaseContext(context);
}

Status Group::error(const char *function, Int code) {
  std::lock_guard<std::mutex> lock(mutex);
  Status status = makeCallError(function, code);
  if (notice.empty())
    return status;
  std::string text = std::move(notice);
  notice.clear();
  return makeError(status.message(), ": ", text);
}

Status Group::createContext() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (context)
      return Status::success();
  }
  intptr_t properties[] = {contextPlatform,
                           reinterpret_cast<intptr_t>(platform), 0};
  auto notify = [](const char *message, const void *, size_t, void *user) {
    auto *group = static_cast<Group *>(user);
    std::lock_guard<std::mutex> lock(group->mutex);
    group->notice = message ? message : "";
  };
  Int code = success;
  Context made = api->clCreateContext(properties, UInt(devices.size()),
                                      devices.data(), notify, this, &code);
  if (!made)
    return error("clCreateContext", code);
  std::lock_guard<std::mutex> lock(mutex);
  if (context)
    api->clReleaseContext(made);
  else
    context = made;
  return Status::success();
}

std::string DeviceEntry::text(UInt what) const {
  size_t size = 0;
  if (group->api->clGetDeviceInfo(id, what, 0, nullptr, &size) != success)
    return {};
  std::string result(size, '\0');
  if (group->api->clGetDeviceInfo(id, what, size, result.data(), nullptr) !=
      success)
    return {};
  while (!result.empty() && result.back() == '\0')
    result.pop_back();
  return result;
}

bool DeviceEntry::hasExtension(const std::string &name) const {
  return (" " + text(deviceExtensions) + " ").find(" " + name + " ") !=
         std::string::npos;
}

Status Driver::findDevices() {
  UInt count = 0;
  Int code = api.clGetPlatformIDs(0, nullptr, &count);
  if (code != success && code != platformNotFound)
    return makeCallError("clGetPlatformIDs", code);
  std::vector<Platform> platforms(count);
  if (count != 0)
    if (Int code = api.clGetPlatformIDs(count, platforms.data(), nullptr);
        code != success)
      return makeCallError("clGetPlatformIDs", code);
  for (Platform platform : platforms) {
    auto group = std::make_shared<Group>();
    group->api = &api;
    group->platform = platform;
    UInt number = 0;
    code = api.clGetDeviceIDs(platform, deviceTypeAll, 0, nullptr, &number);
    if (code == deviceNotFound || number == 0)
      continue;
    if (code != success)
      return makeCallError("clGetDeviceIDs", code);
    group->devices.resize(number);
    code = api.clGetDeviceIDs(platform, deviceTypeAll, number,
                              group->devices.data(), nullptr);
    if (code != success)
      return makeCallError("clGetDeviceIDs", code);
    group->hasCommandBuffers = group->commandBuffers.load(api, platform);
    for (DeviceId id : group->devices) {
      DeviceEntry entry;
      entry.group = group;
      entry.id = id;
      (void)api.clGetDeviceInfo(id, deviceType, sizeof(entry.type), &entry.type,
                                nullptr);
      entries.push_back(std::move(entry));
    }
  }
  // Not std::stable_sort, whose helpers are deprecated in libstdc++ 12.
  std::vector<DeviceEntry> sorted;
  for (bool isCPU : {false, true})
    for (const DeviceEntry &entry : entries)
      if (bool(entry.type & deviceTypeCPU) == isCPU)
        sorted.push_back(entry);
  entries = std::move(sorted);
  return Status::success();
}

StatusOr<std::shared_ptr<Driver>> Driver::get(const std::string &path) {
  static std::mutex mutex;
  // Never taken down: the driver's own threads, and devices that the program
  // keeps in variables of its own, may outlive everything else.
  static auto &drivers = *new std::map<std::string, std::shared_ptr<Driver>>;
  std::lock_guard<std::mutex> lock(mutex);
  if (auto found = drivers.find(path); found != drivers.end())
    return found->second;
  StatusOr<DriverLibrary> library =
      DriverLibrary::open("OpenCL", path, {"libOpenCL.so.1", "libOpenCL.so"});
  if (library.isError())
    return library.status();
  auto driver = std::make_shared<Driver>();
  if (Status status = driver->api.load(*library); status.isError())
    return status;
  if (Status status = driver->findDevices(); status.isError())
    return status;
  drivers[path] = driver;
  return driver;
}
