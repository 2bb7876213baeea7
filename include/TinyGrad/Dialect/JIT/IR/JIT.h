//===- JIT.h - the jit dialect ----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_IR_JIT_H
#define TINYGRAD_DIALECT_JIT_IR_JIT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "TinyGrad/Dialect/JIT/IR/JITDialect.h.inc"
#include "TinyGrad/Dialect/JIT/IR/JITEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "TinyGrad/Dialect/JIT/IR/JITTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "TinyGrad/Dialect/JIT/IR/JITAttrs.h.inc"
#define GET_OP_CLASSES
#include "TinyGrad/Dialect/JIT/IR/JITOps.h.inc"

namespace tinygrad::jit {

/// "cpu" of "cpu:1".
llvm::StringRef getDeviceKind(llvm::StringRef device);

/// Whether kernels for the device are made by way of gpu.module.
bool isGPUDevice(llvm::StringRef device);

} // namespace tinygrad::jit

#endif // TINYGRAD_DIALECT_JIT_IR_JIT_H
