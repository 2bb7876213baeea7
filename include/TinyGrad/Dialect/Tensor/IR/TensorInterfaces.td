//===- TensorInterfaces.td - what scheduling asks of an op -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORINTERFACES_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORINTERFACES_TD

include "mlir/IR/OpBase.td"

def TG_IndexMapOpInterface : OpInterface<"IndexMapOpInterface"> {
  let cppNamespace = "::tinygrad::tg";
  let description = [{
    An op each of whose result elements is computed from operand elements that
    affine maps name. This is all that scheduling and kernel generation know of
    an op; no pass of theirs asks for an op by its name.

    The iteration space is the result's axes followed by the op's reduce axes.
    In the expressions, dimension `i` is iteration axis `i` and symbol `j` is
    the function's variable number `j` (see `SymbolicShapes`).
  }];
  let methods = [
    InterfaceMethod<
      "The sizes of the result, as expressions over the function's variables.",
      "::llvm::SmallVector<::mlir::AffineExpr>", "getResultShape",
      (ins "::tinygrad::tg::SymbolicShapes &":$shapes)>,
    InterfaceMethod<
      "The sizes of the reduce axes; empty for an op that reduces nothing.",
      "::llvm::SmallVector<::mlir::AffineExpr>", "getReduceSizes",
      (ins "::tinygrad::tg::SymbolicShapes &":$shapes), "",
      [{ return {}; }]>,
    InterfaceMethod<
      "Where operand `operandNo` is read for a point of the iteration space.",
      "::tinygrad::tg::OperandAccess", "getOperandAccess",
      (ins "unsigned":$operandNo, "::tinygrad::tg::SymbolicShapes &":$shapes)>,
    InterfaceMethod<
      [{Builds the scalar computation of one point of the iteration space from
        the operands' elements and the iteration axes (values of type index).
        Unsigned elements arrive as signless values of the same width, an `i1`
        as an `i1`. For an op that reduces, this is the value to be combined.}],
      "::mlir::Value", "buildElement",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::ValueRange":$elements, "::mlir::ValueRange":$axes)>,
    InterfaceMethod<
      "How the reduce axes, or the elements of a scan, are combined; else meaningless.",
      "::tinygrad::tg::Combiner", "getCombiner", (ins), "",
      [{ return ::tinygrad::tg::Combiner::Sum; }]>,
    InterfaceMethod<
      [{For an op that scans: the result axis along which an element is combined, by
        `getCombiner`, with all that come before it. `buildElement` gives the value
        at a point by itself, in the accumulator's type. Such an op reduces nothing,
        and its operands are read at the point itself.}],
      "::std::optional<unsigned>", "getScanAxis", (ins), "",
      [{ return ::std::nullopt; }]>,
    InterfaceMethod<
      [{The type in which the reduce accumulates (an element type of `tg`); the
        result is cast back to the result's element type once.}],
      "::mlir::Type", "getAccumulatorType", (ins), "",
      [{ return ::mlir::getElementTypeOrSelf($_op->getResult(0).getType()); }]>,
    InterfaceMethod<
      "Scalar operations per point of the iteration space, for estimates.",
      "int64_t", "getElementCost", (ins), "", [{ return 1; }]>,
    InterfaceMethod<
      [{Whether the op only renames indices: its element is its one operand's
        element (or a pad value).}],
      "bool", "isMovement", (ins), "", [{ return false; }]>
  ];
}

def TG_SymbolicShapeOpInterface : OpInterface<"SymbolicShapeOpInterface"> {
  let cppNamespace = "::tinygrad::tg";
  let description = [{
    An op without index maps whose results' sizes follow from those of its
    operands: what `SymbolicShapes` and `tg-verify-shapes` ask of composite ops.
  }];
  let methods = [
    InterfaceMethod<
      [{The sizes of result `number` as expressions over the function's variables;
        null for a size that is not known. Asked only where the type has a `?`.}],
      "::llvm::SmallVector<::mlir::AffineExpr>", "getSymbolicShape",
      (ins "unsigned":$number, "::tinygrad::tg::SymbolicShapes &":$shapes)>,
    InterfaceMethod<
      [{Reports sizes that do not fit for some values of the variables; constant
        sizes are the verifier's.}],
      "::llvm::LogicalResult", "verifySizes",
      (ins "::tinygrad::tg::SizeVerifier &":$verifier), "",
      [{ return ::mlir::success(); }]>
  ];
}

def TG_DecomposableOpInterface : OpInterface<"DecomposableOpInterface"> {
  let cppNamespace = "::tinygrad::tg";
  let description = [{
    A composite op that can be written as simpler `tg` ops. The decomposition is
    the op's meaning: the reference interpreter and the compiler use it alike.
    One that has an index map, too, may be part of a kernel as it is, where the
    target is better served so.
  }];
  let methods = [
    InterfaceMethod<
      [{Builds the op's results from simpler ops at the builder's insertion
        point. The op itself stays; the caller replaces it.}],
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "decompose",
      (ins "::mlir::OpBuilder &":$builder)>
  ];
}

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORINTERFACES_TD
