//===- Lazy.h - what a Python tensor is in C++ ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base class of the package's Tensor: a lazy node, and the storage that it
// is (a view of), if any. Python's Tensor adds no data of its own, so that an
// op on tensors makes one Python object and one node.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_PYTHON_LAZY_H
#define TINYGRAD_PYTHON_LAZY_H

#include "TinyGrad/Frontend/Builder.h"
#include "TinyGrad/Frontend/Session.h"
#include <nanobind/nanobind.h>

namespace tinygrad::python {

namespace nb = nanobind;
using namespace tinygrad::frontend;

class Lazy {
public:
  explicit Lazy(NodeRef node = NodeRef(),
                std::shared_ptr<Storage> storage = {});
  ~Lazy();
  Lazy(const Lazy &) = delete;
  Lazy &operator=(const Lazy &) = delete;

  /// The expression of the tensor's present value.
  const NodeRef &value();
  /// Whether it is a storage's contents, not a view of them.
  bool isWhole() const { return storage && depth == 0; }
  void set(NodeRef node, std::shared_ptr<Storage> storage);
  /// Gives a tensor without storage one of its own.
  void own();
  /// Makes a tensor whose node is a computed one share that one's storage.
  void adoptHome();
  /// Replaces the tensor's contents, and those of all tensors that alias.
  void assign(NodeRef contents);

  NodeRef node;
  std::shared_ptr<Storage> storage;
  uint64_t version = 0;
  /// Movement ops between the storage's contents and `node`.
  unsigned depth = 0;
  nb::object grad;
  /// The tensor whose bits this one shows as wider or narrower elements.
  nb::object origin;
  bool isParameter = true;
  /// Grows from each tensor to the next.
  uint64_t serial = nextSerial++;
  static uint64_t nextSerial;

  /// All tensors that exist, in a ring.
  static Lazy all;
  Lazy *next = this, *previous = this;
};

/// The line of the user's program that runs, as a number; see Place.h.
uint32_t findPlace();

/// The process's session.
Session &getSession();

/// A new Python Tensor.
nb::object wrap(NodeRef node, std::shared_ptr<Storage> storage = {});
/// A new Python Tensor that is a view of `base` by movement ops on its node.
nb::object wrapView(nb::handle self, Lazy &base, NodeRef node);
/// A tensor or number as a node.
NodeRef toNode(nb::handle value);
/// Throws unless `status` is good.
void check(const rt::Status &status);
template <typename T> T unwrap(rt::StatusOr<T> value) {
  if (value.isError() && PyErr_Occurred())
    throw nb::python_error();
  if (value.isError())
    throw nb::value_error(value.message().c_str());
  return std::move(*value);
}

void bindElementwise(nb::class_<Lazy> &tensor);
void bindMovement(nb::class_<Lazy> &tensor);
void bindRealize(nb::module_ &module, nb::class_<Lazy> &tensor);
void bindShapes(nb::module_ &module, nb::class_<Lazy> &tensor);
void bindCapture(nb::module_ &module);
void bindIndexing(nb::class_<Lazy> &tensor);
void bindModules(nb::module_ &module);
void bindProgress(nb::module_ &module);
void bindInterop(nb::module_ &module, nb::class_<Lazy> &tensor);
/// The memory of a tensor's elements in row-major order, computed.
rt::Buffer getElements(Lazy &self);
/// Runs that a capture under way records, or null.
std::vector<RecordedRun> *getRecord();
/// Tells a capture under way that a storage has new contents.
void noteAssigned(const std::shared_ptr<Storage> &storage);
/// While a function is captured: computes what the roots need of tensors that
/// are older than the call, outside of the capture. Such a value is what it is;
/// a replay must not compute it anew from what changed since.
void settleOlder(const std::vector<NodeRef> &roots);
/// Computes tensors.
void realize(const std::vector<Lazy *> &tensors);

} // namespace tinygrad::python

#endif // TINYGRAD_PYTHON_LAZY_H
