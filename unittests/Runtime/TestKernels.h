//===- TestKernels.h - kernels and buffers for tests ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_UNITTESTS_RUNTIME_TESTKERNELS_H
#define TINYGRAD_UNITTESTS_RUNTIME_TESTKERNELS_H

#include "TinyGrad/Runtime/Executable.h"

#include <fstream>
#include <string>
#include <vector>

namespace tinygrad::rt::test {

/// out[i] = in[i] + vars[0], one element per step of the THREAD axis.
inline void addVar(void *const *buffers, const int64_t *vars, void *,
                   int64_t begin, int64_t end) {
  auto *out = static_cast<float *>(buffers[0]);
  auto *in = static_cast<const float *>(buffers[1]);
  for (int64_t i = begin; i < end; ++i)
    out[i] = in[i] + static_cast<float>(vars[0]);
}

/// out[i] = in[i] * 2.
inline void doubled(void *const *buffers, const int64_t *, void *,
                    int64_t begin, int64_t end) {
  auto *out = static_cast<float *>(buffers[0]);
  auto *in = static_cast<const float *>(buffers[1]);
  for (int64_t i = begin; i < end; ++i)
    out[i] = in[i] * 2;
}

/// out[i] = in[i] * 2 + n for OpenCL, after the offsets of the buffers. The
/// recording driver has one of its own.
inline constexpr const char *scaleSource = R"(
  __kernel void scale(__global char *out, __global const char *in, long n,
                      ulong outOffset, ulong inOffset) {
    __global float *to = (__global float *)(out + outOffset);
    __global const float *from = (__global const float *)(in + inOffset);
    size_t i = get_global_id(0);
    to[i] = from[i] * 2 + n;
  }
)";

inline ProgramRef makeProgram(const char *name, TgrtKernelFn entry,
                              uint64_t scratchBytes = 0,
                              Estimates estimates = {}) {
  auto program = std::make_shared<Program>();
  program->name = name;
  program->entry = entry;
  program->scratchBytes = scratchBytes;
  program->estimates = estimates;
  return program;
}

inline DeviceRef getDevice(const char *name, unsigned threads = 2) {
  DeviceOptions options;
  options.threads = threads;
  return *DeviceRegistry(options).get(name);
}

inline Buffer makeFloats(const DeviceRef &device,
                         const std::vector<float> &values) {
  Buffer buffer = *Buffer::create(device, values.size() * sizeof(float));
  (void)buffer.copyIn(values.data());
  return buffer;
}

inline std::vector<float> readFloats(const Buffer &buffer) {
  std::vector<float> values(buffer.bytes() / sizeof(float));
  (void)buffer.copyOut(values.data());
  return values;
}

inline Slot makeSlot(Slot::Kind kind, const DeviceRef &device, uint64_t bytes,
                     uint32_t index = 0, uint64_t offset = 0) {
  Slot slot;
  slot.kind = kind;
  slot.device = device;
  slot.bytes = bytes;
  slot.index = index;
  slot.offset = offset;
  return slot;
}

inline std::string readFile(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

inline void writeFile(const std::string &path, const std::string &content) {
  std::ofstream(path, std::ios::binary) << content;
}

} // namespace tinygrad::rt::test

#endif // TINYGRAD_UNITTESTS_RUNTIME_TESTKERNELS_H
