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
#include "TinyGrad/Support/FloatFormat.h"
#include <algorithm>
#include <cmath>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <stdexcept>
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

static NodeRef getBase(Lazy &tensor) {
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

/// A view's ops on another base; `sizes` has what they are for `values`, if
/// they depend on these.
static NodeRef rebuild(const NodeRef &view, unsigned depth, const NodeRef &base,
                       const std::vector<ViewSizes> &sizes,
                       const std::vector<int64_t> &values) {
  if (depth == 0)
    return base;
  NodeRef operand = rebuild(view->operands[0], depth - 1, base, sizes, values);
  if (sizes.empty())
    return remake(*view, operand);
  const ViewSizes &own = sizes[sizes.size() - depth];
  Node node;
  node.op = view->op;
  node.type = view->type;
  node.shape = evaluate(own.shape, values);
  node.attributes = evaluate(own.attributes, values);
  return remake(node, operand);
}

/// A scalar in memory of its own.
static rt::Buffer makeNumber(const GeneralProgram::Number &number,
                             const std::vector<int64_t> &values) {
  DType type = strengthen(number.type, getSession().options().defaults);
  double value = number.value.evaluate(values);
  uint64_t bits = isFloat(number.type) ? encodeFloat(value, type)
                                       : uint64_t(std::llround(value));
  rt::Buffer buffer = unwrap(getSession().allocate(getByteSize(type)));
  // The bits' low bytes come first.
  check(buffer.copyIn(&bits));
  return buffer;
}

static rt::Buffer readStorage(Storage &storage) {
  if (storage.contents()->op != OpKind::Buffer)
    check(getSession().realize({storage.contents()}));
  return storage.contents()->buffer;
}

/// A storage that the function takes for unchanging may have got new contents:
/// contents are never written in place, so they are other memory.
static void updateUnchanging(Step &step,
                             const std::vector<rt::Buffer> &inputs) {
  bool hasChanged = false;
  for (auto &[number, known] : step.unchanging) {
    const rt::Buffer &now = inputs[number];
    if (known && known.identity() == now.identity() &&
        known.offset() == now.offset())
      continue;
    known = now;
    hasChanged = true;
  }
  if (hasChanged)
    Session::forgetOnce(*step.program);
}

nb::list Capture::replay(const std::vector<nb::object> &arguments,
                         const std::vector<int64_t> &values) {
  if (values.size() != variables.names.size())
    throw std::runtime_error("expected a value for each variable");
  uint32_t bindings = 0;
  std::vector<std::pair<std::string, int64_t>> sizes;
  for (size_t i = 0; i < values.size(); ++i) {
    sizes.emplace_back(variables.names[i], values[i]);
    bindings = mergeBindings(
        bindings, makeBindings({variables.names[i], values[i], variables.low[i],
                                variables.high[i]}));
  }
  std::vector<Lazy *> tensors;
  std::vector<rt::Buffer> argumentBuffers;
  for (const nb::object &object : arguments) {
    auto &tensor = nb::cast<Lazy &>(object);
    tensors.push_back(&tensor);
    argumentBuffers.push_back(getBase(tensor)->buffer);
  }
  // What storages hold now is what all steps read that read them before the
  // function changes them.
  std::vector<std::vector<rt::Buffer>> inputs(steps.size()),
      outputs(steps.size());
  for (size_t i = 0; i < steps.size(); ++i)
    for (Source &source : steps[i].sources)
      inputs[i].push_back(
          source.kind == Source::Kind::Argument  ? argumentBuffers[source.index]
          : source.kind == Source::Kind::Storage ? readStorage(*source.storage)
          : source.kind == Source::Kind::Constant ? source.constant
                                                  : rt::Buffer());
  std::vector<std::vector<NodeRef>> leaves(steps.size());
  for (size_t i = 0; i < steps.size(); ++i) {
    Step &step = steps[i];
    for (size_t j = 0; j < step.sources.size(); ++j) {
      const Source &source = step.sources[j];
      if (source.kind == Source::Kind::Result)
        inputs[i][j] = outputs[source.index][source.result];
    }
    for (const GeneralProgram::Number &number : step.numbers)
      inputs[i].push_back(makeNumber(number, values));
    updateUnchanging(step, inputs[i]);
    auto results = getSession().run(*step.program, inputs[i], sizes);
    check(results.isError() ? results.status() : rt::Status::success());
    outputs[i] = std::move(*results);
    for (size_t j = 0; j < outputs[i].size(); ++j) {
      const Step::Target &target = step.targets[j];
      NodeRef leaf = makeBuffer(
          outputs[i][j], target.type,
          target.sizes.empty() ? target.shape : evaluate(target.sizes, values),
          target.device);
      if (!target.sizes.empty())
        leaf->bindings = bindings;
      leaves[i].push_back(leaf);
      if (target.argument >= 0) {
        Lazy *tensor = tensors[target.argument];
        if (tensor->storage)
          tensor->storage->setContents(leaf);
      } else if (std::shared_ptr<Storage> storage = target.storage.lock()) {
        storage->setContents(leaf);
      }
    }
  }
  nb::list list;
  for (const Returned &result : results) {
    const Source &source = result.source;
    NodeRef base;
    std::shared_ptr<Storage> storage;
    switch (source.kind) {
    case Source::Kind::Result:
      base = leaves[source.index][source.result];
      storage = base->home.lock();
      if (!storage)
        storage = Storage::create(base);
      break;
    case Source::Kind::Argument:
      storage = tensors[source.index]->storage;
      base = storage ? storage->contents() : getBase(*tensors[source.index]);
      break;
    case Source::Kind::Storage:
      storage = source.storage;
      base = storage->contents();
      break;
    case Source::Kind::Constant: {
      // Contents are never written in place, so that calls may share them.
      const Node *leaf = result.view.get();
      for (unsigned i = 0; i < result.depth; ++i)
        leaf = leaf->operands[0].get();
      base = makeBuffer(source.constant, leaf->type, leaf->shape, leaf->device);
      storage = Storage::create(base);
      break;
    }
    }
    list.append(
        wrap(rebuild(result.view, result.depth, base, result.sizes, values),
             storage));
  }
  return list;
}

void Capture::makeGraphs(unsigned batchSize) {
  for (Step &step : steps) {
    if (Session::isPruned(*step.program))
      continue;
    auto made = getSession().makeGraphs(step.program, batchSize);
    check(made.isError() ? made.status() : rt::Status::success());
    step.program = std::move(*made);
  }
}

void Capture::prune(bool graphs, unsigned batchSize) {
  std::unordered_set<Storage *> written;
  for (const Step &step : steps)
    for (const Step::Target &target : step.targets)
      if (std::shared_ptr<Storage> storage = target.storage.lock())
        written.insert(storage.get());
  for (Step &step : steps) {
    std::vector<bool> isConstant;
    for (const Source &source : step.sources)
      isConstant.push_back(source.kind == Source::Kind::Constant ||
                           (source.kind == Source::Kind::Storage &&
                            !written.count(source.storage.get())));
    auto pruned = getSession().prune(step.program, isConstant,
                                     graphs ? std::optional<unsigned>(batchSize)
                                            : std::nullopt);
    check(pruned.isError() ? pruned.status() : rt::Status::success());
    step.program = std::move(*pruned);
    step.unchanging.clear();
    if (!Session::isPruned(*step.program))
      continue;
    for (size_t i = 0; i < isConstant.size(); ++i)
      if (isConstant[i])
        step.unchanging.emplace_back(i, rt::Buffer());
  }
  if (graphs)
    makeGraphs(batchSize);
}

uint64_t Capture::numOnce() const {
  uint64_t count = 0;
  for (const Step &step : steps)
    count += Session::countOnce(*step.program);
  return count;
}

void Capture::freeIntermediates() {
  for (Step &step : steps)
    Session::freeIntermediates(*step.program);
}

/// A tensor that is computed and whole, in memory that has no other name.
static bool isPlain(Lazy &tensor) {
  const NodeRef &node = tensor.value();
  return tensor.isWhole() && !tensor.origin.is_valid() &&
         node->op == OpKind::Buffer && node->bindings == 0;
}

void Capture::remember(const std::vector<nb::object> &arguments,
                       const std::vector<nb::object> &names) {
  isRemembered = false;
  guards.clear();
  if (!variables.names.empty())
    return;
  for (const nb::object &object : arguments) {
    auto &tensor = nb::cast<Lazy &>(object);
    if (!isPlain(tensor))
      return;
    const Node &node = *tensor.node;
    guards.push_back({node.type, node.device, node.shape});
  }
  namesOfLast = names;
  isRemembered = true;
}

nb::object Capture::replayCall(nb::tuple positional, nb::dict named) {
  size_t numPositional = positional.size();
  if (!isRemembered || recording || named.size() != namesOfLast.size() ||
      numPositional + namesOfLast.size() != guards.size())
    return nb::none();
  std::vector<nb::object> arguments;
  arguments.reserve(guards.size());
  for (size_t i = 0; i < guards.size(); ++i) {
    PyObject *object =
        i < numPositional
            ? PyTuple_GET_ITEM(positional.ptr(), Py_ssize_t(i))
            : PyDict_GetItem(named.ptr(), namesOfLast[i - numPositional].ptr());
    Lazy *tensor = nullptr;
    if (!object || !nb::try_cast(nb::handle(object), tensor) || !tensor ||
        !isPlain(*tensor))
      return nb::none();
    const Guard &guard = guards[i];
    const Node &node = *tensor->node;
    if (node.type != guard.type || node.device != guard.device ||
        node.shape != guard.shape)
      return nb::none();
    for (const nb::object &other : arguments)
      if (nb::cast<Lazy &>(other).storage == tensor->storage)
        return nb::none();
    arguments.push_back(nb::borrow(object));
  }
  return replay(arguments, {});
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
