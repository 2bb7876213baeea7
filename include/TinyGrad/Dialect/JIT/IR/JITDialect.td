//===- JITDialect.td - the jit dialect, its types -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_IR_JITDIALECT_TD
#define TINYGRAD_DIALECT_JIT_IR_JITDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def JIT_Dialect : Dialect {
  let name = "jit";
  let cppNamespace = "::tinygrad::jit";
  let summary = "When kernels run, and on which memory.";
  let description = [{
    `jit` is the room of execution: a `jit.func` is a list of items (launches,
    copies, host functions) over device buffers, a `jit.capture` one with guards
    on its inputs. `jit.graph` holds the items that one runtime launch graph
    replays, ordered by event tokens.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"];
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

class JIT_Type<string name, string typeMnemonic> : TypeDef<JIT_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def JIT_BufferType : JIT_Type<"Buffer", "buffer"> {
  let summary = "Device memory: a number of elements of one type on a named device.";
  let description = [{
    The size is that at the upper bound of the variables. Elements are those of
    `tg` (a bool takes one byte).

    Example: `!jit.buffer<4096xf32>`, `!jit.buffer<16xui8, "cpu:1">`
  }];
  let parameters = (ins "int64_t":$size, "::mlir::Type":$elementType,
                        "::mlir::StringAttr":$device);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    TypeBuilderWithInferredContext<(ins "int64_t":$size, "::mlir::Type":$elementType,
                                        CArg<"::llvm::StringRef", "\"cpu\"">:$device), [{
      return $_get(elementType.getContext(), size, elementType,
                   ::mlir::StringAttr::get(elementType.getContext(), device));
    }]>
  ];
  let extraClassDeclaration = [{
    /// Bytes of one element in memory, and of the whole buffer.
    int64_t getElementBytes() const;
    int64_t getBytes() const;
  }];
}

def JIT_EventType : JIT_Type<"Event", "event"> {
  let summary = "The completion of an item of a launch graph.";
}

def JIT_PatchKind : I32EnumAttr<"PatchKind", "what a replay updates in a node", [
    I32EnumAttrCase<"Buffer", 0, "buffer">, I32EnumAttrCase<"Variable", 1, "variable">,
    I32EnumAttrCase<"Dim", 2, "dim">, I32EnumAttrCase<"Result", 3, "result">]> {
  let cppNamespace = "::tinygrad::jit";
  let genSpecializedAttr = 0;
}

def JIT_PatchAttr : AttrDef<JIT_Dialect, "Patch"> {
  let mnemonic = "patch";
  let summary = "One thing that a replay of a launch graph updates.";
  let description = [{
    Node `node` (its position in the graph) takes, at `slot` (the position among
    its buffers, variables or launch dims), argument `source` of the function, or
    a value that is computed from it; a `result` patch takes at buffer `slot` the
    memory of result `source`, which is fresh in each call.

    Example: `#jit.patch<buffer node 3 slot 1 source 0>`
  }];
  let parameters = (ins EnumParameter<JIT_PatchKind>:$kind, "int64_t":$node,
                        "int64_t":$slot, "int64_t":$source);
  let assemblyFormat = "`<` $kind `node` $node `slot` $slot `source` $source `>`";
}
def JIT_PatchArrayAttr : TypedArrayAttrBase<JIT_PatchAttr, "patch table">;

#endif // TINYGRAD_DIALECT_JIT_IR_JITDIALECT_TD
