//===- CrossEntropyOp.cpp - cross entropy -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"

using namespace mlir;

namespace tinygrad::tg {

/// Whether the labels are classes rather than probabilities.
static bool hasClasses(CrossEntropyOp op) {
  return !isa<FloatType>(op.getLabels().getType().getElementType());
}

void CrossEntropyOp::build(OpBuilder &builder, OperationState &state,
                           Value logits, Value labels, int64_t axis,
                           double smoothing, std::optional<int64_t> ignoreIndex,
                           Reduction reduction, Value weight) {
  auto type = cast<RankedTensorType>(logits.getType());
  SmallVector<int64_t> sizes;
  if (reduction == Reduction::none) {
    llvm::append_range(sizes, type.getShape());
    if (axis >= 0 && axis < type.getRank())
      sizes.erase(sizes.begin() + axis);
  }
  build(builder, state, RankedTensorType::get(sizes, type.getElementType()),
        logits, labels, weight, builder.getI64IntegerAttr(axis),
        builder.getF64FloatAttr(smoothing),
        ignoreIndex ? builder.getI64IntegerAttr(*ignoreIndex) : IntegerAttr(),
        ReductionAttr::get(builder.getContext(), reduction));
}

static LogicalResult verifyLabels(CrossEntropyOp op) {
  RankedTensorType logits = op.getLogits().getType();
  RankedTensorType labels = op.getLabels().getType();
  Type element = logits.getElementType();
  if (!hasClasses(op) && labels.getElementType() != element &&
      labels.getElementType() != getSumType(element))
    return op.emitOpError("expected labels of an integer type or of the "
                          "logits' type, but got ")
           << labels;
  SmallVector<int64_t> sizes(logits.getShape());
  if (hasClasses(op))
    sizes.erase(sizes.begin() + op.getAxis());
  bool fits = sizes.size() == static_cast<size_t>(labels.getRank());
  for (size_t i = 0; fits && i < sizes.size(); ++i)
    fits = sizes[i] == labels.getDimSize(i) ||
           ShapedType::isDynamic(sizes[i]) || labels.isDynamicDim(i);
  if (fits)
    return success();
  InFlightDiagnostic diagnostic = op.emitOpError("expected labels of sizes [");
  llvm::interleaveComma(sizes, diagnostic,
                        [&](int64_t size) { diagnostic << printSize(size); });
  return diagnostic << "], but got " << labels;
}

/// One factor for each class.
static LogicalResult verifyWeight(CrossEntropyOp op) {
  if (!op.getWeight())
    return success();
  RankedTensorType weight = op.getWeight().getType();
  Type element = op.getLogits().getType().getElementType();
  int64_t classes = op.getLogits().getType().getDimSize(op.getAxis());
  if (weight.getElementType() != element &&
      weight.getElementType() != getSumType(element))
    return op.emitOpError("expected a weight of the logits' element type, but "
                          "got ")
           << weight;
  if (weight.getRank() != 1 ||
      (!weight.isDynamicDim(0) && !ShapedType::isDynamic(classes) &&
       weight.getDimSize(0) != classes))
    return op.emitOpError("expected a weight for each of ")
           << printSize(classes) << " classes, but got " << weight;
  return success();
}

LogicalResult CrossEntropyOp::verify() {
  RankedTensorType logits = getLogits().getType();
  int64_t axis = getAxis();
  if (failed(verifyAxes(*this, axis, logits.getRank())))
    return failure();
  if (logits.getDimSize(axis) == 0)
    return emitOpError("expected at least one class along axis ")
           << axis << ", but got " << logits;
  double smoothing = getSmoothing().convertToDouble();
  if (!(smoothing >= 0 && smoothing <= 1))
    return emitOpError("expected smoothing from 0 to 1, but got ") << smoothing;
  if (failed(verifyLabels(*this)) || failed(verifyWeight(*this)))
    return failure();
  if (getIgnoreIndex() && !hasClasses(*this))
    return emitOpError("expected labels of an integer type with ignore_index, "
                       "but got ")
           << getLabels().getType();
  if (getIgnoreIndex() && !llvm::isInt<32>(int64_t(*getIgnoreIndex())))
    return emitOpError("expected ignore_index of 32 bits, but got ")
           << int64_t(*getIgnoreIndex());
  if (getType().getElementType() != logits.getElementType())
    return emitOpError("expected a result of element type ")
           << logits.getElementType() << ", but got "
           << getType().getElementType();
  SmallVector<int64_t> sizes;
  if (getReduction() == Reduction::none) {
    llvm::append_range(sizes, logits.getShape());
    sizes.erase(sizes.begin() + axis);
  }
  return verifyShape(*this, sizes, getType());
}

/// The sizes without the classes.
static SmallVector<AffineExpr> dropClasses(ArrayRef<AffineExpr> sizes,
                                           int64_t axis) {
  SmallVector<AffineExpr> rest(sizes);
  rest.erase(rest.begin() + axis);
  return rest;
}

LogicalResult CrossEntropyOp::verifySizes(SizeVerifier &verifier) {
  int64_t axis = getAxis();
  SmallVector<AffineExpr> logits(verifier.getShapes().getShape(getLogits()));
  if (hasClasses(*this))
    logits = dropClasses(logits, axis);
  SmallVector<AffineExpr> labels(verifier.getShapes().getShape(getLabels()));
  for (auto [i, have, want] : llvm::enumerate(labels, logits))
    if (failed(verifier.verifyEqual(*this, have, want,
                                    "sizes of labels and logits on axis " +
                                        Twine(i) + " of the labels")))
      return failure();
  SymbolicShapes &shapes = verifier.getShapes();
  if (getWeight() &&
      failed(verifier.verifyEqual(*this, shapes.getShape(getWeight())[0],
                                  shapes.getShape(getLogits())[axis],
                                  "numbers of weights and classes")))
    return failure();
  return verifier.verifyNotEmpty(*this, getLogits(), axis);
}

SmallVector<AffineExpr>
CrossEntropyOp::getSymbolicShape(unsigned, SymbolicShapes &shapes) {
  return dropClasses(shapes.getShape(getLogits()), getAxis());
}

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

namespace {
class LossBuilder {
public:
  LossBuilder(CrossEntropyOp op, OpBuilder &builder,
              ArrayRef<OpFoldResult> sizes)
      : op(op), builder(builder), loc(op.getLoc()), axis(op.getAxis()),
        element(getSumType(op.getType().getElementType())), sizes(sizes),
        rest(sizes) {
    rest.erase(rest.begin() + axis);
    for (int64_t i = 0, e = sizes.size(); i < e; ++i)
      if (i != axis)
        others.push_back(i);
  }

  Value build();

private:
  Value number(double value, ArrayRef<OpFoldResult> shape) {
    return splat(builder, loc, element, value, shape);
  }
  Value sumClasses(Value tensor) {
    return SumOp::create(builder, loc, tensor, axis, false);
  }
  Value multiplyBy(Value tensor, double factor, ArrayRef<OpFoldResult> shape) {
    if (factor == 1)
      return tensor;
    return MulOp::create(builder, loc, tensor, number(factor, shape));
  }
  Value compare(CmpPredicate predicate, Value a, Value b) {
    return CmpOp::create(builder, loc,
                         withElementType(a.getType(), builder.getI1Type()),
                         predicate, a, b);
  }
  /// The classes as signed integers that hold each place along the axis.
  Value getClasses();
  /// The elements of `table`, of the logits' shape, at the classes.
  Value pick(Value table, Value classes);
  /// The weights along the classes, in the logits' shape.
  Value getWeights() {
    Value weight = castTo(builder, loc, op.getWeight(), element);
    return spread(builder, loc, weight, axis, sizes);
  }
  /// The losses' sum or mean; those that are not `kept` are zeros.
  Value reduce(Value losses, Value kept, Value classes);

  CrossEntropyOp op;
  OpBuilder &builder;
  Location loc;
  int64_t axis;
  Type element;
  ArrayRef<OpFoldResult> sizes;
  SmallVector<OpFoldResult> rest;
  SmallVector<int64_t> others;
};
} // namespace

Value LossBuilder::getClasses() {
  Value labels = op.getLabels();
  Type type = getElementTypeOrSelf(labels.getType());
  bool narrow = type.getIntOrFloatBitWidth() < 32 || type.isSignlessInteger(32);
  return castTo(builder, loc, labels,
                narrow ? builder.getI32Type() : builder.getI64Type());
}

Value LossBuilder::pick(Value table, Value classes) {
  Type type = getElementTypeOrSelf(classes.getType());
  Value places = ArangeOp::create(builder, loc, sizes[axis],
                                  builder.getIntegerAttr(type, 0),
                                  builder.getIntegerAttr(type, 1));
  Value chosen =
      compare(CmpPredicate::eq, spread(builder, loc, places, axis, sizes),
              spread(builder, loc, classes, others, sizes));
  return sumClasses(
      WhereOp::create(builder, loc, chosen, table, number(0, sizes)));
}

Value LossBuilder::reduce(Value losses, Value kept, Value classes) {
  if (op.getReduction() == Reduction::none)
    return losses;
  auto all = llvm::to_vector(llvm::seq<int64_t>(0, rest.size()));
  Value sum = SumOp::create(builder, loc, losses, all, false);
  if (op.getReduction() == Reduction::sum)
    return sum;
  Value count;
  if (op.getWeight() && classes) {
    Value weights = pick(getWeights(), classes);
    if (kept)
      weights = WhereOp::create(builder, loc, kept, weights, number(0, rest));
    count = SumOp::create(builder, loc, weights, all, false);
  } else if (kept)
    count = SumOp::create(builder, loc, castTo(builder, loc, kept, element),
                          all, false);
  else
    count = splatSize(builder, loc, element, rest, {});
  return DivOp::create(builder, loc, sum, count);
}

Value LossBuilder::build() {
  double smoothing = op.getSmoothing().convertToDouble();
  Value logs = LogSoftmaxOp::create(
      builder, loc, castTo(builder, loc, op.getLogits(), element), axis);
  if (op.getWeight())
    logs = MulOp::create(builder, loc, logs, getWeights());
  Value classCount = smoothing
                         ? splatSize(builder, loc, element, sizes[axis],
                                     hasClasses(op) ? ArrayRef(rest) : sizes)
                         : Value();
  Value sum, kept, classes;
  if (!hasClasses(op)) {
    Value labels = multiplyBy(castTo(builder, loc, op.getLabels(), element),
                              1 - smoothing, sizes);
    if (smoothing)
      labels = AddOp::create(
          builder, loc, labels,
          DivOp::create(builder, loc, number(smoothing, sizes), classCount));
    sum = sumClasses(MulOp::create(builder, loc, logs, labels));
  } else {
    classes = getClasses();
    sum = multiplyBy(pick(logs, classes), 1 - smoothing, rest);
    if (smoothing) {
      Value share = DivOp::create(builder, loc, sumClasses(logs), classCount);
      sum =
          AddOp::create(builder, loc, sum, multiplyBy(share, smoothing, rest));
    }
  }
  Value losses = NegOp::create(builder, loc, sum);
  if (op.getIgnoreIndex()) {
    Type type = getElementTypeOrSelf(classes.getType());
    // Exactly, where a double would round it.
    auto ignored = IntegerAttr::get(type, int64_t(*op.getIgnoreIndex()));
    SmallVector<int64_t> ones(rest.size(), 1);
    Value none = ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(RankedTensorType::get(ones, type),
                               Attribute(ignored)));
    kept = compare(CmpPredicate::ne, classes, expand(builder, loc, none, rest));
    losses = WhereOp::create(builder, loc, kept, losses, number(0, rest));
  }
  return reduce(losses, kept, classes);
}

FailureOr<SmallVector<Value>> CrossEntropyOp::decompose(OpBuilder &builder) {
  FailureOr<SmallVector<OpFoldResult>> sizes =
      getSizes(*this, builder, getLogits());
  if (failed(sizes))
    return failure();
  Value loss = LossBuilder(*this, builder, *sizes).build();
  return SmallVector<Value>{
      castTo(builder, getLoc(), loss, getType().getElementType())};
}

} // namespace tinygrad::tg
