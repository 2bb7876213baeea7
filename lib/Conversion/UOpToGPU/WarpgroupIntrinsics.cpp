//===- WarpgroupIntrinsics.cpp - products of a warpgroup --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvvm.wgmma.mma_async was considered: it takes both operands from memory, and
// says again by attributes what the table's row says.
//
//===----------------------------------------------------------------------===//

#include "GPUIntrinsics.h"
#include "RegisterPacker.h"
#include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemory.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace tinygrad {
namespace {

/// The group of products as one piece of assembly: until it has waited for
/// them, nobody may touch the registers of their sums.
class WarpgroupBuilder : RegisterPacker {
public:
  WarpgroupBuilder(OpBuilder &builder, Location loc, const MatrixUnit &unit,
                   uint64_t descriptor)
      : RegisterPacker(builder, loc), unit(unit), descriptor(descriptor),
        isFloat(isa<FloatType>(unit.getSumType(builder.getContext()))) {}

  SmallVector<Value> build(ValueRange lhs, ValueRange addresses,
                           ValueRange accs, ArrayRef<int64_t> sums) {
    SmallVector<Value> registers, operands;
    for (Value acc : accs)
      pack(acc, unit.sumPacking, registers);
    size_t perAcc = registers.size() / accs.size();
    std::string text = "{ .reg .pred p; setp.ne.b32 p, 1, 0; "
                       "wgmma.fence.sync.aligned; ";
    SmallVector<std::string> constraints(registers.size(),
                                         isFloat ? "=f" : "=r");
    for (auto [left, address, sum] : llvm::zip_equal(lhs, addresses, sums)) {
      size_t next = registers.size() + operands.size();
      pack(left, unit.operandPacking, operands);
      size_t last = registers.size() + operands.size();
      operands.push_back(buildDescriptor(address));
      text += unit.intrinsic.str() + " " +
              getGroup(sum * perAcc, sum * perAcc + perAcc) + ", " +
              getGroup(next, last) + ", $" + std::to_string(last) +
              getFlags().str() + "; ";
      constraints.append(last - next, "r");
      constraints.push_back("l");
    }
    text += "wgmma.commit_group.sync.aligned; "
            "wgmma.wait_group.sync.aligned 0; }";
    for (size_t i = 0; i != registers.size(); ++i)
      constraints.push_back(std::to_string(i));
    constraints.push_back("~{memory}");
    Type result = LLVM::LLVMStructType::getLiteral(
        builder.getContext(), llvm::map_to_vector(registers, [](Value value) {
          return value.getType();
        }));
    llvm::append_range(operands, registers);
    auto assembly = LLVM::InlineAsmOp::create(
        builder, loc, result, operands, text, llvm::join(constraints, ","),
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr());
    assembly->setAttr(MatrixUnit::kPTX,
                      builder.getI64IntegerAttr(unit.assemblyPTX));
    SmallVector<Value> results;
    for (auto [number, acc] : llvm::enumerate(accs))
      results.push_back(unpack(assembly.getResult(0), acc.getType(), perAcc,
                               number * perAcc));
    return results;
  }

private:
  static std::string getGroup(size_t begin, size_t end) {
    std::string text = "{";
    for (size_t i = begin; i != end; ++i)
      text += (i == begin ? "$" : ", $") + std::to_string(i);
    return text + "}";
  }

  /// The product is added to the sums; nothing is negated.
  StringRef getFlags() const {
    if (!isFloat)
      return ", p";
    bool is16Bit =
        unit.operands == UnitType::F16 || unit.operands == UnitType::BF16;
    if (!is16Bit)
      return ", p, 1, 1";
    return unit.rightAlongN ? ", p, 1, 1, 1" : ", p, 1, 1, 0";
  }

  Value buildDescriptor(Value address) {
    Type i64 = builder.getI64Type();
    Value bits = LLVM::PtrToIntOp::create(builder, loc, i64, address);
    bits = LLVM::AndOp::create(builder, loc, bits, getConstant(i64, 0x3fff0));
    bits = LLVM::LShrOp::create(builder, loc, bits, getConstant(i64, 4));
    return LLVM::OrOp::create(builder, loc, bits, getConstant(i64, descriptor));
  }

  const MatrixUnit &unit;
  uint64_t descriptor; ///< Of an operand at address 0.
  bool isFloat;
};

struct WarpgroupMmaPattern : ConvertOpToLLVMPattern<WarpgroupMmaOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(WarpgroupMmaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    const MatrixUnit &unit = *findMatrixUnit(op.getUnit());
    SmallVector<Value> addresses;
    for (auto [tile, index, original] : llvm::zip_equal(
             adaptor.getTiles(), adaptor.getIndices(), op.getTiles())) {
      Type element = getTypeConverter()->convertType(
          cast<MemRefType>(original.getType()).getElementType());
      addresses.push_back(LLVM::GEPOp::create(
          rewriter, loc, tile.getType(), element, tile, ValueRange(index)));
    }
    std::optional<SwizzledPanels> panels = op.getSwizzledPanels();
    uint64_t descriptor =
        panels ? unit.getSharedDescriptor(*panels) : unit.getSharedDescriptor();
    rewriter.replaceOp(op, WarpgroupBuilder(rewriter, loc, unit, descriptor)
                               .build(adaptor.getLhs(), addresses,
                                      adaptor.getAccs(), op.getSums()));
    return success();
  }
};

struct MatrixLoadPattern : ConvertOpToLLVMPattern<MatrixLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(MatrixLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MLIRContext *context = op.getContext();
    auto type = cast<VectorType>(
        getTypeConverter()->convertType(op.getResult().getType()));
    Value address = LLVM::GEPOp::create(
        rewriter, loc, adaptor.getTile().getType(), type.getElementType(),
        adaptor.getTile(), ValueRange(adaptor.getIndex()));
    Type i32 = rewriter.getI32Type();
    int64_t words = type.getNumElements() * type.getElementTypeBitWidth() / 32;
    Type all = LLVM::LLVMStructType::getLiteral(context,
                                                SmallVector<Type>(words, i32));
    Value loaded = NVVM::LdMatrixOp::create(
        rewriter, loc, all, address, words,
        op.getTransposed() ? NVVM::MMALayout::col : NVVM::MMALayout::row,
        NVVM::LdStMatrixShapeAttr::get(context, 8, 8),
        NVVM::LdStMatrixEltType::B16);
    Value vector = RegisterPacker(rewriter, loc)
                       .unpack(loaded, VectorType::get(words, i32), words);
    rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(op, type, vector);
    return success();
  }
};
} // namespace

void populateWarpgroupPatterns(const LLVMTypeConverter &converter,
                               RewritePatternSet &patterns) {
  patterns.add<WarpgroupMmaPattern, MatrixLoadPattern>(converter);
}

} // namespace tinygrad
