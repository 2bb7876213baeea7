//===- GPUIntrinsics.h - ids, barriers, shuffles ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_UOPTOGPU_GPUINTRINSICS_H
#define TINYGRAD_LIB_CONVERSION_UOPTOGPU_GPUINTRINSICS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace tinygrad {

/// The targets whose intrinsics are known.
enum class GPUKind { NVVM, ROCDL, OpenCL };

/// Patterns for the few ops of the gpu dialect that kernels hold.
void populateGPUIntrinsicPatterns(const mlir::LLVMTypeConverter &converter,
                                  GPUKind kind,
                                  mlir::RewritePatternSet &patterns);

/// The pattern for products of tiles by matrix units.
void populateMatrixIntrinsicPatterns(const mlir::LLVMTypeConverter &converter,
                                     mlir::RewritePatternSet &patterns);

/// The patterns for those of NVIDIA's that read memory.
void populateWarpgroupPatterns(const mlir::LLVMTypeConverter &converter,
                               mlir::RewritePatternSet &patterns);

/// Keeps loads of the workgroup's memory in front of the gates whose threads
/// store what they give.
void keepSharedLoads(mlir::gpu::GPUFuncOp kernel);

} // namespace tinygrad

#endif // TINYGRAD_LIB_CONVERSION_UOPTOGPU_GPUINTRINSICS_H
