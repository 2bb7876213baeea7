//===- SimplifyFast.td - rules that change results -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Rewrites of floats that are not exact, each with an option of `tg-simplify`
// of its own, off by default.

include "TinyGrad/Dialect/Tensor/IR/TensorCore.td"
include "mlir/IR/PatternBase.td"

def IsFloat : Constraint<CPred<"isFloat($0)">, "floats">;
def IsConstant : Constraint<CPred<"isFoldedConstant($0)">, "a constant that is folded">;
def IsZero : Constraint<CPred<"isNumber($0, 0)">, "zero">;
def IsStatic : Constraint<CPred<"hasStaticShape($0)">, "a constant shape">;
def Zeros : NativeCodeCall<"makeSplat($_builder, $_loc, $0, 0.0)">;
def Ones : NativeCodeCall<"makeSplat($_builder, $_loc, $0, 1.0)">;
def Reciprocal : NativeCodeCall<"makeReciprocal($_builder, $_loc, $0)">;

// zero-sums: x + 0 is x, but for -0, which becomes 0.
def ZeroSum : Pat<(TG_AddOp $x, $c), (replaceWithValue $x), [(IsFloat $x), (IsZero $c)]>;
// zero-products: x * 0 is 0, but for infinities and NaN (and the sign of 0).
def ZeroProduct : Pat<(TG_MulOp $x, $c), (replaceWithValue $c), [(IsFloat $x), (IsZero $c)]>;
// self-differences: x - x is 0, but for infinities and NaN.
def SelfDifference : Pat<(TG_SubOp $x, $x), (Zeros $x),
    [(IsFloat $x), (IsStatic $x)]>;
// self-quotients: x / x is 1, but for 0, infinities and NaN.
def SelfQuotient : Pat<(TG_DivOp $x, $x), (Ones $x), [(IsStatic $x)]>;
// reciprocals: x / c is x * (1 / c), which rounds twice.
def ConstantReciprocal : Pat<(TG_DivOp $x, $c), (TG_MulOp $x, (Reciprocal $c)), [(IsConstant $c)]>;
// regroup: (x + c) + d is x + (c + d), which rounds elsewhere.
def RegroupSum : Pat<(TG_AddOp (TG_AddOp $x, $c), $d), (TG_AddOp $x, (TG_AddOp $c, $d)),
    [(IsFloat $x), (IsConstant $c), (IsConstant $d)]>;
def RegroupProduct : Pat<(TG_MulOp (TG_MulOp $x, $c), $d), (TG_MulOp $x, (TG_MulOp $c, $d)),
    [(IsFloat $x), (IsConstant $c), (IsConstant $d)]>;
