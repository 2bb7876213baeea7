//===- Contractions.cpp - sums of products as matmul and conv ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// linalg's own queries (inferContractionDims, inferConvolutionDims) leave out
// bodies that prepare their operands, as the quantized ops have them, and forms
// without rows or columns; what they find is needed axis by axis here anyway.
//
//===----------------------------------------------------------------------===//

#include "Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

/// Collects the inputs among the block's arguments that `scalar` depends on.
static void collectInputs(Value scalar, linalg::LinalgOp op,
                          llvm::SetVector<OpOperand *> &inputs) {
  if (auto argument = dyn_cast<BlockArgument>(scalar)) {
    if (argument.getOwner() == op.getBlock())
      inputs.insert(op.getMatchingOpOperand(argument));
    return;
  }
  Operation *definition = scalar.getDefiningOp();
  if (definition->getBlock() == op.getBlock())
    for (Value operand : definition->getOperands())
      collectInputs(operand, op, inputs);
}

/// The one tensor that a factor is made of; other inputs of it are scalars.
static OpOperand *findFactor(Value scalar, linalg::LinalgOp op) {
  llvm::SetVector<OpOperand *> inputs;
  collectInputs(scalar, op, inputs);
  OpOperand *factor = nullptr;
  for (OpOperand *input : inputs) {
    if (!isa<RankedTensorType>(input->get().getType()))
      continue;
    if (factor || !op.isDpsInput(input))
      return nullptr;
    factor = input;
  }
  return factor;
}

/// A factor on the axes of its own operand.
FailureOr<Value> Structured::evaluateAlone(Value scalar, OpOperand &operand) {
  FailureOr<Sizes> own = b.getSizes(operand.get());
  if (failed(own))
    return failure();
  Values known;
  known[op.getMatchingBlockArgument(&operand)] = operand.get();
  // Evaluate over the operand's axes as if they were the iteration space.
  Sizes saved = sizes;
  sizes = *own;
  auto space = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(own->size())));
  for (OpOperand *input : op.getDpsInputOperands())
    if (!isa<RankedTensorType>(input->get().getType()))
      if (FailureOr<Value> outside = evaluateOutside(input->get());
          succeeded(outside))
        known[op.getMatchingBlockArgument(input)] =
            b.spread(*outside, {}, *own);
  FailureOr<Value> value = evaluate(scalar, known, space);
  sizes = saved;
  return value;
}

/// Whether a body's op depends on where it is.
static bool asksForIndex(linalg::LinalgOp op) { return op.hasIndexSemantics(); }

FailureOr<Value> Structured::convertProduct(unsigned number) {
  Value combined;
  Operation *by = matchCombiner(number, combined);
  if (!by || asksForIndex(op))
    return failure();
  OpOperand &init = *op.getDpsInitOperand(number);
  // A maximum over windows.
  bool isMax = isa<arith::MaximumFOp>(by) ||
               (isa<arith::MaxSIOp>(by) && !combined.getType().isInteger(1));
  if (isMax && isa<BlockArgument>(combined)) {
    OpOperand *input = findFactor(combined, op);
    if (!input)
      return failure();
    FailureOr<Value> pooled = makeMaxPool(*input, input->get(), by);
    if (succeeded(pooled))
      pooled = combineWithInit(*pooled, by, init, parallel);
    if (failed(pooled))
      return failure();
    return place(*pooled, op.getMatchingIndexingMap(&init), parallel);
  }
  if (!isa<arith::AddFOp, arith::AddIOp>(by) || combined.getType().isInteger(1))
    return failure();
  Operation *product = combined.getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
    return failure();
  OpOperand *lhs = findFactor(product->getOperand(0), op);
  OpOperand *rhs = findFactor(product->getOperand(1), op);
  if (!lhs || !rhs || lhs == rhs)
    return failure();
  FailureOr<Value> left = evaluateAlone(product->getOperand(0), *lhs);
  FailureOr<Value> right = evaluateAlone(product->getOperand(1), *rhs);
  if (failed(left) || failed(right))
    return failure();
  auto hasWindows = [&](OpOperand *operand) {
    return llvm::any_of(
        op.getMatchingIndexingMap(operand).getResults(),
        [](AffineExpr expr) { return matchWindow(expr).has_value(); });
  };
  bool leftHas = hasWindows(lhs), rightHas = hasWindows(rhs);
  if (leftHas && rightHas)
    return failure();
  FailureOr<Value> sum = leftHas    ? makeConv(*lhs, *rhs, *left, *right)
                         : rightHas ? makeConv(*rhs, *lhs, *right, *left)
                                    : makeMatmul(*lhs, *rhs, *left, *right);
  if (failed(sum))
    return failure();
  sum = b.cast(*sum, combined.getType());
  sum = combineWithInit(*sum, by, init, parallel);
  if (failed(sum))
    return failure();
  return place(*sum, op.getMatchingIndexingMap(&init), parallel);
}

/// The iteration axes of a map of dimensions alone, each once.
static bool getAxes(AffineMap map, SmallVectorImpl<int64_t> &axes) {
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || llvm::is_contained(axes, int64_t(dim.getPosition())))
      return false;
    axes.push_back(dim.getPosition());
  }
  return true;
}

/// The positions of `wanted` in `axes`.
static SmallVector<int64_t> getOrder(ArrayRef<int64_t> axes,
                                     ArrayRef<int64_t> wanted) {
  SmallVector<int64_t> order;
  for (int64_t axis : wanted)
    order.push_back(llvm::find(axes, axis) - axes.begin());
  return order;
}

FailureOr<Value> Structured::makeMatmul(OpOperand &lhs, OpOperand &rhs,
                                        Value left, Value right) {
  SmallVector<int64_t> leftAxes, rightAxes, batch, m, n, k;
  if (!getAxes(op.getMatchingIndexingMap(&lhs), leftAxes) ||
      !getAxes(op.getMatchingIndexingMap(&rhs), rightAxes))
    return failure();
  for (int64_t axis : all) {
    bool inLeft = llvm::is_contained(leftAxes, axis);
    bool inRight = llvm::is_contained(rightAxes, axis);
    bool isReduced = llvm::is_contained(reduction, axis);
    if (inLeft && inRight)
      (isReduced ? k : batch).push_back(axis);
    else if (isReduced || (!inLeft && !inRight))
      return failure();
    else
      (inLeft ? m : n).push_back(axis);
  }
  auto concat = [](ArrayRef<int64_t> a, ArrayRef<int64_t> b,
                   ArrayRef<int64_t> c) {
    SmallVector<int64_t> joined(a);
    llvm::append_range(joined, b);
    llvm::append_range(joined, c);
    return joined;
  };
  OpFoldResult rows = b.multiply(sizesOf(m)), columns = b.multiply(sizesOf(n)),
               depth = b.multiply(sizesOf(k));
  auto batched = [&](OpFoldResult first, OpFoldResult second) {
    Sizes shape = sizesOf(batch);
    shape.push_back(first);
    shape.push_back(second);
    return shape;
  };
  left = b.permute(left, getOrder(leftAxes, concat(batch, m, k)));
  right = b.permute(right, getOrder(rightAxes, concat(batch, k, n)));
  if (m.size() != 1 || k.size() != 1)
    left = b.reshape(left, batched(rows, depth));
  if (n.size() != 1 || k.size() != 1)
    right = b.reshape(right, batched(depth, columns));
  Value product = MatmulOp::create(b.builder, b.loc, left, right);
  SmallVector<int64_t> given = concat(batch, m, n);
  if (m.size() != 1 || n.size() != 1)
    product = b.reshape(product, sizesOf(given));
  return b.permute(product, getOrder(given, parallel));
}

/// A pad that adds `value` to the operand's window axes only, to be made part
/// of the op that reads the windows.
static PadOp findPadding(Value operand, ArrayRef<int64_t> windowAxes,
                         function_ref<bool(TypedAttr)> isPadding) {
  auto pad = operand.getDefiningOp<PadOp>();
  if (!pad || !pad.getLow().empty() || !pad.getHigh().empty() ||
      !isPadding(pad.getValue()))
    return {};
  for (auto [axis, low, high] :
       llvm::enumerate(pad.getStaticLow(), pad.getStaticHigh()))
    if ((low != 0 || high != 0) &&
        !llvm::is_contained(windowAxes, int64_t(axis)))
      return {};
  return pad;
}

namespace {
/// An operand with windows: its axes by what they are.
struct WindowedOperand {
  SmallVector<int64_t> axes;       ///< The iteration axis, or -1 for a window.
  SmallVector<int64_t> windowAxes; ///< Of the operand.
  SmallVector<int64_t> positions, places, strides, dilations, kernel;
};
} // namespace

static std::optional<WindowedOperand>
analyseWindows(AffineMap map, ArrayRef<OpFoldResult> sizes,
               ArrayRef<int64_t> reduction) {
  WindowedOperand result;
  for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      result.axes.push_back(dim.getPosition());
      continue;
    }
    std::optional<WindowAxis> window = matchWindow(expr);
    if (!window)
      return std::nullopt;
    if (llvm::is_contained(reduction, int64_t(window->position))) {
      std::swap(window->position, window->place);
      std::swap(window->stride, window->dilation);
    }
    std::optional<int64_t> size = getConstantIntValue(sizes[window->place]);
    if (!size || !llvm::is_contained(reduction, int64_t(window->place)) ||
        llvm::is_contained(reduction, int64_t(window->position)))
      return std::nullopt;
    result.axes.push_back(-1);
    result.windowAxes.push_back(int64_t(axis));
    result.positions.push_back(window->position);
    result.places.push_back(window->place);
    result.strides.push_back(window->stride);
    result.dilations.push_back(window->dilation);
    result.kernel.push_back(*size);
  }
  SmallVector<int64_t> seen;
  for (ArrayRef<int64_t> list :
       {ArrayRef(result.axes), ArrayRef(result.positions),
        ArrayRef(result.places)})
    for (int64_t axis : list) {
      if (axis >= 0 && llvm::is_contained(seen, axis))
        return std::nullopt;
      seen.push_back(axis);
    }
  return result;
}

FailureOr<Value> Structured::makeConv(OpOperand &input, OpOperand &filter,
                                      Value image, Value kernel) {
  auto windowed =
      analyseWindows(op.getMatchingIndexingMap(&input), sizes, reduction);
  SmallVector<int64_t> filterAxes;
  if (!windowed || !getAxes(op.getMatchingIndexingMap(&filter), filterAxes))
    return failure();
  // What each axis is, by where it occurs.
  SmallVector<int64_t> batch, groups, channels, features;
  for (int64_t axis : all) {
    bool inInput = llvm::is_contained(windowed->axes, axis);
    bool inFilter = llvm::is_contained(filterAxes, axis);
    bool isReduced = llvm::is_contained(reduction, axis);
    if (llvm::is_contained(windowed->positions, axis)) {
      if (inFilter)
        return failure();
    } else if (llvm::is_contained(windowed->places, axis)) {
      if (!inFilter)
        return failure();
    } else if (inInput && inFilter) {
      (isReduced ? channels : groups).push_back(axis);
    } else if (isReduced || (!inInput && !inFilter)) {
      return failure();
    } else {
      (inInput ? batch : features).push_back(axis);
    }
  }
  auto constantProduct = [&](ArrayRef<int64_t> axes) {
    return getConstantIntValue(b.multiply(sizesOf(axes)));
  };
  std::optional<int64_t> numGroups = constantProduct(groups),
                         numChannels = constantProduct(channels),
                         numFeatures = constantProduct(features);
  if (!numGroups || !numChannels || !numFeatures)
    return failure();
  SmallVector<int64_t> padLow, padHigh;
  auto isZero = [](TypedAttr value) {
    return isIdentity(Combiner::Sum, value);
  };
  if (PadOp pad = findPadding(image, windowed->windowAxes, isZero)) {
    for (int64_t axis : windowed->windowAxes) {
      padLow.push_back(pad.getStaticLow()[axis]);
      padHigh.push_back(pad.getStaticHigh()[axis]);
    }
    image = pad.getInput();
  }
  // [batch…, groups…, channels…, spatial…] and [groups…, features…, channels…,
  // kernel…], then one axis of each kind.
  FailureOr<Sizes> imageSizes = b.getSizes(image);
  if (failed(imageSizes))
    return failure();
  auto append = [](SmallVector<int64_t> &list, ArrayRef<int64_t> more) {
    llvm::append_range(list, more);
  };
  SmallVector<int64_t> imageOrder = getOrder(windowed->axes, batch);
  append(imageOrder, getOrder(windowed->axes, groups));
  append(imageOrder, getOrder(windowed->axes, channels));
  append(imageOrder, windowed->windowAxes);
  Sizes imageShape = {b.multiply(sizesOf(batch)),
                      b.builder.getIndexAttr(*numGroups * *numChannels)};
  for (int64_t axis : windowed->windowAxes)
    imageShape.push_back((*imageSizes)[axis]);
  image = b.permute(image, imageOrder);
  if (batch.size() != 1 || groups.size() + channels.size() != 1)
    image = b.reshape(image, imageShape);

  SmallVector<int64_t> filterOrder(groups);
  append(filterOrder, features);
  append(filterOrder, channels);
  append(filterOrder, windowed->places);
  Sizes filterShape = {b.builder.getIndexAttr(*numGroups * *numFeatures),
                       b.builder.getIndexAttr(*numChannels)};
  append_range(filterShape, sizesOf(windowed->places));
  kernel = b.permute(kernel, getOrder(filterAxes, filterOrder));
  if (groups.size() + features.size() != 1 || channels.size() != 1)
    kernel = b.reshape(kernel, filterShape);

  Value result =
      ConvOp::create(b.builder, b.loc, image, kernel, windowed->strides,
                     windowed->dilations, padLow, padHigh, *numGroups);
  SmallVector<int64_t> given(batch);
  append(given, groups);
  append(given, features);
  append(given, windowed->positions);
  if (batch.size() != 1 || groups.size() + features.size() != 1)
    result = b.reshape(result, sizesOf(given));
  return b.permute(result, getOrder(given, parallel));
}

/// The largest of each window, where all that is reduced are windows.
FailureOr<Value> Structured::makeMaxPool(OpOperand &input, Value image,
                                         Operation *by) {
  auto windowed =
      analyseWindows(op.getMatchingIndexingMap(&input), sizes, reduction);
  if (!windowed || windowed->places.empty() ||
      windowed->places.size() != reduction.size())
    return failure();
  SmallVector<int64_t> padLow, padHigh, outer, order;
  auto neverWins = [](TypedAttr value) {
    return isIdentity(Combiner::Max, value);
  };
  if (PadOp pad = findPadding(image, windowed->windowAxes, neverWins)) {
    for (int64_t axis : windowed->windowAxes) {
      padLow.push_back(pad.getStaticLow()[axis]);
      padHigh.push_back(pad.getStaticHigh()[axis]);
    }
    // Every window of max_pool touches its input.
    for (auto [low, high, kernel] :
         llvm::zip(padLow, padHigh, windowed->kernel))
      if (low >= kernel || high >= kernel)
        return failure();
    image = pad.getInput();
  }
  for (auto [axis, iterationAxis] : llvm::enumerate(windowed->axes))
    if (iterationAxis >= 0) {
      order.push_back(int64_t(axis));
      outer.push_back(iterationAxis);
    }
  llvm::append_range(order, windowed->windowAxes);
  Value pooled = MaxPoolOp::create(b.builder, b.loc, b.permute(image, order),
                                   windowed->kernel, windowed->strides,
                                   windowed->dilations, padLow, padHigh);
  llvm::append_range(outer, windowed->positions);
  if (outer.size() != parallel.size())
    return failure();
  return b.permute(pooled, getOrder(outer, parallel));
}
