//===- Buffer.h - device memory by reference --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_BUFFER_H
#define TINYGRAD_RUNTIME_BUFFER_H

#include "TinyGrad/Runtime/Device.h"

namespace tinygrad::rt {

/// A range of bytes in a piece of device memory: the whole of it, or a view. A
/// Buffer is a handle; copies refer to the same memory, which is allocated when
/// first needed and freed with the last handle.
class Buffer {
public:
  Buffer() = default;

  /// Allocates nothing yet.
  static StatusOr<Buffer> create(DeviceRef device, uint64_t bytes);

  /// Memory that somebody else allocated and `owner`, if any, keeps alive.
  static StatusOr<Buffer> wrap(DeviceRef device, void *memory, uint64_t bytes,
                               std::shared_ptr<void> owner = nullptr);

  explicit operator bool() const { return storage != nullptr; }

  /// `bytes` of this buffer from `offset` on. A view of a view refers to the
  /// whole memory directly.
  StatusOr<Buffer> view(uint64_t offset, uint64_t bytes) const;
  /// The whole memory that this is a view of.
  Buffer whole() const;

  Status allocate() const;
  bool isAllocated() const;

  /// The device's handle of these bytes; allocates.
  StatusOr<void *> handle() const;
  /// The host's address; allocates. An error if the host cannot reach it.
  StatusOr<void *> hostAddress() const;

  /// Copies all bytes from or to the host.
  Status copyIn(const void *host) const;
  Status copyOut(void *host) const;
  /// Copies all bytes of `source`, which has as many, on any device.
  Status copyFrom(const Buffer &source) const;
  Status fill(uint8_t value) const;

  const DeviceRef &device() const;
  uint64_t bytes() const { return size; }
  /// Where this buffer starts in the memory it refers to.
  uint64_t offset() const { return start; }
  bool isView() const;
  bool sharesMemoryWith(const Buffer &other) const {
    return storage && storage == other.storage;
  }
  /// Equal for the buffers that refer to one memory.
  const void *identity() const { return storage.get(); }
  /// Whether the two have a byte in common.
  bool overlaps(const Buffer &other) const {
    return sharesMemoryWith(other) && start < other.start + other.size &&
           other.start < start + size;
  }

private:
  struct Storage;
  std::shared_ptr<Storage> storage;
  uint64_t start = 0;
  uint64_t size = 0;
};

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_BUFFER_H
