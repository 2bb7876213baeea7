//===- File.h - whole reads and atomic writes -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_IO_FILE_H
#define TINYGRAD_LIB_RUNTIME_IO_FILE_H

#include "TinyGrad/Runtime/Status.h"

#include <cstdint>
#include <string>

namespace tinygrad::rt {

/// A regular file open for reading.
class InputFile {
public:
  static StatusOr<InputFile> open(const std::string &path);
  InputFile(InputFile &&other) noexcept;
  InputFile &operator=(InputFile &&) = delete;
  ~InputFile();

  uint64_t size() const { return bytes; }
  /// Fills `destination` with `count` bytes from `offset` on.
  Status read(void *destination, uint64_t count, uint64_t offset) const;

private:
  InputFile(int descriptor, uint64_t bytes)
      : descriptor(descriptor), bytes(bytes) {}

  int descriptor;
  uint64_t bytes;
};

/// A file that appears under its name only when `commit` is called and is gone
/// if it is not.
class OutputFile {
public:
  static StatusOr<OutputFile> create(const std::string &path);
  OutputFile(OutputFile &&other) noexcept;
  OutputFile &operator=(OutputFile &&) = delete;
  ~OutputFile();

  Status write(const void *source, uint64_t count);
  Status commit();

private:
  OutputFile(std::string path, std::string temporary, int descriptor)
      : path(std::move(path)), temporary(std::move(temporary)),
        descriptor(descriptor) {}

  std::string path;
  /// Empty when writing straight to something that is not a regular file.
  std::string temporary;
  int descriptor;
};

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_IO_FILE_H
