//===- GPUIntrinsics.cpp - ids, barriers, shuffles -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's populateGpuTo{NVVM,ROCDL}ConversionPatterns were considered: they
// come with calls to device libraries for math and with memref descriptors.
//
//===----------------------------------------------------------------------===//

#include "GPUIntrinsics.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace mlir;

namespace tinygrad {
namespace {

/// An id in one dimension, by the op `X`, `Y` or `Z` of the target.
template <typename OpTy, typename X, typename Y, typename Z>
struct IdPattern : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value id;
    switch (op.getDimension()) {
    case gpu::Dimension::x:
      id = X::create(rewriter, loc, i32);
      break;
    case gpu::Dimension::y:
      id = Y::create(rewriter, loc, i32);
      break;
    case gpu::Dimension::z:
      id = Z::create(rewriter, loc, i32);
      break;
    }
    Type index = this->getTypeConverter()->convertType(op.getType());
    if (index != i32)
      id = LLVM::ZExtOp::create(rewriter, loc, index, id);
    rewriter.replaceOp(op, id);
    return success();
  }
};

struct NVVMBarrierPattern : ConvertOpToLLVMPattern<gpu::BarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::BarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Barrier0Op>(op);
    return success();
  }
};

/// What threads wrote to memory of the workgroup before it is seen after it.
struct ROCDLBarrierPattern : ConvertOpToLLVMPattern<gpu::BarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::BarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    LLVM::FenceOp::create(rewriter, loc, LLVM::AtomicOrdering::release,
                          "workgroup");
    ROCDL::SBarrierOp::create(rewriter, loc);
    LLVM::FenceOp::create(rewriter, loc, LLVM::AtomicOrdering::acquire,
                          "workgroup");
    rewriter.eraseOp(op);
    return success();
  }
};

Value buildI32(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                  builder.getI32IntegerAttr(value));
}

LogicalResult checkShuffle(gpu::ShuffleOp op,
                           ConversionPatternRewriter &rewriter) {
  if (!op.getValue().getType().isInteger(32) ||
      op.getMode() != gpu::ShuffleMode::XOR || !op.getValid().use_empty())
    return rewriter.notifyMatchFailure(op, "not an exchange of i32");
  return success();
}

struct NVVMShufflePattern : ConvertOpToLLVMPattern<gpu::ShuffleOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::ShuffleOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkShuffle(op, rewriter)))
      return failure();
    Location loc = op.getLoc();
    Value value = NVVM::ShflOp::create(
        rewriter, loc, rewriter.getI32Type(), buildI32(rewriter, loc, -1),
        adaptor.getValue(), adaptor.getOffset(), buildI32(rewriter, loc, 31),
        NVVM::ShflKind::bfly, UnitAttr());
    rewriter.replaceOp(op, {value, Value()});
    return success();
  }
};

struct ROCDLShufflePattern : ConvertOpToLLVMPattern<gpu::ShuffleOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::ShuffleOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkShuffle(op, rewriter)))
      return failure();
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value all = buildI32(rewriter, loc, -1), zero = buildI32(rewriter, loc, 0);
    Value low = ROCDL::MbcntLoOp::create(rewriter, loc, i32, all, zero,
                                         ArrayAttr(), ArrayAttr());
    Value lane = ROCDL::MbcntHiOp::create(rewriter, loc, i32, all, low,
                                          ArrayAttr(), ArrayAttr());
    Value other = LLVM::XOrOp::create(rewriter, loc, lane, adaptor.getOffset());
    Value place =
        LLVM::ShlOp::create(rewriter, loc, other, buildI32(rewriter, loc, 2));
    Value value = ROCDL::DsBpermuteOp::create(rewriter, loc, i32, place,
                                              adaptor.getValue());
    rewriter.replaceOp(op, {value, Value()});
    return success();
  }
};

} // namespace

void populateGPUIntrinsicPatterns(const LLVMTypeConverter &converter,
                                  GPUKind kind, RewritePatternSet &patterns) {
  if (kind == GPUKind::NVVM)
    patterns.add<IdPattern<gpu::BlockIdOp, NVVM::BlockIdXOp, NVVM::BlockIdYOp,
                           NVVM::BlockIdZOp>,
                 IdPattern<gpu::ThreadIdOp, NVVM::ThreadIdXOp,
                           NVVM::ThreadIdYOp, NVVM::ThreadIdZOp>,
                 NVVMBarrierPattern, NVVMShufflePattern>(converter);
  else
    patterns.add<IdPattern<gpu::BlockIdOp, ROCDL::BlockIdXOp, ROCDL::BlockIdYOp,
                           ROCDL::BlockIdZOp>,
                 IdPattern<gpu::ThreadIdOp, ROCDL::ThreadIdXOp,
                           ROCDL::ThreadIdYOp, ROCDL::ThreadIdZOp>,
                 ROCDLBarrierPattern, ROCDLShufflePattern>(converter);
}

} // namespace tinygrad
