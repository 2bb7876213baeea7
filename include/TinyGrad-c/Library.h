//===- Library.h - C interface of compiled functions ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tg-run --emit-library PREFIX` writes PREFIX.so and PREFIX.h. The shared
// library holds nothing but data and kernels: a `TgrtLibrary`. The functions
// below run it; they are in libTinyGradRuntime, which needs no LLVM. PREFIX.h
// wraps them with the types of the function at hand.
//
// Every function here that can fail returns TGRT_OK or TGRT_ERROR, and the
// thread's last message is `tgrt_last_error()`. Nothing throws or exits.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_C_LIBRARY_H
#define TINYGRAD_C_LIBRARY_H

#include "TinyGrad-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the structs below and of the description that they point to.
/// A runtime refuses libraries of another one.
#define TGRT_LIBRARY_VERSION 1

enum { TGRT_OK = 0, TGRT_ERROR = 1 };

/// What a compiled library exports.
typedef struct TgrtLibrary {
  uint32_t version;
  /// sizeof(TgrtLibrary) of whoever wrote it.
  uint32_t size;
  /// Exec items, memory plan, constants and the target, in a format of the
  /// runtime's own, with a hash; aligned to 64 bytes.
  const void *description;
  uint64_t descriptionBytes;
  /// The entries that the description refers to by position.
  const TgrtKernelFn *kernels;
  uint64_t numKernels;
  const TgrtGraphFn *graphs;
  uint64_t numGraphs;
} TgrtLibrary;

/// A function that is ready to run, with its own arena and state. One thread at
/// a time runs it; several may be made of one library.
typedef struct TgrtFunction TgrtFunction;

/// An input or a result. The strings live as long as the function.
typedef struct TgrtPort {
  /// Its name in the program; empty if it has none.
  const char *name;
  /// The element type as MLIR writes it: "f32".
  const char *dtype;
  /// The sizes, over the variables: "[n, 64]".
  const char *shape;
  /// Bytes at the variables' upper bounds.
  uint64_t maxBytes;
  /// An input that a run writes; a result that is such an input's new content.
  int32_t isUpdated;
} TgrtPort;

typedef struct TgrtVariable {
  const char *name;
  int64_t min;
  int64_t max;
} TgrtVariable;

/// Checks version, hash and processor, and makes a function. `threads` is how
/// many the CPU may use; 0 takes what the process may use. The library must
/// stay loaded for as long as the function lives.
int tgrt_function_create(const TgrtLibrary *library, unsigned threads,
                         TgrtFunction **function);
void tgrt_function_destroy(TgrtFunction *function);

uint32_t tgrt_function_num_inputs(const TgrtFunction *function);
uint32_t tgrt_function_num_results(const TgrtFunction *function);
uint32_t tgrt_function_num_variables(const TgrtFunction *function);
int tgrt_function_input(const TgrtFunction *function, uint32_t index,
                        TgrtPort *port);
int tgrt_function_result(const TgrtFunction *function, uint32_t index,
                         TgrtPort *port);
int tgrt_function_variable(const TgrtFunction *function, uint32_t index,
                           TgrtVariable *variable);

/// The bytes of a result for these variables.
int tgrt_function_result_bytes(const TgrtFunction *function, uint32_t index,
                               const int64_t *vars, uint64_t *bytes);

/// Runs once. `inputs` are dense arrays, row by row, aligned to their elements,
/// no two in the same memory; `vars` one value for each variable. Each result
/// is copied to `results[i]`, unless that is null: see below.
int tgrt_function_run(TgrtFunction *function, void *const *inputs,
                      const int64_t *vars, void *const *results);

/// The same, but the counters and the log stay as they are.
int tgrt_function_run_uncounted(TgrtFunction *function, void *const *inputs,
                                const int64_t *vars, void *const *results);

/// A result of the last run in the function's own memory, valid until the next
/// run; null before the first.
const void *tgrt_function_result_data(const TgrtFunction *function,
                                      uint32_t index);

/// Gives up the memory between runs; the next run takes it anew.
void tgrt_function_free_intermediates(TgrtFunction *function);

/// The message of this thread's last TGRT_ERROR; empty if there was none.
const char *tgrt_last_error(void);

#ifdef __cplusplus
}
#endif

#endif // TINYGRAD_C_LIBRARY_H
