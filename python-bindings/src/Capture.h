//===- Capture.h - functions that are run again without Python ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_PYTHON_CAPTURE_H
#define TINYGRAD_PYTHON_CAPTURE_H

#include "Lazy.h"
#include <unordered_map>

namespace tinygrad::python {

struct Source {
  enum class Kind { Argument, Result, Storage, Constant };
  Kind kind = Kind::Constant;
  /// Argument: its position; Result: the run and the position in it.
  size_t index = 0, result = 0;
  std::shared_ptr<Storage> storage;
  rt::Buffer constant;
};

struct Step {
  std::shared_ptr<Program> program;
  std::vector<Source> sources;
  /// Per result what it is the new contents of: an argument's storage (its
  /// position), another storage, or nothing.
  struct Target {
    int argument = -1;
    std::weak_ptr<Storage> storage;
    ElementType type;
    Sizes shape;
    uint16_t device = 0;
  };
  std::vector<Target> targets;
};

/// What the function returned: movement ops on a source.
struct Returned {
  Source source;
  /// A node of the shape of the view, over a leaf that holds no memory.
  NodeRef view;
  unsigned depth = 0;
  bool isNew = false;
};

class Capture {
public:
  static void begin(const std::vector<nb::object> &arguments);
  static void abort();
  static std::unique_ptr<Capture> end(const std::vector<nb::object> &returned);

  nb::list replay(const std::vector<nb::object> &arguments);
  size_t numSteps() const { return steps.size(); }
  /// The tensors that a replay with these arguments gives new contents.
  nb::list getWritten(const std::vector<nb::object> &arguments) const;

  /// Everything as tuples, numbers, bytes and tensors, and back.
  nb::tuple getState() const;
  static std::unique_ptr<Capture> fromState(const nb::tuple &state);

private:
  Source find(const NodeRef &leaf, const std::shared_ptr<Storage> &home);

  std::vector<Step> steps;
  std::vector<Returned> results;
  /// Of a capture from a file: the storages that only it writes.
  std::vector<std::shared_ptr<Storage>> kept;
  std::unordered_map<Node *, Source> known;
  std::unordered_map<Storage *, int> argumentHomes;
};

/// A leaf without memory, for views to be rebuilt over.
NodeRef makeHollow(ElementType type, Sizes shape, uint16_t device);

} // namespace tinygrad::python

#endif // TINYGRAD_PYTHON_CAPTURE_H
