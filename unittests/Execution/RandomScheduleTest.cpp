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
#include "../Runtime/TestKernels.h"
#include "ExecutorFixture.h"

#include <cstdlib>
#include <numeric>

using namespace mlir;
using namespace tinygrad;

namespace {
class RandomScheduleTest : public ExecutorTest,
                           public testing::WithParamInterface<const char *> {
protected:
  RandomScheduleTest() : others(makeDevices()), kind(GetParam()) {
    bump["bump"] = [](const rt::CustomArgs &args) {
      float values[8];
      rt::Status status = args.buffers[0].copyOut(values);
      for (float &value : values)
        value += 1;
      return status.isError() ? status : args.buffers[0].copyIn(values);
    };
  }

  void SetUp() override {
    if (auto second = others.get(kind + ":1"); second.isError())
      GTEST_SKIP() << second.message();
  }

  static rt::DeviceOptions makeDevices() {
    rt::DeviceOptions options;
    options.poison = true;
    options.threads = 2;
    options.cudaLibrary = options.hipLibrary = TINYGRAD_RECORDING_DRIVER;
    return options;
  }

  static unsigned fromEnvironment(const char *name, unsigned otherwise) {
    const char *text = std::getenv(name);
    return text ? unsigned(std::strtoul(text, nullptr, 10)) : otherwise;
  }

  /// Ways to run: plainly; planned; planned densely, in batches; pruned,
  /// unplanned; planned, with native graphs.
  enum Way { Plain, Levels, Dense, Pruned, Native, NumWays };

  /// The list with the kernel `add` for its kind of device. On GPUs it doubles,
  /// too.
  OwningOpRef<ModuleOp> parseList(const std::string &text) {
    if (kind == "cpu")
      return parse(text);
    ParserConfig config(&context, /*verifyAfterParse=*/false);
    auto module = parseSourceString<ModuleOp>(text, config);
    if (!module)
      return {};
    auto builder = OpBuilder::atBlockBegin(module->getBody());
    auto constant = [&](int64_t value) {
      return AffineMap::get(0, 1, builder.getAffineConstantExpr(value));
    };
    auto program = jit::ProgramOp::create(
        builder, module->getLoc(), "add", kind, "scale", /*num_buffers=*/2,
        /*num_outputs=*/1, constant(1), /*scratch_bytes=*/0, constant(16),
        constant(64), kind == "opencl" ? rt::test::scaleSource : "good code");
    AffineExpr one = builder.getAffineConstantExpr(1);
    program.setGrid(AffineMap::get(
        0, 1, {builder.getAffineConstantExpr(4), one, one}, &context));
    program.setBlock(ArrayRef<int64_t>{2, 1, 1});
    EXPECT_TRUE(succeeded(verify(*module)));
    return module;
  }

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
      rt::Buffer input = *rt::Buffer::create(*others.get(kind), 32);
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
  std::string kind;
  llvm::StringMap<std::function<rt::Status(const rt::CustomArgs &)>> bump;
  unsigned removedEdges = 0;
};

INSTANTIATE_TEST_SUITE_P(Kinds, RandomScheduleTest,
                         testing::Values("cpu", "cuda", "hip", "opencl"),
                         [](const auto &info) { return info.param; });

// Tests random schedules: plans and launch graphs change no result, and no
// event is superfluous. Those of CUDA and HIP run on the recording driver.
TEST_P(RandomScheduleTest, PlansAndGraphsChangeNothing) {
  // Those of OpenCL wait for threads.
  unsigned few = kind == "cpu" ? 200 : kind == "opencl" ? 25 : 100;
  unsigned count = fromEnvironment("TINYGRAD_RANDOM_SCHEDULES", few);
  unsigned firstSeed = fromEnvironment("TINYGRAD_FIRST_SEED", 0);
  std::vector<unsigned> seeds(count);
  std::iota(seeds.begin(), seeds.end(), firstSeed);
  // Memory that was filled twice in a part that ran once.
  seeds.insert(seeds.end(), {442, 2738, 3181, 4335});
  for (unsigned seed : seeds) {
    std::string text = RandomSchedule(seed, kind).write();
    std::vector<std::vector<float>> expected;
    for (int way = Plain; way < NumWays; ++way) {
      // Compiling graphs takes longer than all the rest.
      if (way == Native && (seed % 16 != 0 || kind != "cpu"))
        continue;
      OwningOpRef<ModuleOp> module = parseList(text);
      ASSERT_TRUE(module) << messages << text;
      ASSERT_TRUE(succeeded(prepare(*module, Way(way), seed)))
          << messages << text;
      if (way == Dense && kind == "cpu")
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
  if (kind == "cpu")
    EXPECT_GT(removedEdges, count);
  RecordProperty("removed_edges", int(removedEdges));
}
} // namespace
