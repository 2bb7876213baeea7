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

/// What every value that something takes is, but for multiples of a power of
/// two: 4 * i + 2 is 2, but for multiples of 4.
struct Residue {
  int64_t modulus = 1, rest = 0;

  static Residue ofConstant(int64_t value) { return get(kMaxAlignment, value); }
  static Residue get(int64_t number, int64_t rest) {
    // 0 is a multiple of all.
    int64_t modulus =
        number == 0 ? kMaxAlignment : std::min(number & -number, kMaxAlignment);
    return {modulus, llvm::mod(rest, modulus)};
  }
  /// The largest power of two that divides all values.
  int64_t getDivisor() const { return rest == 0 ? modulus : rest & -rest; }
  friend Residue operator+(Residue a, Residue b) {
    return get(std::gcd(a.modulus, b.modulus), a.rest + b.rest);
  }
  friend Residue operator-(Residue a, Residue b) {
    return get(std::gcd(a.modulus, b.modulus), a.rest - b.rest);
  }
  friend Residue operator*(Residue a, Residue b) {
    int64_t modulus =
        std::gcd(a.modulus * b.modulus,
                 std::gcd(a.modulus * b.rest, b.modulus * a.rest));
    return get(modulus, a.rest * b.rest);
  }
  /// What either may be.
  friend Residue operator|(Residue a, Residue b) {
    return get(std::gcd(std::gcd(a.modulus, b.modulus), a.rest - b.rest),
               a.rest);
  }
};

class Residues {
public:
  Residue of(Value value) {
    if (auto it = known.find(value); it != known.end())
      return it->second;
    known[value] = {}; // Of a value that depends on itself nothing is known.
    return known[value] = compute(value);
  }

private:
  Residue ofExpr(AffineExpr expr, affine::AffineApplyOp apply) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return Residue::ofConstant(constant.getValue());
    unsigned numDims = apply.getAffineMap().getNumDims();
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return of(apply.getMapOperands()[dim.getPosition()]);
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return of(apply.getMapOperands()[numDims + symbol.getPosition()]);
    auto binary = cast<AffineBinaryOpExpr>(expr);
    Residue lhs = ofExpr(binary.getLHS(), apply);
    Residue rhs = ofExpr(binary.getRHS(), apply);
    switch (binary.getKind()) {
    case AffineExprKind::Add:
      return lhs + rhs;
    case AffineExprKind::Mod: // Without multiples of the right operand.
      return Residue::get(std::gcd(lhs.modulus, rhs.getDivisor()), lhs.rest);
    case AffineExprKind::Mul:
      return lhs * rhs;
    default:
      return {};
    }
  }

  Residue compute(Value value) {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return Residue::ofConstant(constant.getSExtValue());
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop || argument != loop.getInductionVar())
        return {};
      return of(loop.getLowerBound()) +
             Residue::get(of(loop.getStep()).getDivisor(), 0);
    }
    Operation *op = value.getDefiningOp();
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
      return ofExpr(apply.getAffineMap().getResult(0), apply);
    if (isa<arith::AddIOp>(op))
      return of(op->getOperand(0)) + of(op->getOperand(1));
    if (isa<arith::SubIOp>(op))
      return of(op->getOperand(0)) - of(op->getOperand(1));
    if (isa<arith::MulIOp>(op))
      return of(op->getOperand(0)) * of(op->getOperand(1));
    if (auto select = dyn_cast<arith::SelectOp>(op))
      return of(select.getTrueValue()) | of(select.getFalseValue());
    return {};
  }

  DenseMap<Value, Residue> known;
};

struct ProveAlignment : impl::ProveAlignmentBase<ProveAlignment> {
  void runOnOperation() override {
    Residues residues;
    auto visit = [&](auto op) {
      MemRefType type = op.getMemRefType();
      int64_t bytes = (type.getElementTypeBitWidth() + 7) / 8;
      int64_t alignment =
          std::min(residues.of(op.getIndices().front()).getDivisor() * bytes,
                   kMaxAlignment);
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
