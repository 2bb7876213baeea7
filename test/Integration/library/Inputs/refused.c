//===- refused.c - libraries that a runtime must not run --------*- C -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "neg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void refuse(const TgrtLibrary *library) {
  TgrtFunction *function;
  if (tgrt_function_create(library, 1, &function) == TGRT_OK)
    printf("was not refused\n");
  else
    printf("%s\n", tgrt_last_error());
}

int main(void) {
  TgrtLibrary changed = neg_library;
  char *bytes = malloc(neg_library.descriptionBytes);
  TgrtFunction *function;
  TgrtPort port;
  const float x[2] = {1, 2};
  float y[2];

  refuse(NULL);
  changed.version = 2;
  refuse(&changed);
  changed.version = 1;
  changed.description = bytes;
  memcpy(bytes, neg_library.description, neg_library.descriptionBytes);
  bytes[0] ^= 1;
  refuse(&changed);
  bytes[0] ^= 1;
  bytes[8] = 7;
  refuse(&changed);
  bytes[8] = 1;
  bytes[neg_library.descriptionBytes - 1] ^= 4;
  refuse(&changed);
  bytes[neg_library.descriptionBytes - 1] ^= 4;
  changed.numKernels = 0;
  refuse(&changed);

  if (neg_create(1, &function) != TGRT_OK ||
      tgrt_function_result(function, 3, &port) == TGRT_OK)
    return 1;
  printf("%s\n", tgrt_last_error());
  if (neg_run(function, x, y) != TGRT_OK)
    return 1;
  printf("%g %g\n", y[0], y[1]);
  tgrt_function_destroy(function);
  free(bytes);
  return 0;
}
