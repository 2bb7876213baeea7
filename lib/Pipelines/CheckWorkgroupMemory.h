//===- CheckWorkgroupMemory.h - whether a workgroup fits --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_PIPELINES_CHECKWORKGROUPMEMORY_H
#define TINYGRAD_LIB_PIPELINES_CHECKWORKGROUPMEMORY_H

#include "mlir/Pass/Pass.h"

namespace tinygrad {

/// A pass on a uop.kernel in linear form that refuses more than `limit` bytes
/// of workgroup memory: those of its tiles, of their second halves, of products
/// without units and of reduces together.
std::unique_ptr<mlir::Pass> createCheckWorkgroupMemory(int64_t limit);

/// Registers `--uop-check-workgroup-memory`.
void registerCheckWorkgroupMemory();

} // namespace tinygrad

#endif // TINYGRAD_LIB_PIPELINES_CHECKWORKGROUPMEMORY_H
