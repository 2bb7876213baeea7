//===- Interop.cpp - memory shared with other packages ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The package never changes contents in place, so others may read the memory
// that holds them for as long as they like: through DLPack, or as a buffer that
// is read only. What others own is read where it is, without a copy; if it is
// read only to us, it leaves read only, or as a copy where that cannot be said.
//
//===----------------------------------------------------------------------===//

#include "Lazy.h"
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>
#include <unordered_set>

namespace tinygrad::python {

namespace {

/// The bytes of a computed tensor, as an object with the buffer protocol.
struct Memory {
  rt::Buffer buffer;
  char *address = nullptr;
};

int getBuffer(PyObject *object, Py_buffer *view, int flags) {
  auto *memory = nb::inst_ptr<Memory>(nb::handle(object));
  static char nothing = 0;
  return PyBuffer_FillInfo(view, object,
                           memory->address ? memory->address : &nothing,
                           Py_ssize_t(memory->buffer.bytes()),
                           /*readonly=*/1, flags);
}

PyType_Slot memorySlots[] = {
    {Py_bf_getbuffer, reinterpret_cast<void *>(getBuffer)}, {0, nullptr}};

enum : uint8_t { DLInt, DLUInt, DLFloat, DLBFloat = 4, DLBool = 6 };

/// How DLPack calls an element type; bits of 0: it does not.
nb::dlpack::dtype getDLType(ElementType type) {
  switch (type) {
  case ElementType::Bool:
    return {DLBool, 8, 1};
  case ElementType::BF16:
    return {DLBFloat, 16, 1};
  case ElementType::F16:
  case ElementType::F32:
  case ElementType::F64:
    return {DLFloat, uint8_t(8 * getByteSize(DType(type))), 1};
  case ElementType::Int8:
  case ElementType::Int16:
  case ElementType::Int32:
  case ElementType::Int64:
    return {DLInt, uint8_t(8 * getByteSize(DType(type))), 1};
  case ElementType::UInt8:
  case ElementType::UInt16:
  case ElementType::UInt32:
  case ElementType::UInt64:
    return {DLUInt, uint8_t(8 * getByteSize(DType(type))), 1};
  default:
    return {0, 0, 1};
  }
}

/// The element type of an array, if there is one.
bool getElementType(nb::dlpack::dtype type, ElementType &result) {
  for (unsigned code = 0; code <= unsigned(ElementType::F64); ++code) {
    nb::dlpack::dtype known = getDLType(ElementType(code));
    if (known.bits == type.bits && known.code == type.code && type.lanes == 1 &&
        known.bits) {
      result = ElementType(code);
      return true;
    }
  }
  return false;
}

rt::Buffer take(rt::StatusOr<rt::Buffer> buffer) {
  check(buffer.isError() ? buffer.status() : rt::Status::success());
  return std::move(*buffer);
}

/// The memory that others gave us to read only, by the identity of buffers that
/// refer to it. Under Python's lock; never taken down, as tensors may outlive
/// this library's statics.
std::unordered_set<const void *> &readOnlyMemory() {
  static auto &identities = *new std::unordered_set<const void *>;
  return identities;
}

template <typename... Config>
nb::object makeArray(const rt::Buffer &buffer, const Sizes &sizes,
                     nb::dlpack::dtype type) {
  void *address = buffer.bytes() ? unwrap(buffer.hostAddress()) : nullptr;
  nb::capsule keeper(new rt::Buffer(buffer), [](void *memory) noexcept {
    delete static_cast<rt::Buffer *>(memory);
  });
  std::vector<size_t> shape(sizes.begin(), sizes.end());
  return nb::cast(nb::ndarray<nb::array_api, Config...>(
      address, shape.size(), shape.data(), keeper, nullptr, type,
      nb::device::cpu::value, 0));
}

/// An object with `__dlpack__`. `copy` is what DLPack calls so: a copy, none,
/// or one where need be; there is need where the memory is read only and the
/// capsule is of a version without a flag for that.
nb::object exportArray(Lazy &self, std::optional<bool> copy, bool hasFlags) {
  rt::Buffer buffer = getElements(self);
  NodeRef node = self.value();
  nb::dlpack::dtype type = getDLType(
      fromDType(strengthen(node->type, getSession().options().defaults)));
  if (!type.bits)
    throw nb::buffer_error("elements of this type have no name in DLPack");
  bool isReadOnly = readOnlyMemory().count(buffer.identity());
  if (isReadOnly && !hasFlags && !copy.value_or(true))
    throw nb::buffer_error("the memory is read only, which DLPack can say from "
                           "version 1 on: expected max_version or a copy");
  if (copy.value_or(isReadOnly && !hasFlags)) {
    rt::Buffer other = take(getSession().allocate(buffer.bytes()));
    if (buffer.bytes())
      check(other.copyFrom(buffer));
    return makeArray<>(other, node->shape, type);
  }
  return isReadOnly ? makeArray<nb::ro>(buffer, node->shape, type)
                    : makeArray<>(buffer, node->shape, type);
}

using Array = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using WritableArray = nb::ndarray<nb::c_contig, nb::device::cpu>;

/// What keeps an array of others while anything reads its memory.
struct Held {
  Array array;
  /// Set where the memory is read only.
  const void *identity = nullptr;
};

nb::object importArray(nb::object object, uint16_t device) {
  // Memory is taken to be read only if it cannot be had otherwise.
  WritableArray writable;
  Array array;
  bool isReadOnly = !nb::try_cast(object, writable);
  if (!isReadOnly)
    array = Array(writable);
  else if (!nb::try_cast(object, array))
    throw nb::type_error("expected an array in the processor's memory");
  ElementType type;
  if (!getElementType(array.dtype(), type))
    throw nb::type_error("expected elements of a type that tensors have");
  Sizes shape;
  for (size_t i = 0; i < array.ndim(); ++i)
    shape.push_back(int64_t(array.shape(i)));
  void *address = const_cast<void *>(static_cast<const void *>(array.data()));
  uint64_t bytes = array.nbytes();
  bool isShared =
      bytes && reinterpret_cast<uintptr_t>(address) % array.itemsize() == 0;
  // The array goes when nothing reads its memory any more, on any thread.
  auto *held = new Held{std::move(array)};
  std::shared_ptr<void> owner(held, [](void *memory) {
    nb::gil_scoped_acquire lock;
    auto *held = static_cast<Held *>(memory);
    readOnlyMemory().erase(held->identity);
    delete held;
  });
  rt::Buffer buffer = take(isShared ? getSession().wrap(address, bytes, owner)
                                    : getSession().allocate(bytes));
  if (!isShared && bytes)
    check(buffer.copyIn(address));
  if (isShared && isReadOnly) {
    held->identity = buffer.identity();
    readOnlyMemory().insert(held->identity);
  }
  NodeRef node = makeBuffer(buffer, type, std::move(shape), device);
  return wrap(node, Storage::create(node));
}

} // namespace

void bindInterop(nb::module_ &module, nb::class_<Lazy> &tensor) {
  nb::class_<Memory>(module, "Memory", nb::type_slots(memorySlots));
  tensor
      .def("_memory",
           [](Lazy &self) {
             Memory memory{getElements(self)};
             if (memory.buffer.bytes())
               memory.address =
                   static_cast<char *>(unwrap(memory.buffer.hostAddress()));
             return memory;
           })
      .def("_array", exportArray, nb::arg("copy").none(), nb::arg("has_flags"));
  module.def("from_array", importArray);
}

} // namespace tinygrad::python
