//===- Constants.cpp - elements of attributes as bytes ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constants.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace tinygrad;

/// Appends the low bytes of an element, lowest first.
static void appendElement(std::vector<char> &bytes, APInt bits,
                          int64_t numBytes) {
  uint64_t word = bits.getZExtValue();
  for (int64_t i = 0; i < numBytes; ++i, word >>= 8)
    bytes.push_back(static_cast<char>(word & 0xFF));
}

static std::optional<APInt> getBits(Attribute element) {
  if (auto integer = dyn_cast<IntegerAttr>(element))
    return integer.getValue();
  if (auto number = dyn_cast<FloatAttr>(element))
    return number.getValue().bitcastToAPInt();
  return std::nullopt;
}

FailureOr<std::vector<char>>
tinygrad::getConstantBytes(jit::ConstantOp constant) {
  ElementsAttr elements = constant.getValue();
  jit::BufferType type = constant.getBuffer().getType();
  size_t numBytes = size_t(type.getBytes());
  std::vector<char> bytes;
  bytes.reserve(numBytes);

  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob || blob->getData().size() != numBytes) {
      constant.emitOpError()
          << "expected a resource of " << numBytes << " bytes, but got "
          << (blob ? std::to_string(blob->getData().size()) : "none");
      return failure();
    }
    bytes.assign(blob->getData().begin(), blob->getData().end());
    return bytes;
  }

  auto dense = dyn_cast<DenseElementsAttr>(elements);
  if (dense && !type.getElementType().isInteger(1)) {
    ArrayRef<char> raw = dense.getRawData();
    if (!dense.isSplat()) {
      bytes.assign(raw.begin(), raw.end());
      return bytes;
    }
    while (bytes.size() < numBytes)
      bytes.insert(bytes.end(), raw.begin(), raw.end());
    return bytes;
  }

  auto values = elements.tryGetValues<Attribute>();
  if (!values) {
    constant.emitOpError() << "has elements that cannot be read";
    return failure();
  }
  for (Attribute element : *values) {
    std::optional<APInt> bits = getBits(element);
    if (!bits) {
      constant.emitOpError() << "has elements that cannot be read";
      return failure();
    }
    appendElement(bytes, *bits, type.getElementBytes());
  }
  return bytes;
}
