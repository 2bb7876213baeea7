//===- MatrixUnitPatterns.cpp - a processor's dot products ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x86vector.avx512.dot was considered: of the instructions it has the one on
// signed words only. An intrinsic's name is all they become.
//
//===----------------------------------------------------------------------===//

#include "MatrixUnitPatterns.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace tinygrad {
namespace {

/// The elements of `value` again and again, as many as `type` has: one 32-bit
/// word, which instructions spread over their lanes themselves.
Value spread(OpBuilder &builder, Location loc, Value value, VectorType type) {
  if (value.getType() == type)
    return value;
  auto from = cast<VectorType>(value.getType());
  int64_t lanes = type.getNumElements() / from.getNumElements();
  Type i32 = builder.getI32Type();
  auto words = VectorType::get(lanes, i32);
  Value word = LLVM::BitcastOp::create(builder, loc, i32, value);
  Value zero =
      LLVM::ConstantOp::create(builder, loc, i32, builder.getI32IntegerAttr(0));
  Value none = LLVM::PoisonOp::create(builder, loc, words);
  Value first =
      LLVM::InsertElementOp::create(builder, loc, words, none, word, zero);
  Value all = LLVM::ShuffleVectorOp::create(builder, loc, first, none,
                                            SmallVector<int32_t>(lanes, 0));
  return LLVM::BitcastOp::create(builder, loc, type, all);
}

struct MmaPattern : ConvertOpToLLVMPattern<MmaOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(MmaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!adaptor.getAcc() || !isInstruction(op))
      return rewriter.notifyMatchFailure(op, "no instruction of a processor");
    const MatrixUnit &unit = *findMatrixUnit(op.getUnit());
    Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
    auto type = cast<VectorType>(rhs.getType());
    lhs = spread(rewriter, op.getLoc(), lhs, type);
    if (unit.isReversed)
      std::swap(lhs, rhs);
    // Memory holds bf16 as integers.
    auto elements = VectorType::get(type.getNumElements(),
                                    unit.getOperandType(op.getContext()));
    for (Value *operand : {&lhs, &rhs})
      if (operand->getType() != elements)
        *operand =
            LLVM::BitcastOp::create(rewriter, op.getLoc(), elements, *operand);
    Value sums = adaptor.getAcc();
    SmallVector<Value> arguments = {lhs, rhs};
    if (!unit.addsApart)
      arguments.insert(arguments.begin(), sums);
    Value result = LLVM::CallIntrinsicOp::create(
                       rewriter, op.getLoc(), sums.getType(),
                       rewriter.getStringAttr(unit.intrinsic), arguments)
                       .getResult(0);
    if (unit.addsApart)
      result = LLVM::AddOp::create(rewriter, op.getLoc(), sums, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};
} // namespace

void populateMatrixUnitPatterns(const LLVMTypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<MmaPattern>(converter);
}

} // namespace tinygrad
