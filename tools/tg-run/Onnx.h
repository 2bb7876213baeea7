//===- Onnx.h - ONNX models as programs ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TG_RUN_ONNX_H
#define TINYGRAD_TOOLS_TG_RUN_ONNX_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace tinygrad::run {

/// The program of an ONNX model, as bytecode. Python reads the model: the
/// package tinygrad_mlir has the operators, the package onnx the format.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
importOnnx(const std::string &path);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TG_RUN_ONNX_H
