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

#include "Evaluators.h"

#include "TinyGrad/Support/IntegerSemantics.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

namespace {
/// A tensor's elements, read once: contractions read each of them many times.
struct Numbers {
  std::vector<double> floats;
  std::vector<int64_t> ints;

  explicit Numbers(const HostTensor &tensor) {
    for (int64_t i = 0, n = tensor.getNumElements(); i < n; ++i)
      if (isFloat(tensor.dtype))
        floats.push_back(tensor.getFloat(i));
      else
        ints.push_back(tensor.getInt(i));
  }
};

/// A sum of products of elements of two tensors.
struct Sum {
  const Numbers &lhs, &rhs;
  bool isFloat;
  double floatSum = 0;
  int64_t intSum = 0;

  void add(int64_t i, int64_t j) {
    if (isFloat)
      floatSum += lhs.floats[i] * rhs.floats[j];
    else
      intSum = wrapAdd(intSum, wrapMul(lhs.ints[i], rhs.ints[j]));
  }

  void store(HostTensor &result, int64_t position) const {
    if (isFloat)
      result.setFloat(position, floatSum);
    else
      result.setInt(position, intSum);
  }
};

/// The windows of conv and max_pool over the spatial axes.
struct Windows {
  Shape input, kernel, strides, dilations, low, high;
  Shape output;

  /// Finds the number of windows on each axis.
  LogicalResult place(const Call &call) {
    for (size_t axis = 0; axis < input.size(); ++axis) {
      int64_t padded, span;
      if (strides[axis] <= 0 || dilations[axis] <= 0 || kernel[axis] <= 0 ||
          low[axis] < 0 || high[axis] < 0)
        return call.error() << "has a window that is not positive";
      if (llvm::AddOverflow(input[axis], low[axis], padded) ||
          llvm::AddOverflow(padded, high[axis], padded) ||
          llvm::MulOverflow(dilations[axis], kernel[axis] - 1, span))
        return call.error() << "has a size that overflows";
      if (padded <= span)
        return call.error() << "has a window larger than the padded input on "
                               "spatial axis "
                            << axis;
      output.push_back((padded - span - 1) / strides[axis] + 1);
    }
    return success();
  }

  /// The input index that output `index` reads at `offset` in its window; false
  /// if it lies in the padding.
  bool find(ArrayRef<int64_t> index, ArrayRef<int64_t> offset,
            Shape &from) const {
    for (size_t axis = 0; axis < input.size(); ++axis) {
      from[axis] = index[axis] * strides[axis] +
                   offset[axis] * dilations[axis] - low[axis];
      if (from[axis] < 0 || from[axis] >= input[axis])
        return false;
    }
    return true;
  }
};
} // namespace

template <class Op>
static Windows windowsOf(Op op, ArrayRef<int64_t> input,
                         ArrayRef<int64_t> kernel) {
  auto list = [](ArrayRef<int64_t> values) {
    return Shape(values.begin(), values.end());
  };
  return {list(input),
          list(kernel),
          list(op.getStridesOrDefault()),
          list(op.getDilationsOrDefault()),
          list(op.getPadLowOrDefault()),
          list(op.getPadHighOrDefault()),
          {}};
}

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
      if (!windows.find(index.drop_front(2), offset, from))
        return;
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
