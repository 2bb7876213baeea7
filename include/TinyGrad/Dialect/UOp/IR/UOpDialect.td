//===- UOpDialect.td - the uop dialect, its attributes -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_IR_UOPDIALECT_TD
#define TINYGRAD_DIALECT_UOP_IR_UOPDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def UOp_Dialect : Dialect {
  let name = "uop";
  let cppNamespace = "::tinygrad::uop";
  let summary = "How one kernel computes: ranges, loads, reduces, stages, stores.";
  let description = [{
    `uop` is the room of kernels. A `uop.kernel` goes through four phases, each
    checked by `tg-verify-phase`:

    - *expression*: a pure graph of scalars over ranges;
    - *optimized*: the same, its ranges split and retyped by opts;
    - *expanded*: upcast and unroll ranges have become dimensions of vectors;
    - *linear*: loops, 1-D vector accesses, upstream ops only.

    Arithmetic is upstream `arith`, `math` and `affine.apply`; this dialect has
    only what upstream lacks. Memrefs are 1-D, static (sized at the upper bound
    of the variables), signless, and never of `i1`: a bool in memory is an `i8`
    holding 0 or 1. fp8 is stored as itself until `uop-decompose-dtypes`.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
}

class UOp_I32Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tinygrad::uop";
  let genSpecializedAttr = 0;
}

def UOp_AxisType : UOp_I32Enum<"AxisType", "what an iteration axis becomes", [
    I32EnumAttrCase<"Global", 0, "global">, I32EnumAttrCase<"Local", 1, "local">,
    I32EnumAttrCase<"Loop", 2, "loop">, I32EnumAttrCase<"Thread", 3, "thread">,
    I32EnumAttrCase<"Reduce", 4, "reduce">, I32EnumAttrCase<"GroupReduce", 5, "group_reduce">,
    I32EnumAttrCase<"Upcast", 6, "upcast">, I32EnumAttrCase<"Unroll", 7, "unroll">,
    I32EnumAttrCase<"Warp", 8, "warp">, I32EnumAttrCase<"Carry", 9, "carry">]>;
def UOp_AxisTypeAttr : EnumAttr<UOp_Dialect, UOp_AxisType, "axis"> {
  let assemblyFormat = "`<` $value `>`";
}

def UOp_ReduceKind : UOp_I32Enum<"ReduceKind", "how a reduce combines", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Mul", 1, "mul">,
    I32EnumAttrCase<"MinSI", 2, "minsi">, I32EnumAttrCase<"MinUI", 3, "minui">,
    I32EnumAttrCase<"MaxSI", 4, "maxsi">, I32EnumAttrCase<"MaxUI", 5, "maxui">,
    I32EnumAttrCase<"MinimumF", 6, "minimumf">, I32EnumAttrCase<"MaximumF", 7, "maximumf">,
    I32EnumAttrCase<"And", 8, "and">, I32EnumAttrCase<"Or", 9, "or">,
    I32EnumAttrCase<"Xor", 10, "xor">]>;
def UOp_ReduceKindAttr : EnumAttr<UOp_Dialect, UOp_ReduceKind, "reduce_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

def UOp_Activation : UOp_I32Enum<"Activation", "a function that math lacks", [
    I32EnumAttrCase<"Sigmoid", 0, "sigmoid">, I32EnumAttrCase<"Silu", 1, "silu">,
    I32EnumAttrCase<"Gelu", 2, "gelu">, I32EnumAttrCase<"GeluTanh", 3, "gelu_tanh">]>;
def UOp_ActivationAttr : EnumAttr<UOp_Dialect, UOp_Activation, "activation"> {
  let assemblyFormat = "`<` $value `>`";
}

def UOp_OptKind : UOp_I32Enum<"OptKind", "a kernel optimisation", [
    I32EnumAttrCase<"Upcast", 0, "upcast">, I32EnumAttrCase<"Unroll", 1, "unroll">,
    I32EnumAttrCase<"Local", 2, "local">, I32EnumAttrCase<"Group", 3, "group">,
    I32EnumAttrCase<"GroupTop", 4, "grouptop">, I32EnumAttrCase<"Thread", 5, "thread">,
    I32EnumAttrCase<"Tile", 6, "tile">, I32EnumAttrCase<"Stage", 7, "stage">,
    I32EnumAttrCase<"TC", 8, "tc">, I32EnumAttrCase<"PadTo", 9, "padto">,
    I32EnumAttrCase<"Swap", 10, "swap">, I32EnumAttrCase<"Merge", 11, "merge">,
    I32EnumAttrCase<"Carry", 12, "carry">, I32EnumAttrCase<"Loop", 13, "loop">,
    I32EnumAttrCase<"Stream", 14, "stream">]>;

def UOp_OptAttr : AttrDef<UOp_Dialect, "Opt"> {
  let mnemonic = "opt";
  let summary = "One optimisation of a kernel's schedule.";
  let description = [{
    `axis` is the id of a range of the kernel as it stands when this opt's turn
    comes; `amount` is the size of the new inner range (0: the whole axis), or
    for `swap` and `merge` the id of the other range. A split of range `r` leaves
    the outer part under the id `r`; the inner part takes the next free id. A
    merge of `r` with a range inside of it is one range `r` over both.

    `carry` splits a reduce axis into blocks of `amount` iterations, whose loop may
    stand around output axes: the sums wait in the output between the blocks, or,
    with `axes`, in memory of the kernel's own, one for each point of these axes,
    the outermost first. All output axes inside of the blocks must be named then,
    vectors too.

    `stage` names an operand, the number of a load in the order of the kernel,
    and the axes over which what it loads is kept in memory of the kernel's own,
    the outermost first. With `amount 1` axes of which only a sum says what is
    loaded, a window and the positions at which it stands, are one axis of the copy,
    where the first of them is named: each element is copied once, and padding, too.

    `tc` has a reduce of products done by a matrix unit: `axes` are the rows and
    columns of the result and the reduce axis, which are split by the sizes of the
    unit's tile, and `unit` is its name; without one the first of the target that
    fits is taken. A processor's unit multiplies bytes of any signs, and bytes plus
    what does not change along the sum, such as zero points: sign bits are flipped
    where the unit wants the other sign, and what is added so is taken off again by
    sums of rows and columns, exactly. A unit that rounds operands, flushes denormals or keeps fewer
    bits of sums than the kernel asks for must be accepted by `inexact`.

    `stream` names a store, by its number in the order of the kernel: it goes
    around the caches, where the machine can do that and an address allows it.

    Examples: `#uop.opt<upcast axis 1 amount 16>`,
    `#uop.opt<stage operand 1 axes[3, 2, 4]>`,
    `#uop.opt<tc axes[0, 1, 2] unit "mma.m16n8k16.f16.f32">`
  }];
  let parameters = (ins EnumParameter<UOp_OptKind>:$kind,
                        DefaultValuedParameter<"int64_t", "-1">:$axis,
                        DefaultValuedParameter<"int64_t", "0">:$amount,
                        DefaultValuedParameter<"int64_t", "-1">:$operand,
                        OptionalArrayRefParameter<"int64_t">:$axes,
                        OptionalParameter<"::mlir::StringAttr">:$unit,
                        OptionalParameter<"::mlir::UnitAttr">:$inexact);
  let builders = [
    AttrBuilder<(ins "OptKind":$kind, "int64_t":$axis, "int64_t":$amount), [{
      return $_get($_ctxt, kind, axis, amount, -1, ::llvm::ArrayRef<int64_t>(),
                   ::mlir::StringAttr(), ::mlir::UnitAttr());
    }]>,
    AttrBuilder<(ins "OptKind":$kind, "int64_t":$axis, "int64_t":$amount, "int64_t":$operand,
                     "::llvm::ArrayRef<int64_t>":$axes), [{
      return $_get($_ctxt, kind, axis, amount, operand, axes, ::mlir::StringAttr(),
                   ::mlir::UnitAttr());
    }]>
  ];
  let assemblyFormat = [{
    `<` $kind (`axis` $axis^)? (`amount` $amount^)? (`operand` $operand^)?
        (`axes` `[` $axes^ `]`)? (`unit` $unit^)? `` custom<Inexact>($inexact) `>`
  }];
}
def UOp_OptArrayAttr : TypedArrayAttrBase<UOp_OptAttr, "opts of a kernel, in order">;

#endif // TINYGRAD_DIALECT_UOP_IR_UOPDIALECT_TD
