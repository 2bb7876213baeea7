//===- Elementwise.cpp - elementwise methods of tensors ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lazy.h"
#include <nanobind/stl/string.h>
#include <stdexcept>

namespace tinygrad::python {

static bool isNumber(nb::handle value) {
  return nb::isinstance<Lazy>(value) || PyFloat_Check(value.ptr()) ||
         PyLong_Check(value.ptr()) || PyIndex_Check(value.ptr());
}

static nb::object binary(OpKind op, Lazy &self, nb::handle other,
                         bool reverse) {
  const NodeRef &own = self.value();
  NodeRef node = toNode(other);
  return wrap(unwrap(reverse ? makePromoted(op, node, own)
                             : makePromoted(op, own, node)));
}

/// Integers and bools as the float that they divide in.
static NodeRef toFloat(const NodeRef &node) {
  if (isFloat(node->type))
    return node;
  if (node->type == ElementType::WeakInt)
    return makeCast(node, ElementType::WeakFloat);
  return makeCast(node, fromDType(getSession().options().defaults.floating));
}

/// `op` of floats, where numbers keep giving way to the other operand.
static nb::object divide(Lazy &self, nb::handle other, bool reverse) {
  NodeRef a = self.value(), b = toNode(other);
  if (reverse)
    std::swap(a, b);
  ElementType type = promote(a->type, b->type);
  if (!isFloat(type)) {
    ElementType target = fromDType(getSession().options().defaults.floating);
    a = makeCast(a, target);
    b = makeCast(b, target);
  }
  return wrap(unwrap(makePromoted(OpKind::Div, a, b)));
}

static nb::object subtract(Lazy &self, nb::handle other, bool reverse) {
  NodeRef a = self.value(), b = toNode(other);
  if (reverse)
    std::swap(a, b);
  // A bool is negated logically, and added by or.
  if (a->type == ElementType::Bool && b->type == ElementType::Bool)
    return wrap(unwrap(makePromoted(OpKind::Or, a, makeUnary(OpKind::Not, b))));
  return wrap(unwrap(makePromoted(OpKind::Sub, a, b)));
}

static nb::object modulo(Lazy &self, nb::handle other, bool reverse) {
  return binary(OpKind::Mod, self, other, reverse);
}

static nb::object floorDivide(Lazy &self, nb::handle other, bool reverse) {
  return binary(OpKind::FloorDiv, self, other, reverse);
}

/// Bits of floats mean nothing.
template <OpKind op>
static nb::object integral(Lazy &self, nb::handle other, bool reverse) {
  NodeRef b = toNode(other);
  ElementType type = promote(self.value()->type, b->type);
  if (isFloat(type))
    throw std::runtime_error("expected integers or bools, but got floats");
  return binary(op, self, other, reverse);
}

template <OpKind op>
static nb::object plain(Lazy &self, nb::handle other, bool reverse) {
  return binary(op, self, other, reverse);
}

using BinaryFunction = nb::object (*)(Lazy &, nb::handle, bool);

/// The method, and the operator with its reflection. Of a method, the other
/// operand may be a number; the two broadcast, and promote to one type.
template <BinaryFunction function>
static void defBinary(nb::class_<Lazy> &tensor, const char *method,
                      const char *name, const char *reflected,
                      const char *doc = "") {
  if (method)
    tensor.def(method, function, nb::arg("x"), nb::arg("reverse") = false, doc);
  auto forward = [](Lazy &self, nb::handle other) -> nb::object {
    if (!isNumber(other))
      return nb::borrow(nb::not_implemented());
    return function(self, other, false);
  };
  auto backward = [](Lazy &self, nb::handle other) -> nb::object {
    if (!isNumber(other))
      return nb::borrow(nb::not_implemented());
    return function(self, other, true);
  };
  if (name)
    tensor.def(name, forward);
  if (reflected)
    tensor.def(reflected, backward);
}

template <OpKind op> static nb::object unaryFloat(Lazy &self) {
  return wrap(makeUnary(op, toFloat(self.value())));
}

/// Ops that leave integers as they are.
template <OpKind op> static nb::object unaryRounding(Lazy &self) {
  const NodeRef &x = self.value();
  return wrap(isFloat(x->type) ? makeUnary(op, x) : x);
}

static nb::object negate(Lazy &self) {
  const NodeRef &x = self.value();
  OpKind op = x->type == ElementType::Bool ? OpKind::Not : OpKind::Neg;
  return wrap(makeUnary(op, x));
}

static nb::object bitwiseNot(Lazy &self) {
  const NodeRef &x = self.value();
  if (isFloat(x->type))
    throw std::runtime_error("expected an integer or bool tensor");
  return wrap(makeUnary(OpKind::Not, x));
}

static nb::object where(Lazy &self, nb::handle x, nb::handle y) {
  NodeRef condition = self.value(), a = toNode(x), b = toNode(y);
  if (condition->type != ElementType::Bool)
    throw std::runtime_error("where: expected a condition of type bool, but "
                             "got another type; compare it, as with != 0");
  // Promotes and broadcasts the two as an addition would.
  NodeRef both = unwrap(makePromoted(OpKind::Add, a, b));
  Sizes shape = unwrap(broadcastShapes(both->shape, condition->shape));
  return wrap(makeWhere(unwrap(broadcastTo(condition, shape)),
                        unwrap(broadcastTo(both->operands[0], shape)),
                        unwrap(broadcastTo(both->operands[1], shape))));
}

void bindElementwise(nb::class_<Lazy> &tensor) {
  defBinary<plain<OpKind::Add>>(tensor, "add", "__add__", "__radd__",
                                "self + x.");
  defBinary<subtract>(tensor, "sub", "__sub__", "__rsub__", "self - x.");
  defBinary<plain<OpKind::Mul>>(tensor, "mul", "__mul__", "__rmul__",
                                "self * x.");
  defBinary<divide>(tensor, "_div", "__truediv__", "__rtruediv__");
  defBinary<floorDivide>(tensor, "_floordiv", "__floordiv__", "__rfloordiv__");
  defBinary<modulo>(
      tensor, "mod", "__mod__", "__rmod__",
      "The remainder of the division rounded down: it has the sign of x.");
  defBinary<integral<OpKind::CDiv>>(tensor, "_cdiv", nullptr, nullptr);
  defBinary<integral<OpKind::CMod>>(tensor, "_cmod", nullptr, nullptr);
  defBinary<integral<OpKind::And>>(tensor, "bitwise_and", "__and__", "__rand__",
                                   "The bits that both have.");
  defBinary<integral<OpKind::Or>>(tensor, "bitwise_or", "__or__", "__ror__",
                                  "The bits that one has.");
  defBinary<integral<OpKind::Xor>>(tensor, "bitwise_xor", "__xor__", "__rxor__",
                                   "The bits that just one has.");
  defBinary<integral<OpKind::Shl>>(tensor, "lshift", "__lshift__",
                                   "__rlshift__",
                                   "The bits moved up by x places.");
  defBinary<integral<OpKind::Shr>>(tensor, "rshift", "__rshift__",
                                   "__rrshift__",
                                   "The bits moved down by x places.");
  defBinary<plain<OpKind::Maximum>>(tensor, "maximum", nullptr, nullptr,
                                    "The greater of the two; NaN if one is.");
  defBinary<plain<OpKind::Minimum>>(tensor, "minimum", nullptr, nullptr,
                                    "The smaller of the two; NaN if one is.");
  defBinary<plain<OpKind::Eq>>(tensor, "eq", "__eq__", nullptr,
                               "Where the two are equal: a tensor of bool.");
  defBinary<plain<OpKind::Ne>>(tensor, "ne", "__ne__", nullptr,
                               "Where the two differ: a tensor of bool.");
  defBinary<plain<OpKind::Lt>>(tensor, nullptr, "__lt__", nullptr);
  defBinary<plain<OpKind::Le>>(tensor, nullptr, "__le__", nullptr);
  defBinary<plain<OpKind::Gt>>(tensor, nullptr, "__gt__", nullptr);
  defBinary<plain<OpKind::Ge>>(tensor, nullptr, "__ge__", nullptr);

  tensor.def("neg", negate, "-x; of bool, its opposite.")
      .def("__neg__", negate)
      .def("bitwise_not", bitwiseNot,
           "All bits inverted; RuntimeError of floats.")
      .def("__invert__", bitwiseNot)
      .def("exp", unaryFloat<OpKind::Exp>,
           "e to the power of each element; integers become floats, as in all "
           "of these functions.")
      .def("exp2", unaryFloat<OpKind::Exp2>, "2 to the power of each element.")
      .def("log", unaryFloat<OpKind::Log>,
           "The natural logarithm; -inf of 0, NaN below.")
      .def("log2", unaryFloat<OpKind::Log2>, "The logarithm to base 2.")
      .def("sin", unaryFloat<OpKind::Sin>, "The sine.")
      .def("cos", unaryFloat<OpKind::Cos>, "The cosine.")
      .def("tanh", unaryFloat<OpKind::Tanh>, "The hyperbolic tangent.")
      .def("sqrt", unaryFloat<OpKind::Sqrt>, "The square root; NaN below 0.")
      .def("reciprocal", unaryFloat<OpKind::Reciprocal>, "1 / x.")
      .def("trunc", unaryRounding<OpKind::Trunc>,
           "The whole number next to x in the direction of 0.")
      .def("_pow",
           [](Lazy &self, Lazy &exponent) {
             return wrap(makePow(self.value(), exponent.value()));
           })
      .def("where", where, nb::arg("x"), nb::arg("y"),
           "x where this tensor is true, else y; the three broadcast, and x "
           "and y promote to one type.")
      .def(
          "abs",
          [](Lazy &self) {
            const NodeRef &x = self.value();
            return wrap(
                x->type == ElementType::Bool ? x : makeUnary(OpKind::Abs, x));
          },
          "The distance from 0.")
      .def(
          "relu",
          [](Lazy &self) {
            const NodeRef &x = self.value();
            return wrap(
                x->type == ElementType::Bool ? x : makeUnary(OpKind::Relu, x));
          },
          "x where positive, else 0.")
      .def("_cast",
           [](Lazy &self, unsigned type) {
             return wrap(makeCast(self.value(), ElementType(type)));
           })
      .def(
          "detach",
          [](nb::handle self) {
            // The same memory: assigning to it is seen by both.
            auto &tensor = nb::cast<Lazy &>(self);
            const NodeRef &node = tensor.value();
            return wrapView(self, tensor, makeIdentity(OpKind::Detach, node));
          },
          "The same memory, through which no gradient flows.")
      .def("_identity", [](Lazy &self, const std::string &kind) {
        OpKind op = kind == "contiguous" ? OpKind::Contiguous
                    : kind == "clone"    ? OpKind::Assign
                                         : OpKind::ContiguousBackward;
        return wrap(makeIdentity(op, self.value()));
      });
}

} // namespace tinygrad::python
