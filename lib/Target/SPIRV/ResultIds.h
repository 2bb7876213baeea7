//===- ResultIds.h - whether a module of SPIR-V is sound --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_TARGET_SPIRV_RESULTIDS_H
#define TINYGRAD_LIB_TARGET_SPIRV_RESULTIDS_H

#include "llvm/ADT/StringRef.h"

namespace tinygrad {

/// Whether no id of a module of SPIR-V is given twice. The positions of result
/// ids are those of the SPIR-V 1.6 specification, section 3.42, for what
/// kernels of OpenCL are made of.
bool hasUniqueResultIds(llvm::StringRef module);

} // namespace tinygrad

#endif // TINYGRAD_LIB_TARGET_SPIRV_RESULTIDS_H
