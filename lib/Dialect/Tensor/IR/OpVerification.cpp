//===- OpVerification.cpp - what several verifiers check --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpVerification.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;

namespace tinygrad::tg {

std::string printSize(int64_t size) {
  return ShapedType::isDynamic(size) ? "?" : std::to_string(size);
}

LogicalResult verifyIndexList(Operation *op, StringRef name,
                              ArrayRef<int64_t> list, ValueRange dynamic,
                              int64_t rank) {
  if (static_cast<int64_t>(list.size()) != rank)
    return op->emitOpError("expected ")
           << rank << " " << name << ", but got " << list.size();
  size_t count = llvm::count_if(list, ShapedType::isDynamic);
  if (count != dynamic.size())
    return op->emitOpError("expected ")
           << count << " index operands for " << name << ", but got "
           << dynamic.size();
  for (int64_t entry : list)
    if (!ShapedType::isDynamic(entry) && entry < 0)
      return op->emitOpError("expected ")
             << name << " of at least 0, but got " << entry;
  return success();
}

LogicalResult verifySizes(Operation *op, StringRef name,
                          ArrayRef<int64_t> sizes, ValueRange dynamic,
                          RankedTensorType type) {
  if (failed(verifyIndexList(op, name, sizes, dynamic, type.getRank())))
    return failure();
  return verifyShape(op, sizes, type);
}

LogicalResult verifyAxes(Operation *op, ArrayRef<int64_t> axes, int64_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= rank)
      return op->emitOpError("expected axes from 0 to ")
             << rank - 1 << ", but got " << axis;
    if (seen.test(axis))
      return op->emitOpError("expected distinct axes, but got ")
             << axis << " twice";
    seen.set(axis);
  }
  return success();
}

LogicalResult verifyScalar(Operation *op, StringRef name, TypedAttr value,
                           Type element) {
  if (value.getType() == element && isa<FloatAttr, IntegerAttr>(value))
    return success();
  return op->emitOpError("expected ")
         << name << " of type " << element << ", but got " << value;
}

LogicalResult verifyShape(Operation *op, ArrayRef<int64_t> expected,
                          RankedTensorType result) {
  if (static_cast<int64_t>(expected.size()) != result.getRank())
    return op->emitOpError("expected a result of rank ")
           << expected.size() << ", but got " << result;
  for (auto [axis, size] : llvm::enumerate(expected))
    if (size != result.getDimSize(axis))
      return op->emitOpError("expected size ")
             << printSize(size) << " on axis " << axis
             << " of the result, but got "
             << printSize(result.getDimSize(axis));
  return success();
}

} // namespace tinygrad::tg
