//===- CaptureFixture.h - functions under a jit in tests --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_UNITTESTS_EXECUTION_CAPTUREFIXTURE_H
#define TINYGRAD_UNITTESTS_EXECUTION_CAPTUREFIXTURE_H

#include "ExecutorFixture.h"
#include "TinyGrad/Execution/TinyJit.h"
#include "TinyGrad/Runtime/Counters.h"

namespace tinygrad {

/// Functions whose body runs small compiled lists, as a front end would.
class CaptureTest : public ExecutorTest {
protected:
  using Buffers = std::vector<rt::Buffer>;
  using Results = rt::StatusOr<Buffers>;

  /// y = x + n.
  static constexpr llvm::StringLiteral kAddTo = R"mlir(
    jit.func @main(%x: !jit.buffer<8xf32>,
                   %n: index {jit.variable = "n", jit.bounds = [1, 8]})
        -> (!jit.buffer<8xf32> {jit.dtype = f32, jit.shape = [8]}) {
      %y = jit.alloc : !jit.buffer<8xf32>
      jit.launch @add outs(%y) ins(%x) vars(%n)
          : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
      jit.return %y : !jit.buffer<8xf32>
    })mlir";
  /// x = y, in place.
  static constexpr llvm::StringLiteral kAssign = R"mlir(
    jit.func @main(%x: !jit.buffer<8xf32>, %y: !jit.buffer<8xf32>)
        -> !jit.buffer<8xf32> {
      jit.copy %y to %x : !jit.buffer<8xf32>, !jit.buffer<8xf32>
      jit.return %x : !jit.buffer<8xf32>
    })mlir";

  /// Compiles and runs a list, and gives it to the capture, if there is one.
  rt::Buffer run(llvm::StringRef text, const Buffers &inputs,
                 llvm::ArrayRef<RecordedVariable> variables = {}) {
    mlir::OwningOpRef<mlir::ModuleOp> module = parse(text);
    auto executable = createExecutable(*module, "main", devices);
    EXPECT_TRUE(mlir::succeeded(executable)) << messages;
    std::vector<int64_t> values;
    for (const RecordedVariable &variable : variables)
      values.push_back(variable.value);
    Results results = (*executable)->run(inputs, values);
    EXPECT_TRUE(results.isOk()) << results.message();
    if (CaptureRecorder *recorder = TinyJit::getActive()) {
      rt::Status status =
          recorder->record(*module, "main", inputs, variables, *results);
      EXPECT_TRUE(status.isOk()) << status.message();
    }
    return (*results)[0];
  }

  rt::Buffer add(const rt::Buffer &x, int64_t n, bool isFixed = true) {
    RecordedVariable variable{"n", n, isFixed};
    return run(kAddTo, {x}, variable);
  }

  static rt::CallTensor tensor(std::string name, const rt::Buffer &buffer) {
    return {std::move(name), buffer, "f32", {8}, {}};
  }
  rt::Buffer ones(float value = 1) {
    return makeInput(std::vector<float>(8, value));
  }
  static float first(const rt::Buffer &buffer) { return read(buffer)[0]; }

  TinyJit makeJit(TinyJitOptions options = {}) {
    return TinyJit(context, devices, "f", std::move(options));
  }
};

} // namespace tinygrad

#endif // TINYGRAD_UNITTESTS_EXECUTION_CAPTUREFIXTURE_H
