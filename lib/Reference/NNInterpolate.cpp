//===- NNInterpolate.cpp - interpolation in the interpreter -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NN.h"

using namespace mlir;

namespace tinygrad::reference {

namespace {
/// The place of one element of the result, clamped to the input.
struct Place {
  int64_t low, high;
  double weight; ///< How far from low to high.
};

/// A coordinate as a fraction.
struct Fraction {
  int64_t numerator, denominator;
};
} // namespace

static Fraction coordinateOf(tg::Coordinates kind, int64_t i, int64_t from,
                             int64_t to) {
  switch (kind) {
  case tg::Coordinates::half_pixel: // (i + 1/2) * from / to - 1/2
    return {(2 * i + 1) * from - to, 2 * to};
  case tg::Coordinates::asymmetric:
    return {i * from, to};
  case tg::Coordinates::align_corners:
    if (to == 1)
      return {0, 1};
    return {i * (from - 1), to - 1};
  }
  llvm_unreachable("every kind is listed");
}

static int64_t floorOf(Fraction x) {
  return llvm::divideFloorSigned(x.numerator, x.denominator);
}

static int64_t nearest(Fraction x, tg::Rounding rounding) {
  int64_t below = floorOf(x);
  int64_t rest = x.numerator - below * x.denominator;
  switch (rounding) {
  case tg::Rounding::floor:
    return below;
  case tg::Rounding::ceil:
    return below + (rest > 0);
  case tg::Rounding::half_down:
    return below + (2 * rest > x.denominator);
  case tg::Rounding::half_up:
    return below + (2 * rest >= x.denominator);
  }
  llvm_unreachable("every rounding is listed");
}

static Place placeOf(tg::InterpolateOp op, int64_t i, int64_t from,
                     int64_t to) {
  Fraction x = coordinateOf(op.getCoordinates(), i, from, to);
  if (op.getMode() == tg::Interpolation::nearest) {
    int64_t best =
        std::clamp<int64_t>(nearest(x, op.getRounding()), 0, from - 1);
    return {best, best, 0};
  }
  if (x.numerator <= 0)
    return {0, 0, 0};
  int64_t below = floorOf(x);
  if (below >= from - 1)
    return {from - 1, from - 1, 0};
  return {below, below + 1,
          double(x.numerator - below * x.denominator) / double(x.denominator)};
}

/// `tensor` with `axis` resized; linear floats are f32 or f64 by now.
template <class T>
static Result resize(tg::InterpolateOp op, const Call &call,
                     const HostTensor &tensor, size_t axis, int64_t to) {
  Shape shape = tensor.shape;
  int64_t from = shape[axis], stride = 1;
  for (size_t i = axis + 1; i < shape.size(); ++i)
    stride *= shape[i];
  shape[axis] = to;
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  result = *HostTensor::zeros(tensor.dtype, shape);
  for (int64_t n = 0, end = result->getNumElements(); n < end; ++n) {
    Place place = placeOf(op, n / stride % to, from, to);
    auto at = [&](int64_t i) {
      return (n / stride / to * from + i) * stride + n % stride;
    };
    if (place.weight == 0) {
      result->setBits(n, tensor.getBits(at(place.low)));
      continue;
    }
    T low = static_cast<T>(tensor.getFloat(at(place.low)));
    T high = static_cast<T>(tensor.getFloat(at(place.high)));
    T part = (high - low) * static_cast<T>(place.weight);
    result->setFloat(n, low + part);
  }
  return result;
}

Result interpolate(const Call &call, tg::InterpolateOp op) {
  HostTensor x = call.operand(0);
  DType type = x.dtype;
  bool narrow = op.getMode() == tg::Interpolation::linear &&
                type != DType::F64 && type != DType::F32;
  auto convert = [](const HostTensor &from, DType to) {
    HostTensor tensor = *HostTensor::zeros(to, from.shape);
    for (int64_t i = 0, n = from.getNumElements(); i < n; ++i)
      tensor.setFloat(i, from.getFloat(i));
    return tensor;
  };
  if (narrow)
    x = convert(x, DType::F32);
  FailureOr<Shape> sizes = call.indices(op.getMixedSizes());
  if (failed(sizes))
    return failure();
  size_t first = x.shape.size() - sizes->size();
  for (size_t i = sizes->size(); i-- > 0;) {
    int64_t from = x.shape[first + i], to = (*sizes)[i];
    if (from < 1 || to < 1)
      return call.error() << "cannot resize axis " << first + i << " from "
                          << from << " to " << to << " elements";
    if (from == to)
      continue;
    Result next = type == DType::F64
                      ? resize<double>(op, call, x, first + i, to)
                      : resize<float>(op, call, x, first + i, to);
    if (failed(next))
      return failure();
    x = std::move(*next);
  }
  return narrow ? convert(x, type) : x;
}

} // namespace tinygrad::reference
