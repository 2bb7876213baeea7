//===- save-capture.c - compiles a function and saves it --------*- C -*-===//
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
  fprintf((FILE *)data, "%s: %s: %s\n",
          severity == TGC_ERROR ? "error" : "note", location, message);
}

/// The text of a file; 0 bytes if there is none.
static size_t readFile(const char *path, char *text, size_t capacity) {
  FILE *file = fopen(path, "rb");
  size_t size = 0;
  if (file) {
    size = fread(text, 1, capacity, file);
    fclose(file);
  }
  return size;
}

int main(int argc, char **argv) {
  static char text[65536];
  TgcContext *context = tgc_context_create(/*threads=*/1);
  TgcCompileOptions options;
  TgcModule *module;
  size_t size;
  int status;
  if (argc != 3 || !context)
    return 2;
  tgc_context_set_diagnostics(context, show, stdout);
  size = readFile(argv[1], text, sizeof(text));
  if (tgc_parse(context, text, size, argv[1], &module) != TGRT_OK) {
    tgc_context_destroy(context);
    return 1;
  }
  memset(&options, 0, sizeof(options));
  options.size = sizeof(options);
  options.target = "x86-64"; // Any processor of the kind may load it.
  status = tgc_module_save_capture(module, "main", &options, argv[2]);
  tgc_module_destroy(module);
  tgc_context_destroy(context);
  return status;
}
