//===- TensorElementwise.td - elementwise ops of tg -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORELEMENTWISE_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORELEMENTWISE_TD

include "TinyGrad/Dialect/Tensor/IR/TensorElementwiseBase.td"
include "mlir/IR/EnumAttr.td"

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

def TG_NegOp : TG_UnaryOp<"neg", TG_NumberTensor, "Negation.",
  "Flips the sign of a float (of zeros and NaNs too); wraps on integers.">;
def TG_ExpOp : TG_UnaryOp<"exp", TG_FloatTensor, "e to the power of x.",
  "A named op down to `uop-decompose-math`: at most 1 ULP in f32.">;
def TG_Exp2Op : TG_UnaryOp<"exp2", TG_FloatTensor, "2 to the power of x.",
  "At most 1 ULP in f32, exact on integers.">;
def TG_LogOp : TG_UnaryOp<"log", TG_FloatTensor, "Natural logarithm.",
  "log(0) is -inf, the logarithm of a negative number NaN.">;
def TG_Log2Op : TG_UnaryOp<"log2", TG_FloatTensor, "Logarithm to the base 2.",
  "log2(0) is -inf, the logarithm of a negative number NaN; exact on powers of two.">;
def TG_SinOp : TG_UnaryOp<"sin", TG_FloatTensor, "Sine of x in radians.",
  "At most 1 ULP in f32 for every argument, however large.">;
def TG_CosOp : TG_UnaryOp<"cos", TG_FloatTensor, "Cosine of x in radians.",
  "At most 1 ULP in f32 for every argument, however large.">;
def TG_TanhOp : TG_UnaryOp<"tanh", TG_FloatTensor, "Hyperbolic tangent.",
  "At most 1 ULP in f32.">;
def TG_SqrtOp : TG_UnaryOp<"sqrt", TG_FloatTensor, "Square root.",
  "Correctly rounded; NaN for negative numbers, -0 for -0.">;
def TG_ReciprocalOp : TG_UnaryOp<"reciprocal", TG_FloatTensor, "1 divided by x.",
  "The correctly rounded quotient 1/x.">;
def TG_TruncOp : TG_UnaryOp<"trunc", TG_FloatTensor,
  "x rounded to an integer, towards zero.", "Keeps the sign of zero.">;
def TG_AbsOp : TG_UnaryOp<"abs", TG_NumberTensor, "Absolute value.",
  "Clears a float's sign; the smallest signed integer stays as it is.">;
def TG_ReluOp : TG_UnaryOp<"relu", TG_NumberTensor, "The larger of x and 0.",
  "The same as `tg.maximum` of x and 0: a NaN stays a NaN.">;
def TG_NotOp : TG_UnaryOp<"not", TG_IntOrBoolTensor, "All bits flipped.",
  "Logical negation for `i1`.", "4x8xi1">;

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

def TG_AddOp : TG_BinaryOp<"add", TG_Tensor, "Sum.",
  "Integers wrap; on `i1` it is logical or.", [Commutative]>;
def TG_SubOp : TG_BinaryOp<"sub", TG_NumberTensor, "Difference.", "Integers wrap.">;
def TG_MulOp : TG_BinaryOp<"mul", TG_Tensor, "Product.",
  "Integers wrap; on `i1` it is logical and.", [Commutative]>;
def TG_DivOp : TG_BinaryOp<"div", TG_FloatTensor, "Quotient of floats.",
  "The correctly rounded quotient.">;
def TG_FloorDivOp : TG_BinaryOp<"floordiv", TG_NumberTensor,
  "Quotient rounded down, with Python's signs.",
  "x floordiv 0 is -1 for integers (all bits set); MIN floordiv -1 is MIN. On floats it is floor(x / y), where the quotient is rounded first.", [], "4x8xi32">;
def TG_ModOp : TG_BinaryOp<"mod", TG_NumberTensor,
  "Remainder of the quotient rounded down, with Python's signs.",
  "x mod 0 is x for integers, NaN for floats. On floats it is x - floor(x / y) * y, each operation rounded (tinygrad's rule, not C's exact fmod).", [], "4x8xi32">;
def TG_CDivOp : TG_BinaryOp<"cdiv", TG_IntTensor,
  "Quotient rounded towards zero, with C's signs.",
  "x cdiv 0 is -1 (all bits set); MIN cdiv -1 is MIN.", [], "4x8xi32">;
def TG_CModOp : TG_BinaryOp<"cmod", TG_IntTensor,
  "Remainder of the quotient rounded towards zero, with C's signs.",
  "x cmod 0 is x; MIN cmod -1 is 0.", [], "4x8xi32">;
def TG_MaximumOp : TG_BinaryOp<"maximum", TG_Tensor, "The larger of two elements.",
  "NaN if either is NaN; +0 is larger than -0. On `i1` it is logical or.", [Commutative]>;
def TG_MinimumOp : TG_BinaryOp<"minimum", TG_Tensor, "The smaller of two elements.",
  "NaN if either is NaN; -0 is smaller than +0. On `i1` it is logical and.", [Commutative]>;
def TG_AndOp : TG_BinaryOp<"and", TG_IntOrBoolTensor, "Bitwise and.",
  "Logical on `i1`.", [Commutative], "4x8xi32">;
def TG_OrOp : TG_BinaryOp<"or", TG_IntOrBoolTensor, "Bitwise or.",
  "Logical on `i1`.", [Commutative], "4x8xi32">;
def TG_XorOp : TG_BinaryOp<"xor", TG_IntOrBoolTensor, "Bitwise exclusive or.",
  "Logical on `i1`.", [Commutative], "4x8xi32">;
def TG_ShlOp : TG_BinaryOp<"shl", TG_IntTensor, "Bits shifted left.",
  "The amount is read as unsigned; a shift by the width or more gives 0.", [], "4x8xi32">;
def TG_ShrOp : TG_BinaryOp<"shr", TG_IntTensor,
  "Bits shifted right, arithmetically on signed types.",
  "The amount is read as unsigned; a shift by the width or more gives 0, or -1 for a negative number.", [], "4x8xi32">;

def TG_CmpPredicate : I32EnumAttr<"CmpPredicate", "comparison", [
    I32EnumAttrCase<"eq", 0>, I32EnumAttrCase<"ne", 1>,
    I32EnumAttrCase<"lt", 2>, I32EnumAttrCase<"le", 3>,
    I32EnumAttrCase<"gt", 4>, I32EnumAttrCase<"ge", 5>]> {
  let cppNamespace = "::tinygrad::tg";
  let genSpecializedAttr = 0;
}
def TG_CmpPredicateAttr : EnumAttr<TG_Dialect, TG_CmpPredicate, "cmp">;

def TG_CmpOp : TG_ElementwiseOp<"cmp", [SameTypeOperands,
    TypesMatchWith<"result has the operands' shape and element type i1", "lhs",
      "result", "::tinygrad::tg::withElementType($_self, ::mlir::IntegerType::get($_self.getContext(), 1))">]> {
  let summary = "Comparison of two tensors, as i1.";
  let description = [{
    Signed, unsigned or floating-point by the element type. With a NaN every
    predicate but `ne` is false.

    Example:

    ```mlir
    %0 = tg.cmp lt %a, %b : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TG_CmpPredicateAttr:$predicate, TG_Tensor:$lhs, TG_Tensor:$rhs);
  let results = (outs TG_BoolTensor:$result);
  let assemblyFormat = "$predicate $lhs `,` $rhs attr-dict `:` type($lhs)";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Ternary and conversions
//===----------------------------------------------------------------------===//

def TG_WhereOp : TG_ElementwiseOp<"where", [AllTypesMatch<["on_true", "on_false", "result"]>,
    TypesMatchWith<"condition has the result's shape and element type i1", "result",
      "condition", "::tinygrad::tg::withElementType($_self, ::mlir::IntegerType::get($_self.getContext(), 1))">]> {
  let summary = "Chooses between two tensors, element by element.";
  let description = [{
    Example:

    ```mlir
    %0 = tg.where %c, %a, %b : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TG_BoolTensor:$condition, TG_Tensor:$on_true, TG_Tensor:$on_false);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = "$condition `,` $on_true `,` $on_false attr-dict `:` type($result)";
  let hasFolder = 1;
}

def TG_Saturate : I32EnumAttr<"Saturate", "what overflow does in a cast to fp8", [
    I32EnumAttrCase<"finite", 0>, I32EnumAttrCase<"all", 1>,
    I32EnumAttrCase<"none", 2>]> {
  let cppNamespace = "::tinygrad::tg";
  let genSpecializedAttr = 0;
}
def TG_SaturateAttr : EnumAttr<TG_Dialect, TG_Saturate, "saturate">;

def TG_CastOp : TG_ElementwiseOp<"cast"> {
  let summary = "Converts the element type, rounding once.";
  let description = [{
    Float to float rounds once to nearest even. Float to a 32- or 64-bit integer
    saturates, NaN gives 0; to narrower integers it goes through i32 and wraps.
    Anything to `i1` is `!= 0`. Integer to integer wraps.

    `saturate` says what a cast to fp8 does on overflow: `finite` (the default)
    gives the largest finite value but keeps an infinity (NaN in f8E4M3FN),
    `all` takes infinities to the largest value too, `none` overflows to
    infinity or NaN.

    Example:

    ```mlir
    %0 = tg.cast %x : tensor<4xf32> to tensor<4xi32>
    %1 = tg.cast %x saturate all : tensor<4xf32> to tensor<4xf8E4M3FN>
    ```
  }];
  let arguments = (ins TG_Tensor:$input,
      DefaultValuedAttr<TG_SaturateAttr, "::tinygrad::tg::Saturate::finite">:$saturate);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = [{
    $input (`saturate` $saturate^)? attr-dict `:` type($input) `to` type($result)
  }];
  let hasFolder = 1;
}

def TG_BitcastOp : TG_ElementwiseOp<"bitcast"> {
  let summary = "Reads the bits of each element as another type of the same width.";
  let description = [{
    Example:

    ```mlir
    %0 = tg.bitcast %x : tensor<4xf32> to tensor<4xi32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORELEMENTWISE_TD
