//===- Safetensors.h - named arrays in one file -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_IO_SAFETENSORS_H
#define TINYGRAD_RUNTIME_IO_SAFETENSORS_H

#include "TinyGrad/Runtime/IO/HostArray.h"

#include <map>
#include <string>

namespace tinygrad::rt {

/// An open safetensors file with a checked header. Arrays are read when asked
/// for.
class SafetensorsFile {
public:
  struct Entry {
    ElementType type = ElementType::F32;
    std::vector<int64_t> shape;
    /// Where the data starts in the file, and its bytes.
    uint64_t offset = 0;
    uint64_t bytes = 0;
  };

  /// An error names the file and what is wrong with it.
  static StatusOr<SafetensorsFile> open(const std::string &path);

  const std::map<std::string, Entry> &entries() const { return table; }
  StatusOr<HostArray> read(const std::string &key) const;

private:
  std::string path;
  std::map<std::string, Entry> table;
};

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_IO_SAFETENSORS_H
