//===- Capture.cpp - functions that are run again without Python ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A capture is the list of programs that a Python function ran. A program reads
// arguments of the function, results of earlier programs, storages that exist
// outside (their contents at the time of the replay), or constants; and gives
// returned values or new contents of storages.
//
//===----------------------------------------------------------------------===//

#include "Capture.h"
#include <algorithm>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <unordered_set>

namespace tinygrad::python {

namespace {

/// A capture under way.
struct Recording {
  std::vector<RecordedRun> runs;
  std::vector<NodeRef> arguments;
  std::vector<std::shared_ptr<Storage>> homes;
  /// What the function gave new contents.
  std::vector<std::shared_ptr<Storage>> assigned;
  /// Those of the tensors that there were before, with what they held. They
  /// stay until the end, or another one might come to be at their place.
  std::unordered_map<Storage *, std::pair<std::shared_ptr<Storage>, NodeRef>>
      older;
  /// What these tensors leave to be computed.
  std::unordered_map<Node *, NodeRef> unsettled;
  uint64_t firstSerial = 0;
};
std::unique_ptr<Recording> recording;

} // namespace

std::vector<RecordedRun> *getRecord() {
  return recording ? &recording->runs : nullptr;
}

NodeRef getBase(Lazy &tensor) {
  tensor.value();
  return tensor.storage ? tensor.storage->contents() : tensor.node;
}

NodeRef makeHollow(ElementType type, Sizes shape, uint16_t device) {
  auto *hollow = new Node();
  hollow->op = OpKind::Arange;
  hollow->type = type;
  hollow->shape = std::move(shape);
  hollow->device = device;
  return NodeRef(hollow);
}

/// Remembers what a tensor held, or leaves to be computed, before the call.
static void noteOlder(Lazy &tensor) {
  if (tensor.storage) {
    const NodeRef &contents = tensor.storage->contents();
    recording->older.try_emplace(tensor.storage.get(), tensor.storage,
                                 contents);
  }
  // Movement alone is no computation.
  NodeRef node = tensor.storage ? tensor.storage->contents() : tensor.node;
  while (isMovement(node->op))
    node = node->operands[0];
  if (node->op != OpKind::Buffer && node->op != OpKind::Const)
    recording->unsettled.emplace(node.get(), node);
}

void Capture::begin(const std::vector<nb::object> &arguments) {
  recording = std::make_unique<Recording>();
  for (const nb::object &object : arguments) {
    auto &tensor = nb::cast<Lazy &>(object);
    recording->arguments.push_back(getBase(tensor));
    recording->homes.push_back(tensor.storage);
  }
  recording->firstSerial = Lazy::nextSerial;
  for (Lazy *tensor = Lazy::all.next; tensor != &Lazy::all;
       tensor = tensor->next)
    noteOlder(*tensor);
}

void settleOlder(const std::vector<NodeRef> &roots) {
  if (!recording || recording->unsettled.empty())
    return;
  std::vector<NodeRef> worklist = roots, found;
  std::unordered_set<Node *> seen;
  while (!worklist.empty()) {
    NodeRef node = std::move(worklist.back());
    worklist.pop_back();
    if (node->op == OpKind::Buffer || !seen.insert(node.get()).second)
      continue;
    if (recording->unsettled.erase(node.get())) {
      found.push_back(node);
      continue;
    }
    for (const NodeRef &operand : node->operands)
      worklist.push_back(operand);
  }
  if (found.empty())
    return;
  check(getSession().realize(found));
  for (Lazy *tensor = Lazy::all.next; tensor != &Lazy::all;
       tensor = tensor->next)
    if (tensor->serial < recording->firstSerial) {
      tensor->adoptHome();
      noteOlder(*tensor);
    }
}

void noteAssigned(const std::shared_ptr<Storage> &storage) {
  if (recording)
    recording->assigned.push_back(storage);
}

/// Assignments that nothing returned depends on are part of a function too.
static void realizeAssigned() {
  if (!recording)
    return;
  std::vector<NodeRef> pending;
  for (const std::shared_ptr<Storage> &storage : recording->assigned)
    if (storage->contents()->op != OpKind::Buffer)
      pending.push_back(storage->contents());
  settleOlder(pending);
  check(getSession().realize(pending, getRecord()));
}

/// What the function has left to be computed in a tensor that it made and that
/// is still there, as a gradient, is part of it: nothing tells a replay later
/// that someone reads it.
static void realizeKept() {
  if (!recording)
    return;
  std::vector<Lazy *> pending;
  for (Lazy *tensor = Lazy::all.next; tensor != &Lazy::all;
       tensor = tensor->next)
    if (tensor->serial >= recording->firstSerial && !tensor->storage &&
        tensor->value()->op != OpKind::Buffer)
      pending.push_back(tensor);
  // Older ones last, as the function made them.
  std::sort(pending.begin(), pending.end(),
            [](Lazy *a, Lazy *b) { return a->serial < b->serial; });
  realize(pending);
}

/// Assignments from before a capture are none of its business.
static void realizePending() {
  std::vector<NodeRef> pending;
  for (Lazy *tensor = Lazy::all.next; tensor != &Lazy::all;
       tensor = tensor->next)
    if (tensor->storage && tensor->storage->contents()->op == OpKind::Assign)
      pending.push_back(tensor->storage->contents());
  check(getSession().realize(pending));
}

void Capture::abort() { recording.reset(); }

Source Capture::find(const NodeRef &leaf,
                     const std::shared_ptr<Storage> &home) {
  auto found = known.find(leaf.get());
  if (found != known.end())
    return found->second;
  Source source;
  // What was made inside, or changed since, is no state but a value.
  auto older = olderContents.find(home.get());
  if (older != olderContents.end() && older->second == leaf.get()) {
    source.kind = Source::Kind::Storage;
    source.storage = home;
    return source;
  }
  source.constant = leaf->buffer;
  return source;
}

std::unique_ptr<Capture> Capture::end(const std::vector<nb::object> &returned) {
  std::unique_ptr<Recording> record = std::move(recording);
  auto capture = std::make_unique<Capture>();
  for (size_t i = 0; i < record->arguments.size(); ++i) {
    Source source;
    source.kind = Source::Kind::Argument;
    source.index = i;
    capture->known.emplace(record->arguments[i].get(), source);
    if (record->homes[i])
      capture->argumentHomes.emplace(record->homes[i].get(), int(i));
  }
  for (const auto &[storage, held] : record->older)
    capture->olderContents.emplace(storage, held.second.get());
  for (RecordedRun &run : record->runs) {
    Step step;
    step.program = run.program;
    step.graph = std::move(run.graph);
    for (size_t i = 0; i < run.inputs.size(); ++i)
      step.sources.push_back(capture->find(run.inputs[i], run.inputHomes[i]));
    for (size_t i = 0; i < run.results.size(); ++i) {
      Step::Target target;
      target.type = run.results[i]->type;
      target.shape = run.results[i]->shape;
      target.device = run.results[i]->device;
      target.storage = run.resultHomes[i];
      // Computed first, and then found to be still there.
      if (!run.resultHomes[i])
        if (std::shared_ptr<Storage> kept = run.results[i]->home.lock();
            kept && kept->contents() == run.results[i]) {
          target.storage = kept;
          target.isKept = true;
        }
      auto argument = capture->argumentHomes.find(run.resultHomes[i].get());
      if (run.resultHomes[i] && argument != capture->argumentHomes.end())
        target.argument = argument->second;
      step.targets.push_back(std::move(target));
      Source source;
      source.kind = Source::Kind::Result;
      source.index = capture->steps.size();
      source.result = i;
      capture->known[run.results[i].get()] = source;
    }
    capture->steps.push_back(std::move(step));
  }
  for (const nb::object &object : returned) {
    auto &tensor = nb::cast<Lazy &>(object);
    NodeRef base = getBase(tensor);
    Returned result;
    result.source = capture->find(base, tensor.storage);
    result.isNew = result.source.kind == Source::Kind::Result;
    result.view = tensor.node;
    result.depth = tensor.depth;
    // Whoever returns what a storage outside holds returns the storage.
    if (result.isNew) {
      Step::Target &target =
          capture->steps[result.source.index].targets[result.source.result];
      if (target.argument >= 0) {
        result.source.kind = Source::Kind::Argument;
        result.source.index = size_t(target.argument);
      } else if (record->older.count(tensor.storage.get())) {
        result.source.kind = Source::Kind::Storage;
        result.source.storage = tensor.storage;
      } else {
        // The caller of this call keeps its result to itself.
        target.storage.reset();
      }
    }
    capture->results.push_back(std::move(result));
  }
  // Nothing of this call is kept: views are rebuilt over leaves without memory.
  for (Returned &result : capture->results) {
    std::vector<Node *> chain;
    Node *walk = result.view.get();
    for (unsigned i = 0; i < result.depth; ++i) {
      chain.push_back(walk);
      walk = walk->operands[0].get();
    }
    NodeRef view = makeHollow(walk->type, walk->shape, walk->device);
    for (size_t i = chain.size(); i-- > 0;)
      view = remake(*chain[i], view);
    result.view = view;
  }
  capture->known.clear();
  capture->argumentHomes.clear();
  capture->olderContents.clear();
  return capture;
}

void bindCapture(nb::module_ &module) {
  nb::class_<Capture>(module, "Capture")
      .def_static("begin", &Capture::begin)
      .def_static("abort", &Capture::abort)
      .def_static("realize_assigned", realizeAssigned)
      .def_static("realize_kept", realizeKept)
      .def_static("realize_pending", realizePending)
      .def_static(
          "end",
          [](const std::vector<nb::object> &returned) {
            return Capture::end(returned).release();
          },
          nb::rv_policy::take_ownership)
      .def_static(
          "generalize",
          [](const std::vector<Capture *> &samples,
             const std::vector<std::string> &names,
             const std::vector<int64_t> &low, const std::vector<int64_t> &high,
             const std::vector<std::vector<int64_t>> &values) {
            return Capture::generalize(samples, {names, low, high, values})
                .release();
          },
          nb::rv_policy::take_ownership)
      .def("forget_graphs", &Capture::forgetGraphs)
      .def_prop_ro("variables", &Capture::getVariables)
      .def("replay", &Capture::replay, nb::arg("arguments"),
           nb::arg("values") = std::vector<int64_t>())
      .def("make_graphs", &Capture::makeGraphs)
      .def("prune", &Capture::prune)
      .def_prop_ro("num_once", &Capture::numOnce)
      .def("free_intermediates", &Capture::freeIntermediates)
      .def("remember", &Capture::remember)
      .def("replay_call", &Capture::replayCall)
      .def("written", &Capture::getWritten)
      .def("state", &Capture::getState)
      .def_static(
          "from_state",
          [](const nb::tuple &state) {
            return Capture::fromState(state).release();
          },
          nb::rv_policy::take_ownership)
      .def_prop_ro("num_steps", &Capture::numSteps)
      .def("modules", &Capture::getModules);
  module.def("is_capturing", [] { return recording != nullptr; });
  module.def("begin_packing", [](const std::vector<nb::object> &arguments) {
    std::vector<rt::Buffer> buffers;
    for (const nb::object &object : arguments)
      buffers.push_back(getBase(nb::cast<Lazy &>(object))->buffer);
    getSession().beginPacking(buffers);
  });
  module.def("end_packing", [] { getSession().endPacking(); });
  module.def("make_bindings", [](const std::string &name, int64_t value,
                                 int64_t low, int64_t high) {
    return makeBindings({name, value, low, high});
  });
  module.def("merge_bindings", mergeBindings);
  module.def("get_bindings", [](uint32_t number) {
    nb::list list;
    for (const Binding &binding : getBindings(number))
      list.append(nb::make_tuple(binding.name, binding.value, binding.low,
                                 binding.high));
    return list;
  });
  // How numbers, one list for each sample, depend on the samples' variables:
  // for each number the factors and the offset, or None.
  module.def(
      "solve_sizes",
      [](const std::vector<std::vector<int64_t>> &values,
         const std::vector<std::vector<int64_t>> &results) -> nb::object {
        SampledVariables variables;
        variables.names.resize(values[0].size());
        variables.values = values;
        AffineSolver solver(variables);
        nb::list list;
        for (size_t i = 0; i < results[0].size(); ++i) {
          std::vector<int64_t> number;
          for (const std::vector<int64_t> &sample : results)
            number.push_back(sample[i]);
          std::optional<AffineSize> size = solver.solve(number);
          if (!size)
            return nb::none();
          list.append(nb::make_tuple(size->factors, size->offset));
        }
        return list;
      });
}

} // namespace tinygrad::python
