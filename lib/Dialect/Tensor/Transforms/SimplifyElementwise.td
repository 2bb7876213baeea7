//===- SimplifyElementwise.td - the algebra of elements -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Rules that need a new op; those that only take away are folds of the ops
// (ElementwiseFolds.cpp, MovementFolds.cpp). None changes a bit of a result,
// but which NaN an operation on NaNs gives, which no op promises. Rules marked
// "of integers" do not hold for floats: they round, or have two zeros.

include "TinyGrad/Dialect/Tensor/IR/TensorCore.td"
include "mlir/IR/PatternBase.td"

def IsInteger : Constraint<CPred<"isInteger($0)">, "integers">;
def IsUnsigned : Constraint<CPred<"isUnsigned($0)">, "unsigned integers">;
def IsConstant : Constraint<CPred<"isFoldedConstant($0)">, "a constant that is folded">;
def IsTrue : Constraint<CPred<"isNumber($0, 1)">, "true">;
def IsZero : Constraint<CPred<"isNumber($0, 0)">, "zero">;
def HasReciprocal : Constraint<CPred<"hasExactReciprocal($0)">, "powers of two with a reciprocal">;
def IsPowerOfTwo : Constraint<CPred<"getLog2($0).has_value()">, "a power of two">;
def IsInvertible : Constraint<CPred<"isInvertible($0, $1)">, "a comparison with an opposite">;
def IsOfBool : Constraint<CPred<"getElementTypeOrSelf($0.getType()).isInteger(1)">, "truth values">;
def IsNe : Constraint<CPred<"$0.getValue() == CmpPredicate::ne">, "ne">;

def Negative : NativeCodeCall<"$_builder.createOrFold<NegOp>($_loc, $0)">;
def Invert : NativeCodeCall<"invert($0)">;
def Reciprocal : NativeCodeCall<"makeReciprocal($_builder, $_loc, $0)">;
def Log2 : NativeCodeCall<"makeLog2($_builder, $_loc, $0)">;
def LowBits : NativeCodeCall<"makeLowBits($_builder, $_loc, $0)">;

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

// Adding a negative is subtracting; of integers.
def AddOfNeg : Pat<(TG_AddOp $x, (TG_NegOp $y)), (TG_SubOp $x, $y), [(IsInteger $x)]>;
def NegPlus : Pat<(TG_AddOp (TG_NegOp $x), $y), (TG_SubOp $y, $x), [(IsInteger $x)]>;
// Subtracting a negative is adding; of integers.
def SubOfNeg : Pat<(TG_SubOp $x, (TG_NegOp $y)), (TG_AddOp $x, $y), [(IsInteger $x)]>;
// The negative of a difference is the difference the other way; of integers.
def NegOfSub : Pat<(TG_NegOp (TG_SubOp $x, $y)), (TG_SubOp $y, $x), [(IsInteger $x)]>;
// Two negatives multiply as their opposites; of integers.
def MulOfNegs : Pat<(TG_MulOp (TG_NegOp $x), (TG_NegOp $y)), (TG_MulOp $x, $y), [(IsInteger $x)]>;
// An absolute value does not see a sign.
def AbsOfNeg : Pat<(TG_AbsOp (TG_NegOp $x)), (TG_AbsOp $x)>;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// Subtracting a constant is adding its negative; of integers.
def SubOfConstant : Pat<(TG_SubOp $x, $c), (TG_AddOp $x, (Negative $c)),
    [(IsInteger $x), (IsConstant $c)]>;
// Constants of a chain of one operation meet; of integers.
class Regroup<Op op> : Pat<(op (op $x, $c), $d), (op $x, (op $c, $d)),
    [(IsInteger $x), (IsConstant $c), (IsConstant $d)]>;
def RegroupAdd : Regroup<TG_AddOp>;
def RegroupMul : Regroup<TG_MulOp>;
def RegroupAnd : Regroup<TG_AndOp>;
def RegroupOr : Regroup<TG_OrOp>;
def RegroupXor : Regroup<TG_XorOp>;
def RegroupMaximum : Regroup<TG_MaximumOp>;
def RegroupMinimum : Regroup<TG_MinimumOp>;
// Dividing by a power of two is multiplying by its reciprocal, which is exact.
def DivByPowerOfTwo : Pat<(TG_DivOp $x, $c), (TG_MulOp $x, (Reciprocal $c)), [(HasReciprocal $c)]>;
// An integer's quotient by a power of two, rounded down, is a shift.
def FloorDivByPowerOfTwo : Pat<(TG_FloorDivOp $x, $c), (TG_ShrOp $x, (Log2 $c)), [(IsPowerOfTwo $c)]>;
// Its remainder is the low bits.
def ModByPowerOfTwo : Pat<(TG_ModOp $x, $c), (TG_AndOp $x, (LowBits $c)), [(IsPowerOfTwo $c)]>;
// Of unsigned integers rounding towards zero is the same.
def CDivByPowerOfTwo : Pat<(TG_CDivOp $x, $c), (TG_ShrOp $x, (Log2 $c)),
    [(IsUnsigned $x), (IsPowerOfTwo $c)]>;
def CModByPowerOfTwo : Pat<(TG_CModOp $x, $c), (TG_AndOp $x, (LowBits $c)),
    [(IsUnsigned $x), (IsPowerOfTwo $c)]>;

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

// What was and-ed or or-ed with x before adds nothing to x.
class Absorb<Op outer, Op inner> : Pat<(outer (inner $x, $y), $x), (replaceWithValue $x)>;
class AbsorbRight<Op outer, Op inner> : Pat<(outer (inner $y, $x), $x), (replaceWithValue $x)>;
class AbsorbInto<Op outer, Op inner> : Pat<(outer $x, (inner $x, $y)), (replaceWithValue $x)>;
class AbsorbIntoRight<Op outer, Op inner> : Pat<(outer $x, (inner $y, $x)), (replaceWithValue $x)>;
foreach ops = [[TG_AndOp, TG_OrOp], [TG_OrOp, TG_AndOp]] in {
  def : Absorb<ops[0], ops[1]>;
  def : AbsorbRight<ops[0], ops[1]>;
  def : AbsorbInto<ops[0], ops[1]>;
  def : AbsorbIntoRight<ops[0], ops[1]>;
}
// Flipping bits twice is not flipping them.
def XorTwice : Pat<(TG_XorOp (TG_XorOp $x, $y), $y), (replaceWithValue $x)>;
def XorTwiceLeft : Pat<(TG_XorOp (TG_XorOp $y, $x), $y), (replaceWithValue $x)>;

//===----------------------------------------------------------------------===//
// Choices and comparisons
//===----------------------------------------------------------------------===//

// A choice by an opposite is the opposite choice.
def WhereNot : Pat<(TG_WhereOp (TG_NotOp $c), $a, $b), (TG_WhereOp $c, $b, $a)>;
// A choice inside a choice by the same condition is made already.
def WhereTrueAgain : Pat<(TG_WhereOp $c, (TG_WhereOp $c, $a, $_), $b), (TG_WhereOp $c, $a, $b)>;
def WhereFalseAgain : Pat<(TG_WhereOp $c, $a, (TG_WhereOp $c, $_, $b)), (TG_WhereOp $c, $a, $b)>;
// False where the condition holds and true elsewhere is its opposite.
def WhereFalseTrue : Pat<(TG_WhereOp $c, $a, $b), (TG_NotOp $c),
    [(IsOfBool $a), (IsZero $a), (IsTrue $b)]>;
// The opposite of a comparison compares the other way; of floats only equality
// does, since with a NaN neither a < b nor a >= b.
def NotOfCmp : Pat<(TG_NotOp (TG_CmpOp $p, $a, $b)), (TG_CmpOp (Invert $p), $a, $b),
    [(IsInvertible $p, $a)]>;
// A truth value as a number differs from 0 where it is true.
def CmpOfTruth : Pat<(TG_CmpOp $p, (TG_CastOp $c, $_), $zero), (replaceWithValue $c),
    [(IsOfBool $c), (IsZero $zero), (IsNe $p)]>;
