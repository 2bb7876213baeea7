//===- RegisterPacker.h - registers as instructions take them ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_UOPTOGPU_REGISTERPACKER_H
#define TINYGRAD_LIB_CONVERSION_UOPTOGPU_REGISTERPACKER_H

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/IR/Builders.h"

namespace tinygrad {

/// Takes vectors of a lane's registers apart for an instruction of a matrix
/// unit, and puts what it gives together.
class RegisterPacker {
public:
  RegisterPacker(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::Value getConstant(mlir::Type type, int64_t value);
  /// Adds the operands that `value` becomes.
  void pack(mlir::Value value, uop::Packing packing,
            llvm::SmallVectorImpl<mlir::Value> &operands);
  /// The members of a struct, from `first` on, as the vector that `pack` made
  /// them of.
  mlir::Value unpack(mlir::Value all, mlir::Type type, size_t numMembers,
                     size_t first = 0);

protected:
  mlir::OpBuilder &builder;
  mlir::Location loc;

private:
  mlir::Value extract(mlir::Value vector, int64_t at);
  mlir::Value slice(mlir::Value vector, int64_t at, int64_t size);
  mlir::Value bitcast(mlir::Value value, mlir::Type type);
};

} // namespace tinygrad

#endif // TINYGRAD_LIB_CONVERSION_UOPTOGPU_REGISTERPACKER_H
