//===- mgpu.c - a GPU runtime that tells what it is asked -------*- C -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that upstream's GPU host lowering calls. Memory is the host's,
// and kernels do nothing.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *mgpuModuleLoad(void *data, size_t size) {
  printf("load\n");
  fflush(stdout);
  (void)size;
  return data;
}

void *mgpuModuleLoadJIT(void *data, int level, size_t size) {
  (void)level;
  printf("load text with %s\n", strstr(data, ".entry") ? "an entry" : "none");
  fflush(stdout);
  (void)size;
  return data;
}

void mgpuModuleUnload(void *module) { (void)module; }

void *mgpuModuleGetFunction(void *module, const char *name) {
  (void)module;
  return (void *)name;
}

void *mgpuStreamCreate(void) {
  printf("stream\n");
  return stdout;
}

void mgpuStreamDestroy(void *stream) { (void)stream; }

void mgpuStreamSynchronize(void *stream) {
  (void)stream;
  printf("wait\n");
  fflush(stdout);
}

void *mgpuMemAlloc(uint64_t bytes, void *stream, int8_t isShared) {
  (void)stream;
  printf("alloc %d%s\n", (int)bytes, isShared ? " shared" : "");
  return calloc(1, bytes);
}

void mgpuMemFree(void *memory, void *stream) {
  (void)stream;
  printf("free\n");
  free(memory);
}

void mgpuMemcpy(void *target, void *source, size_t bytes, void *stream) {
  (void)stream;
  printf("copy %d\n", (int)bytes);
  memcpy(target, source, bytes);
}

void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t shared, void *stream,
                      void **params, void **extra, size_t numParams) {
  (void)params;
  (void)extra;
  (void)stream;
  printf("launch %s grid %d %d %d block %d %d %d shared %d params %d\n",
         (const char *)function, (int)gridX, (int)gridY, (int)gridZ,
         (int)blockX, (int)blockY, (int)blockZ, (int)shared, (int)numParams);
  fflush(stdout);
}
