//===- DecomposeDTypesTest.cpp - compiled and scalar agree ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposedCode.h"

#include "TinyGrad/Support/HostTensor.h"
#include "TinyGrad/Support/IntegerSemantics.h"
#include "TinyGrad/Support/MathErrors.h"
#include "gtest/gtest.h"

#include <functional>
#include <random>

using namespace tinygrad;
using uop::DecomposedCode;

static constexpr DType narrow[] = {DType::F8E4M3FN, DType::F8E5M2, DType::F16,
                                   DType::BF16};

/// The signless type in which a value is kept.
static std::string nameOf(DType type) {
  std::string name(getMLIRName(type));
  return name[0] == 'u' ? name.substr(1) : name;
}

static std::string vectorOf(DType type) {
  return "vector<8x" + nameOf(type) + ">";
}

namespace {
/// Runs %r = `op` over vectors and compares each element with `expected`.
struct Check {
  std::string body;
  DType input, result;
  bool twoInputs = false;
  std::string options = "";

  void run(const HostTensor &x, const HostTensor &y,
           const std::function<void(HostTensor &, int64_t)> &expected) const {
    DecomposedCode code;
    std::string error =
        code.compile({body, nameOf(input), nameOf(result), 8, twoInputs,
                      "uop-decompose-dtypes" + options});
    ASSERT_EQ(error, "") << body;
    int64_t count = x.getNumElements() / 8 * 8, differing = 0, first = -1;
    HostTensor got = *HostTensor::zeros(result, {count});
    HostTensor want = got;
    code.run(x.bytes.data(), y.bytes.data(), got.bytes.data(), count);
    for (int64_t i = 0; i < count; ++i) {
      expected(want, i);
      bool bothNaN = isFloat(result) && std::isnan(got.getFloat(i)) &&
                     std::isnan(want.getFloat(i));
      if (!bothNaN && got.getBits(i) != want.getBits(i) && differing++ == 0)
        first = i;
    }
    EXPECT_EQ(differing, 0)
        << body << "\nfirst at " << first << ": " << x.getBits(first) << ", "
        << y.getBits(first) << " gives " << got.getBits(first) << ", not "
        << want.getBits(first);
  }

  void run(const HostTensor &x,
           const std::function<void(HostTensor &, int64_t)> &expected) const {
    run(x, x, expected);
  }
};
} // namespace

static HostTensor allPatterns(DType type) {
  int64_t count = int64_t(1) << getBitWidth(type);
  HostTensor tensor = *HostTensor::zeros(type, {count});
  for (int64_t i = 0; i < count; ++i)
    tensor.setBits(i, i);
  return tensor;
}

static HostTensor sampleF32() {
  std::vector<uint32_t> bits;
  for (uint64_t pattern = 0; pattern < (uint64_t(1) << 32); pattern += 30011)
    bits.push_back(uint32_t(pattern));
  // Every half-way number of bf16, and its neighbours.
  for (uint32_t high = 0; high < 65536; high += 3)
    for (uint32_t low : {0x7fffu, 0x8000u, 0x8001u})
      bits.push_back(high << 16 | low);
  HostTensor tensor = *HostTensor::zeros(DType::F32, {int64_t(bits.size())});
  for (size_t i = 0; i < bits.size(); ++i)
    tensor.setBits(i, bits[i]);
  return tensor;
}

/// Random numbers near half-way points of `type`, and any pattern.
static HostTensor sampleF64(DType type) {
  std::mt19937_64 random(5);
  const int64_t count = 40000;
  HostTensor tensor = *HostTensor::zeros(DType::F64, {count});
  uint64_t patterns = uint64_t(1) << getBitWidth(type);
  for (int64_t i = 0; i < count; i += 4) {
    uint64_t low = random() % (patterns - 1);
    double a = decodeFloat(low, type), b = decodeFloat(low + 1, type);
    double middle = a + (b - a) / 2;
    tensor.setFloat(i, middle);
    tensor.setFloat(i + 1, std::nextafter(middle, INFINITY));
    tensor.setFloat(i + 2, std::nextafter(middle, -INFINITY));
    tensor.setBits(i + 3, random());
  }
  return tensor;
}

static HostTensor randomInts(DType type) {
  std::mt19937_64 random(11);
  const int64_t count = 4096;
  HostTensor tensor = *HostTensor::zeros(type, {count});
  for (int64_t i = 0; i < count; ++i) {
    uint64_t value = random();
    switch (i % 4) {
    case 0: // Few bits, of either sign.
      value =
          static_cast<uint64_t>(static_cast<int64_t>(value) >> (random() % 64));
      break;
    case 1: // Near a power of two.
      value = (uint64_t(1) << (random() % 64)) + random() % 5 - 2;
      break;
    case 2: // Near half-way between two narrow floats.
      value = (value | uint64_t(1) << 63) & ~(~uint64_t(0) >> 10);
      value = (value >> (random() % 40)) + random() % 3 - 1;
      break;
    default:
      break;
    }
    tensor.setInt(i, static_cast<int64_t>(value));
  }
  return tensor;
}

TEST(DecomposeDTypes, DecodesEveryPattern) {
  for (DType from : narrow)
    for (DType to : {DType::F32, DType::F64})
      for (const char *options : {"", "{f16-conversions=false}"}) {
        HostTensor x = allPatterns(from);
        Check{"%r = arith.extf %x : " + vectorOf(from) + " to " + vectorOf(to),
              from, to, false, options}
            .run(x, [&](HostTensor &r, int64_t i) {
              r.setFloat(i, x.getFloat(i));
            });
      }
}

TEST(DecomposeDTypes, RoundsF32) {
  HostTensor x = sampleF32();
  const char *modes[] = {"finite", "all", "none"};
  for (DType to : narrow)
    for (Saturation mode :
         {Saturation::Finite, Saturation::All, Saturation::None})
      for (const char *options : {"", "{f16-conversions=false}"})
        Check{"%r = arith.truncf %x {uop.saturate = \"" +
                  std::string(modes[int(mode)]) +
                  "\"} : " + vectorOf(DType::F32) + " to " + vectorOf(to),
              DType::F32, to, false, options}
            .run(x, [&](HostTensor &r, int64_t i) {
              r.setFloat(i, x.getFloat(i), mode);
            });
}

TEST(DecomposeDTypes, RoundsF64Once) {
  for (DType to : narrow) {
    HostTensor x = sampleF64(to);
    Check{"%r = arith.truncf %x : " + vectorOf(DType::F64) + " to " +
              vectorOf(to),
          DType::F64, to}
        .run(x,
             [&](HostTensor &r, int64_t i) { r.setFloat(i, x.getFloat(i)); });
  }
}

TEST(DecomposeDTypes, RoundsIntegersOnce) {
  for (DType from : {DType::Int8, DType::UInt8, DType::Int16, DType::UInt16,
                     DType::Int32, DType::UInt32, DType::Int64, DType::UInt64})
    for (DType to : narrow) {
      HostTensor x = randomInts(from);
      std::string op = isUnsigned(from) ? "arith.uitofp" : "arith.sitofp";
      Check{"%r = " + op + " %x : " + vectorOf(from) + " to " + vectorOf(to),
            from, to}
          .run(x, [&](HostTensor &r, int64_t i) {
            int64_t value = x.getInt(i);
            r.setFloat(i, from == DType::UInt64 ? uintToFloat(value, to)
                                                : intToFloat(value, to));
          });
    }
}

TEST(DecomposeDTypes, ArithmeticRoundsEachOp) {
  struct Binary {
    const char *name;
    double (*compute)(double, double);
  };
  const Binary binaries[] = {
      {"addf", [](double a, double b) { return a + b; }},
      {"subf", [](double a, double b) { return a - b; }},
      {"mulf", [](double a, double b) { return a * b; }},
      {"divf", [](double a, double b) { return a / b; }}};
  std::mt19937_64 random(13);
  for (DType type : narrow) {
    HostTensor x = *HostTensor::zeros(type, {1 << 15}), y = x;
    for (int64_t i = 0; i < x.getNumElements(); ++i) {
      x.setBits(i, random());
      y.setBits(i, random());
    }
    for (const Binary &op : binaries)
      Check{std::string("%r = arith.") + op.name +
                " %x, %y : " + vectorOf(type),
            type, type, true}
          .run(x, y, [&](HostTensor &r, int64_t i) {
            r.setFloat(i, op.compute(x.getFloat(i), y.getFloat(i)));
          });
    uint64_t sign = uint64_t(1) << (getBitWidth(type) - 1);
    Check{"%r = arith.negf %x : " + vectorOf(type), type, type}.run(
        x,
        [&](HostTensor &r, int64_t i) { r.setBits(i, x.getBits(i) ^ sign); });
    Check{"%r = math.absf %x : " + vectorOf(type), type, type}.run(
        x,
        [&](HostTensor &r, int64_t i) { r.setBits(i, x.getBits(i) & ~sign); });
  }
}

TEST(DecomposeDTypes, FunctionsOfNarrowFloats) {
  struct Unary {
    const char *name;
    double (*compute)(double);
  };
  const Unary unaries[] = {
      {"sqrt", [](double a) { return std::sqrt(a); }},
      {"floor", [](double a) { return std::floor(a); }},
      {"ceil", [](double a) { return std::ceil(a); }},
      {"trunc", [](double a) { return std::trunc(a); }},
      {"roundeven", [](double a) { return std::nearbyint(a); }}};
  for (DType type : narrow) {
    HostTensor x = allPatterns(type);
    for (const Unary &op : unaries)
      Check{std::string("%r = math.") + op.name + " %x : " + vectorOf(type),
            type, type}
          .run(x, [&](HostTensor &r, int64_t i) {
            r.setFloat(i, op.compute(x.getFloat(i)));
          });
  }
}

/// The larger of two; a NaN wins.
static double larger(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? a : b;
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}

TEST(DecomposeDTypes, ComparisonsOfNarrowFloats) {
  std::mt19937_64 random(17);
  for (DType type : narrow) {
    HostTensor x = *HostTensor::zeros(type, {1 << 13}), y = x;
    for (int64_t i = 0; i < x.getNumElements(); ++i) {
      x.setBits(i, random());
      y.setBits(i, i % 3 ? random() : x.getBits(i));
    }
    auto check = [&](const char *op, bool largest) {
      Check{std::string("%r = arith.") + op + " %x, %y : " + vectorOf(type),
            type, type, true}
          .run(x, y, [&](HostTensor &r, int64_t i) {
            double a = x.getFloat(i), b = y.getFloat(i);
            double value = largest ? larger(a, b) : -larger(-a, -b);
            r.setFloat(i, value);
          });
    };
    check("maximumf", true);
    check("minimumf", false);
    Check{"%c = arith.cmpf ole, %x, %y : " + vectorOf(type) +
              "\n%r = arith.select %c, %x, %y : vector<8xi1>, " +
              vectorOf(type),
          type, type, true}
        .run(x, y, [&](HostTensor &r, int64_t i) {
          bool c = x.getFloat(i) <= y.getFloat(i);
          r.setBits(i, c ? x.getBits(i) : y.getBits(i));
        });
  }
}

TEST(DecomposeDTypes, FloatsToIntegersSaturate) {
  for (DType from : {DType::F32, DType::F64, DType::BF16, DType::F8E5M2}) {
    HostTensor x = from == DType::F32   ? sampleF32()
                   : from == DType::F64 ? sampleF64(DType::BF16)
                                        : allPatterns(from);
    for (DType to :
         {DType::Int32, DType::UInt32, DType::Int64, DType::UInt64}) {
      std::string op = isUnsigned(to) ? "arith.fptoui" : "arith.fptosi";
      Check{"%r = " + op + " %x {uop.total} : " + vectorOf(from) + " to " +
                vectorOf(to),
            from, to}
          .run(x, [&](HostTensor &r, int64_t i) {
            r.setInt(i, floatToInt(x.getFloat(i), to));
          });
    }
  }
}

template <class T> static void checkIntegers(DType type) {
  // Every pair of a few numbers, or of all bytes.
  std::vector<int64_t> values;
  if (sizeof(T) == 1)
    for (int i = 0; i < 256; ++i)
      values.push_back(i);
  else
    for (int64_t base : {int64_t(0), getIntMin(type), getIntMax(type),
                         int64_t(sizeof(T) * 8), int64_t(1000)})
      for (int64_t offset = -3; offset <= 3; ++offset)
        values.push_back(base + offset);
  int64_t n = values.size();
  HostTensor x = *HostTensor::zeros(type, {n * n + 7}), y = x;
  for (int64_t i = 0; i < n * n; ++i) {
    x.setInt(i, values[i / n]);
    y.setInt(i, values[i % n]);
  }
  auto check = [&](const char *name, T (*compute)(T, T)) {
    Check{std::string("%r = arith.") + name +
              " %x, %y {uop.total} : " + vectorOf(type),
          type, type, true}
        .run(x, y, [&](HostTensor &r, int64_t i) {
          r.setInt(i, compute(T(x.getInt(i)), T(y.getInt(i))));
        });
  };
  if (std::is_signed_v<T>)
    check("floordivsi", floorDiv<T>);
  check(std::is_signed_v<T> ? "divsi" : "divui", cDiv<T>);
  check(std::is_signed_v<T> ? "remsi" : "remui", cMod<T>);
  check("shli", shiftLeft<T>);
  check(std::is_signed_v<T> ? "shrsi" : "shrui", shiftRight<T>);
}

TEST(DecomposeDTypes, TotalIntegerOps) {
  checkIntegers<int8_t>(DType::Int8);
  checkIntegers<uint8_t>(DType::UInt8);
  checkIntegers<int16_t>(DType::Int16);
  checkIntegers<int32_t>(DType::Int32);
  checkIntegers<uint32_t>(DType::UInt32);
  checkIntegers<int64_t>(DType::Int64);
  checkIntegers<uint64_t>(DType::UInt64);
}
