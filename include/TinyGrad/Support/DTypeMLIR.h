//===- DTypeMLIR.h - element types of MLIR ----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_DTYPEMLIR_H
#define TINYGRAD_SUPPORT_DTYPEMLIR_H

#include "TinyGrad/Support/DType.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tinygrad {

/// The DType of an element type of `tg`; signless integers are signed.
inline std::optional<DType> getDType(mlir::Type type) {
  if (mlir::isa<mlir::Float8E4M3FNType>(type))
    return DType::F8E4M3FN;
  if (mlir::isa<mlir::Float8E5M2Type>(type))
    return DType::F8E5M2;
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (type.isF32())
    return DType::F32;
  if (type.isF64())
    return DType::F64;
  auto integer = mlir::dyn_cast<mlir::IntegerType>(type);
  if (!integer || integer.isSigned())
    return std::nullopt;
  if (integer.isSignless() && integer.getWidth() == 1)
    return DType::Bool;
  for (DType dtype : allDTypes)
    if (isInteger(dtype) && getBitWidth(dtype) == integer.getWidth() &&
        isUnsigned(dtype) == integer.isUnsigned())
      return dtype;
  return std::nullopt;
}

/// The element type that stands for `dtype`.
inline mlir::Type getMLIRType(DType dtype, mlir::MLIRContext *context) {
  switch (dtype) {
  case DType::F8E4M3FN:
    return mlir::Float8E4M3FNType::get(context);
  case DType::F8E5M2:
    return mlir::Float8E5M2Type::get(context);
  case DType::F16:
    return mlir::Float16Type::get(context);
  case DType::BF16:
    return mlir::BFloat16Type::get(context);
  case DType::F32:
    return mlir::Float32Type::get(context);
  case DType::F64:
    return mlir::Float64Type::get(context);
  default:
    break;
  }
  auto sign = isUnsigned(dtype) ? mlir::IntegerType::Unsigned
                                : mlir::IntegerType::Signless;
  return mlir::IntegerType::get(context, getBitWidth(dtype), sign);
}

} // namespace tinygrad

#endif // TINYGRAD_SUPPORT_DTYPEMLIR_H
