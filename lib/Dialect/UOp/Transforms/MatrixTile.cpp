//===- MatrixTile.cpp - a reduce done by a matrix unit ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The index of each split axis is that of its tile and a sum of the lane's and
// the registers' digits: for what follows the reduce those of the result, for
// either operand, whose computation is cloned, those of its own layout.
//
//===----------------------------------------------------------------------===//

#include "MatrixTiling.h"
#include "Opts.h"
#include "SplitRange.h"
#include "StageOperand.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Elements of a vector that is carried by loops, at most, where some target
/// (OpenCL's) has no longer ones.
static constexpr int64_t kMostPlainSums = 16;

std::string tinygrad::uop::getName(RangeOp range) {
  return "axis " + std::to_string(range.getId());
}

std::string tinygrad::uop::toText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

std::string MatrixTiling::checkAxes() {
  for (RangeOp range : {m, n}) {
    if (range.getAxis() != AxisType::Global &&
        range.getAxis() != AxisType::Loop)
      return getName(range) + " is of type " +
             stringifyAxisType(range.getAxis()).str() + ", not an output axis";
    if (!llvm::all_of(scopes.getClosers(range), llvm::IsaPred<StoreOp>))
      return getName(range) + " is not closed by stores";
    for (auto stage : kernel.getBody().front().getOps<StageOp>())
      if (variesOver(stage.getBuffer(), range))
        return getName(range) + " stands around a stage";
  }
  if (m == n)
    return getName(m) + " is named twice";
  if (k.getAxis() != AxisType::Reduce)
    return getName(k) + " is of type " + stringifyAxisType(k.getAxis()).str() +
           ", not a reduce axis";
  ArrayRef<Operation *> closers = scopes.getClosers(k);
  reduce = closers.size() == 1 ? dyn_cast<ReduceOp>(closers.front()) : nullptr;
  if (!reduce || reduce.getKind() != ReduceKind::Add)
    return getName(k) + " is not closed by a sum";
  for (Value range : reduce.getRanges())
    if (range.getDefiningOp<RangeOp>().getAxis() == AxisType::GroupReduce)
      return "threads share the sum over " + getName(k);
  return "";
}

/// What `factor` is before it was widened, if that is what the unit takes.
static Value getNarrow(Value factor, const MatrixUnit &unit, bool isLeft) {
  Type type = unit.getOperandType(factor.getContext());
  auto extended = [&](auto op) {
    return op && op.getIn().getType() == type ? op.getIn() : Value();
  };
  switch (unit.getOperandKind(isLeft)) {
  case UnitType::SI8:
    return extended(factor.getDefiningOp<arith::ExtSIOp>());
  case UnitType::UI8:
    return extended(factor.getDefiningOp<arith::ExtUIOp>());
  default:
    if (factor.getType() == type)
      return factor;
    return extended(factor.getDefiningOp<arith::ExtFOp>());
  }
}

std::string MatrixTiling::findOperand(Value factor, RangeOp own, RangeOp other,
                                      TileOperand &operand) {
  bool isLeft = own == m;
  std::string name = isLeft ? "the left operand" : "the right operand";
  if (isOfIntegers()) {
    if (std::string reason = findBytes(factor, own, operand); !reason.empty())
      return reason;
    auto slice = getSlice(operand.value, {own, k}, scopes);
    if (!slice)
      return name + " is computed from a reduce or a stage";
    operand.slice = std::move(*slice);
    return "";
  }
  Value narrow = getNarrow(factor, unit, isLeft);
  if (!narrow) {
    Operation *op = factor.getDefiningOp();
    Type type = op && isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op)
                    ? op->getOperand(0).getType()
                    : factor.getType();
    bool isUnsigned = isa_and_nonnull<arith::ExtUIOp>(op);
    return "unit '" + unit.name.str() + "' multiplies " +
           (unit.getOperandKind(isLeft) == UnitType::UI8 ? "unsigned " : "") +
           toText(unit.getOperandType(factor.getContext())) + ", but " + name +
           " is " + (isUnsigned ? "unsigned " : "") + toText(type);
  }
  operand.value = options.useUnit ? narrow : factor;
  auto slice = getSlice(operand.value, {own, k}, scopes);
  if (!slice)
    return name + " is computed from a reduce or a stage";
  operand.slice = std::move(*slice);
  return "";
}

std::string MatrixTiling::findProduct() {
  Value value = reduce.getValue();
  // What lies beyond a padded size adds nothing.
  if (auto select = value.getDefiningOp<arith::SelectOp>();
      select && (matchPattern(select.getFalseValue(), m_AnyZeroFloat()) ||
                 matchPattern(select.getFalseValue(), m_Zero()))) {
    value = select.getTrueValue();
    gate.value = select.getCondition();
    auto slice = getSlice(gate.value, {m, n, k}, scopes);
    if (!slice || variesOver(gate.value, m) || variesOver(gate.value, n))
      return "the sum over " + getName(k) + " is gated by more than its index";
    gate.slice = std::move(*slice);
  }
  Operation *product = value.getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
    return "what is summed over " + getName(k) + " is no product";
  if (!isa<FloatType>(value.getType()) && !value.getType().isInteger())
    return "what is summed over " + getName(k) + " is no number";
  Value left = product->getOperand(0), right = product->getOperand(1);
  if (variesOver(left, n) || variesOver(right, m))
    std::swap(left, right);
  for (auto [factor, own, other] :
       {std::tuple(left, m, n), std::tuple(right, n, m)}) {
    if (!variesOver(factor, own))
      return "no operand varies over " + getName(own) + " alone";
    if (variesOver(factor, other))
      return "an operand varies over " + getName(m) + " and " + getName(n);
  }
  Type sum = unit.getSumType(value.getContext()), type = value.getType();
  bool isNarrower = isa<FloatType>(sum) && isa<FloatType>(type) &&
                    type.getIntOrFloatBitWidth() == 32 && sum.isF16();
  if (type != sum && !isNarrower)
    return "unit '" + unit.name.str() + "' sums " + toText(sum) +
           ", but the sum is " + toText(type);
  if (std::string reason = findOperand(left, m, n, lhs); !reason.empty())
    return reason;
  return findOperand(right, n, m, rhs);
}

std::string MatrixTiling::checkSizes() {
  KernelIndices indices(kernel);
  auto zero = getAffineConstantExpr(0, kernel.getContext());
  for (auto [range, dim] : {std::pair(m, TileDim::M), std::pair(n, TileDim::N),
                            std::pair(k, TileDim::K)}) {
    int64_t tile = unit.getSize(dim);
    bool divides = range.getSize()
                       ? indices.getSimplifier().simplify(
                             indices.getExpr(range.getSize()) % tile) == zero
                       : range.getStaticSize() % tile == 0;
    if (divides)
      continue;
    std::string reason = getName(range);
    if (range.getSize())
      reason += " has a variable size that may be no multiple of ";
    else
      reason += " has " + std::to_string(range.getStaticSize()) +
                " iterations, no multiple of ";
    return reason + std::to_string(tile) + ": pad it first";
  }
  return "";
}

/// The axes that are vectors' already are those of tiles, each of which has the
/// registers of one lane or of all.
std::string MatrixTiling::checkVectors() {
  int64_t lanes = options.lanesAreThreads ? 1 : unit.getNumLanes();
  int64_t result = unit.result.getNumRegisters();
  if (options.lanesAreThreads && !options.useUnit && result > kMostPlainSums)
    return "without the unit a thread would hold a vector of " +
           std::to_string(result) + " sums, more than " +
           std::to_string(kMostPlainSums);
  int64_t most = std::max(
      {unit.lhs.getNumRegisters(), unit.rhs.getNumRegisters(), result});
  if (unit.isOfTiles() && !options.useUnit)
    return "without the unit a tile would be " +
           std::to_string(unit.m * unit.n * unit.k) + " products one by one";
  for (Operation &op : kernel.getBody().front()) {
    ArrayRef<RangeOp> scope = scopes.getScope(&op);
    bool isProduct = &op == reduce;
    if (!isProduct &&
        (llvm::is_contained(scope, k) ||
         (!llvm::is_contained(scope, m) && !llvm::is_contained(scope, n))))
      continue;
    int64_t elements = lanes * (isProduct ? most : result);
    for (RangeOp range : scope)
      if (isVectorAxis(range) &&
          llvm::MulOverflow<int64_t>(elements, range.getStaticSize(), elements))
        elements = std::numeric_limits<int64_t>::max();
    if (elements > kMaxVectorElements)
      return "vectors would have " + std::to_string(elements) +
             " elements, more than " + std::to_string(kMaxVectorElements);
  }
  return "";
}

std::string MatrixTiling::check() {
  if (std::string reason = checkAxes(); !reason.empty())
    return reason;
  if (std::string reason = findProduct(); !reason.empty())
    return reason;
  if (std::string reason = checkSizes(); !reason.empty())
    return reason;
  if (std::string reason = checkSums(); !reason.empty())
    return reason;
  return checkVectors();
}

//===----------------------------------------------------------------------===//
// The change
//===----------------------------------------------------------------------===//

SmallVector<Value> MatrixTiling::createRanges(ArrayRef<TileDigit> digits,
                                              AxisType axis) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&kernel.getBody().front());
  if (auto *last = lanes.empty() ? nullptr : lanes.back().getDefiningOp())
    builder.setInsertionPointAfter(last);
  SmallVector<Value> ranges;
  for (const TileDigit &digit : digits)
    ranges.push_back(RangeOp::create(builder, reduce.getLoc(),
                                     kernel.getFreeRangeId(),
                                     builder.getIndexAttr(digit.size), axis));
  return ranges;
}

Value MatrixTiling::createIndex(RangeOp range, TileDim dim,
                                const Fragment &fragment,
                                ArrayRef<Value> registers) {
  SmallVector<Value> all = {range.getResult()}, operands;
  auto addDims = [&](ArrayRef<Value> values) {
    return llvm::map_to_vector(values, [&](Value value) {
      all.push_back(value);
      return builder.getAffineDimExpr(all.size() - 1);
    });
  };
  SmallVector<AffineExpr> laneDims = addDims(lanes),
                          registerDims = addDims(registers);
  if (registers.size() != fragment.registers.size()) {
    // Several digits are one axis.
    SmallVector<AffineExpr> numbers = std::move(registerDims);
    registerDims.clear();
    for (auto [axis, number] : llvm::enumerate(numbers)) {
      ArrayRef<TileDigit> digits = unit.getAxisDigits(fragment, axis);
      int64_t below = 1;
      SmallVector<AffineExpr> values;
      for (const TileDigit &digit : llvm::reverse(digits)) {
        values.push_back(number.floorDiv(below) % digit.size);
        below *= digit.size;
      }
      llvm::append_range(registerDims, llvm::reverse(values));
    }
  }
  AffineExpr index =
      builder.getAffineDimExpr(0) * unit.getSize(dim) +
      fragment.getCoordinate(dim, laneDims, registerDims, builder.getContext());
  // The value varies over what it needs only.
  AffineMap map = AffineMap::get(all.size(), 0, index);
  llvm::SmallBitVector unused = getUnusedDimsBitVector({map});
  for (auto [position, value] : llvm::enumerate(all))
    if (!unused.test(position))
      operands.push_back(value);
  auto apply = affine::AffineApplyOp::create(
      builder, range.getLoc(), compressDims(map, unused), operands);
  own.insert(apply);
  return apply;
}

Value MatrixTiling::cloneSlice(ArrayRef<Operation *> slice, Value value,
                               IRMapping &mapping) {
  for (Operation *op : slice)
    if (!mapping.contains(op->getResult(0)))
      own.insert(builder.clone(*op, mapping));
  return mapping.lookupOrDefault(value);
}

/// The registers of a matrix.
SmallVector<Value> MatrixTiling::createRegisters(const Fragment &fragment,
                                                 AxisType axis) {
  return createRanges(unit.getAxes(fragment), axis);
}

/// Rounded to 10 bits behind the first, to nearest, halves away from zero, as
/// the unit leaves out the other bits. NaN keeps one of those that stay.
Value MatrixTiling::roundToTF32(Value value) {
  Location loc = value.getLoc();
  Type i32 = builder.getI32Type();
  auto constant = [&](int64_t bits) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(i32, bits));
  };
  Value bits = arith::BitcastOp::create(builder, loc, i32, value);
  Value half = arith::AddIOp::create(builder, loc, bits, constant(0x1000));
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      value, value);
  Value quiet = arith::OrIOp::create(builder, loc, bits, constant(0x400000));
  bits = arith::SelectOp::create(builder, loc, isNaN, quiet, half);
  bits = arith::AndIOp::create(builder, loc, bits, constant(-0x2000));
  return arith::BitcastOp::create(builder, loc, value.getType(), bits);
}

Value MatrixTiling::cloneOperand(const TileOperand &operand, RangeOp range,
                                 TileDim dim, const Fragment &fragment,
                                 ArrayRef<Value> registers) {
  IRMapping mapping;
  mapping.map(range.getResult(), createIndex(range, dim, fragment, registers));
  mapping.map(k.getResult(), createIndex(k, TileDim::K, fragment, registers));
  Value value = cloneSlice(operand.slice, operand.value, mapping);
  if (unit.operands == UnitType::TF32)
    value = roundToTF32(value);
  if (operand.isFlipped)
    value = flip(value);
  if (isOfIntegers())
    value = extend(operand, value,
                   options.useUnit ? unit.getOperandType(builder.getContext())
                                   : reduce.getResult().getType());
  // One 0 is enough for a product of integers.
  if (!gate.value || (isOfIntegers() && &operand != &rhs))
    return value;
  Value inside = cloneSlice(gate.slice, gate.value, mapping);
  Value zero = arith::ConstantOp::create(builder, value.getLoc(),
                                         builder.getZeroAttr(value.getType()));
  return arith::SelectOp::create(builder, value.getLoc(), inside, value, zero);
}

/// Makes `range` that of the tiles; what is left of its uses are those of the
/// result.
void MatrixTiling::splitRange(RangeOp range, TileDim dim) {
  int64_t tile = unit.getSize(dim);
  if (!range.getSize()) {
    range.setStaticSize(range.getStaticSize() / tile);
    return;
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(range);
  AffineExpr size = builder.getAffineSymbolExpr(0).floorDiv(tile);
  range.getSizeMutable().assign(affine::AffineApplyOp::create(
      builder, range.getLoc(), AffineMap::get(0, 1, size), range.getSize()));
}

void MatrixTiling::apply() {
  Location loc = reduce.getLoc();
  lanes =
      createRanges(unit.result.lanes,
                   options.lanesAreThreads ? AxisType::Warp : AxisType::Upcast);
  SmallVector<Value> registers = createRegisters(unit.result, AxisType::Upcast);
  SmallVector<Value> left = createRegisters(unit.lhs, AxisType::Unroll);
  SmallVector<Value> right = createRegisters(unit.rhs, AxisType::Unroll);

  builder.setInsertionPoint(reduce);
  Value a = cloneOperand(lhs, m, TileDim::M, unit.lhs, left);
  Value b = cloneOperand(rhs, n, TileDim::N, unit.rhs, right);
  Type sum = reduce.getResult().getType();
  Type type = options.useUnit ? unit.getSumType(kernel.getContext()) : sum;
  Value result = MmaOp::create(builder, loc, type, unit.name, a, b,
                               /*acc=*/Value(), left, right, reduce.getRanges(),
                               lanes, registers, ArrayRef<int64_t>());
  if (type != sum)
    result = arith::ExtFOp::create(builder, loc, sum, result);
  result = addOffsets(result);
  reduce.getResult().replaceAllUsesWith(result);
  reduce.erase();
  // What it summed, which varies over the axis that it closed.
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(kernel.getBody().front())))
    if (op.use_empty() && op.getNumResults() != 0 && op.getNumRegions() == 0 &&
        !isa<RangeOp, StageOp>(op))
      op.erase();

  for (auto [range, dim] :
       {std::pair(m, TileDim::M), std::pair(n, TileDim::N)}) {
    builder.setInsertionPointAfter(range);
    Value index = createIndex(range, dim, unit.result, registers);
    range.getResult().replaceUsesWithIf(
        index, [&](OpOperand &use) { return !own.contains(use.getOwner()); });
    splitRange(range, dim);
  }
  splitRange(k, TileDim::K);
}

/// Moves the gates of padded bytes that are summed over `k` to the bytes.
static bool moveGates(RangeOp k) {
  bool isMoved = false;
  for (Operation *user : llvm::to_vector(k.getResult().getUsers()))
    if (auto reduce = dyn_cast<ReduceOp>(user))
      isMoved |= moveGatesToBytes(reduce);
  return isMoved;
}

std::string tinygrad::uop::applyMatrixUnit(RangeOp m, RangeOp n, RangeOp k,
                                           const MatrixUnit &unit,
                                           const MatrixTileOptions &options) {
  if (unit.getNumLanes() == 1 && unit.sums == UnitType::I32) {
    // Gates are moved only where all fits then.
    auto kernel = k->getParentOfType<KernelOp>();
    OwningOpRef<KernelOp> trial(cast<KernelOp>(kernel->clone()));
    RangeOp trialK = findRange(*trial, k.getId());
    if (moveGates(trialK)) {
      std::string reason =
          MatrixTiling(findRange(*trial, m.getId()),
                       findRange(*trial, n.getId()), trialK, unit, options)
              .run();
      if (!reason.empty())
        return reason;
      moveGates(k);
    }
  }
  return MatrixTiling(m, n, k, unit, options).run();
}
