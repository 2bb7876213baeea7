//===- GPUDevice.cpp - a device of CUDA or HIP ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GPUDevice.h"
#include "../BlockSizes.h"
#include "../Guarded.h"

#include <algorithm>
#include <cstring>
#include <limits>

using namespace tinygrad::rt;
using namespace tinygrad::rt::gpu;

Driver::~Driver() = default;

Status KernelCall::checkDims() const {
  for (size_t i = 0; i < 3; ++i) {
    const char name = "xyz"[i];
    if (dims.block[i] < 1)
      return makeError("expected at least 1 thread in ", name,
                       " in a block, but got ", dims.block[i]);
    if (dims.grid[i] < 1)
      return makeError("expected at least 1 block in ", name, ", but got ",
                       dims.grid[i]);
    constexpr int64_t most = std::numeric_limits<uint32_t>::max();
    if (dims.grid[i] > most || dims.block[i] > most)
      return makeError("expected at most ", most, " blocks and threads in ",
                       name, ", but got ", dims.grid[i], " and ",
                       dims.block[i]);
  }
  return Status::success();
}

LoadedModule::~LoadedModule() {
  CurrentDevice current(*driver);
  if (module && current.status.isOk())
    driver->unloadModule(module);
}

//===----------------------------------------------------------------------===//
// Copies from and to the host
//===----------------------------------------------------------------------===//

Staging::~Staging() {
  for (Piece &piece : pieces) {
    if (piece.done)
      driver.destroyEvent(piece.done);
    if (piece.memory)
      driver.freePinned(piece.memory);
  }
}

/// Makes the piece free to be written by the host.
Status Staging::prepare(Piece &piece) {
  if (!piece.memory) {
    StatusOr<void *> memory = driver.allocatePinned(pieceBytes);
    if (memory.isError())
      return memory.status();
    piece.memory = *memory;
  }
  if (!piece.done) {
    StatusOr<Event> event = driver.createEvent();
    if (event.isError())
      return event.status();
    piece.done = *event;
  }
  if (!piece.isInUse)
    return Status::success();
  piece.isInUse = false;
  return driver.wait(piece.done);
}

Status Staging::copyIn(void *destination, const void *host, uint64_t bytes,
                       Stream stream) {
  size_t next = 0;
  for (uint64_t done = 0; done < bytes; done += pieceBytes) {
    uint64_t size = std::min(pieceBytes, bytes - done);
    Piece &piece = pieces[next++ % pieces.size()];
    if (Status status = prepare(piece); status.isError())
      return status;
    std::memcpy(piece.memory, static_cast<const char *>(host) + done, size);
    CopyCall call = {static_cast<char *>(destination) + done, piece.memory,
                     size};
    if (Status status = driver.copy(call, stream); status.isError())
      return status;
    piece.isInUse = true;
    if (Status status = driver.record(piece.done, stream); status.isError())
      return status;
  }
  return Status::success();
}

Status Staging::copyOut(void *host, const void *source, uint64_t bytes,
                        Stream stream) {
  uint64_t numPieces = (bytes + pieceBytes - 1) / pieceBytes;
  auto sizeOf = [&](uint64_t i) {
    return std::min(pieceBytes, bytes - i * pieceBytes);
  };
  // One piece ahead of the one that the host takes.
  for (uint64_t i = 0; i <= numPieces; ++i) {
    if (i < numPieces) {
      Piece &piece = pieces[i % pieces.size()];
      if (Status status = prepare(piece); status.isError())
        return status;
      CopyCall call = {piece.memory,
                       static_cast<const char *>(source) + i * pieceBytes,
                       sizeOf(i)};
      if (Status status = driver.copy(call, stream); status.isError())
        return status;
      piece.isInUse = true;
      if (Status status = driver.record(piece.done, stream); status.isError())
        return status;
    }
    if (i == 0)
      continue;
    Piece &piece = pieces[(i - 1) % pieces.size()];
    piece.isInUse = false;
    if (Status status = driver.wait(piece.done); status.isError())
      return status;
    std::memcpy(static_cast<char *>(host) + (i - 1) * pieceBytes, piece.memory,
                sizeOf(i - 1));
  }
  return Status::success();
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

/// What the drivers align memory to.
static constexpr uint64_t blockAlignment = 256;

GPUDevice::GPUDevice(std::string name, std::shared_ptr<Driver> driver,
                     const DeviceOptions &options)
    : Device(std::move(name)), driver(std::move(driver)),
      poison(options.poison),
      allocator(*this, blockAlignment, options.cacheBytes,
                options.memoryLimit) {}

GPUDevice::~GPUDevice() {
  CurrentDevice current(*driver);
  if (!stream || current.status.isError())
    return;
  (void)driver->synchronize(stream);
  allocator.trim();
  staging.reset();
  if (reached)
    driver->destroyEvent(reached);
  driver->destroyStream(stream);
}

Status GPUDevice::open() {
  CurrentDevice current(*driver);
  if (current.status.isError())
    return current.status;
  StatusOr<Stream> made = driver->createStream();
  if (made.isError())
    return made.status();
  stream = *made;
  StatusOr<Event> event = driver->createEvent();
  if (event.isError())
    return event.status();
  reached = *event;
  staging = std::make_unique<Staging>(*driver);
  return Status::success();
}

StatusOr<void *> GPUDevice::allocateBlock(uint64_t size) {
  CurrentDevice current(*driver);
  if (current.status.isError())
    return current.status;
  return driver->allocate(size);
}

void GPUDevice::freeBlock(void *memory, uint64_t) {
  CurrentDevice current(*driver);
  if (current.status.isError())
    return;
  // Work on the memory may still be under way.
  (void)driver->synchronize(stream);
  driver->free(memory);
}

StatusOr<void *> GPUDevice::allocate(uint64_t bytes) {
  return guarded([&]() -> StatusOr<void *> {
    StatusOr<void *> memory = allocator.allocate(bytes);
    if (poison && memory.isOk())
      if (Status status = fill(*memory, 0xFF, bytes); status.isError()) {
        free(*memory, bytes);
        return status;
      }
    return memory;
  });
}

void GPUDevice::free(void *memory, uint64_t bytes) {
  // Its next owner uses it in the same stream, so after all that is under way.
  allocator.free(memory, bytes);
}

Status GPUDevice::copyIn(void *destination, const void *host, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  CurrentDevice current(*driver);
  if (current.status.isError())
    return current.status;
  return staging->copyIn(destination, host, bytes, stream);
}

Status GPUDevice::copyOut(void *host, const void *source, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  CurrentDevice current(*driver);
  if (current.status.isError())
    return current.status;
  return staging->copyOut(host, source, bytes, stream);
}

Status GPUDevice::copy(void *destination, const void *source, uint64_t bytes) {
  if (bytes == 0)
    return Status::success();
  std::lock_guard<std::mutex> lock(mutex);
  CurrentDevice current(*driver);
  if (current.status.isError())
    return current.status;
  return driver->copy({destination, source, bytes}, stream);
}

Status GPUDevice::fill(void *destination, uint8_t value, uint64_t bytes) {
  if (bytes == 0)
    return Status::success();
  std::lock_guard<std::mutex> lock(mutex);
  CurrentDevice current(*driver);
  if (current.status.isError())
    return current.status;
  return driver->fill(destination, value, bytes, stream);
}

bool GPUDevice::reaches(const Device &other) const {
  const auto *device = dynamic_cast<const GPUDevice *>(&other);
  return device && device->kind() == kind();
}

Status GPUDevice::waitFor(GPUDevice &other) {
  if (&other == this)
    return Status::success();
  if (Status status = other.driver->makeCurrent(); status.isError())
    return status;
  if (Status status = other.driver->record(other.reached, other.stream);
      status.isError())
    return status;
  if (Status status = driver->makeCurrent(); status.isError())
    return status;
  return driver->waitInStream(stream, other.reached);
}

Status GPUDevice::copyFrom(void *destination, Device &other, const void *source,
                           uint64_t bytes) {
  auto &device = static_cast<GPUDevice &>(other);
  std::scoped_lock lock(mutex, device.mutex);
  CurrentDevice current(*driver);
  if (current.status.isError())
    return current.status;
  if (Status status = waitFor(device); status.isError())
    return status;
  if (Status status = driver->copy({destination, source, bytes}, stream);
      status.isError())
    return status;
  // The owner of the source may free it as soon as we return: whoever gets its
  // memory waits for the copy.
  return device.waitFor(*this);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void Parameters::set(const std::vector<void *> &buffers,
                     const std::vector<int64_t> &variables) {
  values.clear();
  for (void *buffer : buffers)
    values.push_back(reinterpret_cast<uint64_t>(buffer));
  for (int64_t variable : variables)
    values.push_back(uint64_t(variable));
  addresses.resize(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    addresses[i] = &values[i];
}

StatusOr<std::shared_ptr<LoadedModule>>
GPUDevice::load(const std::string &code) {
  if (auto found = modules.find(code); found != modules.end())
    if (auto module = found->second.lock())
      return module;
  StatusOr<Module> loaded = driver->loadModule(code);
  if (loaded.isError())
    return loaded.status();
  auto module = std::make_shared<LoadedModule>();
  module->driver = driver;
  module->module = *loaded;
  for (auto it = modules.begin(); it != modules.end();)
    it = it->second.expired() ? modules.erase(it) : std::next(it);
  modules[code] = module;
  return module;
}

StatusOr<std::shared_ptr<DeviceKernel>>
GPUDevice::loadKernel(const KernelImage &image) {
  return guarded([&]() -> StatusOr<std::shared_ptr<DeviceKernel>> {
    auto fail = [&](const std::string &reason) {
      return makeError("device '", name(), "' cannot load kernel '",
                       image.entry, "': ", reason);
    };
    std::lock_guard<std::mutex> lock(mutex);
    CurrentDevice current(*driver);
    if (current.status.isError())
      return fail(current.status.message());
    StatusOr<std::shared_ptr<LoadedModule>> module = load(image.code);
    if (module.isError() && !image.fallback.empty()) {
      std::string reason = module.message();
      module = load(image.fallback);
      if (module.isError())
        return fail(reason + "; " + module.message());
    }
    if (module.isError())
      return fail(module.message());
    StatusOr<Function> function =
        driver->getFunction((*module)->module, image.entry);
    if (function.isError())
      return fail(function.message());
    if (image.workgroupBytes != 0)
      if (Status status =
              driver->allowWorkgroupBytes(*function, image.workgroupBytes);
          status.isError())
        return fail(status.message());
    auto kernel = std::make_shared<GPUKernel>(*module, *function, *this, image);
    kernel->digest = digestOf(image.entry + '\n' + image.code);
    return std::shared_ptr<DeviceKernel>(std::move(kernel));
  });
}

Status GPUDevice::launch(const LaunchArgs &args) {
  return guarded([&]() -> Status {
    const auto *kernel =
        dynamic_cast<const GPUKernel *>(args.program->kernel.get());
    if (!kernel || &kernel->device != this || !args.dims)
      return makeError("program '", args.program->name,
                       "' has no code for device '", name(), "'");
    if (args.dims->isEmpty())
      return Status::success();
    // The driver reads the values while it is called.
    std::array<void *, 64> few;
    std::vector<void *> many;
    size_t count = kernel->numBuffers + kernel->numVars;
    if (count > few.size())
      many.resize(count);
    void **addresses = count > few.size() ? many.data() : few.data();
    for (uint32_t i = 0; i < kernel->numBuffers; ++i)
      addresses[i] = const_cast<void **>(&args.buffers[i]);
    for (uint32_t i = 0; i < kernel->numVars; ++i)
      addresses[kernel->numBuffers + i] = const_cast<int64_t *>(&args.vars[i]);
    std::lock_guard<std::mutex> lock(mutex);
    CurrentDevice current(*driver);
    Status status = current.status;
    if (status.isOk())
      status = driver->launch(
          {kernel->function, *args.dims, addresses, kernel->workgroupBytes},
          stream);
    if (status.isError())
      return makeError("program '", args.program->name, "' on device '", name(),
                       "': ", status.message());
    return status;
  });
}

Status GPUDevice::synchronize() {
  std::lock_guard<std::mutex> lock(mutex);
  CurrentDevice current(*driver);
  if (current.status.isError())
    return current.status;
  return driver->synchronize(stream);
}

StatusOr<std::unique_ptr<Graph>>
GPUDevice::instantiateGraph(GraphDescription description) {
  return createGPUGraph(*this, std::move(description));
}

static StatusOr<DeviceRef> createDevice(std::string name, OpenDriver open,
                                        unsigned ordinal,
                                        const std::string &library,
                                        const DeviceOptions &options) {
  StatusOr<std::unique_ptr<Driver>> driver = open(ordinal, library);
  if (driver.isError())
    return makeError("device '", name, "': ", driver.message());
  auto device = std::make_shared<GPUDevice>(name, std::move(*driver), options);
  if (Status status = device->open(); status.isError())
    return makeError("device '", name, "': ", status.message());
  return DeviceRef(std::move(device));
}

StatusOr<DeviceRef>
tinygrad::rt::createCUDADevice(std::string name, unsigned ordinal,
                               const DeviceOptions &options) {
  return createDevice(std::move(name), openCUDA, ordinal, options.cudaLibrary,
                      options);
}

StatusOr<DeviceRef>
tinygrad::rt::createHIPDevice(std::string name, unsigned ordinal,
                              const DeviceOptions &options) {
  return createDevice(std::move(name), openHIP, ordinal, options.hipLibrary,
                      options);
}
