//===- GPUStream.h - items on a GPU, in gpu's ops ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_JITTOFUNC_GPUSTREAM_H
#define TINYGRAD_LIB_CONVERSION_JITTOFUNC_GPUSTREAM_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"

namespace tinygrad {

/// Whether memory of this device is reached by gpu's ops only.
bool isGPUBuffer(mlir::Value buffer);

/// Writes items as a chain of asynchronous gpu ops, each of which waits for the
/// one before: upstream's lowering makes one stream of it.
class GPUStream {
public:
  explicit GPUStream(mlir::OpBuilder &builder) : builder(builder) {}

  mlir::Value alloc(mlir::Location loc, mlir::MemRefType type);
  void dealloc(mlir::Location loc, mlir::Value memory);
  void copy(mlir::Location loc, mlir::Value source, mlir::Value target);

  /// `launch` of `program`, which a gpu.module or gpu.binary holds. `buffers`
  /// and `vars` are its operands in the function.
  mlir::LogicalResult launch(jit::LaunchOp launch, jit::ProgramOp program,
                             mlir::ValueRange buffers, mlir::ValueRange vars,
                             mlir::ValueRange grid, mlir::ValueRange block);

  /// The host waits for what was written so far.
  void wait(mlir::Location loc);

private:
  mlir::Value getToken(mlir::Location loc);
  mlir::Type getTokenType() {
    return builder.getType<mlir::gpu::AsyncTokenType>();
  }

  mlir::OpBuilder &builder;
  mlir::Value token;
};

/// Makes of the kernels in `module`'s gpu.modules functions on memrefs without
/// a memory space, as the host has them, and removes what is ours on them.
void convertGPUKernels(mlir::ModuleOp module);

} // namespace tinygrad

#endif // TINYGRAD_LIB_CONVERSION_JITTOFUNC_GPUSTREAM_H
