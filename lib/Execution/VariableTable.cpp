//===- VariableTable.cpp - what a run computes before its items ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableTable.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad;
using Kind = rt::DerivedVar::Op;

static std::optional<int64_t> evaluate(Kind op, int64_t lhs, int64_t rhs) {
  switch (op) {
  case Kind::Constant:
    return std::nullopt;
  case Kind::Add:
    return llvm::checkedAdd(lhs, rhs);
  case Kind::Sub:
    return llvm::checkedSub(lhs, rhs);
  case Kind::Mul:
    return llvm::checkedMul(lhs, rhs);
  case Kind::FloorDiv:
    return rhs > 0 ? std::optional(llvm::divideFloorSigned(lhs, rhs))
                   : std::nullopt;
  case Kind::CeilDiv:
    return rhs > 0 ? std::optional(llvm::divideCeilSigned(lhs, rhs))
                   : std::nullopt;
  case Kind::Mod:
    return rhs > 0 ? std::optional(llvm::mod(lhs, rhs)) : std::nullopt;
  case Kind::Min:
    return std::min(lhs, rhs);
  case Kind::Max:
    return std::max(lhs, rhs);
  }
  return std::nullopt;
}

void VariableTable::addInput(Value argument, rt::InputVar variable) {
  known[argument] = uint32_t(description.inputVars.size());
  upperBounds.push_back(variable.max);
  description.inputVars.push_back(std::move(variable));
}

uint32_t VariableTable::insert(rt::DerivedVar variable) {
  Key key(variable.op, variable.value, variable.lhs, variable.rhs);
  auto [entry, isNew] = derived.try_emplace(key, upperBounds.size());
  if (!isNew)
    return entry->second;
  std::optional<int64_t> bound = variable.value;
  if (variable.op != Kind::Constant) {
    std::optional<int64_t> lhs = upperBounds[variable.lhs];
    std::optional<int64_t> rhs = upperBounds[variable.rhs];
    bound = lhs && rhs ? evaluate(variable.op, *lhs, *rhs) : std::nullopt;
  }
  upperBounds.push_back(bound);
  description.derivedVars.push_back(variable);
  return entry->second;
}

uint32_t VariableTable::getConstant(int64_t value) {
  rt::DerivedVar variable;
  variable.value = value;
  return insert(variable);
}

uint32_t VariableTable::add(Kind op, uint32_t lhs, uint32_t rhs) {
  rt::DerivedVar variable;
  variable.op = op;
  variable.lhs = lhs;
  variable.rhs = rhs;
  return insert(variable);
}

uint32_t VariableTable::get(AffineExpr expr, ArrayRef<uint32_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return getConstant(constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return symbols[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  uint32_t lhs = get(binary.getLHS(), symbols);
  uint32_t rhs = get(binary.getRHS(), symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return add(Kind::Add, lhs, rhs);
  case AffineExprKind::Mul:
    return add(Kind::Mul, lhs, rhs);
  case AffineExprKind::Mod:
    return add(Kind::Mod, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return add(Kind::FloorDiv, lhs, rhs);
  default:
    return add(Kind::CeilDiv, lhs, rhs);
  }
}

/// The operation of arith on index values, if variables have it. C's remainder
/// and quotient are those of floor division where nothing is negative, as sizes
/// are.
static std::optional<Kind> matchArithmetic(Operation *op) {
  if (isa<arith::AddIOp>(op))
    return Kind::Add;
  if (isa<arith::SubIOp>(op))
    return Kind::Sub;
  if (isa<arith::MulIOp>(op))
    return Kind::Mul;
  if (isa<arith::FloorDivSIOp, arith::DivUIOp, arith::DivSIOp>(op))
    return Kind::FloorDiv;
  if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
    return Kind::CeilDiv;
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return Kind::Mod;
  if (isa<arith::MinSIOp>(op))
    return Kind::Min;
  if (isa<arith::MaxSIOp>(op))
    return Kind::Max;
  return std::nullopt;
}

FailureOr<uint32_t> VariableTable::compute(Operation *op) {
  IntegerAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return getConstant(constant.getInt());
  SmallVector<uint32_t> operands;
  for (Value operand : op->getOperands()) {
    FailureOr<uint32_t> variable = get(operand);
    if (failed(variable))
      return failure();
    operands.push_back(*variable);
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    // Dims and symbols are one list of operands.
    AffineMap map = apply.getAffineMap();
    SmallVector<AffineExpr> symbols;
    for (unsigned i = 0; i < map.getNumSymbols(); ++i)
      symbols.push_back(
          getAffineDimExpr(map.getNumDims() + i, op->getContext()));
    return get(map.getResult(0).replaceSymbols(symbols), operands);
  }
  if (std::optional<Kind> operation = matchArithmetic(op))
    return add(*operation, operands[0], operands[1]);
  return op->emitOpError() << "is not arithmetic that launches can depend on";
}

FailureOr<uint32_t> VariableTable::get(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Operation *op = value.getDefiningOp();
  if (!op)
    return emitError(value.getLoc()) << "expected a variable with bounds";
  FailureOr<uint32_t> variable = compute(op);
  if (succeeded(variable))
    known[value] = *variable;
  return variable;
}

static std::optional<int64_t> evaluateExpr(AffineExpr expr,
                                           ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<int64_t> lhs = evaluateExpr(binary.getLHS(), symbols);
  std::optional<int64_t> rhs = evaluateExpr(binary.getRHS(), symbols);
  if (!lhs || !rhs)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return evaluate(Kind::Add, *lhs, *rhs);
  case AffineExprKind::Mul:
    return evaluate(Kind::Mul, *lhs, *rhs);
  case AffineExprKind::Mod:
    return evaluate(Kind::Mod, *lhs, *rhs);
  case AffineExprKind::FloorDiv:
    return evaluate(Kind::FloorDiv, *lhs, *rhs);
  default:
    return evaluate(Kind::CeilDiv, *lhs, *rhs);
  }
}

std::optional<int64_t> tinygrad::evaluateMap(AffineMap map,
                                             ArrayRef<int64_t> symbols) {
  return evaluateExpr(map.getResult(0), symbols);
}
