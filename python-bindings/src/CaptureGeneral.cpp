//===- CaptureGeneral.cpp - one capture for all values of variables ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function whose sizes depend on bound variables is captured for a few of
// their values. What these captures have in common, and what differs as a
// function of the values, is one capture for all values.
//
//===----------------------------------------------------------------------===//

#include "Capture.h"
#include <nanobind/stl/string.h>
#include <stdexcept>

namespace tinygrad::python {

Sizes evaluate(const std::vector<AffineSize> &sizes,
               const std::vector<int64_t> &values) {
  Sizes result;
  for (const AffineSize &size : sizes) {
    std::optional<int64_t> value = size.evaluate(values);
    if (!value)
      throw std::runtime_error("a size does not fit 64 bits");
    result.push_back(*value);
  }
  return result;
}

namespace {

[[noreturn]] void refuse(const char *why) { throw std::runtime_error(why); }

bool haveSameBytes(const rt::Buffer &a, const rt::Buffer &b) {
  if (a.identity() == b.identity() && a.offset() == b.offset() &&
      a.bytes() == b.bytes())
    return true;
  if (!a || !b || a.bytes() != b.bytes())
    return false;
  std::vector<char> first(a.bytes()), second(b.bytes());
  if (first.empty())
    return true;
  check(a.copyOut(first.data()));
  check(b.copyOut(second.data()));
  return first == second;
}

bool isSame(const Source &a, const Source &b) {
  return a.kind == b.kind && a.index == b.index && a.result == b.result &&
         a.storage == b.storage &&
         (a.kind != Source::Kind::Constant ||
          haveSameBytes(a.constant, b.constant));
}

/// Solves lists that the samples have, one each.
class ListSolver {
public:
  explicit ListSolver(const SampledVariables &variables) : solver(variables) {}
  void add(const Sizes &list) { lists.push_back(&list); }
  std::vector<AffineSize> solve() {
    std::vector<AffineSize> result;
    for (size_t i = 0; i < lists[0]->size(); ++i) {
      std::vector<int64_t> values;
      for (const Sizes *list : lists) {
        if (list->size() != lists[0]->size())
          refuse("a result has another rank");
        values.push_back((*list)[i]);
      }
      std::optional<AffineSize> size = solver.solve(values);
      if (!size)
        refuse("a size is no function of the variables");
      result.push_back(std::move(*size));
    }
    lists.clear();
    return result;
  }

private:
  AffineSolver solver;
  std::vector<const Sizes *> lists;
};

} // namespace

std::unique_ptr<Capture>
Capture::generalize(const std::vector<Capture *> &samples,
                    const SampledVariables &variables) {
  if (!AffineSolver(variables).isDetermined())
    refuse("too few values are known");
  const Capture &first = *samples[0];
  auto general = std::make_unique<Capture>();
  general->variables = variables;
  for (const Capture *sample : samples)
    if (sample->steps.size() != first.steps.size() ||
        sample->results.size() != first.results.size())
      refuse("the captures ran different programs");
  for (size_t i = 0; i < first.steps.size(); ++i) {
    Step step;
    step.sources = first.steps[i].sources;
    step.targets = first.steps[i].targets;
    std::vector<std::shared_ptr<GraphCopy>> graphs;
    for (const Capture *sample : samples) {
      const Step &other = sample->steps[i];
      if (!other.graph || other.sources.size() != step.sources.size() ||
          other.targets.size() != step.targets.size())
        refuse("the captures ran different programs");
      for (size_t j = 0; j < step.sources.size(); ++j)
        if (!isSame(step.sources[j], other.sources[j]))
          refuse("the captures read different tensors");
      for (size_t j = 0; j < step.targets.size(); ++j)
        if (step.targets[j].argument != other.targets[j].argument ||
            step.targets[j].storage.lock() != other.targets[j].storage.lock() ||
            step.targets[j].device != other.targets[j].device)
          refuse("the captures wrote different tensors");
      graphs.push_back(other.graph);
    }
    rt::StatusOr<GeneralProgram> program =
        getSession().generalize(graphs, general->variables);
    check(program.isError() ? program.status() : rt::Status::success());
    step.program = std::move(program->program);
    step.numbers = std::move(program->numbers);
    for (size_t j = 0; j < step.targets.size(); ++j)
      for (const AffineSize &size : program->results[j])
        if (!size.isConstant())
          step.targets[j].sizes = program->results[j];
    general->steps.push_back(std::move(step));
  }
  ListSolver solver(variables);
  for (size_t i = 0; i < first.results.size(); ++i) {
    Returned result = first.results[i];
    std::vector<const Node *> walks;
    for (const Capture *sample : samples) {
      const Returned &other = sample->results[i];
      if (!isSame(other.source, result.source) || other.depth != result.depth ||
          other.isNew != result.isNew)
        refuse("the captures returned different tensors");
      walks.push_back(other.view.get());
    }
    for (unsigned depth = 0; depth < result.depth; ++depth) {
      ViewSizes sizes;
      for (const Node *walk : walks) {
        if (walk->op != walks[0]->op || walk->type != walks[0]->type)
          refuse("the captures returned different views");
        solver.add(walk->shape);
      }
      sizes.shape = solver.solve();
      for (const Node *walk : walks)
        solver.add(walk->attributes);
      sizes.attributes = solver.solve();
      result.sizes.push_back(std::move(sizes));
      for (const Node *&walk : walks)
        walk = walk->operands[0].get();
    }
    general->results.push_back(std::move(result));
  }
  general->variables.values.clear();
  return general;
}

void Capture::forgetGraphs() {
  for (Step &step : steps)
    step.graph.reset();
}

nb::list Capture::getVariables() const {
  nb::list list;
  for (size_t i = 0; i < variables.names.size(); ++i)
    list.append(nb::make_tuple(variables.names[i], variables.low[i],
                               variables.high[i]));
  return list;
}

} // namespace tinygrad::python
