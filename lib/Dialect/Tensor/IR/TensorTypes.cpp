//===- TensorTypes.cpp - element and tensor types of tg ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::tg {

Type withElementType(Type type, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(element);
  return element;
}

bool isElementType(Type type) {
  if (isa<Float8E4M3FNType, Float8E5M2Type, Float16Type, BFloat16Type,
          Float32Type, Float64Type>(type))
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSigned())
    return false;
  switch (integer.getWidth()) {
  case 1:
    return integer.isSignless();
  case 8:
  case 16:
  case 32:
  case 64:
    return true;
  default:
    return false;
  }
}

unsigned getElementWidth(Type element) {
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
}

bool isTensorType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getEncoding())
    return false;
  // A bool takes a byte in memory.
  int64_t bytes = std::max(1u, getElementWidth(tensor.getElementType()) / 8);
  // The sizes other than 0 count even when there is a 0 among them: a shape of
  // no elements may lose its 0 (a reduce) and must not overflow then.
  for (int64_t size : tensor.getShape())
    if (size != ShapedType::kDynamic && size != 0 &&
        (size < 0 || llvm::MulOverflow(bytes, size, bytes)))
      return false;
  return true;
}

Type getSumType(Type element) {
  MLIRContext *context = element.getContext();
  if (auto floating = dyn_cast<FloatType>(element))
    return floating.getWidth() < 32 ? Float32Type::get(context) : element;
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || integer.getWidth() >= 32)
    return element;
  return IntegerType::get(context, 32,
                          integer.isUnsigned() ? IntegerType::Unsigned
                                               : IntegerType::Signless);
}

} // namespace tinygrad::tg
