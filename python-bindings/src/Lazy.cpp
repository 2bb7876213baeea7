//===- Lazy.cpp - what a Python tensor is in C++ ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lazy.h"
#include <stdexcept>

namespace tinygrad::python {

uint64_t Lazy::nextSerial = 0;
Lazy Lazy::all;

Lazy::Lazy(NodeRef node, std::shared_ptr<Storage> storage) {
  if (this != &all) {
    next = all.next;
    previous = &all;
    next->previous = previous->next = this;
  }
  set(std::move(node), std::move(storage));
}

Lazy::~Lazy() {
  next->previous = previous;
  previous->next = next;
}

/// `node`, which is `depth` movement ops on something, on `base` instead.
static NodeRef rebase(const NodeRef &node, unsigned depth,
                      const NodeRef &base) {
  if (depth == 0)
    return base;
  return remake(*node, rebase(node->operands[0], depth - 1, base));
}

const NodeRef &Lazy::value() {
  if (storage && version != storage->version()) {
    node = rebase(node, depth, storage->contents());
    version = storage->version();
  }
  return node;
}

void Lazy::set(NodeRef newNode, std::shared_ptr<Storage> newStorage) {
  node = std::move(newNode);
  storage = std::move(newStorage);
  depth = 0;
  version = 0;
  if (!storage)
    return;
  version = storage->version();
  for (Node *walk = node.get(); walk != storage->contents().get();
       walk = walk->operands[0].get()) {
    if (walk->operands.empty()) {
      // Not made of the storage.
      storage.reset();
      depth = 0;
      return;
    }
    ++depth;
  }
}

void Lazy::own() {
  if (!storage)
    set(node, Storage::create(node));
}

void Lazy::adoptHome() {
  if (storage || node->op != OpKind::Buffer)
    return;
  std::shared_ptr<Storage> home = node->home.lock();
  if (home && home->contents() == node)
    set(node, home);
  else
    own();
}

void Lazy::assign(NodeRef contents) {
  if (!storage)
    adoptHome();
  if (!storage) {
    // An expression is no memory: only this tensor changes.
    NodeRef fresh = makeIdentity(OpKind::Assign, contents);
    return set(fresh, Storage::create(fresh));
  }
  NodeRef walk = value();
  for (unsigned i = 0; i < depth; ++i) {
    const NodeRef &operand = walk->operands[0];
    contents = embed(*walk, operand, contents);
    if (!contents)
      throw std::runtime_error("cannot assign to an expanded tensor");
    walk = operand;
  }
  NodeRef fresh = makeIdentity(OpKind::Assign, contents);
  // Its sizes are the storage's, whatever variables the contents come from.
  fresh->bindings = storage->contents()->bindings;
  storage->setContents(std::move(fresh));
  noteAssigned(storage);
}

Session &getSession() {
  // Never destroyed: tensors may outlive the module.
  static auto *session = new Session();
  return *session;
}

static PyTypeObject *tensorType = nullptr;

static nb::object make(NodeRef node, std::shared_ptr<Storage> storage) {
  if (node && !node->place && node->op != OpKind::Buffer)
    node->place = findPlace();
  nb::object result = nb::inst_alloc(reinterpret_cast<PyObject *>(tensorType));
  new (nb::inst_ptr<Lazy>(result)) Lazy(std::move(node), std::move(storage));
  nb::inst_mark_ready(result);
  return result;
}

nb::object wrap(NodeRef node, std::shared_ptr<Storage> storage) {
  return make(std::move(node), std::move(storage));
}

nb::object wrapView(nb::handle self, Lazy &base, NodeRef node) {
  if (node == base.node)
    return nb::borrow(self);
  if (!base.storage)
    base.adoptHome();
  return make(std::move(node), base.storage);
}

NodeRef toNode(nb::handle value) {
  Lazy *tensor = nullptr;
  if (nb::try_cast(value, tensor) && tensor)
    return tensor->value();
  PyObject *object = value.ptr();
  if (PyBool_Check(object))
    return makeConst(ElementType::Bool, object == Py_True, object == Py_True);
  if (PyFloat_Check(object)) {
    double number = PyFloat_AS_DOUBLE(object);
    return makeConst(ElementType::WeakFloat, number, 0);
  }
  nb::object index = nb::steal(PyNumber_Index(object));
  if (!index) {
    PyErr_Clear();
    throw nb::type_error(
        (std::string("expected a tensor or a number, but got ") +
         Py_TYPE(object)->tp_name)
            .c_str());
  }
  int overflow = 0;
  int64_t integer = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow)
    integer = int64_t(PyLong_AsUnsignedLongLongMask(index.ptr()));
  double number = PyLong_AsDouble(index.ptr());
  PyErr_Clear();
  return makeConst(ElementType::WeakInt, number, integer);
}

void check(const rt::Status &status) {
  if (!status.isError())
    return;
  // What a signal's handler raised, as Ctrl-C.
  if (PyErr_Occurred())
    throw nb::python_error();
  throw std::runtime_error(status.message());
}

} // namespace tinygrad::python

using namespace tinygrad::python;

NB_MODULE(_core, module) {
  nb::set_leak_warnings(false);
  nb::class_<Lazy> tensor(module, "Lazy", nb::is_weak_referenceable());
  tensor.def(nb::init<>())
      .def("_set", [](Lazy &self,
                      Lazy &other) { self.set(other.value(), other.storage); })
      .def("_own", [](Lazy &self) { self.own(); })
      .def_prop_ro("_has_storage",
                   [](Lazy &self) { return self.storage != nullptr; })
      .def_prop_ro(
          "_is_leaf",
          [](Lazy &self) { return self.value()->op == OpKind::Buffer; })
      .def_prop_ro("_storage_id",
                   [](Lazy &self) {
                     self.value();
                     return self.storage ? uintptr_t(self.storage.get())
                                         : uintptr_t(self.node.get());
                   })
      .def_prop_ro("_view_key",
                   [](Lazy &self) {
                     // How the tensor is a view of its storage.
                     nb::list key;
                     Node *node = self.value().get();
                     for (unsigned i = 0; i < self.depth; ++i) {
                       key.append(int(node->op));
                       for (int64_t value : node->attributes)
                         key.append(value);
                       node = node->operands[0].get();
                       for (int64_t size : node->shape)
                         key.append(size);
                     }
                     return nb::tuple(key);
                   })
      .def("_base",
           [](Lazy &self) {
             self.value();
             return self.storage ? wrap(self.storage->contents(), self.storage)
                                 : wrap(self.node);
           })
      .def_prop_rw(
          "_bindings", [](Lazy &self) { return self.value()->bindings; },
          [](Lazy &self, uint32_t bindings) {
            self.value()->bindings = bindings;
          })
      .def_prop_ro("_node_id",
                   [](Lazy &self) { return uintptr_t(self.value().get()); })
      .def_prop_ro("_type",
                   [](Lazy &self) { return unsigned(self.node->type); })
      .def_prop_rw(
          "_device", [](Lazy &self) { return self.value()->device; },
          [](Lazy &self, uint16_t device) { self.value()->device = device; })
      .def_prop_ro("shape",
                   [](Lazy &self) {
                     const Sizes &shape = self.node->shape;
                     nb::object tuple = nb::steal(PyTuple_New(shape.size()));
                     for (size_t i = 0; i < shape.size(); ++i)
                       PyTuple_SET_ITEM(tuple.ptr(), i,
                                        PyLong_FromLongLong(shape[i]));
                     return tuple;
                   })
      .def_prop_ro("ndim", [](Lazy &self) { return self.node->shape.size(); })
      .def_prop_rw(
          "grad",
          [](Lazy &self) {
            return self.grad ? self.grad : nb::borrow(nb::none());
          },
          [](Lazy &self, nb::object grad) { self.grad = std::move(grad); },
          nb::arg("grad").none())
      .def_prop_rw(
          "_origin",
          [](Lazy &self) {
            return self.origin ? self.origin : nb::borrow(nb::none());
          },
          [](Lazy &self, nb::object origin) {
            self.origin = std::move(origin);
          })
      .def_rw("is_param", &Lazy::isParameter);
  module.def("set_tensor_type", [](nb::object type) {
    tensorType = reinterpret_cast<PyTypeObject *>(type.release().ptr());
  });
  bindElementwise(tensor);
  bindMovement(tensor);
  bindShapes(module, tensor);
  bindIndexing(tensor);
  bindRealize(module, tensor);
  bindCapture(module);
  bindModules(module);
  bindProgress(module);
  bindInterop(module, tensor);
}
