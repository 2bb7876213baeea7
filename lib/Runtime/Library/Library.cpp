//===- Library.cpp - C interface of compiled functions ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Library.h"
#include "../Guarded.h"
#include "../Variables.h"

#include <cstring>

using namespace tinygrad::rt;

struct TgrtFunction {
  std::shared_ptr<DeviceRegistry> devices;
  DeviceRef device;
  std::vector<LibraryPort> inputs, results;
  std::unique_ptr<Executable> executable;
  /// The slot of each input.
  std::vector<uint32_t> inputSlots;
  /// Of the last run.
  std::vector<Buffer> buffers;
  VariableValues variables;
};

/// Functions that ask for as many threads share them.
static std::shared_ptr<DeviceRegistry> getDevices(unsigned threads) {
  static std::mutex mutex;
  static std::map<unsigned, std::weak_ptr<DeviceRegistry>> known;
  std::lock_guard<std::mutex> lock(mutex);
  std::weak_ptr<DeviceRegistry> &entry = known[threads];
  std::shared_ptr<DeviceRegistry> devices = entry.lock();
  if (!devices) {
    DeviceOptions options;
    options.threads = threads;
    devices = std::make_shared<DeviceRegistry>(options);
    entry = devices;
  }
  return devices;
}

/// A buffer of fixed size: keeping a message needs no memory.
static thread_local char lastError[1024];

static int report(const Status &status) {
  if (status.isOk())
    return TGRT_OK;
  std::strncpy(lastError, status.message().c_str(), sizeof(lastError) - 1);
  return TGRT_ERROR;
}

const char *tgrt_last_error(void) { return lastError; }

//===----------------------------------------------------------------------===//
// Making functions
//===----------------------------------------------------------------------===//

static StatusOr<TgrtFunction *>
makeFunction(LibraryContents contents,
             std::shared_ptr<DeviceRegistry> devices) {
  auto function = std::make_unique<TgrtFunction>();
  function->devices = std::move(devices);
  StatusOr<DeviceRef> device = function->devices->get("cpu");
  if (device.isError())
    return device.status();
  function->device = *device;
  function->inputs = std::move(contents.inputs);
  function->results = std::move(contents.results);
  auto executable = Executable::create(std::move(contents.function));
  if (executable.isError())
    return executable.status();
  function->executable = std::move(*executable);
  const ExecutableDescription &description =
      function->executable->description();
  function->inputSlots.resize(description.numInputs,
                              uint32_t(description.slots.size()));
  for (size_t i = 0; i < description.slots.size(); ++i)
    if (description.slots[i].kind == Slot::Kind::Input)
      function->inputSlots[description.slots[i].index] = uint32_t(i);
  for (uint32_t slot : function->inputSlots)
    if (slot == description.slots.size())
      return makeError("an input of the function has no slot");
  if (function->inputs.size() != description.numInputs ||
      function->results.size() != description.results.size())
    return makeError("the function's inputs and results are not described");
  return function.release();
}

StatusOr<TgrtFunction *>
tinygrad::rt::createFunction(LibraryContents contents,
                             std::shared_ptr<DeviceRegistry> devices) {
  return guarded(
      [&] { return makeFunction(std::move(contents), std::move(devices)); });
}

int tgrt_function_create(const TgrtLibrary *library, unsigned threads,
                         TgrtFunction **function) {
  return report(guarded([&]() -> Status {
    if (!function)
      return makeError("expected a place for the function, but got null");
    *function = nullptr;
    if (!library)
      return makeError("expected a library, but got null");
    std::shared_ptr<DeviceRegistry> devices = getDevices(threads);
    StatusOr<LibraryContents> contents = readLibrary(*library, *devices);
    if (contents.isError())
      return contents.status();
    StatusOr<TgrtFunction *> made =
        makeFunction(std::move(*contents), std::move(devices));
    if (made.isError())
      return made.status();
    *function = *made;
    return Status::success();
  }));
}

void tgrt_function_destroy(TgrtFunction *function) { delete function; }

//===----------------------------------------------------------------------===//
// What functions take and give
//===----------------------------------------------------------------------===//

uint32_t tgrt_function_num_inputs(const TgrtFunction *function) {
  return uint32_t(function->inputs.size());
}
uint32_t tgrt_function_num_results(const TgrtFunction *function) {
  return uint32_t(function->results.size());
}
uint32_t tgrt_function_num_variables(const TgrtFunction *function) {
  return uint32_t(function->executable->description().inputVars.size());
}

static Status checkIndex(const TgrtFunction *function, const void *place,
                         const char *what, uint32_t index, size_t count) {
  if (!function)
    return makeError("expected a function, but got null");
  if (!place)
    return makeError("expected a place for ", what, ", but got null");
  if (index >= count)
    return makeError("expected ", what, " below ", count, ", but got ", index);
  return Status::success();
}

static TgrtPort describe(const LibraryPort &port, uint64_t bytes) {
  return {port.name.c_str(), port.dtype.c_str(), port.shape.c_str(), bytes,
          port.isUpdated};
}

int tgrt_function_input(const TgrtFunction *function, uint32_t index,
                        TgrtPort *port) {
  return report(guarded([&]() -> Status {
    size_t count = function ? function->inputs.size() : 0;
    if (Status status = checkIndex(function, port, "an input", index, count);
        status.isError())
      return status;
    uint32_t slot = function->inputSlots[index];
    *port = describe(function->inputs[index],
                     function->executable->description().slots[slot].bytes);
    return Status::success();
  }));
}

int tgrt_function_result(const TgrtFunction *function, uint32_t index,
                         TgrtPort *port) {
  return report(guarded([&]() -> Status {
    size_t count = function ? function->results.size() : 0;
    if (Status status = checkIndex(function, port, "a result", index, count);
        status.isError())
      return status;
    const ExecutableDescription &description =
        function->executable->description();
    *port = describe(function->results[index],
                     description.slots[description.results[index].slot].bytes);
    return Status::success();
  }));
}

int tgrt_function_variable(const TgrtFunction *function, uint32_t index,
                           TgrtVariable *variable) {
  return report(guarded([&]() -> Status {
    size_t count = function ? tgrt_function_num_variables(function) : 0;
    if (Status status =
            checkIndex(function, variable, "a variable", index, count);
        status.isError())
      return status;
    const auto &known = function->executable->description().inputVars[index];
    *variable = {known.name.c_str(), known.min, known.max};
    return Status::success();
  }));
}

/// The variables that the caller gives, then the derived ones.
static StatusOr<std::vector<int64_t>> getVariables(const TgrtFunction &function,
                                                   const int64_t *vars) {
  const ExecutableDescription &description = function.executable->description();
  size_t count = description.inputVars.size();
  if (count > 0 && !vars)
    return makeError("expected ", count, " variables, but got none");
  std::vector<int64_t> values(vars, vars + count);
  if (Status status = evaluateVariables(description, values); status.isError())
    return status;
  return values;
}

static uint64_t getBytes(const Slot &slot, const std::vector<int64_t> &values) {
  return getBytesInUse(slot.bytes, slot.bytesVar, values.data());
}

int tgrt_function_result_bytes(const TgrtFunction *function, uint32_t index,
                               const int64_t *vars, uint64_t *bytes) {
  return report(guarded([&]() -> Status {
    size_t count = function ? function->results.size() : 0;
    if (Status status = checkIndex(function, bytes, "a result", index, count);
        status.isError())
      return status;
    StatusOr<std::vector<int64_t>> values = getVariables(*function, vars);
    if (values.isError())
      return values.status();
    const ExecutableDescription &description =
        function->executable->description();
    *bytes =
        getBytes(description.slots[description.results[index].slot], *values);
    return Status::success();
  }));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static Status run(TgrtFunction &function, void *const *inputs,
                  const int64_t *vars, void *const *results, bool isCounted) {
  const ExecutableDescription &description = function.executable->description();
  size_t numVars = description.inputVars.size();
  if (numVars > 0 && !vars)
    return makeError("expected ", numVars, " variables, but got none");
  StatusOr<const std::vector<int64_t> *> values =
      function.variables.get(description, vars, numVars);
  if (values.isError())
    return values.status();
  std::vector<Buffer> buffers;
  buffers.reserve(function.inputSlots.size());
  for (size_t i = 0; i < function.inputSlots.size(); ++i) {
    if (!inputs || !inputs[i])
      return makeError("input ", i, " ('", function.inputs[i].name,
                       "') has no memory");
    const Slot &slot = description.slots[function.inputSlots[i]];
    StatusOr<Buffer> buffer =
        Buffer::wrap(function.device, inputs[i], getBytes(slot, **values));
    if (buffer.isError())
      return buffer.status();
    buffers.push_back(*buffer);
  }
  RunOptions options;
  options.reuseResults = true;
  options.isCounted = isCounted;
  std::vector<int64_t> given(vars, vars + numVars);
  StatusOr<std::vector<Buffer>> got =
      function.executable->run(buffers, given, options);
  if (got.isError())
    return got.status();
  function.buffers = std::move(*got);
  for (size_t i = 0; results && i < function.buffers.size(); ++i) {
    if (!results[i])
      continue;
    StatusOr<void *> source = function.buffers[i].hostAddress();
    if (source.isError())
      return source.status();
    if (*source != results[i])
      std::memmove(results[i], *source, function.buffers[i].bytes());
  }
  return Status::success();
}

int tgrt_function_run(TgrtFunction *function, void *const *inputs,
                      const int64_t *vars, void *const *results) {
  return report(guarded([&] {
    return run(*function, inputs, vars, results, /*isCounted=*/true);
  }));
}

int tgrt_function_run_uncounted(TgrtFunction *function, void *const *inputs,
                                const int64_t *vars, void *const *results) {
  return report(guarded([&] {
    return run(*function, inputs, vars, results, /*isCounted=*/false);
  }));
}

const void *tgrt_function_result_data(const TgrtFunction *function,
                                      uint32_t index) {
  if (index >= function->buffers.size())
    return nullptr;
  StatusOr<void *> address = function->buffers[index].hostAddress();
  return address.isError() ? nullptr : *address;
}

void tgrt_function_free_intermediates(TgrtFunction *function) {
  function->buffers.clear();
  function->executable->freeIntermediates();
}
