//===- Format.h - plain data to bytes and back ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two archives of one interface, so that one function per struct, `transfer`,
// both writes and reads it and the two can never disagree. Integers are little
// endian, as the machines are that we compile for.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_LIBRARY_FORMAT_H
#define TINYGRAD_LIB_RUNTIME_LIBRARY_FORMAT_H

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace tinygrad::rt {

class Writer {
public:
  static constexpr bool isReader = false;
  std::vector<char> bytes;

  template <typename T>
  std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>>
  operator()(T &value) {
    raw(&value, sizeof(T));
  }
  void operator()(std::string &text) {
    size(text.size());
    raw(text.data(), text.size());
  }
  void align(size_t alignment) {
    bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
  }
  void raw(const void *data, size_t count) {
    const char *begin = static_cast<const char *>(data);
    bytes.insert(bytes.end(), begin, begin + count);
  }
  size_t size(size_t count) {
    uint64_t value = count;
    raw(&value, sizeof(value));
    return count;
  }
};

/// Once something is missing, all that follows reads as zeros and empty.
class Reader {
public:
  static constexpr bool isReader = true;

  Reader(const char *begin, size_t count) : begin(begin), count(count) {}

  template <typename T>
  std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>>
  operator()(T &value) {
    const char *data = take(sizeof(T));
    value = T();
    if (data)
      std::memcpy(&value, data, sizeof(T));
  }
  void operator()(bool &value) {
    uint8_t byte = 0;
    (*this)(byte);
    value = byte == 1;
    isDamaged |= byte > 1;
  }
  void operator()(std::string &text) {
    size_t length = size(0);
    const char *data = take(length);
    text = data ? std::string(data, length) : std::string();
  }
  void align(size_t alignment) {
    size_t aligned = (next + alignment - 1) / alignment * alignment;
    take(aligned - next);
  }
  /// A number of things, each of which takes at least a byte.
  size_t size(size_t) {
    uint64_t value = 0;
    (*this)(value);
    if (value <= count - next)
      return size_t(value);
    isDamaged = true;
    return 0;
  }
  /// The next bytes, or null.
  const char *take(size_t wanted) {
    if (isDamaged || wanted > count - next) {
      isDamaged = true;
      return nullptr;
    }
    const char *data = begin + next;
    next += wanted;
    return data;
  }

  bool isDamaged = false;
  bool isAtEnd() const { return next == count; }

private:
  const char *begin;
  size_t count;
  size_t next = 0;
};

template <typename Archive, typename T, typename Transfer>
void transferList(Archive &archive, std::vector<T> &list, Transfer transfer) {
  size_t count = archive.size(list.size());
  if constexpr (Archive::isReader)
    list.resize(count);
  for (T &element : list)
    transfer(element);
}

template <typename Archive, typename T>
void transferList(Archive &archive, std::vector<T> &list) {
  transferList(archive, list, [&](T &element) { archive(element); });
}

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_LIBRARY_FORMAT_H
