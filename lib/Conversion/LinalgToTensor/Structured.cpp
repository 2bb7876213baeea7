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
  return evaluateScalar(scalar, b, reason);
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
    result = convertScalarOp(cast<OpResult>(scalar), operands, b, reason);
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
  if (isInside || !isElementType(type.getElementType()))
    return refuse("its body reads an element of a type that tg lacks");
  SmallVector<Value> places;
  for (Value index : extract.getIndices()) {
    FailureOr<Value> along = evaluate(index, known, space);
    if (failed(along))
      return failure();
    places.push_back(*along);
  }
  FailureOr<Value> found =
      b.gather(extract.getTensor(), places, sizesOf(space));
  if (failed(found))
    return refuse("its body reads a tensor at places that it computes, and a "
                  "size is not constant");
  return found;
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
  return convertScalarOp(by->getResult(0), operands, b, reason);
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

/// Writes a value over the axes `space` into `init` by any map that names each
/// element at most once.
static FailureOr<Value> scatterInto(Value init, Value value, AffineMap map,
                                    ArrayRef<int64_t> space, TensorBuilder &b) {
  auto type = cast<RankedTensorType>(init.getType());
  auto from = cast<RankedTensorType>(value.getType());
  if (!type.hasStaticShape() || !from.hasStaticShape())
    return failure();
  Sizes sizes = *b.getSizes(value), line = {b.multiply(sizes)};
  SmallVector<Value> dims(map.getNumDims());
  for (auto [position, axis] : llvm::enumerate(space))
    dims[axis] = b.iota(int64_t(position), sizes);
  Value place = b.splat(b.builder.getI64IntegerAttr(0), sizes);
  for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
    Value size = b.splatLike(place, double(type.getDimSize(axis)));
    place = b.binary<AddOp>(b.binary<MulOp>(place, size),
                            b.evaluate(expr, dims, {}, sizes));
  }
  Sizes all = getAsIndexOpFoldResult(type.getContext(), type.getShape());
  Value dest = b.reshape(init, {b.multiply(all)});
  Value written = ScatterOp::create(
      b.builder, b.loc, dest.getType(), ScatterKind::set, dest,
      b.reshape(place, line), b.reshape(value, line), int64_t(0));
  return b.reshape(written, all);
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
  auto namesAll = [&](AffineMap map) {
    return llvm::all_of(
        all, [&](int64_t axis) { return map.isFunctionOfDim(unsigned(axis)); });
  };
  // A result with an element for each point accumulates nothing.
  if (reduction.empty() || namesAll(map)) {
    for (OpOperand &output : op.getDpsInitsMutable()) {
      BlockArgument argument = op.getMatchingBlockArgument(&output);
      if (argument.use_empty() ||
          (!reduction.empty() && !namesAll(op.getMatchingIndexingMap(&output))))
        continue;
      FailureOr<Value> value = readOperand(output, all);
      if (failed(value))
        return failure();
      known[argument] = *value;
    }
    FailureOr<Value> value = evaluate(yielded, known, all);
    if (failed(value))
      return failure();
    FailureOr<Value> placed = place(*value, map, all);
    if (succeeded(placed) || !namesAll(map))
      return placed;
    FailureOr<Value> written = scatterInto(init.get(), *value, map, all, b);
    return succeeded(written) ? written : placed;
  }
  Value combined;
  Operation *by = matchCombiner(number, combined);
  // What does not depend on what came before is the last point's.
  if (!by)
    if (FailureOr<Value> value = evaluate(yielded, known, all);
        succeeded(value)) {
      Sizes offsets(all.size(), b.builder.getIndexAttr(0)), last = sizes;
      bool isConstant = true;
      for (int64_t axis : reduction) {
        std::optional<int64_t> size = getConstantIntValue(sizes[axis]);
        isConstant &= size && *size > 0;
        offsets[axis] = b.builder.getIndexAttr(size.value_or(1) - 1);
        last[axis] = b.builder.getIndexAttr(1);
      }
      if (isConstant)
        return place(
            b.reshape(b.shrink(*value, offsets, last), sizesOf(parallel)), map,
            parallel);
    }
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

/// A choice by comparison with what has been accumulated is a maximum or a
/// minimum, in which a NaN never wins.
///
///   %better = arith.cmpf ogt, %x, %best
///   yield (select %better, %x, %best)
void Structured::nameChoices() {
  OpBuilder builder(op.getBlock()->getTerminator());
  for (OpOperand &yielded : op.getBlock()->getTerminator()->getOpOperands()) {
    Value best = op.getRegionOutputArgs()[yielded.getOperandNumber()];
    auto choice = yielded.get().getDefiningOp<arith::SelectOp>();
    if (!choice || choice.getFalseValue() != best)
      continue;
    Value x = choice.getTrueValue();
    TypedAttr first =
        getSplatValue(op.getDpsInits()[yielded.getOperandNumber()]);
    auto name = [&](auto cmp, auto greater, auto less, auto max, auto min) {
      bool isSwapped = cmp.getLhs() == best && cmp.getRhs() == x;
      if (!isSwapped && (cmp.getLhs() != x || cmp.getRhs() != best))
        return;
      auto is = [&](auto predicates) {
        return llvm::is_contained(predicates, cmp.getPredicate());
      };
      if (is(isSwapped ? less : greater))
        yielded.set(decltype(max)::create(builder, op.getLoc(), x, best));
      else if (is(isSwapped ? greater : less))
        yielded.set(decltype(min)::create(builder, op.getLoc(), x, best));
    };
    using P = arith::CmpFPredicate;
    using I = arith::CmpIPredicate;
    using Floats = SmallVector<P, 2>;
    using Ints = SmallVector<I, 2>;
    auto number = dyn_cast_or_null<FloatAttr>(first);
    if (auto cmp = choice.getCondition().getDefiningOp<arith::CmpFOp>();
        cmp && number && !number.getValue().isNaN())
      name(cmp, Floats{P::OGT, P::OGE}, Floats{P::OLT, P::OLE},
           arith::MaxNumFOp(), arith::MinNumFOp());
    if (auto cmp = choice.getCondition().getDefiningOp<arith::CmpIOp>()) {
      name(cmp, Ints{I::sgt, I::sge}, Ints{I::slt, I::sle}, arith::MaxSIOp(),
           arith::MinSIOp());
      name(cmp, Ints{I::ugt, I::uge}, Ints{I::ult, I::ule}, arith::MaxUIOp(),
           arith::MinUIOp());
    }
    // What is left of the choice would be another use of what is accumulated.
    Operation *condition = choice.getCondition().getDefiningOp();
    if (choice.use_empty()) {
      choice.erase();
      if (condition && condition->use_empty())
        condition->erase();
    }
  }
}

FailureOr<SmallVector<Value>> Structured::convert() {
  if (!reduction.empty() && op.getNumDpsInits() == 1)
    nameChoices();
  SmallVector<Value> results;
  for (unsigned number = 0; number < op.getNumDpsInits(); ++number) {
    FailureOr<Value> result = convertResult(number);
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  return results;
}
