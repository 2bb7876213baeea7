//===- Windows.cpp - the arithmetic of sliding windows ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

using namespace mlir;

namespace tinygrad::tg {

std::optional<int64_t> Window::getExtent() const {
  int64_t extent;
  if (llvm::MulOverflow(dilation, kernel - 1, extent) ||
      llvm::AddOverflow<int64_t>(extent, 1, extent))
    return std::nullopt;
  return extent;
}

std::optional<int64_t> Window::getCount(int64_t size) const {
  std::optional<int64_t> extent = 1;
  if (!ShapedType::isDynamic(kernel) && !(extent = getExtent()))
    return std::nullopt;
  if (ShapedType::isDynamic(size) || ShapedType::isDynamic(kernel))
    return ShapedType::kDynamic;
  int64_t padded;
  if (llvm::AddOverflow(size, low, padded) ||
      llvm::AddOverflow(padded, high, padded) || padded < *extent)
    return std::nullopt;
  return (padded - *extent) / stride + 1;
}

AffineExpr Window::getCount(AffineExpr size, AffineExpr kernelSize) const {
  if (!size || !kernelSize)
    return {};
  // size + low + high - extent, with the constants added up first.
  AffineExpr last = size - (kernelSize - 1) * dilation + (low + high - 1);
  return last.floorDiv(stride) + 1;
}

bool Window::touches(int64_t size) const {
  std::optional<int64_t> extent = getExtent();
  if (!extent)
    return false;
  // The first window reaches the input, and so does the last, which begins at
  // size + high - extent at most.
  if (low >= *extent)
    return false;
  if (ShapedType::isDynamic(size))
    return high < *extent;
  std::optional<int64_t> count = getCount(size);
  if (!count || size == 0)
    return false;
  if ((*count - 1) * stride - low >= size)
    return false;
  // The elements of a window may lie on both sides of a short input.
  if (dilation <= size)
    return true;
  constexpr int64_t kMostStarts = 1 << 16;
  if (low / stride >= kMostStarts)
    return false;
  for (int64_t start = -low; start < 0; start += stride)
    if ((-start) % dilation != 0 && dilation - (-start) % dilation >= size)
      return false;
  return true;
}

LogicalResult verifyWindowLists(Operation *op, int64_t rank,
                                std::optional<ArrayRef<int64_t>> strides,
                                std::optional<ArrayRef<int64_t>> dilations,
                                std::optional<ArrayRef<int64_t>> low,
                                std::optional<ArrayRef<int64_t>> high) {
  // Larger numbers than these only overflow.
  constexpr int64_t kMost = int64_t(1) << 40;
  auto verify = [&](StringRef name, std::optional<ArrayRef<int64_t>> list,
                    int64_t least) -> LogicalResult {
    if (!list)
      return success();
    if (static_cast<int64_t>(list->size()) != rank)
      return op->emitOpError("expected ")
             << rank << " " << name << ", but got " << list->size();
    for (int64_t entry : *list)
      if (entry < least || entry > kMost)
        return op->emitOpError("expected ")
               << name << " from " << least << " to 2^40, but got " << entry;
    return success();
  };
  return success(succeeded(verify("strides", strides, 1)) &&
                 succeeded(verify("dilations", dilations, 1)) &&
                 succeeded(verify("low paddings", low, 0)) &&
                 succeeded(verify("high paddings", high, 0)));
}

SmallVector<int64_t> getListOrDefault(std::optional<ArrayRef<int64_t>> list,
                                      unsigned rank, int64_t value) {
  return list ? llvm::to_vector(*list) : SmallVector<int64_t>(rank, value);
}

#define WINDOW_LISTS(OP)                                                       \
  SmallVector<int64_t> OP::getDilationsOrDefault() {                           \
    return getListOrDefault(getDilations(), getSpatialRank(), 1);              \
  }                                                                            \
  SmallVector<int64_t> OP::getPadLowOrDefault() {                              \
    return getListOrDefault(getPadLow(), getSpatialRank(), 0);                 \
  }                                                                            \
  SmallVector<int64_t> OP::getPadHighOrDefault() {                             \
    return getListOrDefault(getPadHigh(), getSpatialRank(), 0);                \
  }

WINDOW_LISTS(ConvOp)
WINDOW_LISTS(MaxPoolOp)
#undef WINDOW_LISTS

unsigned ConvOp::getSpatialRank() {
  return std::max<int64_t>(0, getInput().getType().getRank() - 2);
}

SmallVector<int64_t> ConvOp::getStridesOrDefault() {
  return getListOrDefault(getStrides(), getSpatialRank(), 1);
}

SmallVector<int64_t> MaxPoolOp::getStridesOrDefault() {
  return getStrides() ? llvm::to_vector(*getStrides())
                      : llvm::to_vector(getKernel());
}

SmallVector<Window> getWindows(ConvOp op) {
  return makeWindows(op, op.getFilter().getType().getShape().drop_front(2));
}

LogicalResult verifyKernel(Operation *op, ArrayRef<int64_t> kernel,
                           int64_t rank) {
  if (kernel.empty() || static_cast<int64_t>(kernel.size()) > rank)
    return op->emitOpError("expected from 1 to ")
           << rank << " kernel sizes, but got " << kernel.size();
  for (int64_t size : kernel)
    if (size < 1)
      return op->emitOpError("expected kernel sizes of at least 1, but got ")
             << size;
  return success();
}

FailureOr<SmallVector<int64_t>> verifyPoolWindows(Operation *op,
                                                  RankedTensorType input,
                                                  ArrayRef<Window> windows,
                                                  bool touching) {
  SmallVector<int64_t> counts;
  for (auto [i, window] : llvm::enumerate(windows)) {
    int64_t axis = input.getRank() - windows.size() + i;
    int64_t size = input.getDimSize(axis);
    std::optional<int64_t> count = window.getCount(size);
    if (!count)
      return op->emitOpError("expected the kernel to fit into the padded input "
                             "on axis ")
             << axis << ", but got size " << window.kernel << " for " << input;
    if (touching && !window.touches(size))
      return op->emitOpError("expected every window to have an element of the "
                             "input on axis ")
             << axis << ", but got paddings " << window.low << " and "
             << window.high << " of a kernel of size " << window.kernel;
    counts.push_back(*count);
  }
  return counts;
}

LogicalResult verifyWindowSize(SizeVerifier &verifier, Operation *op,
                               const Window &window, AffineExpr size,
                               AffineExpr kernel, int64_t axis) {
  if (failed(verifier.verifyAtLeast(op, kernel, 1,
                                    "kernel size on axis " + Twine(axis))))
    return failure();
  return verifier.verifyAtLeast(
      op,
      size - (kernel - 1) * window.dilation + (window.low + window.high - 1), 0,
      "elements left beside the first window on axis " + Twine(axis));
}

LogicalResult verifyPoolSizes(SizeVerifier &verifier, Operation *op,
                              Value input, ArrayRef<Window> windows,
                              bool touching) {
  SmallVector<AffineExpr> shape(verifier.getShapes().getShape(input));
  size_t first = shape.size() - windows.size();
  for (auto [i, window] : llvm::enumerate(windows)) {
    AffineExpr size = shape[first + i];
    if (failed(verifyWindowSize(
            verifier, op, window, size,
            getAffineConstantExpr(window.kernel, op->getContext()), first + i)))
      return failure();
    // With a dilation a window may lie on both sides of a short input.
    int64_t least = window.low || window.high ? window.dilation : 1;
    if (touching && !isa<AffineConstantExpr>(size) &&
        failed(verifier.verifyAtLeast(op, size, least,
                                      "size on axis " + Twine(first + i))))
      return failure();
  }
  return success();
}

void countPoolWindows(MutableArrayRef<AffineExpr> shape,
                      ArrayRef<Window> windows, MLIRContext *context) {
  for (auto [size, window] :
       llvm::zip(shape.take_back(windows.size()), windows))
    size = window.getCount(size, getAffineConstantExpr(window.kernel, context));
}

AffineExpr getWindowIndex(const Window &window, AffineExpr position,
                          AffineExpr place, AffineExpr size, AffineExpr count,
                          SmallVectorImpl<AffineExpr> &constraints) {
  AffineExpr index =
      position * window.stride + place * window.dilation - window.low;
  if (window.low > 0)
    constraints.push_back(index);
  // The last window may end before the padding does.
  bool reaches = window.high > 0;
  auto sizeConstant = dyn_cast_or_null<AffineConstantExpr>(size);
  auto countConstant = dyn_cast_or_null<AffineConstantExpr>(count);
  if (reaches && sizeConstant && countConstant &&
      !ShapedType::isDynamic(window.kernel))
    if (std::optional<int64_t> extent = window.getExtent())
      reaches = (countConstant.getValue() - 1) * window.stride - window.low +
                    *extent >
                sizeConstant.getValue();
  if (reaches && size)
    constraints.push_back(size + (window.low - 1) - position * window.stride -
                          place * window.dilation);
  return index;
}

} // namespace tinygrad::tg
