//===- Movement.cpp - movement, reduce and contraction methods ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments have been checked in Python: shapes are complete, axes within the
// rank and not negative.
//
//===----------------------------------------------------------------------===//

#include "Lazy.h"
#include <nanobind/stl/vector.h>

namespace tinygrad::python {

using List = std::vector<int64_t>;

template <typename Make> static nb::object move(nb::handle self, Make make) {
  auto &tensor = nb::cast<Lazy &>(self);
  return wrapView(self, tensor, make(tensor.value()));
}

/// A movement by sizes that were made of bound variables, if `bindings` is not
/// 0: such a node exists also where it changes nothing, so that calls of a
/// function for several values make the same nodes.
template <typename Make>
static nb::object moveBy(nb::handle self, uint32_t bindings, OpKind op,
                         std::vector<int64_t> attributes, Make make) {
  return move(self, [&](const NodeRef &node) {
    NodeRef result = make(node);
    if (!bindings)
      return result;
    if (result == node)
      result = makeMovement(op, node, node->shape, std::move(attributes));
    result->bindings = mergeBindings(result->bindings, bindings);
    return result;
  });
}

template <OpKind op> static nb::object scan(Lazy &self, int64_t axis) {
  return wrap(makeScan(op, self.value(), axis));
}

template <OpKind op> static nb::object reduce(Lazy &self, List axes) {
  return wrap(makeReduce(op, self.value(), std::move(axes)));
}

void bindMovement(nb::class_<Lazy> &tensor) {
  tensor
      .def(
          "_reshape",
          [](nb::handle self, List shape, uint32_t bindings) {
            return moveBy(self, bindings, OpKind::Reshape, {},
                          [&](const NodeRef &node) {
                            return makeReshape(node, std::move(shape));
                          });
          },
          nb::arg("shape"), nb::arg("bindings") = 0)
      .def("_expand",
           [](nb::handle self, List shape) {
             return move(self, [&](const NodeRef &node) {
               return makeExpand(node, std::move(shape));
             });
           })
      .def(
          "_broadcast_to",
          [](nb::handle self, List shape, uint32_t bindings) {
            return moveBy(self, bindings, OpKind::Expand, {},
                          [&](const NodeRef &node) {
                            return unwrap(broadcastTo(node, shape));
                          });
          },
          nb::arg("shape"), nb::arg("bindings") = 0)
      .def("_permute",
           [](nb::handle self, List order) {
             return move(self, [&](const NodeRef &node) {
               return makePermute(node, std::move(order));
             });
           })
      .def(
          "_pad",
          [](nb::handle self, List pads, uint32_t bindings) {
            return moveBy(
                self, bindings, OpKind::Pad, pads,
                [&](const NodeRef &node) { return makePad(node, pads); });
          },
          nb::arg("pads"), nb::arg("bindings") = 0)
      .def(
          "_shrink",
          [](nb::handle self, List offsets, List shape, uint32_t bindings) {
            return moveBy(self, bindings, OpKind::Shrink, offsets,
                          [&](const NodeRef &node) {
                            return makeShrink(node, offsets, std::move(shape));
                          });
          },
          nb::arg("offsets"), nb::arg("shape"), nb::arg("bindings") = 0)
      .def("_flip",
           [](nb::handle self, List axes) {
             return move(self, [&](const NodeRef &node) {
               return makeFlip(node, std::move(axes));
             });
           })
      .def("_bitcast",
           [](nb::handle self, unsigned type) {
             return move(self, [&](const NodeRef &node) {
               return makeBitcast(node, ElementType(type));
             });
           })
      .def("_sum", reduce<OpKind::Sum>)
      .def("_prod", reduce<OpKind::Prod>)
      .def("_max", reduce<OpKind::Max>)
      .def("_min", reduce<OpKind::Min>)
      .def("_cumsum", scan<OpKind::Cumsum>)
      .def("_cumprod", scan<OpKind::Cumprod>)
      .def("_cummax", scan<OpKind::Cummax>)
      .def("_cummin", scan<OpKind::Cummin>)
      .def("_argmax",
           [](Lazy &self, int64_t axis) {
             return wrap(makeArgReduce(OpKind::Argmax, self.value(), axis));
           })
      .def("_argmin",
           [](Lazy &self, int64_t axis) {
             return wrap(makeArgReduce(OpKind::Argmin, self.value(), axis));
           })
      .def("_gather",
           [](Lazy &self, Lazy &index, int64_t axis) {
             return wrap(makeGather(self.value(), index.value(), axis));
           })
      .def("_matmul",
           [](Lazy &self, Lazy &other) {
             return wrap(makeMatmul(self.value(), other.value()));
           })
      .def("_conv", [](Lazy &self, Lazy &filter, List attributes) {
        return wrap(
            makeConv(self.value(), filter.value(), std::move(attributes)));
      });
}

} // namespace tinygrad::python
