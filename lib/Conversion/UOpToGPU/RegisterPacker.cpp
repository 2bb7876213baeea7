//===- RegisterPacker.cpp - registers as instructions take them -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterPacker.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::uop;

Value RegisterPacker::getConstant(Type type, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getIntegerAttr(type, value));
}

Value RegisterPacker::extract(Value vector, int64_t at) {
  return LLVM::ExtractElementOp::create(builder, loc, vector,
                                        getConstant(builder.getI32Type(), at));
}

/// `size` elements of `vector` from `at` on.
Value RegisterPacker::slice(Value vector, int64_t at, int64_t size) {
  SmallVector<int32_t> mask;
  for (int64_t i = 0; i != size; ++i)
    mask.push_back(at + i);
  return LLVM::ShuffleVectorOp::create(builder, loc, vector, vector, mask);
}

Value RegisterPacker::bitcast(Value value, Type type) {
  return LLVM::BitcastOp::create(builder, loc, type, value);
}

void RegisterPacker::pack(Value value, Packing packing,
                          SmallVectorImpl<Value> &operands) {
  auto type = cast<VectorType>(value.getType());
  int64_t count = type.getNumElements();
  int64_t width = type.getElementTypeBitWidth();
  Type i32 = builder.getI32Type();
  switch (packing) {
  case Packing::Scalars:
    for (int64_t i = 0; i != count; ++i)
      operands.push_back(extract(value, i));
    return;
  case Packing::Pairs:
    for (int64_t i = 0; i != count; i += 2)
      operands.push_back(slice(value, i, 2));
    return;
  case Packing::Words:
    for (int64_t i = 0, step = 32 / width; i != count; i += step)
      operands.push_back(
          bitcast(step == 1 ? extract(value, i) : slice(value, i, step), i32));
    return;
  case Packing::Vector:
    operands.push_back(value);
    return;
  case Packing::Halves:
    operands.push_back(
        bitcast(value, VectorType::get(count, builder.getI16Type())));
    return;
  case Packing::Packed: {
    int64_t words = count * width / 32;
    operands.push_back(
        bitcast(value, words == 1 ? i32 : VectorType::get(words, i32)));
    return;
  }
  case Packing::Wide:
    operands.push_back(bitcast(value, builder.getI64Type()));
    return;
  }
  llvm_unreachable("every packing is listed");
}

Value RegisterPacker::unpack(Value all, Type type, size_t numMembers,
                             size_t first) {
  Value result = LLVM::PoisonOp::create(builder, loc, type);
  int64_t at = 0;
  for (size_t member = first; member != first + numMembers; ++member) {
    Value part = LLVM::ExtractValueOp::create(
        builder, loc, all, ArrayRef<int64_t>(static_cast<int64_t>(member)));
    auto vector = dyn_cast<VectorType>(part.getType());
    for (int64_t i = 0, e = vector ? vector.getNumElements() : 1; i != e; ++i)
      result = LLVM::InsertElementOp::create(
          builder, loc, type, result, vector ? extract(part, i) : part,
          getConstant(builder.getI32Type(), at++));
  }
  return result;
}
