//===- Windows.cpp - sliding windows as a tensor ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::tg {

namespace {
/// Movement ops on one axis of a tensor, whose sizes they keep track of.
class AxisMover {
public:
  AxisMover(GradientBuilder &builder, Value tensor)
      : builder(builder), tensor(tensor), sizes(builder.getSizes(tensor)) {}

  Value get() const { return tensor; }
  OpFoldResult getSize(int64_t axis) const { return sizes[axis]; }

  void pad(int64_t axis, OpFoldResult low, OpFoldResult high, TypedAttr value) {
    SmallVector<OpFoldResult> before(sizes.size(), builder.index(0));
    SmallVector<OpFoldResult> after = before;
    before[axis] = low;
    after[axis] = high;
    sizes[axis] = builder.add(builder.add(sizes[axis], low), high);
    tensor = builder.create<PadOp>(tensor, before, after, value);
  }
  /// Keeps the first `size` elements.
  void shrink(int64_t axis, OpFoldResult size) {
    SmallVector<OpFoldResult> zeros(sizes.size(), builder.index(0));
    sizes[axis] = size;
    tensor = builder.create<ShrinkOp>(tensor, zeros, sizes);
  }
  /// Replaces `count` axes by axes of the sizes `made`.
  void reshape(int64_t axis, int64_t count, ArrayRef<OpFoldResult> made) {
    sizes.erase(sizes.begin() + axis, sizes.begin() + axis + count);
    sizes.insert(sizes.begin() + axis, made.begin(), made.end());
    tensor = builder.create<ReshapeOp>(tensor, sizes);
  }
  void expand(int64_t axis, OpFoldResult size) {
    sizes[axis] = size;
    tensor = builder.create<ExpandOp>(tensor, sizes);
  }
  void moveToEnd(int64_t axis) {
    SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
    order.erase(order.begin() + axis);
    order.push_back(axis);
    tensor = builder.create<PermuteOp>(tensor, order);
    OpFoldResult size = sizes[axis];
    sizes.erase(sizes.begin() + axis);
    sizes.push_back(size);
  }

private:
  GradientBuilder &builder;
  Value tensor;
  SmallVector<OpFoldResult> sizes;
};
} // namespace

/// Windows that do not overlap: the axis is cut into strides.
static void cutApart(GradientBuilder &builder, AxisMover &mover, int64_t axis,
                     const WindowAxis &window) {
  mover.shrink(axis, builder.mul(window.count, builder.index(window.stride)));
  mover.reshape(axis, 1, {window.count, builder.index(window.stride)});
  mover.shrink(axis + 1, builder.index(window.kernel));
  mover.moveToEnd(axis + 1);
}

/// Windows that overlap: rows of the axis behind each other, read again as rows
/// that are `dilation` longer, begin one dilation later each.
static void shiftRows(GradientBuilder &builder, AxisMover &mover, int64_t axis,
                      const WindowAxis &window) {
  OpFoldResult size = mover.getSize(axis),
               kernel = builder.index(window.kernel);
  int64_t rows = window.kernel * (1 + window.dilation);
  if (std::optional<int64_t> constant = getConstantIntValue(size);
      constant && *constant > 0)
    rows = llvm::divideCeil(window.kernel * (*constant + window.dilation),
                            *constant);
  OpFoldResult longer = builder.add(size, builder.index(window.dilation));
  mover.reshape(axis, 1, {builder.index(1), size});
  mover.expand(axis, builder.index(rows));
  mover.reshape(axis, 2, {builder.mul(builder.index(rows), size)});
  mover.shrink(axis, builder.mul(kernel, longer));
  mover.reshape(axis, 1, {kernel, longer});
  mover.shrink(axis + 1,
               builder.mul(window.count, builder.index(window.stride)));
  mover.reshape(axis + 1, 1, {window.count, builder.index(window.stride)});
  mover.shrink(axis + 2, builder.index(1));
  mover.reshape(axis + 1, 2, {window.count});
  mover.moveToEnd(axis);
}

Value buildWindows(GradientBuilder &builder, Value input,
                   ArrayRef<WindowAxis> axes, TypedAttr padding) {
  AxisMover mover(builder, input);
  int64_t axis =
      cast<RankedTensorType>(input.getType()).getRank() - axes.size();
  for (const WindowAxis &window : axes) {
    // The last window's stride has to be there as a whole.
    int64_t high = window.high + window.stride - 1;
    std::optional<int64_t> size = getConstantIntValue(mover.getSize(axis));
    std::optional<int64_t> count = getConstantIntValue(window.count);
    if (size && count)
      high = std::max<int64_t>(window.high,
                               *count * window.stride - *size - window.low);
    if (window.low || high)
      mover.pad(axis, builder.index(window.low), builder.index(high), padding);
    if (window.dilation == 1 && window.kernel <= window.stride)
      cutApart(builder, mover, axis++, window);
    else
      shiftRows(builder, mover, axis++, window);
  }
  return mover.get();
}

} // namespace tinygrad::tg
