//===- Safetensors.cpp - named arrays in one file ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is the header's length in 8 bytes, the header in JSON, and the data.
// The data of the arrays must fill it without gaps, as the format demands: a
// file that keeps the rules cannot hide anything.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/IO/Safetensors.h"
#include "../Guarded.h"
#include "File.h"
#include "Json.h"

#include <algorithm>

using namespace tinygrad::rt;

/// The format's own limit.
static constexpr uint64_t maxHeaderBytes = 100'000'000;

namespace {
struct TypeName {
  const char *name;
  ElementType type;
};
} // namespace

static constexpr TypeName typeNames[] = {
    {"F64", ElementType::F64},          {"F32", ElementType::F32},
    {"F16", ElementType::F16},          {"BF16", ElementType::BF16},
    {"F8_E4M3", ElementType::F8E4M3FN}, {"F8_E5M2", ElementType::F8E5M2},
    {"I64", ElementType::I64},          {"I32", ElementType::I32},
    {"I16", ElementType::I16},          {"I8", ElementType::I8},
    {"U64", ElementType::U64},          {"U32", ElementType::U32},
    {"U16", ElementType::U16},          {"U8", ElementType::U8},
    {"BOOL", ElementType::Bool},
};

static const JsonValue *findMember(const JsonValue &object, const char *name,
                                   JsonValue::Kind kind) {
  const JsonValue *member = object.find(name);
  return member && member->kind == kind ? member : nullptr;
}

static Status parseType(const std::string &name, ElementType &type) {
  for (const TypeName &known : typeNames) {
    if (name != known.name)
      continue;
    type = known.type;
    return Status::success();
  }
  return makeError("the type '", name, "' is not supported");
}

/// Reads one entry; `dataStart` and `dataBytes` say where in the file the
/// arrays lie.
static Status parseEntry(const JsonValue &value, uint64_t dataStart,
                         uint64_t dataBytes, SafetensorsFile::Entry &entry) {
  if (value.kind != JsonValue::Kind::Object)
    return makeError("expected an object");
  const JsonValue *type = findMember(value, "dtype", JsonValue::Kind::String);
  const JsonValue *shape = findMember(value, "shape", JsonValue::Kind::Array);
  const JsonValue *offsets =
      findMember(value, "data_offsets", JsonValue::Kind::Array);
  if (!type || !shape || !offsets)
    return makeError("expected the members dtype, shape and data_offsets");
  if (value.members.size() != 3)
    return makeError("unknown member beside dtype, shape and data_offsets");
  if (Status status = parseType(type->string, entry.type); status.isError())
    return status;

  for (const JsonValue &size : shape->elements) {
    if (size.kind != JsonValue::Kind::Integer)
      return makeError("expected whole numbers in the shape");
    // What does not fit 63 bits turns negative, which arrayBytes refuses.
    entry.shape.push_back(int64_t(size.integer));
  }
  std::optional<uint64_t> bytes = arrayBytes(entry.type, entry.shape);
  if (!bytes)
    return makeError("the array's size does not fit 63 bits");

  const std::vector<JsonValue> &ends = offsets->elements;
  if (ends.size() != 2 || ends[0].kind != JsonValue::Kind::Integer ||
      ends[1].kind != JsonValue::Kind::Integer)
    return makeError("expected two whole numbers in data_offsets");
  uint64_t begin = ends[0].integer, end = ends[1].integer;
  if (begin > end || end > dataBytes)
    return makeError("data_offsets [", begin, ", ", end, "] lie outside the ",
                     dataBytes, " bytes of data");
  if (end - begin != *bytes)
    return makeError("the shape needs ", *bytes, " bytes, but data_offsets [",
                     begin, ", ", end, "] hold ", end - begin);
  entry.offset = dataStart + begin;
  entry.bytes = *bytes;
  return Status::success();
}

static Status
checkCoverage(const std::map<std::string, SafetensorsFile::Entry> &table,
              uint64_t dataStart, uint64_t dataBytes) {
  using Entry = std::pair<const std::string, SafetensorsFile::Entry>;
  std::vector<const Entry *> byOffset;
  for (const Entry &entry : table)
    byOffset.push_back(&entry);
  std::sort(byOffset.begin(), byOffset.end(),
            [](const Entry *a, const Entry *b) {
              return std::make_pair(a->second.offset, a->second.bytes) <
                     std::make_pair(b->second.offset, b->second.bytes);
            });
  uint64_t position = dataStart;
  const Entry *last = nullptr;
  for (const Entry *entry : byOffset) {
    if (entry->second.offset < position)
      return makeError("the data of '", last->first, "' and '", entry->first,
                       "' overlap");
    if (entry->second.offset > position)
      return makeError("a gap of ", entry->second.offset - position,
                       " bytes precedes the data of '", entry->first, "'");
    position += entry->second.bytes;
    last = entry;
  }
  if (position != dataStart + dataBytes)
    return makeError("no array covers the last ",
                     dataStart + dataBytes - position, " bytes of data");
  return Status::success();
}

static Status readTable(const InputFile &file,
                        std::map<std::string, SafetensorsFile::Entry> &table) {
  if (file.size() < 8)
    return makeError("the file ends in its header");
  unsigned char prefix[8];
  if (Status status = file.read(prefix, sizeof(prefix), 0); status.isError())
    return status;
  uint64_t length = 0;
  for (int i = 7; i >= 0; --i)
    length = length << 8 | prefix[i];
  if (length > maxHeaderBytes)
    return makeError("a header of ", length, " bytes is longer than the ",
                     maxHeaderBytes, " that the format allows");
  if (length > file.size() - 8)
    return makeError("the file ends in its header");
  uint64_t dataStart = 8 + length;
  uint64_t dataBytes = file.size() - dataStart;

  std::string text(length, '\0');
  if (Status status = file.read(text.data(), length, 8); status.isError())
    return status;
  if (text.empty() || text[0] != '{')
    return makeError("not a safetensors file: the header does not start with "
                     "'{'");
  StatusOr<JsonValue> header = parseJson(text);
  if (header.isError())
    return header.status();
  for (const auto &[key, value] : header->members) {
    if (key == "__metadata__")
      continue;
    if (Status status = parseEntry(value, dataStart, dataBytes, table[key]);
        status.isError())
      return makeError("array '", key, "': ", status.message());
  }
  return checkCoverage(table, dataStart, dataBytes);
}

StatusOr<SafetensorsFile> SafetensorsFile::open(const std::string &path) {
  return guarded([&]() -> StatusOr<SafetensorsFile> {
    StatusOr<InputFile> input = InputFile::open(path);
    if (input.isError())
      return input.status();
    SafetensorsFile file;
    file.path = path;
    if (Status status = readTable(*input, file.table); status.isError())
      return makeError("'", path, "': ", status.message());
    return file;
  });
}

StatusOr<HostArray> SafetensorsFile::read(const std::string &key) const {
  return guarded([&]() -> StatusOr<HostArray> {
    auto found = table.find(key);
    if (found == table.end())
      return makeError("'", path, "' has no array '", key, "'");
    const Entry &entry = found->second;
    StatusOr<InputFile> input = InputFile::open(path);
    if (input.isError())
      return input.status();
    StatusOr<HostArray> array = HostArray::create(entry.type, entry.shape);
    if (array.isError())
      return array;
    if (Status status =
            input->read(array->data.get(), entry.bytes, entry.offset);
        status.isError())
      return makeError("'", path, "': array '", key, "': ", status.message());
    if (array->type == ElementType::Bool)
      std::transform(array->data.get(), array->data.get() + array->bytes,
                     array->data.get(), [](char byte) { return byte != 0; });
    return array;
  });
}
