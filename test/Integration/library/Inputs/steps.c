//===- steps.c - a function with state in a C program -----------*- C -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "step-1.h"

#include <stdio.h>

static int step(TgrtFunction *function, float *count, float *state,
                uint8_t *positive) {
  const float x[3] = {1, 1, 1};
  return step_1_run(function, x, count, state, positive);
}

int main(void) {
  TgrtFunction *function, *other;
  float count = 0, state[3];
  uint8_t positive[3];
  if (step_1_create(1, &function) || step_1_create(1, &other)) {
    printf("%s\n", tgrt_last_error());
    return 1;
  }
  for (int run = 1; run <= 2; ++run) {
    if (step(function, &count, state, positive)) {
      printf("%s\n", tgrt_last_error());
      return 1;
    }
    printf("state %g %g %g, count %g of %d, positive %d %d %d\n", state[0],
           state[1], state[2], count, 3 * run, positive[0], positive[1],
           positive[2]);
  }
  // Another function has a state of its own, and gives its memory.
  if (step(other, &count, NULL, positive))
    return 1;
  const float *kept = tgrt_function_result_data(other, 0);
  printf("other %g %g %g\n", kept[0], kept[1], kept[2]);
  if (step_1_run(function, NULL, &count, state, positive) == TGRT_OK)
    return 1;
  printf("%s\n", tgrt_last_error());
  tgrt_function_destroy(function);
  tgrt_function_destroy(other);
  return 0;
}
