//===- call.c - what one call of a captured function costs ------*- C -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles one small kernel, and a chain of 100 products and means that depend
// on each other, by the compiler's C header; saves and loads both as captured
// functions; replays them from C, and prints microseconds a call: the least and
// the median of wall time of many.
//
//   cc -O2 -Iinclude bench/call.c -Lbuild/lib -lTinyGradCompiler \
//      -lTinyGradRuntime -Wl,-rpath,build/lib -o build/call
//   build/call [SECONDS [FILE]]
//
// FILE is where captures are saved (call.mlirbc).
//
//===----------------------------------------------------------------------===//

#include "TinyGrad-c/Compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { size = 16, pairs = 50, maxCalls = 1000000 };

static double getSeconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

static void show(int severity, const char *location, const char *message,
                 void *data) {
  (void)data;
  if (severity == TGC_ERROR)
    fprintf(stderr, "%s: %s\n", location, message);
}

#define MATRIX "tensor<16x16xf32>"

static void writeSmall(char *text) {
  strcpy(text, "func.func @main(%x: " MATRIX ", %w: " MATRIX ") -> " MATRIX
               " {\n  %0 = tg.add %x, %w : " MATRIX "\n"
               "  return %0 : " MATRIX "\n}\n");
}

static void writeChain(char *text) {
  text += sprintf(text, "func.func @main(%%x0: " MATRIX ", %%w: " MATRIX
                        ") -> " MATRIX " {\n");
  for (int i = 0; i < pairs; ++i)
    text += sprintf(
        text,
        "  %%y%d = tg.matmul %%x%d, %%w : " MATRIX ", " MATRIX " -> " MATRIX
        "\n"
        "  %%m%d = tg.mean %%y%d axes [0] : " MATRIX " -> tensor<16xf32>\n"
        "  %%r%d = tg.reshape %%m%d [1, 16] : tensor<16xf32> -> "
        "tensor<1x16xf32>\n"
        "  %%e%d = tg.expand %%r%d [16, 16] : tensor<1x16xf32> -> " MATRIX "\n"
        "  %%x%d = tg.sub %%y%d, %%e%d : " MATRIX "\n",
        i, i, i, i, i, i, i, i, i + 1, i, i);
  sprintf(text, "  return %%x%d : " MATRIX "\n}\n", pairs);
}

static int capture(TgcContext *context, const char *source, const char *path,
                   TgrtFunction **function) {
  TgcModule *module;
  if (tgc_parse(context, source, strlen(source), "call.mlir", &module))
    return 1;
  int failed = tgc_module_save_capture(module, "main", NULL, path) ||
               tgc_load_capture(context, path, function);
  tgc_module_destroy(module);
  return failed;
}

static int measure(const char *name, TgrtFunction *function, double seconds) {
  static double times[maxCalls];
  static float x[size * size], w[size * size];
  void *inputs[] = {x, w};
  int count = 0;
  for (int i = 0; i < size * size; ++i) {
    x[i] = (float)(i % 7) - 3;
    w[i] = (float)(i % 5) / 16;
  }
  for (double end = getSeconds() + seconds;
       count < maxCalls && (count < 100 || getSeconds() < end); ++count) {
    double begin = getSeconds();
    if (tgrt_function_run(function, inputs, NULL, NULL)) {
      fprintf(stderr, "%s\n", tgrt_last_error());
      return 1;
    }
    times[count] = getSeconds() - begin;
  }
  qsort(times, (size_t)count, sizeof(double), compare);
  printf("%s: least %.2f us, median %.2f us, %d calls\n", name, times[0] * 1e6,
         times[count / 2] * 1e6, count);
  return 0;
}

int main(int argc, char **argv) {
  static char source[1 << 16];
  double seconds = argc > 1 ? atof(argv[1]) : 1;
  const char *path = argc > 2 ? argv[2] : "call.mlirbc";
  TgcContext *context = tgc_context_create(1);
  TgrtFunction *small, *chain;
  if (!context)
    return 1;
  tgc_context_set_diagnostics(context, show, NULL);
  writeSmall(source);
  if (capture(context, source, path, &small))
    return 1;
  writeChain(source);
  if (capture(context, source, path, &chain))
    return 1;
  int failed = measure("one kernel", small, seconds) ||
               measure("a chain of 100", chain, seconds);
  tgrt_function_destroy(small);
  tgrt_function_destroy(chain);
  tgc_context_destroy(context);
  remove(path);
  return failed;
}
