//===- CaptureReplay.cpp - replays of captures ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Capture.h"
#include "TinyGrad/Support/FloatFormat.h"
#include <cmath>
#include <stdexcept>
#include <unordered_set>

namespace tinygrad::python {

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
  if (!isRemembered || getRecord() || named.size() != namesOfLast.size() ||
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

} // namespace tinygrad::python
