//===- File.cpp - whole reads and atomic writes -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tinygrad::rt;

static std::string systemMessage(int error) {
  return std::system_category().message(error);
}

/// How much one system call is asked to move.
static constexpr uint64_t chunkBytes = uint64_t(1) << 30;

StatusOr<InputFile> InputFile::open(const std::string &path) {
  // A pipe would block the open; it is refused below.
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return makeError("cannot open '", path, "': ", systemMessage(errno));
  struct stat status;
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return makeError("cannot open '", path, "': not a regular file");
  }
  return InputFile(descriptor, uint64_t(status.st_size));
}

InputFile::InputFile(InputFile &&other) noexcept
    : descriptor(std::exchange(other.descriptor, -1)), bytes(other.bytes) {}

InputFile::~InputFile() {
  if (descriptor >= 0)
    ::close(descriptor);
}

Status InputFile::read(void *destination, uint64_t count,
                       uint64_t offset) const {
  auto *to = static_cast<char *>(destination);
  while (count != 0) {
    ssize_t got = ::pread(descriptor, to, std::min(count, chunkBytes),
                          static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return makeError("cannot read: ", systemMessage(errno));
    if (got == 0)
      return makeError("the file ended while it was read");
    to += got;
    offset += uint64_t(got);
    count -= uint64_t(got);
  }
  return Status::success();
}

StatusOr<OutputFile> OutputFile::create(const std::string &path) {
  struct stat status;
  bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    return makeError("cannot write '", path, "': it is a directory");
  if (exists && !S_ISREG(status.st_mode)) {
    int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
      return makeError("cannot write '", path, "': ", systemMessage(errno));
    return OutputFile(path, "", descriptor);
  }

  static std::atomic<unsigned> counter{0};
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::string temporary = path + ".tmp." + std::to_string(::getpid()) + "." +
                            std::to_string(counter.fetch_add(1));
    int descriptor = ::open(temporary.c_str(),
                            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0)
      return OutputFile(path, temporary, descriptor);
    if (errno != EEXIST)
      return makeError("cannot write '", path, "': ", systemMessage(errno));
  }
  return makeError("cannot write '", path, "': no free temporary name");
}

OutputFile::OutputFile(OutputFile &&other) noexcept
    : path(std::move(other.path)), temporary(std::move(other.temporary)),
      descriptor(std::exchange(other.descriptor, -1)) {}

OutputFile::~OutputFile() {
  if (descriptor < 0)
    return;
  ::close(descriptor);
  if (!temporary.empty())
    ::unlink(temporary.c_str());
}

Status OutputFile::write(const void *source, uint64_t count) {
  const auto *from = static_cast<const char *>(source);
  while (count != 0) {
    ssize_t put = ::write(descriptor, from, std::min(count, chunkBytes));
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return makeError("cannot write '", path, "': ", systemMessage(errno));
    from += put;
    count -= uint64_t(put);
  }
  return Status::success();
}

Status OutputFile::commit() {
  // The disk may report only now that it is full.
  if (::close(std::exchange(descriptor, -1)) != 0) {
    int error = errno;
    if (!temporary.empty())
      ::unlink(temporary.c_str());
    return makeError("cannot write '", path, "': ", systemMessage(error));
  }
  if (temporary.empty() || std::rename(temporary.c_str(), path.c_str()) == 0)
    return Status::success();
  int error = errno;
  ::unlink(temporary.c_str());
  return makeError("cannot write '", path, "': ", systemMessage(error));
}
