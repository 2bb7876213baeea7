//===- Realize.cpp - data in, values out, gradients ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lazy.h"
#include "TinyGrad/Frontend/Export.h"
#include "TinyGrad/Frontend/Gradient.h"
#include "TinyGrad/Runtime/Counters.h"
#include <cstring>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <stdexcept>
#include <unordered_set>

namespace tinygrad::python {

using List = std::vector<int64_t>;

/// Whether a node is a constant in every element: it needs no memory.
static bool isVirtual(const NodeRef &node) {
  const Node *walk = node.get();
  while (isMovement(walk->op))
    walk = walk->operands[0].get();
  return walk->op == OpKind::Const;
}

/// An error of a run, which knows no op, with the place of what it computed.
static rt::Status addPlace(const rt::Status &status,
                           const std::vector<NodeRef> &roots) {
  for (const NodeRef &root : roots) {
    if (!root->place)
      continue;
    const Place &place = getPlace(root->place);
    std::string text = place.file + ":" + std::to_string(place.line);
    if (status.message().find(text) != std::string::npos)
      break;
    return rt::Status::error(status.message() + " (while computing what " +
                             text + " made)");
  }
  return status;
}

/// What computing tensors computes.
static std::vector<NodeRef> getRoots(const std::vector<Lazy *> &tensors) {
  std::vector<NodeRef> roots;
  for (Lazy *tensor : tensors) {
    const NodeRef &node = tensor->value();
    // Of a view what it is a view of is computed.
    const NodeRef &root = tensor->storage ? tensor->storage->contents() : node;
    if (root->op != OpKind::Buffer && (tensor->storage || !isVirtual(root)))
      roots.push_back(root);
  }
  return roots;
}

void realize(const std::vector<Lazy *> &tensors) {
  std::vector<NodeRef> roots = getRoots(tensors);
  if (!roots.empty()) {
    settleOlder(roots);
    rt::Status status = getSession().realize(roots, getRecord());
    check(status.isError() ? addPlace(status, roots) : status);
  }
  for (Lazy *tensor : tensors)
    tensor->adoptHome();
}

rt::Buffer getElements(Lazy &self) {
  realize({&self});
  NodeRef node = self.value();
  while (node->op == OpKind::Reshape || node->op == OpKind::Detach)
    node = node->operands[0];
  if (node->op != OpKind::Buffer) {
    node = makeIdentity(OpKind::Contiguous, node);
    check(getSession().realize({node}, getRecord()));
  }
  return node->buffer;
}

static nb::object read(Lazy &self) {
  rt::Buffer buffer = getElements(self);
  nb::object bytes =
      nb::steal(PyByteArray_FromStringAndSize(nullptr, buffer.bytes()));
  if (!bytes)
    throw nb::python_error();
  if (buffer.bytes())
    check(buffer.copyOut(PyByteArray_AS_STRING(bytes.ptr())));
  return bytes;
}

static uint64_t countBytes(unsigned type, const List &shape) {
  const DefaultTypes &defaults = getSession().options().defaults;
  uint64_t bytes = getByteSize(strengthen(ElementType(type), defaults));
  for (int64_t size : shape)
    bytes *= uint64_t(size);
  return bytes;
}

static nb::object fromMemory(nb::object data, unsigned type, List shape,
                             uint16_t device) {
  Py_buffer view;
  if (PyObject_GetBuffer(data.ptr(), &view, PyBUF_C_CONTIGUOUS) != 0)
    throw nb::python_error();
  uint64_t bytes = countBytes(type, shape);
  rt::Status status = rt::Status::success();
  rt::StatusOr<rt::Buffer> buffer = getSession().allocate(bytes);
  if (uint64_t(view.len) != bytes)
    status = rt::makeError("expected ", bytes, " bytes, but got ", view.len);
  else if (buffer.isError())
    status = buffer.status();
  else if (bytes)
    status = buffer->copyIn(view.buf);
  PyBuffer_Release(&view);
  check(status);
  NodeRef node =
      makeBuffer(*buffer, ElementType(type), std::move(shape), device);
  return wrap(node, Storage::create(node));
}

static nb::object fromPointer(uintptr_t pointer, unsigned type, List shape,
                              uint16_t device) {
  rt::StatusOr<rt::Buffer> buffer = getSession().wrap(
      reinterpret_cast<void *>(pointer), countBytes(type, shape), nullptr);
  check(buffer.isError() ? buffer.status() : rt::Status::success());
  NodeRef node =
      makeBuffer(*buffer, ElementType(type), std::move(shape), device);
  return wrap(node, Storage::create(node));
}

static nb::object makeEmpty(unsigned type, List shape, uint16_t device) {
  rt::StatusOr<rt::Buffer> buffer =
      getSession().allocate(countBytes(type, shape));
  check(buffer.isError() ? buffer.status() : rt::Status::success());
  NodeRef node =
      makeBuffer(*buffer, ElementType(type), std::move(shape), device);
  return wrap(node, Storage::create(node));
}

static std::vector<Lazy *> getTensors(const std::vector<nb::object> &objects) {
  std::vector<Lazy *> tensors;
  for (const nb::object &object : objects)
    tensors.push_back(&nb::cast<Lazy &>(object));
  return tensors;
}

static std::vector<NodeRef> getNodes(const std::vector<nb::object> &objects) {
  std::vector<NodeRef> nodes;
  for (Lazy *tensor : getTensors(objects))
    nodes.push_back(tensor->value());
  return nodes;
}

static nb::list getGradients(Lazy &root, Lazy &seed,
                             const std::vector<nb::object> &targets) {
  nb::list result;
  for (NodeRef &grad :
       computeGradients(root.value(), seed.value(), getNodes(targets)))
    result.append(grad ? wrap(std::move(grad)) : nb::borrow(nb::none()));
  return result;
}

/// The float tensors that exist and that `root` is made of.
static nb::list getTensorsIn(Lazy &root) {
  std::unordered_set<Node *> nodes;
  for (Node *node : sortTopologically({root.value()}))
    nodes.insert(node);
  nb::list result;
  for (Lazy *tensor = Lazy::all.next; tensor != &Lazy::all;
       tensor = tensor->next) {
    if (!tensor->node || !isFloat(tensor->node->type) ||
        !nodes.count(tensor->value().get()))
      continue;
    nb::handle object = nb::find(tensor);
    if (object)
      result.append(object);
  }
  return result;
}

/// Whether any of the leaves is part of what `root` is made of.
static bool dependsOn(Lazy &root, const std::vector<nb::object> &leaves) {
  std::unordered_set<Node *> wanted;
  for (const NodeRef &leaf : getNodes(leaves))
    wanted.insert(leaf.get());
  for (Node *node : sortTopologically({root.value()}))
    if (wanted.count(node))
      return true;
  return false;
}

/// A module as bytes: `samples` are tuples of the variable's value, arguments
/// and results.
static nb::bytes exportSamples(const nb::list &samples,
                               std::vector<std::string> argumentNames,
                               std::vector<std::string> resultNames,
                               std::string variable, int64_t low, int64_t high,
                               bool bytecode) {
  std::vector<ExportSample> built;
  for (nb::handle object : samples) {
    auto sample = nb::cast<nb::tuple>(object);
    built.push_back({nb::cast<int64_t>(sample[0]),
                     getNodes(nb::cast<std::vector<nb::object>>(sample[1])),
                     getNodes(nb::cast<std::vector<nb::object>>(sample[2]))});
  }
  rt::StatusOr<std::string> text =
      exportModule(built,
                   {std::move(argumentNames), std::move(resultNames),
                    std::move(variable), low, high, bytecode},
                   getSession().options().defaults);
  if (text.isError())
    throw std::runtime_error(text.message());
  return nb::bytes(text->data(), text->size());
}

void bindRealize(nb::module_ &module, nb::class_<Lazy> &tensor) {
  tensor.def("_read", read)
      .def("_assign",
           [](Lazy &self, Lazy &value) { self.assign(value.value()); })
      .def_prop_ro("_is_virtual",
                   [](Lazy &self) { return isVirtual(self.value()); })
      .def("_pointer", [](Lazy &self) {
        return reinterpret_cast<uintptr_t>(
            unwrap(getElements(self).hostAddress()));
      });
  module.def("realize", [](const std::vector<nb::object> &tensors) {
    realize(getTensors(tensors));
  });
  module.def("from_memory", fromMemory);
  module.def("from_pointer", fromPointer);
  module.def("empty", makeEmpty);
  module.def("const", [](unsigned type, nb::handle value) {
    NodeRef node = toNode(value);
    double number =
        node->type == ElementType::WeakFloat ? node->number : node->number;
    int64_t integer = node->integer;
    auto wanted = ElementType(type);
    if (!isFloat(wanted) && node->type == ElementType::WeakFloat)
      integer = int64_t(number);
    if (wanted == ElementType::Bool)
      integer = node->type == ElementType::WeakFloat ? number != 0
                                                     : node->integer != 0;
    return wrap(makeConst(wanted, number, integer));
  });
  module.def("arange", [](int64_t size, unsigned type) {
    return wrap(makeArange(size, ElementType(type)));
  });
  module.def("promote", [](unsigned a, unsigned b) {
    return unsigned(promote(ElementType(a), ElementType(b)));
  });
  module.def("gradients", getGradients);
  module.def("tensors_in", getTensorsIn);
  module.def("print_ir", [](const std::vector<nb::object> &tensors) {
    return getSession().print(getNodes(tensors));
  });
  module.def("export_module", exportSamples);
  module.def("depends_on", dependsOn);
  module.def("count_kernels", [](const std::vector<nb::object> &tensors) {
    return unwrap(getSession().countKernels(getRoots(getTensors(tensors))));
  });
  module.def("counters", [] {
    const SessionCounters &counters = getSession().counters();
    return nb::make_tuple(counters.kernels, counters.ops, counters.bytes,
                          counters.compiledPrograms, getLiveBytes());
  });
  // Of tensors and of what programs keep from run to run.
  module.def("memory_held", [] { return rt::getCounters().mem_used; });
  module.def("reset_counters", [] { getSession().resetCounters(); });
  module.def("set_defaults", [](unsigned integer, unsigned floating) {
    getSession().options().defaults = {DType(integer), DType(floating)};
  });
  module.def("set_optimize",
             [](bool optimize) { getSession().options().optimize = optimize; });
  module.def("set_matrix_units", [](unsigned units) {
    getSession().options().matrixUnits = units;
  });
  module.def(
      "set_beam",
      [](unsigned width, double seconds) {
        getSession().options().beam = width;
        getSession().options().searchSeconds = seconds;
      },
      nb::arg("width"), nb::arg("seconds") = 10.0);
}

} // namespace tinygrad::python
