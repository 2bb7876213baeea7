//===- Contraction.cpp - matmul, conv, pooling ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of f32 and narrower types are exact in f64, where they are summed.
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

#include "TinyGrad/Support/IntegerSemantics.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

static Result matmul(const Call &call) {
  const HostTensor &a = call.operand(0), &b = call.operand(1);
  ArrayRef<int64_t> aShape(a.shape), bShape(b.shape);
  int64_t rows = aShape[aShape.size() - 2], inner = aShape.back();
  int64_t columns = bShape.back();
  ArrayRef<int64_t> batch = aShape.drop_back(2);
  if (batch != bShape.drop_back(2) || bShape[bShape.size() - 2] != inner)
    return call.error() << "cannot multiply " << toString(aShape) << " and "
                        << toString(bShape);
  Shape shape(batch.begin(), batch.end());
  shape.push_back(rows);
  shape.push_back(columns);
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  Numbers lhs(a), rhs(b);
  for (int64_t n = 0, end = result->getNumElements(); n < end; ++n) {
    int64_t column = n % columns, row = n / columns % rows;
    int64_t matrix = n / columns / rows;
    Sum sum{lhs, rhs, isFloat(a.dtype)};
    for (int64_t k = 0; k < inner; ++k)
      sum.add((matrix * rows + row) * inner + k,
              (matrix * inner + k) * columns + column);
    sum.store(*result, n);
  }
  return result;
}

static Result conv(const Call &call, tg::ConvOp op) {
  const HostTensor &input = call.operand(0), &filter = call.operand(1);
  ArrayRef<int64_t> inShape(input.shape), filterShape(filter.shape);
  int64_t batch = inShape[0], channels = inShape[1], outputs = filterShape[0];
  int64_t groups = op.getGroups(), perGroup = filterShape[1];
  if (groups <= 0 || outputs % groups || channels != groups * perGroup)
    return call.error() << "cannot divide " << channels << " channels and "
                        << outputs << " outputs into " << groups
                        << " groups of " << perGroup << " channels";
  Windows windows =
      windowsOf(op, inShape.drop_front(2), filterShape.drop_front(2));
  if (failed(windows.place(call)))
    return failure();
  Shape shape{batch, outputs};
  shape.insert(shape.end(), windows.output.begin(), windows.output.end());
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();

  Numbers lhs(input), rhs(filter);
  int64_t inSize = countOf(windows.input), kernelSize = countOf(windows.kernel);
  int64_t position = 0;
  Shape from(windows.input.size(), 0);
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    int64_t n = index[0], output = index[1];
    int64_t firstChannel = output / (outputs / groups) * perGroup;
    Sum sum{lhs, rhs, isFloat(input.dtype)};
    int64_t kernelPosition = 0;
    forEachIndex(windows.kernel, [&](ArrayRef<int64_t> offset) {
      int64_t k = kernelPosition++;
      if (!windows.find(index.drop_front(2), offset, from)) {
        for (int64_t c = 0; c < perGroup; ++c)
          sum.addPadding((output * perGroup + c) * kernelSize + k);
        return;
      }
      int64_t inPosition = positionOf(from, windows.input);
      for (int64_t c = 0; c < perGroup; ++c)
        sum.add((n * channels + firstChannel + c) * inSize + inPosition,
                (output * perGroup + c) * kernelSize + k);
    });
    sum.store(*result, position++);
  });
  return result;
}

static Result maxPool(const Call &call, tg::MaxPoolOp op) {
  const HostTensor &input = call.operand(0);
  ArrayRef<int64_t> inShape(input.shape);
  size_t outer = inShape.size() - op.getKernel().size();
  Windows windows = windowsOf(op, inShape.drop_front(outer), op.getKernel());
  if (failed(windows.place(call)))
    return failure();
  Shape shape(inShape.begin(), inShape.begin() + outer);
  shape.insert(shape.end(), windows.output.begin(), windows.output.end());
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();

  int64_t inSize = countOf(windows.input), position = 0;
  bool emptyWindow = false;
  Shape from(windows.input.size(), 0);
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    int64_t image = positionOf(index.take_front(outer),
                               ArrayRef<int64_t>(shape).take_front(outer));
    int64_t best = -1;
    forEachIndex(windows.kernel, [&](ArrayRef<int64_t> offset) {
      if (!windows.find(index.drop_front(outer), offset, from))
        return;
      int64_t i = image * inSize + positionOf(from, windows.input);
      if (best < 0) {
        best = i;
      } else if (isFloat(input.dtype)) {
        double a = input.getFloat(best), b = input.getFloat(i);
        bool zeros = a == 0 && b == 0 && std::signbit(a) && !std::signbit(b);
        if (!std::isnan(a) && (std::isnan(b) || b > a || zeros))
          best = i;
      } else if (lessThan(input.getInt(best), input.getInt(i), input.dtype)) {
        best = i;
      }
    });
    if (best < 0)
      emptyWindow = true;
    else
      result->setBits(position, input.getBits(best));
    ++position;
  });
  if (emptyWindow)
    return call.error() << "has a window that lies in the padding";
  return result;
}

std::optional<Result> evaluateContraction(const Call &call) {
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](tg::MatmulOp) { return matmul(call); })
      .Case([&](tg::ConvOp op) { return conv(call, op); })
      .Case([&](tg::MaxPoolOp op) { return maxPool(call, op); })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
