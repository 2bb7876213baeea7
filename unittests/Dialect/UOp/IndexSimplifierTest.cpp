//===- IndexSimplifierTest.cpp - index arithmetic with bounds -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every simplification is checked on all assignments (or a sample, where there
// are many); the table adds the number of operations that must suffice.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/IndexSimplifier.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace tinygrad::uop;

namespace {

std::string toString(AffineExpr expr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  expr.print(os);
  return text;
}

int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> dims,
                 ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluate(binary.getLHS(), dims, symbols);
  int64_t rhs = evaluate(binary.getRHS(), dims, symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, rhs);
  default:
    return lhs - rhs * llvm::divideFloorSigned(lhs, rhs);
  }
}

/// Calls `check` for all assignments of `bounds`, or for 2000 random ones.
template <typename Check>
void forAssignments(ArrayRef<Interval> bounds, Check check) {
  __int128 count = 1;
  for (Interval interval : bounds)
    count = std::min<__int128>(count, 1 << 20) *
            (__int128(interval.hi) - interval.lo + 1);
  SmallVector<int64_t> values;
  for (Interval interval : bounds)
    values.push_back(interval.lo);
  if (count > 20000) {
    std::mt19937_64 random(0);
    for (int i = 0; i < 2000; ++i) {
      for (auto [value, interval] : llvm::zip(values, bounds))
        value = std::uniform_int_distribution<int64_t>(interval.lo,
                                                       interval.hi)(random);
      check(values);
    }
    return;
  }
  while (true) {
    check(values);
    unsigned i = 0;
    for (; i < values.size(); ++i) {
      if (++values[i] <= bounds[i].hi)
        break;
      values[i] = bounds[i].lo;
    }
    if (i == values.size())
      return;
  }
}

/// Variables are symbols, so that they may divide.
IndexSimplifier makeSimplifier(MLIRContext *context,
                               ArrayRef<Interval> bounds) {
  IndexSimplifier simplifier(context);
  for (Interval interval : bounds)
    simplifier.addSymbol({interval, AffineExpr()});
  return simplifier;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

enum class Kind { Value, NonNegative };

struct Case {
  Kind kind;
  const char *names;
  SmallVector<Interval> bounds;
  const char *text;
  /// Operations that suffice, a comparison counting as one.
  unsigned operations;
};

AffineExpr parse(MLIRContext *context, const Case &test) {
  std::string text = ("affine_map<()[" + llvm::StringRef(test.names) +
                      "] -> (" + test.text + ")>")
                         .str();
  auto map = dyn_cast_or_null<AffineMapAttr>(parseAttribute(text, context));
  return map ? map.getValue().getResult(0) : AffineExpr();
}

// The index expressions of tinygrad's own tests, with the number of operations
// in which tinygrad leaves them. Our divisors are positive: where theirs is
// negative a negation of the numerator counts too, and for mod one of the
// result.
const Case cases[] = {
    {Kind::Value, "a", {{0, 8}}, "a + 1", 1},
    {Kind::Value, "a", {{0, 5}}, "(a + (2 * -1)) floordiv 4", 3},
    {Kind::Value, "a", {{0, 5}}, "(a + (1 * -1)) floordiv 4", 3},
    {Kind::Value, "a", {{0, 5}}, "a floordiv 4", 1},
    {Kind::Value, "a", {{0, 5}}, "(a + 1) floordiv 4", 2},
    {Kind::Value, "a", {{0, 5}}, "(a + 2) floordiv 4", 2},
    {Kind::Value, "a", {{0, 5}}, "(a + 3) floordiv 4", 2},
    {Kind::Value, "a", {{0, 5}}, "(a + 4) floordiv 4", 2},
    {Kind::Value, "a", {{0, 5}}, "(a + 5) floordiv 4", 3},
    {Kind::Value, "a", {{0, 8}}, "(a * 2) + 12", 2},
    {Kind::Value, "a", {{0, 1}}, "0 * a", 0},
    {Kind::Value, "a", {{0, 1}}, "1 * a", 0},
    {Kind::Value, "a", {{-20, 20}}, "a mod 10", 1},
    {Kind::Value, "a", {{-20, 0}}, "a mod 10", 1},
    {Kind::Value, "a", {{-20, 1}}, "a mod 10", 1},
    {Kind::Value, "a", {{0, 20}}, "a mod 10", 1},
    {Kind::Value, "a", {{-1, 20}}, "a mod 10", 1},
    {Kind::Value, "a", {{1, 1}}, "a", 0},
    {Kind::Value, "a, b", {{0, 3}, {0, 5}}, "(a + b) * 3", 3},
    {Kind::Value, "a", {{0, 3}}, "((1 + a) * -2) + 12", 2},
    {Kind::Value, "a", {{0, 1}}, "(3 + a) floordiv 4", 0},
    {Kind::Value,
     "a, b",
     {{0, 1}, {0, 1}},
     "(((a * 2) + (b * 3)) + 2) floordiv 6",
     3},
    {Kind::Value,
     "a, b",
     {{0, 10}, {0, 10}},
     "((-40 + (a * 2)) + (b * 40)) floordiv 40",
     1},
    {Kind::Value, "a", {{0, 3}}, "(3 + (3 * a)) floordiv 4", 0},
    {Kind::Value, "a", {{0, 2}}, "((18 + (17 * a)) + 17) floordiv 18", 1},
    {Kind::Value, "a", {{0, 124}}, "((a floordiv 2) + 1) floordiv 2", 2},
    {Kind::Value,
     "a",
     {{0, 124}},
     "(((a * -1) floordiv 2) + (1 * -1)) floordiv 2",
     4},
    {Kind::Value,
     "a",
     {{0, 124}},
     "(((a * -1) floordiv 2) + 10) floordiv 2",
     3},
    {Kind::Value, "a", {{0, 124}}, "((-a floordiv 2) + 1) floordiv 3", 3},
    {Kind::Value,
     "a",
     {{0, 124}},
     "(((a + (10 * -1)) floordiv 2) + 10) floordiv 2",
     3},
    {Kind::Value,
     "a, b, c, d, e, f",
     {{0, 1}, {0, 10}, {0, 2}, {0, 1}, {0, 10}, {0, 2}},
     "((((a + (((b * 18) + (c * 18)) + (d * 162))) + (e * 2)) + (f * 2)) + "
     "-40) floordiv 18",
     8},
    {Kind::Value, "a", {{0, 124}}, "-(-a floordiv 2) floordiv 3", 2},
    {Kind::Value, "a", {{0, 124}}, "-(a floordiv 2) floordiv 3", 3},
    {Kind::Value, "a", {{-9, 99}}, "(5 - (a floordiv 4)) floordiv 2", 4},
    {Kind::Value, "a", {{2, 7}}, "a floordiv 2", 1},
    {Kind::Value, "a", {{0, 6}}, "a floordiv 2", 1},
    {Kind::Value, "a, b", {{0, 10}, {1, 10}}, "a floordiv b", 1},
    {Kind::Value, "a, b", {{-10, 0}, {1, 10}}, "a floordiv b", 1},
    {Kind::Value, "a, b", {{-10, 10}, {1, 10}}, "a floordiv b", 1},
    {Kind::Value,
     "a, b",
     {{0, 7}, {0, 14}},
     "((((a * 15) + b) floordiv 10) * 10) + (((a * 15) + b) mod 10)",
     10},
    {Kind::Value,
     "a, b",
     {{0, 7}, {0, 14}},
     "((((a * 15) + b) floordiv 10) * 2) + ((((a * 15) + b) floordiv 5) mod 2)",
     3},
    {Kind::Value,
     "a, b",
     {{0, 15}, {0, 3}},
     "((((a * 4) + b) floordiv 8) * 8) + (((a * 4) + b) mod 8)",
     2},
    {Kind::Value,
     "a, b",
     {{0, 15}, {0, 3}},
     "((((a * 4) + b) floordiv 8) * 16) + ((((a * 4) + b) mod 8) * 2)",
     3},
    {Kind::Value,
     "a, b",
     {{0, 7}, {0, 1}},
     "((((a * 6) + b) floordiv 12) * 12) + (((a * 6) + b) mod 12)",
     2},
    {Kind::Value,
     "a, b",
     {{0, 31}, {0, 5}},
     "(((a floordiv 8) * 4) + b) + ((a floordiv 2) mod 4)",
     2},
    {Kind::Value,
     "a, b",
     {{0, 5}, {0, 31}},
     "(a + ((b floordiv 8) * 4)) + ((b floordiv 2) mod 4)",
     2},
    {Kind::Value,
     "a",
     {{0, 199}},
     "(-(-a mod 3)) + (((-a floordiv 3) mod 5) * -3)",
     3},
    {Kind::Value,
     "a",
     {{0, 15}},
     "((a floordiv 2) mod 4) + ((a floordiv 8) * 4)",
     1},
    {Kind::Value,
     "a",
     {{0, 100}},
     "((a + (50 * -1)) mod 3) + (((a + (50 * -1)) floordiv 3) * 3)",
     1},
    {Kind::Value,
     "a",
     {{0, 100}},
     "((a + (50 * -1)) mod 3) + ((((a + (50 * -1)) floordiv 3) mod 5) * 3)",
     2},
    {Kind::Value,
     "a",
     {{0, 99}},
     "(((a + (50 * -1)) floordiv 5) mod 4) + (((a + (50 * -1)) floordiv 20) * "
     "4)",
     2},
    {Kind::Value,
     "a",
     {{0, 127}},
     "(((a floordiv 2) mod 4) * 2) + (a mod 2)",
     1},
    {Kind::Value,
     "a, b",
     {{0, 124}, {0, 7}},
     "(-((((a * -1) * 8) + (b * -1)) + 999) floordiv 4) + 250",
     6},
    {Kind::Value,
     "a, b",
     {{0, 124}, {0, 7}},
     "(-((((a * -1) * 8) + (b * -1)) + 1000) floordiv 4) + 250",
     5},
    {Kind::Value,
     "a, b",
     {{0, 124}, {0, 7}},
     "(-((((a * -1) * 8) + (b * -1)) + 1001) floordiv 4) + 250",
     7},
    {Kind::Value,
     "a, b",
     {{0, 124}, {0, 7}},
     "(-((((a * -1) * 8) + (b * -1)) + 1002) floordiv 4) + 250",
     7},
    {Kind::Value, "a", {{0, 100}}, "(-((a * -1) + 199) floordiv 4) + 50", 4},
    {Kind::Value, "a", {{0, 100}}, "(-((a * -1) + 200) floordiv 4) + 50", 3},
    {Kind::Value, "a", {{0, 100}}, "(-((a * -1) + 201) floordiv 4) + 50", 5},
    {Kind::Value, "a", {{0, 100}}, "(a * -1) floordiv 2", 2},
    {Kind::Value, "a", {{0, 100}}, "-a floordiv 2", 2},
    {Kind::Value, "a", {{1, 7}}, "-a floordiv 2", 2},
    {Kind::Value, "a", {{0, 6}}, "-a floordiv 2", 2},
    {Kind::Value, "a", {{0, 255}}, "((a * -1) + 256) floordiv 2", 3},
    {Kind::Value,
     "a, b, c",
     {{0, 2}, {0, 31}, {0, 1}},
     "(((160 * a) + (5 * b)) + (4 * c)) floordiv 60",
     5},
    {Kind::Value,
     "a, b, c",
     {{0, 2}, {0, 31}, {0, 1}},
     "((((160 * a) + (5 * b)) + (4 * c)) + 1) floordiv 60",
     6},
    {Kind::Value,
     "a, b, c",
     {{0, 2}, {0, 31}, {0, 1}},
     "((((160 * a) + (5 * b)) + (4 * c)) + 2) floordiv 60",
     6},
    {Kind::Value,
     "a, b, c",
     {{0, 2}, {0, 31}, {0, 1}},
     "((((160 * a) + (5 * b)) + (4 * c)) + 3) floordiv 60",
     6},
    {Kind::Value,
     "a, b, c",
     {{0, 2}, {0, 31}, {0, 1}},
     "((((160 * a) + (5 * b)) + (4 * c)) + 59) floordiv 60",
     7},
    {Kind::Value, "a", {{0, 9}}, "(a * -10) floordiv 11", 1},
    {Kind::Value, "a", {{0, 100}}, "((31 * a) + 1) floordiv 18", 4},
    {Kind::Value, "a", {{0, 100}}, "((19 * a) + 3) floordiv 7", 5},
    {Kind::Value, "a", {{2, 3}}, "a floordiv 2", 0},
    {Kind::Value, "a", {{0, 7}}, "a floordiv 20", 0},
    {Kind::Value, "a", {{0, 8}}, "(a * 2) + (a * 3)", 1},
    {Kind::Value, "a, b", {{0, 8}, {0, 8}}, "(a + (b * 2)) + (b * 3)", 2},
    {Kind::Value, "a", {{0, 8}}, "a + (a * 3)", 1},
    {Kind::Value, "a, b", {{0, 8}, {0, 8}}, "((a * 3) + b) + (b * 3)", 3},
    {Kind::Value, "a, b", {{-10, 10}, {0, 3}}, "((a * 4) + b) floordiv 12", 1},
    {Kind::Value, "a", {{-1, 5}}, "((a * 2) + 7) floordiv 8", 2},
    {Kind::NonNegative, "a", {{0, 24}}, "3 - (a floordiv 4) - 1", 1},
    {Kind::NonNegative,
     "a",
     {{0, 24}},
     "-3 - ((a + (20 * -1)) floordiv 4) - 1",
     1},
    {Kind::NonNegative,
     "a",
     {{0, 24}},
     "0 - ((a + (10 * -1)) floordiv 4) - 1",
     1},
    {Kind::NonNegative, "a", {{0, 24}}, "-3 - (-a floordiv 4) - 1", 1},
    {Kind::NonNegative, "a", {{0, 24}}, "-5 - (-a floordiv 4) - 1", 1},
    {Kind::NonNegative, "a", {{0, 24}}, "-6 - (-a floordiv 4) - 1", 0},
    {Kind::NonNegative,
     "a",
     {{0, 24}},
     "0 - (-(a + (10 * -1)) floordiv 4) - 1",
     2},
    {Kind::NonNegative,
     "a",
     {{0, 24}},
     "2 - (-(a + (20 * -1)) floordiv 4) - 1",
     1},
    {Kind::NonNegative, "a", {{3, 8}}, "a - 77", 0},
    {Kind::NonNegative, "a", {{3, 8}}, "a - 9", 0},
    {Kind::NonNegative, "a", {{3, 8}}, "a - 4", 1},
    {Kind::NonNegative, "a", {{3, 8}}, "a - 3", 0},
    {Kind::NonNegative, "a", {{3, 8}}, "a - 2", 0},
    {Kind::NonNegative, "a", {{0, 6}}, "a - 25", 0},
    {Kind::NonNegative, "a", {{3, 8}}, "77 - a - 1", 0},
    {Kind::NonNegative, "a", {{3, 8}}, "9 - a - 1", 0},
    {Kind::NonNegative, "a", {{3, 8}}, "8 - a - 1", 1},
    {Kind::NonNegative, "a", {{3, 8}}, "3 - a - 1", 0},
    {Kind::NonNegative, "a", {{3, 8}}, "2 - a - 1", 0},
    {Kind::NonNegative, "a, b", {{3, 4}, {5, 6}}, "b - a - 1", 0},
    {Kind::NonNegative, "a, b", {{3, 5}, {5, 6}}, "b - a - 1", 1},
    {Kind::NonNegative, "a, b", {{5, 6}, {3, 5}}, "b - a - 1", 0},
    {Kind::NonNegative, "a", {{3, 4}}, "a - a - 1", 0},
    {Kind::NonNegative,
     "a, b",
     {{0, 511}, {0, 3}},
     "512 - ((a * 4) + b) - 1",
     1},
    {Kind::NonNegative,
     "a, b",
     {{0, 511}, {0, 256}},
     "512 - ((a * 4) + b) - 1",
     3},
    {Kind::NonNegative,
     "a, b, c",
     {{0, 6}, {0, 6}, {0, 6}},
     "2 - (((a * 6) + (b * 4)) + (c * 8)) - 1",
     6},
    {Kind::Value, "a", {{0, 1}}, "(3 + a) mod 4", 2},
    {Kind::Value, "a", {{4, 5}}, "(3 + a) mod 4", 2},
    {Kind::Value, "a", {{0, 3}}, "(3 + (3 * a)) mod 4", 2},
    {Kind::Value, "a", {{0, 3}}, "(17 + (13 * a)) mod 18", 2},
    {Kind::Value, "a", {{0, 3}}, "(2 + (9 * a)) mod 18", 3},
    {Kind::Value,
     "a, b",
     {{0, 3}, {0, 3}},
     "((9 + (9 * a)) + (9 * b)) mod 10",
     4},
    {Kind::Value,
     "a, b, c",
     {{0, 2}, {0, 2}, {0, 2}},
     "(((7 + (9 * a)) + (9 * b)) + c) mod 10",
     5},
    {Kind::Value,
     "a, b",
     {{0, 2}, {0, 4}},
     "((10 + (12 * a)) + (b mod 3)) mod 13",
     4},
    {Kind::Value,
     "a, b",
     {{0, 1}, {0, 1}},
     "((3 + (2 * a)) + (3 * b)) mod 4",
     4},
    {Kind::Value,
     "a, b",
     {{0, 1}, {0, 1}},
     "((3 + (6 * a)) + (7 * b)) mod 4",
     4},
    {Kind::Value, "a", {{0, 100}}, "(a + (50 * -1)) mod 3", 2},
    {Kind::Value, "a", {{0, 100}}, "-(-(a + (50 * -1)) mod 3)", 4},
    {Kind::Value, "a", {{0, 100}}, "-(-(a + 7) mod 13)", 4},
    {Kind::Value, "a", {{0, 23}}, "(a mod 6) floordiv 3", 2},
    {Kind::Value, "a", {{0, 23}}, "(a mod 12) floordiv 4", 2},
    {Kind::Value,
     "a",
     {{0, 23}},
     "((((a mod 12) floordiv 4) * 4) + (a mod 4)) + ((a floordiv 12) * 12)",
     0},
    {Kind::Value,
     "a, b",
     {{0, 7}, {0, 3}},
     "((a * 100) + (b * 50)) mod 100",
     2},
    {Kind::Value,
     "a, b",
     {{0, 10}, {0, 10}},
     "((-29 + a) + (b * 28)) mod 28",
     2},
    {Kind::Value,
     "a, b",
     {{0, 100}, {0, 10}},
     "((-29 + a) + (b * 28)) mod 28",
     2},
    {Kind::Value, "a", {{0, 10}}, "((a * -4) + 4) mod 8", 4},
    {Kind::Value, "a", {{0, 10}}, "((a * -8) + 20) mod 4", 0},
    {Kind::Value, "a, b", {{0, 10}, {1, 10}}, "a mod b", 1},
    {Kind::Value, "a, b", {{-10, 0}, {1, 10}}, "a mod b", 1},
    {Kind::Value,
     "a, b",
     {{0, 128}, {0, 7}},
     "((((a mod 2) * 2) + ((b + -1) mod 5)) + -2) mod 5",
     5},
    {Kind::Value,
     "a, b",
     {{0, 4}, {0, 8}},
     "((((a + 3) mod 7) + (b + -2)) mod 7) mod 7",
     3},
    {Kind::Value, "a, b", {{0, 15}, {0, 3}}, "((a * 4) + b) mod 8", 3},
    {Kind::Value, "a, b", {{0, 15}, {0, 1}}, "((a * 2) + b) mod 8", 3},
    {Kind::Value, "a, b", {{0, 10}, {0, 2}}, "((a * 3) + b) mod 9", 3},
    {Kind::Value, "a", {{1, 2}}, "(1 + a) mod 2", 1},
    {Kind::Value,
     "a, b, c",
     {{2, 5}, {0, 3}, {0, 1}},
     "((a * b) + c) mod a",
     0},
    {Kind::Value, "a", {{0, 8}}, "a * 0", 0},
    {Kind::Value, "a", {{0, 8}}, "a * 1", 0},
    {Kind::Value, "a", {{0, 10}}, "(a * 4) floordiv 4", 0},
    {Kind::Value, "a", {{0, 10}}, "((a * -8) + 16) floordiv 4", 2},
    {Kind::NonNegative, "a", {{0, 5}}, "13 - (a * 4) - 1", 1},
    {Kind::NonNegative, "a", {{0, 5}}, "16 - (a * 4) - 1", 1},
    {Kind::NonNegative, "a", {{-5, 5}}, "-13 - (a * 4) - 1", 1},
    {Kind::NonNegative, "a", {{-5, 5}}, "13 - (a * -4) - 1", 2},
    {Kind::NonNegative,
     "a",
     {{0, 18014398509481985}},
     "18014398509481985 - (a * 2) - 1",
     1},
    {Kind::NonNegative,
     "a",
     {{0, 18014398509481983}},
     "-18014398509481983 - (a * -2) - 1",
     2},
    {Kind::NonNegative, "a", {{0, 5}}, "0 - (a * -2) - 1", 2},
    {Kind::NonNegative, "a", {{0, 5}}, "(a * 4) - 12", 1},
    {Kind::NonNegative, "a", {{0, 5}}, "(a * 4) - 13", 1},
    {Kind::Value, "a", {{0, 20}}, "(a * 10) mod 9", 1},
    {Kind::Value, "a", {{0, 5}}, "(a * 10) mod 9", 0},
    {Kind::Value, "a", {{0, 5}}, "(a * 10) * 9", 1},
    {Kind::Value, "a", {{0, 8}}, "a * -1", 1},
    {Kind::Value,
     "a, b",
     {{0, 9}, {0, 6}},
     "(((a * -7) + b) + 63) floordiv 35",
     4},
    {Kind::Value, "a", {{0, 100}}, "(-(-a mod 8)) floordiv 2", 4},
    {Kind::Value, "a", {{0, 100}}, "(-(-a mod 8)) mod 2", 1},
    {Kind::Value, "a", {{0, 124}}, "-(-a floordiv 2) floordiv 3", 4},
    {Kind::Value, "a", {{0, 124}}, "-(a floordiv 2) floordiv 3", 3},
    {Kind::Value, "a", {{0, 124}}, "(-a floordiv 2) floordiv 3", 2},
    {Kind::Value, "a", {{0, 1575}}, "((a + -1064) mod 512) mod 4", 1},
    {Kind::Value, "a", {{0, 1575}}, "((a + -1064) mod 512) mod 128", 2},
    {Kind::Value,
     "a, b",
     {{0, 7}, {0, 7}},
     "((((a * 8) + b) floordiv 4) * 4) + (((a * 8) + b) mod 4)",
     2},
    {Kind::Value, "a", {{0, 8}}, "a + (1 * -1)", 1},
    {Kind::Value, "a", {{0, 7}}, "a", 0},
    {Kind::Value, "a", {{0, 24}}, "(a + 19) floordiv 20", 2},
    {Kind::Value, "a", {{0, 24}}, "(a + 20) floordiv 20", 2},
    {Kind::Value, "a", {{0, 24}}, "(a + 21) floordiv 20", 3},
    {Kind::Value,
     "a, b, c, d, e, f",
     {{0, 255}, {0, 1}, {0, 24}, {0, 1}, {0, 15}, {0, 3}},
     "(((((((a * 640) + (b * 160)) + ((c floordiv 5) * 2)) + (d * 320)) + (e * "
     "10)) + (f * 2)) + 1) floordiv 20",
     11},
    {Kind::Value,
     "a, b, c",
     {{0, 2}, {0, 12}, {0, 12}},
     "(((a * 3) + (b * 19)) + (c * 38)) floordiv 57",
     3},
    {Kind::Value, "a", {{0, 7}}, "((a * 4) + 3) floordiv 4", 0},
    {Kind::Value, "a", {{0, 7}}, "((a * 4) + 3) floordiv 16", 1},
    {Kind::Value, "a, b", {{0, 7}, {0, 3}}, "(a + b) floordiv 20", 0},
    {Kind::Value,
     "a, b",
     {{0, 7}, {0, 7}},
     "((a * 6) + (b * 6)) floordiv 16",
     4},
    {Kind::Value,
     "a, b",
     {{0, 7}, {0, 7}},
     "((16 + (a * 6)) + (b * 6)) floordiv 16",
     5},
    {Kind::Value, "a", {{0, 7}}, "((a * 30) + 20) floordiv 20", 3},
    {Kind::Value,
     "a, b",
     {{0, 7}, {0, 3}},
     "(((a * 4) + (b * 4)) + 7) floordiv 16",
     3},
    {Kind::NonNegative, "a, b", {{0, 7}, {0, 3}}, "16 - ((a * 4) + b) - 1", 1},
    {Kind::NonNegative, "a, b", {{0, 7}, {0, 4}}, "16 - ((a * 4) + b) - 1", 3},
    {Kind::NonNegative,
     "a, b",
     {{0, 3}, {0, 1529}},
     "268 - (a + (b * 12)) - 1",
     1},
    {Kind::Value, "a", {{1, 10}}, "(a * -2) + 1", 2},
    {Kind::Value, "a", {{1, 10}}, "((((a * 2) + -1) * 2) + 1) * a", 4},
    {Kind::Value,
     "a, b, c",
     {{1, 10}, {0, 10}, {0, 10}},
     "((a * b) + c) floordiv a",
     2},
    {Kind::Value,
     "a, b, c",
     {{1, 10}, {0, 10}, {0, 10}},
     "(((a * b) * 20) + c) floordiv (5 * a)",
     4},
    {Kind::Value,
     "a, b, c",
     {{1, 10}, {0, 10}, {0, 10}},
     "((((a * b) * 20) + ((c * a) * 5)) + 10) floordiv (5 * a)",
     4},
    {Kind::Value,
     "a, b, c",
     {{1, 10}, {-10, 10}, {-10, 10}},
     "(((a * b) * c) * a) floordiv a",
     2},
    {Kind::Value,
     "a, b, c",
     {{1, 10}, {-10, 10}, {-10, 10}},
     "((a * b) + (c * a)) floordiv a",
     1},
    {Kind::Value,
     "a, b, c, d",
     {{1, 10}, {-10, 10}, {-10, 10}, {-10, 10}},
     "(((a * b) + (c * a)) + (d * a)) floordiv a",
     2},
};

TEST(IndexSimplifier, TableOfCases) {
  MLIRContext context;
  for (const Case &test : cases) {
    SCOPED_TRACE(test.text);
    AffineExpr expr = parse(&context, test);
    ASSERT_TRUE(expr);
    IndexSimplifier simplifier = makeSimplifier(&context, test.bounds);
    if (test.kind == Kind::Value) {
      AffineExpr result = simplifier.simplify(expr);
      EXPECT_LE(IndexSimplifier::getCost(result), test.operations)
          << toString(result);
      forAssignments(test.bounds, [&](ArrayRef<int64_t> values) {
        ASSERT_EQ(evaluate(expr, {}, values), evaluate(result, {}, values))
            << toString(result);
      });
      continue;
    }
    IndexSimplifier::Condition condition =
        simplifier.simplifyNonNegative(simplifier.toSum(expr));
    if (condition.value) {
      forAssignments(test.bounds, [&](ArrayRef<int64_t> values) {
        ASSERT_EQ(evaluate(expr, {}, values) >= 0, *condition.value);
      });
      continue;
    }
    auto [lhs, rhs, isLess] = simplifier.toComparison(condition.sum);
    EXPECT_LE(IndexSimplifier::getCost(lhs) + IndexSimplifier::getCost(rhs) + 1,
              test.operations)
        << toString(lhs) << (isLess ? " < " : " >= ") << toString(rhs);
    forAssignments(test.bounds, [&, lhs = lhs, rhs = rhs,
                                 isLess = isLess](ArrayRef<int64_t> values) {
      int64_t left = evaluate(lhs, {}, values);
      int64_t right = evaluate(rhs, {}, values);
      ASSERT_EQ(evaluate(expr, {}, values) >= 0,
                isLess ? left < right : left >= right);
    });
  }
}

//===----------------------------------------------------------------------===//
// Random expressions
//===----------------------------------------------------------------------===//

class Generator {
public:
  Generator(MLIRContext *context, unsigned seed)
      : context(context), random(seed) {
    for (unsigned i = 0; i < 3; ++i) {
      int64_t lo = pick(0, 3) == 0 ? pick(-6, 0) : 0;
      bounds.push_back({lo, lo + pick(0, 11)});
    }
  }

  AffineExpr make(unsigned size) {
    if (size == 0)
      return pick(0, 3) ? getAffineSymbolExpr(pick(0, 2), context)
                        : getAffineConstantExpr(pick(-9, 9), context);
    unsigned left = pick(0, size - 1);
    switch (pick(0, 5)) {
    case 0:
    case 1:
      return make(left) + make(size - 1 - left);
    case 2:
      return make(size - 1) * pick(-8, 12);
    case 3:
      return make(size - 1).floorDiv(pick(1, 12));
    case 4:
      return make(size - 1) % pick(1, 12);
    default:
      return make(size - 1).ceilDiv(pick(1, 8));
    }
  }

  int64_t pick(int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(random);
  }

  SmallVector<Interval> bounds;

private:
  MLIRContext *context;
  std::mt19937 random;
};

TEST(IndexSimplifier, RandomExpressionsKeepTheirValues) {
  MLIRContext context;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Generator generator(&context, seed);
    AffineExpr expr = generator.make(generator.pick(1, 9));
    IndexSimplifier simplifier = makeSimplifier(&context, generator.bounds);
    AffineExpr result = simplifier.simplify(expr);
    Interval range = simplifier.getBounds(expr);
    IndexSimplifier::Condition positive =
        simplifier.simplifyNonNegative(simplifier.toSum(expr));
    IndexSimplifier::Condition zero =
        simplifier.simplifyZero(simplifier.toSum(expr));
    auto comparison = simplifier.toComparison(positive.sum);
    auto equation = simplifier.toEquation(zero.sum);
    forAssignments(generator.bounds, [&](ArrayRef<int64_t> values) {
      int64_t expected = evaluate(expr, {}, values);
      ASSERT_EQ(expected, evaluate(result, {}, values))
          << seed << ": " << toString(expr) << " -> " << toString(result);
      ASSERT_TRUE(range.contains(expected)) << seed << ": " << toString(expr);
      int64_t lhs = evaluate(comparison.lhs, {}, values);
      int64_t rhs = evaluate(comparison.rhs, {}, values);
      bool atLeast = positive.value
                         ? *positive.value
                         : (comparison.isLess ? lhs < rhs : lhs >= rhs);
      ASSERT_EQ(expected >= 0, atLeast) << seed << ": " << toString(expr);
      bool equal = zero.value ? *zero.value
                              : evaluate(equation.first, {}, values) ==
                                    evaluate(equation.second, {}, values);
      ASSERT_EQ(expected == 0, equal) << seed << ": " << toString(expr);
    });
    if (HasFatalFailure())
      return;
  }
}

//===----------------------------------------------------------------------===//
// Sizes that are variables
//===----------------------------------------------------------------------===//

/// A row index i < n, a column j < 8, and the variable n in [1, 40].
struct Symbolic : testing::Test {
  MLIRContext context;
  AffineExpr n = getAffineSymbolExpr(0, &context);
  AffineExpr i = getAffineDimExpr(0, &context);
  AffineExpr j = getAffineDimExpr(1, &context);
  IndexSimplifier simplifier{&context,
                             {{{0, 39}, n - 1}, {{0, 7}, AffineExpr()}},
                             {{{1, 40}, AffineExpr()}}};
};

// Tests that splitting a linear index of a dynamic tensor undoes its making.
TEST_F(Symbolic, RoundTripOfReshape) {
  AffineExpr linear = i * 8 + j;
  EXPECT_EQ(simplifier.simplify(linear.floorDiv(8)), i);
  EXPECT_EQ(simplifier.simplify(linear % 8), j);
  EXPECT_EQ(simplifier.simplify(linear.floorDiv(8) % n), i);
  AffineExpr transposed = j * n + i;
  EXPECT_EQ(simplifier.simplify(transposed.floorDiv(n)), j);
  EXPECT_EQ(simplifier.simplify(transposed % n), i);
  EXPECT_EQ(simplifier.simplify(linear.floorDiv(n * 8)),
            getAffineConstantExpr(0, &context));
}

// Tests that what does not hold for every n stays.
TEST_F(Symbolic, NotWithoutProof) {
  EXPECT_EQ(simplifier.simplify(i.floorDiv(8)), i.floorDiv(8));
  EXPECT_EQ(simplifier.simplify((i + 1) % n), (i + 1) % n);
}

// Tests that a product that is cheaper as it is still loses its leaf of one
// value.
TEST_F(Symbolic, PointsFold) {
  AffineExpr one = getAffineDimExpr(2, &context);
  simplifier.addDim({{0, 0}, AffineExpr()});
  AffineExpr expr = (i * 4 + j) * n * 3 + one;
  AffineExpr result = simplifier.simplify(expr);
  EXPECT_FALSE(result.isFunctionOfDim(2)) << toString(result);
  EXPECT_LT(IndexSimplifier::getCost(result), IndexSimplifier::getCost(expr));
}

TEST_F(Symbolic, Comparisons) {
  EXPECT_EQ(simplifier.simplifyNonNegative(simplifier.toSum(n - i - 1)).value,
            true);
  EXPECT_EQ(simplifier.simplifyNonNegative(simplifier.toSum(i - n)).value,
            false);
  EXPECT_EQ(simplifier.simplifyZero(simplifier.toSum(i - n)).value, false);
  EXPECT_FALSE(simplifier.simplifyNonNegative(simplifier.toSum(i - 5)).value);
}

// Tests that coefficients beyond 64 bits leave an expression alone.
TEST(IndexSimplifier, Overflow) {
  MLIRContext context;
  IndexSimplifier simplifier = makeSimplifier(&context, {Interval{0, 9}});
  AffineExpr a = getAffineSymbolExpr(0, &context);
  AffineExpr b = getAffineSymbolExpr(0, &context) + 1;
  int64_t big = int64_t(1) << 62;
  AffineExpr expr = getAffineBinaryOpExpr(
      AffineExprKind::Mul,
      getAffineBinaryOpExpr(AffineExprKind::Mul, b,
                            getAffineConstantExpr(big, &context)),
      a + big);
  EXPECT_EQ(simplifier.simplify(expr), expr);
  EXPECT_EQ(simplifier.simplify(expr.floorDiv(3)), expr.floorDiv(3));
  EXPECT_EQ(simplifier.simplify(expr % 3), expr % 3);
  EXPECT_FALSE(
      simplifier.simplifyNonNegative(simplifier.toSum(expr)).value.has_value());
  EXPECT_FALSE(
      simplifier.simplifyZero(simplifier.toSum(expr)).value.has_value());
}

} // namespace
