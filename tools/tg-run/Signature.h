//===- Signature.h - what a function takes and gives ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_SIGNATURE_H
#define TINYGRAD_TOOLS_TGRUN_SIGNATURE_H

#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "TinyGrad/Runtime/IO/HostArray.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"

namespace tinygrad::run {

/// An argument or a result.
struct Port {
  bool isArgument = true;
  unsigned position = 0;
  std::string name; ///< Its tg.name, or empty.
  mlir::RankedTensorType type;
  rt::ElementType elementType = rt::ElementType::F32;
  /// The sizes over the function's variables.
  llvm::SmallVector<mlir::AffineExpr> shape;

  /// "argument 0 ('image')", for messages.
  std::string describe() const;
};

/// The values of a function's variables, in the order of their names.
using Bindings = std::vector<int64_t>;

struct Signature {
  std::string name;
  std::vector<Port> arguments, results;
  std::vector<tg::Variable> variables;

  /// Fails, with a diagnostic in the program, where it takes or gives something
  /// else than tensors.
  static mlir::FailureOr<Signature> get(mlir::func::FuncOp function);

  /// The port that `key` names: its position or its tg.name.
  static llvm::Expected<const Port *> find(llvm::ArrayRef<Port> ports,
                                           llvm::StringRef key);
};

/// The sizes of a port for these values of the variables.
std::vector<int64_t> getSizes(const Port &port, const Bindings &bindings);

/// "[3, 4]".
std::string formatList(llvm::ArrayRef<int64_t> values);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_SIGNATURE_H
