//===- ImageDialect.cpp - the image dialect ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image/ImageDialect.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

#include "Image/ImageDialect.cpp.inc"

#define GET_OP_CLASSES
#include "Image/ImageOps.cpp.inc"

void image::ImageDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Image/ImageOps.cpp.inc"
      >();
}

LogicalResult image::GrayOp::verify() {
  ArrayRef<int64_t> in = getInput().getType().getShape();
  if (in[1] != 3)
    return emitOpError("expected 3 channels, but got ") << in[1];
  SmallVector<int64_t> out(in);
  out[1] = 1;
  if (ArrayRef<int64_t>(out) != getResult().getType().getShape())
    return emitOpError("expected a result of type ")
           << getInput().getType().clone(out) << ", but got "
           << getResult().getType();
  return success();
}
