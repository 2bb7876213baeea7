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
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

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

/// What a thread has done is done, then seen by asynchronous products, then the
/// others may go on: in this order alone the barrier says it of all threads.
struct NVVMBarrierPattern : ConvertOpToLLVMPattern<gpu::BarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::BarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (auto late = op->getAttrOfType<IntegerAttr>("uop.wait_async"))
      NVVM::CpAsyncWaitGroupOp::create(rewriter, op.getLoc(), late.getInt());
    else if (op->hasAttr("uop.wait_async"))
      LLVM::CallIntrinsicOp::create(
          rewriter, op.getLoc(),
          rewriter.getStringAttr("llvm.nvvm.cp.async.wait.all"), ValueRange());
    if (op->hasAttr("uop.proxy_fence")) {
      MLIRContext *context = op.getContext();
      NVVM::FenceProxyOp::create(
          rewriter, op.getLoc(),
          NVVM::ProxyKindAttr::get(context, NVVM::ProxyKind::async_shared),
          NVVM::SharedSpaceAttr::get(context, NVVM::SharedSpace::shared_cta));
    }
    rewriter.replaceOpWithNewOp<NVVM::Barrier0Op>(op);
    return success();
  }
};

bool isGlobal(MemRefType type) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  return space && space.getValue() == gpu::AddressSpace::Global;
}

/// A move of 16 bytes to memory of the workgroup without registers.
struct NVVMAsyncCopyPattern : ConvertOpToLLVMPattern<vector::StoreOp> {
  explicit NVVMAsyncCopyPattern(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, /*benefit=*/10) {}

  LogicalResult
  matchAndRewrite(vector::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto load = op.getValueToStore().getDefiningOp<vector::LoadOp>();
    if (!op->hasAttr("uop.async") || !load)
      return rewriter.notifyMatchFailure(op, "not a copy");
    // Else it goes through registers, which is as correct where it stands.
    if (op.getAlignment().value_or(0) < 16 ||
        load.getAlignment().value_or(0) < 16)
      return rewriter.notifyMatchFailure(op, "not proven to be aligned");
    if (!gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(op.getMemRefType()) ||
        !isGlobal(load.getMemRefType()))
      return rewriter.notifyMatchFailure(op, "not from global memory");
    Location loc = op.getLoc();
    auto getPointer = [&](Value memory, Value index) -> Value {
      Type element = getTypeConverter()->convertType(
          cast<MemRefType>(memory.getType()).getElementType());
      Value base = rewriter.getRemappedValue(memory);
      return LLVM::GEPOp::create(rewriter, loc, base.getType(), element, base,
                                 ValueRange(rewriter.getRemappedValue(index)));
    };
    Value to = getPointer(op.getBase(), op.getIndices()[0]);
    Value from = getPointer(load.getBase(), load.getIndices()[0]);
    NVVM::CpAsyncOp::create(rewriter, loc, to, from, 16,
                            NVVM::LoadCacheModifierKind::CG, Value());
    rewriter.eraseOp(op);
    return success();
  }
};

/// A group of copies; barriers know it by its number, not by its token.
struct NVVMAsyncGroupPattern
    : ConvertOpToLLVMPattern<nvgpu::DeviceAsyncCreateGroupOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(nvgpu::DeviceAsyncCreateGroupOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getAsyncToken().use_empty() || !op.getInputTokens().empty())
      return rewriter.notifyMatchFailure(op, "a token is used");
    NVVM::CpAsyncCommitGroupOp::create(rewriter, op.getLoc());
    rewriter.eraseOp(op);
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

/// A function of OpenCL C by its mangled name; the back end knows it.
LLVM::LLVMFuncOp getOpenCLFunction(Operation *op, OpBuilder &builder,
                                   StringRef name, Type result) {
  Operation *module = op->getParentWithTrait<OpTrait::SymbolTable>();
  if (Operation *found = SymbolTable::lookupSymbolIn(module, name))
    return cast<LLVM::LLVMFuncOp>(found);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&module->getRegion(0).front());
  auto type = LLVM::LLVMFunctionType::get(result, {builder.getI32Type()});
  auto function = LLVM::LLVMFuncOp::create(builder, op->getLoc(), name, type);
  function.setCConv(LLVM::CConv::SPIR_FUNC);
  function.setConvergent(true);
  function.setNoUnwind(true);
  function.setWillReturn(true);
  return function;
}

LLVM::CallOp callOpenCL(Operation *op, OpBuilder &builder, StringRef name,
                        Type result, int64_t argument) {
  LLVM::LLVMFuncOp function = getOpenCLFunction(op, builder, name, result);
  auto call = LLVM::CallOp::create(
      builder, op->getLoc(), function,
      ValueRange(buildI32(builder, op->getLoc(), argument)));
  call.setCConv(LLVM::CConv::SPIR_FUNC);
  return call;
}

template <typename OpTy> struct OpenCLIdPattern : ConvertOpToLLVMPattern<OpTy> {
  OpenCLIdPattern(const LLVMTypeConverter &converter, StringRef function)
      : ConvertOpToLLVMPattern<OpTy>(converter), function(function) {}
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type i64 = rewriter.getI64Type();
    Value id = callOpenCL(op, rewriter, function, i64,
                          static_cast<int64_t>(op.getDimension()))
                   .getResult();
    Type index = this->getTypeConverter()->convertType(op.getType());
    if (index != i64)
      id = LLVM::TruncOp::create(rewriter, op.getLoc(), index, id);
    rewriter.replaceOp(op, id);
    return success();
  }
  StringRef function;
};

struct OpenCLBarrierPattern : ConvertOpToLLVMPattern<gpu::BarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(gpu::BarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    constexpr int64_t localMemoryFence = 1;
    callOpenCL(op, rewriter, "_Z7barrierj",
               LLVM::LLVMVoidType::get(rewriter.getContext()),
               localMemoryFence);
    rewriter.eraseOp(op);
    return success();
  }
};

/// Of 64 bits shifted by 32 or more only the high half is left: GPUs shift, and
/// convert to floats, 32 bits at once.
struct NarrowShiftPattern : ConvertOpToLLVMPattern<arith::ShRSIOp> {
  explicit NarrowShiftPattern(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, /*benefit=*/10) {}

  LogicalResult
  matchAndRewrite(arith::ShRSIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    APInt amount;
    if (!op.getType().isInteger(64) ||
        !matchPattern(op.getRhs(), m_ConstantInt(&amount)) || amount.ult(32) ||
        amount.uge(64))
      return rewriter.notifyMatchFailure(op, "needs both halves");
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type(), i64 = rewriter.getI64Type();
    Value half = LLVM::ConstantOp::create(rewriter, loc, i64,
                                          rewriter.getI64IntegerAttr(32));
    Value high = LLVM::TruncOp::create(
        rewriter, loc, i32,
        LLVM::LShrOp::create(rewriter, loc, adaptor.getLhs(), half));
    Value rest = buildI32(rewriter, loc, amount.getSExtValue() - 32);
    rewriter.replaceOpWithNewOp<LLVM::SExtOp>(
        op, i64, LLVM::AShrOp::create(rewriter, loc, high, rest));
    return success();
  }
};

} // namespace

void populateGPUIntrinsicPatterns(const LLVMTypeConverter &converter,
                                  GPUKind kind, RewritePatternSet &patterns) {
  patterns.add<NarrowShiftPattern>(converter);
  if (kind == GPUKind::OpenCL) {
    patterns.add<OpenCLIdPattern<gpu::BlockIdOp>>(converter,
                                                  "_Z12get_group_idj");
    patterns.add<OpenCLIdPattern<gpu::ThreadIdOp>>(converter,
                                                   "_Z12get_local_idj");
    patterns.add<OpenCLBarrierPattern>(converter);
  } else if (kind == GPUKind::NVVM)
    patterns.add<IdPattern<gpu::BlockIdOp, NVVM::BlockIdXOp, NVVM::BlockIdYOp,
                           NVVM::BlockIdZOp>,
                 IdPattern<gpu::ThreadIdOp, NVVM::ThreadIdXOp,
                           NVVM::ThreadIdYOp, NVVM::ThreadIdZOp>,
                 NVVMBarrierPattern, NVVMShufflePattern, NVVMAsyncCopyPattern,
                 NVVMAsyncGroupPattern>(converter);
  else
    patterns.add<IdPattern<gpu::BlockIdOp, ROCDL::BlockIdXOp, ROCDL::BlockIdYOp,
                           ROCDL::BlockIdZOp>,
                 IdPattern<gpu::ThreadIdOp, ROCDL::ThreadIdXOp,
                           ROCDL::ThreadIdYOp, ROCDL::ThreadIdZOp>,
                 ROCDLBarrierPattern, ROCDLShufflePattern>(converter);
}

} // namespace tinygrad
