//===- load-capture.c - runs a function that was saved ----------*- C -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad-c/Compiler.h"

#include <stdio.h>

static void show(int severity, const char *location, const char *message,
                 void *data) {
  fprintf((FILE *)data, "%s: %s%s%s\n",
          severity == TGC_ERROR ? "error" : "note", location,
          location[0] ? ": " : "", message);
}

/// Runs the function for `n` samples.
static int mix(TgrtFunction *function, const char *what, float first,
               int64_t n) {
  float left[3], right[3], mixed[3] = {0, 0, 0};
  void *inputs[2], *results[1];
  int i;
  for (i = 0; i < 3; ++i) {
    left[i] = first + (float)i;
    right[i] = first + 3 + (float)i;
  }
  inputs[0] = left;
  inputs[1] = right;
  results[0] = mixed;
  if (tgrt_function_run(function, inputs, &n, results) != TGRT_OK) {
    printf("%s\n", tgrt_last_error());
    return 1;
  }
  printf("%s: %g %g %g\n", what, mixed[0], mixed[1], mixed[2]);
  return 0;
}

int main(int argc, char **argv) {
  TgcContext *context = tgc_context_create(/*threads=*/1);
  TgrtFunction *function;
  TgrtPort port;
  int status;
  if (argc != 2 || !context)
    return 2;
  tgc_context_set_diagnostics(context, show, stdout);
  status = tgc_load_capture(context, argv[1], &function);
  // The function needs the context no more.
  tgc_context_destroy(context);
  if (status != TGRT_OK) {
    printf("loading gave status %d\n", status);
    return 1;
  }
  tgrt_function_input(function, 0, &port);
  printf("%s %s %s\n", port.name, port.dtype, port.shape);
  if (mix(function, "loaded", 1, 3) || mix(function, "then", 4.5f, 3) ||
      !mix(function, "too many", 1, 2000))
    return 1;
  tgrt_function_destroy(function);
  return 0;
}
