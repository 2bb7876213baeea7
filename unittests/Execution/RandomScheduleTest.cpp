//===- RandomScheduleTest.cpp - plans and graphs change nothing -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExecutorFixture.h"

#include <random>

using namespace mlir;
using namespace tinygrad;

namespace {
/// A list of random copies and launches on buffers and halves of buffers, in
/// which every read finds something written. Returns three of the buffers.
std::string makeRandomProgram(unsigned seed) {
  std::mt19937 random(seed);
  auto pick = [&](unsigned count) { return unsigned(random() % count); };
  std::string type = "!jit.buffer<8xf32>", half = "!jit.buffer<4xf32>";
  unsigned numBuffers = 4 + pick(6), numItems = 5 + pick(40);
  std::string text = "jit.func @main(%x: " + type +
                     ", %n: index {jit.variable = \"n\", jit.bounds = [1, 8]})"
                     " -> (" +
                     type + ", " + type + ", " + type + ") {\n";
  for (unsigned i = 0; i < numBuffers; ++i) {
    std::string name = "%b" + std::to_string(i);
    text += name + " = jit.alloc : " + type + "\n";
    text += name + "_low = jit.subbuffer " + name + "[0] : " + type + " -> " +
            half + "\n" + name + "_high = jit.subbuffer " + name +
            "[16] : " + type + " -> " + half + "\n";
  }
  std::vector<std::string> written = {"%x"};
  auto buffer = [&](unsigned i) { return "%b" + std::to_string(i); };
  for (unsigned i = 0; i < numItems || written.size() < 4; ++i) {
    std::string to = buffer(pick(numBuffers));
    std::string from = written[pick(unsigned(written.size()))];
    bool isKnown = llvm::is_contained(written, to);
    unsigned kind = pick(4);
    if (kind == 0 && isKnown && from != "%x" && from != to) {
      text += "jit.copy " + from + "_low to " + to + "_high : " + half + ", " +
              half + "\n";
      continue;
    }
    if (kind == 1 && from != to)
      text +=
          "jit.copy " + from + " to " + to + " : " + type + ", " + type + "\n";
    else
      text += "jit.launch @add outs(" + to + ") ins(" + from +
              ") vars(%n) : (" + type + "), (" + type + ")\n";
    if (!isKnown)
      written.push_back(to);
  }
  std::string results;
  for (unsigned i = 0; i < 3; ++i)
    results += (i ? ", " : "") + written[1 + i];
  return text + "jit.return " + results + " : " + type + ", " + type + ", " +
         type + "\n}";
}

// Tests random schedules: plans and launch graphs change no result. The plan
// and the events are proven on the way.
TEST_F(ExecutorTest, RandomSchedules) {
  rt::DeviceOptions poisoned;
  poisoned.poison = true;
  poisoned.threads = 2;
  rt::DeviceRegistry others(poisoned);
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::string text = makeRandomProgram(seed);
    std::vector<std::vector<float>> expected;
    for (int way = 0; way < 4; ++way) {
      OwningOpRef<ModuleOp> module = parse(text);
      ASSERT_TRUE(module) << messages << text;
      PassManager pm(&context);
      if (way == 1 || way == 2) {
        jit::PlanMemoryOptions plan;
        plan.lifetimes = way == 1 ? "levels" : "list";
        pm.addPass(jit::createPlanMemory(plan));
        pm.addPass(jit::createVerifyPlan());
      }
      if (way != 0) {
        jit::BatchGraphsOptions batch;
        batch.batchSize = seed % 3 ? 4 : 0;
        pm.addPass(jit::createBatchGraphs(batch));
        pm.addPass(jit::createInferDependencies());
        pm.addPass(jit::createVerifyHazards());
      }
      ASSERT_TRUE(succeeded(pm.run(*module))) << messages << text;
      ExecutorOptions options;
      options.nativeGraphs = way != 3;
      auto executable = createExecutable(*module, "main", others, options);
      ASSERT_TRUE(succeeded(executable)) << messages << text;
      for (int64_t n : {2, 5}) {
        std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, float(n)};
        rt::Buffer input = *rt::Buffer::create(*others.get("cpu"), 32);
        ASSERT_TRUE(input.copyIn(values.data()).isOk());
        auto results = (*executable)->run({input}, {n});
        ASSERT_TRUE(results.isOk()) << results.message() << text;
        for (auto [i, result] : llvm::enumerate(*results)) {
          size_t position = (n == 2 ? 0 : 3) + i;
          if (way == 0)
            expected.push_back(read(result));
          else
            EXPECT_EQ(read(result), expected[position])
                << "seed " << seed << ", way " << way << "\n"
                << text;
        }
      }
    }
  }
}
} // namespace
