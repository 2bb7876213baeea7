//===- ProveAlignment.cpp - how vector accesses are aligned ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_PROVEALIGNMENT
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

constexpr int64_t kMaxAlignment = 16;

/// A power of two that divides every value that something takes.
class Divisors {
public:
  int64_t of(Value value) {
    if (auto it = known.find(value); it != known.end())
      return it->second;
    known[value] = 1; // Of a value that depends on itself nothing is known.
    int64_t divisor = std::min(compute(value), kMaxAlignment);
    return known[value] = divisor & -divisor;
  }

private:
  static int64_t ofConstant(const APInt &value) {
    return value.isZero() ? kMaxAlignment
                          : int64_t(1) << std::min(value.countr_zero(), 6u);
  }

  int64_t ofExpr(AffineExpr expr, affine::AffineApplyOp apply) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return ofConstant(APInt(64, constant.getValue(), /*isSigned=*/true));
    unsigned numDims = apply.getAffineMap().getNumDims();
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return of(apply.getMapOperands()[dim.getPosition()]);
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return of(apply.getMapOperands()[numDims + symbol.getPosition()]);
    auto binary = cast<AffineBinaryOpExpr>(expr);
    int64_t lhs = ofExpr(binary.getLHS(), apply);
    int64_t rhs = ofExpr(binary.getRHS(), apply);
    switch (binary.getKind()) {
    case AffineExprKind::Add:
    case AffineExprKind::Mod:
      return std::gcd(lhs, rhs);
    case AffineExprKind::Mul:
      return lhs * rhs;
    default:
      return 1;
    }
  }

  int64_t compute(Value value) {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return ofConstant(constant);
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop || argument != loop.getInductionVar())
        return 1;
      return std::gcd(of(loop.getLowerBound()), of(loop.getStep()));
    }
    Operation *op = value.getDefiningOp();
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
      return ofExpr(apply.getAffineMap().getResult(0), apply);
    if (isa<arith::AddIOp, arith::SubIOp>(op))
      return std::gcd(of(op->getOperand(0)), of(op->getOperand(1)));
    if (isa<arith::MulIOp>(op))
      return of(op->getOperand(0)) * of(op->getOperand(1));
    if (auto select = dyn_cast<arith::SelectOp>(op))
      return std::gcd(of(select.getTrueValue()), of(select.getFalseValue()));
    return 1;
  }

  DenseMap<Value, int64_t> known;
};

struct ProveAlignment : impl::ProveAlignmentBase<ProveAlignment> {
  void runOnOperation() override {
    Divisors divisors;
    auto visit = [&](auto op) {
      MemRefType type = op.getMemRefType();
      int64_t bytes = (type.getElementTypeBitWidth() + 7) / 8;
      int64_t alignment =
          std::min(divisors.of(op.getIndices().front()) * bytes, kMaxAlignment);
      if (alignment > bytes)
        op->setAttr(
            "alignment",
            IntegerAttr::get(IntegerType::get(&getContext(), 64), alignment));
    };
    getOperation().walk([&](vector::LoadOp load) { visit(load); });
    getOperation().walk([&](vector::StoreOp store) { visit(store); });
  }
};
} // namespace
} // namespace tinygrad::uop
