//===- Compiler.h - C interface of the compiler -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libTinyGradCompiler: parse a program, run passes on it, compile it, and give
// it to the runtime as a TgrtFunction (TinyGrad-c/Library.h), which runs it.
// Functions that can fail return TGRT_OK or TGRT_ERROR; what went wrong goes to
// the context's callback, one call for each diagnostic.
//
// A context is used by one thread at a time. Functions keep what they need
// alive and may outlive the context.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_C_COMPILER_H
#define TINYGRAD_C_COMPILER_H

#include "TinyGrad-c/Library.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this header; it grows when a function or field changes.
/// Struct fields and functions are only ever appended.
#define TGC_VERSION 1

#if defined(__GNUC__)
#define TGC_EXPORT __attribute__((visibility("default")))
#else
#define TGC_EXPORT
#endif

/// The version that the library was built with.
TGC_EXPORT uint32_t tgc_version(void);

typedef struct TgcContext TgcContext;
typedef struct TgcModule TgcModule;

enum { TGC_NOTE = 0, TGC_REMARK = 1, TGC_WARNING = 2, TGC_ERROR = 3 };

/// Receives a diagnostic. `location` is "file:line:column", or empty. The
/// strings live during the call only.
typedef void (*TgcDiagnosticFn)(int severity, const char *location,
                                const char *message, void *data);

/// Receives a piece of text.
typedef void (*TgcTextFn)(const char *text, size_t size, void *data);

/// `threads` is how many the compiler and the programs may use; 0 takes what
/// the process may use. Null where memory runs out.
TGC_EXPORT TgcContext *tgc_context_create(unsigned threads);
/// Modules of the context must be gone.
TGC_EXPORT void tgc_context_destroy(TgcContext *context);

/// A null function drops diagnostics.
TGC_EXPORT void tgc_context_set_diagnostics(TgcContext *context,
                                            TgcDiagnosticFn function,
                                            void *data);

/// Parses MLIR text or bytecode: tg, or linalg, tosa, tensor and arith. `name`
/// is the file of the locations.
TGC_EXPORT int tgc_parse(TgcContext *context, const char *source, size_t size,
                         const char *name, TgcModule **module);
TGC_EXPORT void tgc_module_destroy(TgcModule *module);

/// Runs a pipeline as mlir-opt takes it: "builtin.module(func.func(tg-fuse))".
TGC_EXPORT int tgc_module_run_pipeline(TgcModule *module, const char *pipeline);

/// Gives the module as text, piece by piece.
TGC_EXPORT void tgc_module_print(TgcModule *module, TgcTextFn function,
                                 void *data);

typedef struct TgcCompileOptions {
  /// sizeof(TgcCompileOptions) of the caller.
  uint32_t size;
  /// Not zero: choose no optimisations for kernels.
  uint32_t noOptimize;
  /// Not zero: run what depends on no input once.
  uint32_t prune;
  /// "host" where null; "x86-64-v3" and the like.
  const char *target;
} TgcCompileOptions;

/// Compiles one function of the module, which stays as it is. `options` may be
/// null. tgrt_function_destroy ends the function.
TGC_EXPORT int tgc_module_compile(TgcModule *module, const char *function,
                                  const TgcCompileOptions *options,
                                  TgrtFunction **compiled);

/// Compiles one function and saves it as a captured one, a file that
/// tgc_load_capture reads.
TGC_EXPORT int tgc_module_save_capture(TgcModule *module, const char *function,
                                       const TgcCompileOptions *options,
                                       const char *path);

/// Loads a captured function that a file holds; nothing is compiled.
TGC_EXPORT int tgc_load_capture(TgcContext *context, const char *path,
                                TgrtFunction **captured);

#ifdef __cplusplus
}
#endif

#endif // TINYGRAD_C_COMPILER_H
