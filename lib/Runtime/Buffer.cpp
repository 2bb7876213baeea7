//===- Buffer.cpp - device memory by reference ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Buffer.h"
#include "Guarded.h"
#include "TinyGrad/Runtime/Counters.h"

#include <atomic>

using namespace tinygrad::rt;

struct Buffer::Storage {
  Storage(DeviceRef device, uint64_t bytes)
      : device(std::move(device)), bytes(bytes) {}
  ~Storage() {
    void *allocated = memory.load();
    if (!allocated || isExternal)
      return;
    device->free(allocated, bytes);
    countFreed(bytes);
  }

  DeviceRef device;
  uint64_t bytes;
  std::mutex mutex;
  std::atomic<void *> memory{nullptr};
  /// External memory is not ours to free or to count.
  bool isExternal = false;
  std::shared_ptr<void> owner;
};

StatusOr<Buffer> Buffer::create(DeviceRef device, uint64_t bytes) {
  return guarded([&]() -> StatusOr<Buffer> {
    if (!device)
      return makeError("expected a device for a buffer");
    Buffer buffer;
    buffer.storage = std::make_shared<Storage>(std::move(device), bytes);
    buffer.size = bytes;
    return buffer;
  });
}

StatusOr<Buffer> Buffer::wrap(DeviceRef device, void *memory, uint64_t bytes,
                              std::shared_ptr<void> owner) {
  if (!memory)
    return makeError("expected memory to wrap, but got a null pointer");
  StatusOr<Buffer> buffer = create(std::move(device), bytes);
  if (buffer.isError())
    return buffer;
  buffer->storage->memory = memory;
  buffer->storage->isExternal = true;
  buffer->storage->owner = std::move(owner);
  return buffer;
}

StatusOr<Buffer> Buffer::view(uint64_t offset, uint64_t bytes) const {
  if (offset > size || bytes > size - offset)
    return makeError("a view of ", bytes, " bytes at offset ", offset,
                     " exceeds its buffer of ", size, " bytes");
  Buffer result = *this;
  result.start += offset;
  result.size = bytes;
  return result;
}

Buffer Buffer::whole() const {
  Buffer result = *this;
  result.start = 0;
  result.size = storage ? storage->bytes : 0;
  return result;
}

Status Buffer::allocate() const {
  if (!storage)
    return makeError("expected a buffer, but got an empty handle");
  if (isAllocated())
    return Status::success();
  std::lock_guard<std::mutex> lock(storage->mutex);
  if (storage->memory.load())
    return Status::success();
  StatusOr<void *> memory = storage->device->allocate(storage->bytes);
  if (memory.isError())
    return memory.status();
  storage->memory = *memory;
  countAllocated(storage->bytes);
  return Status::success();
}

bool Buffer::isAllocated() const {
  return storage && storage->memory.load(std::memory_order_acquire);
}

StatusOr<void *> Buffer::handle() const {
  if (Status status = allocate(); status.isError())
    return status;
  void *memory = storage->memory.load(std::memory_order_acquire);
  if (!isView())
    return memory;
  return storage->device->view(memory, start, size);
}

StatusOr<void *> Buffer::hostAddress() const {
  StatusOr<void *> memory = handle();
  if (memory.isError())
    return memory;
  if (void *address = storage->device->hostAddress(*memory))
    return address;
  return makeError("the host cannot reach memory of device '",
                   storage->device->name(), "'");
}

Status Buffer::copyIn(const void *host) const {
  StatusOr<void *> memory = handle();
  if (memory.isError())
    return memory.status();
  return size == 0 ? Status::success()
                   : storage->device->copyIn(*memory, host, size);
}

Status Buffer::copyOut(void *host) const {
  StatusOr<void *> memory = handle();
  if (memory.isError())
    return memory.status();
  return size == 0 ? Status::success()
                   : storage->device->copyOut(host, *memory, size);
}

Status Buffer::fill(uint8_t value) const {
  StatusOr<void *> memory = handle();
  if (memory.isError())
    return memory.status();
  return storage->device->fill(*memory, value, size);
}

Status Buffer::copyFrom(const Buffer &source) const {
  if (!storage || !source.storage)
    return makeError("expected a buffer, but got an empty handle");
  if (source.size != size)
    return makeError("expected a source of ", size, " bytes, but got ",
                     source.size);
  if (overlaps(source))
    return start == source.start
               ? Status::success()
               : makeError("the source and the destination of a copy overlap");
  StatusOr<void *> to = handle();
  if (to.isError())
    return to.status();
  StatusOr<void *> from = source.handle();
  if (from.isError())
    return from.status();
  if (size == 0)
    return Status::success();

  const DeviceRef &ours = storage->device;
  const DeviceRef &theirs = source.storage->device;
  if (ours == theirs)
    return ours->copy(*to, *from, size);
  if (ours->reaches(*theirs))
    return ours->copyFrom(*to, *theirs, *from, size);
  if (void *address = ours->hostAddress(*to))
    return theirs->copyOut(address, *from, size);
  if (const void *address = theirs->hostAddress(*from))
    return ours->copyIn(*to, address, size);
  return guarded([&]() -> Status {
    std::unique_ptr<char[]> bounce(new char[size]);
    if (Status status = theirs->copyOut(bounce.get(), *from, size);
        status.isError())
      return status;
    return ours->copyIn(*to, bounce.get(), size);
  });
}

const DeviceRef &Buffer::device() const {
  static const DeviceRef none;
  return storage ? storage->device : none;
}

bool Buffer::isView() const {
  return storage && (start != 0 || size != storage->bytes);
}
