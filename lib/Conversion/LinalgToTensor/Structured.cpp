//===- Structured.cpp - structured ops as elementwise ops and reduces ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured op computes its body for every point of its iteration space. So
// each operand is spread over that space, the body's ops become elementwise tg
// ops on whole tensors, and what is accumulated becomes a reduce. Fusion makes
// one kernel of it again.
//
//===----------------------------------------------------------------------===//

#include "Structured.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// A scalar that is computed outside of the body, as a tensor without axes.
FailureOr<Value> Structured::evaluateOutside(Value scalar) {
  if (TypedAttr constant = getScalarConstant(scalar))
    return b.splat(constant, {});
  Operation *definition = scalar.getDefiningOp();
  if (!definition)
    return refuse(
        "it uses a scalar argument: tg's functions take tensors only");
  if (auto extract = dyn_cast<tensor::ExtractOp>(definition)) {
    Sizes offsets, ones;
    for (Value index : extract.getIndices()) {
      std::optional<int64_t> constant = getConstantIntValue(index);
      if (!constant)
        return refuse("it uses an element whose place is not constant");
      offsets.push_back(b.builder.getIndexAttr(*constant));
      ones.push_back(b.builder.getIndexAttr(1));
    }
    if (!isElementType(extract.getType()))
      return refuse("it uses an element of a type that tg lacks");
    return b.reshape(b.shrink(extract.getTensor(), offsets, ones), {});
  }
  SmallVector<Value> operands;
  for (Value operand : definition->getOperands()) {
    FailureOr<Value> value = evaluateOutside(operand);
    if (failed(value))
      return failure();
    operands.push_back(*value);
  }
  return convertScalarOp(definition, operands, b, reason);
}

/// The index that an op gives, itself or as an integer.
static linalg::IndexOp findIndex(Operation *op) {
  auto cast = dyn_cast<arith::IndexCastOp>(op);
  if (cast && !cast.getType().isInteger(1) && convertScalarType(cast.getType()))
    return cast.getIn().getDefiningOp<linalg::IndexOp>();
  return dyn_cast<linalg::IndexOp>(op);
}

/// What the body computes, over the iteration axes `space`. `known` holds the
/// tensors of the block's arguments.
FailureOr<Value> Structured::evaluate(Value scalar, Values &known,
                                      ArrayRef<int64_t> space) {
  if (Value value = known.lookup(scalar))
    return value;
  Sizes spaceSizes = sizesOf(space);
  FailureOr<Value> result = failure();
  Operation *definition = scalar.getDefiningOp();
  if (TypedAttr constant = getScalarConstant(scalar)) {
    result = b.splat(constant, spaceSizes);
  } else if (!definition || definition->getBlock() != op.getBlock()) {
    if (!definition && scalar.getParentBlock() == op.getBlock())
      return refuse("its body uses what it has accumulated otherwise than to "
                    "combine it");
    FailureOr<Value> outside = evaluateOutside(scalar);
    if (failed(outside))
      return failure();
    result = b.spread(*outside, {}, spaceSizes);
  } else if (auto index = findIndex(definition)) {
    auto position = llvm::find(space, int64_t(index.getDim()));
    if (position == space.end())
      return refuse("its body asks for a reduced index after the reduce");
    // An index that is cast at once counts in that type.
    auto type = cast<IntegerType>(convertScalarType(scalar.getType()));
    int64_t axis = position - space.begin();
    Value line = ArangeOp::create(b.builder, b.loc, spaceSizes[axis],
                                  TypedAttr(IntegerAttr::get(type, 0)),
                                  TypedAttr(IntegerAttr::get(type, 1)));
    result = b.spread(line, {axis}, spaceSizes);
  } else if (auto extract = dyn_cast<tensor::ExtractOp>(definition)) {
    result = evaluateExtract(extract, known, space);
  } else {
    SmallVector<Value> operands;
    for (Value operand : definition->getOperands()) {
      FailureOr<Value> value = evaluate(operand, known, space);
      if (failed(value))
        return failure();
      operands.push_back(*value);
    }
    if (definition->getNumRegions() != 0)
      return refuse("its body has '" + definition->getName().getStringRef() +
                    "'");
    result = convertScalarOp(definition, operands, b, reason);
  }
  if (succeeded(result))
    known[scalar] = *result;
  return result;
}

/// An element whose place the body computes: a gather from all elements in one
/// line. A place outside of the tensor, which is not defined, reads 0.
FailureOr<Value> Structured::evaluateExtract(tensor::ExtractOp extract,
                                             Values &known,
                                             ArrayRef<int64_t> space) {
  auto type = extract.getTensor().getType();
  Operation *source = extract.getTensor().getDefiningOp();
  bool isInside = source && source->getBlock() == op.getBlock();
  Sizes spaceSizes = sizesOf(space);
  std::optional<int64_t> count = getConstantIntValue(b.multiply(spaceSizes));
  if (isInside || !type.hasStaticShape() || !count ||
      !isElementType(type.getElementType()))
    return refuse("its body reads a tensor at places that it computes, and a "
                  "size is not constant");
  Value place = b.splat(makeNumber(b.builder.getI64Type(), 0), spaceSizes);
  for (auto [axis, index] : llvm::enumerate(extract.getIndices())) {
    FailureOr<Value> along = evaluate(index, known, space);
    if (failed(along))
      return failure();
    Value size = b.splatLike(place, double(type.getDimSize(axis)));
    place = b.binary<AddOp>(b.binary<MulOp>(place, size), *along);
  }
  auto line = [&](int64_t size) { return Sizes{b.builder.getIndexAttr(size)}; };
  Value elements = b.reshape(extract.getTensor(), line(type.getNumElements()));
  Value found = GatherOp::create(b.builder, b.loc, elements,
                                 b.reshape(place, line(*count)), int64_t(0));
  return b.reshape(found, spaceSizes);
}

//===----------------------------------------------------------------------===//
// Reduces
//===----------------------------------------------------------------------===//

/// The op that combines result `number` with what came before, and what it
/// combines it with; null if there is no such single op.
Operation *Structured::matchCombiner(unsigned number, Value &combined) {
  SmallVector<Operation *> combiners;
  combined = matchReduction(op.getRegionOutputArgs(), number, combiners);
  return combined && combiners.size() == 1 ? combiners.front() : nullptr;
}

FailureOr<Value> Structured::reduce(Value value, Operation *by, Value init,
                                    ArrayRef<int64_t> axes) {
  Type element = b.getElement(value);
  bool isBool = element.isInteger(1);
  auto apply = [&](auto tag, Value input) -> Value {
    using Op = decltype(tag);
    Value result = Op::create(b.builder, b.loc, input, axes, /*keepdim=*/false);
    // Sums of narrow integers are wider; they wrap when they are narrowed.
    return b.cast(result, b.getElement(input));
  };
  // A NaN that is ignored never wins.
  auto withoutNan = [&](TypedAttr otherwise) {
    Value never = b.splat(otherwise, *b.getSizes(value));
    return b.select(b.unary<IsNanOp>(value), never, value);
  };
  // What is taken away one by one is taken away as a sum.
  bool takesAway = isa<arith::SubFOp, arith::SubIOp>(by);
  if (takesAway &&
      !llvm::is_contained(op.getRegionOutputArgs(), by->getOperand(0)))
    return refuse("it subtracts what it has accumulated");
  if (isa<arith::AddFOp, arith::SubFOp>(by) ||
      (isa<arith::AddIOp, arith::SubIOp>(by) && !isBool))
    return apply(SumOp(), value);
  if (isa<arith::MulFOp>(by) || (isa<arith::MulIOp>(by) && !isBool))
    return apply(ProdOp(), value);
  bool isMax = isa<arith::MaximumFOp, arith::MaxNumFOp>(by) ||
               (isa<arith::MaxSIOp>(by) && !isBool) ||
               (isa<arith::OrIOp, arith::MaxUIOp>(by) && isBool);
  bool isMin =
      isa<arith::MinimumFOp, arith::MinNumFOp>(by) ||
      (isa<arith::MinSIOp>(by) && !isBool) ||
      (isa<arith::AndIOp, arith::MinUIOp, arith::MulIOp>(by) && isBool);
  if (isa<arith::MaxNumFOp>(by))
    value = withoutNan(getLowest(element));
  if (isa<arith::MinNumFOp>(by))
    value = withoutNan(getHighest(element));
  if (isMax)
    return apply(MaxOp(), value);
  if (isMin)
    return apply(MinOp(), value);
  if (isa<arith::MaxUIOp>(by) && !isBool)
    return b.asSigned(apply(MaxOp(), b.asUnsigned(value)));
  if (isa<arith::MinUIOp>(by) && !isBool)
    return b.asSigned(apply(MinOp(), b.asUnsigned(value)));
  return refuse("it reduces with '" + by->getName().getStringRef() +
                "', for which tg has no reduce");
}

/// Whether the first content of an accumulator changes nothing.
static bool isIdentityOf(Operation *by, TypedAttr init) {
  if (!init)
    return false;
  if (isa<arith::AddFOp, arith::AddIOp>(by))
    return isIdentity(Combiner::Sum, init);
  if (isa<arith::MulFOp, arith::MulIOp>(by))
    return isIdentity(Combiner::Prod, init);
  if (isa<arith::MaximumFOp, arith::MaxSIOp>(by))
    return isIdentity(Combiner::Max, init);
  if (isa<arith::MinimumFOp, arith::MinSIOp>(by))
    return isIdentity(Combiner::Min, init);
  return false;
}

FailureOr<Value> Structured::combineWithInit(Value value, Operation *by,
                                             OpOperand &init,
                                             ArrayRef<int64_t> space) {
  if (isIdentityOf(by, getSplatValue(init.get())))
    return value;
  FailureOr<Value> first = readOperand(init, space);
  if (failed(first))
    return failure();
  SmallVector<Value> operands = {*first, value};
  return convertScalarOp(by, operands, b, reason);
}

/// Puts a value over the axes `space` in the order of a result's map.
FailureOr<Value> Structured::place(Value value, AffineMap map,
                                   ArrayRef<int64_t> space) {
  SmallVector<int64_t> order;
  Sizes resultSizes;
  bool hasUnits = false;
  for (AffineExpr expr : map.getResults()) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (constant && constant.getValue() == 0) {
      hasUnits = true;
      resultSizes.push_back(b.builder.getIndexAttr(1));
      continue;
    }
    auto dim = dyn_cast<AffineDimExpr>(expr);
    auto position =
        dim ? llvm::find(space, int64_t(dim.getPosition())) : space.end();
    if (position == space.end() ||
        llvm::is_contained(order, position - space.begin()))
      return refuse("it writes a result by a map that is no projected "
                    "permutation");
    order.push_back(position - space.begin());
    resultSizes.push_back(sizes[dim.getPosition()]);
  }
  if (order.size() != space.size())
    return refuse("it writes an element of a result several times");
  value = b.permute(value, order);
  return hasUnits ? b.reshape(value, resultSizes) : value;
}

FailureOr<Value> Structured::convertResult(unsigned number) {
  OpOperand &init = *op.getDpsInitOperand(number);
  AffineMap map = op.getMatchingIndexingMap(&init);
  if (!reduction.empty())
    if (FailureOr<Value> product = convertProduct(number); succeeded(product))
      return product;
  reason.clear();
  if (FailureOr<Value> argmax = convertArgmax(number); succeeded(argmax))
    return argmax;
  reason.clear();
  Value yielded = op.getBlock()->getTerminator()->getOperand(number);
  Values known;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (argument.use_empty())
      continue;
    FailureOr<Value> value = readOperand(*input, all);
    if (failed(value))
      return failure();
    known[argument] = *value;
  }
  if (reduction.empty()) {
    for (OpOperand &output : op.getDpsInitsMutable()) {
      BlockArgument argument = op.getMatchingBlockArgument(&output);
      if (argument.use_empty())
        continue;
      FailureOr<Value> value = readOperand(output, all);
      if (failed(value))
        return failure();
      known[argument] = *value;
    }
    FailureOr<Value> value = evaluate(yielded, known, all);
    if (failed(value))
      return failure();
    return place(*value, map, all);
  }
  Value combined;
  Operation *by = matchCombiner(number, combined);
  if (!by)
    return refuse("its body combines in another way than by one sum, product, "
                  "maximum or minimum");
  FailureOr<Value> value = evaluate(combined, known, all);
  if (failed(value))
    return failure();
  FailureOr<Value> reduced = reduce(*value, by, init.get(), reduction);
  if (succeeded(reduced))
    reduced = combineWithInit(*reduced, by, init, parallel);
  if (failed(reduced))
    return failure();
  return place(*reduced, map, parallel);
}

/// The form that searches give: a comparison with the best value so far, by
/// which both the value and its index are chosen.
///
///   %better = arith.cmpf ogt, %x, %best
///   yield (select %better, %x, %best), (select %better, %index, %bestIndex)
FailureOr<Value> Structured::convertArgmax(unsigned number) {
  using P = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  if (op.getNumDpsInits() != 2 || op.getNumDpsInputs() != 1 ||
      reduction.size() != 1)
    return failure();
  Operation *yield = op.getBlock()->getTerminator();
  Value element = op.getBlock()->getArgument(0);
  Value best = op.getBlock()->getArgument(1),
        bestIndex = op.getBlock()->getArgument(2);
  auto choice = yield->getOperand(1).getDefiningOp<arith::SelectOp>();
  if (!choice || choice.getFalseValue() != bestIndex)
    return failure();
  Value index = choice.getTrueValue();
  if (auto cast = index.getDefiningOp<arith::IndexCastOp>())
    index = cast.getIn();
  auto axis = index.getDefiningOp<linalg::IndexOp>();
  if (!axis || int64_t(axis.getDim()) != reduction.front())
    return failure();
  bool isMax, isStrict = true;
  Value lhs, rhs;
  if (auto cmp = choice.getCondition().getDefiningOp<arith::CmpFOp>()) {
    P predicate = cmp.getPredicate();
    isMax = predicate == P::OGT;
    isStrict = predicate == P::OGT || predicate == P::OLT;
    lhs = cmp.getLhs();
    rhs = cmp.getRhs();
  } else if (auto cmp = choice.getCondition().getDefiningOp<arith::CmpIOp>()) {
    I predicate = cmp.getPredicate();
    isMax = predicate == I::sgt;
    isStrict = predicate == I::sgt || predicate == I::slt;
    lhs = cmp.getLhs();
    rhs = cmp.getRhs();
  } else {
    return failure();
  }
  if (lhs != element || rhs != best || !isStrict)
    return failure();
  auto value = yield->getOperand(0).getDefiningOp<arith::SelectOp>();
  bool choosesValue = value && value.getCondition() == choice.getCondition() &&
                      value.getTrueValue() == element &&
                      value.getFalseValue() == best;
  // Or the value is the maximum itself: then a NaN is the value, and its place
  // the index, as in tg.
  Operation *maximum = yield->getOperand(0).getDefiningOp();
  bool combinesValue =
      maximum && maximum->getNumOperands() == 2 &&
      (isMax ? isa<arith::MaximumFOp, arith::MaxSIOp>(maximum)
             : isa<arith::MinimumFOp, arith::MinSIOp>(maximum)) &&
      llvm::is_contained(maximum->getOperands(), element) &&
      llvm::is_contained(maximum->getOperands(), best);
  if (!choosesValue && !combinesValue)
    return failure();
  // The search starts below (above) everything, so that the first index wins.
  TypedAttr first = getSplatValue(op.getDpsInits()[0]);
  Type elementType = element.getType();
  if (!first ||
      first != (isMax ? getLowest(elementType) : getHighest(elementType)))
    return failure();
  TypedAttr firstIndex = getSplatValue(op.getDpsInits()[1]);
  if (!firstIndex || !matchPattern(Attribute(firstIndex), m_Zero()))
    return failure();

  FailureOr<Value> input = readOperand(*op.getDpsInputOperand(0), all);
  if (failed(input))
    return failure();
  // Chosen by a comparison, a NaN is never better than anything.
  if (choosesValue && isa<FloatType>(elementType)) {
    Value never = b.splat(first, *b.getSizes(*input));
    input = b.select(b.unary<IsNanOp>(*input), never, *input);
  }
  int64_t searched = reduction.front();
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(number));
  Value result;
  if (number == 0) {
    result = isMax ? Value(MaxOp::create(b.builder, b.loc, *input,
                                         ArrayRef<int64_t>{searched}, false))
                   : Value(MinOp::create(b.builder, b.loc, *input,
                                         ArrayRef<int64_t>{searched}, false));
  } else {
    Value found =
        isMax
            ? Value(ArgmaxOp::create(b.builder, b.loc, *input, searched, false))
            : Value(
                  ArgminOp::create(b.builder, b.loc, *input, searched, false));
    Type wanted =
        cast<RankedTensorType>(op->getResult(1).getType()).getElementType();
    result = b.cast(found, wanted);
  }
  return place(result, map, parallel);
}

FailureOr<SmallVector<Value>> Structured::convert() {
  SmallVector<Value> results;
  for (unsigned number = 0; number < op.getNumDpsInits(); ++number) {
    FailureOr<Value> result = convertResult(number);
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  return results;
}
