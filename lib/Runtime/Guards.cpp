//===- Guards.cpp - what a replay expects of a call -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Guards.h"

using namespace tinygrad::rt;

CallGuards CallGuards::get(const Call &call) {
  CallGuards guards;
  for (const CallTensor &tensor : call.tensors)
    guards.tensors.push_back(
        {tensor.name, tensor.dtype, tensor.shape, tensor.strides,
         tensor.buffer.device() ? tensor.buffer.device()->name() : "",
         tensor.buffer.offset(), tensor.buffer.bytes()});
  guards.variables = call.variables;
  guards.constants = call.constants;
  return guards;
}

template <typename T>
static std::string formatNumbers(const std::vector<T> &values) {
  std::ostringstream stream;
  stream << '[';
  for (size_t i = 0; i < values.size(); ++i)
    stream << (i ? ", " : "") << values[i];
  stream << ']';
  return stream.str();
}

std::string tinygrad::rt::formatShape(const std::vector<CallSize> &shape) {
  std::vector<std::string> sizes;
  for (const CallSize &size : shape)
    sizes.push_back(size.variable.empty() ? std::to_string(size.size)
                                          : size.variable);
  return formatNumbers(sizes);
}

static std::string formatStrides(const std::vector<int64_t> &strides) {
  return strides.empty() ? "row by row" : "strides " + formatNumbers(strides);
}

template <typename Expected, typename Got>
static Status differs(const std::string &name, const char *what,
                      const Expected &expected, const Got &got) {
  return makeError("argument '", name, "' has another ", what,
                   " than when the function was captured: expected ", expected,
                   ", but got ", got);
}

static Status checkTensor(const CallGuards::Tensor &expected,
                          const CallTensor &got) {
  const std::string &name = expected.name;
  if (!got.buffer)
    return makeError("argument '", name, "' has no memory");
  if (got.dtype != expected.dtype)
    return differs(name, "element type", expected.dtype, got.dtype);
  if (!(got.shape == expected.shape))
    return differs(name, "shape", formatShape(expected.shape),
                   formatShape(got.shape));
  if (got.strides != expected.strides)
    return differs(name, "layout", formatStrides(expected.strides),
                   formatStrides(got.strides));
  const std::string &device = got.buffer.device()->name();
  if (device != expected.device)
    return differs(name, "device", "'" + expected.device + "'",
                   "'" + device + "'");
  if (got.buffer.offset() != expected.offset)
    return differs(name, "view offset",
                   std::to_string(expected.offset) + " bytes",
                   std::to_string(got.buffer.offset()));
  bool isDynamic = false;
  for (const CallSize &size : expected.shape)
    isDynamic |= !size.variable.empty();
  if (!isDynamic && got.buffer.bytes() != expected.bytes)
    return differs(name, "memory size",
                   std::to_string(expected.bytes) + " bytes",
                   std::to_string(got.buffer.bytes()));
  return Status::success();
}

static Status checkVariable(const CallVariable &expected,
                            const CallVariable &got) {
  if (got.min != expected.min || got.max != expected.max)
    return makeError("variable '", expected.name,
                     "' has other bounds than when the function was captured: "
                     "expected [",
                     expected.min, ", ", expected.max, "], but got [", got.min,
                     ", ", got.max, "]");
  if (got.value < got.min || got.value > got.max)
    return makeError("variable '", got.name, "' is ", got.value,
                     ": expected a value in [", got.min, ", ", got.max, "]");
  return Status::success();
}

/// The lists must have the same names in the same order.
template <typename Expected, typename Got>
static Status checkNames(const char *kind,
                         const std::vector<Expected> &expected,
                         const std::vector<Got> &got) {
  if (expected.size() != got.size())
    return makeError("expected ", expected.size(), " ", kind,
                     " arguments as when the function was captured, but got ",
                     got.size());
  for (size_t i = 0; i < got.size(); ++i)
    if (expected[i].name != got[i].name)
      return makeError("expected ", kind, " argument '", expected[i].name,
                       "' as when the function was captured, but got '",
                       got[i].name, "'");
  return Status::success();
}

Status CallGuards::check(const Call &call) const {
  if (Status status = checkNames("tensor", tensors, call.tensors);
      status.isError())
    return status;
  if (Status status = checkNames("variable", variables, call.variables);
      status.isError())
    return status;
  if (Status status = checkNames("constant", constants, call.constants);
      status.isError())
    return status;
  for (size_t i = 0; i < tensors.size(); ++i)
    if (Status status = checkTensor(tensors[i], call.tensors[i]);
        status.isError())
      return status;
  for (size_t i = 0; i < variables.size(); ++i)
    if (Status status = checkVariable(variables[i], call.variables[i]);
        status.isError())
      return status;
  for (size_t i = 0; i < constants.size(); ++i)
    if (constants[i].text != call.constants[i].text)
      return differs(constants[i].name, "value", constants[i].text,
                     call.constants[i].text);
  return Status::success();
}
