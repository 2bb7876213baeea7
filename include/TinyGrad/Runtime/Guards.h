//===- Guards.h - what a replay expects of a call ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A captured function is right only for calls like the one that it was captured
// from: the front end describes each call, and the first difference is an error
// that names the argument, what was expected and what came.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_GUARDS_H
#define TINYGRAD_RUNTIME_GUARDS_H

#include "TinyGrad/Runtime/Buffer.h"

#include <vector>

namespace tinygrad::rt {

/// A size of a tensor: a number, or a variable's name.
struct CallSize {
  int64_t size = 0;
  std::string variable;

  CallSize(int64_t size) : size(size) {}
  CallSize(std::string variable) : variable(std::move(variable)) {}
  bool operator==(const CallSize &other) const {
    return variable == other.variable &&
           (!variable.empty() || size == other.size);
  }
};

/// A tensor argument of a call. `name` is its keyword or its position.
struct CallTensor {
  std::string name;
  Buffer buffer;
  /// The element type as MLIR writes it: "f32".
  std::string dtype;
  std::vector<CallSize> shape;
  /// In elements; empty for row by row.
  std::vector<int64_t> strides;
};

struct CallVariable {
  std::string name;
  int64_t min = 0;
  int64_t max = 0;
  int64_t value = 0;
};

/// An argument that is neither, as text: `("training", "True")`.
struct CallConstant {
  std::string name;
  std::string text;
};

/// The arguments of a call, in the order of the front end.
struct Call {
  std::vector<CallTensor> tensors;
  std::vector<CallVariable> variables;
  std::vector<CallConstant> constants;
};

/// The guards that a call leaves: all about its tensors but their memory.
struct CallGuards {
  struct Tensor {
    std::string name;
    std::string dtype;
    std::vector<CallSize> shape;
    std::vector<int64_t> strides;
    std::string device;
    uint64_t offset = 0;
    uint64_t bytes = 0;
  };
  std::vector<Tensor> tensors;
  /// Their values are not guarded.
  std::vector<CallVariable> variables;
  std::vector<CallConstant> constants;

  static CallGuards get(const Call &call);

  /// Success if `call` may be replayed.
  Status check(const Call &call) const;
};

/// "[3, n]".
std::string formatShape(const std::vector<CallSize> &shape);

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_GUARDS_H
