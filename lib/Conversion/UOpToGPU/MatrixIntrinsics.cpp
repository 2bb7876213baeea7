//===- MatrixIntrinsics.cpp - products of tiles as intrinsics ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvvm.mma.sync, rocdl.wmma and rocdl.mfma were considered: the first takes
// attributes that say again what the table's row says, and the types, and the
// flags of the others differ by family. An intrinsic's name is all they become.
//
//===----------------------------------------------------------------------===//

#include "GPUIntrinsics.h"
#include "RegisterPacker.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace tinygrad {
namespace {

class CallBuilder : RegisterPacker {
public:
  CallBuilder(OpBuilder &builder, Location loc, const MatrixUnit &unit)
      : RegisterPacker(builder, loc), unit(unit) {}

  Value build(Value lhs, Value rhs, Value acc) {
    bool isSigned = unit.operands != UnitType::UI8;
    bool hasSigns = unit.takesSigns();
    SmallVector<Value> operands;
    if (hasSigns)
      operands.push_back(getConstant(builder.getI1Type(), isSigned));
    pack(lhs, unit.operandPacking, operands);
    if (hasSigns)
      operands.push_back(getConstant(builder.getI1Type(), isSigned));
    pack(rhs, unit.operandPacking, operands);
    SmallVector<Value> sums;
    pack(acc, unit.sumPacking, sums);
    llvm::append_range(operands, sums);
    if (hasSigns)
      operands.push_back(getConstant(builder.getI1Type(), 0)); // No clamping.
    if (unit.isMFMA())
      for (int flag = 0; flag != 3; ++flag)
        operands.push_back(getConstant(builder.getI32Type(), 0));
    if (!unit.isNVIDIA())
      return LLVM::CallIntrinsicOp::create(
                 builder, loc, acc.getType(),
                 builder.getStringAttr(unit.intrinsic), operands)
          .getResult(0);
    Type result = LLVM::LLVMStructType::getLiteral(
        builder.getContext(),
        llvm::map_to_vector(sums, [](Value sum) { return sum.getType(); }));
    Value all = unit.assemblyPTX
                    ? buildAssembly(result, operands, sums.size())
                    : LLVM::CallIntrinsicOp::create(
                          builder, loc, result,
                          builder.getStringAttr(unit.intrinsic), operands)
                          .getResult(0);
    return unpack(all, acc.getType(), sums.size());
  }

private:
  /// LLVM has no intrinsic for some instructions.
  Value buildAssembly(Type result, ArrayRef<Value> operands, size_t numSums) {
    std::string text = unit.intrinsic.str();
    size_t next = 0;
    auto addGroup = [&](size_t size) {
      text += next ? ", {" : " {";
      for (size_t i = 0; i != size; ++i)
        text += (i ? ", $" : "$") + std::to_string(next++);
      text += "}";
    };
    size_t numLeft = unit.lhs.getNumRegisters() * 8 / 32;
    addGroup(numSums);
    addGroup(numLeft);
    addGroup(operands.size() - numLeft - numSums);
    addGroup(numSums);
    SmallVector<std::string> constraints(numSums, "=f");
    constraints.append(operands.size() - numSums, "r");
    constraints.append(numSums, "f");
    auto assembly = LLVM::InlineAsmOp::create(
        builder, loc, result, operands, text + ";",
        llvm::join(constraints, ","), /*has_side_effects=*/false,
        /*is_align_stack=*/false, LLVM::TailCallKind::None,
        LLVM::AsmDialectAttr(), ArrayAttr());
    assembly->setAttr(MatrixUnit::kPTX,
                      builder.getI64IntegerAttr(unit.assemblyPTX));
    return assembly.getResult(0);
  }

  const MatrixUnit &unit;
};

struct MmaPattern : ConvertOpToLLVMPattern<MmaOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(MmaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const MatrixUnit &unit = *findMatrixUnit(op.getUnit());
    if (!adaptor.getAcc() || getElementTypeOrSelf(op.getLhs().getType()) !=
                                 unit.getOperandType(op.getContext()))
      return rewriter.notifyMatchFailure(op, "not an instruction");
    rewriter.replaceOp(
        op, CallBuilder(rewriter, op.getLoc(), unit)
                .build(adaptor.getLhs(), adaptor.getRhs(), adaptor.getAcc()));
    return success();
  }
};
} // namespace

void populateMatrixIntrinsicPatterns(const LLVMTypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<MmaPattern>(converter);
}

} // namespace tinygrad
