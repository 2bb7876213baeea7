//===- Program.h - a compiled kernel ----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_PROGRAM_H
#define TINYGRAD_RUNTIME_PROGRAM_H

#include "TinyGrad-c/Runtime.h"

#include <cstdint>
#include <memory>
#include <string>

namespace tinygrad::rt {

/// What one launch costs, by the compiler's estimate at the variables' upper
/// bounds.
struct Estimates {
  uint64_t ops = 0;
  /// Between the memory and the processor, each element once.
  uint64_t bytes = 0;
  /// Of all loads and stores.
  uint64_t accessed = 0;
};

/// A kernel's code as the compiler wrote it: SPIR-V for OpenCL, PTX or a cubin
/// for CUDA, HSACO for HIP.
struct KernelImage {
  std::string entry;
  std::string code;
  /// Taken where the driver refuses `code`: the PTX of a cubin.
  std::string fallback = {};
  /// The parameters: pointers, then 64-bit integers. On OpenCL the byte offset
  /// of each buffer follows.
  uint32_t numBuffers = 0;
  uint32_t numVars = 0;
  /// Memory of the workgroup that each launch asks for, beyond what the code
  /// declares.
  uint32_t workgroupBytes = 0;
};

/// A device's own form of a kernel.
class DeviceKernel {
public:
  virtual ~DeviceKernel();
  /// Tells its code from that of others.
  std::string digest;
};

/// A kernel that a device can launch. Immutable and shared by the executables
/// that launch it.
struct Program {
  std::string name;
  /// For the log, a letter for each size in the name: 'g' for an axis of the
  /// outputs, 'r' for one that is reduced.
  std::string axes;
  /// The entry on the CPU; null on other devices.
  TgrtKernelFn entry = nullptr;
  /// What `Device::loadKernel` of the device gave; null on the CPU and the null
  /// device.
  std::shared_ptr<DeviceKernel> kernel;
  /// Scratch bytes each thread needs, aligned to `scratchAlignment`, a power of
  /// two. On a GPU those of a workgroup that its kernel's image names.
  uint64_t scratchBytes = 0;
  uint64_t scratchAlignment = 64;
  Estimates estimates;
  /// Keeps the code in memory, for instance a JIT's library.
  std::shared_ptr<void> owner;
};

using ProgramRef = std::shared_ptr<const Program>;

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_PROGRAM_H
