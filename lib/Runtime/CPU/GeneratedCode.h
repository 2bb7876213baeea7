//===- GeneratedCode.h - calls of code made at run time ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The undefined-behaviour sanitizer looks for a record of a function's type in
// front of its code. Compiled kernels and graphs have none, and where they are
// first on a page there is no memory to look at.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_CPU_GENERATEDCODE_H
#define TINYGRAD_LIB_RUNTIME_CPU_GENERATEDCODE_H

/// On a function that calls such code.
#if defined(__clang__)
#define TINYGRAD_CALLS_GENERATED_CODE __attribute__((no_sanitize("function")))
#else
#define TINYGRAD_CALLS_GENERATED_CODE
#endif

#endif // TINYGRAD_LIB_RUNTIME_CPU_GENERATEDCODE_H
