//===- KernelEvaluator.cpp - runs kernels of ranges in the slowest way -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEvaluator.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace tinygrad::uop;

KernelEvaluator::KernelEvaluator(KernelOp kernel,
                                 std::vector<std::vector<double>> &buffers,
                                 ArrayRef<int64_t> variables)
    : kernel(kernel), scopes(kernel), buffers(buffers) {
  unsigned buffer = 0, variable = 0;
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    if (argument.getType().isIndex())
      environment[argument] = variables[variable++];
    else
      bufferOf[argument] = buffer++;
  }
}

bool KernelEvaluator::run() {
  for (auto store : kernel.getBody().front().getOps<StoreOp>())
    forEach(scopes.getScope(store), [&] {
      if (store.getGate() && eval(store.getGate()) == 0)
        return;
      at(store.getBuffer(), eval(store.getIndex())) = eval(store.getValue());
    });
  return error.empty();
}

int64_t KernelEvaluator::getSize(RangeOp range) {
  if (range.getSize())
    return static_cast<int64_t>(eval(range.getSize()));
  return range.getStaticSize();
}

template <typename Body>
void KernelEvaluator::forEach(ArrayRef<RangeOp> ranges, Body body) {
  if (ranges.empty())
    return body();
  RangeOp first = ranges.front();
  int64_t size = getSize(first);
  for (int64_t i = 0; i < size; ++i) {
    environment[first.getResult()] = i;
    forEach(ranges.drop_front(), body);
  }
  environment.erase(first.getResult());
}

double &KernelEvaluator::at(Value buffer, double index) {
  std::vector<double> &data = buffers[bufferOf.lookup(buffer)];
  if (index < 0 || index >= data.size()) {
    error = "access at " + std::to_string(index) + " of " +
            std::to_string(data.size());
    return nowhere;
  }
  return data[static_cast<size_t>(index)];
}

double KernelEvaluator::eval(Value value) {
  if (auto it = environment.find(value); it != environment.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  if (!op || isa<RangeOp>(op)) {
    error = "a range is read outside of its loop";
    return 0;
  }
  return evalOp(op);
}

double KernelEvaluator::getStart(ReduceKind kind) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  return kind == ReduceKind::Mul        ? 1
         : kind == ReduceKind::MaximumF ? -inf
         : kind == ReduceKind::MinimumF ? inf
                                        : 0;
}

void KernelEvaluator::combine(ReduceKind kind, double &result, double value) {
  switch (kind) {
  case ReduceKind::Add:
    result += value;
    break;
  case ReduceKind::Mul:
    result *= value;
    break;
  case ReduceKind::MaximumF:
    result = std::max(result, value);
    break;
  case ReduceKind::MinimumF:
    result = std::min(result, value);
    break;
  default:
    error = "a reduce kind that is not known here";
  }
}

double KernelEvaluator::evalReduce(ReduceOp reduce) {
  double result = getStart(reduce.getKind());
  SmallVector<RangeOp> ranges;
  for (Value range : reduce.getRanges())
    ranges.push_back(range.getDefiningOp<RangeOp>());
  forEach(ranges,
          [&] { combine(reduce.getKind(), result, eval(reduce.getValue())); });
  return result;
}

/// A reduce over the points up to the one at hand, or from it on.
double KernelEvaluator::evalScan(ScanOp scan) {
  double result = getStart(scan.getKind());
  SmallVector<RangeOp> ranges;
  std::vector<double> here;
  auto getPoint = [&] {
    std::vector<double> point;
    for (RangeOp range : ranges)
      point.push_back(environment.lookup(range.getResult()));
    return point;
  };
  for (Value range : scan.getRanges())
    ranges.push_back(range.getDefiningOp<RangeOp>());
  here = getPoint();
  forEach(ranges, [&] {
    std::vector<double> point = getPoint();
    if (scan.getReverse() ? point >= here : point <= here)
      combine(scan.getKind(), result, eval(scan.getValue()));
  });
  for (auto [range, position] : llvm::zip(ranges, here))
    environment[range.getResult()] = position;
  return result;
}

/// `value`, that of an integer of `type`, read with a sign or without.
static double readAs(double value, Type type, bool isSigned) {
  if (!type.isInteger() || type.getIntOrFloatBitWidth() > 32)
    return value;
  double all = static_cast<double>(int64_t(1) << type.getIntOrFloatBitWidth());
  if (isSigned)
    return value >= all / 2 ? value - all : value;
  return value < 0 ? value + all : value;
}

/// The sum of products of the elements that the unit's layouts give to the lane
/// and register at hand.
double KernelEvaluator::evalMma(MmaOp mma) {
  const MatrixUnit &unit = *findMatrixUnit(mma.getUnit());
  auto getNumber = [&](ValueRange digits) {
    int64_t number = 0;
    for (Value digit : digits)
      number = number * getSize(digit.getDefiningOp<RangeOp>()) +
               static_cast<int64_t>(environment.lookup(digit));
    return number;
  };
  auto setNumber = [&](ValueRange digits, int64_t number) {
    for (Value digit : llvm::reverse(digits)) {
      int64_t size = getSize(digit.getDefiningOp<RangeOp>());
      environment[digit] = number % size;
      number /= size;
    }
  };
  int64_t lane = getNumber(mma.getLanes()), reg = getNumber(mma.getRegisters());
  int64_t m = unit.result.getCoordinate(TileDim::M, lane, reg);
  int64_t n = unit.result.getCoordinate(TileDim::N, lane, reg);
  auto evalAt = [&](Value operand, const Fragment &fragment,
                    ValueRange registers, TileDim dim, int64_t at, int64_t k) {
    Holders &holders = holdersOf[&fragment];
    if (holders.empty())
      for (int64_t l = 0; l != unit.getNumLanes(); ++l)
        for (int64_t r = 0; r != fragment.getNumRegisters(); ++r)
          holders.try_emplace({fragment.getCoordinate(dim, l, r),
                               fragment.getCoordinate(TileDim::K, l, r)},
                              l, r);
    auto holder = holders.find({at, k});
    if (holder == holders.end()) {
      error = "an element that no lane holds";
      return 0.0;
    }
    setNumber(mma.getLanes(), holder->second.first);
    setNumber(registers, holder->second.second);
    bool isUnsigned =
        unit.getOperandKind(operand == mma.getLhs()) == UnitType::UI8;
    double value = readAs(eval(operand), operand.getType(), !isUnsigned);
    for (Value digit : registers)
      environment.erase(digit);
    setNumber(mma.getLanes(), lane);
    return value;
  };
  SmallVector<RangeOp> ranges;
  for (Value range : mma.getRanges())
    ranges.push_back(range.getDefiningOp<RangeOp>());
  double sum = 0;
  forEach(ranges, [&] {
    for (int64_t k = 0; k != unit.k; ++k)
      sum += evalAt(mma.getLhs(), unit.lhs, mma.getLhsRegisters(), TileDim::M,
                    m, k) *
             evalAt(mma.getRhs(), unit.rhs, mma.getRhsRegisters(), TileDim::N,
                    n, k);
  });
  return sum;
}

/// What a stage holds at `index`, computed anew.
double KernelEvaluator::evalStaged(StageOp stage, double index) {
  if (index < 0 ||
      index >= cast<MemRefType>(stage.getBuffer().getType()).getNumElements()) {
    error = "access of a stage at " + std::to_string(index);
    return 0;
  }
  if (Value place = stage.getPlace()) {
    // The point that is put there.
    SmallVector<RangeOp> ranges;
    for (Value range : stage.getRanges())
      ranges.push_back(range.getDefiningOp<RangeOp>());
    std::optional<double> value;
    forEach(ranges, [&] {
      if (eval(place) == index)
        value = eval(stage.getValue());
    });
    if (!value)
      error = "a place of a stage that nothing was put at";
    return value.value_or(0);
  }
  auto rest = static_cast<int64_t>(index);
  for (Value range : llvm::reverse(stage.getRanges())) {
    int64_t size = getSize(range.getDefiningOp<RangeOp>());
    environment[range] = rest % size;
    rest /= size;
  }
  double value = eval(stage.getValue());
  for (Value range : stage.getRanges())
    environment.erase(range);
  return value;
}

static bool compare(arith::CmpIPredicate predicate, double lhs, double rhs) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return lhs == rhs;
  case arith::CmpIPredicate::ne:
    return lhs != rhs;
  case arith::CmpIPredicate::slt:
    return lhs < rhs;
  case arith::CmpIPredicate::sle:
    return lhs <= rhs;
  case arith::CmpIPredicate::sgt:
    return lhs > rhs;
  case arith::CmpIPredicate::sge:
    return lhs >= rhs;
  default: // Unsigned: a negative number is above all others.
    if (lhs < 0)
      lhs += 0x1p64;
    if (rhs < 0)
      rhs += 0x1p64;
    if (predicate == arith::CmpIPredicate::ult)
      return lhs < rhs;
    if (predicate == arith::CmpIPredicate::ule)
      return lhs <= rhs;
    return predicate == arith::CmpIPredicate::ugt ? lhs > rhs : lhs >= rhs;
  }
}

double KernelEvaluator::evalOp(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto value = dyn_cast<FloatAttr>(constant.getValue()))
      return value.getValueAsDouble();
    auto value = cast<IntegerAttr>(constant.getValue());
    if (value.getType().isInteger(1))
      return value.getValue().getZExtValue();
    return value.getInt();
  }
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return evalReduce(reduce);
  if (auto scan = dyn_cast<ScanOp>(op))
    return evalScan(scan);
  if (auto mma = dyn_cast<MmaOp>(op))
    return evalMma(mma);
  if (auto load = dyn_cast<LoadOp>(op)) {
    if (load.getGate() && eval(load.getGate()) == 0)
      return eval(load.getOther());
    if (auto stage = load.getBuffer().getDefiningOp<StageOp>())
      return evalStaged(stage, eval(load.getIndex()));
    return at(load.getBuffer(), eval(load.getIndex()));
  }
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return eval(select.getCondition()) != 0 ? eval(select.getTrueValue())
                                            : eval(select.getFalseValue());
  SmallVector<double> operands;
  for (Value operand : op->getOperands())
    operands.push_back(eval(operand));
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    SmallVector<Attribute> constants;
    Type index = IndexType::get(op->getContext());
    for (double operand : operands)
      constants.push_back(
          IntegerAttr::get(index, static_cast<int64_t>(operand)));
    SmallVector<Attribute> results;
    if (failed(apply.getAffineMap().constantFold(constants, results))) {
      error = "an index that cannot be computed";
      return 0;
    }
    return cast<IntegerAttr>(results[0]).getInt();
  }
  if (auto cmp = dyn_cast<arith::CmpIOp>(op))
    return compare(cmp.getPredicate(), operands[0], operands[1]);
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::SIToFPOp,
          arith::ExtFOp>(op))
    return operands[0];
  if (isa<arith::ExtSIOp, arith::ExtUIOp>(op))
    return readAs(operands[0], op->getOperand(0).getType(),
                  isa<arith::ExtSIOp>(op));
  if (isa<arith::XOrIOp>(op))
    return static_cast<double>(static_cast<int64_t>(operands[0]) ^
                               static_cast<int64_t>(operands[1]));
  if (isa<arith::AndIOp>(op))
    return operands[0] != 0 && operands[1] != 0;
  if (isa<arith::OrIOp>(op))
    return operands[0] != 0 || operands[1] != 0;
  if (isa<arith::AddFOp, arith::AddIOp>(op))
    return operands[0] + operands[1];
  if (isa<arith::SubFOp, arith::SubIOp>(op))
    return operands[0] - operands[1];
  if (isa<arith::MulFOp, arith::MulIOp>(op))
    return operands[0] * operands[1];
  if (isa<arith::MaximumFOp>(op))
    return std::max(operands[0], operands[1]);
  error = "an op that is not known here: " + op->getName().getStringRef().str();
  return 0;
}
