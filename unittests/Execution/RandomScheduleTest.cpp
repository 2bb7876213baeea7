//===- RandomScheduleTest.cpp - plans and graphs change nothing -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// scripts/random-schedules.sh runs many more of them.
//
//===----------------------------------------------------------------------===//

#include "RandomSchedule.h"
#include "ExecutorFixture.h"

#include <cstdlib>
#include <numeric>

using namespace mlir;
using namespace tinygrad;

namespace {
class RandomScheduleTest : public ExecutorTest {
protected:
  RandomScheduleTest() : others(makeDevices()) {
    bump["bump"] = [](const rt::CustomArgs &args) {
      auto address = args.buffers[0].hostAddress();
      if (address.isError())
        return address.status();
      for (int i = 0; i < 8; ++i)
        static_cast<float *>(*address)[i] += 1;
      return rt::Status::success();
    };
  }

  static rt::DeviceOptions makeDevices() {
    rt::DeviceOptions options;
    options.poison = true;
    options.threads = 2;
    return options;
  }

  static unsigned fromEnvironment(const char *name, unsigned otherwise) {
    const char *text = std::getenv(name);
    return text ? unsigned(std::strtoul(text, nullptr, 10)) : otherwise;
  }

  /// Ways to run: plainly; planned; planned densely, in batches; pruned,
  /// unplanned; planned, with native graphs.
  enum Way { Plain, Levels, Dense, Pruned, Native, NumWays };

  LogicalResult prepare(ModuleOp module, Way way, unsigned seed) {
    PassManager pm(&context);
    if (way == Pruned)
      pm.addPass(jit::createPrune());
    if (way == Levels || way == Dense || way == Native) {
      jit::PlanMemoryOptions plan;
      plan.lifetimes = way == Dense ? "list" : "levels";
      pm.addPass(jit::createPlanMemory(plan));
      pm.addPass(jit::createVerifyPlan());
    }
    if (way != Plain) {
      jit::BatchGraphsOptions batch;
      batch.batchSize = seed % 3 ? 4 : 0;
      pm.addPass(jit::createBatchGraphs(batch));
      pm.addPass(jit::createInferDependencies());
      pm.addPass(jit::createVerifyHazards());
      if (way != Pruned)
        pm.addPass(jit::createVerifyPlan());
    }
    return pm.run(module);
  }

  std::vector<std::vector<float>> runTwice(rt::Executable &executable,
                                           const std::string &text) {
    std::vector<std::vector<float>> got;
    for (int64_t n : {2, 5}) {
      std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, float(n)};
      rt::Buffer input = *rt::Buffer::create(*others.get("cpu"), 32);
      EXPECT_TRUE(input.copyIn(values.data()).isOk());
      rt::RunOptions options;
      options.poison = true;
      auto results = executable.run({input}, {n}, options);
      EXPECT_TRUE(results.isOk()) << results.message() << text;
      if (results.isOk())
        for (const rt::Buffer &result : *results)
          got.push_back(read(result));
    }
    return got;
  }

  /// Removes each event that an item waits for, one at a time: the verifier
  /// must see it.
  void removeEdges(ModuleOp module, const std::string &text) {
    SmallVector<Operation *> items;
    module.walk([&](Operation *op) {
      if (isa<jit::LaunchOp, jit::CopyOp>(op) &&
          isa<jit::GraphOp>(op->getParentOp()))
        items.push_back(op);
    });
    for (Operation *item : items)
      for (OpOperand &operand : item->getOpOperands()) {
        if (!isa<jit::EventType>(operand.get().getType()))
          continue;
        // An event of the item's own would be none; so one operand moves to
        // another event that it waits for, or goes.
        OwningOpRef<ModuleOp> copy = module.clone();
        SmallVector<Operation *> copies;
        copy->walk([&](Operation *op) {
          if (isa<jit::LaunchOp, jit::CopyOp>(op) &&
              isa<jit::GraphOp>(op->getParentOp()))
            copies.push_back(op);
        });
        Operation *changed =
            copies[size_t(llvm::find(items, item) - items.begin())];
        unsigned number = operand.getOperandNumber();
        if (auto launch = dyn_cast<jit::LaunchOp>(changed))
          launch.getAfterMutable().erase(
              number - launch.getAfter().getBeginOperandIndex());
        else
          changed->eraseOperand(number);
        PassManager pm(&context);
        pm.addPass(jit::createVerifyHazards());
        EXPECT_TRUE(failed(pm.run(*copy))) << text;
        ++removedEdges;
      }
  }

  rt::DeviceRegistry others;
  llvm::StringMap<std::function<rt::Status(const rt::CustomArgs &)>> bump;
  unsigned removedEdges = 0;
};

// Tests random schedules: plans and launch graphs change no result, and no
// event is superfluous.
TEST_F(RandomScheduleTest, PlansAndGraphsChangeNothing) {
  unsigned count = fromEnvironment("TINYGRAD_RANDOM_SCHEDULES", 200);
  unsigned firstSeed = fromEnvironment("TINYGRAD_FIRST_SEED", 0);
  std::vector<unsigned> seeds(count);
  std::iota(seeds.begin(), seeds.end(), firstSeed);
  // Memory that was filled twice in a part that ran once.
  seeds.insert(seeds.end(), {442, 2738, 3181, 4335});
  for (unsigned seed : seeds) {
    std::string text = RandomSchedule(seed).write();
    std::vector<std::vector<float>> expected;
    for (int way = Plain; way < NumWays; ++way) {
      // Compiling graphs takes longer than all the rest.
      if (way == Native && seed % 16 != 0)
        continue;
      OwningOpRef<ModuleOp> module = parse(text);
      ASSERT_TRUE(module) << messages << text;
      ASSERT_TRUE(succeeded(prepare(*module, Way(way), seed)))
          << messages << text;
      if (way == Dense)
        removeEdges(*module, text);
      ExecutorOptions options;
      options.nativeGraphs = way == Native;
      options.hostFunctions = bump;
      auto executable = createExecutable(*module, "main", others, options);
      ASSERT_TRUE(succeeded(executable)) << messages << text;
      std::vector<std::vector<float>> got = runTwice(**executable, text);
      if (way == Plain)
        expected = got;
      ASSERT_EQ(got, expected) << "seed " << seed << ", way " << way << "\n"
                               << text;
    }
    messages.clear();
  }
  EXPECT_GT(removedEdges, count);
  RecordProperty("removed_edges", int(removedEdges));
}
} // namespace
