//===- ReadOperands.cpp - operands of structured ops over the iteration space
//---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Structured.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

/// The expression as `factor * dimension`.
static std::optional<std::pair<unsigned, int64_t>> matchTerm(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return std::make_pair(dim.getPosition(), int64_t(1));
  auto product = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!product || product.getKind() != AffineExprKind::Mul)
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(product.getLHS());
  auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
  if (!dim || !factor)
    return std::nullopt;
  return std::make_pair(dim.getPosition(), factor.getValue());
}

std::optional<WindowAxis> tg::matchWindow(AffineExpr expr) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!sum || sum.getKind() != AffineExprKind::Add)
    return std::nullopt;
  auto first = matchTerm(sum.getLHS()), second = matchTerm(sum.getRHS());
  if (!first || !second || first->second <= 0 || second->second <= 0 ||
      first->first == second->first)
    return std::nullopt;
  return WindowAxis{first->first, second->first, first->second, second->second};
}

/// Each axis of the iteration space has the size of an operand's axis that it
/// alone walks along.
LogicalResult Structured::findSizes() {
  unsigned count = op.getNumLoops();
  sizes.resize(count);
  SmallVector<bool> isKnown(count, false);
  SmallVector<int64_t> constant = op.getStaticLoopRanges();
  for (auto [axis, size] : llvm::enumerate(constant))
    if (ShapedType::isStatic(size)) {
      sizes[axis] = b.builder.getIndexAttr(size);
      isKnown[axis] = true;
    }
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    std::optional<Sizes> operandSizes;
    for (auto [position, expr] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || isKnown[dim.getPosition()])
        continue;
      if (!operandSizes) {
        FailureOr<Sizes> found = b.getSizes(operand.get());
        if (failed(found))
          break;
        operandSizes = *found;
      }
      sizes[dim.getPosition()] = (*operandSizes)[position];
      isKnown[dim.getPosition()] = true;
    }
  }
  for (auto [axis, known] : llvm::enumerate(isKnown))
    if (!known)
      return refuse("the size of its loop " + Twine(axis) +
                    " does not follow from the function's variables "
                    "(tg.variables, tg.dims)");
  return success();
}

LogicalResult Structured::prepare() {
  if (!op.hasPureTensorSemantics())
    return refuse("it works on memory: only tensors are converted");
  for (Value operand : op->getOperands())
    if (auto type = dyn_cast<RankedTensorType>(operand.getType()))
      if (!isTensorType(type) || !isElementType(type.getElementType()))
        return refuse("a tensor of its has elements or an encoding that tg "
                      "lacks");
  if (!llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return refuse("it has no tensor as its result");
  if (failed(findSizes()))
    return failure();
  for (auto [axis, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    all.push_back(int64_t(axis));
    (kind == utils::IteratorType::reduction ? reduction : parallel)
        .push_back(int64_t(axis));
  }
  return success();
}

/// Prepares one axis of an operand, and says which iteration axis it then is;
/// none for an axis of which one element is read.
LogicalResult Structured::readAxis(Value &operand, int64_t axis,
                                   AffineExpr expr,
                                   std::optional<unsigned> &iterationAxis) {
  FailureOr<Sizes> operandSizes = b.getSizes(operand);
  if (failed(operandSizes))
    return refuse("the size of an operand does not follow from the function's "
                  "variables (tg.variables, tg.dims)");
  Sizes offsets(operandSizes->size(), b.builder.getIndexAttr(0));
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    // All of an axis of one element.
    if (constant.getValue() == 0 &&
        cast<RankedTensorType>(operand.getType()).getDimSize(axis) == 1)
      return success();
    offsets[axis] = b.builder.getIndexAttr(constant.getValue());
    (*operandSizes)[axis] = b.builder.getIndexAttr(1);
    operand = b.shrink(operand, offsets, *operandSizes);
    return success();
  }
  // offset + d, or offset - d.
  int64_t offset = 0;
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
      sum && sum.getKind() == AffineExprKind::Add)
    if (auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS())) {
      offset = constant.getValue();
      expr = sum.getLHS();
    }
  auto term = matchTerm(expr);
  if (!term || (term->second != 1 && term->second != -1))
    return refuse("it reads an operand by a map that is no projected "
                  "permutation");
  iterationAxis = term->first;
  bool isReversed = term->second == -1;
  std::optional<int64_t> size = getConstantIntValue(sizes[term->first]);
  if (isReversed && !size)
    return refuse("it reads an axis of variable size backwards");
  int64_t first = isReversed ? offset - (*size - 1) : offset;
  if (first != 0 ||
      (size && getConstantIntValue((*operandSizes)[axis]) != size)) {
    offsets[axis] = b.builder.getIndexAttr(first);
    (*operandSizes)[axis] = sizes[term->first];
    operand = b.shrink(operand, offsets, *operandSizes);
  }
  if (isReversed)
    operand =
        FlipOp::create(b.builder, b.loc, operand, ArrayRef<int64_t>{axis});
  return success();
}

/// The operand over the iteration axes `space`, all of which `map` may use.
FailureOr<Value> Structured::readAxes(Value operand, AffineMap map,
                                      ArrayRef<int64_t> space) {
  // Windows are axes of their own once they are written out.
  SmallVector<WindowAxis> windows;
  SmallVector<int64_t> windowAxes, outerAxes;
  for (auto [axis, expr] : llvm::enumerate(map.getResults()))
    if (auto window = matchWindow(expr)) {
      windows.push_back(*window);
      windowAxes.push_back(int64_t(axis));
    } else {
      outerAxes.push_back(int64_t(axis));
    }
  SmallVector<AffineExpr> exprs;
  if (windows.empty()) {
    llvm::append_range(exprs, map.getResults());
  } else {
    SmallVector<int64_t> order(outerAxes), kernel, strides, dilations;
    llvm::append_range(order, windowAxes);
    for (WindowAxis &window : windows) {
      // The axis of constant size is the place in the window.
      if (!getConstantIntValue(sizes[window.place])) {
        std::swap(window.position, window.place);
        std::swap(window.stride, window.dilation);
      }
      std::optional<int64_t> size = getConstantIntValue(sizes[window.place]);
      if (!size)
        return refuse("it reads windows of variable size");
      kernel.push_back(*size);
      strides.push_back(window.stride);
      dilations.push_back(window.dilation);
    }
    operand = WindowsOp::create(b.builder, b.loc, b.permute(operand, order),
                                kernel, strides, dilations, {}, {});
    for (int64_t axis : outerAxes)
      exprs.push_back(map.getResult(unsigned(axis)));
    MLIRContext *context = op.getContext();
    for (WindowAxis &window : windows)
      exprs.push_back(getAffineDimExpr(window.position, context));
    for (WindowAxis &window : windows)
      exprs.push_back(getAffineDimExpr(window.place, context));
  }

  SmallVector<int64_t> axes;
  Sizes kept;
  bool dropsAxes = false;
  for (auto [axis, expr] : llvm::enumerate(exprs)) {
    std::optional<unsigned> iterationAxis;
    if (failed(readAxis(operand, int64_t(axis), expr, iterationAxis)))
      return failure();
    if (!iterationAxis) {
      dropsAxes = true;
      continue;
    }
    auto position = llvm::find(space, int64_t(*iterationAxis));
    if (position == space.end())
      return refuse("it reads an operand along a reduced axis that the result "
                    "lacks");
    int64_t inSpace = position - space.begin();
    if (llvm::is_contained(axes, inSpace))
      return refuse("it reads the diagonal of an operand");
    axes.push_back(inSpace);
    kept.push_back(sizes[*iterationAxis]);
  }
  if (dropsAxes)
    operand = b.reshape(operand, kept);
  return b.spread(operand, axes, sizesOf(space));
}

FailureOr<Value> Structured::read(Value operand, AffineMap map,
                                  ArrayRef<int64_t> space) {
  FailureOr<Value> result = readAxes(operand, map, space);
  if (succeeded(result))
    return result;
  // By any other map, one element for each point: strides, diagonals, parts.
  std::string why = reason;
  Sizes spaceSizes = sizesOf(space);
  SmallVector<Value> dims(map.getNumDims()), places;
  for (auto [position, axis] : llvm::enumerate(space))
    dims[axis] = b.iota(int64_t(position), spaceSizes);
  for (AffineExpr expr : map.getResults()) {
    bool isKnown = true;
    expr.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        isKnown &= bool(dims[dim.getPosition()]);
    });
    if (!isKnown)
      return refuse(why);
    places.push_back(b.evaluate(expr, dims, {}, spaceSizes));
  }
  result = b.gather(operand, places, spaceSizes);
  return succeeded(result) ? result : FailureOr<Value>(refuse(why));
}

FailureOr<Value> Structured::readOperand(OpOperand &operand,
                                         ArrayRef<int64_t> space) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (isa<RankedTensorType>(operand.get().getType()))
    return read(operand.get(), map, space);
  FailureOr<Value> scalar = evaluateOutside(operand.get());
  if (failed(scalar))
    return failure();
  return b.spread(*scalar, {}, sizesOf(space));
}
