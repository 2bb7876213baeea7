//===- Npy.cpp - NumPy's array files ----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/IO/Npy.h"
#include "../Guarded.h"
#include "File.h"
#include "NpyHeader.h"

#include <algorithm>
#include <cstring>

using namespace tinygrad::rt;

static constexpr std::string_view magic("\x93NUMPY", 6);
/// NumPy aligns the data so.
static constexpr uint64_t dataAlignment = 64;

/// Reads the header and where the data starts.
static StatusOr<std::pair<NpyHeader, uint64_t>>
readHeader(const InputFile &file) {
  unsigned char prefix[12] = {};
  uint64_t available = std::min<uint64_t>(file.size(), sizeof(prefix));
  if (Status status = file.read(prefix, available, 0); status.isError())
    return status;
  if (available < magic.size() ||
      std::memcmp(prefix, magic.data(), magic.size()) != 0)
    return makeError("not a .npy file");
  if (available < 10)
    return makeError("the file ends in its header");
  unsigned major = prefix[6], minor = prefix[7];
  if (major < 1 || major > 3 || minor != 0)
    return makeError("unknown .npy format ", major, ".", minor);
  uint64_t start = major == 1 ? 10 : 12;
  if (available < start)
    return makeError("the file ends in its header");
  uint64_t length = 0;
  for (uint64_t i = start; i > 8; --i)
    length = length << 8 | prefix[i - 1];
  if (length > file.size() - start)
    return makeError("the file ends in its header");

  std::string text(length, '\0');
  if (Status status = file.read(text.data(), length, start); status.isError())
    return status;
  StatusOr<NpyHeader> header = parseNpyHeader(text);
  if (header.isError())
    return header.status();
  return std::make_pair(*header, start + length);
}

static void swapBytes(HostArray &array) {
  uint64_t width = elementBytes(array.type);
  if (width == 1)
    return;
  char *end = array.data.get() + array.bytes;
  for (char *element = array.data.get(); element != end; element += width)
    std::reverse(element, element + width);
}

/// Copies `axis` and, by recursion, the axes within it from an array with these
/// strides to consecutive elements.
template <typename Element>
static void copyToCOrder(Element *&to, const Element *from,
                         const std::vector<int64_t> &shape,
                         const std::vector<int64_t> &strides, size_t axis) {
  for (int64_t i = 0; i < shape[axis]; ++i, from += strides[axis]) {
    if (axis + 1 == shape.size())
      *to++ = *from;
    else
      copyToCOrder(to, from, shape, strides, axis + 1);
  }
}

template <typename Element>
static void reorder(HostArray &target, const HostArray &source) {
  std::vector<int64_t> strides(source.shape.size());
  int64_t stride = 1;
  for (size_t axis = 0; axis < strides.size(); ++axis) {
    strides[axis] = stride;
    stride *= source.shape[axis];
  }
  auto *to = reinterpret_cast<Element *>(target.data.get());
  copyToCOrder(to, reinterpret_cast<const Element *>(source.data.get()),
               source.shape, strides, 0);
}

static StatusOr<HostArray> toCOrder(const HostArray &source) {
  if (source.shape.size() < 2 || source.bytes == 0)
    return source;
  StatusOr<HostArray> target = HostArray::create(source.type, source.shape);
  if (target.isError())
    return target;
  switch (elementBytes(source.type)) {
  case 1:
    reorder<uint8_t>(*target, source);
    break;
  case 2:
    reorder<uint16_t>(*target, source);
    break;
  case 4:
    reorder<uint32_t>(*target, source);
    break;
  default:
    reorder<uint64_t>(*target, source);
    break;
  }
  return target;
}

static StatusOr<HostArray> readArray(const InputFile &file) {
  StatusOr<std::pair<NpyHeader, uint64_t>> parsed = readHeader(file);
  if (parsed.isError())
    return parsed.status();
  auto &[header, start] = *parsed;
  std::optional<uint64_t> bytes = arrayBytes(header.type, header.shape);
  if (!bytes)
    return makeError("the array's size does not fit 63 bits");
  // Checked before anything of this size is allocated.
  uint64_t available = file.size() - start;
  if (available != *bytes)
    return makeError("expected ", *bytes, " bytes of data, but got ",
                     available);
  StatusOr<HostArray> array = HostArray::create(header.type, header.shape);
  if (array.isError())
    return array;
  if (Status status = file.read(array->data.get(), *bytes, start);
      status.isError())
    return status;
  if (header.isBigEndian)
    swapBytes(*array);
  return header.isFortranOrder ? toCOrder(*array) : array;
}

StatusOr<HostArray> tinygrad::rt::readNpy(const std::string &path) {
  return guarded([&]() -> StatusOr<HostArray> {
    StatusOr<InputFile> file = InputFile::open(path);
    if (file.isError())
      return file.status();
    StatusOr<HostArray> array = readArray(*file);
    if (array.isError())
      return makeError("'", path, "': ", array.message());
    if (array->type == ElementType::Bool)
      // A bool is a byte of 0 or 1, whatever wrote the file.
      std::transform(array->data.get(), array->data.get() + array->bytes,
                     array->data.get(), [](char byte) { return byte != 0; });
    return array;
  });
}

Status tinygrad::rt::writeNpy(const std::string &path, const HostArray &array) {
  return guarded([&]() -> Status {
    std::string header = formatNpyHeader(array.type, array.shape);
    uint64_t unpadded = 10 + header.size() + 1;
    uint64_t total =
        (unpadded + dataAlignment - 1) / dataAlignment * dataAlignment;
    header.append(total - unpadded, ' ');
    header.push_back('\n');
    if (header.size() > 0xFFFF)
      return makeError("cannot write '", path, "': too many dimensions");

    std::string prefix(magic);
    prefix.push_back(1);
    prefix.push_back(0);
    prefix.push_back(char(header.size() & 0xFF));
    prefix.push_back(char(header.size() >> 8));
    prefix += header;

    StatusOr<OutputFile> file = OutputFile::create(path);
    if (file.isError())
      return file.status();
    if (Status status = file->write(prefix.data(), prefix.size());
        status.isError())
      return status;
    if (Status status = file->write(array.data.get(), array.bytes);
        status.isError())
      return status;
    return file->commit();
  });
}
