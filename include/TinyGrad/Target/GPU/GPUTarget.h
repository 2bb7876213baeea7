//===- GPUTarget.h - GPUs that kernels are made for -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TARGET_GPU_GPUTARGET_H
#define TINYGRAD_TARGET_GPU_GPUTARGET_H

#include "TinyGrad/Dialect/UOp/IR/WorkgroupLayout.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace tinygrad {

/// What kernels may assume of a GPU.
struct GPUTarget {
  enum class Kind { CUDA, HIP, OpenCL };
  Kind kind = Kind::CUDA;
  std::string chip;     ///< LLVM's name of the processor: "sm_90", "gfx1100".
  std::string features; ///< LLVM's feature string.
  std::string triple;
  int64_t threads = 256;     ///< Of a workgroup, if there is enough work.
  int64_t maxThreads = 1024; ///< Of a workgroup, at most.
  /// Threads that exchange values by shuffles; 1 where there are none.
  int64_t subgroup = 32;
  /// Memory of a workgroup.
  int64_t sharedBytes = uop::kDeclaredWorkgroupBytes;
  /// Whether matrix units are used (1), not (0), or only their tiles (2).
  unsigned matrixUnits = 1;
  std::array<int64_t, 3> maxGrid = {2147483647, 65535, 65535};
  std::array<int64_t, 3> maxBlock = {1024, 1024, 64};
  /// Narrow floats that the target computes with, or converts to and from f32.
  bool hasF16Arithmetic = false, hasF16Conversions = true;

  /// Whether 16 bytes are copied to memory of the workgroup without registers.
  bool hasAsyncCopies = false;

  /// The name of the device: "cuda", "hip" or "opencl".
  llvm::StringRef getDevice() const;
};

/// `device`: "cuda", "hip" or "opencl"; an empty `chip` is a usual one.
/// `matrixUnits` as the member: code without units is for every chip from this
/// one on, since what runs on one chip alone ("sm_90a") are units.
llvm::Expected<GPUTarget> getGPUTarget(llvm::StringRef device,
                                       llvm::StringRef chip,
                                       unsigned matrixUnits = 1);

/// Registers what translating a gpu.module in the LLVM dialect needs.
void registerGPUTranslations(mlir::DialectRegistry &registry);

/// LLVM's code generator for `target`.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createGPUTargetMachine(const GPUTarget &target);

/// A gpu.module in the LLVM dialect as LLVM IR for `machine`, cleaned up.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateGPUModule(mlir::gpu::GPUModuleOp module, llvm::LLVMContext &context,
                   llvm::TargetMachine &machine);

/// Assembly text, or an object.
llvm::Expected<std::string> emitGPUModule(llvm::Module &module,
                                          llvm::TargetMachine &machine,
                                          bool asObject);

/// The path of a program, in `folder` (may be empty), beside LLVM or in PATH.
llvm::Expected<std::string> findTool(llvm::StringRef name,
                                     llvm::StringRef folder = "");

/// Runs `program`, whose last argument but one is the input's file and whose
/// last is the output's: these are temporary files. Returns the output.
llvm::Expected<std::string> runTool(llvm::StringRef program,
                                    llvm::ArrayRef<llvm::StringRef> options,
                                    llvm::StringRef input);

/// What a kernel's binary consists of.
struct GPUObject {
  std::string text;   ///< PTX; empty for others.
  std::string binary; ///< HSACO, or cubin where ptxas was found.
};

/// Compiles a gpu.module in the LLVM dialect (lib/Target/NVVM). `withBinary`
/// asks ptxas for a cubin, too, where there is one that takes the text.
llvm::Expected<GPUObject> compileToPTX(mlir::gpu::GPUModuleOp module,
                                       const GPUTarget &target,
                                       bool withBinary);

/// Compiles a gpu.module in the LLVM dialect (lib/Target/ROCDL) and links it
/// by the `ld.lld` program. `assembly`, when given, receives the text.
llvm::Expected<GPUObject> compileToHSACO(mlir::gpu::GPUModuleOp module,
                                         const GPUTarget &target,
                                         std::string *assembly = nullptr);

} // namespace tinygrad

#endif // TINYGRAD_TARGET_GPU_GPUTARGET_H
