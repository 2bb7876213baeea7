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

def PlanMemory : Pass<"jit-plan-memory"> {
  let summary = "Puts a function's own buffers into one arena per device.";
  let description = [{
    A buffer lives from the first to the last item that touches it; buffers whose
    lifetimes are apart share bytes. Arguments, results and constants are never
    planned. Buffers that host functions or copies between devices touch lie in an
    arena apart, so that reuse orders no kernel after a transfer.

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
                        "too, so that independent items stay independent">];
  let dependentDialects = ["::tinygrad::jit::JITDialect"];
}

def VerifyPlan : Pass<"jit-verify-plan"> {
  let summary = "Proves that no two buffers in use at one time share bytes of an arena.";
  let description = [{
    Takes each `jit.subbuffer` of an arena as a buffer of its own, as
    `jit-plan-memory` makes them, so it belongs directly after that pass:
    canonicalization makes of a view of such a buffer another view of the arena.
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
