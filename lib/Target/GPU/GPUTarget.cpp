//===- GPUTarget.cpp - GPUs that kernels are made for -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Target/GPU/GPUTarget.h"

#include "llvm/TargetParser/TargetParser.h"

using namespace llvm;

namespace tinygrad {

StringRef GPUTarget::getDevice() const {
  switch (kind) {
  case Kind::CUDA:
    return "cuda";
  case Kind::HIP:
    return "hip";
  case Kind::OpenCL:
    return "opencl";
  }
  llvm_unreachable("every kind is listed");
}

/// Memory of one workgroup of a chip of NVIDIA, as the CUDA programming guide's
/// table of compute capabilities has it: 1 KiB less than a multiprocessor has.
static int64_t getSharedKiB(unsigned number) {
  switch (number) {
  case 75:
    return 64;
  case 80:
  case 87:
    return 163;
  case 90:
  case 100:
  case 101:
  case 103:
  case 110:
    return 227;
  case 86:
  case 89:
  case 120:
  case 121:
    return 99;
  default:
    return 48;
  }
}

static Expected<GPUTarget> getCUDA(StringRef chip, bool hasUnits) {
  StringRef digits = chip;
  unsigned number = 0;
  if (!digits.consume_front("sm_") ||
      digits.take_while(isDigit).getAsInteger(10, number))
    return createStringError("expected a chip like 'sm_90', but got '" + chip +
                             "'");
  // Code for an 'a' runs on that chip alone, for an 'f' on its family.
  StringRef suffix = digits.drop_while(isDigit);
  if (!suffix.empty() && suffix != "a" && suffix != "f")
    return createStringError("expected a chip like 'sm_90', but got '" + chip +
                             "'");
  if (number < 75 || number > 121)
    return createStringError("expected a chip from sm_75 to sm_121, but got '" +
                             chip + "'");
  GPUTarget target;
  target.kind = GPUTarget::Kind::CUDA;
  target.chip = (hasUnits ? chip : chip.drop_back(suffix.size())).str();
  // The oldest version of PTX that knows the chip, so that drivers do, too.
  target.features = number == 103 || number == 121 ? "+ptx88"
                    : number >= 120                ? "+ptx87"
                    : number >= 100                ? "+ptx86"
                    : number >= 90                 ? "+ptx80"
                    : number >= 89                 ? "+ptx78"
                    : number >= 86                 ? "+ptx71"
                    : number >= 80                 ? "+ptx70"
                                                   : "+ptx63";
  target.triple = "nvptx64-nvidia-cuda";
  target.hasAsyncCopies = number >= 80;
  target.sharedBytes = getSharedKiB(number) << 10;
  return target;
}

static Expected<GPUTarget> getHIP(StringRef chip) {
  if (AMDGPU::parseArchAMDGCN(chip) == AMDGPU::GK_NONE)
    return createStringError("expected a chip like 'gfx1100', but got '" +
                             chip + "'");
  GPUTarget target;
  target.kind = GPUTarget::Kind::HIP;
  target.chip = chip.str();
  // Whole registers for 16 bits: halves, by loads that keep the other half,
  // take no fewer of them on gfx11, whose code for them is LLVM's youngest.
  if (AMDGPU::getIsaVersion(chip).Major == 11)
    target.features = "-real-true16";
  target.triple = "amdgcn-amd-amdhsa";
  target.sharedBytes = 64 << 10;
  // Work-items per dimension fit into 32 bits.
  target.maxGrid = {(int64_t(1) << 32) / 1024 - 1, 65535, 65535};
  target.maxBlock = {1024, 1024, 1024};
  return target;
}

static Expected<GPUTarget> getOpenCL(StringRef chip) {
  GPUTarget target;
  target.kind = GPUTarget::Kind::OpenCL;
  target.chip = chip.str();
  target.triple = "spirv64-unknown-unknown";
  // What every OpenCL device has.
  target.subgroup = 1;
  target.threads = 64;
  target.maxThreads = 256;
  target.sharedBytes = 32 << 10;
  target.maxBlock = {256, 256, 64};
  target.hasF16Conversions = false;
  return target;
}

Expected<GPUTarget> getGPUTarget(StringRef device, StringRef chip,
                                 unsigned matrixUnits) {
  auto get = [&]() -> Expected<GPUTarget> {
    if (device == "cuda")
      return getCUDA(chip.empty() ? "sm_80" : chip, matrixUnits != 0);
    if (device == "hip")
      return getHIP(chip.empty() ? "gfx1100" : chip);
    if (device == "opencl")
      return getOpenCL(chip);
    return createStringError("expected cuda, hip or opencl, but got '" +
                             device + "'");
  };
  Expected<GPUTarget> target = get();
  if (target)
    target->matrixUnits = matrixUnits;
  return target;
}

} // namespace tinygrad
