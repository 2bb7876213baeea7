//===- Elements.cpp - reading and making array elements -------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "TinyGrad/Support/FloatFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace tinygrad;
using namespace tinygrad::run;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static constexpr std::pair<rt::ElementType, DType> types[] = {
    {rt::ElementType::Bool, DType::Bool},
    {rt::ElementType::I8, DType::Int8},
    {rt::ElementType::I16, DType::Int16},
    {rt::ElementType::I32, DType::Int32},
    {rt::ElementType::I64, DType::Int64},
    {rt::ElementType::U8, DType::UInt8},
    {rt::ElementType::U16, DType::UInt16},
    {rt::ElementType::U32, DType::UInt32},
    {rt::ElementType::U64, DType::UInt64},
    {rt::ElementType::F16, DType::F16},
    {rt::ElementType::BF16, DType::BF16},
    {rt::ElementType::F32, DType::F32},
    {rt::ElementType::F64, DType::F64},
    {rt::ElementType::F8E4M3FN, DType::F8E4M3FN},
    {rt::ElementType::F8E5M2, DType::F8E5M2},
    {rt::ElementType::Raw8, DType::UInt8},
    {rt::ElementType::Raw16, DType::UInt16},
};

DType run::toDType(rt::ElementType type) {
  for (auto [element, dtype] : types)
    if (element == type)
      return dtype;
  return DType::F32;
}

rt::ElementType run::toElementType(DType type) {
  for (auto [element, dtype] : types)
    if (dtype == type)
      return element;
  return rt::ElementType::F32;
}

HostTensor run::toTensor(const rt::HostArray &array) {
  HostTensor tensor;
  tensor.dtype = toDType(array.type);
  tensor.shape = array.shape;
  tensor.bytes.assign(array.data.get(), array.data.get() + array.bytes);
  return tensor;
}

llvm::Expected<rt::HostArray> run::toArray(const HostTensor &tensor) {
  auto array = rt::HostArray::create(toElementType(tensor.dtype), tensor.shape);
  if (array.isError() || array->bytes != tensor.bytes.size())
    return llvm::createStringError("cannot hold a result: " + array.message());
  if (array->bytes)
    std::memcpy(array->data.get(), tensor.bytes.data(), array->bytes);
  return std::move(*array);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

uint64_t run::countElements(const rt::HostArray &array) {
  return array.bytes / rt::elementBytes(array.type);
}

uint64_t run::getBits(const rt::HostArray &array, uint64_t index) {
  uint64_t width = rt::elementBytes(array.type), bits = 0;
  std::memcpy(&bits, array.data.get() + index * width, width);
  return bits;
}

void run::setBits(rt::HostArray &array, uint64_t index, uint64_t bits) {
  uint64_t width = rt::elementBytes(array.type);
  std::memcpy(array.data.get() + index * width, &bits, width);
}

/// Sign-extends the bits of a signed integer.
static int64_t toSigned(uint64_t bits, DType type) {
  return llvm::SignExtend64(bits, getByteSize(type) * 8);
}

double run::getNumber(const rt::HostArray &array, uint64_t index) {
  DType type = toDType(array.type);
  uint64_t bits = getBits(array, index);
  if (isFloat(type))
    return decodeFloat(bits, type);
  return isSigned(type) ? double(toSigned(bits, type)) : double(bits);
}

std::string run::formatElement(const rt::HostArray &array, uint64_t index) {
  DType type = toDType(array.type);
  uint64_t bits = getBits(array, index);
  if (type == DType::Bool)
    return bits ? "true" : "false";
  if (isSigned(type))
    return std::to_string(toSigned(bits, type));
  if (!isFloat(type))
    return std::to_string(bits);
  double number = decodeFloat(bits, type);
  if (std::isnan(number))
    return "nan";
  if (std::isinf(number))
    return number < 0 ? "-inf" : "inf";
  auto print = [&](int digits) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.*g", digits, number);
    return text;
  };
  // The fewest digits that read back as the same element, but no exponent where
  // those before the point suffice: 30, not 3e+01.
  int digits = 1;
  while (digits < 17 &&
         encodeFloat(std::strtod(print(digits).c_str(), nullptr), type) != bits)
    ++digits;
  constexpr double mostWithoutExponent = 1e16;
  if (std::abs(number) >= 1 && std::abs(number) < mostWithoutExponent)
    digits = std::max(digits, int(std::log10(std::abs(number))) + 1);
  return print(digits);
}

//===----------------------------------------------------------------------===//
// Made-up elements
//===----------------------------------------------------------------------===//

static uint64_t getRandomElement(std::mt19937_64 &random, DType type) {
  uint64_t draw = random();
  if (type == DType::Bool)
    return draw & 1;
  if (isFloat(type)) // [-2, 2)
    return encodeFloat(double(draw >> 11) * 0x1p-51 - 2, type);
  if (isUnsigned(type))
    return draw % 100;
  return uint64_t(int64_t(draw % 101) - 50);
}

static std::vector<uint64_t> getEdges(DType type) {
  if (type == DType::Bool)
    return {0, 1};
  std::vector<uint64_t> edges;
  if (isFloat(type)) {
    FloatInfo info = getFloatInfo(type);
    for (double x : {0.0,
                     0.5,
                     1.0,
                     1.5,
                     2.5,
                     3.0,
                     127.0,
                     128.0,
                     255.0,
                     256.0,
                     32768.0,
                     65536.0,
                     2147483648.0,
                     4294967296.0,
                     0x1p63,
                     info.max,
                     info.smallestNormal,
                     info.smallestDenormal,
                     std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::quiet_NaN()})
      for (double signedX : {x, -x})
        edges.push_back(encodeFloat(signedX, type, Saturation::None));
    return edges;
  }
  auto lowest = uint64_t(getIntMin(type)), highest = uint64_t(getIntMax(type));
  for (uint64_t delta : {0, 1, 2})
    edges.insert(edges.end(),
                 {lowest + delta, highest - delta, delta, uint64_t(0) - delta});
  for (uint64_t shift : {3, 7, 8, 15, 16, 31, 32, 63})
    edges.push_back(shift); // shift amounts around the widths
  return edges;
}

void run::fillArray(rt::HostArray &array, DataSource::Kind kind,
                    uint64_t seed) {
  if (kind == DataSource::Kind::Zeros) {
    std::memset(array.data.get(), 0, array.bytes);
    return;
  }
  std::mt19937_64 random(seed);
  DType type = toDType(array.type);
  std::vector<uint64_t> edges = getEdges(type);
  for (uint64_t i = 0, n = countElements(array); i < n; ++i) {
    if (kind == DataSource::Kind::Random) {
      setBits(array, i, getRandomElement(random, type));
      continue;
    }
    uint64_t draw = random();
    bool isEdge = type == DType::Bool || (draw & 1);
    setBits(array, i, isEdge ? edges[(draw >> 1) % edges.size()] : draw >> 1);
  }
}
