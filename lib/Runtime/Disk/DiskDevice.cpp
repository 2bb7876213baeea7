//===- DiskDevice.cpp - a file as memory ------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The source or target of copies only. All its buffers are the file from its
// start on; a view is a place in it. A page or more is read straight into its
// target; less goes through a map of the page, which the system keeps.
//
//===----------------------------------------------------------------------===//

#include "../Guarded.h"
#include "TinyGrad/Runtime/Device.h"

#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tinygrad::rt;

/// Copies of fewer bytes go through a map.
static constexpr uint64_t pageBytes = 4096;
/// The most that one system call is asked to move.
static constexpr uint64_t chunkBytes = uint64_t(1) << 30;

namespace {
class DiskDevice : public Device {
public:
  DiskDevice(std::string name, std::string path)
      : Device(std::move(name)), path(std::move(path)) {}
  ~DiskDevice() override {
    if (descriptor >= 0)
      ::close(descriptor);
  }

  /// Opens the file. One that cannot be written can still be read.
  StatusOr<void *> allocate(uint64_t) override {
    std::lock_guard<std::mutex> lock(mutex);
    if (descriptor < 0)
      descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0)
      descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
      return failure("open", errno);
    return toHandle(0);
  }
  void free(void *, uint64_t) override {}
  StatusOr<void *> view(void *memory, uint64_t offset, uint64_t) override {
    return toHandle(toOffset(memory) + offset);
  }
  void *hostAddress(void *) override { return nullptr; }

  Status copyOut(void *host, const void *source, uint64_t bytes) override {
    uint64_t offset = toOffset(source);
    struct stat status;
    if (::fstat(descriptor, &status) != 0)
      return failure("read", errno);
    if (offset + bytes > uint64_t(status.st_size))
      return makeError("cannot read bytes [", offset, ", ", offset + bytes,
                       ") of '", path, "', which has ", status.st_size);
    return bytes < pageBytes ? readMapped(host, offset, bytes)
                             : readDirectly(host, offset, bytes);
  }

  Status copyIn(void *destination, const void *host, uint64_t bytes) override {
    uint64_t offset = toOffset(destination);
    const char *from = static_cast<const char *>(host);
    while (bytes != 0) {
      ssize_t put = ::pwrite(descriptor, from, std::min(bytes, chunkBytes),
                             static_cast<off_t>(offset));
      if (put < 0 && errno == EINTR)
        continue;
      if (put < 0)
        return failure("write", errno);
      from += put;
      offset += uint64_t(put);
      bytes -= uint64_t(put);
    }
    return Status::success();
  }

  Status copy(void *destination, const void *source, uint64_t bytes) override {
    return guarded([&]() -> Status {
      std::unique_ptr<char[]> bounce(new char[bytes]);
      if (Status status = copyOut(bounce.get(), source, bytes);
          status.isError())
        return status;
      return copyIn(destination, bounce.get(), bytes);
    });
  }
  Status fill(void *destination, uint8_t value, uint64_t bytes) override {
    return guarded([&] {
      std::unique_ptr<char[]> filled(new char[bytes]);
      std::memset(filled.get(), value, bytes);
      return copyIn(destination, filled.get(), bytes);
    });
  }

  Status launch(const LaunchArgs &) override {
    return makeError("device '", name(), "' cannot run kernels");
  }

private:
  /// Handles are never null.
  static void *toHandle(uint64_t offset) {
    return reinterpret_cast<void *>(offset + pageBytes);
  }
  static uint64_t toOffset(const void *handle) {
    return reinterpret_cast<uint64_t>(handle) - pageBytes;
  }

  Status failure(const char *what, int error) const {
    return makeError("cannot ", what, " '", path,
                     "': ", std::system_category().message(error));
  }

  Status readDirectly(void *host, uint64_t offset, uint64_t bytes) {
    char *to = static_cast<char *>(host);
    while (bytes != 0) {
      ssize_t got = ::pread(descriptor, to, std::min(bytes, chunkBytes),
                            static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return failure("read", errno);
      if (got == 0)
        return makeError("'", path, "' ended while it was read");
      to += got;
      offset += uint64_t(got);
      bytes -= uint64_t(got);
    }
    return Status::success();
  }

  Status readMapped(void *host, uint64_t offset, uint64_t bytes) {
    auto systemPage = uint64_t(::sysconf(_SC_PAGESIZE));
    uint64_t begin = offset / systemPage * systemPage;
    uint64_t length = offset + bytes - begin;
    void *map = ::mmap(nullptr, length, PROT_READ, MAP_SHARED, descriptor,
                       static_cast<off_t>(begin));
    if (map == MAP_FAILED)
      return failure("map", errno);
    std::memcpy(host, static_cast<char *>(map) + (offset - begin), bytes);
    ::munmap(map, length);
    return Status::success();
  }

  std::string path;
  std::mutex mutex;
  int descriptor = -1;
};
} // namespace

DeviceRef tinygrad::rt::createDiskDevice(std::string path) {
  return std::make_shared<DiskDevice>("disk:" + path, path);
}
