//===- GraphRefusalTest.cpp - devices that take no more graphs ------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExecutorFixture.h"
#include "TinyGrad/Runtime/Counters.h"

using namespace mlir;
using namespace tinygrad;

namespace {
class GraphRefusalTest : public ExecutorTest {
protected:
  /// Six launches on the null device in batches of 2, then 4.
  static constexpr llvm::StringLiteral kSix = R"mlir(
    jit.func @main(%x: !jit.buffer<8xf32, "null">,
                   %n: index {jit.variable = "n", jit.bounds = [1, 8]})
        -> !jit.buffer<8xf32, "null"> {
      %c1 = arith.constant 1 : index
      %c2 = arith.addi %n, %c1 : index
      %a = jit.alloc : !jit.buffer<8xf32, "null">
      %b = jit.alloc : !jit.buffer<8xf32, "null">
      %y = jit.alloc : !jit.buffer<8xf32, "null">
      jit.launch @add outs(%a) ins(%x) vars(%n) : (!jit.buffer<8xf32, "null">), (!jit.buffer<8xf32, "null">)
      jit.launch @add outs(%b) ins(%a) vars(%c1) : (!jit.buffer<8xf32, "null">), (!jit.buffer<8xf32, "null">)
      jit.launch @add outs(%a) ins(%b) vars(%c1) : (!jit.buffer<8xf32, "null">), (!jit.buffer<8xf32, "null">)
      jit.launch @add outs(%b) ins(%a) vars(%c2) : (!jit.buffer<8xf32, "null">), (!jit.buffer<8xf32, "null">)
      jit.copy %b to %a : !jit.buffer<8xf32, "null">, !jit.buffer<8xf32, "null">
      jit.launch @add outs(%y) ins(%a) vars(%c1) : (!jit.buffer<8xf32, "null">), (!jit.buffer<8xf32, "null">)
      jit.return %y : !jit.buffer<8xf32, "null">
    })mlir";
};

// Tests that a batch which the device refuses runs as plain items, with the
// device's reason in the log, and that the nodes that a replay updates are
// counted: those with the argument, the result or a number from the variable.
TEST_F(GraphRefusalTest, RefusedBatchesRunAsPlainItems) {
  for (int64_t limit : {-1, 1, 0}) {
    rt::DeviceOptions deviceOptions;
    deviceOptions.nullGraphs = limit;
    rt::DeviceRegistry limited(deviceOptions);
    OwningOpRef<ModuleOp> module = parse(kSix);
    PassManager pm(&context);
    jit::BatchGraphsOptions batch;
    batch.batchSize = 2;
    pm.addPass(jit::createBatchGraphs(batch));
    pm.addPass(jit::createInferDependencies());
    pm.addPass(jit::createVerifyHazards());
    ASSERT_TRUE(succeeded(pm.run(*module))) << messages;

    std::vector<std::string> lines;
    rt::setLog(2, [&](int, const std::string &line) { lines.push_back(line); });
    auto executable = createExecutable(*module, "main", limited);
    rt::setLog(0, {});
    ASSERT_TRUE(succeeded(executable)) << messages;
    size_t graphs = limit < 0 ? 2 : size_t(limit);
    const rt::ExecutableStats &stats = (*executable)->stats();
    EXPECT_EQ(stats.graphs, graphs);
    EXPECT_EQ(stats.kernels, 5u);
    EXPECT_EQ(stats.patchedNodes, graphs == 2 ? 3u : graphs);
    EXPECT_EQ((*executable)->refusedGraphs().size(), 2 - graphs);
    ASSERT_EQ(lines.size(), 2 - graphs);
    for (const std::string &line : lines)
      EXPECT_EQ(line, "JIT GRAPHing failed batch: device 'null' holds no more "
                      "than " +
                          std::to_string(limit) + " launch graphs");

    rt::resetCounters();
    rt::Buffer input = *rt::Buffer::create(*limited.get("null"), 32);
    for (int i = 0; i < 2; ++i)
      ASSERT_TRUE((*executable)->run({input}, {i + 1}).isOk());
    EXPECT_EQ(rt::getCounters().kernel_count, 10u);
  }
}

// Tests that runs leave the counters alone but for adding to them, and that the
// C interface reads and resets them.
TEST_F(GraphRefusalTest, CountersAreReadAndResetFromC) {
  OwningOpRef<ModuleOp> module = parse(kSix);
  auto executable = createExecutable(*module, "main", devices);
  ASSERT_TRUE(succeeded(executable)) << messages;
  tgrt_reset_counters();
  rt::Buffer input = *rt::Buffer::create(*devices.get("null"), 32);
  for (uint64_t runs = 1; runs < 4; ++runs) {
    ASSERT_TRUE((*executable)->run({input}, {1}).isOk());
    TgrtCounters counters;
    tgrt_get_counters(&counters);
    EXPECT_EQ(counters.kernel_count, 5 * runs);
    // With n = 1: ceil(3 n / 2) operations of four launches, 3 of one.
    EXPECT_EQ(counters.global_ops, (4 * 2 + 3) * runs);
    EXPECT_EQ(counters.global_mem, 5 * 7 * runs);
    EXPECT_GE(counters.time_sum_s, 0);
    EXPECT_GT(counters.mem_used, 0u);
  }
  tgrt_reset_counters();
  TgrtCounters counters;
  tgrt_get_counters(&counters);
  EXPECT_EQ(counters.kernel_count, 0u);
  EXPECT_EQ(counters.global_ops, 0u);
  EXPECT_EQ(counters.global_mem, 0u);
  EXPECT_EQ(counters.time_sum_s, 0);
  EXPECT_GT(counters.mem_used, 0u);
}
} // namespace
