//===- CaptureState.cpp - captures that are kept in files ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A capture as Python values that pickle knows: programs as the bytecode that
// they were compiled from, constants as bytes, storages outside as tensors (one
// tensor for each, so that what shares memory shares it afterwards).
//
//===----------------------------------------------------------------------===//

#include "Capture.h"
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <stdexcept>

namespace tinygrad::python {

namespace {

/// Raised when the format of a state changes.
constexpr int64_t stateVersion = 2;

nb::object writeSizes(const std::vector<AffineSize> &sizes) {
  nb::list list;
  for (const AffineSize &size : sizes)
    list.append(nb::make_tuple(nb::cast(size.factors), size.offset));
  return nb::tuple(list);
}

class StateWriter {
public:
  nb::object writeSource(const Source &source) {
    nb::object payload = nb::none();
    if (source.kind == Source::Kind::Storage)
      payload = writeStorage(source.storage);
    else if (source.kind == Source::Kind::Constant)
      payload = writeBytes(source.constant);
    return nb::make_tuple(int(source.kind), source.index, source.result,
                          payload);
  }

  nb::object writeStorage(const std::shared_ptr<Storage> &storage) {
    if (!storage)
      return nb::none();
    nb::object &tensor = tensors[storage.get()];
    if (!tensor.is_valid())
      tensor = wrap(storage->contents(), storage);
    return tensor;
  }

  nb::object writeTarget(const Step::Target &target) {
    return nb::make_tuple(target.argument, writeStorage(target.storage.lock()),
                          unsigned(target.type), nb::cast(target.shape),
                          unsigned(target.device), writeSizes(target.sizes));
  }

  /// The movement ops from the base on, and the base.
  nb::object writeReturned(const Returned &result) {
    nb::list views;
    const Node *walk = result.view.get();
    for (unsigned i = 0; i < result.depth; ++i) {
      views.append(nb::make_tuple(unsigned(walk->op), unsigned(walk->type),
                                  nb::cast(walk->shape),
                                  nb::cast(walk->attributes)));
      walk = walk->operands[0].get();
    }
    nb::list sizes;
    for (const ViewSizes &view : result.sizes)
      sizes.append(
          nb::make_tuple(writeSizes(view.shape), writeSizes(view.attributes)));
    return nb::make_tuple(writeSource(result.source), result.isNew,
                          nb::tuple(views), unsigned(walk->type),
                          nb::cast(walk->shape), unsigned(walk->device),
                          nb::tuple(sizes));
  }

  static nb::object writeNumber(const GeneralProgram::Number &number) {
    return nb::make_tuple(unsigned(number.type), nb::cast(number.value.masks),
                          nb::cast(number.value.factors));
  }

private:
  static nb::object writeBytes(const rt::Buffer &buffer) {
    nb::object bytes =
        nb::steal(PyBytes_FromStringAndSize(nullptr, buffer.bytes()));
    if (!bytes.is_valid())
      throw nb::python_error();
    if (buffer.bytes())
      check(buffer.copyOut(PyBytes_AS_STRING(bytes.ptr())));
    return bytes;
  }

  std::unordered_map<Storage *, nb::object> tensors;
};

template <typename T> T get(const nb::handle &tuple, size_t index) {
  return nb::cast<T>(tuple[index]);
}

template <typename T> T take(rt::StatusOr<T> value) {
  check(value.isError() ? value.status() : rt::Status::success());
  return std::move(*value);
}

std::vector<AffineSize> readSizes(const nb::object &state) {
  std::vector<AffineSize> sizes;
  for (nb::handle size : nb::cast<nb::tuple>(state))
    sizes.push_back(
        {get<std::vector<int64_t>>(size, 0), get<int64_t>(size, 1)});
  return sizes;
}

std::shared_ptr<Storage> readStorage(const nb::object &object) {
  if (object.is_none())
    return {};
  auto &tensor = nb::cast<Lazy &>(object);
  tensor.own();
  return tensor.storage;
}

Source readSource(const nb::object &state) {
  Source source;
  source.kind = Source::Kind(get<int>(state, 0));
  source.index = get<size_t>(state, 1);
  source.result = get<size_t>(state, 2);
  auto payload = get<nb::object>(state, 3);
  if (source.kind == Source::Kind::Storage) {
    source.storage = readStorage(payload);
  } else if (source.kind == Source::Kind::Constant) {
    auto bytes = nb::cast<nb::bytes>(payload);
    source.constant = take(getSession().allocate(bytes.size()));
    if (bytes.size())
      check(source.constant.copyIn(bytes.c_str()));
  }
  return source;
}

Step::Target readTarget(const nb::object &state,
                        std::vector<std::shared_ptr<Storage>> &keep) {
  Step::Target target;
  target.argument = get<int>(state, 0);
  std::shared_ptr<Storage> storage = readStorage(get<nb::object>(state, 1));
  target.storage = storage;
  keep.push_back(std::move(storage));
  target.type = ElementType(get<unsigned>(state, 2));
  target.shape = get<Sizes>(state, 3);
  target.device = uint16_t(get<unsigned>(state, 4));
  target.sizes = readSizes(get<nb::object>(state, 5));
  return target;
}

Returned readReturned(const nb::object &state) {
  Returned result;
  result.source = readSource(get<nb::object>(state, 0));
  result.isNew = get<bool>(state, 1);
  auto views = get<nb::tuple>(state, 2);
  NodeRef node =
      makeHollow(ElementType(get<unsigned>(state, 3)), get<Sizes>(state, 4),
                 uint16_t(get<unsigned>(state, 5)));
  for (size_t i = views.size(); i-- > 0;) {
    Node view;
    view.op = OpKind(get<unsigned>(views[i], 0));
    view.type = ElementType(get<unsigned>(views[i], 1));
    view.shape = get<Sizes>(views[i], 2);
    view.attributes = get<std::vector<int64_t>>(views[i], 3);
    if (!isMovement(view.op) && view.op != OpKind::Detach)
      throw std::runtime_error("a saved capture has an op that is no view");
    node = remake(view, node);
  }
  result.view = node;
  result.depth = unsigned(views.size());
  for (nb::handle view : get<nb::tuple>(state, 6))
    result.sizes.push_back({readSizes(get<nb::object>(view, 0)),
                            readSizes(get<nb::object>(view, 1))});
  if (!result.sizes.empty() && result.sizes.size() != views.size())
    throw std::runtime_error("a saved capture has sizes of other views");
  return result;
}

} // namespace

nb::list Capture::getWritten(const std::vector<nb::object> &arguments) const {
  nb::list result;
  for (const Step &step : steps)
    for (const Step::Target &target : step.targets) {
      std::shared_ptr<Storage> storage = target.storage.lock();
      if (target.argument >= 0)
        result.append(arguments[target.argument]);
      else if (storage && !target.isKept)
        result.append(wrap(storage->contents(), storage));
    }
  return result;
}

nb::list Capture::getModules() const {
  nb::list modules;
  for (const Step &step : steps) {
    const std::string &code = Session::getSource(*step.program);
    modules.append(nb::bytes(code.data(), code.size()));
  }
  return modules;
}

nb::tuple Capture::getState() const {
  StateWriter writer;
  nb::list savedSteps, savedResults;
  for (const Step &step : steps) {
    const std::string &code = Session::getSource(*step.program);
    nb::list sources, targets;
    for (const Source &source : step.sources)
      sources.append(writer.writeSource(source));
    for (const Step::Target &target : step.targets)
      targets.append(writer.writeTarget(target));
    nb::list numbers;
    for (const GeneralProgram::Number &number : step.numbers)
      numbers.append(StateWriter::writeNumber(number));
    savedSteps.append(nb::make_tuple(nb::bytes(code.data(), code.size()),
                                     nb::tuple(sources), nb::tuple(targets),
                                     nb::tuple(numbers)));
  }
  for (const Returned &result : results)
    savedResults.append(writer.writeReturned(result));
  return nb::make_tuple(
      stateVersion, nb::tuple(savedSteps), nb::tuple(savedResults),
      nb::make_tuple(nb::cast(variables.names), nb::cast(variables.low),
                     nb::cast(variables.high)));
}

std::unique_ptr<Capture> Capture::fromState(const nb::tuple &state) {
  if (get<int64_t>(state, 0) != stateVersion)
    throw std::runtime_error("the capture was saved by another version");
  auto capture = std::make_unique<Capture>();
  for (nb::handle saved : get<nb::tuple>(state, 1)) {
    Step step;
    auto code = get<nb::bytes>(saved, 0);
    step.program =
        take(getSession().load(std::string(code.c_str(), code.size())));
    for (nb::handle source : get<nb::tuple>(saved, 1))
      step.sources.push_back(readSource(nb::borrow(source)));
    for (nb::handle target : get<nb::tuple>(saved, 2))
      step.targets.push_back(readTarget(nb::borrow(target), capture->kept));
    for (nb::handle number : get<nb::tuple>(saved, 3))
      step.numbers.push_back({ElementType(get<unsigned>(number, 0)),
                              {get<std::vector<uint32_t>>(number, 1),
                               get<std::vector<double>>(number, 2)}});
    capture->steps.push_back(std::move(step));
  }
  auto saved = get<nb::tuple>(state, 3);
  capture->variables = {get<std::vector<std::string>>(saved, 0),
                        get<std::vector<int64_t>>(saved, 1),
                        get<std::vector<int64_t>>(saved, 2),
                        {}};
  for (nb::handle saved : get<nb::tuple>(state, 2))
    capture->results.push_back(readReturned(nb::borrow(saved)));
  return capture;
}

} // namespace tinygrad::python
