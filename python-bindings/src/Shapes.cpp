//===- Shapes.cpp - the usual calls of shape and reduce methods ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `reshape`, `expand`, `permute`, `sum`, `max`, `min`, `mean` as programs call
// them most: with numbers that fit. Whatever else they are called with goes to
// the Python method of the same name with `_any` behind it, which knows all
// that is allowed and says what is wrong.
//
//===----------------------------------------------------------------------===//

#include "Lazy.h"
#include <algorithm>
#include <optional>

namespace tinygrad::python {

namespace {

using List = std::vector<int64_t>;

/// Numbers given one by one or as one list or tuple; none if anything else is
/// among them.
std::optional<List> getNumbers(const nb::args &args) {
  nb::handle items = args;
  if (args.size() == 1 &&
      (PyTuple_Check(args[0].ptr()) || PyList_Check(args[0].ptr())))
    items = args[0];
  PyObject *sequence = items.ptr();
  Py_ssize_t count = PySequence_Fast_GET_SIZE(sequence);
  PyObject **values = PySequence_Fast_ITEMS(sequence);
  List numbers;
  numbers.reserve(count);
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (!PyLong_CheckExact(values[i]))
      return std::nullopt;
    int overflow = 0;
    numbers.push_back(PyLong_AsLongLongAndOverflow(values[i], &overflow));
    if (overflow)
      return std::nullopt;
  }
  return numbers;
}

nb::object callAny(nb::handle self, const char *name, const nb::args &args,
                   const nb::kwargs &named) {
  return self.attr(name)(*args, **named);
}

nb::object reshape(nb::handle self, const nb::args &args,
                   const nb::kwargs &named) {
  if (named.size())
    return callAny(self, "_reshape_any", args, named);
  auto &tensor = nb::cast<Lazy &>(self);
  std::optional<List> shape = getNumbers(args);
  int64_t known = 1, open = -1;
  bool fits = shape.has_value();
  for (size_t i = 0; fits && i < shape->size(); ++i) {
    if ((*shape)[i] >= 0) {
      fits = !__builtin_mul_overflow(known, (*shape)[i], &known);
    } else {
      fits = (*shape)[i] == -1 && open < 0;
      open = int64_t(i);
    }
  }
  const NodeRef &node = tensor.value();
  int64_t count = fits ? node->numElements() : 0;
  if (fits && open >= 0) {
    fits = known > 0 && count % known == 0;
    if (fits)
      (*shape)[open] = count / known;
  } else {
    fits &= known == count;
  }
  if (!fits)
    return callAny(self, "_reshape_any", args, named);
  return wrapView(self, tensor, makeReshape(node, std::move(*shape)));
}

nb::object expand(nb::handle self, const nb::args &args,
                  const nb::kwargs &named) {
  if (named.size())
    return callAny(self, "_expand_any", args, named);
  auto &tensor = nb::cast<Lazy &>(self);
  std::optional<List> shape = getNumbers(args);
  const NodeRef &node = tensor.value();
  bool fits = shape && shape->size() == node->shape.size();
  for (size_t i = 0; fits && i < shape->size(); ++i) {
    if ((*shape)[i] == -1)
      (*shape)[i] = node->shape[i];
    fits = (*shape)[i] == node->shape[i] ||
           (node->shape[i] == 1 && (*shape)[i] >= 0);
  }
  if (!fits)
    return callAny(self, "_expand_any", args, named);
  return wrapView(self, tensor, unwrap(broadcastTo(node, *shape)));
}

nb::object permute(nb::handle self, const nb::args &args,
                   const nb::kwargs &named) {
  if (named.size())
    return callAny(self, "_permute_any", args, named);
  auto &tensor = nb::cast<Lazy &>(self);
  std::optional<List> order = getNumbers(args);
  const NodeRef &node = tensor.value();
  auto rank = int64_t(node->shape.size());
  bool fits = order && int64_t(order->size()) == rank && rank <= 64;
  uint64_t seen = 0;
  for (size_t i = 0; fits && i < order->size(); ++i) {
    int64_t &axis = (*order)[i];
    axis += axis < 0 ? rank : 0;
    fits = axis >= 0 && axis < rank && !(seen >> axis & 1);
    if (fits)
      seen |= uint64_t(1) << axis;
  }
  if (!fits)
    return callAny(self, "_permute_any", args, named);
  return wrapView(self, tensor, makePermute(node, std::move(*order)));
}

//===----------------------------------------------------------------------===//
// Reduces
//===----------------------------------------------------------------------===//

/// Axes in order, each once; none if the argument is unusual.
std::optional<List> getAxes(const Node &node, nb::handle axis) {
  auto rank = int64_t(node.shape.size());
  List axes;
  if (axis.is_none()) {
    for (int64_t i = 0; i < rank; ++i)
      axes.push_back(i);
    return axes;
  }
  auto add = [&](PyObject *item) {
    if (!PyLong_CheckExact(item))
      return false;
    int overflow = 0;
    int64_t value = PyLong_AsLongLongAndOverflow(item, &overflow);
    value += value < 0 ? rank : 0;
    if (overflow || value < 0 || value >= rank)
      return false;
    axes.push_back(value);
    return true;
  };
  if (PyTuple_Check(axis.ptr()) || PyList_Check(axis.ptr())) {
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(axis.ptr()); ++i)
      if (!add(PySequence_Fast_ITEMS(axis.ptr())[i]))
        return std::nullopt;
  } else if (!add(axis.ptr())) {
    return std::nullopt;
  }
  std::sort(axes.begin(), axes.end());
  axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
  return axes;
}

NodeRef reduce(OpKind op, const NodeRef &node, const List &axes, bool keep) {
  NodeRef result = makeReduce(op, node, axes);
  if (!keep || axes.empty())
    return result;
  Sizes shape = node->shape;
  for (int64_t axis : axes)
    shape[axis] = 1;
  return makeReshape(result, std::move(shape));
}

bool isNarrow(ElementType type) {
  return isFloat(type) && !isWeak(type) && type != ElementType::F32 &&
         type != ElementType::F64;
}

/// In which type a sum accumulates.
ElementType getSumType(ElementType type) {
  if (isFloat(type))
    return promote(type, ElementType::F32);
  bool isUnsigned = type == ElementType::UInt8 || type == ElementType::UInt16 ||
                    type == ElementType::UInt32 || type == ElementType::UInt64;
  return promote(type, isUnsigned ? ElementType::UInt32 : ElementType::Int32);
}

/// Set where an environment variable says how sums accumulate.
bool sumsAreSpecial = false;

nb::object sum(nb::handle self, nb::handle axis, nb::handle keepdim,
               nb::handle dtype) {
  auto &tensor = nb::cast<Lazy &>(self);
  const NodeRef &node = tensor.value();
  std::optional<List> axes = getAxes(*node, axis);
  if (!axes || !dtype.is_none() || sumsAreSpecial)
    return self.attr("_sum_any")(axis, keepdim, dtype);
  NodeRef total = reduce(OpKind::Sum, makeCast(node, getSumType(node->type)),
                         *axes, PyObject_IsTrue(keepdim.ptr()) == 1);
  return wrap(isNarrow(node->type) ? makeCast(total, node->type) : total);
}

nb::object mean(nb::handle self, nb::handle axis, nb::handle keepdim) {
  auto &tensor = nb::cast<Lazy &>(self);
  const NodeRef &node = tensor.value();
  std::optional<List> axes = getAxes(*node, axis);
  // Of integers, and of what has no elements: see there.
  if (!axes || sumsAreSpecial || !isFloat(node->type) || isWeak(node->type))
    return self.attr("_mean_any")(axis, keepdim);
  int64_t count = 1;
  for (int64_t i : *axes)
    count *= node->shape[i];
  if (count == 0)
    return self.attr("_mean_any")(axis, keepdim);
  NodeRef total = reduce(OpKind::Sum, makeCast(node, getSumType(node->type)),
                         *axes, PyObject_IsTrue(keepdim.ptr()) == 1);
  NodeRef divided = unwrap(
      makePromoted(OpKind::Div, total,
                   makeConst(ElementType::WeakInt, double(count), count)));
  return wrap(makeCast(divided, node->type));
}

template <OpKind op>
nb::object extreme(nb::handle self, nb::handle axis, nb::handle keepdim) {
  auto &tensor = nb::cast<Lazy &>(self);
  const NodeRef &node = tensor.value();
  std::optional<List> axes = getAxes(*node, axis);
  bool fits = axes && !isWeak(node->type);
  for (size_t i = 0; fits && i < axes->size(); ++i)
    fits = node->shape[(*axes)[i]] != 0;
  if (!fits)
    return self.attr(op == OpKind::Max ? "_max_any" : "_min_any")(axis,
                                                                  keepdim);
  return wrap(reduce(op, node, *axes, PyObject_IsTrue(keepdim.ptr()) == 1));
}

} // namespace

void bindShapes(nb::module_ &module, nb::class_<Lazy> &tensor) {
  tensor
      .def("reshape", reshape,
           "The same elements under another shape: sizes, or a tuple of them; "
           "one may be -1, None keeps an axis. ValueError where the numbers of "
           "elements differ.")
      .def("expand", expand,
           "Axes of size 1 repeated to a shape: sizes, or a tuple of them; -1 "
           "or None keeps an axis, more sizes than axes add axes in front. "
           "ValueError where another size differs.")
      .def("permute", permute,
           "The axes in another order. RuntimeError where one is missing.")
      .def("sum", sum, nb::arg("axis") = nb::none(), nb::arg("keepdim") = false,
           nb::arg("dtype") = nb::none(),
           "The sum along the axes (an int, a tuple, or None for all). Floats "
           "below 32 bits accumulate in float32, integers and bool in at least "
           "32 bits; with `dtype` the sum is of that type.")
      .def("mean", mean, nb::arg("axis") = nb::none(),
           nb::arg("keepdim") = false,
           "The mean along the axes (an int, a tuple, or None for all); of "
           "integers a float.")
      .def("max", extreme<OpKind::Max>, nb::arg("axis") = nb::none(),
           nb::arg("keepdim") = false,
           "The largest element along the axes (an int, a tuple, or None for "
           "all), NaN if there is one.")
      .def("min", extreme<OpKind::Min>, nb::arg("axis") = nb::none(),
           nb::arg("keepdim") = false,
           "The smallest element along the axes (an int, a tuple, or None for "
           "all), NaN if there is one.");
  module.def("set_special_sums",
             [](bool special) { sumsAreSpecial = special; });
}

} // namespace tinygrad::python
