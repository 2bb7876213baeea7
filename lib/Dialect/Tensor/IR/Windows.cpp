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

static SmallVector<int64_t> orDefault(std::optional<ArrayRef<int64_t>> list,
                                      unsigned rank, int64_t value) {
  return list ? llvm::to_vector(*list) : SmallVector<int64_t>(rank, value);
}

#define WINDOW_LISTS(OP)                                                       \
  SmallVector<int64_t> OP::getDilationsOrDefault() {                           \
    return orDefault(getDilations(), getSpatialRank(), 1);                     \
  }                                                                            \
  SmallVector<int64_t> OP::getPadLowOrDefault() {                              \
    return orDefault(getPadLow(), getSpatialRank(), 0);                        \
  }                                                                            \
  SmallVector<int64_t> OP::getPadHighOrDefault() {                             \
    return orDefault(getPadHigh(), getSpatialRank(), 0);                       \
  }

WINDOW_LISTS(ConvOp)
WINDOW_LISTS(MaxPoolOp)
#undef WINDOW_LISTS

unsigned ConvOp::getSpatialRank() {
  return std::max<int64_t>(0, getInput().getType().getRank() - 2);
}

SmallVector<int64_t> ConvOp::getStridesOrDefault() {
  return orDefault(getStrides(), getSpatialRank(), 1);
}

SmallVector<int64_t> MaxPoolOp::getStridesOrDefault() {
  return getStrides() ? llvm::to_vector(*getStrides())
                      : llvm::to_vector(getKernel());
}

template <class OpT>
static SmallVector<Window> makeWindows(OpT op, ArrayRef<int64_t> kernel) {
  SmallVector<Window> windows;
  for (auto [size, stride, dilation, low, high] : llvm::zip_equal(
           kernel, op.getStridesOrDefault(), op.getDilationsOrDefault(),
           op.getPadLowOrDefault(), op.getPadHighOrDefault()))
    windows.push_back({size, stride, dilation, low, high});
  return windows;
}

SmallVector<Window> getWindows(ConvOp op) {
  return makeWindows(op, op.getFilter().getType().getShape().drop_front(2));
}

SmallVector<Window> getWindows(MaxPoolOp op) {
  return makeWindows(op, op.getKernel());
}

} // namespace tinygrad::tg
