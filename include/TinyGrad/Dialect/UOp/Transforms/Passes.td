//===- Passes.td - passes of uop -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_TD
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SimplifyIndex : Pass<"uop-simplify-index", "::tinygrad::uop::KernelOp"> {
  let summary = "Simplifies indices and gates by the bounds of ranges.";
  let description = [{
    Chains of `affine.apply` are composed and brought to one form: multiples of a
    divisor leave a quotient, quotients and remainders recombine, nested
    quotients become one, and what bounds decide is a constant. Comparisons of
    indices are decided or made cheaper; a gate that is always true goes,
    one that never is takes the load with it. Equal loads become one.
    arith's divisions, remainders and shifts of indices are read as affine where
    the divisor's sign is known; what is selected is simplified under its
    condition, and is a minimum or maximum where it is one.
    A sum over a comparison with an arange (a gather, a one-hot, a diagonal) is
    its one element.

    Upstream's folders know no bounds of ranges; see `IndexSimplifier`.

    Example: with `%i` in [0, 8) and `%j` in [0, 4)

    ```mlir
    %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1) floordiv 4)>(%i, %j)
    ```

    becomes `%i`.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"];
}

def Optimize : Pass<"uop-optimize", "::tinygrad::uop::KernelOp"> {
  let summary = "Applies a kernel's opts, chosen by heuristics if it has none.";
  let description = [{
    The kernel's `opts` are applied in order, each checked: one that does not fit
    is an error that names its axis and the reason. A kernel without the
    attribute gets opts from the heuristic, which looks at strides and sizes only
    and writes what it chose into the attribute, with a remark for each choice. An
    empty list means that there is nothing to do.

    With `only-choose` the choice is only written down, and only for kernels that
    have an argument of unchanging contents (`uop.constant`): the whole of it is
    packed where that pays if it is done once, and `uop-hoist-packing` makes that
    a kernel of its own.

    `vector-bits` and `vector-registers` describe the register file that
    accumulators are to fill and not exceed.

    Example: `#uop.opt<upcast axis 0 amount 8>` on

    ```mlir
    %i = uop.range 0, 64 <global>
    ```

    gives

    ```mlir
    %o = uop.range 0, 8 <global>
    %u = uop.range 1, 8 <upcast>
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%o, %u)
    ```
  }];
  let options = [
    Option<"heuristic", "heuristic", "bool", "true",
           "Choose opts for kernels that have none.">,
    Option<"onlyChoose", "only-choose", "bool", "false",
           "Write down what is chosen for kernels with constant arguments, and apply nothing.">,
    Option<"vectorBits", "vector-bits", "int64_t", "256",
           "Width of a vector register.">,
    Option<"vectorRegisters", "vector-registers", "int64_t", "16",
           "Number of vector registers.">,
    Option<"l1Bytes", "l1-bytes", "int64_t", "32768",
           "Size of the first data cache.">,
    Option<"l2Bytes", "l2-bytes", "int64_t", "1048576",
           "Size of the second data cache.">,
    Option<"lastBytes", "last-bytes", "int64_t", "33554432",
           "Size of the last data cache.">,
    Option<"gpu", "gpu", "bool", "false",
           "Choose for a GPU: threads instead of vectors.">,
    Option<"gpuThreads", "gpu-threads", "int64_t", "256",
           "Threads of a workgroup, if the work is enough.">,
    Option<"sharedBytes", "shared-bytes", "int64_t", "49152",
           "Memory of a workgroup.">,
    Option<"chip", "chip", "std::string", "\"\"",
           "The GPU (sm_80), or a processor's features (x86+avx512vnni), for matrix units; "
           "empty: none is chosen.">,
    Option<"matrixUnits", "matrix-units", "unsigned", "1",
           "0: none, 1: where they fit, 2: their tiles, computed without them.">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect"];
}

def TestRangeScopes : Pass<"uop-test-range-scopes", "::tinygrad::uop::KernelOp"> {
  let summary = "Shows the open ranges of every value as remarks, and checks them.";
}

def GuardDivisors : Pass<"uop-guard-divisors", "::tinygrad::uop::KernelOp"> {
  let summary = "No index is divided by a size that may be zero.";
  let description = [{
    An index is computed wherever its loop runs, even where a gate keeps it from being
    used. A size that a variable sets to 0 would then divide by zero, so each divisor
    of an `affine.apply` that is not known to be positive becomes its maximum with 1.
    To run once indices are as simple as they get, since it hides the size from them.

    Example:

    ```mlir
    // From affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%m], %m from 0 to 5.
    %0 = arith.maxsi %m, %c1 : index
    %1 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%0]
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"];
}

def DecomposeMathPass : Pass<"uop-decompose-math"> {
  let summary = "Replaces math functions by fixed sequences of IEEE operations.";
  let description = [{
    The functions of `math` that `Support/MathSequences.h` has (exponentials and
    logarithms, trigonometric and hyperbolic functions and their inverses, erf,
    rsqrt, powf) and `uop.activation`, of f32 and f64, scalars or vectors, become
    its branch-free sequences: at most 1 ULP in f32, and the same bits as the
    reference interpreter, which runs the same sequences. Narrower floats are computed in f32 and rounded
    once. No call to a math library is left.

    ```mlir
    %0 = math.exp %x : vector<16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def ExpandPass : Pass<"uop-expand", "::tinygrad::uop::KernelOp"> {
  let summary = "Upcast and unroll ranges become dimensions of vectors.";
  let description = [{
    After it no value depends on an upcast or unroll range: a value that did is a
    vector with one dimension for each of them, in the order of their ids but
    with the axes along which more accesses are contiguous last. Loads and stores
    keep a scalar index and a step per dimension; only where an index does not
    move by constants along the last dimension is it a vector.

    Example:

    ```mlir
    %i = uop.range 0, 4 <global>
    %u = uop.range 1, 8 <upcast>
    %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %u)
    %1 = uop.load %x[%0] : memref<32xf32> -> f32
    uop.store %1, %out[%0] : f32, memref<32xf32>
    ```

    becomes

    ```mlir
    %i = uop.range 0, 4 <global>
    %0 = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
    %1 = uop.load %x[%0] strides [1] : memref<32xf32> -> vector<8xf32>
    uop.store %1, %out[%0] strides [1] : vector<8xf32>, memref<32xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::vector::VectorDialect"];
}

def LinearizePass : Pass<"uop-linearize", "::tinygrad::uop::KernelOp"> {
  let summary = "Ranges become loops, vectors become one-dimensional.";
  let description = [{
    The output axes become nested `scf.for` loops in the order of their ids, a
    THREAD axis first, over the caller's `uop.slice`. Each op runs in the
    outermost loop in which its operands are known. A reduce is a loop that
    carries its accumulators, placed in the deepest loop over which its result
    varies: a row's sum is computed once a row. A product that is summed is
    `vector.fma`, rounded once where the machine can.

    A vector of several dimensions becomes 1-D vectors, one per position of the
    leading dimensions, or scalars where its elements are broadcast along the
    lanes of another vector. So all that is loaded and stored is contiguous
    vectors and scalars. Gates are masks, or conditions where all lanes agree.

    Example:

    ```mlir
    %i = uop.range 0, 4 <global>
    %k = uop.range 1, 8 <reduce>
    %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
    %1 = uop.load %x[%0] : memref<32xf32> -> f32
    %2 = uop.reduce <add> %1 over (%k) : f32
    uop.store %2, %out[%i] : f32, memref<4xf32>
    ```

    becomes

    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %2 = scf.for %k = %c0 to %c8 step %c1 iter_args(%sum = %zero) -> (f32) {
        %0 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
        %1 = memref.load %x[%0] : memref<32xf32>
        %3 = arith.addf %sum, %1 : f32
        scf.yield %3 : f32
      }
      memref.store %2, %out[%i] : memref<4xf32>
    }
    ```
  }];
  let options = [
    Option<"laneRegisters", "lane-registers", "int64_t", "0",
           "Registers of 32 bits that a reduce over lanes may keep for its sums of single lanes; where they were more, all lanes are added to one sum in each iteration. 0: any number">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

def DivideByScalars : Pass<"uop-divide-by-scalars", "::tinygrad::uop::KernelOp"> {
  let summary = "Long vectors are divided by a scalar through its reciprocal, exactly.";
  let description = [{
    A processor divides a vector in about as many cycles as it has lanes. The
    quotient by one scalar, which a row of a softmax shares, comes from its
    reciprocal by a product and two multiply-adds instead: with `y` the rounded
    reciprocal of `s` and `q` the rounded product of `x` and `y`, the remainder
    `x - q * s` is exact, and adding its product with `y` to `q` rounds as a
    division does (Markstein; checked here for whole binades). That holds away from
    overflow and underflow only, so a branch divides where an element or the
    scalar is not between 2^-60 and 2^60. For processors with multiply-adds, after
    linearize.

    Example:

    ```mlir
    %s = vector.broadcast %scalar : f32 to vector<64xf32>
    %0 = arith.divf %x, %s : vector<64xf32>
    ```

    becomes

    ```mlir
    %reciprocal = arith.divf %one, %scalar : f32
    ...
    %0 = scf.if %inside -> (vector<64xf32>) {
      %q = arith.mulf %x, %y : vector<64xf32>
      %n = arith.negf %q : vector<64xf32>
      %r = math.fma %n, %s, %x : vector<64xf32>
      %exact = math.fma %r, %y, %q : vector<64xf32>
      scf.yield %exact : vector<64xf32>
    } else {
      %d = arith.divf %x, %s : vector<64xf32>
      scf.yield %d : vector<64xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def PrefetchRows : Pass<"uop-prefetch-rows", "::tinygrad::uop::KernelOp"> {
  let summary = "The next row of memory is fetched while a row is read again.";
  let description = [{
    A kernel that reads a row more than once, as a softmax does for its maximum and
    its exponentials, waits for memory in the first loop and computes in the others
    while memory rests: processors fetch ahead to the end of a page only. So where a
    loop reads the row of an argument that an earlier loop of the same iteration has
    read, each of its loads comes with prefetches of the same place of the next row.
    Rows of 8 to 64 KiB, read in order; after linearize, for processors.

    Example:

    ```mlir
    scf.for %row = %begin to %end step %c1 {
      scf.for %i = %c0 to %c64 step %c1 { ... vector.load %a[%at] ... }
      scf.for %i = %c0 to %c64 step %c1 {
        %0 = vector.load %a[%at] : memref<4096xf32>, vector<16xf32>
        ...
    ```

    becomes

    ```mlir
        %next = arith.addi %at, %c1024 : index
        memref.prefetch %a[%next], read, locality<2>, data : memref<4096xf32>
        %0 = vector.load %a[%at] : memref<4096xf32>, vector<16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def SplitEdges : Pass<"uop-split-edges", "::tinygrad::uop::KernelOp"> {
  let summary = "Doubles loop bodies: without masks where all lanes are inside.";
  let description = [{
    Where a split does not divide an axis, the masks of what lies beyond are full
    in every iteration but the last. After linearize, a body whose masks are made
    of bounds known at its start becomes a branch: if every bound is large enough,
    the body without masks, else the body as it was. A reduce whose masks do not
    change in it is doubled as a whole.

    Example:

    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %bound = affine.apply affine_map<(d0) -> (d0 * -16 + 60)>(%i)
      %mask = vector.create_mask %bound : vector<16xi1>
      ...
    }
    ```

    becomes

    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %bound = affine.apply affine_map<(d0) -> (d0 * -16 + 60)>(%i)
      %full = arith.cmpi sge, %bound, %c16 : index
      scf.if %full {
        ...
      } else {
        %mask = vector.create_mask %bound : vector<16xi1>
        ...
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def PrefetchPanels : Pass<"uop-prefetch-panels", "::tinygrad::uop::KernelOp"> {
  let summary = "The next panel of a packed operand is fetched while one is used.";
  let description = [{
    After linearize. What is packed once lies in panels, each of which is read in
    its order by a reduce, again and again by the loops around it, before the next
    one is. The first time it comes from far away. So while rows of one are read a
    part of the next is fetched into the second cache, by `memref.prefetch`: as
    much as makes all of it in all repetitions. Likewise what the next tile's copy
    in memory of the kernel's own will read, while this tile's is used. The
    innermost loop of a reduce is split for that, in blocks of eight iterations,
    since LLVM spills registers where a prefetch stands among multiplications.

    Example:

    ```mlir
    scf.for %panel = %c0 to %c4 step %c1 {
      scf.for %tile = %c0 to %c2 step %c1 {
        scf.for %k = %c0 to %c512 step %c1 {
          %place = affine.apply affine_map<(d0, d1) -> (d0 * 8192 + d1 * 16)>(%panel, %k)
          %row = vector.load %weights[%place] : memref<32768xf32>, vector<16xf32>
          ...
    ```

    becomes

    ```mlir
        scf.for %block = %c0 to %c64 step %c1 {
          %next = affine.apply affine_map<(d0, d1, d2) -> (d0 * 8192 + d1 * 64 + d2 * 4096 + 8192)>(%panel, %block, %tile)
          memref.prefetch %weights[%next], read, locality<2>, data : memref<32768xf32>
          ...
          scf.for %row = %c0 to %c8 step %c1 {
            %k = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%block, %row)
            ...
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect"];
}

def LowerGroupReduce : Pass<"uop-lower-group-reduce", "::tinygrad::uop::KernelOp"> {
  let summary = "Reduces over threads become shuffles and memory of the workgroup.";
  let description = [{
    After linearize. Members that lie in one subgroup exchange values by
    `gpu.shuffle xor`; each of several subgroups then writes what it has into
    memory of the workgroup, and every thread combines all of it in one order, so
    that all have the same bits. `subgroup-size=1` uses memory alone.

    Example:

    ```mlir
    %r = uop.group_reduce <add> %v size 32 stride 1 : f32
    ```

    becomes five of

    ```mlir
    %0, %valid = gpu.shuffle xor %v, %c16, %c32 : f32
    %1 = arith.addf %v, %0 : f32
    ```
  }];
  let options = [Option<"subgroupSize", "subgroup-size", "int64_t", "32",
                        "Threads that exchange values without memory.">];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def PipelineTiles : Pass<"uop-pipeline-tiles", "::tinygrad::uop::KernelOp"> {
  let summary = "Fetches the next tile of a workgroup while one is used.";
  let description = [{
    After linearize. A loop whose iterations fill memory of the workgroup and then
    read it gets that memory twice: an iteration reads one half and fills the other
    for the next. It reads the source before it computes, and stores what it read
    afterwards; with `async-copies` a move of 16 bytes that changes nothing does
    not go through registers (`uop.async` on the store, `uop.wait_async` on the
    barrier). The one barrier at the start of an iteration separates it from both
    neighbours, so `uop-insert-barriers` leaves these accesses, marked
    `uop.ordered`, alone.

    Where all of a tile is copied so, a long loop has three or four copies of it: an
    iteration fetches for the one that many behind it, less one. What is copied of one
    tile is a group (`nvgpu.device_async_create_group`), before the loop, too, and an
    iteration waits for all groups but the last ones (`uop.wait_async = 2 : i64`: but
    the last two). Half of the memory stays free for another workgroup then.

    Only where both halves fit into `shared-bytes`, the number of iterations is
    constant, and the fills depend on nothing that the loop computes or writes.

    Example:

    ```mlir
    scf.for %i = %c0 to %c8 step %c1 {
      %0 = vector.load %x[%i] : memref<64xf32>, vector<4xf32>
      vector.store %0, %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
      %1 = memref.load %tile[%u] : memref<64xf32, #gpu.address_space<workgroup>>
    ```
  }];
  let options = [
    Option<"sharedBytes", "shared-bytes", "int64_t", "49152",
           "Memory of a workgroup.">,
    Option<"asyncCopies", "async-copies", "bool", "false",
           "The target copies to memory of the workgroup on its own.">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::nvgpu::NVGPUDialect",
                           "::mlir::scf::SCFDialect"];
}

def LowerMma : Pass<"uop-lower-mma", "::tinygrad::uop::KernelOp"> {
  let summary = "Products of tiles by memory of the workgroup, for want of matrix units.";
  let description = [{
    After linearize, for targets that lack the unit which a `uop.mma` names: the
    lanes write their parts of both operands to memory of the workgroup, and each
    sums the products of its elements of the result. Every thread of the workgroup
    must reach it.

    Example:

    ```mlir
    %1 = uop.mma "mma.m16n8k16.f16.f32" %x, %y to %z : vector<4xf32>
         lanes (%l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<4xf32>
    ```

    becomes stores of the 8 and 4 elements of each lane, a barrier, and 64
    multiplications and additions.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"];
}

def ShareOperands : Pass<"uop-share-operands", "::tinygrad::uop::KernelOp"> {
  let summary = "Puts into workgroup memory what matrix units read from there.";
  let description = [{
    After linearize. A product of a unit that does not take its right operand from
    registers becomes stores of it, of each thread's part, and a
    `uop.warpgroup_mma`, which reads what all of them stored. Products behind each other
    that read no other's result are one group, with all stores before the first.

    Where tiles of the workgroup hold nothing but such operands, in rows that the unit
    can read (`SwizzledPanels`), it reads them there, and what fills the tiles has
    pieces of 16 bytes change places as the unit wants it.

    Example:

    ```mlir
    %1 = uop.mma "wgmma.m64n32k16.f16.f32" %x, %y to %z : vector<16xf32>
         lanes (%l3, %l2, %l1, %l0) : vector<8xf16>, vector<4xf16> -> vector<16xf32>
    ```

    becomes

    ```mlir
    vector.store %y, %tile[%place] : memref<512xf16, #gpu.address_space<workgroup>>, vector<4xf16>
    %1 = uop.warpgroup_mma "wgmma.m64n32k16.f16.f32" (%x) tiles (%tile) at (%first) to (%z) sums [0]
         : (vector<8xf16>, memref<512xf16, #gpu.address_space<workgroup>>, index, vector<16xf32>)
         -> vector<16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"];
}

def MatrixLoads : Pass<"uop-matrix-loads", "::tinygrad::uop::KernelOp"> {
  let summary = "Operands of matrix units are loaded from tiles by matrices.";
  let description = [{
    Before the barriers, for NVIDIA's GPUs (`ldmatrix`). An operand of a `uop.mma` whose
    elements are loaded one by one, or by 32 bits, from a tile in workgroup memory
    becomes one `uop.matrix_load` where the places of all lanes are those of matrices
    of 8 rows, which begin at multiples of 16 bytes: along either dimension of the tile
    for elements of 16 bits, along its rows for those of 8.

    Example: with `%g` and `%t` the lanes, of `%a`

    ```mlir
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 40 + d1 * 2)>(%g, %t)
    %0 = vector.load %tile[%i] : memref<640xf16, #gpu.address_space<workgroup>>, vector<2xf16>
    ```

    and three more, 320, 8 and 328 elements behind it, become

    ```mlir
    %a = uop.matrix_load %tile[%row] : memref<640xf16, #gpu.address_space<workgroup>> -> vector<8xf16>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"];
}

def ProveAlignment : Pass<"uop-prove-alignment", "::tinygrad::uop::KernelOp"> {
  let summary = "Says of vector loads and stores how they are aligned.";
  let description = [{
    After linearize, for targets that split what they cannot prove: where a vector's
    index is a multiple of enough elements in every iteration, its load or store
    gets the `alignment`, 16 bytes at most. Buffers start at multiples of 16 bytes.

    Example:

    ```mlir
    %i = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
    %0 = vector.load %x[%i] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
    ```
  }];
}

def InsertBarriers : Pass<"uop-insert-barriers", "::tinygrad::uop::KernelOp"> {
  let summary = "Puts a barrier between accesses of threads to the same memory.";
  let description = [{
    After linearize. Of two accesses to one buffer of the workgroup, one of which
    writes, the second waits for a barrier; one barrier serves all accesses before
    and after it. A loop whose end conflicts with its start gets one at its end. Barriers
    stand only where all threads come by: code under a condition, or in a loop,
    that differs between threads is one access of all it touches.

    A barrier between stores and products that read them asynchronously
    (`uop.warpgroup_mma`) gets `uop.proxy_fence`: in front of it each thread has its
    stores seen by these. Such a read of what no barrier has made seen is an error.

    Upstream's `gpu-eliminate-barriers` removes from what a lowering put too
    freely; here none is there before, and loops count.

    Example:

    ```mlir
    memref.store %v, %tile[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    %0 = memref.load %tile[%u] : memref<32xf32, #gpu.address_space<workgroup>>
    ```

    gets a `gpu.barrier` in between.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

def CheckWorkgroupMemory : Pass<"uop-check-workgroup-memory", "::tinygrad::uop::KernelOp"> {
  let summary = "Refuses kernels with more workgroup memory than the target has.";
  let description = [{
    After linearize, of a kernel's tiles, their second halves, products without units
    and reduces together. Passes that allocate know of their own memory only, and a
    driver would say no more than that the kernel does not launch.

    Example: with `limit=1024`

    ```mlir
    %0 = memref.alloca() : memref<512xf32, #gpu.address_space<workgroup>>
    ```

    is an error.
  }];
  let options = [Option<"limit", "limit", "int64_t", "49152", "Bytes that the target has.">];
}

def DecomposeDTypesPass : Pass<"uop-decompose-dtypes"> {
  let summary = "Replaces arithmetic that the target lacks or leaves undefined.";
  let description = [{
    Three things at once, since they meet in the conversions:

    - Ops marked `uop.total` (integer division and remainder, shifts, float to
      integer) get tg's results for all operands, and lose the mark: x / 0 is -1,
      the remainder of it x, MIN / -1 is MIN, a shift by the width or more 0 or
      the sign, and conversions saturate.
    - Ops on bf16, f8E4M3FN and f8E5M2, and on f16 unless the target computes in
      it, work in f32 and round once each; conversions to and from these types
      become integer code. `uop.saturate` on a conversion to fp8 says what
      overflow does. The types stay in memory and in ops that only move values.
    - `math.fma` on these types, and on f32 and f64 without `fma`, rounds once all
      the same: in f64 to odd, or by error-free sums and products (exact but where
      a product of f64 leaves the range of normal numbers). Without `roundings`
      floor, ceil, trunc and roundeven become additions.

    ```mlir
    %0 = arith.divsi %a, %b {uop.total} : i32
    %1 = arith.addf %x, %y : vector<16xbf16>
    %2 = arith.truncf %z {uop.saturate = "all"} : f32 to f8E4M3FN
    ```
  }];
  let options = [
    Option<"f16Arithmetic", "f16-arithmetic", "bool", /*default=*/"false",
           "The target computes in f16.">,
    Option<"f16Conversions", "f16-conversions", "bool", /*default=*/"true",
           "The target converts between f16 and f32.">,
    Option<"fma", "fma", "bool", /*default=*/"true",
           "The target multiplies and adds f32 and f64 with one rounding.">,
    Option<"roundings", "roundings", "bool", /*default=*/"true",
           "The target rounds f32 and f64 to whole numbers.">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_TD
