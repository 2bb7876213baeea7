//===- CustomTest.cpp - functions of the host between kernels -------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/Executor.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Reference/Reference.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace mlir;
using namespace tinygrad;

namespace {

/// "sums" of a 2x4 tensor gives its rows' sums and counts its calls; what comes
/// before and after is compiled.
constexpr StringLiteral kProgram = R"mlir(
  func.func @main(%x: tensor<2x4xf32>) -> (tensor<2xf32>, tensor<i32>) {
    %0 = tg.neg %x : tensor<2x4xf32>
    %1:2 = tg.custom "sums"(%0) : (tensor<2x4xf32>) -> (tensor<2xf32>, tensor<i32>)
    %2 = tg.mul %1#0, %1#0 : tensor<2xf32>
    %3 = tg.add %1#1, %1#1 : tensor<i32>
    return %2, %3 : tensor<2xf32>, tensor<i32>
  })mlir";

class CustomTest : public testing::Test {
protected:
  CustomTest() {
    DialectRegistry registry;
    registerCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
    });
    module = parseSourceString<ModuleOp>(kProgram, &context);
  }

  /// Makes `module` a program.
  std::unique_ptr<rt::Executable> compile(const ExecutorOptions &options) {
    ProgramCache cache;
    if (failed(compileModule(*module, CompileOptions(), cache)))
      return nullptr;
    auto executable = createExecutable(*module, "main", devices, options);
    return failed(executable) ? nullptr : std::move(*executable);
  }

  MLIRContext context;
  std::string messages;
  OwningOpRef<ModuleOp> module;
  rt::DeviceRegistry devices;
  std::vector<float> input = {1, 2, 3, 4, 5, 6, 7, 8};
  int32_t calls = 0;
};

} // namespace

// Tests that the interpreter and compiled code call the function, in its place
// between the ops before and after, once a run.
TEST_F(CustomTest, ReferenceAndCompiled) {
  ASSERT_TRUE(module) << messages;
  reference::HostFunctions functions;
  functions["sums"] =
      [&](ArrayRef<HostTensor> inputs,
          std::vector<HostTensor> &results) -> std::optional<std::string> {
    for (int64_t i = 0; i < 8; ++i)
      results[0].setFloat(i / 4,
                          results[0].getFloat(i / 4) + inputs[0].getFloat(i));
    results[1].setInt(0, ++calls);
    return std::nullopt;
  };
  HostTensor x = *HostTensor::zeros(DType::F32, {2, 4});
  for (int64_t i = 0; i < 8; ++i)
    x.setFloat(i, input[i]);
  auto function = module->lookupSymbol<func::FuncOp>("main");
  auto expected = reference::evaluate(function, x, {}, {}, functions);
  ASSERT_TRUE(succeeded(expected)) << messages;
  EXPECT_EQ((*expected)[0].getFloat(0), 100);
  EXPECT_EQ((*expected)[0].getFloat(1), 26 * 26);
  EXPECT_EQ((*expected)[1].getInt(0), 2);

  ExecutorOptions options;
  options.hostFunctions["sums"] = [&](const rt::CustomArgs &args) {
    std::vector<float> values(8), sums(2);
    rt::Status status = args.buffers[2].copyOut(values.data());
    for (int i = 0; i < 8; ++i)
      sums[i / 4] += values[i];
    ++calls;
    if (status.isOk())
      status = args.buffers[0].copyIn(sums.data());
    return status.isOk() ? args.buffers[1].copyIn(&calls) : status;
  };
  std::unique_ptr<rt::Executable> executable = compile(options);
  ASSERT_TRUE(executable) << messages;
  rt::Buffer buffer = *rt::Buffer::create(*devices.get("cpu"), 32);
  ASSERT_TRUE(buffer.copyIn(input.data()).isOk());
  for (int32_t run = 2; run < 4; ++run) {
    auto results = executable->run({buffer});
    ASSERT_TRUE(results.isOk()) << results.message();
    float squares[2];
    int32_t twice;
    ASSERT_TRUE((*results)[0].copyOut(squares).isOk());
    ASSERT_TRUE((*results)[1].copyOut(&twice).isOk());
    EXPECT_EQ(squares[0], 100);
    EXPECT_EQ(squares[1], 26 * 26);
    EXPECT_EQ(twice, 2 * run);
  }
}

// Tests that a function that nobody registered, or that fails, is an error that
// names it.
TEST_F(CustomTest, Errors) {
  HostTensor x = *HostTensor::zeros(DType::F32, {2, 4});
  auto function = module->lookupSymbol<func::FuncOp>("main");
  EXPECT_TRUE(failed(reference::evaluate(function, x)));
  EXPECT_EQ(messages, "'tg.custom' op calls host function 'sums', which is not "
                      "registered\n");
  messages.clear();
  reference::HostFunctions functions;
  functions["sums"] = [](ArrayRef<HostTensor>, std::vector<HostTensor> &)
      -> std::optional<std::string> { return "no sums today"; };
  EXPECT_TRUE(failed(reference::evaluate(function, x, {}, {}, functions)));
  EXPECT_EQ(messages,
            "'tg.custom' op calls 'sums', which fails: no sums today\n");
  messages.clear();
  functions["sums"] =
      [](ArrayRef<HostTensor>,
         std::vector<HostTensor> &results) -> std::optional<std::string> {
    results[0] = *HostTensor::zeros(DType::F32, {3});
    return std::nullopt;
  };
  EXPECT_TRUE(failed(reference::evaluate(function, x, {}, {}, functions)));
  EXPECT_EQ(messages,
            "'tg.custom' op has a result of shape [3], which its type "
            "does not allow\n");
  messages.clear();
  EXPECT_EQ(compile(ExecutorOptions()), nullptr);
  EXPECT_NE(
      messages.find("calls host function 'sums', which is not registered"),
      std::string::npos);
}
