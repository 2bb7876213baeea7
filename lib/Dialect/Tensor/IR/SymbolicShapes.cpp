//===- SymbolicShapes.cpp - sizes as expressions ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "SizePolynomial.h"
#include "TinyGrad/Dialect/Tensor/IR/LaunchShapes.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::tg {

SymbolicShapes::SymbolicShapes(Operation *scope)
    : context(scope->getContext()), function(scope) {
  while (function && !isa<FunctionOpInterface>(function) &&
         !function->hasAttr(TGDialect::kVariables))
    function = function->getParentOp();
  if (!function)
    return;
  auto declared =
      function->getAttrOfType<DictionaryAttr>(TGDialect::kVariables);
  if (!declared)
    return;
  for (NamedAttribute variable : declared) {
    // Malformed entries are the verifier's business; they keep their place.
    int64_t min = 0, max = std::numeric_limits<int64_t>::max();
    if (auto bounds = dyn_cast<ArrayAttr>(variable.getValue());
        bounds && bounds.size() == 2) {
      if (auto bound = dyn_cast<IntegerAttr>(bounds[0]))
        min = bound.getInt();
      if (auto bound = dyn_cast<IntegerAttr>(bounds[1]))
        max = bound.getInt();
    }
    variables.push_back({variable.getName(), min, max});
  }
}

std::optional<unsigned> SymbolicShapes::findVariable(StringRef name) const {
  for (auto [index, variable] : llvm::enumerate(variables))
    if (variable.name == name)
      return index;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Shapes of tensors
//===----------------------------------------------------------------------===//

/// The tensors whose shapes the shape of `tensor` is computed from.
static SmallVector<Value> getShapeSources(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    auto kernel = dyn_cast<KernelOp>(argument.getOwner()->getParentOp());
    if (kernel && argument.getArgNumber() < kernel.getInputs().size())
      return {kernel.getInputs()[argument.getArgNumber()]};
    return {};
  }
  Operation *op = tensor.getDefiningOp();
  if (auto kernel = dyn_cast<KernelOp>(op))
    return {kernel.getYieldedValue(cast<OpResult>(tensor).getResultNumber())};
  if (isa<IndexMapOpInterface, SymbolicShapeOpInterface>(op))
    return llvm::filter_to_vector(op->getOperands(), [](Value operand) {
      return isa<RankedTensorType>(operand.getType());
    });
  return {};
}

ArrayRef<AffineExpr> SymbolicShapes::getShape(Value tensor) {
  // Sources first, without recursion: chains of ops may be long. A tensor that
  // is reached again before it is done is its own source (which only invalid IR
  // has) and gets no shape from it.
  if (!isa<RankedTensorType>(tensor.getType()))
    return {};
  SmallVector<std::pair<Value, bool>> worklist = {{tensor, false}};
  while (!worklist.empty()) {
    auto [value, ready] = worklist.pop_back_val();
    if (!ready) {
      if (shapes.contains(value))
        continue;
      SmallVector<AffineExpr> unknown(
          cast<ShapedType>(value.getType()).getRank());
      shapes[value] = ArrayRef<AffineExpr>(unknown).copy(storage);
      worklist.push_back({value, true});
      auto type = cast<RankedTensorType>(value.getType());
      if (!type.hasStaticShape())
        for (Value source : getShapeSources(value))
          if (source && isa<RankedTensorType>(source.getType()))
            worklist.push_back({source, false});
      continue;
    }
    SmallVector<AffineExpr> shape = computeShape(value);
    shapes[value] = ArrayRef<AffineExpr>(shape).copy(storage);
  }
  return shapes[tensor];
}

SmallVector<AffineExpr> SymbolicShapes::computeShape(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<AffineExpr> shape;
  if (!type.hasStaticShape()) {
    if (auto argument = dyn_cast<BlockArgument>(tensor)) {
      if (argument.getOwner()->getParentOp() == function) {
        shape.resize(type.getRank());
        auto callable = dyn_cast<FunctionOpInterface>(function);
        auto dims = callable ? callable.getArgAttrOfType<ArrayAttr>(
                                   argument.getArgNumber(), TGDialect::kDims)
                             : ArrayAttr();
        if (dims && static_cast<int64_t>(dims.size()) == type.getRank())
          for (auto [axis, dim] : llvm::enumerate(dims))
            if (auto name = dyn_cast<StringAttr>(dim))
              if (std::optional<unsigned> symbol = findVariable(name))
                shape[axis] = getAffineSymbolExpr(*symbol, context);
      } else if (SmallVector<Value> sources = getShapeSources(tensor);
                 !sources.empty()) {
        shape = llvm::to_vector(getShape(sources.front()));
      }
    } else {
      shape = TypeSwitch<Operation *, SmallVector<AffineExpr>>(
                  tensor.getDefiningOp())
                  .Case<IndexMapOpInterface>(
                      [&](auto op) { return op.getResultShape(*this); })
                  .Case<SymbolicShapeOpInterface>([&](auto op) {
                    return op.getSymbolicShape(
                        cast<OpResult>(tensor).getResultNumber(), *this);
                  })
                  .Case<KernelOp>([&](KernelOp op) -> SmallVector<AffineExpr> {
                    Value yielded = op.getYieldedValue(
                        cast<OpResult>(tensor).getResultNumber());
                    if (!yielded || !isa<RankedTensorType>(yielded.getType()))
                      return {};
                    return llvm::to_vector(getShape(yielded));
                  })
                  .Case<LaunchOp>([&](LaunchOp op) {
                    return getLaunchShape(op, unsigned(variables.size()));
                  })
                  .Default(SmallVector<AffineExpr>());
    }
  }
  // What the type says is known best.
  shape.resize(type.getRank());
  for (auto [axis, size] : llvm::enumerate(type.getShape()))
    if (!ShapedType::isDynamic(size))
      shape[axis] = getAffineConstantExpr(size, context);
  return shape;
}

//===----------------------------------------------------------------------===//
// Index values
//===----------------------------------------------------------------------===//

/// Larger expressions, and deeper arithmetic, are not worth looking into; an
/// expression that doubles in each step would otherwise take for ever.
static constexpr unsigned kMaxSize = 128;
static constexpr unsigned kMaxDepth = 128;

AffineExpr SymbolicShapes::getIndexExpr(Value index) {
  return getSizedExpr(index, 0).first;
}

AffineExpr SymbolicShapes::getIndexExpr(OpFoldResult index) {
  if (auto value = dyn_cast<Value>(index))
    return getIndexExpr(value);
  auto attribute = dyn_cast_or_null<IntegerAttr>(cast<Attribute>(index));
  return attribute ? getAffineConstantExpr(attribute.getInt(), context)
                   : AffineExpr();
}

std::pair<AffineExpr, unsigned> SymbolicShapes::getSizedExpr(Value index,
                                                             unsigned depth) {
  if (!index || depth > kMaxDepth)
    return {};
  if (auto known = indexExprs.find(index); known != indexExprs.end())
    return known->second;
  APInt constant;
  Operation *op = index.getDefiningOp();
  std::pair<AffineExpr, unsigned> result;
  if (matchPattern(index, m_ConstantInt(&constant))) {
    if (constant.getSignificantBits() <= 64)
      result = {getAffineConstantExpr(constant.getSExtValue(), context), 1};
  } else if (auto variable = dyn_cast_or_null<VariableOp>(op)) {
    if (std::optional<unsigned> symbol = findVariable(variable.getName()))
      result = {getAffineSymbolExpr(*symbol, context), 1};
  } else if (isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                             arith::FloorDivSIOp, arith::CeilDivSIOp,
                             arith::RemSIOp, arith::MinSIOp, arith::MaxSIOp>(
                 op)) {
    auto [lhs, lhsSize] = getSizedExpr(op->getOperand(0), depth + 1);
    auto [rhs, rhsSize] = getSizedExpr(op->getOperand(1), depth + 1);
    if (lhs && rhs && lhsSize + rhsSize < kMaxSize)
      result = {combine(op, lhs, rhs), lhsSize + rhsSize + 1};
  }
  return indexExprs[index] = result;
}

AffineExpr SymbolicShapes::combine(Operation *op, AffineExpr lhs,
                                   AffineExpr rhs) const {
  auto atLeast = [&](AffineExpr expr, int64_t bound) {
    std::optional<int64_t> low = getLowerBound(expr);
    return low && *low >= bound;
  };
  return TypeSwitch<Operation *, AffineExpr>(op)
      .Case<arith::AddIOp>([&](auto) { return lhs + rhs; })
      .Case<arith::SubIOp>([&](auto) { return lhs - rhs; })
      .Case<arith::MulIOp>([&](auto) { return lhs * rhs; })
      .Case<arith::FloorDivSIOp>([&](auto) {
        return atLeast(rhs, 1) ? lhs.floorDiv(rhs) : AffineExpr();
      })
      .Case<arith::CeilDivSIOp>([&](auto) {
        return atLeast(rhs, 1) ? lhs.ceilDiv(rhs) : AffineExpr();
      })
      // C's remainder is affine's where nothing is negative.
      .Case<arith::RemSIOp>([&](auto) {
        return atLeast(lhs, 0) && atLeast(rhs, 1) ? lhs % rhs : AffineExpr();
      })
      // Expressible when one is always the smaller.
      .Case<arith::MinSIOp>([&](auto) {
        return atLeast(rhs - lhs, 0)   ? lhs
               : atLeast(lhs - rhs, 0) ? rhs
                                       : AffineExpr();
      })
      .Case<arith::MaxSIOp>([&](auto) {
        return atLeast(rhs - lhs, 0)   ? rhs
               : atLeast(lhs - rhs, 0) ? lhs
                                       : AffineExpr();
      })
      .Default(AffineExpr());
}

//===----------------------------------------------------------------------===//
// Bounds and equality
//===----------------------------------------------------------------------===//

static SmallVector<Interval> getIntervals(ArrayRef<Variable> variables) {
  return llvm::map_to_vector(variables, [](const Variable &variable) {
    return Interval{variable.min, variable.max};
  });
}

std::optional<int64_t> SymbolicShapes::getLowerBound(AffineExpr expr) const {
  return getInterval(expr, getIntervals(variables)).min;
}

std::optional<int64_t> SymbolicShapes::getUpperBound(AffineExpr expr) const {
  return getInterval(expr, getIntervals(variables)).max;
}

std::optional<bool> SymbolicShapes::areEqual(AffineExpr a, AffineExpr b) const {
  if (!a || !b)
    return std::nullopt;
  if (a == b)
    return true;
  std::optional<SizePolynomial> lhs = SizePolynomial::get(a);
  std::optional<SizePolynomial> rhs = SizePolynomial::get(b);
  std::optional<SizePolynomial> difference =
      lhs && rhs ? lhs->subtract(*rhs) : std::nullopt;
  if (!difference)
    return std::nullopt;
  if (difference->isZero())
    return true;
  Interval bounds = getInterval(*difference, getIntervals(variables));
  if ((bounds.min && *bounds.min > 0) || (bounds.max && *bounds.max < 0))
    return false;
  if (bounds.min == 0 && bounds.max == 0)
    return true; // Variables whose bounds leave them one value.
  return std::nullopt;
}

AffineExpr SymbolicShapes::getNumElements(ArrayRef<AffineExpr> shape) const {
  AffineExpr product = getAffineConstantExpr(1, context);
  for (AffineExpr size : shape) {
    if (!size)
      return {};
    product = product * size;
  }
  return product;
}

/// How strongly an expression's operator binds, and its sign.
static std::pair<unsigned, const char *> getOperator(AffineExprKind kind) {
  switch (kind) {
  case AffineExprKind::Add:
    return {1, " + "};
  case AffineExprKind::Mul:
    return {2, " * "};
  case AffineExprKind::FloorDiv:
    return {2, " floordiv "};
  case AffineExprKind::CeilDiv:
    return {2, " ceildiv "};
  case AffineExprKind::Mod:
    return {2, " mod "};
  default:
    return {3, ""};
  }
}

static std::string printExpr(AffineExpr expr, ArrayRef<Variable> variables,
                             unsigned outer) {
  if (!expr)
    return "?";
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::to_string(constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbol.getPosition() < variables.size()
               ? variables[symbol.getPosition()].name.str()
               : "?";
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return "?";
  auto [precedence, sign] = getOperator(expr.getKind());
  // Affine expressions subtract by adding a negative number.
  if (auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
      constant && expr.getKind() == AffineExprKind::Add &&
      constant.getValue() < 0) {
    std::string text = printExpr(binary.getLHS(), variables, precedence) +
                       " - " + std::to_string(constant.getValue()).substr(1);
    return precedence < outer ? "(" + text + ")" : text;
  }
  std::string text = printExpr(binary.getLHS(), variables, precedence) + sign +
                     printExpr(binary.getRHS(), variables, precedence + 1);
  return precedence < outer ? "(" + text + ")" : text;
}

std::string SymbolicShapes::print(AffineExpr expr) const {
  return printExpr(expr, variables, 0);
}

} // namespace tinygrad::tg
