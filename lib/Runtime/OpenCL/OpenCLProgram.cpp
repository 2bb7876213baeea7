//===- OpenCLProgram.cpp - kernels for OpenCL -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code is SPIR-V, or OpenCL C where it is something else. A driver gets SPIR-V
// if it takes that, and else SPIR 1.2.
//
//===----------------------------------------------------------------------===//

#include "../BlockSizes.h"
#include "../Guarded.h"
#include "OpenCLDevice.h"
#include "SpirTranslation.h"

using namespace tinygrad::rt;
using namespace tinygrad::rt::cl;

StatusOr<cl::Program> OpenCLDevice::createProgram(const KernelImage &image,
                                                  std::string &buildOptions) {
  Int code = success;
  cl::Program program = nullptr;
  size_t size = image.code.size();
  if (!isSpirv(image.code)) {
    const char *text = image.code.data();
    program = api().clCreateProgramWithSource(group().context, 1, &text, &size,
                                              &code);
    if (!program)
      return group().error("clCreateProgramWithSource", code);
    return program;
  }
  bool takesIL =
      api().clCreateProgramWithIL &&
      entry.text(deviceILVersion).find("SPIR-V") != std::string::npos;
  if (takesIL) {
    program = api().clCreateProgramWithIL(group().context, image.code.data(),
                                          size, &code);
    if (!program)
      return group().error("clCreateProgramWithIL", code);
    return program;
  }
  if (!entry.hasExtension("cl_khr_spir"))
    return makeError("device '", name(), "' (", entry.text(cl::deviceName),
                     ") takes neither SPIR-V nor SPIR");
  StatusOr<std::string> spir = translateToSpir(image.code, translator);
  if (spir.isError())
    return spir.status();
  const auto *bytes = reinterpret_cast<const unsigned char *>(spir->data());
  size = spir->size();
  program = api().clCreateProgramWithBinary(group().context, 1, &entry.id,
                                            &size, &bytes, nullptr, &code);
  if (!program)
    return group().error("clCreateProgramWithBinary", code);
  buildOptions = "-x spir -spir-std=1.2";
  return program;
}

StatusOr<std::shared_ptr<BuiltProgram>>
OpenCLDevice::build(const KernelImage &image) {
  auto key = std::make_pair(entry.id, image.code);
  {
    std::lock_guard<std::mutex> lock(group().mutex);
    if (auto found = group().programs.find(key);
        found != group().programs.end())
      if (auto program = found->second.lock())
        return program;
  }
  std::string buildOptions;
  StatusOr<cl::Program> created = createProgram(image, buildOptions);
  if (created.isError())
    return created.status();
  auto built = std::make_shared<BuiltProgram>();
  built->api = &api();
  built->program = *created;
  Int code = api().clBuildProgram(built->program, 1, &entry.id,
                                  buildOptions.c_str(), nullptr, nullptr);
  if (code != success) {
    size_t size = 0;
    api().clGetProgramBuildInfo(built->program, entry.id, programBuildLog, 0,
                                nullptr, &size);
    std::string text(size, '\0');
    api().clGetProgramBuildInfo(built->program, entry.id, programBuildLog, size,
                                text.data(), nullptr);
    return makeError(group().error("clBuildProgram", code).message(), "\n",
                     text.c_str());
  }
  std::lock_guard<std::mutex> lock(group().mutex);
  for (auto it = group().programs.begin(); it != group().programs.end();)
    it = it->second.expired() ? group().programs.erase(it) : std::next(it);
  group().programs[key] = built;
  return built;
}

StatusOr<std::shared_ptr<DeviceKernel>>
OpenCLDevice::loadKernel(const KernelImage &image) {
  return guarded([&]() -> StatusOr<std::shared_ptr<DeviceKernel>> {
    auto fail = [&](const std::string &reason) {
      return makeError("device '", name(), "' cannot load kernel '",
                       image.entry, "': ", reason);
    };
    StatusOr<std::shared_ptr<BuiltProgram>> program = build(image);
    if (program.isError())
      return fail(program.message());
    auto result = std::make_shared<OpenCLKernel>(
        *program, image.entry, *this, image.numBuffers, image.numVars);
    StatusOr<Kernel> kernel = result->clone();
    if (kernel.isError())
      return fail(kernel.message());
    result->kernel = *kernel;
    result->digest = digestOf(image.entry + '\n' + image.code);
    UInt count = 0;
    Int code = api().clGetKernelInfo(*kernel, kernelNumArgs, sizeof(count),
                                     &count, nullptr);
    if (code != success)
      return fail(group().error("clGetKernelInfo", code).message());
    UInt expected = 2 * image.numBuffers + image.numVars;
    if (count != expected)
      return fail("expected " + std::to_string(expected) +
                  " parameters, but got " + std::to_string(count));
    return std::shared_ptr<DeviceKernel>(std::move(result));
  });
}
