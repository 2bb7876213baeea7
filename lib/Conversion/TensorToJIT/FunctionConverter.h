//===- FunctionConverter.h - tensors become buffers -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_CONVERSION_TENSORTOJIT_FUNCTIONCONVERTER_H
#define TINYGRAD_CONVERSION_TENSORTOJIT_FUNCTIONCONVERTER_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Dialect/Tensor/IR/State.h"
#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace tinygrad {

/// Writes the jit.func of one function.
class FunctionConverter {
public:
  FunctionConverter(mlir::func::FuncOp function,
                    mlir::SymbolTableCollection &symbols,
                    llvm::StringRef device)
      : function(function), symbols(symbols), device(device), shapes(function),
        builder(function.getContext()) {}

  llvm::LogicalResult convert() {
    if (failed(findUsedVariables()) || failed(createFunction()))
      return llvm::failure();
    for (mlir::Operation &op : function.getBody().front())
      if (failed(convertOp(&op)))
        return llvm::failure();
    return llvm::success();
  }

private:
  // FunctionShapes.cpp: variables and shapes

  /// Those that an argument carries, that a result's sizes need, or that the
  /// function reads.
  llvm::LogicalResult findUsedVariables();
  /// An expression over the function's variables as a map from those used.
  mlir::AffineMap getMap(mlir::AffineExpr expr);
  /// The sizes of a tensor as `jit.shape`; null if one is unknown.
  mlir::ArrayAttr getShapeAttr(mlir::Value tensor);
  /// The buffer of an argument or a constant, at the variables' upper bounds.
  llvm::FailureOr<jit::BufferType> getBufferType(mlir::Value tensor);
  llvm::FailureOr<jit::BufferType> getCheckedType(mlir::Location loc,
                                                  int64_t size,
                                                  mlir::Type elementType,
                                                  mlir::StringAttr place = {});

  // FunctionShapes.cpp: the function

  mlir::NamedAttrList getPortAttributes(mlir::Value tensor,
                                        mlir::Attribute name);
  llvm::LogicalResult createFunction();

  // FunctionOperations.cpp: operations

  llvm::LogicalResult convertOp(mlir::Operation *op);
  llvm::LogicalResult convertTyped(tg::VariableOp op);
  llvm::LogicalResult convertTyped(tg::ConstantOp op);
  /// The same memory.
  llvm::LogicalResult convertTyped(tg::ReshapeOp op);
  /// The kernel says how large its outputs are.
  llvm::LogicalResult convertTyped(tg::LaunchOp op);
  llvm::LogicalResult convertTyped(tg::EmptyOp op);
  llvm::LogicalResult convertTyped(tg::CopyOp op);
  llvm::LogicalResult convertTyped(tg::CustomOp op);

  // FunctionOperations.cpp: devices

  mlir::StringAttr getDevice(mlir::Value buffer);
  /// The device that `op` runs on: where its inputs are. What is made of
  /// constants alone is copied there; a kernel of nothing else may run anywhere
  /// (null).
  llvm::FailureOr<mlir::StringAttr>
  placeInputs(tg::LaunchOp op, llvm::MutableArrayRef<mlir::Value> ins);

  // FunctionMemory.cpp: memory that is written again

  mlir::Value allocate(mlir::Location loc, jit::BufferType type);
  /// New memory with the contents of `buffer`.
  mlir::Value duplicate(mlir::Location loc, mlir::Value buffer);
  void explainCopy(mlir::Operation *op, llvm::StringRef reason);
  /// The result that is the new contents of argument `number`, if there is one.
  std::optional<unsigned> findUpdate(unsigned number);
  /// Memory that belongs to the function, or that it may change.
  bool isWritable(mlir::Value buffer);
  /// The memory of input `number` for `op` to write to. Whoever reads what it
  /// held before, `op` itself included, gets a copy.
  mlir::Value claimMemory(tg::LaunchOp op, unsigned number,
                          llvm::MutableArrayRef<mlir::Value> ins);
  /// What the function returns: new contents are in their argument's memory,
  /// and nothing else is.
  llvm::SmallVector<mlir::Value> placeResults(mlir::func::ReturnOp op);
  llvm::LogicalResult convertTyped(mlir::func::ReturnOp op);

  mlir::func::FuncOp function;
  mlir::SymbolTableCollection &symbols;
  llvm::StringRef device;
  tg::SymbolicShapes shapes;
  mlir::OpBuilder builder;
  jit::FuncOp result;
  mlir::IRMapping mapping;
  /// The buffers made of an argument or a copy, whose device is fixed.
  llvm::DenseSet<mlir::Value> placed;
  /// The numbers of the variables that are arguments, in their order.
  llvm::SmallVector<unsigned> usedVariables;
};

} // namespace tinygrad

#endif // TINYGRAD_CONVERSION_TENSORTOJIT_FUNCTIONCONVERTER_H
