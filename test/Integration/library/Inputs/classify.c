//===- classify.c - a compiled network in a C program -----------*- C -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "digits.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUM_IMAGES = 540, IMAGE_SIZE = 64, NPY_HEADER = 128 };

static float images[NUM_IMAGES * IMAGE_SIZE];
static int32_t classes[NUM_IMAGES], expected[NUM_IMAGES];

static void readArray(const char *path, void *data, size_t bytes) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, NPY_HEADER, SEEK_SET) != 0 ||
      fread(data, 1, bytes, file) != bytes) {
    printf("cannot read %s\n", path);
    exit(1);
  }
  fclose(file);
}

int main(int argc, char **argv) {
  TgrtFunction *function;
  int sizes[] = {NUM_IMAGES, 7, NUM_IMAGES}, wrong = 0;
  if (argc != 3)
    return 1;
  readArray(argv[1], images, sizeof(images));
  readArray(argv[2], expected, sizeof(expected));
  if (digits_create(2, &function) != TGRT_OK) {
    printf("create: %s\n", tgrt_last_error());
    return 1;
  }
  // Batches of several sizes, in one function.
  for (int run = 0; run < 3; ++run) {
    for (int i = 0; i < NUM_IMAGES; ++i)
      classes[i] = -1;
    if (digits_run(function, sizes[run], images, classes) != TGRT_OK) {
      printf("run: %s\n", tgrt_last_error());
      return 1;
    }
    for (int i = 0; i < NUM_IMAGES; ++i)
      wrong += classes[i] != (i < sizes[run] ? expected[i] : -1);
  }
  printf("%d of the classes are wrong\n", wrong);
  if (digits_run(function, DIGITS_N_MAX + 1, images, classes) == TGRT_OK)
    return 1;
  printf("%s\n", tgrt_last_error());
  tgrt_function_destroy(function);
  return wrong != 0;
}
