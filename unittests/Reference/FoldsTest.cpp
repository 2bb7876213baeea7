//===- FoldsTest.cpp - folders and interpreter agree ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each elementwise op on constants, for each type and each pair of special
// values: canonicalized, it must give the bits that the interpreter gives.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace tinygrad;
using namespace tinygrad::reference;

/// The bits of numbers at which ops behave specially.
static std::vector<uint64_t> specials(DType type) {
  HostTensor one = *HostTensor::zeros(type, {1});
  std::vector<uint64_t> bits;
  auto addFloat = [&](double value) {
    one.setFloat(0, value);
    bits.push_back(one.getBits(0));
  };
  auto addInt = [&](int64_t value) {
    one.setInt(0, value);
    bits.push_back(one.getBits(0));
  };
  if (isFloat(type)) {
    FloatInfo info = getFloatInfo(type);
    for (double value : {0.0, 1.0, 2.5, 300.0, info.max, info.smallestDenormal,
                         double(INFINITY)}) {
      addFloat(value);
      addFloat(-value);
    }
    addFloat(NAN);
    return bits;
  }
  if (type == DType::Bool)
    return {0, 1};
  for (int64_t value :
       {int64_t(0), int64_t(1), int64_t(-1), int64_t(7), int64_t(-2),
        int64_t(getBitWidth(type)), getIntMin(type), getIntMax(type)})
    addInt(value);
  return bits;
}

static std::string constant(DType type, uint64_t bits) {
  std::string number;
  if (type == DType::Bool) {
    number = bits ? "true" : "false";
  } else if (isFloat(type)) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%0*llX", int(getByteSize(type) * 2),
                  static_cast<unsigned long long>(bits));
    number = text;
  } else if (isUnsigned(type)) {
    number = std::to_string(bits);
  } else {
    HostTensor one = *HostTensor::zeros(type, {1});
    one.setBits(0, bits);
    number = std::to_string(one.getInt(0));
  }
  return "tg.constant dense<" + number + "> : tensor<1x" +
         std::string(getMLIRName(type)) + ">";
}

/// Which types an op takes.
enum Takes { Floats = 1, Ints = 2, Bools = 4, Numbers = 3, All = 7 };

static bool takes(int kinds, DType type) {
  int kind = isFloat(type) ? Floats : type == DType::Bool ? Bools : Ints;
  return (kinds & kind) != 0;
}

namespace {
struct OpCase {
  const char *text;
  int kinds;
  unsigned operands;
};
} // namespace

static const OpCase opCases[] = {
    {"tg.neg", Numbers, 1},      {"tg.exp", Floats, 1},
    {"tg.exp2", Floats, 1},      {"tg.log", Floats, 1},
    {"tg.log2", Floats, 1},      {"tg.sin", Floats, 1},
    {"tg.cos", Floats, 1},       {"tg.tanh", Floats, 1},
    {"tg.sqrt", Floats, 1},      {"tg.reciprocal", Floats, 1},
    {"tg.trunc", Floats, 1},     {"tg.abs", Numbers, 1},
    {"tg.relu", Numbers, 1},     {"tg.not", Ints | Bools, 1},
    {"tg.add", All, 2},          {"tg.sub", Numbers, 2},
    {"tg.mul", All, 2},          {"tg.div", Floats, 2},
    {"tg.floordiv", Numbers, 2}, {"tg.mod", Numbers, 2},
    {"tg.cdiv", Ints, 2},        {"tg.cmod", Ints, 2},
    {"tg.maximum", All, 2},      {"tg.minimum", All, 2},
    {"tg.and", Ints | Bools, 2}, {"tg.or", Ints | Bools, 2},
    {"tg.xor", Ints | Bools, 2}, {"tg.shl", Ints, 2},
    {"tg.shr", Ints, 2},
};

/// Adds `op` on constants to a function, and its result to those it returns.
namespace {
struct Function {
  std::string body, values, types;
  unsigned count = 0;

  std::string add(const std::string &op) {
    std::string name = "%v" + std::to_string(count++);
    body += name + " = " + op + "\n";
    return name;
  }
  void giveBack(const std::string &name, const std::string &type) {
    values += (values.empty() ? "" : ", ") + name;
    types += (types.empty() ? "" : ", ") + type;
  }
  std::string text() const {
    return "func.func @f() -> (" + types + ") {\n" + body + "return " + values +
           " : " + types + "\n}\n";
  }
};
} // namespace

static void expectFoldsAgree(const Function &function) {
  Evaluation plain = evaluateText(function.text(), {});
  Evaluation folded = evaluateText(function.text(), {}, {}, /*fold=*/true);
  ASSERT_EQ(plain.errors + folded.errors, "");
  ASSERT_EQ(plain.results.size(), folded.results.size());
  for (size_t i = 0; i < plain.results.size(); ++i) {
    const HostTensor &want = plain.results[i], &got = folded.results[i];
    bool bothNaN = isFloat(want.dtype) && std::isnan(want.getFloat(0)) &&
                   std::isnan(got.getFloat(0));
    EXPECT_TRUE(bothNaN || want.getBits(0) == got.getBits(0))
        << "result " << i << " is " << got.getBits(0) << ", not "
        << want.getBits(0) << " in\n"
        << function.text();
  }
}

TEST(Folds, ArithmeticMatchesTheInterpreter) {
  for (DType type : allDTypes)
    for (const OpCase &op : opCases) {
      if (!takes(op.kinds, type))
        continue;
      std::string name = "tensor<1x" + std::string(getMLIRName(type)) + ">";
      Function function;
      for (uint64_t x : specials(type))
        for (uint64_t y : specials(type)) {
          std::string a = function.add(constant(type, x)), operands = a;
          if (op.operands == 2)
            operands += ", " + function.add(constant(type, y));
          function.giveBack(function.add(std::string(op.text) + " " + operands +
                                         " : " + name),
                            name);
          if (op.operands == 1)
            break;
        }
      expectFoldsAgree(function);
    }
}

TEST(Folds, ComparisonsMatchTheInterpreter) {
  for (DType type : allDTypes)
    for (const char *predicate : {"eq", "ne", "lt", "le", "gt", "ge"}) {
      Function function;
      for (uint64_t x : specials(type))
        for (uint64_t y : specials(type)) {
          std::string a = function.add(constant(type, x));
          std::string b = function.add(constant(type, y));
          function.giveBack(function.add(std::string("tg.cmp ") + predicate +
                                         " " + a + ", " + b + " : tensor<1x" +
                                         std::string(getMLIRName(type)) + ">"),
                            "tensor<1xi1>");
        }
      expectFoldsAgree(function);
    }
}

TEST(Folds, CastsMatchTheInterpreter) {
  for (DType from : allDTypes)
    for (DType to : allDTypes)
      for (const char *mode : {"finite", "all", "none"}) {
        Function function;
        std::string result = "tensor<1x" + std::string(getMLIRName(to)) + ">";
        for (uint64_t x : specials(from))
          function.giveBack(
              function.add("tg.cast " + function.add(constant(from, x)) +
                           " saturate " + mode + " : tensor<1x" +
                           std::string(getMLIRName(from)) + "> to " + result),
              result);
        expectFoldsAgree(function);
      }
}

/// x op y where one of the two is an argument: identities such as x + 0.
TEST(Folds, IdentitiesMatchTheInterpreter) {
  for (DType type : allDTypes) {
    std::string name = "tensor<1x" + std::string(getMLIRName(type)) + ">";
    for (const OpCase &op : opCases) {
      if (op.operands != 2 || !takes(op.kinds, type))
        continue;
      Function function;
      for (uint64_t y : specials(type)) {
        std::string c = function.add(constant(type, y));
        for (const std::string &operands :
             {"%x, " + c, c + ", %x", std::string("%x, %x")})
          function.giveBack(function.add(std::string(op.text) + " " + operands +
                                         " : " + name),
                            name);
      }
      std::string text = "func.func @f(%x: " + name + ") -> (" +
                         function.types + ") {\n" + function.body + "return " +
                         function.values + " : " + function.types + "\n}\n";
      for (uint64_t x : specials(type)) {
        HostTensor input = *HostTensor::zeros(type, {1});
        input.setBits(0, x);
        Evaluation plain = evaluateText(text, {input});
        Evaluation folded = evaluateText(text, {input}, {}, /*fold=*/true);
        ASSERT_EQ(plain.errors + folded.errors, "");
        for (size_t i = 0; i < plain.results.size(); ++i) {
          const HostTensor &want = plain.results[i], &got = folded.results[i];
          bool bothNaN = isFloat(type) && std::isnan(want.getFloat(0)) &&
                         std::isnan(got.getFloat(0));
          EXPECT_TRUE(bothNaN || want.getBits(0) == got.getBits(0))
              << op.text << " of " << name << ", x = " << x << ", result " << i
              << " is " << got.getBits(0) << ", not " << want.getBits(0);
        }
      }
    }
  }
}

/// Two casts in a row, of an argument: one that is skipped changes no result.
TEST(Folds, DoubleCastsMatchTheInterpreter) {
  auto tensorOf = [](DType type) {
    return "tensor<1x" + std::string(getMLIRName(type)) + ">";
  };
  for (DType from : allDTypes)
    for (DType through : allDTypes) {
      Function function;
      std::string inner = function.add("tg.cast %x : " + tensorOf(from) +
                                       " to " + tensorOf(through));
      for (DType to : allDTypes)
        for (const char *mode : {"finite", "all", "none"})
          if (isFP8(to) || *mode == 'f')
            function.giveBack(function.add("tg.cast " + inner + " saturate " +
                                           mode + " : " + tensorOf(through) +
                                           " to " + tensorOf(to)),
                              tensorOf(to));
      std::string text = "func.func @f(%x: " + tensorOf(from) + ") -> (" +
                         function.types + ") {\n" + function.body + "return " +
                         function.values + " : " + function.types + "\n}\n";
      for (uint64_t x : specials(from)) {
        HostTensor input = *HostTensor::zeros(from, {1});
        input.setBits(0, x);
        Evaluation plain = evaluateText(text, {input});
        Evaluation folded = evaluateText(text, {input}, {}, /*fold=*/true);
        ASSERT_EQ(plain.errors + folded.errors, "");
        for (size_t i = 0; i < plain.results.size(); ++i) {
          const HostTensor &want = plain.results[i], &got = folded.results[i];
          bool bothNaN = isFloat(want.dtype) && std::isnan(want.getFloat(0)) &&
                         std::isnan(got.getFloat(0));
          EXPECT_TRUE(bothNaN || want.getBits(0) == got.getBits(0))
              << getName(from).data() << " through " << getName(through).data()
              << " to " << getName(want.dtype).data() << ", x = " << x << ": "
              << got.getBits(0) << ", not " << want.getBits(0);
        }
      }
    }
}
