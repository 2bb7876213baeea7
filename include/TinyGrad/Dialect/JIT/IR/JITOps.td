//===- JITOps.td - the ops of jit -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_IR_JITOPS_TD
#define TINYGRAD_DIALECT_JIT_IR_JITOPS_TD

include "TinyGrad/Dialect/JIT/IR/JITDialect.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class JIT_Op<string mnemonic, list<Trait> traits = []>
    : Op<JIT_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Functions and programs
//===----------------------------------------------------------------------===//

class JIT_FuncLike<string mnemonic> : JIT_Op<mnemonic, [IsolatedFromAbove,
    AutomaticAllocationScope, FunctionOpInterface, Symbol,
    SingleBlockImplicitTerminator<"::tinygrad::jit::ReturnOp">]> {
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
  }];
}

def JIT_FuncOp : JIT_FuncLike<"func"> {
  let summary = "A list of exec items.";
  let description = [{
    Arguments are the input buffers, then the variables as `index` arguments with
    `jit.variable = "n"` and `jit.bounds = [1, 256]`. What the function computes
    from the variables is upstream `arith` and `affine.apply` on index.
    `jit-plan-memory` leaves `jit.arena_bytes`, `jit.arena_bound_bytes`,
    `jit.planned_buffers` and, what these would take without a plan,
    `jit.unplanned_bytes`.

    An input carries `jit.name`, `jit.shape` (an array of integers and of
    affine maps over the variables, in the order of the variable arguments), and
    `jit.dtype`; a result the same.

    Example:

    ```mlir
    jit.func @main(%x: !jit.buffer<4xf32>) -> !jit.buffer<4xf32> {
      %y = jit.alloc : !jit.buffer<4xf32>
      jit.launch @double outs(%y) ins(%x) : (!jit.buffer<4xf32>), (!jit.buffer<4xf32>)
      jit.return %y : !jit.buffer<4xf32>
    }
    ```
  }];
}

def JIT_CaptureOp : JIT_FuncLike<"capture"> {
  let summary = "A captured function: a `jit.func` whose inputs are guarded.";
  let description = [{
    Every buffer argument carries its guards as attributes: `jit.name`,
    `jit.dtype`, `jit.shape`, `jit.strides` (the layout, where it is not row by
    row), `jit.device` and `jit.view` (the byte offset); every variable its bounds.
    A replay with other inputs is an error. `jit.held` marks a buffer that the
    captured function keeps itself, such as a weight: the same in every replay.

    Example:

    ```mlir
    jit.capture @step(%x: !jit.buffer<4xf32> {jit.name = "x", jit.dtype = f32,
        jit.shape = [4], jit.device = "cpu", jit.view = 0 : i64}) {
      jit.return
    }
    ```
  }];
}

def JIT_ReturnOp : JIT_Op<"return", [Pure, Terminator, ReturnLike]> {
  let summary = "The result buffers of a function.";
  let arguments = (ins Variadic<JIT_BufferType>:$buffers);
  let assemblyFormat = "attr-dict ($buffers^ `:` qualified(type($buffers)))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

def JIT_ProgramOp : JIT_Op<"program", [IsolatedFromAbove, Symbol]> {
  let summary = "A kernel's compiled code.";
  let description = [{
    Takes the place of the `uop.kernel` of the same name. `object` holds the bytes
    of a relocatable object whose symbol `entry` is the kernel:
    `void(void *const *buffers, const int64_t *vars, void *scratch, int64_t begin,
    int64_t end)`. `outputs` of the `buffers` come first. `thread_extent` gives the
    size of the THREAD axis from the variables (a constant map without one: 1).
    `ops` and `bytes` are estimates of arithmetic operations and memory traffic.
    A GPU's program has instead of the THREAD axis a `grid`, the number of blocks
    in x, y and z from the variables, and a `block`, the threads of each. A `grid`
    without `block` counts threads: blocks for it are timed before the first
    launch. Its parameters are the buffers' pointers in order, then the variables as i64.
    Its `scratch` is memory of the workgroup that a launch asks for: all of a kernel
    whose code cannot declare so much, 0 for any other.
    `object` is then PTX, HSACO or SPIR-V, or empty where `binary` names the
    `gpu.binary` (or, not yet compiled, the `gpu.module`) that holds it.

    For the log, `jit.accessed` may give the bytes of all loads and stores, and
    `jit.axes` a letter for each axis in the name: `g`, or `r` if it is reduced.

    Example:

    ```mlir
    jit.program @k0 target("cpu") entry("k0") buffers 3 outputs 1
        thread_extent affine_map<()[s0] -> (s0 ceildiv 8)> scratch 0
        ops affine_map<()[s0] -> (s0 * 2)> bytes affine_map<()[s0] -> (s0 * 8)>
        object "\7FELF"
    jit.program @k1 target("cuda") entry("k1") buffers 3 outputs 1
        thread_extent affine_map<() -> (1)> scratch 0 ops affine_map<() -> (512)>
        bytes affine_map<() -> (4096)> object ".version 8.0"
        grid affine_map<() -> (2, 1, 1)> block [256, 1, 1]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$target, StrAttr:$entry,
                       I64Attr:$num_buffers, I64Attr:$num_outputs,
                       AffineMapAttr:$thread_extent, I64Attr:$scratch_bytes,
                       AffineMapAttr:$ops, AffineMapAttr:$bytes, StrAttr:$object,
                       OptionalAttr<AffineMapAttr>:$grid,
                       OptionalAttr<DenseI64ArrayAttr>:$block,
                       OptionalAttr<FlatSymbolRefAttr>:$binary);
  let assemblyFormat = [{
    $sym_name `target` `(` $target `)` `entry` `(` $entry `)` `buffers` $num_buffers
    `outputs` $num_outputs `thread_extent` $thread_extent `scratch` $scratch_bytes
    `ops` $ops `bytes` $bytes `object` $object (`grid` $grid^)? (`block` $block^)?
    (`binary` $binary^)? attr-dict
  }];
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$name, "::llvm::StringRef":$target,
                   "::llvm::StringRef":$entry, "int64_t":$buffers, "int64_t":$outputs,
                   "::mlir::AffineMap":$threadExtent, "int64_t":$scratch,
                   "::mlir::AffineMap":$ops, "::mlir::AffineMap":$bytes,
                   "::llvm::StringRef":$object), [{
      build($_builder, $_state, name, target, entry, buffers, outputs, threadExtent,
            scratch, ops, bytes, object, nullptr, nullptr, nullptr);
    }]>
  ];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def JIT_AllocOp : JIT_Op<"alloc"> {
  let summary = "New memory, uninitialised; 64-byte aligned.";
  let description = [{
    An `arena` holds other buffers (`jit-plan-memory`). A buffer that is returned
    is fresh in each call; the others live as long as the function.

    Example:

    ```mlir
    %0 = jit.alloc : !jit.buffer<4096xf32>
    %1 = jit.alloc arena : !jit.buffer<65536xi8>
    ```
  }];
  let arguments = (ins UnitAttr:$arena);
  let results = (outs Res<JIT_BufferType, "", [MemAlloc]>:$buffer);
  let assemblyFormat = "(`arena` $arena^)? attr-dict `:` qualified(type($buffer))";
}

def JIT_ConstantOp : JIT_Op<"constant", [Pure]> {
  let summary = "A buffer filled once with known elements.";
  let description = [{
    Example:

    ```mlir
    %0 = jit.constant dense<[1.0, 2.0]> : tensor<2xf32> -> !jit.buffer<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs JIT_BufferType:$buffer);
  let assemblyFormat = "attr-dict $value `->` qualified(type($buffer))";
  let hasVerifier = 1;
}

def JIT_SubBufferOp : JIT_Op<"subbuffer", [Pure]> {
  let summary = "A part of a buffer, from a byte offset.";
  let description = [{
    Views of views collapse into a view of the base.

    Views of an arena say which planned buffer they belong to, their `tenant`:
    those of one tenant may share bytes at all times, those of two only if the
    tenants are never in use together. A view without one is a tenant by itself.
    Collapsing keeps the tenant, so that a plan can be checked at any time.

    Example:

    ```mlir
    %0 = jit.subbuffer %arena[1024] : !jit.buffer<65536xi8> -> !jit.buffer<256xf32>
    %1 = jit.subbuffer %arena[2048] tenant 3 : !jit.buffer<65536xi8> -> !jit.buffer<256xf32>
    ```
  }];
  let arguments = (ins JIT_BufferType:$base, I64Attr:$offset, OptionalAttr<I64Attr>:$tenant);
  let results = (outs JIT_BufferType:$buffer);
  let assemblyFormat = "$base `[` $offset `]` (`tenant` $tenant^)? attr-dict `:` qualified(type($base)) `->` qualified(type($buffer))";
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$base, "int64_t":$offset), [{
    build($_builder, $_state, type, base, $_builder.getI64IntegerAttr(offset), ::mlir::IntegerAttr());
  }]>];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

/// An item may wait for events and signal one; both only inside a `jit.graph`.
class JIT_ItemOp<string mnemonic, list<Trait> traits = []>
    : JIT_Op<mnemonic, !listconcat(traits, [
          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>])> {
  let hasVerifier = 1;
}

def JIT_LaunchOp : JIT_ItemOp<"launch", [AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Runs a kernel.";
  let description = [{
    `program` names a `uop.kernel` or, once compiled, a `jit.program`; its buffers
    are `outs` (written), then `ins` (read). `grid` and `block` are the launch
    dims of GPU kernels. `jit.in_place = [[0, 2]]` says that output 0 may lie in
    the memory of buffer 2, an input: the kernel has read each element of it
    before it writes the one in its place.

    Example:

    ```mlir
    jit.launch @k0 outs(%y) ins(%x, %w) vars(%n)
        : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>, !jit.buffer<8xf32>)
    %e1 = jit.launch @k1 outs(%z) ins(%y) after(%e0) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$program, Variadic<JIT_BufferType>:$outs,
                       Variadic<JIT_BufferType>:$ins, Variadic<Index>:$vars,
                       Variadic<Index>:$grid, Variadic<Index>:$block,
                       Variadic<JIT_EventType>:$after);
  let results = (outs Optional<JIT_EventType>:$event);
  let hasCustomAssemblyFormat = 1;
}

def JIT_CopyOp : JIT_ItemOp<"copy"> {
  let summary = "Copies a buffer to another of the same size and element type.";
  let description = [{
    Between any two devices.

    Example:

    ```mlir
    jit.copy %x to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    ```
  }];
  let arguments = (ins JIT_BufferType:$source, JIT_BufferType:$target,
                       Variadic<JIT_EventType>:$after);
  let results = (outs Optional<JIT_EventType>:$event);
  let hasCustomAssemblyFormat = 1;
}

def JIT_CustomOp : JIT_ItemOp<"custom", [AttrSizedOperandSegments]> {
  let summary = "Calls a named host function on buffers.";
  let description = [{
    Example:

    ```mlir
    jit.custom "log_sum" outs(%y) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    ```
  }];
  let arguments = (ins StrAttr:$callee, Variadic<JIT_BufferType>:$outs,
                       Variadic<JIT_BufferType>:$ins, Variadic<JIT_EventType>:$after);
  let results = (outs Optional<JIT_EventType>:$event);
  let hasCustomAssemblyFormat = 1;
}

def JIT_GraphOp : JIT_Op<"graph", [RecursiveMemoryEffects, SingleBlock, NoTerminator,
                                    NoRegionArguments]> {
  let summary = "Items that one launch graph of a device replays.";
  let description = [{
    The items may run in any order that their events allow. `patches` lists what a
    replay updates.

    Example:

    ```mlir
    jit.graph device("cpu") {
      %e0 = jit.launch @k0 outs(%y) ins(%x) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
      %e1 = jit.launch @k1 outs(%z) ins(%y) after(%e0) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    }
    ```
  }];
  let arguments = (ins StrAttr:$device, OptionalAttr<JIT_PatchArrayAttr>:$patches);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`device` `(` $device `)` (`patches` $patches^)? $body attr-dict";
  let hasVerifier = 1;
}

def JIT_OnceOp : JIT_Op<"once", [RecursiveMemoryEffects, SingleBlock, NoTerminator,
                                 NoRegionArguments]> {
  let summary = "Items that run before the first run of a function only.";
  let description = [{
    What they compute depends on no input and no variable; the memory that they
    write keeps its contents between runs and is written by nothing else
    (`jit-prune` moves items here).

    Example:

    ```mlir
    %w = jit.alloc : !jit.buffer<8xf32>
    jit.once {
      jit.copy %c to %w : !jit.buffer<8xf32>, !jit.buffer<8xf32>
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict";
  let hasVerifier = 1;
}

#endif // TINYGRAD_DIALECT_JIT_IR_JITOPS_TD
