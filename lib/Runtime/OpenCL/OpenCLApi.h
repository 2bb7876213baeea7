//===- OpenCLApi.h - what we use of OpenCL ----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declared here as the specification has it, so that building needs no headers
// of OpenCL and running no library of it: the functions are found at run time.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_OPENCL_OPENCLAPI_H
#define TINYGRAD_LIB_RUNTIME_OPENCL_OPENCLAPI_H

#include "../DriverLibrary.h"

#include <cstddef>
#include <cstdint>

namespace tinygrad::rt::cl {

using Int = int32_t;
using UInt = uint32_t;
using Bits = uint64_t;

using Platform = struct PlatformTag *;
using DeviceId = struct DeviceTag *;
using Context = struct ContextTag *;
using Queue = struct QueueTag *;
using Mem = struct MemTag *;
using Program = struct ProgramTag *;
using Kernel = struct KernelTag *;
using Event = struct EventTag *;
using CommandBuffer = struct CommandBufferTag *;

inline constexpr Int success = 0;
inline constexpr Int deviceNotFound = -1;
/// Of the loader, when there is no platform.
inline constexpr Int platformNotFound = -1001;
inline constexpr UInt blocking = 1;
inline constexpr UInt nonBlocking = 0;

inline constexpr Bits deviceTypeCPU = 1 << 1;
inline constexpr Bits deviceTypeAll = 0xFFFFFFFF;
inline constexpr UInt deviceType = 0x1000;
inline constexpr UInt deviceExtensions = 0x1030;
inline constexpr UInt deviceName = 0x102B;
inline constexpr UInt deviceILVersion = 0x105B;
inline constexpr UInt deviceCommandBufferCapabilities = 0x12A9;

inline constexpr intptr_t contextPlatform = 0x1084;
inline constexpr Bits memReadWrite = 1 << 0;
inline constexpr UInt programBuildLog = 0x1183;
inline constexpr UInt kernelNumArgs = 0x1191;

using ContextNotify = void (*)(const char *message, const void *, size_t,
                               void *user);

/// Every function by its name, return type and parameters.
#define TINYGRAD_OPENCL_FUNCTIONS(F)                                           \
  F(clGetPlatformIDs, Int, (UInt, Platform *, UInt *))                         \
  F(clGetDeviceIDs, Int, (Platform, Bits, UInt, DeviceId *, UInt *))           \
  F(clGetDeviceInfo, Int, (DeviceId, UInt, size_t, void *, size_t *))          \
  F(clCreateContext, Context,                                                  \
    (const intptr_t *, UInt, const DeviceId *, ContextNotify, void *, Int *))  \
  F(clReleaseContext, Int, (Context))                                          \
  F(clCreateCommandQueue, Queue, (Context, DeviceId, Bits, Int *))             \
  F(clReleaseCommandQueue, Int, (Queue))                                       \
  F(clFlush, Int, (Queue))                                                     \
  F(clFinish, Int, (Queue))                                                    \
  F(clCreateBuffer, Mem, (Context, Bits, size_t, void *, Int *))               \
  F(clReleaseMemObject, Int, (Mem))                                            \
  F(clEnqueueReadBuffer, Int,                                                  \
    (Queue, Mem, UInt, size_t, size_t, void *, UInt, const Event *, Event *))  \
  F(clEnqueueWriteBuffer, Int,                                                 \
    (Queue, Mem, UInt, size_t, size_t, const void *, UInt, const Event *,      \
     Event *))                                                                 \
  F(clEnqueueCopyBuffer, Int,                                                  \
    (Queue, Mem, Mem, size_t, size_t, size_t, UInt, const Event *, Event *))   \
  F(clEnqueueFillBuffer, Int,                                                  \
    (Queue, Mem, const void *, size_t, size_t, size_t, UInt, const Event *,    \
     Event *))                                                                 \
  F(clEnqueueMarkerWithWaitList, Int, (Queue, UInt, const Event *, Event *))   \
  F(clEnqueueBarrierWithWaitList, Int, (Queue, UInt, const Event *, Event *))  \
  F(clWaitForEvents, Int, (UInt, const Event *))                               \
  F(clReleaseEvent, Int, (Event))                                              \
  F(clCreateProgramWithSource, Program,                                        \
    (Context, UInt, const char **, const size_t *, Int *))                     \
  F(clCreateProgramWithBinary, Program,                                        \
    (Context, UInt, const DeviceId *, const size_t *, const unsigned char **,  \
     Int *, Int *))                                                            \
  F(clBuildProgram, Int,                                                       \
    (Program, UInt, const DeviceId *, const char *, void (*)(Program, void *), \
     void *))                                                                  \
  F(clGetProgramBuildInfo, Int,                                                \
    (Program, DeviceId, UInt, size_t, void *, size_t *))                       \
  F(clReleaseProgram, Int, (Program))                                          \
  F(clCreateKernel, Kernel, (Program, const char *, Int *))                    \
  F(clReleaseKernel, Int, (Kernel))                                            \
  F(clGetKernelInfo, Int, (Kernel, UInt, size_t, void *, size_t *))            \
  F(clSetKernelArg, Int, (Kernel, UInt, size_t, const void *))                 \
  F(clEnqueueNDRangeKernel, Int,                                               \
    (Queue, Kernel, UInt, const size_t *, const size_t *, const size_t *,      \
     UInt, const Event *, Event *))                                            \
  F(clGetExtensionFunctionAddressForPlatform, void *, (Platform, const char *))

struct Api {
#define TINYGRAD_DECLARE(name, result, parameters)                             \
  result(*name) parameters = nullptr;
  TINYGRAD_OPENCL_FUNCTIONS(TINYGRAD_DECLARE)
#undef TINYGRAD_DECLARE
  /// Of OpenCL 2.1; older loaders lack it.
  Program (*clCreateProgramWithIL)(Context, const void *, size_t,
                                   Int *) = nullptr;

  Status load(const DriverLibrary &library);
};

/// `cl_khr_command_buffer` of one platform.
struct CommandBufferApi {
  CommandBuffer (*create)(UInt, const Queue *, const Bits *, Int *) = nullptr;
  Int (*release)(CommandBuffer) = nullptr;
  Int (*finalize)(CommandBuffer) = nullptr;
  Int (*enqueue)(UInt, Queue *, CommandBuffer, UInt, const Event *,
                 Event *) = nullptr;
  Int (*launch)(CommandBuffer, Queue, const Bits *, Kernel, UInt,
                const size_t *, const size_t *, const size_t *, UInt,
                const UInt *, UInt *, void **) = nullptr;
  Int (*copy)(CommandBuffer, Queue, Mem, Mem, size_t, size_t, size_t, UInt,
              const UInt *, UInt *, void **) = nullptr;

  /// Whether all of it was found.
  bool load(const Api &api, Platform platform);
};

/// The specification's name of an error.
const char *errorName(Int code);

/// "clFoo failed: CL_OUT_OF_RESOURCES (-5)".
Status makeCallError(const char *function, Int code);

} // namespace tinygrad::rt::cl

#endif // TINYGRAD_LIB_RUNTIME_OPENCL_OPENCLAPI_H
