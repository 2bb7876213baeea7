//===- TensorDialect.td - the tg dialect and its types -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORDIALECT_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORDIALECT_TD

include "mlir/IR/OpBase.td"

def TG_Dialect : Dialect {
  let name = "tg";
  let cppNamespace = "::tinygrad::tg";
  let summary = "What to compute: tensor operations with value semantics.";
  let description = [{
    `tg` is the first room of TinyGrad: operations on builtin ranked tensors
    that say what to compute and nothing about how. Its families are:

    - elementwise ops, whose operands all have the result's shape (broadcasting
      is explicit, by `tg.expand`);
    - movement ops, which only rename indices and never copy by themselves;
    - reduces and contractions;
    - composite ops, which carry their own decomposition into the others;
    - creation ops, and the structure that scheduling adds (`tg.kernel`,
      `tg.launch`).

    An integer type without a sign is signed; `ui8` to `ui64` are unsigned.

    A dynamic size is a variable of the function: `tg.variables = {n = [1, 256]}`
    on the function declares `n` with its inclusive bounds, `tg.dims = ["n", 8]`
    on an argument names the variable of each `?`, and `tg.variable "n"` reads it.
    `tg.name` names an argument or a result; `tg.updates = 0` on a result says
    that it is the new contents of argument 0.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    // Attributes of functions, their arguments and results.
    static constexpr ::llvm::StringLiteral kVariables = "tg.variables";
    static constexpr ::llvm::StringLiteral kDims = "tg.dims";
    static constexpr ::llvm::StringLiteral kName = "tg.name";
    static constexpr ::llvm::StringLiteral kUpdates = "tg.updates";
  }];
}

//===----------------------------------------------------------------------===//
// Element and tensor types
//===----------------------------------------------------------------------===//

def TG_Float : AnyTypeOf<[F8E4M3FN, F8E5M2, F16, BF16, F32, F64],
                         "floating-point type">;
def TG_SignedInt : AnyTypeOf<[I8, I16, I32, I64], "signed integer type">;
def TG_UnsignedInt : AnyTypeOf<[UI8, UI16, UI32, UI64], "unsigned integer type">;
def TG_Bool : AnyTypeOf<[I1], "boolean type">;
def TG_Int : AnyTypeOf<[TG_SignedInt, TG_UnsignedInt], "integer type">;
def TG_IntOrBool : AnyTypeOf<[TG_Bool, TG_Int], "integer or boolean type">;
def TG_Number : AnyTypeOf<[TG_Int, TG_Float], "number type">;
def TG_Element : AnyTypeOf<[TG_Bool, TG_Int, TG_Float], "tensor element type">;

/// No encoding, and a size in bytes that fits in 63 bits.
class TG_TensorOf<list<Type> elements>
    : ConfinedType<RankedTensorOf<elements>,
                   [CPred<"::tinygrad::tg::isTensorType($_self)">],
                   RankedTensorOf<elements>.summary #
                   " without an encoding, of less than 2^63 bytes", "::mlir::RankedTensorType">;

def TG_Tensor : TG_TensorOf<[TG_Element]>;
def TG_FloatTensor : TG_TensorOf<[TG_Float]>;
def TG_NumberTensor : TG_TensorOf<[TG_Number]>;
def TG_IntTensor : TG_TensorOf<[TG_Int]>;
def TG_IntOrBoolTensor : TG_TensorOf<[TG_IntOrBool]>;
def TG_BoolTensor : TG_TensorOf<[TG_Bool]>;
def TG_I32Tensor : TG_TensorOf<[I32]>;
def TG_UI32Tensor : TG_TensorOf<[UI32]>;
def TG_UI64Tensor : TG_TensorOf<[UI64]>;

class TG_Op<string mnemonic, list<Trait> traits = []>
    : Op<TG_Dialect, mnemonic, traits>;

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORDIALECT_TD
