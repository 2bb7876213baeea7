//===- OpenCLDevice.cpp - memory and a queue of OpenCL ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device has one queue, in order, so that what is enqueued sees all that was
// enqueued before it. Copies from and to the host wait; launches do not.
//
//===----------------------------------------------------------------------===//

#include "OpenCLDevice.h"
#include "../Guarded.h"

#include <atomic>

using namespace tinygrad::rt;
using namespace tinygrad::rt::cl;

OpenCLDevice::OpenCLDevice(std::string name, DeviceEntry entry,
                           const DeviceOptions &options)
    : Device(std::move(name)), entry(std::move(entry)), poison(options.poison),
      translator(options.spirTranslator),
      allocator(*this, deviceAlignment, options.cacheBytes,
                options.memoryLimit) {}

OpenCLDevice::~OpenCLDevice() {
  if (!queue)
    return;
  api().clFinish(queue);
  allocator.trim();
  api().clReleaseCommandQueue(queue);
}

Status OpenCLDevice::open() {
  if (Status status = group().createContext(); status.isError())
    return status;
  Int code = success;
  queue = api().clCreateCommandQueue(group().context, entry.id, 0, &code);
  if (!queue)
    return group().error("clCreateCommandQueue", code);
  commandBuffers =
      group().hasCommandBuffers && entry.hasExtension("cl_khr_command_buffer");
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

StatusOr<void *> OpenCLDevice::allocateBlock(uint64_t size) {
  static std::atomic<uint64_t> counter{0};
  auto memory = std::make_unique<Memory>();
  Int code = success;
  memory->mem = api().clCreateBuffer(group().context, memReadWrite,
                                     size_t(size), nullptr, &code);
  if (!memory->mem)
    return group().error("clCreateBuffer", code);
  memory->number = ++counter;
  return static_cast<void *>(memory.release());
}

void OpenCLDevice::freeBlock(void *handle, uint64_t) {
  std::unique_ptr<Memory> memory(static_cast<Memory *>(handle));
  api().clReleaseMemObject(memory->mem);
}

StatusOr<void *> OpenCLDevice::allocate(uint64_t bytes) {
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

void OpenCLDevice::free(void *handle, uint64_t bytes) {
  auto *memory = static_cast<Memory *>(handle);
  {
    std::lock_guard<std::mutex> lock(memory->mutex);
    memory->views.clear();
  }
  // What is still queued on the memory runs before what its next owner queues.
  allocator.free(handle, bytes);
}

StatusOr<void *> OpenCLDevice::view(void *handle, uint64_t offset, uint64_t) {
  return guarded([&]() -> StatusOr<void *> {
    auto *memory = static_cast<Memory *>(handle);
    std::lock_guard<std::mutex> lock(memory->mutex);
    std::unique_ptr<Memory> &view = memory->views[offset];
    if (!view) {
      view = std::make_unique<Memory>();
      view->mem = memory->mem;
      view->offset = memory->offset + offset;
      view->number = memory->number;
    }
    return static_cast<void *>(view.get());
  });
}

Status OpenCLDevice::copyIn(void *destination, const void *host,
                            uint64_t bytes) {
  const Memory &to = Memory::get(destination);
  std::lock_guard<std::mutex> lock(mutex);
  return check("clEnqueueWriteBuffer",
               api().clEnqueueWriteBuffer(queue, to.mem, blocking, to.offset,
                                          bytes, host, 0, nullptr, nullptr));
}

Status OpenCLDevice::copyOut(void *host, const void *source, uint64_t bytes) {
  const Memory &from = Memory::get(source);
  std::lock_guard<std::mutex> lock(mutex);
  return check("clEnqueueReadBuffer",
               api().clEnqueueReadBuffer(queue, from.mem, blocking, from.offset,
                                         bytes, host, 0, nullptr, nullptr));
}

Status OpenCLDevice::enqueueCopy(const Memory &to, const Memory &from,
                                 uint64_t bytes) {
  if (bytes == 0)
    return Status::success();
  return check("clEnqueueCopyBuffer",
               api().clEnqueueCopyBuffer(queue, from.mem, to.mem, from.offset,
                                         to.offset, bytes, 0, nullptr,
                                         nullptr));
}

Status OpenCLDevice::copy(void *destination, const void *source,
                          uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  return enqueueCopy(Memory::get(destination), Memory::get(source), bytes);
}

Status OpenCLDevice::fill(void *destination, uint8_t value, uint64_t bytes) {
  if (bytes == 0)
    return Status::success();
  const Memory &to = Memory::get(destination);
  std::lock_guard<std::mutex> lock(mutex);
  return check("clEnqueueFillBuffer",
               api().clEnqueueFillBuffer(queue, to.mem, &value, 1, to.offset,
                                         bytes, 0, nullptr, nullptr));
}

//===----------------------------------------------------------------------===//
// Several devices
//===----------------------------------------------------------------------===//

bool OpenCLDevice::reaches(const Device &other) const {
  const auto *device = dynamic_cast<const OpenCLDevice *>(&other);
  return device && device->entry.group == entry.group;
}

Status OpenCLDevice::waitFor(OpenCLDevice &other) {
  if (&other == this)
    return Status::success();
  Event event = nullptr;
  Int code = api().clEnqueueMarkerWithWaitList(other.queue, 0, nullptr, &event);
  if (code != success)
    return group().error("clEnqueueMarkerWithWaitList", code);
  // A queue that nobody flushes need not start.
  code = api().clFlush(other.queue);
  if (code == success)
    code = api().clEnqueueBarrierWithWaitList(queue, 1, &event, nullptr);
  api().clReleaseEvent(event);
  return check("clEnqueueBarrierWithWaitList", code);
}

Status OpenCLDevice::copyFrom(void *destination, Device &other,
                              const void *source, uint64_t bytes) {
  auto &device = static_cast<OpenCLDevice &>(other);
  std::scoped_lock lock(mutex, device.mutex);
  if (Status status = waitFor(device); status.isError())
    return status;
  if (Status status =
          enqueueCopy(Memory::get(destination), Memory::get(source), bytes);
      status.isError())
    return status;
  // The owner of the source may change it, or free it, as soon as we return.
  return device.waitFor(*this);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

OpenCLKernel::~OpenCLKernel() {
  if (kernel)
    program->api->clReleaseKernel(kernel);
}

StatusOr<Kernel> OpenCLKernel::clone() const {
  Int code = success;
  Kernel made =
      program->api->clCreateKernel(program->program, entry.c_str(), &code);
  if (!made)
    return device.group().error("clCreateKernel", code);
  return made;
}

Status OpenCLKernel::setArguments(Kernel target, void *const *buffers,
                                  const int64_t *vars) const {
  const Api &api = *program->api;
  UInt position = 0;
  Int code = success;
  auto set = [&](size_t size, const void *value) {
    if (code == success)
      code = api.clSetKernelArg(target, position++, size, value);
  };
  for (uint32_t i = 0; i < numBuffers; ++i)
    set(sizeof(Mem), &Memory::get(buffers[i]).mem);
  for (uint32_t i = 0; i < numVars; ++i)
    set(sizeof(int64_t), &vars[i]);
  for (uint32_t i = 0; i < numBuffers; ++i)
    set(sizeof(uint64_t), &Memory::get(buffers[i]).offset);
  return code == success ? Status::success()
                         : device.group().error("clSetKernelArg", code);
}

StatusOr<WorkSizes> WorkSizes::get(const LaunchDims &dims) {
  WorkSizes sizes;
  for (size_t i = 0; i < 3; ++i) {
    sizes.hasLocal &= dims.block[i] > 0;
    sizes.local[i] = size_t(dims.block[i]);
    if (__builtin_mul_overflow(size_t(dims.grid[i]),
                               size_t(std::max<int64_t>(dims.block[i], 1)),
                               &sizes.global[i]))
      return makeError("has more threads than OpenCL can count");
  }
  while (sizes.numDims > 1 && sizes.global[sizes.numDims - 1] == 1)
    --sizes.numDims;
  return sizes;
}

Status OpenCLDevice::enqueueLaunch(const OpenCLKernel &kernel,
                                   void *const *buffers, const int64_t *vars,
                                   const LaunchDims &dims) {
  if (dims.isEmpty())
    return Status::success();
  StatusOr<WorkSizes> sizes = WorkSizes::get(dims);
  if (sizes.isError())
    return sizes.status();
  if (Status status = kernel.setArguments(kernel.kernel, buffers, vars);
      status.isError())
    return status;
  return check("clEnqueueNDRangeKernel",
               api().clEnqueueNDRangeKernel(
                   queue, kernel.kernel, sizes->numDims, nullptr, sizes->global,
                   sizes->localOrNull(), 0, nullptr, nullptr));
}

Status OpenCLDevice::launch(const LaunchArgs &args) {
  const auto *kernel =
      dynamic_cast<const OpenCLKernel *>(args.program->kernel.get());
  if (!kernel || &kernel->device != this || !args.dims)
    return makeError("program '", args.program->name,
                     "' has no code for device '", name(), "'");
  std::lock_guard<std::mutex> lock(mutex);
  Status status = enqueueLaunch(*kernel, args.buffers, args.vars, *args.dims);
  if (status.isError())
    return makeError("program '", args.program->name, "' on device '", name(),
                     "': ", status.message());
  return status;
}

Status OpenCLDevice::synchronize() {
  std::lock_guard<std::mutex> lock(mutex);
  return check("clFinish", api().clFinish(queue));
}

StatusOr<std::unique_ptr<Graph>>
OpenCLDevice::instantiateGraph(GraphDescription description) {
  return createOpenCLGraph(*this, std::move(description));
}

StatusOr<DeviceRef>
tinygrad::rt::createOpenCLDevice(std::string name, unsigned ordinal,
                                 const DeviceOptions &options) {
  StatusOr<std::shared_ptr<Driver>> driver = Driver::get(options.openclLibrary);
  if (driver.isError())
    return makeError("device '", name, "': ", driver.message());
  const std::vector<DeviceEntry> &entries = (*driver)->devices();
  if (entries.empty())
    return makeError("device '", name,
                     "': no driver of OpenCL on this machine has a device");
  if (ordinal >= entries.size())
    return makeError("device '", name, "': OpenCL has ", entries.size(),
                     entries.size() == 1 ? " device" : " devices",
                     " on this machine");
  auto device = std::make_shared<OpenCLDevice>(name, entries[ordinal], options);
  if (Status status = device->open(); status.isError())
    return makeError("device '", name, "': ", status.message());
  return DeviceRef(std::move(device));
}
