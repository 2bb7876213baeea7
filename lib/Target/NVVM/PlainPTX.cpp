//===- PlainPTX.cpp - PTX that others read, too -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainPTX.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

static bool isElement(Value *value, bool (Type::*is)() const) {
  return (value->getType()->getScalarType()->*is)();
}

/// Compares halves one by one: of two at once PTX makes two predicates, and
/// saves an instruction in a few. LLVM's clean-up compares what was widened as
/// halves.
static void splitCompare(FCmpInst &compare) {
  IRBuilder<> builder(&compare);
  auto *type = cast<FixedVectorType>(compare.getType());
  Value *result = PoisonValue::get(type);
  for (unsigned i = 0, e = type->getNumElements(); i != e; ++i) {
    Value *lhs = builder.CreateExtractElement(compare.getOperand(0), i);
    Value *rhs = builder.CreateExtractElement(compare.getOperand(1), i);
    Value *bit = builder.CreateFCmp(compare.getPredicate(), lhs, rhs);
    result = builder.CreateInsertElement(result, bit, i);
  }
  compare.replaceAllUsesWith(result);
  compare.eraseFromParent();
}

/// An integer of the bits of `x`, and its type.
static Value *getBits(IRBuilder<> &builder, Value *x) {
  Type *bits = builder.getIntNTy(x->getType()->getScalarSizeInBits());
  if (auto *vector = dyn_cast<VectorType>(x->getType()))
    bits = VectorType::get(bits, vector->getElementCount());
  return builder.CreateBitCast(x, bits);
}

/// The magnitude's bits: the sign of a zero is a bit that abs.f32 must take
/// off, an "and" of the bits does.
static void clearSign(BitCastInst &cast, Value *x) {
  IRBuilder<> builder(&cast);
  Value *bits = getBits(builder, x);
  unsigned width = bits->getType()->getScalarSizeInBits();
  Value *magnitude = builder.CreateAnd(
      bits, ConstantInt::get(bits->getType(), APInt::getSignedMaxValue(width)));
  cast.replaceAllUsesWith(magnitude);
  cast.eraseFromParent();
}

/// Rounds f64 to whole numbers by additions: adding 2^52 rounds to the nearest
/// one, which is moved where another is wanted.
static void expandRounding(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  Value *x = call.getArgOperand(0);
  Type *type = x->getType();
  Value *whole = ConstantFP::get(type, 0x1p52), *one = ConstantFP::get(type, 1);
  Value *magnitude = builder.CreateUnaryIntrinsic(Intrinsic::fabs, x);
  Value *result =
      builder.CreateFSub(builder.CreateFAdd(magnitude, whole), whole);
  Value *up = builder.CreateSelect(builder.CreateFCmpOLT(result, magnitude),
                                   builder.CreateFAdd(result, one), result);
  Value *down = builder.CreateSelect(builder.CreateFCmpOGT(result, magnitude),
                                     builder.CreateFSub(result, one), result);
  Value *isNegative = builder.CreateFCmpOLT(x, Constant::getNullValue(type));
  switch (call.getIntrinsicID()) {
  case Intrinsic::trunc:
    result = down;
    break;
  case Intrinsic::floor:
    result = builder.CreateSelect(isNegative, up, down);
    break;
  case Intrinsic::ceil:
    result = builder.CreateSelect(isNegative, down, up);
    break;
  default: // To nearest even.
    break;
  }
  result = builder.CreateBinaryIntrinsic(Intrinsic::copysign, result, x);
  // What has no fraction, or is a NaN, stays.
  call.replaceAllUsesWith(
      builder.CreateSelect(builder.CreateFCmpOLT(magnitude, whole), result, x));
  call.eraseFromParent();
}

/// Chooses one of two values that were loaded: LLVM would choose the place of
/// one and load it from there, behind the condition, of arguments even through
/// an address of parameters in a register.
static void loadBoth(SelectInst &choice) {
  auto isLoaded = [](Value *value) { return isa<Argument, LoadInst>(value); };
  if (choice.getType()->isVectorTy() || !isLoaded(choice.getTrueValue()) ||
      !isLoaded(choice.getFalseValue()))
    return;
  IRBuilder<> builder(&choice);
  choice.setTrueValue(builder.CreateFreeze(choice.getTrueValue()));
}

/// Keeps the condition of a shift whose amount may be the width or more: PTX's
/// shifts clamp it, and LLVM leaves the condition to them, which not all
/// readers do.
static void keepShiftGuard(SelectInst &choice) {
  using namespace PatternMatch;
  Value *shift = choice.getTrueValue();
  if (!match(choice.getFalseValue(), m_Zero()) ||
      !match(shift, m_LogicalShift(m_Value(), m_Value())))
    return;
  IRBuilder<> builder(&choice);
  choice.setTrueValue(builder.CreateFreeze(shift));
}

void tinygrad::writeOutForReaders(Module &module, bool roundings) {
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      if (auto *compare = dyn_cast<FCmpInst>(&instruction)) {
        if (isa<FixedVectorType>(compare->getType()) &&
            isElement(compare->getOperand(0), &Type::isHalfTy))
          splitCompare(*compare);
        continue;
      }
      if (auto *cast = dyn_cast<BitCastInst>(&instruction)) {
        auto *abs = dyn_cast<IntrinsicInst>(cast->getOperand(0));
        if (abs && abs->getIntrinsicID() == Intrinsic::fabs &&
            cast->getType()->isIntOrIntVectorTy() &&
            cast->getType()->getScalarSizeInBits() ==
                abs->getType()->getScalarSizeInBits())
          clearSign(*cast, abs->getArgOperand(0));
        continue;
      }
      if (auto *choice = dyn_cast<SelectInst>(&instruction)) {
        loadBoth(*choice);
        keepShiftGuard(*choice);
        continue;
      }
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call)
        continue;
      switch (call->getIntrinsicID()) {
      case Intrinsic::floor:
      case Intrinsic::ceil:
      case Intrinsic::trunc:
      case Intrinsic::roundeven:
        if (roundings && isElement(call, &Type::isDoubleTy))
          expandRounding(*call);
        break;
      default:
        break;
      }
    }
}

std::string tinygrad::splitFields(StringRef text) {
  static const Regex field(
      "^([ \t]*)bfe\\.([su])64[ \t]+(%[a-z0-9]+), (%[a-z0-9]+), "
      "([0-9]+), ([0-9]+);$");
  std::string result;
  result.reserve(text.size());
  SmallVector<StringRef, 7> parts;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    bool isLast = line.size() == text.size();
    unsigned from = 0, width = 0;
    if (line.contains("bfe.") && field.match(line, &parts) &&
        !parts[5].getAsInteger(10, from) && !parts[6].getAsInteger(10, width) &&
        width != 0 && from + width <= 64) {
      std::string to = parts[3].str();
      result += (parts[1] + "shl.b64 \t" + to + ", " + parts[4] + ", " +
                 Twine(64 - from - width) + ";\n")
                    .str();
      result += (parts[1] + "shr." + parts[2] + "64 \t" + to + ", " + to +
                 ", " + Twine(64 - width) + ";")
                    .str();
    } else {
      result += line;
    }
    if (!isLast)
      result += '\n';
    text = rest;
  }
  return result;
}
