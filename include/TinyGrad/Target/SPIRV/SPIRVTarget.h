//===- SPIRVTarget.h - kernels for OpenCL -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TARGET_SPIRV_SPIRVTARGET_H
#define TINYGRAD_TARGET_SPIRV_SPIRVTARGET_H

#include "TinyGrad/Target/GPU/GPUTarget.h"

namespace tinygrad {

/// Compiles a gpu.module in the LLVM dialect to a module of SPIR-V for OpenCL.
/// Its kernel has the parameters of the function and, `withOffsets`, the byte
/// offset of each of its buffers behind them, as the runtime's OpenCL device
/// wants it. `assembly` and `llvmIR`, when given, receive the texts.
llvm::Expected<GPUObject> compileToSPIRV(mlir::gpu::GPUModuleOp module,
                                         const GPUTarget &target,
                                         bool withOffsets,
                                         std::string *assembly = nullptr,
                                         std::string *llvmIR = nullptr);

} // namespace tinygrad

#endif // TINYGRAD_TARGET_SPIRV_SPIRVTARGET_H
