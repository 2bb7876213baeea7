//===- Reference.h - the interpreter of tg ----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates functions of `tg` ops on tensors in host memory, one op after the
// other. It is the definition of the ops' semantics: compiled programs are
// compared with it, and it is compared with NumPy. Clarity comes before speed.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_REFERENCE_REFERENCE_H
#define TINYGRAD_REFERENCE_REFERENCE_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Support/HostTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace tinygrad::reference {

/// Values of variables by name.
using Bindings = llvm::StringMap<int64_t>;

/// Sees what each tg.kernel of a function gives, in their order, and may put
/// other tensors of the same shapes in their place, from which the function
/// goes on: each kernel can so be compared with another machine's on the same
/// inputs.
using KernelObserver =
    std::function<void(tg::KernelOp kernel, llvm::ArrayRef<HostTensor> inputs,
                       std::vector<HostTensor> &results)>;

/// What `tg.custom` calls, by name: it fills the results, which come as zeros
/// of their types. A message is an error at the op.
using HostFunction = std::function<std::optional<std::string>(
    llvm::ArrayRef<HostTensor> inputs, std::vector<HostTensor> &results)>;
using HostFunctions = llvm::StringMap<HostFunction>;

/// Evaluates `function` (before or after tg-decompose and tg-fuse) on one
/// tensor per argument. Variables are bound from the inputs' shapes and from
/// `given`. Errors are diagnostics at the op or argument that they concern.
mlir::FailureOr<std::vector<HostTensor>>
evaluate(mlir::func::FuncOp function, llvm::ArrayRef<HostTensor> inputs,
         const Bindings &given = {}, const KernelObserver &observer = {},
         const HostFunctions &hostFunctions = {});

/// The values of the variables of `function` for inputs of these shapes, one
/// per tensor argument: a variable is bound by each `tg.dims` that names it and
/// by `given`. Two different values, a value outside the bounds or none at all
/// is an error.
mlir::FailureOr<Bindings>
bindVariables(mlir::func::FuncOp function,
              llvm::ArrayRef<std::vector<int64_t>> shapes,
              const Bindings &given = {});

} // namespace tinygrad::reference

#endif // TINYGRAD_REFERENCE_REFERENCE_H
