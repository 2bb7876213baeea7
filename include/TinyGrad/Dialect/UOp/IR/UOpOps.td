//===- UOpOps.td - the ops of uop -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_IR_UOPOPS_TD
#define TINYGRAD_DIALECT_UOP_IR_UOPOPS_TD

include "TinyGrad/Dialect/UOp/IR/UOpDialect.td"
include "TinyGrad/Dialect/UOp/IR/UOpInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class UOp_Op<string mnemonic, list<Trait> traits = []>
    : Op<UOp_Dialect, mnemonic, traits>;

/// A scalar, or from the expanded phase on a vector with one dimension per
/// upcast or unroll axis that the value depends on, in the order of axis ids.
def UOp_Value : AnyTypeOf<[AnySignlessInteger, AnyFloat, Index,
                           VectorOfNonZeroRankOf<[AnySignlessInteger, AnyFloat, Index]>],
                          "scalar or vector">;
def UOp_Gate : AnyTypeOf<[I1, VectorOfNonZeroRankOf<[I1]>], "i1 or vector of i1">;
def UOp_Index : AnyTypeOf<[Index, VectorOfNonZeroRankOf<[Index]>], "index or vector of index">;
def UOp_Buffer : MemRefRankOf<[AnySignlessInteger, AnyFloat], [1]>;

def UOp_KernelOp : UOp_Op<"kernel", [IsolatedFromAbove, AffineScope,
    AutomaticAllocationScope, SingleBlock,
    NoTerminator, Symbol, FunctionOpInterface]> {
  let summary = "One kernel.";
  let description = [{
    Arguments are 1-D memrefs (the outputs, marked `uop.output`, come first), then
    the variables as `index` with `uop.variable = "n"` and `uop.bounds = [1, 256]`.
    `opts` is the schedule, in order; absent means that heuristics may choose,
    an empty list that there is nothing to do.

    Example:

    ```mlir
    uop.kernel @row_sum(%out: memref<4xf32> {uop.output}, %x: memref<32xf32>) {
      %i = uop.range 0, 4 <global>
      %k = uop.range 1, 8 <reduce>
      %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
      %1 = uop.load %x[%0] : memref<32xf32> -> f32
      %2 = uop.reduce <add> %1 over (%k) : f32
      uop.store %2, %out[%i] : f32, memref<4xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs,
                       OptionalAttr<UOp_OptArrayAttr>:$opts);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral kOutput = "uop.output";
    static constexpr ::llvm::StringLiteral kVariable = "uop.variable";
    static constexpr ::llvm::StringLiteral kBounds = "uop.bounds";

    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }

    /// Number of buffer arguments, and of those the outputs (which come first).
    unsigned getNumBuffers();
    unsigned getNumOutputs();
    /// A range id that no range of this kernel uses.
    int64_t getFreeRangeId();
  }];
}

def UOp_RangeOp : UOp_Op<"range", [Pure,
    DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let summary = "An iteration axis, as an index from 0 to its size less 1.";
  let description = [{
    The id is unique in its kernel, so that two axes of one size stay two, and
    gives the order of the kernel's axes. The size is a constant or an index
    computed from variables only.

    A `carry` axis stands among the output axes, but the place of the store does
    not vary over it: its iterations, in order, go on with what the output holds, or
    what `uop.scratch` does.

    Example:

    ```mlir
    %i = uop.range 0, 256 <global>
    %k = uop.range 1, %n <reduce>
    ```
  }];
  let arguments = (ins I64Attr:$id, Optional<Index>:$size, I64Attr:$static_size,
                       UOp_AxisTypeAttr:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$id `,` custom<RangeSize>($size, $static_size) $axis attr-dict";
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "int64_t":$id, "::mlir::OpFoldResult":$size, "AxisType":$axis)>
  ];
  let extraClassDeclaration = [{
    /// The size: an index attribute or a value.
    ::mlir::OpFoldResult getMixedSize();
  }];
}

def UOp_LoadOp : UOp_Op<"load", [AttrSizedOperandSegments]> {
  let summary = "Reads elements of a buffer.";
  let description = [{
    In a scalar kernel one element at `index`. In the expanded phase the result is
    a vector and either `strides` gives, for each of its dimensions, the distance
    in elements from `index`, or (for a true gather) `index` is a vector. Where
    the gate is false nothing is read and the element is that of `other`. A gate
    of the value's shape, one bit per element, is written `mask`.

    Example:

    ```mlir
    %0 = uop.load %a[%i] : memref<64xf32> -> f32
    %1 = uop.load %a[%i] gate %g else %z : memref<64xf32> -> f32
    %2 = uop.load %b[%i] strides [64, 1] : memref<4096xf32> -> vector<4x16xf32>
    %3 = uop.load %a[%v : vector<8xindex>] mask %m else %y : memref<64xf32> -> vector<8xf32>
    ```
  }];
  let arguments = (ins Arg<UOp_Buffer, "", [MemRead]>:$buffer, UOp_Index:$index,
                       Optional<UOp_Gate>:$gate, Optional<UOp_Value>:$other,
                       OptionalAttr<DenseI64ArrayAttr>:$strides);
  let results = (outs UOp_Value:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def UOp_StoreOp : UOp_Op<"store"> {
  let summary = "Writes elements of a buffer.";
  let description = [{
    Indices, strides and gates as in `uop.load`. A store closes every range that
    its operands depend on. With the attribute `uop.streaming` what it writes is
    too large to stay in a cache.

    Example:

    ```mlir
    uop.store %v, %out[%i] : f32, memref<64xf32>
    uop.store %w, %out[%i] strides [1] gate %g : vector<8xf32>, memref<64xf32>
    ```
  }];
  let arguments = (ins UOp_Value:$value, Arg<UOp_Buffer, "", [MemWrite]>:$buffer,
                       UOp_Index:$index, Optional<UOp_Gate>:$gate,
                       OptionalAttr<DenseI64ArrayAttr>:$strides);
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral kStreaming = "uop.streaming";
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def UOp_ReduceOp : UOp_Op<"reduce", [Pure,
    DeclareOpInterfaceMethods<UOp_RangeCloserOpInterface, ["gateIterations"]>]> {
  let summary = "Combines a value over ranges, which it closes.";
  let description = [{
    Over no iterations the result is the kind's identity. In the expanded phase
    `dims` names the dimensions of the vector that are combined too (those of
    unroll axes); they are missing in the result.

    Example:

    ```mlir
    %r = uop.reduce <add> %v over (%k) : f32
    %s = uop.reduce <maximumf> %w over (%k) dims [1] : vector<4x8xf32> -> vector<4xf32>
    ```
  }];
  let arguments = (ins UOp_ReduceKindAttr:$kind, UOp_Value:$value, Variadic<Index>:$ranges,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dims);
  let results = (outs UOp_Value:$result);
  let assemblyFormat = [{
    $kind $value `over` ` ` `(` $ranges `)` (`dims` $dims^)? attr-dict `:`
    custom<ReduceTypes>(type($value), type($result))
  }];
  let hasVerifier = 1;
}

def UOp_ScanOp : UOp_Op<"scan", [Pure, AllTypesMatch<["value", "result"]>,
    DeclareOpInterfaceMethods<UOp_RangeCloserOpInterface, ["getClosedValues", "gateIterations"]>]> {
  let summary = "Combines a value with those of all points of ranges before.";
  let description = [{
    At each point of the ranges, of which the last one is the fastest, the result is
    what a `uop.reduce` gives of the points up to this one, itself included; with
    `reverse` of those from this one on. The ranges stay open: the loops that
    whatever closes them makes run in the order of the points and hold what has been
    combined so far, in registers, or, where loops of other ranges stand inside of
    them, in memory with a place for each point of those. So the ranges are loops of
    one thread (`loop`, `reduce`) or dimensions of vectors (`upcast`, `unroll`),
    outer ones first, and all scans over a range go the same way.

    In the expanded phase `dims` names the dimensions of the vector that are scanned
    after `ranges`, in the order of the points. Along lanes floats are combined in
    steps that double: first neighbours, then pairs, and so on, and what comes before
    the vector is added to its elements last.

    Example:

    ```mlir
    %s = uop.scan <add> %v over (%k) : f32
    %t = uop.scan <maximumf> %w over (%k) reverse : f32
    %u = uop.scan <add> %x over (%k) dims [1] : vector<4x16xf32>
    ```
  }];
  let arguments = (ins UOp_ReduceKindAttr:$kind, UOp_Value:$value, Variadic<Index>:$ranges,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dims, UnitAttr:$reverse);
  let results = (outs UOp_Value:$result);
  let assemblyFormat = [{
    $kind $value `over` ` ` `(` $ranges `)` (`dims` $dims^)? (`reverse` $reverse^)? attr-dict
    `:` type($value)
  }];
  let hasVerifier = 1;
}

def UOp_ActivationOp : UOp_Op<"activation", !listconcat([Pure, SameOperandsAndResultType],
    ElementwiseMappable.traits)> {
  let summary = "A function of one float that the math dialect lacks.";
  let description = [{
    Rounded once, unlike what could be composed of `math` ops. `uop-decompose-math`
    replaces it, like the functions of `math`, by a sequence of IEEE operations.

    Example:

    ```mlir
    %0 = uop.activation <sigmoid> %x : f32
    ```
  }];
  let arguments = (ins UOp_ActivationAttr:$function, FloatLike:$input);
  let results = (outs FloatLike:$result);
  let assemblyFormat = "$function $input attr-dict `:` type($result)";
}

def UOp_GroupReduceOp : UOp_Op<"group_reduce", !listconcat([SameOperandsAndResultType],
    ElementwiseMappable.traits)> {
  let summary = "Combines a value over threads of a workgroup.";
  let description = [{
    `convert-uop-to-gpu` makes it of a reduce over `group_reduce` ranges. `size`
    threads, whose numbers in their workgroup differ by multiples of `stride`,
    combine their values; all of them get the result. Every thread of the
    workgroup must reach it (`uop-lower-group-reduce` uses shuffles, and memory of
    the workgroup where a subgroup is too small).

    Example:

    ```mlir
    %r = uop.group_reduce <add> %v size 32 stride 1 : f32
    ```
  }];
  let arguments = (ins UOp_ReduceKindAttr:$kind, UOp_Value:$value, I64Attr:$size,
                       I64Attr:$stride);
  let results = (outs UOp_Value:$result);
  let assemblyFormat = [{
    $kind $value `size` $size `stride` $stride attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def UOp_MmaOp : UOp_Op<"mma", [Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<UOp_RangeCloserOpInterface, ["getClosedValues", "gateIterations"]>]> {
  let summary = "Products of two tiles, summed by a matrix unit.";
  let description = [{
    What a `uop.reduce <add>` over products of two operands is to a thread, this
    is to the threads of a subgroup: together they hold a tile of either operand
    and get a tile of the result, each a few elements. `unit` names the row of the
    table of matrix units (`MatrixUnits.h`) which says which: the tile's
    coordinates grow by a constant with each of the lane's axes, `lanes`, and with
    each axis of an operand's registers, all outermost first. So an element of the
    left operand is the value at one point of the lanes and of `lhs_registers`,
    and the result varies over the lanes and `registers`. The registers of the
    operands are closed; so are `ranges`, over which the tiles' products are
    summed.

    In the expanded phase the registers are the last dimensions of the vectors.
    Where no lanes are named, each value has those of all lanes in the dimensions
    before the registers: so a processor without a matrix unit runs the same
    kernel. `dims` names the leading dimensions of the operands over which the
    products are summed, too. In the linear phase all three are vectors of one
    dimension, a lane's registers with the innermost axis fastest, and the product
    is added to `acc`.

    The unit of a processor is an instruction of one thread, which has no lanes to
    name: all registers of an operand are one axis, the first digit slowest, as they
    lie in a vector register; they are two, the rows and what is in one, where a
    register is a tile (AMX). It is that instruction where the operands are of the
    unit's types.

    Example:

    ```mlir
    %0 = uop.mma "mma.m16n8k16.f16.f32" %a(%a2, %a1, %a0), %b(%b1, %b0) over (%k)
         lanes (%l1, %l0) registers (%c1, %c0) : f16, f16 -> f32
    %1 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<4xf32>
         lanes (%l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
    %2 = uop.mma "vpdpbusd.m1n16k4.u8.s8" %u, %v to %w : vector<16xi32>
         : vector<4xi8>, vector<64xi8> -> vector<16xi32>
    ```
  }];
  let arguments = (ins StrAttr:$unit, UOp_Value:$lhs, UOp_Value:$rhs, Optional<UOp_Value>:$acc,
                       Variadic<Index>:$lhs_registers, Variadic<Index>:$rhs_registers,
                       Variadic<Index>:$ranges, Variadic<Index>:$lanes,
                       Variadic<Index>:$registers,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dims);
  let results = (outs UOp_Value:$result);
  let assemblyFormat = [{
    $unit $lhs (`(` $lhs_registers^ `)`)? `,` $rhs (`(` $rhs_registers^ `)`)?
    (`to` $acc^ `:` type($acc))? (`over` ` ` `(` $ranges^ `)`)? (`dims` $dims^)?
    (`lanes` ` ` `(` $lanes^ `)`)? (`registers` ` ` `(` $registers^ `)`)? attr-dict
    `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let hasVerifier = 1;
}

def UOp_StageOp : UOp_Op<"stage", [AttrSizedOperandSegments, MemoryEffects<[MemAlloc]>,
    DeclareOpInterfaceMethods<UOp_RangeCloserOpInterface>]> {
  let summary = "Stores a value over ranges, which it closes, in kernel-local memory.";
  let description = [{
    The result holds one element per point of `ranges`, row-major in their order,
    and is read by `uop.load` with other ranges. Registers, shared memory, packed
    panels and row buffers are this one concept in different spaces; on the CPU
    spaces are dropped at linearize.

    Where threads share the work (`convert-uop-to-gpu`), some of the ranges have
    become ids: then `place` is where the (first) element goes.

    Example:

    ```mlir
    %s = uop.stage %v over (%j) : f32 -> memref<128xf32, #gpu.address_space<private>>
    %t = uop.stage %w at %place over (%k) : f32 -> memref<256xf32, #gpu.address_space<workgroup>>
    ```
  }];
  let arguments = (ins UOp_Value:$value, Optional<Index>:$place, Variadic<Index>:$ranges);
  let results = (outs UOp_Buffer:$buffer);
  let assemblyFormat = [{
    $value (`at` $place^)? `over` ` ` `(` $ranges `)` attr-dict `:` type($value) `->` type($buffer)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$value, "::mlir::ValueRange":$ranges), [{
      build($_builder, $_state, type, value, ::mlir::Value(), ranges);
    }]>
  ];
  let hasVerifier = 1;
}

def UOp_ScratchOp : UOp_Op<"scratch", [MemoryEffects<[MemAlloc]>]> {
  let summary = "Memory of the kernel's own, which holds anything at first.";
  let description = [{
    Where a reduce is done in blocks (`carry` with axes), its sums wait here for
    the next block. A store to it may leave out output axes whose loops stand
    around those of the blocks: each iteration of them begins anew.

    Example:

    ```mlir
    %s = uop.scratch : memref<128xf32, #gpu.address_space<private>>
    ```
  }];
  let results = (outs UOp_Buffer:$buffer);
  let assemblyFormat = "attr-dict `:` type($buffer)";
  let hasVerifier = 1;
}

def UOp_SliceOp : UOp_Op<"slice", [Pure, HasParent<"KernelOp">]> {
  let summary = "The part of the THREAD axis that this call of the kernel does.";
  let description = [{
    In the linear phase, the half-open interval that the caller passes to the
    kernel's entry; a kernel without a thread axis is called with [0, 1).

    Example:

    ```mlir
    %begin, %end = uop.slice
    ```
  }];
  let results = (outs Index:$begin, Index:$end);
  let assemblyFormat = "attr-dict";
}

#endif // TINYGRAD_DIALECT_UOP_IR_UOPOPS_TD
