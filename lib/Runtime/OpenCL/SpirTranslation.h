//===- SpirTranslation.h - SPIR-V for old drivers ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_OPENCL_SPIRTRANSLATION_H
#define TINYGRAD_LIB_RUNTIME_OPENCL_SPIRTRANSLATION_H

#include "TinyGrad/Runtime/Status.h"

#include <string>

namespace tinygrad::rt::cl {

/// Whether the code is a SPIR-V module.
bool isSpirv(const std::string &code);

/// The module with each null constant of a number written as a zero, which
/// llvm-spirv reads.
StatusOr<std::string> replaceNullConstants(const std::string &code);

/// The module as SPIR 1.2, LLVM bitcode for drivers that take no SPIR-V, by the
/// program `translator`, or llvm-spirv where that is empty.
StatusOr<std::string> translateToSpir(const std::string &code,
                                      const std::string &translator);

} // namespace tinygrad::rt::cl

#endif // TINYGRAD_LIB_RUNTIME_OPENCL_SPIRTRANSLATION_H
