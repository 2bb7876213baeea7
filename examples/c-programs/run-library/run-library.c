//===- run-library.c - runs a function compiled ahead of time ---*- C -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mixer.h"

#include <stdio.h>

int main(void) {
  const float left[3] = {1, 2, 3}, right[3] = {4, 5, 6};
  float mixed[3];
  TgrtFunction *function;
  if (mixer_create(/*threads=*/1, &function) != TGRT_OK ||
      mixer_run(function, /*n=*/3, left, right, mixed) != TGRT_OK) {
    printf("%s\n", tgrt_last_error());
    return 1;
  }
  printf("mixed: %g %g %g\n", mixed[0], mixed[1], mixed[2]);
  if (mixer_run(function, /*n=*/MIXER_N_MAX + 1, left, right, mixed) != TGRT_OK)
    printf("%s\n", tgrt_last_error());
  tgrt_function_destroy(function);
  return 0;
}
