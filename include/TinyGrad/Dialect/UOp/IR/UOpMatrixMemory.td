//===- UOpMatrixMemory.td - units and workgroup memory -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_IR_UOPMATRIXMEMORY_TD
#define TINYGRAD_DIALECT_UOP_IR_UOPMATRIXMEMORY_TD

include "TinyGrad/Dialect/UOp/IR/UOpDialect.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def UOp_WarpgroupMmaOp : Op<UOp_Dialect, "warpgroup_mma", [AttrSizedOperandSegments]> {
  let summary = "Products of tiles whose right operands are in workgroup memory.";
  let description = [{
    In the linear phase, what `uop-share-operands` makes of products (`uop.mma`) of a
    unit that reads its right operand from memory itself: the threads have put it
    there, from an index on, as the unit's table says (`MatrixUnit::getSharedPlace`), or
    with `panels`, their width and the bytes from one to the next, as `SwizzledPanels`
    says. Each product has a left operand, a tile and an index, and is added to the one
    of `accs` that `sums` says; all of them are under way together, and done with the op.

    The reads are asynchronous: they see what threads stored before a barrier that has
    `uop.proxy_fence`, which `uop-insert-barriers` gives to those that need it.

    Example:

    ```mlir
    %1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x) tiles (%tile) at (%i) to (%z) sums [0]
         : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>)
         -> vector<16xf32>
    %2 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x) tiles (%rows) at (%i) to (%z) sums [0]
         panels [64, 2048] : (vector<8xf16>, memref<1024xf16, #gpu.address_space<workgroup>>, index,
                              vector<16xf32>) -> vector<16xf32>
    ```
  }];
  let arguments = (ins StrAttr:$unit, Variadic<AnyVectorOfNonZeroRank>:$lhs,
                       Arg<Variadic<MemRefRankOf<[AnySignlessInteger, AnyFloat], [1]>>, "",
                           [MemRead]>:$tiles,
                       Variadic<Index>:$indices, Variadic<AnyVectorOfNonZeroRank>:$accs,
                       DenseI64ArrayAttr:$sums, OptionalAttr<DenseI64ArrayAttr>:$panels);
  let results = (outs Variadic<AnyVectorOfNonZeroRank>:$results);
  let assemblyFormat = [{
    $unit `(` $lhs `)` `tiles` ` ` `(` $tiles `)` `at` ` ` `(` $indices `)` `to` ` ` `(` $accs `)`
    `sums` $sums (`panels` $panels^)? attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    /// How the tiles lie in memory, if they are panels.
    std::optional<SwizzledPanels> getSwizzledPanels();
  }];
  let hasVerifier = 1;
}

def UOp_MatrixLoadOp : Op<UOp_Dialect, "matrix_load"> {
  let summary = "What the lanes of a subgroup have of matrices in workgroup memory.";
  let description = [{
    In the linear phase. A matrix is 8 rows of 16 bytes. There are as many as the
    result has elements of 32 bits: 2 or 4. A lane's `index` is where a row begins:
    lane `8 * i + r` says it for row r of matrix i (of 2 matrices, lanes 16 and up say
    what lanes 0 and up do). Of each matrix lane `4 * g + t` gets the 32 bits number t
    of row g; `transposed`, for elements of 16 bits, elements g of rows `2 * t` and
    `2 * t + 1`.

    Example:

    ```mlir
    %0 = uop.matrix_load %tile[%i] : memref<640xf16, #gpu.address_space<workgroup>> -> vector<8xf16>
    %1 = uop.matrix_load %tile[%i] transposed
         : memref<640xf16, #gpu.address_space<workgroup>> -> vector<4xf16>
    ```
  }];
  let arguments = (ins Arg<MemRefRankOf<[AnySignlessInteger, AnyFloat], [1]>, "",
                           [MemRead]>:$tile,
                       Index:$index, UnitAttr:$transposed);
  let results = (outs AnyVectorOfNonZeroRank:$result);
  let assemblyFormat = [{
    $tile `[` $index `]` (`transposed` $transposed^)? attr-dict `:` type($tile) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // TINYGRAD_DIALECT_UOP_IR_UOPMATRIXMEMORY_TD
