//===- TensorFunctions.td - functions of elements -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The elementwise ops beyond arithmetic. A function has an op of its own where
// composing it of others would lose precision or overflow too early; elu, mish,
// softplus, hardswish and the like are compositions of a front end.

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORFUNCTIONS_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORFUNCTIONS_TD

include "TinyGrad/Dialect/Tensor/IR/TensorElementwiseBase.td"

//===----------------------------------------------------------------------===//
// Trigonometric and hyperbolic functions
//===----------------------------------------------------------------------===//

def TG_TanOp : TG_UnaryOp<"tan", TG_FloatTensor, "Tangent of x in radians.",
  "At most 1 ULP in f32 for every argument, however large.">;
def TG_AsinOp : TG_UnaryOp<"asin", TG_FloatTensor, "Angle whose sine is x.",
  "From -pi/2 to pi/2; NaN outside of [-1, 1].">;
def TG_AcosOp : TG_UnaryOp<"acos", TG_FloatTensor, "Angle whose cosine is x.",
  "From 0 to pi; NaN outside of [-1, 1].">;
def TG_AtanOp : TG_UnaryOp<"atan", TG_FloatTensor, "Angle whose tangent is x.",
  "From -pi/2 to pi/2, which infinities give.">;
def TG_SinhOp : TG_UnaryOp<"sinh", TG_FloatTensor, "Hyperbolic sine.",
  "Overflows only where the result does.">;
def TG_CoshOp : TG_UnaryOp<"cosh", TG_FloatTensor, "Hyperbolic cosine.",
  "Overflows only where the result does.">;
def TG_AsinhOp : TG_UnaryOp<"asinh", TG_FloatTensor, "Inverse hyperbolic sine.",
  "Keeps the sign of zero.">;
def TG_AcoshOp : TG_UnaryOp<"acosh", TG_FloatTensor, "Inverse hyperbolic cosine.",
  "NaN below 1.">;
def TG_AtanhOp : TG_UnaryOp<"atanh", TG_FloatTensor, "Inverse hyperbolic tangent.",
  "Infinite at -1 and 1, NaN outside of [-1, 1].">;

//===----------------------------------------------------------------------===//
// Exponentials, roots and what networks use
//===----------------------------------------------------------------------===//

def TG_Expm1Op : TG_UnaryOp<"expm1", TG_FloatTensor, "e to the power of x, less 1.",
  "Precise near zero, where the difference of `tg.exp` and 1 is not.">;
def TG_Log1pOp : TG_UnaryOp<"log1p", TG_FloatTensor, "Natural logarithm of 1 + x.",
  "Precise near zero; -inf at -1, NaN below.">;
def TG_RsqrtOp : TG_UnaryOp<"rsqrt", TG_FloatTensor, "1 divided by the square root of x.",
  "Infinite at 0 with the zero's sign, NaN for negative numbers.">;
def TG_ErfOp : TG_UnaryOp<"erf", TG_FloatTensor, "Error function.",
  "2/sqrt(pi) times the integral of e^(-t^2) from 0 to x.">;
def TG_SigmoidOp : TG_UnaryOp<"sigmoid", TG_FloatTensor, "1 / (1 + e^-x).",
  "At most one unit in the last place off, down to the denormal numbers.">;
def TG_SiluOp : TG_UnaryOp<"silu", TG_FloatTensor, "x / (1 + e^-x), also called swish.",
  "At most one unit in the last place off. -inf gives -0, the limit; the product of x and its sigmoid would be NaN.">;

def TG_GeluOp : TG_ElementwiseOp<"gelu", [SameOperandsAndResultType]> {
  let summary = "x times the normal distribution function of x.";
  let description = [{
    x Phi(x) for the standard normal distribution, or with `approximate tanh`
    x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2. At most one unit in the last
    place off (in f64 two); -inf gives -0, the limit.

    Example:

    ```mlir
    %0 = tg.gelu %x : tensor<4x8xf32>
    %1 = tg.gelu %x approximate tanh : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TG_FloatTensor:$input, UnitAttr:$tanh);
  let results = (outs TG_FloatTensor:$result);
  let assemblyFormat = "$input (`approximate` `tanh` $tanh^)? attr-dict `:` type($result)";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Rounding, signs and classes
//===----------------------------------------------------------------------===//

def TG_FloorOp : TG_UnaryOp<"floor", TG_FloatTensor,
  "x rounded to an integer, down.", "Keeps the sign of zero.">;
def TG_CeilOp : TG_UnaryOp<"ceil", TG_FloatTensor,
  "x rounded to an integer, up.",
  "Keeps the sign of x where the result is zero: -0.5 gives -0.">;
def TG_RoundOp : TG_UnaryOp<"round", TG_FloatTensor,
  "x rounded to the nearest integer, a half to the even one.",
  "Keeps the sign of x where the result is zero.">;
def TG_SignOp : TG_UnaryOp<"sign", TG_NumberTensor, "-1, 0 or 1 by the sign of x.",
  "+0 for zeros of either sign; a NaN stays a NaN.">;

class TG_ClassOp<string mnemonic, string what, string how>
    : TG_ElementwiseOp<mnemonic, [
        TypesMatchWith<"result has the operand's shape and element type i1", "input",
          "result", "::tinygrad::tg::withElementType($_self, ::mlir::IntegerType::get($_self.getContext(), 1))">]> {
  let summary = what;
  let description = how # "\n\nExample:\n\n```mlir\n%0 = tg." # mnemonic #
                    " %x : tensor<4x8xf32>\n```";
  let arguments = (ins TG_FloatTensor:$input);
  let results = (outs TG_BoolTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasFolder = 1;
}
def TG_IsNanOp : TG_ClassOp<"is_nan", "Whether x is not a number.", "As i1.">;
def TG_IsInfOp : TG_ClassOp<"is_inf", "Whether x is infinite.",
  "As i1; f8E4M3FN has no infinities.">;
def TG_IsFiniteOp : TG_ClassOp<"is_finite", "Whether x is neither infinite nor NaN.",
  "As i1.">;

//===----------------------------------------------------------------------===//
// Of two and three tensors
//===----------------------------------------------------------------------===//

def TG_PowOp : TG_BinaryOp<"pow", TG_NumberTensor, "The left to the power of the right.",
  [{On floats with C's special cases: x^0 and 1^y are 1 even for NaNs, a negative number to a power that is no integer is NaN; at most 1 ULP in f32.
  Integers wrap; to a negative power 1 stays 1, -1 gives 1 or -1, and other numbers, 0 too, give 0.}]>;
def TG_CopysignOp : TG_BinaryOp<"copysign", TG_FloatTensor,
  "The magnitude of the left with the sign of the right.", "Of zeros and NaNs too.">;

class TG_TernaryOp<string mnemonic, Type operand, string what, string how, string names>
    : TG_ElementwiseOp<mnemonic, [SameOperandsAndResultType]> {
  let summary = what;
  let description = how # "\n\nExample:\n\n```mlir\n%0 = tg." # mnemonic #
                    " " # names # " : tensor<4x8xf32>\n```";
  let results = (outs operand:$result);
  let hasFolder = 1;
}

def TG_MulAccOp : TG_TernaryOp<"mulacc", TG_Tensor, "a * b + c, rounded once.", [{
  Floats of every type are multiplied and added exactly and rounded once (`tg.mul` and `tg.add` round twice).
  Integers wrap; on `i1` it is (a and b) or c.}], "%a, %b, %c"> {
  let arguments = (ins TG_Tensor:$a, TG_Tensor:$b, TG_Tensor:$c);
  let assemblyFormat = "$a `,` $b `,` $c attr-dict `:` type($result)";
}

def TG_ClampOp : TG_TernaryOp<"clamp", TG_NumberTensor, "x kept between two bounds.", [{
  The smaller of `high` and the larger of x and `low`, as `tg.maximum` and `tg.minimum`: a NaN in any of the three gives NaN, and where `low` is above `high` the result is `high`.}],
  "%x, %low, %high"> {
  let arguments = (ins TG_NumberTensor:$input, TG_NumberTensor:$low, TG_NumberTensor:$high);
  let assemblyFormat = "$input `,` $low `,` $high attr-dict `:` type($result)";
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORFUNCTIONS_TD
