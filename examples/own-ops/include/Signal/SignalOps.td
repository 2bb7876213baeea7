//===- SignalOps.td - ops that stay their compiler's own ------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SIGNAL_SIGNALOPS_TD
#define SIGNAL_SIGNALOPS_TD

include "TinyGrad/Dialect/JIT/IR/JITDialect.td"
include "TinyGrad/Dialect/JIT/IR/JITInterfaces.td"
include "TinyGrad/Dialect/Tensor/IR/DifferentiableOpInterface.td"
include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Signal_Dialect : Dialect {
  let name = "signal";
  let cppNamespace = "::signals";
  let summary = "Signals: ops of two levels, under TinyGrad's passes";
}

//===----------------------------------------------------------------------===//
// On tensors: fused, differentiated and compiled by what they say
//===----------------------------------------------------------------------===//

def Signal_MixOp : Op<Signal_Dialect, "mix", [Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<TG_IndexMapOpInterface, ["getElementCost"]>,
    DeclareOpInterfaceMethods<TG_DifferentiableOpInterface>]> {
  let summary = "(1 - amount) * dry + amount * wet.";
  let arguments = (ins TG_FloatTensor:$dry, TG_FloatTensor:$wet, F64Attr:$amount);
  let results = (outs TG_FloatTensor:$result);
  let assemblyFormat = "$dry `,` $wet `amount` $amount attr-dict `:` type($result)";
}

def Signal_ClipOp : Op<Signal_Dialect, "clip", [Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<TG_IndexMapOpInterface, ["getElementCost"]>]> {
  let summary = "x - x^3 / 3, done `rounds` times; an estimate says how much that is.";
  let arguments = (ins TG_FloatTensor:$input,
                       ConfinedAttr<I64Attr, [IntPositive]>:$rounds);
  let results = (outs TG_FloatTensor:$result);
  let assemblyFormat = "$input `rounds` $rounds attr-dict `:` type($result)";
}

def Signal_EnergyOp : Op<Signal_Dialect, "energy", [Pure,
    DeclareOpInterfaceMethods<TG_IndexMapOpInterface,
                              ["getReduceSizes", "getCombiner", "getElementCost"]>]> {
  let summary = "Sum of the squares along the last axis.";
  let arguments = (ins TG_FloatTensor:$input);
  let results = (outs TG_FloatTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def Signal_LevelOp : Op<Signal_Dialect, "level", [Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<TG_DecomposableOpInterface>]> {
  let summary = "Each row over the root of its mean square: written in tg ops.";
  let arguments = (ins TG_FloatTensor:$input);
  let results = (outs TG_FloatTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// On buffers: planned, batched and ordered by what they say
//===----------------------------------------------------------------------===//

def Signal_FilterOp : Op<Signal_Dialect, "filter", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<JIT_ExecItemOpInterface, ["canRunInGraph"]>]> {
  let summary = "Writes a filtered input to a buffer; on the CPU a node of graphs.";
  let arguments = (ins JIT_BufferType:$input, JIT_BufferType:$output,
                       Variadic<JIT_EventType>:$after);
  let results = (outs Optional<JIT_EventType>:$event);
  let assemblyFormat = [{
    $input `into` $output (`after` $after^ `:` qualified(type($after)))? attr-dict
    `:` qualified(type($input)) `,` qualified(type($output))
    (`->` qualified(type($event))^)?
  }];
}

def Signal_MeterOp : Op<Signal_Dialect, "meter", [JIT_ExecItemOpInterface]> {
  let summary = "Shows buffers to the user; it declares nothing, and runs in no graph.";
  let arguments = (ins Variadic<JIT_BufferType>:$inputs);
  let assemblyFormat = "$inputs attr-dict `:` qualified(type($inputs))";
}

#endif // SIGNAL_SIGNALOPS_TD
