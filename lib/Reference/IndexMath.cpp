//===- IndexMath.cpp - arithmetic on sizes ----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexMath.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::reference {

static FailureOr<int64_t> overflow(Operation *op) {
  return op->emitOpError() << "overflows";
}

static FailureOr<int64_t> divide(Operation *op, int64_t a, int64_t b) {
  if (b == 0)
    return op->emitOpError() << "divides by zero";
  if (b == -1)
    return a == INT64_MIN ? overflow(op) : FailureOr<int64_t>(-a);
  int64_t quotient = a / b, remainder = a % b;
  bool inexact = remainder != 0, negative = (a < 0) != (b < 0);
  if (isa<arith::FloorDivSIOp>(op))
    return quotient - (inexact && negative);
  if (isa<arith::CeilDivSIOp>(op))
    return quotient + (inexact && !negative);
  return quotient;
}

FailureOr<int64_t> evaluateIndexOp(Operation *op, ArrayRef<int64_t> operands) {
  int64_t result;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return cast<IntegerAttr>(constant.getValue()).getInt();
  if (operands.size() != 2)
    return op->emitOpError() << "is not known to the reference interpreter";
  int64_t a = operands[0], b = operands[1];
  return TypeSwitch<Operation *, FailureOr<int64_t>>(op)
      .Case([&](arith::AddIOp) {
        return llvm::AddOverflow(a, b, result) ? overflow(op) : result;
      })
      .Case([&](arith::SubIOp) {
        return llvm::SubOverflow(a, b, result) ? overflow(op) : result;
      })
      .Case([&](arith::MulIOp) {
        return llvm::MulOverflow(a, b, result) ? overflow(op) : result;
      })
      .Case<arith::DivSIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(
          [&](auto) { return divide(op, a, b); })
      .Case([&](arith::RemSIOp) -> FailureOr<int64_t> {
        if (b == 0)
          return op->emitOpError() << "divides by zero";
        return b == -1 ? 0 : a % b;
      })
      .Case([&](arith::MinSIOp) { return std::min(a, b); })
      .Case([&](arith::MaxSIOp) { return std::max(a, b); })
      .Default([](Operation *op) -> FailureOr<int64_t> {
        return op->emitOpError() << "is not known to the reference interpreter";
      });
}

} // namespace tinygrad::reference
