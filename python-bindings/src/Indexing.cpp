//===- Indexing.cpp - the usual parts of tensors ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `t[i, 2:5, None, ...]` with numbers, slices without a step, None and an
// ellipsis. Whatever else is an index goes to the Python method `_getitem_any`,
// which knows all that is allowed and says what is wrong.
//
//===----------------------------------------------------------------------===//

#include "Lazy.h"
#include <algorithm>
#include <optional>

namespace tinygrad::python {

namespace {

/// An exact int, or `absent` for None.
std::optional<int64_t> getBound(PyObject *object, int64_t absent) {
  if (object == Py_None)
    return absent;
  if (!PyLong_CheckExact(object))
    return std::nullopt;
  int overflow = 0;
  int64_t value = PyLong_AsLongLongAndOverflow(object, &overflow);
  return overflow ? std::nullopt : std::optional(value);
}

/// What an index makes of a shape: a part, and the shape without the axes that
/// numbers chose and with those that None adds.
class Part {
public:
  explicit Part(const Sizes &shape) : shape(shape) {}

  bool parse(PyObject *const *items, Py_ssize_t count);

  std::vector<int64_t> offsets;
  Sizes sizes, result;

private:
  bool add(PyObject *item);
  void keep(size_t axes) {
    while (axes-- > 0) {
      result.push_back(shape[sizes.size()]);
      offsets.push_back(0);
      sizes.push_back(shape[sizes.size()]);
    }
  }

  const Sizes &shape;
};

bool Part::parse(PyObject *const *items, Py_ssize_t count) {
  size_t real = 0;
  bool hasDots = false;
  for (Py_ssize_t i = 0; i < count; ++i) {
    real += items[i] != Py_None && items[i] != Py_Ellipsis;
    if (items[i] != Py_Ellipsis)
      continue;
    if (hasDots)
      return false;
    hasDots = true;
  }
  if (real > shape.size())
    return false;
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (items[i] == Py_Ellipsis)
      keep(shape.size() - real);
    else if (items[i] == Py_None)
      result.push_back(1);
    else if (!add(items[i]))
      return false;
  }
  keep(shape.size() - sizes.size());
  return true;
}

bool Part::add(PyObject *item) {
  int64_t size = shape[sizes.size()];
  if (PyLong_CheckExact(item)) {
    std::optional<int64_t> index = getBound(item, 0);
    if (!index || *index < -size || *index >= size)
      return false;
    offsets.push_back(*index < 0 ? *index + size : *index);
    sizes.push_back(1);
    return true;
  }
  if (!PySlice_Check(item))
    return false;
  auto *slice = reinterpret_cast<PySliceObject *>(item);
  std::optional<int64_t> low = getBound(slice->start, 0),
                         high = getBound(slice->stop, size);
  if (!low || !high || getBound(slice->step, 1) != 1)
    return false;
  auto clamp = [&](int64_t bound) {
    return std::clamp<int64_t>(bound < 0 ? bound + size : bound, 0, size);
  };
  int64_t first = clamp(*low),
          count = std::max<int64_t>(clamp(*high) - first, 0);
  // An empty part starts at 0.
  offsets.push_back(count ? first : 0);
  sizes.push_back(count);
  result.push_back(count);
  return true;
}

nb::object getItem(nb::handle self, nb::handle index) {
  auto &tensor = nb::cast<Lazy &>(self);
  const NodeRef &node = tensor.value();
  PyObject *single = index.ptr();
  Part part(node->shape);
  bool isTuple = PyTuple_Check(single);
  bool fits = isTuple ? part.parse(PySequence_Fast_ITEMS(single),
                                   PyTuple_GET_SIZE(single))
                      : part.parse(&single, 1);
  if (!fits)
    return self.attr("_getitem_any")(index);
  NodeRef result =
      makeShrink(node, std::move(part.offsets), std::move(part.sizes));
  return wrapView(self, tensor, makeReshape(result, std::move(part.result)));
}

} // namespace

void bindIndexing(nb::class_<Lazy> &tensor) {
  tensor.def("__getitem__", getItem, nb::arg("indices").none());
}

} // namespace tinygrad::python
