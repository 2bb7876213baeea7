//===- Capture.h - functions that run again without Python ------*- C++ -*-===//
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
    /// A tensor that the function made and kept somewhere without returning
    /// it: where it is still there, it gets the contents of the last replay.
    bool isKept = false;
    ElementType type;
    Sizes shape;
    uint16_t device = 0;
    /// Of a general capture the shape as a function of the variables.
    std::vector<AffineSize> sizes;
  };
  std::vector<Target> targets;
  /// Of a general capture: the scalars that the program reads behind `sources`.
  std::vector<GeneralProgram::Number> numbers;
  /// What was computed, while it is a sample of a general capture.
  std::shared_ptr<GraphCopy> graph;
  /// Of a pruned step: the sources that never change, with what they held when
  /// the program did what it does once.
  std::vector<std::pair<size_t, rt::Buffer>> unchanging;
};

/// The sizes of a movement op as functions of variables.
struct ViewSizes {
  std::vector<AffineSize> shape, attributes;
};

/// What the function returned: movement ops on a source.
struct Returned {
  Source source;
  /// A node of the shape of the view, over a leaf that holds no memory.
  NodeRef view;
  unsigned depth = 0;
  bool isNew = false;
  /// Of a general capture: the sizes of the view's ops.
  std::vector<ViewSizes> sizes;
};

class Capture {
public:
  static void begin(const std::vector<nb::object> &arguments);
  static void abort();
  static std::unique_ptr<Capture> end(const std::vector<nb::object> &returned);

  /// A capture that stands for several ones, each for other values of
  /// variables; see Session::generalize.
  static std::unique_ptr<Capture>
  generalize(const std::vector<Capture *> &samples,
             const SampledVariables &variables);
  /// Makes launch graphs of its programs, of `batchSize` items at first.
  void makeGraphs(unsigned batchSize);
  /// Does once what depends on storages and constants only that the capture
  /// does not write; with `graphs` the rest are launch graphs, as above.
  void prune(bool graphs, unsigned batchSize);
  void freeIntermediates();
  /// Makes the capture useless as a sample, which frees what only that needs.
  void forgetGraphs();

  /// `values` has those of the variables of a general capture, in their order.
  nb::list replay(const std::vector<nb::object> &arguments,
                  const std::vector<int64_t> &values);
  /// Remembers calls like this one for `replayCall`: every argument is a whole
  /// tensor in memory of its own, `names` are those of the last ones.
  void remember(const std::vector<nb::object> &arguments,
                const std::vector<nb::object> &names);
  /// Replays a call that is like the remembered one in all that guards look
  /// at. Otherwise None: the caller finds out what is different.
  nb::object replayCall(nb::tuple positional, nb::dict named);
  /// The variables of a general capture with their bounds.
  nb::list getVariables() const;
  /// The modules of the programs that a replay runs, as bytecode.
  nb::list getModules() const;
  size_t numSteps() const { return steps.size(); }
  /// The launches and copies that are done once for all replays.
  uint64_t numOnce() const;
  /// The tensors that a replay with these arguments gives new contents.
  nb::list getWritten(const std::vector<nb::object> &arguments) const;

  /// Everything as tuples, numbers, bytes and tensors, and back.
  nb::tuple getState() const;
  static std::unique_ptr<Capture> fromState(const nb::tuple &state);

private:
  /// What an argument of a remembered call is.
  struct Guard {
    ElementType type;
    uint16_t device;
    Sizes shape;
  };
  Source find(const NodeRef &leaf, const std::shared_ptr<Storage> &home);

  std::vector<Step> steps;
  std::vector<Returned> results;
  /// Of a general capture; without values.
  SampledVariables variables;
  /// Of a capture from a file: the storages that only it writes.
  std::vector<std::shared_ptr<Storage>> kept;
  bool isRemembered = false;
  std::vector<Guard> guards;
  std::vector<nb::object> namesOfLast;
  std::unordered_map<Node *, Source> known;
  std::unordered_map<Storage *, int> argumentHomes;
  /// What each storage of outside held before the function was captured.
  std::unordered_map<Storage *, Node *> olderContents;
};

/// Sizes for values of the variables.
Sizes evaluate(const std::vector<AffineSize> &sizes,
               const std::vector<int64_t> &values);

/// What a tensor is a view of.
NodeRef getBase(Lazy &tensor);

/// A leaf without memory, for views to be rebuilt over.
NodeRef makeHollow(ElementType type, Sizes shape, uint16_t device);

} // namespace tinygrad::python

#endif // TINYGRAD_PYTHON_CAPTURE_H
