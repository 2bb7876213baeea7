//===- Variables.cpp - evaluates the variables of a run ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Variables.h"

#include <algorithm>
#include <limits>

using namespace tinygrad::rt;

/// The quotient rounded down, or up. Overflow and a zero divisor give nothing.
static std::optional<int64_t> divide(int64_t lhs, int64_t rhs, bool roundUp) {
  if (rhs == 0 || (rhs == -1 && lhs == std::numeric_limits<int64_t>::min()))
    return std::nullopt;
  int64_t quotient = lhs / rhs;
  bool isInexact = lhs % rhs != 0;
  bool isNegative = (lhs < 0) != (rhs < 0);
  if (isInexact && isNegative != roundUp)
    quotient += roundUp ? 1 : -1;
  return quotient;
}

static std::optional<int64_t> evaluate(const DerivedVar &var, int64_t lhs,
                                       int64_t rhs) {
  int64_t result = 0;
  switch (var.op) {
  case DerivedVar::Op::Constant:
    return var.value;
  case DerivedVar::Op::Add:
    return __builtin_add_overflow(lhs, rhs, &result) ? std::nullopt
                                                     : std::optional(result);
  case DerivedVar::Op::Sub:
    return __builtin_sub_overflow(lhs, rhs, &result) ? std::nullopt
                                                     : std::optional(result);
  case DerivedVar::Op::Mul:
    return __builtin_mul_overflow(lhs, rhs, &result) ? std::nullopt
                                                     : std::optional(result);
  case DerivedVar::Op::FloorDiv:
    return divide(lhs, rhs, /*roundUp=*/false);
  case DerivedVar::Op::CeilDiv:
    return divide(lhs, rhs, /*roundUp=*/true);
  case DerivedVar::Op::Mod: {
    if (rhs == 0)
      return std::nullopt;
    int64_t remainder = rhs == -1 ? 0 : lhs % rhs;
    bool hasOtherSign = remainder != 0 && (remainder < 0) != (rhs < 0);
    return hasOtherSign ? remainder + rhs : remainder;
  }
  case DerivedVar::Op::Min:
    return std::min(lhs, rhs);
  case DerivedVar::Op::Max:
    return std::max(lhs, rhs);
  }
  return std::nullopt;
}

Status tinygrad::rt::evaluateVariables(const ExecutableDescription &description,
                                       std::vector<int64_t> &vars) {
  const std::vector<InputVar> &inputs = description.inputVars;
  if (vars.size() != inputs.size())
    return makeError("expected ", inputs.size(), " variables, but got ",
                     vars.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    if (vars[i] < inputs[i].min || vars[i] > inputs[i].max)
      return makeError("variable '", inputs[i].name, "' is ", vars[i],
                       ": expected a value in [", inputs[i].min, ", ",
                       inputs[i].max, "]");
  vars.reserve(inputs.size() + description.derivedVars.size());
  for (const DerivedVar &var : description.derivedVars) {
    bool isConstant = var.op == DerivedVar::Op::Constant;
    std::optional<int64_t> value = evaluate(var, isConstant ? 0 : vars[var.lhs],
                                            isConstant ? 0 : vars[var.rhs]);
    if (!value)
      return makeError("the value of derived variable ", vars.size(),
                       " does not fit 64 bits");
    vars.push_back(*value);
  }
  return Status::success();
}

StatusOr<const std::vector<int64_t> *>
VariableValues::get(const ExecutableDescription &description,
                    const int64_t *given, size_t count) {
  if (isKnown && count == numGiven &&
      std::equal(given, given + count, values.begin()))
    return &values;
  isKnown = false;
  values.assign(given, given + count);
  if (Status status = evaluateVariables(description, values); status.isError())
    return status;
  isKnown = true;
  numGiven = count;
  return &values;
}
