//===- Cumulative.cpp - running sums in the interpreter ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floats accumulate in f64; each element is rounded once.
//
//===----------------------------------------------------------------------===//

#include "IndexingEvaluators.h"
#include "Rows.h"

#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"
#include "TinyGrad/Support/IntegerSemantics.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

/// The elements of each row combined one after another.
static Result
accumulate(const Call &call, int64_t axis,
           llvm::function_ref<double(double, double)> combineFloats,
           llvm::function_ref<int64_t(int64_t, int64_t)> combineInts) {
  const HostTensor &x = call.operand(0);
  Result result = call.makeResult(x.shape);
  if (failed(result))
    return failure();
  Rows rows(x.shape, axis);
  for (int64_t row = 0; row < rows.count(); ++row) {
    double number = 0;
    int64_t integer = 0;
    for (int64_t k = 0; k < rows.size; ++k) {
      int64_t i = rows.at(row, k);
      if (isFloat(x.dtype)) {
        number = k ? combineFloats(number, x.getFloat(i)) : x.getFloat(i);
        result->setFloat(i, number);
      } else {
        integer = k ? combineInts(integer, x.getInt(i)) : x.getInt(i);
        result->setInt(i, integer);
      }
    }
  }
  return result;
}

std::optional<Result> evaluateCumulative(const Call &call) {
  auto larger = [&](int64_t a, int64_t b) {
    return lessThan(a, b, call.operand(0).dtype) ? b : a;
  };
  auto smaller = [&](int64_t a, int64_t b) {
    return lessThan(b, a, call.operand(0).dtype) ? b : a;
  };
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](tg::CumsumOp op) {
        return accumulate(
            call, op.getAxis(), [](double a, double b) { return a + b; },
            wrapAdd<int64_t>);
      })
      .Case([&](tg::CumprodOp op) {
        return accumulate(
            call, op.getAxis(), [](double a, double b) { return a * b; },
            wrapMul<int64_t>);
      })
      .Case([&](tg::CummaxOp op) {
        return accumulate(call, op.getAxis(), maximum, larger);
      })
      .Case([&](tg::CumminOp op) {
        return accumulate(call, op.getAxis(), minimum, smaller);
      })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
