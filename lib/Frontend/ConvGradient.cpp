//===- ConvGradient.cpp - gradients of convolutions ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvGradient.h"
#include "TinyGrad/Frontend/Builder.h"
#include <algorithm>

namespace tinygrad::frontend {

namespace {
struct Window {
  int64_t stride, dilation, low, high;
};

Window getWindow(const Node &conv, size_t spatial) {
  const int64_t *list = conv.attributes.data() + 1 + 4 * spatial;
  return {list[0], list[1], list[2], list[3]};
}

/// [a, b, rest] -> [b, a, rest] after the leading axis was split in two:
/// [a b, c, rest] as [b c, a, rest] or the like is made of such steps.
NodeRef swapAxes(const NodeRef &x, int64_t first, int64_t second) {
  std::vector<int64_t> order(x->shape.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = int64_t(i);
  std::swap(order[first], order[second]);
  return makePermute(x, std::move(order));
}

Sizes withLeading(std::initializer_list<int64_t> leading, const Sizes &shape) {
  Sizes result(leading);
  result.insert(result.end(), shape.begin() + 2, shape.end());
  return result;
}

/// Puts `stride - 1` zeros between neighbours along a spatial axis.
NodeRef spread(const NodeRef &x, size_t axis, int64_t stride) {
  if (stride == 1)
    return x;
  Sizes split = x->shape;
  split.insert(split.begin() + axis + 1, 1);
  std::vector<int64_t> pads(2 * split.size(), 0);
  pads[2 * (axis + 1) + 1] = stride - 1;
  NodeRef padded = makePad(makeReshape(x, split), pads);
  Sizes merged = x->shape;
  merged[axis] *= stride;
  NodeRef wide = makeReshape(padded, merged);
  merged[axis] -= stride - 1;
  return makeShrink(wide, std::vector<int64_t>(merged.size(), 0), merged);
}
} // namespace

NodeRef makeConvInputGradient(const NodeRef &node, const NodeRef &grad) {
  const NodeRef &x = node->operands[0];
  const NodeRef &w = node->operands[1];
  int64_t groups = node->attributes[0];
  int64_t inChannels = x->shape[1];
  int64_t outChannels = w->shape[0], perGroup = w->shape[1];
  size_t spatialRank = x->shape.size() - 2;
  NodeRef filter = makeReshape(
      w, withLeading({groups, outChannels / groups, perGroup}, w->shape));
  filter =
      makeReshape(swapAxes(filter, 1, 2),
                  withLeading({inChannels, outChannels / groups}, w->shape));
  std::vector<int64_t> axes, attributes{groups};
  NodeRef wide = grad;
  std::vector<int64_t> offsets(x->shape.size(), 0);
  Sizes cut = grad->shape;
  for (size_t i = 0; i < spatialRank; ++i) {
    Window window = getWindow(*node, i);
    axes.push_back(int64_t(i + 2));
    wide = spread(wide, i + 2, window.stride);
    int64_t reach = window.dilation * (w->shape[i + 2] - 1);
    int64_t low = reach - window.low;
    int64_t high = x->shape[i + 2] - wide->shape[i + 2] - low + reach;
    // Negative padding cuts.
    offsets[i + 2] = std::max<int64_t>(-low, 0);
    cut[i + 2] =
        wide->shape[i + 2] - offsets[i + 2] - std::max<int64_t>(-high, 0);
    attributes.insert(attributes.end(),
                      {1, window.dilation, std::max<int64_t>(low, 0),
                       std::max<int64_t>(high, 0)});
  }
  wide = makeShrink(wide, offsets, cut);
  return makeConv(wide, makeFlip(filter, axes), attributes);
}

NodeRef makeConvFilterGradient(const NodeRef &node, const NodeRef &grad) {
  const NodeRef &x = node->operands[0];
  const NodeRef &w = node->operands[1];
  int64_t groups = node->attributes[0];
  int64_t batch = x->shape[0];
  int64_t outChannels = w->shape[0], perGroup = w->shape[1];
  size_t spatialRank = x->shape.size() - 2;
  NodeRef input =
      makeReshape(x, withLeading({batch, groups, perGroup}, x->shape));
  input = swapAxes(input, 0, 2);
  // Now [perGroup, groups, batch, ...].
  input = makeReshape(input, withLeading({perGroup, groups * batch}, x->shape));
  NodeRef filter = swapAxes(grad, 0, 1);
  std::vector<int64_t> attributes{groups};
  Sizes kernel{outChannels, perGroup};
  for (size_t i = 0; i < spatialRank; ++i) {
    Window window = getWindow(*node, i);
    attributes.insert(attributes.end(), {window.dilation, window.stride,
                                         window.low, window.high});
    kernel.push_back(w->shape[i + 2]);
  }
  NodeRef result = makeConv(input, filter, attributes);
  result = swapAxes(result, 0, 1);
  return makeShrink(result, std::vector<int64_t>(kernel.size(), 0), kernel);
}

} // namespace tinygrad::frontend
