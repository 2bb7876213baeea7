//===- NNPooling.cpp - windows and pooling ----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NN.h"
#include "Windows.h"

using namespace mlir;

namespace tinygrad::reference {

namespace {
/// Calls back for each window and each place in it.
template <class Op> struct Pool {
  const HostTensor &input;
  Windows windows;
  size_t outer;
  Shape shape; ///< The other axes' sizes, then the numbers of windows.

  Pool(const Call &call, Op op)
      : input(call.operand(0)),
        outer(input.shape.size() - op.getKernel().size()) {
    ArrayRef<int64_t> sizes(input.shape);
    windows = windowsOf(op, sizes.drop_front(outer), op.getKernel());
    shape.assign(sizes.begin(), sizes.begin() + outer);
  }

  LogicalResult place(const Call &call) {
    if (failed(windows.place(call)))
      return failure();
    shape.insert(shape.end(), windows.output.begin(), windows.output.end());
    return success();
  }

  /// `begin` and `end` around each window; `visit` gets the position in the
  /// input, or -1 in the padding, and that within the pooled axes.
  void forEach(llvm::function_ref<void()> begin,
               llvm::function_ref<void(int64_t, int64_t)> visit,
               llvm::function_ref<void()> end) {
    int64_t inSize = countOf(windows.input);
    Shape from(windows.input.size(), 0);
    forEachIndex(shape, [&](ArrayRef<int64_t> index) {
      int64_t image = positionOf(index.take_front(outer),
                                 ArrayRef<int64_t>(shape).take_front(outer));
      begin();
      forEachIndex(windows.kernel, [&](ArrayRef<int64_t> offset) {
        if (!windows.find(index.drop_front(outer), offset, from))
          return visit(-1, -1);
        int64_t position = positionOf(from, windows.input);
        visit(image * inSize + position, position);
      });
      end();
    });
  }
};
} // namespace

Result windows(const Call &call, tg::WindowsOp op) {
  Pool<tg::WindowsOp> pool(call, op);
  if (failed(pool.place(call)))
    return failure();
  Shape shape = pool.shape;
  shape.insert(shape.end(), pool.windows.kernel.begin(),
               pool.windows.kernel.end());
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  uint64_t padding = op.getValueAttr()
                         ? bitsOfAttribute(op.getValueAttr(), pool.input.dtype)
                         : 0;
  int64_t next = 0;
  pool.forEach([] {},
               [&](int64_t i, int64_t) {
                 result->setBits(next++,
                                 i < 0 ? padding : pool.input.getBits(i));
               },
               [] {});
  return result;
}

Result avgPool(const Call &call, tg::AvgPoolOp op) {
  Pool<tg::AvgPoolOp> pool(call, op);
  if (failed(pool.place(call)))
    return failure();
  Result result = call.makeResult(pool.shape);
  if (failed(result))
    return failure();
  bool isDouble = pool.input.dtype == DType::F64;
  int64_t next = 0, count = 0;
  double sum = 0;
  pool.forEach([&] { sum = count = 0; },
               [&](int64_t i, int64_t) {
                 count += i >= 0 || op.getCountIncludePad();
                 sum += i >= 0 ? pool.input.getFloat(i) : 0.0;
               },
               [&] {
                 double mean = isDouble ? sum / double(count)
                                        : static_cast<float>(sum) /
                                              static_cast<float>(count);
                 result->setFloat(next++, mean);
               });
  return result;
}

Result argmaxPool(const Call &call, tg::ArgmaxPoolOp op) {
  Pool<tg::ArgmaxPoolOp> pool(call, op);
  if (failed(pool.place(call)))
    return failure();
  Result result = call.makeResult(pool.shape);
  if (failed(result))
    return failure();
  int64_t next = 0, best = -1, place = -1;
  bool emptyWindow = false;
  pool.forEach([&] { best = place = -1; },
               [&](int64_t i, int64_t position) {
                 if (i < 0 || (best >= 0 && !comesBefore(pool.input, i, best)))
                   return;
                 best = i;
                 place = position;
               },
               [&] {
                 emptyWindow |= best < 0;
                 result->setInt(next++, place);
               });
  if (emptyWindow)
    return call.error() << "has a window that lies in the padding";
  return result;
}

/// Whether output `index` of a transposed convolution takes an input element at
/// `offset` in the kernel.
static bool isReached(tg::ConvTransposeOp op, ArrayRef<int64_t> index,
                      ArrayRef<int64_t> offset, ArrayRef<int64_t> input) {
  auto strides = op.getStridesOrDefault();
  auto dilations = op.getDilationsOrDefault();
  auto low = op.getPadLowOrDefault();
  for (size_t axis = 0; axis < input.size(); ++axis) {
    int64_t from = index[axis] + low[axis] - offset[axis] * dilations[axis];
    if (from < 0 || from % strides[axis] || from / strides[axis] >= input[axis])
      return false;
  }
  return true;
}

/// The zeros between and around the input's elements meet the filter like any
/// other factor, which shows where a weight is not finite.
static void addGaps(tg::ConvTransposeOp op, ArrayRef<int64_t> filterShape,
                    ArrayRef<int64_t> inShape, ArrayRef<int64_t> shape,
                    std::vector<Sum> &sums) {
  const std::vector<double> &weights = sums.front().rhs.floats;
  if (llvm::all_of(weights, [](double w) { return std::isfinite(w); }))
    return;
  ArrayRef<int64_t> kernel = filterShape.drop_front(2);
  int64_t perGroup = filterShape[1], kernelSize = countOf(kernel);
  int64_t channels = inShape[1] / op.getGroups(), position = 0;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    Sum &sum = sums[position++];
    int64_t group = index[1] / perGroup, output = index[1] % perGroup, k = 0;
    forEachIndex(kernel, [&](ArrayRef<int64_t> offset) {
      int64_t place = k++;
      if (isReached(op, index.drop_front(2), offset, inShape.drop_front(2)))
        return;
      for (int64_t c = group * channels; c < (group + 1) * channels; ++c)
        sum.addPadding((c * perGroup + output) * kernelSize + place);
    });
  });
}

Result convTranspose(const Call &call, tg::ConvTransposeOp op) {
  const HostTensor &input = call.operand(0), &filter = call.operand(1);
  ArrayRef<int64_t> inShape(input.shape), filterShape(filter.shape);
  int64_t groups = op.getGroups(), channels = inShape[1];
  int64_t perGroup = filterShape[1], outputs = perGroup * groups;
  if (groups <= 0 || channels % groups || channels != filterShape[0])
    return call.error() << "cannot divide " << channels << " channels into "
                        << groups << " groups";
  ArrayRef<int64_t> spatial = inShape.drop_front(2);
  ArrayRef<int64_t> kernel = filterShape.drop_front(2);
  auto strides = op.getStridesOrDefault();
  auto dilations = op.getDilationsOrDefault();
  auto low = op.getPadLowOrDefault(), high = op.getPadHighOrDefault();
  auto more = op.getOutputPaddingOrDefault();
  Shape shape{inShape[0], outputs};
  for (size_t axis = 0; axis < spatial.size(); ++axis) {
    shape.push_back((spatial[axis] - 1) * strides[axis] +
                    dilations[axis] * (kernel[axis] - 1) + 1 - low[axis] -
                    high[axis] + more[axis]);
    if (shape.back() < 1)
      return call.error() << "has no result on spatial axis " << axis;
  }
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();

  // Each input element adds the filter, times itself.
  Numbers lhs(input), rhs(filter);
  std::vector<Sum> sums(result->getNumElements(),
                        Sum{lhs, rhs, isFloat(input.dtype)});
  int64_t inSize = countOf(spatial), kernelSize = countOf(kernel);
  ArrayRef<int64_t> outSpatial = ArrayRef<int64_t>(shape).drop_front(2);
  int64_t outSize = countOf(outSpatial);
  Shape to(spatial.size(), 0);
  auto find = [&](ArrayRef<int64_t> index, ArrayRef<int64_t> offset) {
    for (size_t axis = 0; axis < to.size(); ++axis) {
      to[axis] = index[axis] * strides[axis] + offset[axis] * dilations[axis] -
                 low[axis];
      if (to[axis] < 0 || to[axis] >= outSpatial[axis])
        return false;
    }
    return true;
  };
  int64_t i = 0;
  forEachIndex(spatial, [&](ArrayRef<int64_t> index) {
    int64_t inPosition = i++, k = 0;
    forEachIndex(kernel, [&](ArrayRef<int64_t> offset) {
      int64_t place = k++;
      if (!find(index, offset))
        return;
      int64_t outPosition = positionOf(to, outSpatial);
      for (int64_t n = 0; n < inShape[0]; ++n)
        for (int64_t c = 0; c < channels; ++c)
          for (int64_t o = 0; o < perGroup; ++o) {
            int64_t output = c / (channels / groups) * perGroup + o;
            sums[(n * outputs + output) * outSize + outPosition].add(
                (n * channels + c) * inSize + inPosition,
                (c * perGroup + o) * kernelSize + place);
          }
    });
  });
  if (!sums.empty() && isFloat(input.dtype))
    addGaps(op, filterShape, inShape, shape, sums);
  for (int64_t n = 0, end = result->getNumElements(); n < end; ++n)
    sums[n].store(*result, n);
  return result;
}

} // namespace tinygrad::reference
