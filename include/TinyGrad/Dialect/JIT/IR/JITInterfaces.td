//===- JITInterfaces.td - what other dialects' items say -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_IR_JITINTERFACES_TD
#define TINYGRAD_DIALECT_JIT_IR_JITINTERFACES_TD

include "mlir/IR/Interfaces.td"

def JIT_ExecItemOpInterface : OpInterface<"ExecItemOpInterface"> {
  let cppNamespace = "::tinygrad::jit";
  let description = [{
    An exec item of another dialect: it stands in a `jit.func` among jit's own and
    takes part in `jit-plan-memory`, `jit-batch-graphs` and
    `jit-infer-dependencies`. It works on `!jit.buffer` operands and declares by
    upstream's MemoryEffectOpInterface which of them it reads and writes: what it
    does not declare is not there for the plan. (An item without that interface, or
    with an effect on memory that it does not name, reads and writes all of them.)
    Its one result, if any, is an event, and events are its last operands; both
    only in a `jit.graph`. Before execution its owner lowers it to items of jit.
  }];
  let verify = [{ return ::tinygrad::jit::verifyItem($_op); }];
  let methods = [
    InterfaceMethod<
      [{Whether a launch graph of this kind of device ("cpu") can take the item.
        One that can has `!jit.event` operands last and an optional event as its
        one result.}],
      "bool", "canRunInGraph", (ins "::llvm::StringRef":$deviceKind), "",
      [{ return false; }]>,
    InterfaceMethod<
      [{Builds the item anew at the builder's place, waiting for the events
        `after`, and giving an event if `hasEvent`. The default keeps
        attributes, properties and regions and puts the events last.}],
      "::mlir::Operation *", "rebuildWithEvents",
      (ins "::mlir::OpBuilder &":$builder, "::llvm::ArrayRef<::mlir::Value>":$after,
           "bool":$hasEvent), "",
      [{ return ::tinygrad::jit::rebuildItem(builder, $_op, after, hasEvent); }]>
  ];
}

#endif // TINYGRAD_DIALECT_JIT_IR_JITINTERFACES_TD
