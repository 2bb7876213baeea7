//===- Passes.td - passes of jit -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_TRANSFORMS_PASSES_TD
#define TINYGRAD_DIALECT_JIT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

// These run on the jit.funcs and jit.captures in the op they are given.

def Prune : Pass<"jit-prune"> {
  let summary = "Moves items whose results never change to a part that runs once.";
  let description = [{
    An item moves to the function's `jit.once` if it is a launch or a copy, takes
    no variable of the function, and reads only memory that never changes:
    constants, arguments that the function holds (`jit.held`) or that are the same
    in every run (`jit.constant`) and nothing writes, and what other such items
    write. What it writes must be the function's own,
    not returned, and written by such items only. Weight packing and layout
    changes are done once in this way; what depends on an input, a variable or
    state that the function updates stays. A remark says how many items moved.

    Example: `%w` is filled once.

    ```mlir
    %c = jit.constant dense<1.0> : tensor<8xf32> -> !jit.buffer<8xf32>
    %w = jit.alloc : !jit.buffer<8xf32>
    jit.copy %c to %w : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    jit.launch @k outs(%y) ins(%x, %w) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
    ```
  }];
}

def SetLaunchDims : Pass<"jit-set-launch-dims"> {
  let summary = "Gives launches of GPU programs their grids and blocks.";
  let description = [{
    A `jit.program` says how many blocks it has as maps from its variables; each
    `jit.launch` of it gets them as operands, constants where no variable matters.
    A launch with a size of 0 runs nothing.

    Example: for a program with `grid affine_map<()[s0] -> (s0, 1, 1)> block [64, 1, 1]`

    ```mlir
    jit.launch @k outs(%y) ins(%x) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    ```

    becomes `jit.launch @k grid(%n, %c1, %c1) block(%c64, %c1, %c1) …`.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"];
}

def PlanMemory : Pass<"jit-plan-memory"> {
  let summary = "Puts a function's own buffers into one arena per device.";
  let description = [{
    A buffer lives from the first to the last item that touches it; buffers whose
    lifetimes are apart share bytes. Arguments, results and constants are never
    planned. Buffers that host functions or copies between devices touch lie in an
    arena apart, so that reuse orders no kernel after a transfer.

    A kernel's output takes the place of an input that nobody needs afterwards
    where the launch says that it may (`jit.in_place`).

    Leaves `jit.arena_bytes` and `jit.arena_bound_bytes`, the largest sum of
    buffers in use at one time, on the function.

    Example: `%0` and `%2` become the same bytes of one arena.

    ```mlir
    %0 = jit.alloc : !jit.buffer<8xf32>
    %1 = jit.alloc : !jit.buffer<8xf32>
    %2 = jit.alloc : !jit.buffer<8xf32>
    jit.copy %x to %0 : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    jit.copy %0 to %1 : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    jit.copy %1 to %2 : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    jit.copy %2 to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    ```
  }];
  let options = [Option<"lifetimes", "lifetimes", "std::string", "\"levels\"",
                        "list: buffers share memory if their items are apart in "
                        "the list; levels: only if apart in the graph's levels "
                        "too, so that independent items stay independent">,
                 Option<"inPlace", "in-place", "bool", "true",
                        "let outputs take the place of inputs">];
  let dependentDialects = ["::tinygrad::jit::JITDialect"];
}

def VerifyPlan : Pass<"jit-verify-plan"> {
  let summary = "Proves that no two buffers in use at one time share bytes of an arena.";
  let description = [{
    Takes the views of one tenant of an arena as one buffer, and a view without
    a tenant as a buffer of its own; so it holds for plans written by hand, and
    after canonicalization or batching as well as directly behind the plan. A
    remark names each order between items that only shared memory asks for.
  }];
}

def BatchGraphs : Pass<"jit-batch-graphs"> {
  let summary = "Makes launch graphs of consecutive items.";
  let description = [{
    A batch ends at an item that a graph cannot take (a host function, a copy
    between kinds of devices or of an argument whose size varies), at another kind
    of device, and at the limit, which doubles after each batch that became a
    graph: the first launches start early, the later graphs are large. Fills the
    graph's patch table. A remark says what became of each batch.
  }];
  let options = [
    Option<"batchSize", "batch-size", "unsigned", "32",
           "the most items of the first graph; 0 for no limit">,
    Option<"graphSingle", "graph-single", "bool", "false",
           "make a graph of a single item too">];
  let dependentDialects = ["::tinygrad::jit::JITDialect"];
}

def InferDependencies : Pass<"jit-infer-dependencies"> {
  let summary = "Orders the items of graphs by events, as their buffers demand.";
  let description = [{
    An item waits for each earlier item that writes what it touches or touches what
    it writes, by byte range and through views, with no edge that others imply.
    Replaces the events that are there.
  }];
  let dependentDialects = ["::tinygrad::jit::JITDialect"];
}

def VerifyHazards : Pass<"jit-verify-hazards"> {
  let summary = "Proves that events order every two items of a graph that conflict.";
  let description = [{
    Computes what events imply and what bytes items touch, apart from
    `jit-infer-dependencies`, and reports a pair that is free to run in either
    order although one writes what the other touches.
  }];
}

#endif // TINYGRAD_DIALECT_JIT_TRANSFORMS_PASSES_TD
