//===- TensorStructure.td - creation and structure ops of tg -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORSTRUCTURE_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORSTRUCTURE_TD

include "TinyGrad/Dialect/Tensor/IR/TensorDialect.td"
include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

def TG_ConstantOp : TG_Op<"constant", [Pure, ConstantLike,
    AllTypesMatch<["value", "result"]>]> {
  let summary = "A tensor known at compile time.";
  let description = [{
    A splat is written into the kernels that read it; other constants become
    buffers that are filled once.

    Example:

    ```mlir
    %0 = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TG_ArangeOp : TG_Op<"arange", [Pure, DeclareOpInterfaceMethods<TG_IndexMapOpInterface,
                                                                     ["getElementCost"]>]> {
  let summary = "start, start + step, start + 2 step, …";
  let description = [{
    Element i is `start + i * step`, computed in the element type (for f16, bf16
    and fp8: in f32, rounded once), where i is converted to it first. Integers wrap.

    Example:

    ```mlir
    %0 = tg.arange [10] start(0 : i32) step(1 : i32) : tensor<10xi32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes,
                       TypedAttrInterface:$start, TypedAttrInterface:$step);
  let results = (outs TG_NumberTensor:$result);
  let assemblyFormat = [{
    custom<DynamicIndexList>($sizes, $static_sizes) `start` `(` $start `)`
    `step` `(` $step `)` attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::OpFoldResult":$size, "::mlir::TypedAttr":$start,
                   "::mlir::TypedAttr":$step)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
  }];
}

def TG_ContiguousOp : TG_Op<"contiguous", [Pure, AllTypesMatch<["input", "result"]>,
    DeclareOpInterfaceMethods<TG_SymbolicShapeOpInterface>]> {
  let summary = "The same tensor, stored in memory of its own.";
  let description = [{
    A boundary that scheduling keeps: the value becomes a buffer.

    Example:

    ```mlir
    %0 = tg.contiguous %x : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TG_Tensor:$input);
  let results = (outs TG_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def TG_VariableOp : TG_Op<"variable", [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "The value of one of the function's variables.";
  let description = [{
    The enclosing function declares it in `tg.variables` with its bounds.

    Example:

    ```mlir
    %n = tg.variable "n"
    ```
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs Index:$result);
  let assemblyFormat = "$name attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

def TG_KernelOp : TG_Op<"kernel", [IsolatedFromAbove, Pure,
    SingleBlockImplicitTerminator<"::tinygrad::tg::YieldOp">]> {
  let summary = "The ops that share one kernel.";
  let description = [{
    Made by `tg-fuse`. The region computes its results from its block arguments,
    which stand for `inputs` one for one; `tg.variable` may be read inside. All
    results have one shape: the kernel's output axes.

    Example:

    ```mlir
    %0 = tg.kernel(%a = %x : tensor<4x8xf32>) -> tensor<4x1xf32> {
      %1 = tg.sum %a axes [1] keepdim : tensor<4x8xf32> -> tensor<4x1xf32>
      tg.yield %1 : tensor<4x1xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<TG_Tensor>:$inputs);
  let results = (outs Variadic<TG_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// What the region yields as result `result`; null while there is no such.
    ::mlir::Value getYieldedValue(unsigned result);
  }];
}

def TG_YieldOp : TG_Op<"yield", [Pure, Terminator, ReturnLike, HasParent<"KernelOp">]> {
  let summary = "The results of a kernel region.";
  let arguments = (ins Variadic<TG_Tensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

def TG_LaunchOp : TG_Op<"launch", [Pure, AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Runs a kernel on tensors.";
  let description = [{
    The doorway between schedule and kernel: `kernel` names a `uop.kernel` whose
    buffer arguments are the results, then the inputs, in order; the kernel's
    index arguments are the variables.

    Example:

    ```mlir
    uop.kernel @negate(%out: memref<32xf32> {uop.output}, %a: memref<32xf32>) {
      %i = uop.range 0, 32 <global>
      %0 = uop.load %a[%i] : memref<32xf32> -> f32
      %1 = arith.negf %0 : f32
      uop.store %1, %out[%i] : f32, memref<32xf32>
    }
    func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %0 = tg.launch @negate(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<TG_Tensor>:$inputs,
                       Variadic<Index>:$variables);
  let results = (outs Variadic<TG_Tensor>:$results);
  let hasCustomAssemblyFormat = 1;
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORSTRUCTURE_TD
