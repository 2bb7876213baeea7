//===- MemoryPatterns.cpp - 1-D accesses to bare pointers ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream passes a 1-D memref as a descriptor of five members, by value or by
// pointer, and its bare-pointer convention is for function arguments only. A
// kernel's memory is one pointer and an index, so its few accesses are lowered
// here, alike for every target.
//
//===----------------------------------------------------------------------===//

#include "MemoryPatterns.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tinygrad {

void addBarePointerConversion(LLVMTypeConverter &converter) {
  converter.addConversion([](MemRefType type) -> std::optional<Type> {
    if (type.getRank() != 1 || !type.hasStaticShape() ||
        !type.getLayout().isIdentity())
      return std::nullopt;
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  // bf16 is only moved by now. As an integer it stays out of LLVM's bf16
  // legalization, which on most processors calls the compiler's runtime.
  addFloatAsBits<BFloat16Type>(converter);
}

namespace {

/// A constant of a float that is moved as an integer is one of its bits.
struct BitsConstantPattern : ConvertOpToLLVMPattern<arith::ConstantOp> {
  explicit BitsConstantPattern(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, /*benefit=*/10) {}

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!isa<FloatType>(getElementTypeOrSelf(op.getType())) || !type ||
        !isa<IntegerType>(getElementTypeOrSelf(type)))
      return rewriter.notifyMatchFailure(op, "not a float moved as bits");
    auto bitsOf = [](const APFloat &value) { return value.bitcastToAPInt(); };
    Attribute bits;
    if (auto scalar = dyn_cast<FloatAttr>(op.getValue()))
      bits = IntegerAttr::get(type, bitsOf(scalar.getValue()));
    else if (auto dense = dyn_cast<DenseFPElementsAttr>(op.getValue()))
      bits = dense.mapValues(getElementTypeOrSelf(type), bitsOf);
    else
      return rewriter.notifyMatchFailure(op, "not a dense constant");
    rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(op, type, bits);
    return success();
  }
};

/// What all accesses share: the address of an element and its alignment.
template <typename OpTy> struct AccessPattern : ConvertOpToLLVMPattern<OpTy> {
  // Before upstream's patterns for the same ops.
  explicit AccessPattern(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern<OpTy>(converter, /*benefit=*/10) {}

  /// The address of element `index`, one or a vector of them, of `buffer`,
  /// which was of type `memref`.
  Value getAddress(OpBuilder &builder, Location loc, Type memref, Value buffer,
                   Value index) const {
    Type element = this->getTypeConverter()->convertType(
        cast<MemRefType>(memref).getElementType());
    Type type = buffer.getType();
    if (auto indices = dyn_cast<VectorType>(index.getType()))
      type = VectorType::get(indices.getShape(), type);
    return LLVM::GEPOp::create(builder, loc, type, element, buffer, index);
  }

  static unsigned getAlignment(Type memref) {
    unsigned bits =
        cast<MemRefType>(memref).getElementType().getIntOrFloatBitWidth();
    return std::max(bits / 8, 1u);
  }
};

/// What is said about the alignment of an access, or `otherwise`.
template <typename OpTy>
static unsigned getAlignmentOf(OpTy op, unsigned otherwise) {
  return op.getAlignment().value_or(otherwise);
}

template <typename OpTy> struct LoadPattern : AccessPattern<OpTy> {
  using AccessPattern<OpTy>::AccessPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type memref = op->getOperand(0).getType();
    Value address =
        this->getAddress(rewriter, op.getLoc(), memref,
                         adaptor.getOperands()[0], adaptor.getIndices()[0]);
    Type type =
        this->getTypeConverter()->convertType(op->getResult(0).getType());
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
        op, type, address, getAlignmentOf(op, this->getAlignment(memref)));
    return success();
  }
};

template <typename OpTy> struct StorePattern : AccessPattern<OpTy> {
  using AccessPattern<OpTy>::AccessPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // Both dialects put the value first, the buffer second.
    Type memref = op->getOperand(1).getType();
    Value address =
        this->getAddress(rewriter, op.getLoc(), memref,
                         adaptor.getOperands()[1], adaptor.getIndices()[0]);
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(
        op, adaptor.getOperands()[0], address,
        getAlignmentOf(op, this->getAlignment(memref)), /*isVolatile=*/false,
        op.getNontemporal());
    return success();
  }
};

struct MaskedLoadPattern : AccessPattern<vector::MaskedLoadOp> {
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(vector::MaskedLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type memref = op.getBase().getType();
    Value address = getAddress(rewriter, op.getLoc(), memref, adaptor.getBase(),
                               adaptor.getIndices()[0]);
    rewriter.replaceOpWithNewOp<LLVM::MaskedLoadOp>(
        op, typeConverter->convertType(op.getType()), address,
        adaptor.getMask(), adaptor.getPassThru(), getAlignment(memref));
    return success();
  }
};

struct MaskedStorePattern : AccessPattern<vector::MaskedStoreOp> {
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(vector::MaskedStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type memref = op.getBase().getType();
    Value address = getAddress(rewriter, op.getLoc(), memref, adaptor.getBase(),
                               adaptor.getIndices()[0]);
    rewriter.replaceOpWithNewOp<LLVM::MaskedStoreOp>(
        op, adaptor.getValueToStore(), address, adaptor.getMask(),
        getAlignment(memref));
    return success();
  }
};

struct GatherPattern : AccessPattern<vector::GatherOp> {
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(vector::GatherOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type memref = op.getBase().getType();
    Location loc = op.getLoc();
    Value base = getAddress(rewriter, loc, memref, adaptor.getBase(),
                            adaptor.getOffsets()[0]);
    Value addresses =
        getAddress(rewriter, loc, memref, base, adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::masked_gather>(
        op, typeConverter->convertType(op.getType()), addresses,
        adaptor.getMask(), adaptor.getPassThru(),
        rewriter.getI32IntegerAttr(getAlignment(memref)));
    return success();
  }
};

struct AddressPattern
    : ConvertOpToLLVMPattern<memref::ExtractAlignedPointerAsIndexOp> {
  explicit AddressPattern(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, /*benefit=*/10) {}

  LogicalResult
  matchAndRewrite(memref::ExtractAlignedPointerAsIndexOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::PtrToIntOp>(op, getIndexType(),
                                                  adaptor.getSource());
    return success();
  }
};

struct PrefetchPattern : AccessPattern<memref::PrefetchOp> {
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(memref::PrefetchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // The address may lie behind the buffer's end.
    Value address = getAddress(rewriter, op.getLoc(), op.getMemref().getType(),
                               adaptor.getMemref(), adaptor.getIndices()[0]);
    rewriter.replaceOpWithNewOp<LLVM::Prefetch>(
        op, address, op.getIsWrite() ? 1 : 0, op.getLocalityHint(),
        op.getIsDataCache() ? 1 : 0);
    return success();
  }
};

struct AllocaPattern : AccessPattern<memref::AllocaOp> {
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(memref::AllocaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefType type = op.getType();
    Value size = LLVM::ConstantOp::create(
        rewriter, loc, getIndexType(),
        rewriter.getIndexAttr(std::max<int64_t>(type.getNumElements(), 1)));
    rewriter.replaceOpWithNewOp<LLVM::AllocaOp>(
        op, typeConverter->convertType(type),
        typeConverter->convertType(type.getElementType()), size,
        op.getAlignment().value_or(64));
    return success();
  }
};

} // namespace

void populateBarePointerPatterns(const LLVMTypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns
      .add<LoadPattern<memref::LoadOp>, LoadPattern<vector::LoadOp>,
           StorePattern<memref::StoreOp>, StorePattern<vector::StoreOp>,
           MaskedLoadPattern, MaskedStorePattern, GatherPattern, AddressPattern,
           AllocaPattern, PrefetchPattern, BitsConstantPattern>(converter);
}

} // namespace tinygrad
