//===- FoldTest.cpp - folders against the interpreter -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds each elementwise op on pairs of edge cases of each element type, and
// asks the reference interpreter for the same. What folds must agree bit for
// bit; only NaNs may be left to run.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Reference/Reference.h"
#include "TinyGrad/Support/DTypeMLIR.h"
#include "TinyGrad/Support/FloatFormat.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace tinygrad;

namespace {
/// Bits of a type's edge cases.
std::vector<uint64_t> getEdges(DType type) {
  std::vector<uint64_t> bits;
  if (isFloat(type)) {
    for (double value :
         {0.0, 0.1, 0.5, 1.0, 1.5, 2.0, 3.0, 7.25, 100.0, 300.0, 65504.0, 3.0e9,
          1.0e19, 1.0e38, 1.0e300, 5.0e-324, 1.0e-40, 6.0e-8})
      for (double sign : {1.0, -1.0})
        bits.push_back(encodeFloat(sign * value, type));
    bits.push_back(encodeFloat(INFINITY, type, Saturation::None));
    bits.push_back(encodeFloat(-INFINITY, type, Saturation::None));
    bits.push_back(encodeFloat(NAN, type));
    bits.push_back(encodeFloat(getFloatInfo(type).max, type));
    bits.push_back(encodeFloat(getFloatInfo(type).smallestNormal, type));
    return bits;
  }
  uint64_t mask = ~uint64_t(0) >> (64 - getBitWidth(type));
  for (int64_t value : {0L, 1L, 2L, 3L, 7L, 8L, 31L, 32L, 63L, 64L, 100L, 127L,
                        128L, 255L, 1000L, 65535L, 1L << 31, 1L << 62})
    for (int64_t sign : {1, -1})
      bits.push_back(static_cast<uint64_t>(sign * value) & mask);
  bits.push_back(static_cast<uint64_t>(getIntMin(type)) & mask);
  bits.push_back(static_cast<uint64_t>(getIntMax(type)) & mask);
  return bits;
}

class FoldTest : public ::testing::Test {
protected:
  FoldTest() { context.loadDialect<tg::TGDialect, func::FuncDialect>(); }

  /// `op` is the text of one op over %a, %b and, in it, the shape as SHAPE.
  void check(StringRef op, DType type, DType result, unsigned operands);

  std::string typeName(int64_t count, DType type) {
    return "tensor<" + std::to_string(count) + "x" +
           std::string(getMLIRName(type)) + ">";
  }
  OwningOpRef<ModuleOp> parse(StringRef op, int64_t count, DType type,
                              DType result);

  MLIRContext context;
  size_t folded = 0, left = 0;
};
} // namespace

OwningOpRef<ModuleOp> FoldTest::parse(StringRef op, int64_t count, DType type,
                                      DType result) {
  std::string in = typeName(count, type), out = typeName(count, result);
  std::string text = "func.func @f(%a: " + in + ", %b: " + in + ") -> " + out +
                     " {\n  %0 = " + op.str() + "\n  return %0 : " + out +
                     "\n}\n";
  auto replace = [&](StringRef from, const std::string &to) {
    for (size_t at; (at = text.find(from)) != std::string::npos;)
      text.replace(at, from.size(), to);
  };
  replace("IN", in);
  replace("OUT", out);
  return parseSourceString<ModuleOp>(text, &context);
}

void FoldTest::check(StringRef text, DType type, DType result,
                     unsigned operands) {
  SCOPED_TRACE(text.str() + " on " + std::string(getMLIRName(type)));
  std::vector<uint64_t> edges = getEdges(type);
  size_t count = operands == 1 ? edges.size() : edges.size() * edges.size();
  HostTensor a = *HostTensor::zeros(type, {static_cast<int64_t>(count)});
  HostTensor b = a;
  for (size_t i = 0; i < count; ++i) {
    a.setBits(i, edges[i % edges.size()]);
    b.setBits(i, edges[i / edges.size()]);
  }
  OwningOpRef<ModuleOp> all = parse(text, count, type, result);
  OwningOpRef<ModuleOp> single = parse(text, 1, type, result);
  ASSERT_TRUE(all && single);
  auto expected =
      reference::evaluate(*all->getOps<func::FuncOp>().begin(), {a, b});
  ASSERT_TRUE(succeeded(expected));

  Operation *op =
      &(*single->getOps<func::FuncOp>().begin()).getBody().front().front();
  auto inType = RankedTensorType::get({1}, getMLIRType(type, &context));
  for (size_t i = 0; i < count; ++i) {
    SmallVector<Attribute> constants;
    for (const HostTensor *operand : {&a, &b}) {
      if (constants.size() == op->getNumOperands())
        break;
      APInt bits(getBitWidth(type), operand->getBits(i));
      if (auto floating = dyn_cast<FloatType>(inType.getElementType()))
        constants.push_back(DenseElementsAttr::get(
            inType, APFloat(floating.getFloatSemantics(), bits)));
      else
        constants.push_back(DenseElementsAttr::get(inType, bits));
    }
    SmallVector<OpFoldResult> results;
    uint64_t wanted = expected->front().getBits(i);
    bool isNaN = isFloat(result) && std::isnan(decodeFloat(wanted, result));
    if (failed(op->fold(constants, results)) || results.empty()) {
      ++left;
      EXPECT_TRUE(isNaN) << "not folded: element " << i;
      continue;
    }
    auto value = dyn_cast_or_null<DenseElementsAttr>(
        dyn_cast_or_null<Attribute>(results.front()));
    if (!value)
      continue; // An identity of the operands.
    ++folded;
    uint64_t got =
        isFloat(result)
            ? value.getSplatValue<APFloat>().bitcastToAPInt().getZExtValue()
            : value.getSplatValue<APInt>().getZExtValue();
    ASSERT_EQ(got, wanted) << "element " << i << " of operands " << a.getBits(i)
                           << ", " << b.getBits(i);
  }
}

TEST_F(FoldTest, Unary) {
  for (DType type : allDTypes) {
    if (isFloat(type))
      for (const char *op : {"exp", "exp2", "log", "log2", "sin", "cos", "tanh",
                             "sqrt", "reciprocal", "trunc"})
        check("tg." + std::string(op) + " %a : IN", type, type, 1);
    if (type != DType::Bool)
      for (const char *op : {"neg", "abs", "relu"})
        check("tg." + std::string(op) + " %a : IN", type, type, 1);
    if (!isFloat(type))
      check("tg.not %a : IN", type, type, 1);
  }
  EXPECT_GT(folded, 1000u);
}

TEST_F(FoldTest, Binary) {
  for (DType type : allDTypes) {
    std::vector<std::string> ops = {"add", "mul", "maximum", "minimum"};
    if (type != DType::Bool)
      ops.insert(ops.end(), {"sub", "floordiv", "mod"});
    if (isFloat(type))
      ops.push_back("div");
    else
      ops.insert(ops.end(), {"and", "or", "xor"});
    if (isInteger(type))
      ops.insert(ops.end(), {"cdiv", "cmod", "shl", "shr"});
    for (const std::string &op : ops)
      check("tg." + op + " %a, %b : IN", type, type, 2);
    for (const char *predicate : {"eq", "ne", "lt", "le", "gt", "ge"})
      check("tg.cmp " + std::string(predicate) + " %a, %b : IN", type,
            DType::Bool, 2);
  }
  EXPECT_GT(folded, 100000u);
}

TEST_F(FoldTest, Casts) {
  for (DType from : allDTypes)
    for (DType to : allDTypes) {
      for (const char *saturate : {"finite", "all", "none"})
        if (isFP8(to))
          check("tg.cast %a saturate " + std::string(saturate) + " : IN to OUT",
                from, to, 1);
      if (!isFP8(to))
        check("tg.cast %a : IN to OUT", from, to, 1);
      if (getBitWidth(from) == getBitWidth(to))
        check("tg.bitcast %a : IN to OUT", from, to, 1);
    }
  EXPECT_GT(folded, 5000u);
}
