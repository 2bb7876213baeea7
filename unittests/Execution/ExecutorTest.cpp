//===- ExecutorTest.cpp - jit functions run on the CPU ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExecutorFixture.h"

using namespace mlir;
using namespace tinygrad;

namespace {
/// y = ((x + n) + n) + (n + 2) through two buffers, and c = {1, 2} + n.
constexpr llvm::StringLiteral kProgram = R"mlir(
  jit.func @main(%x: !jit.buffer<8xf32> {jit.shape = [affine_map<()[s0] -> (s0)>]},
                 %n: index {jit.variable = "n", jit.bounds = [1, 8]})
      -> (!jit.buffer<8xf32> {jit.shape = [affine_map<()[s0] -> (s0)>]},
          !jit.buffer<8xf32> {jit.shape = [8]}) {
    %c2 = arith.constant 2 : index
    %m = arith.addi %n, %c2 : index
    %a = jit.alloc : !jit.buffer<8xf32>
    %b = jit.alloc : !jit.buffer<8xf32>
    %y = jit.alloc : !jit.buffer<8xf32>
    %c = jit.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32> -> !jit.buffer<8xf32>
    %z = jit.alloc : !jit.buffer<8xf32>
    jit.launch @add outs(%a) ins(%x) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.launch @add outs(%b) ins(%a) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.launch @add outs(%y) ins(%b) vars(%m) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.launch @add outs(%z) ins(%c) vars(%n) : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
    jit.return %y, %z : !jit.buffer<8xf32>, !jit.buffer<8xf32>
  })mlir";

// Tests plain items, walked graphs and native graphs, planned and not: each
// replays with other inputs and variables.
TEST_F(ExecutorTest, EveryWayGivesTheSame) {
  for (bool plans : {false, true})
    for (int graphs : {0, 1, 2}) {
      OwningOpRef<ModuleOp> module = parse(kProgram);
      ASSERT_TRUE(module);
      PassManager pm(&context);
      if (plans)
        pm.addPass(jit::createPlanMemory());
      if (graphs > 0) {
        pm.addPass(jit::createBatchGraphs());
        pm.addPass(jit::createInferDependencies());
      }
      ASSERT_TRUE(succeeded(pm.run(*module)));
      ExecutorOptions options;
      options.nativeGraphs = graphs == 2;
      auto executable = createExecutable(*module, "main", devices, options);
      ASSERT_TRUE(succeeded(executable)) << messages;
      module = {};
      EXPECT_EQ((*executable)->stats().kernels, 4u);
      EXPECT_EQ((*executable)->stats().graphs, graphs > 0 ? 1u : 0u);
      EXPECT_EQ((*executable)->stats().arenaBytes, plans ? 96u : 64u);
      EXPECT_TRUE((*executable)->refusedGraphs().empty());
      EXPECT_EQ((*executable)->estimate({2})->ops, 15u);

      auto results =
          (*executable)->run({makeInput({1, 2, 3, 4, 5, 6, 7, 8})}, {8});
      ASSERT_TRUE(results.isOk()) << results.message();
      EXPECT_EQ(read((*results)[0]),
                (std::vector<float>{27, 28, 29, 30, 31, 32, 33, 34}));
      EXPECT_EQ(read((*results)[1]),
                (std::vector<float>{9, 10, 11, 12, 13, 14, 15, 16}));
    }
}

// Tests that inputs and results have the sizes that the variables give.
TEST_F(ExecutorTest, SizesFollowTheVariables) {
  OwningOpRef<ModuleOp> module = parse(kProgram);
  auto executable = createExecutable(*module, "main", devices);
  ASSERT_TRUE(succeeded(executable)) << messages;
  // At the upper bounds 8 and, once, 10.
  EXPECT_EQ((*executable)->stats().estimates.ops, 12u * 3 + 15u);
  EXPECT_EQ((*executable)->stats().estimates.bytes, 9u * 3 + 10u);
  rt::Estimates cost = *(*executable)->estimate({2});
  EXPECT_EQ(cost.ops, 3u * 3 + 6u);
  EXPECT_EQ(cost.bytes, 7u * 3 + 8u);
  rt::Buffer whole = makeInput({1, 2, 3, 4, 5, 6, 7, 8});
  auto results = (*executable)->run({whole}, {2});
  ASSERT_TRUE(results.isOk()) << results.message();
  EXPECT_EQ(read((*results)[0]), (std::vector<float>{9, 10}));
  EXPECT_EQ((*results)[1].bytes(), 32u);
  auto bad = (*executable)->run({makeInput({1})}, {2});
  EXPECT_EQ(bad.message(), "input 0 has 4 bytes: expected 8");
  EXPECT_EQ((*executable)->run({whole}, {9}).message(),
            "variable 'n' is 9: expected a value in [1, 8]");
}

// Tests an extent that is computed from a launch's variable, in and out of a
// graph.
TEST_F(ExecutorTest, ExtentsFollowTheVariables) {
  isWholeExtent = false;
  for (bool native : {false, true}) {
    OwningOpRef<ModuleOp> module = parse(R"mlir(
      jit.func @main(%x: !jit.buffer<8xf32>,
                     %n: index {jit.variable = "n", jit.bounds = [1, 8]})
          -> !jit.buffer<8xf32> {
        %y = jit.alloc : !jit.buffer<8xf32>
        jit.graph device("cpu") {
          %e0 = jit.copy %x to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
          jit.launch @add outs(%y) ins(%x) vars(%n) after(%e0)
              : (!jit.buffer<8xf32>), (!jit.buffer<8xf32>)
        }
        jit.return %y : !jit.buffer<8xf32>
      })mlir");
    ExecutorOptions options;
    options.nativeGraphs = native;
    auto executable = createExecutable(*module, "main", devices, options);
    ASSERT_TRUE(succeeded(executable)) << messages;
    for (int64_t n : {3, 8, 1}) {
      std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8};
      auto results = (*executable)->run({makeInput(values)}, {n});
      ASSERT_TRUE(results.isOk()) << results.message();
      for (int64_t i = 0; i < n; ++i)
        values[i] += n;
      EXPECT_EQ(read((*results)[0]), values);
    }
  }
}

// Tests constants of each kind of attribute, and a written argument as result.
TEST_F(ExecutorTest, ConstantsAndUpdates) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    jit.func @main(%x: !jit.buffer<2xi16>) -> (!jit.buffer<2xi16>,
        !jit.buffer<3xi1>, !jit.buffer<2xf32>, !jit.buffer<2xf8E5M2>) {
      %c = jit.constant dense<-2> : tensor<2xi16> -> !jit.buffer<2xi16>
      %b = jit.constant dense<[true, false, true]> : tensor<3xi1> -> !jit.buffer<3xi1>
      %r = jit.constant dense_resource<numbers> : tensor<2xf32> -> !jit.buffer<2xf32>
      %s = jit.constant sparse<[[1]], 1.0> : tensor<2xf8E5M2> -> !jit.buffer<2xf8E5M2>
      jit.copy %c to %x : !jit.buffer<2xi16>, !jit.buffer<2xi16>
      jit.return %x, %b, %r, %s : !jit.buffer<2xi16>, !jit.buffer<3xi1>,
          !jit.buffer<2xf32>, !jit.buffer<2xf8E5M2>
    }
    {-#
      dialect_resources: { builtin: { numbers: "0x040000000000803F00000040" } }
    #-})mlir");
  ASSERT_TRUE(module) << messages;
  auto executable = createExecutable(*module, "main", devices);
  ASSERT_TRUE(succeeded(executable)) << messages;
  rt::Buffer input = *rt::Buffer::create(*devices.get("cpu"), 4);
  auto results = (*executable)->run({input});
  ASSERT_TRUE(results.isOk()) << results.message();
  EXPECT_TRUE((*results)[0].sharesMemoryWith(input));
  auto bytes = [](const rt::Buffer &buffer) {
    std::vector<unsigned char> data(buffer.bytes());
    EXPECT_TRUE(buffer.copyOut(data.data()).isOk());
    return data;
  };
  using Bytes = std::vector<unsigned char>;
  EXPECT_EQ(bytes((*results)[0]), (Bytes{0xFE, 0xFF, 0xFE, 0xFF}));
  EXPECT_EQ(bytes((*results)[1]), (Bytes{1, 0, 1}));
  EXPECT_EQ(read((*results)[2]), (std::vector<float>{1, 2}));
  EXPECT_EQ(bytes((*results)[3]), (Bytes{0, 0x3C}));
}

// Tests host functions, sub-buffers and the null device.
TEST_F(ExecutorTest, HostFunctionsAndDevices) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    jit.func @main(%x: !jit.buffer<8xf32>) -> !jit.buffer<8xf32> {
      %y = jit.alloc : !jit.buffer<8xf32>
      %low = jit.subbuffer %y[0] : !jit.buffer<8xf32> -> !jit.buffer<4xf32>
      %there = jit.alloc : !jit.buffer<8xf32, "null">
      jit.copy %x to %y : !jit.buffer<8xf32>, !jit.buffer<8xf32>
      jit.custom "clear" outs(%low) : (!jit.buffer<4xf32>), ()
      jit.copy %x to %there : !jit.buffer<8xf32>, !jit.buffer<8xf32, "null">
      jit.return %y : !jit.buffer<8xf32>
    })mlir");
  ASSERT_TRUE(failed(createExecutable(*module, "main", devices)));
  EXPECT_NE(
      messages.find("calls host function 'clear', which is not registered"),
      std::string::npos);
  ExecutorOptions options;
  options.hostFunctions["clear"] = [](const rt::CustomArgs &args) {
    return args.buffers[0].fill(0);
  };
  auto executable = createExecutable(*module, "main", devices, options);
  ASSERT_TRUE(succeeded(executable)) << messages;
  auto results = (*executable)->run({makeInput({1, 2, 3, 4, 5, 6, 7, 8})});
  ASSERT_TRUE(results.isOk()) << results.message();
  EXPECT_EQ(read((*results)[0]), (std::vector<float>{0, 0, 0, 0, 5, 6, 7, 8}));
}

// Tests the messages of what cannot be made.
TEST_F(ExecutorTest, Errors) {
  auto refuse = [&](llvm::StringRef text) {
    messages.clear();
    OwningOpRef<ModuleOp> module = parse(text);
    if (module)
      EXPECT_TRUE(failed(createExecutable(*module, "main", devices)));
    return messages;
  };
  EXPECT_EQ(refuse("jit.func @other() { jit.return }"),
            "expected a function called 'main'\n");
  EXPECT_EQ(refuse("llvm.func @main()"),
            "expected 'main' to be a jit function\n");
  EXPECT_EQ(refuse("jit.func @main(%x: !jit.buffer<1xf32, \"moon\">) "
                   "{ jit.return }"),
            "unknown device 'moon': expected cpu, opencl, cuda, hip or null\n");
  EXPECT_EQ(refuse(R"mlir(
    jit.program @bad target("cpu") entry("bad") buffers 1 outputs 1
        thread_extent affine_map<() -> (1)> scratch 0 ops affine_map<() -> (1)>
        bytes affine_map<() -> (1)> object "nonsense"
    jit.func @main(%x: !jit.buffer<1xf32>) {
      jit.launch @bad outs(%x) : (!jit.buffer<1xf32>), ()
      jit.return
    })mlir")
                .rfind("'jit.program' op cannot load 'bad': ", 0),
            0u)
      << messages;
  EXPECT_EQ(refuse(R"mlir(
    jit.func @main(%x: !jit.buffer<1xf32>) {
      llvm.call @unknown() : () -> ()
      jit.return
    }
    llvm.func @unknown())mlir"),
            "'llvm.call' op is nothing that can be executed\n");
  EXPECT_EQ(refuse(R"mlir(
    jit.func @main(%x: !jit.buffer<1xf32>) {
      %p = builtin.unrealized_conversion_cast to !jit.buffer<1xf32>
      jit.graph device("cpu") {
        jit.copy %p to %x : !jit.buffer<1xf32>, !jit.buffer<1xf32>
      }
      jit.return
    })mlir"),
            "'jit.copy' op uses a buffer that nothing allocates\n");
  EXPECT_EQ(refuse(R"mlir(
    jit.func @main() {
      %r = jit.constant dense_resource<gone> : tensor<2xf32> -> !jit.buffer<2xf32>
      jit.return
    })mlir"),
            "'jit.constant' op expected a resource of 8 bytes, but got none\n");
}
} // namespace
