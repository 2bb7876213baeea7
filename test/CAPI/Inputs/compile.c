//===- compile.c - every function of the compiler's C header ----*- C -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad-c/Compiler.h"

#include <stdio.h>
#include <string.h>

static void show(int severity, const char *location, const char *message,
                 void *data) {
  if (data == (void *)&show)
    printf("%d %s: %s\n", severity, location, message);
}

static void print(const char *text, size_t size, void *data) {
  fwrite(text, 1, size, (FILE *)data);
}

static const char program[] =
    "func.func @main(%x: tensor<?x2xf32> {tg.name = \"x\", tg.dims = [\"n\", 2]})\n"
    "    -> tensor<?x2xf32> attributes {tg.variables = {n = [1, 4]}} {\n"
    "  %0 = tg.neg %x : tensor<?x2xf32>\n"
    "  return %0 : tensor<?x2xf32>\n"
    "}\n";

static const char structured[] =
    "func.func @twice(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
    "  %e = tensor.empty() : tensor<2xf32>\n"
    "  %0 = linalg.add ins(%x, %x : tensor<2xf32>, tensor<2xf32>)\n"
    "      outs(%e : tensor<2xf32>) -> tensor<2xf32>\n"
    "  return %0 : tensor<2xf32>\n"
    "}\n";

static int run(TgcContext *context) {
  TgcModule *module;
  TgrtFunction *function;
  TgrtPort input, result;
  TgrtVariable variable;
  TgcCompileOptions options = {sizeof(options), 1, 0, NULL};
  float x[4] = {1, 2, 3, 4}, y[4];
  void *inputs[] = {x}, *results[] = {y};
  int64_t n = 2;

  if (tgc_parse(context, "func.func", 9, "bad.mlir", &module) == TGRT_OK)
    return 1;
  if (tgc_parse(context, program, strlen(program), "program.mlir", &module))
    return 1;
  if (tgc_module_compile(module, "main", &options, &function))
    return 1;
  if (tgc_module_run_pipeline(module, "builtin.module(func.func(tg-fuse))"))
    return 1;
  tgc_module_print(module, print, stdout);
  if (tgc_module_run_pipeline(module, "builtin.module(no-such-pass)") ==
      TGRT_OK)
    return 1;
  tgrt_function_input(function, 0, &input);
  tgrt_function_result(function, 0, &result);
  tgrt_function_variable(function, 0, &variable);
  printf("input %s %s %s, result %s %s %s, variable %s %d %d\n", input.name,
         input.dtype, input.shape, result.name, result.dtype, result.shape,
         variable.name, (int)variable.min, (int)variable.max);
  if (tgrt_function_run(function, inputs, &n, results))
    return 1;
  printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]);
  tgrt_function_destroy(function);
  tgc_module_destroy(module);

  if (tgc_parse(context, structured, strlen(structured), "program.mlir",
                &module) ||
      tgc_module_compile(module, "twice", NULL, &function) ||
      tgrt_function_run(function, inputs, NULL, results))
    return 1;
  printf("linalg %g %g\n", y[0], y[1]);
  tgrt_function_destroy(function);
  if (tgc_module_compile(module, "none", NULL, &function) == TGRT_OK)
    return 1;
  options.target = "z80";
  if (tgc_module_compile(module, "twice", &options, &function) == TGRT_OK)
    return 1;
  tgc_module_destroy(module);
  return tgc_load_capture(context, "none.mlirbc", &function) == TGRT_OK;
}

int main(void) {
  TgcContext *context = tgc_context_create(1);
  int failed;
  printf("version %u\n", tgc_version());
  tgc_context_set_diagnostics(context, show, (void *)&show);
  failed = run(context);
  tgc_context_destroy(context);
  return failed;
}
