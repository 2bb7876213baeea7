//===- Random.cpp - random numbers in the interpreter -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexingEvaluators.h"

#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace tinygrad::reference {

/// Threefry-2x32 with 20 rounds, its two words in one of 64 bits.
static uint64_t threefry(uint64_t counter, uint64_t key) {
  uint32_t first = static_cast<uint32_t>(key >> 32);
  uint32_t second = static_cast<uint32_t>(key);
  uint32_t schedule[3] = {second, first, first ^ second ^ 0x1BD11BDAu};
  uint32_t x = static_cast<uint32_t>(counter) + schedule[0];
  uint32_t y = static_cast<uint32_t>(counter >> 32) + schedule[1];
  static constexpr int kRotations[8] = {13, 15, 26, 6, 17, 29, 16, 24};
  for (unsigned round = 0; round < 20; ++round) {
    x += y;
    y = llvm::rotl(y, kRotations[round % 8]) ^ x;
    if (round % 4 == 3) {
      unsigned injected = round / 4 + 1;
      x += schedule[injected % 3];
      y += schedule[(injected + 1) % 3] + injected;
    }
  }
  return uint64_t(y) << 32 | x;
}

static Result threefry(const Call &call) {
  const HostTensor &counter = call.operand(0), &key = call.operand(1);
  if (counter.shape != key.shape)
    return call.error() << "expects operands of one shape, but got "
                        << toString(counter.shape) << " and "
                        << toString(key.shape);
  Result result = call.makeResult(counter.shape);
  if (failed(result))
    return failure();
  for (int64_t i = 0; i < result->getNumElements(); ++i)
    result->setBits(i, threefry(counter.getBits(i), key.getBits(i)));
  return result;
}

static uint64_t pairOf(const HostTensor &words) {
  return words.getBits(1) << 32 | words.getBits(0);
}

static Result rand(const Call &call, tg::RandOp op) {
  FailureOr<Shape> shape = call.indices(op.getMixedSizes());
  if (failed(shape))
    return failure();
  Result result = call.makeResult(*shape);
  if (failed(result))
    return failure();
  // The counter, encrypted, is the key of this tensor's numbers.
  uint64_t key = threefry(pairOf(call.operand(1)), pairOf(call.operand(0)));
  int64_t words = (result->bytes.size() + 3) / 4, half = (words + 1) / 2;
  std::vector<uint8_t> bytes(words * 4);
  for (int64_t i = 0; i < half; ++i) {
    uint64_t pair = threefry(uint64_t(half + i) << 32 | uint64_t(i), key);
    auto put = [&](int64_t word, uint64_t value) {
      for (int64_t byte = 0; byte < 4 && word < words; ++byte)
        bytes[word * 4 + byte] = static_cast<uint8_t>(value >> 8 * byte);
    };
    put(i, pair);
    put(half + i, pair >> 32);
  }
  // A random mantissa makes a number of [1, 2).
  HostTensor number = *HostTensor::zeros(result->dtype, {1});
  number.setFloat(0, 1);
  uint64_t one = number.getBits(0);
  int64_t size = getByteSize(result->dtype);
  int64_t mantissa = getFloatInfo(result->dtype).mantissaBits;
  for (int64_t i = 0; i < result->getNumElements(); ++i) {
    uint64_t bits = 0;
    for (int64_t byte = 0; byte < size; ++byte)
      bits |= uint64_t(bytes[i * size + byte]) << 8 * byte;
    number.setBits(0, bits >> (8 * size - mantissa) | one);
    result->setFloat(i, number.getFloat(0) - 1);
  }
  return result;
}

std::optional<Result> evaluateRandom(const Call &call) {
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](tg::ThreefryOp) { return threefry(call); })
      .Case([&](tg::RandOp op) { return rand(call, op); })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
