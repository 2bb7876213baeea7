//===- SizeArithmetic.cpp - arithmetic on sizes -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;

namespace tinygrad::tg {

Value SizeArithmetic::getValue(OpFoldResult size) {
  return getValueOrCreateConstantIndexOp(builder, loc, size);
}

OpFoldResult SizeArithmetic::add(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  int64_t sum;
  if (x && y && !llvm::AddOverflow(*x, *y, sum))
    return constant(sum);
  return arith::AddIOp::create(builder, loc, getValue(a), getValue(b))
      .getResult();
}

OpFoldResult SizeArithmetic::subtract(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  int64_t difference;
  if (x && y && !llvm::SubOverflow(*x, *y, difference))
    return constant(difference);
  return arith::SubIOp::create(builder, loc, getValue(a), getValue(b))
      .getResult();
}

OpFoldResult SizeArithmetic::multiply(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  int64_t product;
  if (x && y && !llvm::MulOverflow(*x, *y, product))
    return constant(product);
  if (x == 1)
    return b;
  if (y == 1)
    return a;
  return arith::MulIOp::create(builder, loc, getValue(a), getValue(b))
      .getResult();
}

OpFoldResult SizeArithmetic::divide(OpFoldResult a, int64_t b) {
  if (b == 1)
    return a;
  if (std::optional<int64_t> x = getConstantIntValue(a))
    return constant(llvm::divideCeilSigned(*x, b));
  return arith::CeilDivSIOp::create(builder, loc, getValue(a),
                                    getValue(constant(b)))
      .getResult();
}

OpFoldResult SizeArithmetic::product(ArrayRef<OpFoldResult> sizes) {
  OpFoldResult result = constant(1);
  for (OpFoldResult size : sizes)
    result = multiply(result, size);
  return result;
}

std::optional<int64_t> getUpperBound(Operation *op, OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return constant;
  SymbolicShapes shapes(op);
  AffineExpr expr = shapes.getIndexExpr(size);
  return expr ? shapes.getUpperBound(expr) : std::nullopt;
}

bool mayBeZero(Operation *op, OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return *constant == 0;
  SymbolicShapes shapes(op);
  AffineExpr expr = shapes.getIndexExpr(size);
  return !expr || shapes.getLowerBound(expr).value_or(0) < 1;
}

} // namespace tinygrad::tg
