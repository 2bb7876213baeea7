//===- ExecutableTest.cpp - lists of exec items ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernels.h"
#include "TinyGrad/Runtime/Counters.h"
#include "gtest/gtest.h"

using namespace tinygrad::rt;
using namespace tinygrad::rt::test;

namespace {
using Kind = Slot::Kind;

/// out = (in + n) * 2 over n-element arrays of at most 8, with the middle value
/// in an arena; the extent is a derived variable.
class ExecutableTest : public ::testing::Test {
protected:
  ExecutableTest() {
    description.numInputs = 1;
    description.inputVars = {{"n", 1, 8}};
    DerivedVar four;
    four.value = 4;
    DerivedVar bytes;
    bytes.op = DerivedVar::Op::Mul;
    bytes.lhs = 0;
    bytes.rhs = 1;
    description.derivedVars = {four, bytes};
    Slot in = makeSlot(Kind::Input, device, 32);
    in.bytesVar = 2;
    Slot out = makeSlot(Kind::Result, device, 32);
    out.bytesVar = 2;
    description.slots = {in, makeSlot(Kind::Arena, device, 128),
                         makeSlot(Kind::View, nullptr, 64, 1, 64),
                         makeSlot(Kind::View, nullptr, 32, 2, 0), out};
    LaunchItem first;
    first.program = makeProgram("add", addVar, 0, {10, 20});
    first.buffers = {3, 0};
    first.vars = {0};
    first.extentVar = 0;
    LaunchItem second = first;
    second.program = makeProgram("twice", doubled, 0, {1, 2});
    second.buffers = {4, 3};
    description.items = {first, second};
    description.results = {{4, false}};
  }

  std::unique_ptr<Executable> make() {
    StatusOr<std::unique_ptr<Executable>> made =
        Executable::create(description);
    EXPECT_TRUE(made.isOk()) << made.message();
    return made.isOk() ? std::move(*made) : nullptr;
  }

  /// The error of a description that `change` made wrong.
  template <typename Change> std::string refusal(Change change) {
    ExecutableDescription changed = description;
    change(changed);
    return Executable::create(std::move(changed)).message();
  }

  DeviceRef device = getDevice("cpu");
  ExecutableDescription description;
};
} // namespace

TEST_F(ExecutableTest, runsWithEachVariable) {
  auto executable = make();
  resetCounters();
  Buffer in = makeFloats(device, {1, 2, 3});
  std::vector<Buffer> results = *executable->run({in}, {3});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(readFloats(results[0]), (std::vector<float>{8, 10, 12}));
  results = *executable->run({makeFloats(device, {5})}, {1});
  EXPECT_EQ(readFloats(results[0]), (std::vector<float>{12}));
  EXPECT_EQ(getCounters().kernel_count, 4u);
  EXPECT_EQ(getCounters().global_ops, 22u);
  EXPECT_EQ(getCounters().global_mem, 44u);
  EXPECT_GT(getCounters().time_sum_s, 0);
  EXPECT_EQ(executable->stats().kernels, 2u);
  EXPECT_EQ(executable->stats().arenaBytes, 128u);
}

TEST_F(ExecutableTest, countsNothingWhereAsked) {
  auto executable = make();
  Buffer in = makeFloats(device, {1, 2, 3});
  ASSERT_TRUE(executable->run({in}, {3}).isOk());
  Counters before = getCounters();
  RunOptions options;
  options.isCounted = false;
  ASSERT_TRUE(executable->run({in}, {3}, options).isOk());
  EXPECT_EQ(getCounters().kernel_count, before.kernel_count);
  EXPECT_EQ(getCounters().global_ops, before.global_ops);
  EXPECT_EQ(getCounters().global_mem, before.global_mem);
  EXPECT_EQ(getCounters().time_sum_s, before.time_sum_s);
}

// What is counted are the costs of the run, not those of the upper bounds.
TEST_F(ExecutableTest, costsFollowTheVariables) {
  std::get<LaunchItem>(description.items[0]).cost = {0, 2};
  auto executable = make();
  resetCounters();
  ASSERT_TRUE(executable->run({makeFloats(device, {1, 2, 3})}, {3}).isOk());
  EXPECT_EQ(getCounters().global_ops, 3u + 1u);
  EXPECT_EQ(getCounters().global_mem, 12u + 2u);
  Estimates cost = *executable->estimate({5});
  EXPECT_EQ(cost.ops, 5u + 1u);
  EXPECT_EQ(cost.bytes, 20u + 2u);
  EXPECT_EQ(executable->stats().estimates.ops, 11u);
  EXPECT_TRUE(executable->estimate({9}).isError());
}

TEST_F(ExecutableTest, badArgumentsAreErrors) {
  auto executable = make();
  Buffer in = makeFloats(device, {1, 2, 3});
  EXPECT_EQ(executable->run({in}, {9}).message(),
            "variable 'n' is 9: expected a value in [1, 8]");
  EXPECT_EQ(executable->run({in}, {}).message(),
            "expected 1 variables, but got 0");
  EXPECT_EQ(executable->run({}, {1}).message(), "expected 1 inputs, but got 0");
  EXPECT_EQ(executable->run({Buffer()}, {1}).message(), "input 0 is missing");
  EXPECT_EQ(executable->run({in}, {4}).message(),
            "input 0 has 12 bytes: expected 16");
  EXPECT_EQ(
      executable->run({makeFloats(getDevice("null"), {1})}, {1}).message(),
      "input 0 is on device 'null': expected device 'cpu'");
}

// Results of two calls do not share memory, unless reuse is asked for; then an
// input that the run would overwrite is copied first.
TEST_F(ExecutableTest, resultsAreFreshOrReused) {
  auto executable = make();
  Buffer in = makeFloats(device, {1});
  Buffer first = (*executable->run({in}, {1}))[0];
  Buffer second = (*executable->run({in}, {1}))[0];
  EXPECT_FALSE(first.sharesMemoryWith(second));

  RunOptions reuse;
  reuse.reuseResults = true;
  Buffer third = (*executable->run({in}, {1}, reuse))[0];
  EXPECT_FALSE(third.sharesMemoryWith(second));
  Buffer fourth = (*executable->run({third}, {1}, reuse))[0];
  EXPECT_TRUE(third.sharesMemoryWith(fourth));
  EXPECT_EQ(readFloats(fourth), std::vector<float>{10});
  Buffer fifth = (*executable->run({fourth}, {1}))[0];
  EXPECT_FALSE(fifth.sharesMemoryWith(fourth));
  EXPECT_EQ(readFloats(fifth), std::vector<float>{22});
}

TEST_F(ExecutableTest, aliasedInputsAreRefusedOrCopied) {
  description.numInputs = 2;
  description.slots[4] = makeSlot(Kind::Input, device, 32, 1);
  description.slots[4].bytesVar = 2;
  description.results = {{4, true}};
  auto executable = make();
  Buffer in = makeFloats(device, {1, 2});
  EXPECT_EQ(executable->run({in, in}, {2}).message(),
            "input 1 shares memory with input 0");
  // Two halves of one memory do not overlap.
  EXPECT_TRUE(executable->run({*in.view(4, 4), *in.view(0, 4)}, {1}).isOk());
  RunOptions copy;
  copy.copyAliasedInputs = true;
  in = makeFloats(device, {1, 2});
  std::vector<Buffer> results = *executable->run({in, in}, {2}, copy);
  EXPECT_EQ(readFloats(results[0]), (std::vector<float>{6, 8}));
  EXPECT_FALSE(results[0].sharesMemoryWith(in));
}

// An updated input is given back itself; a passed-through one as a copy.
TEST_F(ExecutableTest, updatedInputsAreTheResult) {
  description.results = {{0, false}, {0, true}, {4, false}, {4, false}};
  auto executable = make();
  Buffer in = makeFloats(device, {1});
  std::vector<Buffer> results = *executable->run({in}, {1});
  EXPECT_FALSE(results[0].sharesMemoryWith(in));
  EXPECT_TRUE(results[1].sharesMemoryWith(in));
  EXPECT_FALSE(results[2].sharesMemoryWith(results[3]));
  EXPECT_EQ(readFloats(results[2]), readFloats(results[3]));
}

TEST_F(ExecutableTest, poisonFillsArenasAndResults) {
  description.items.clear();
  description.results = {{4, false}, {1, false}};
  auto executable = make();
  RunOptions options;
  options.poison = true;
  std::vector<Buffer> results =
      *executable->run({makeFloats(device, {1})}, {1}, options);
  for (const Buffer &result : results)
    for (float value : readFloats(result))
      EXPECT_NE(value, value);
}

TEST_F(ExecutableTest, customItemsAndCopies) {
  std::vector<int64_t> seen;
  CustomItem custom;
  custom.name = "record";
  custom.function = [&](const CustomArgs &args) {
    seen = args.vars;
    return args.buffers[0].fill(0);
  };
  custom.buffers = {3};
  custom.vars = {0, 2};
  CopyItem copy;
  copy.destination = 4;
  copy.source = 3;
  description.items = {custom, copy};
  auto executable = make();
  Buffer result = (*executable->run({makeFloats(device, {1, 1})}, {2}))[0];
  EXPECT_EQ(readFloats(result), (std::vector<float>{0, 0}));
  EXPECT_EQ(seen, (std::vector<int64_t>{2, 8}));

  custom.function = [](const CustomArgs &) {
    return Status::error("no such table");
  };
  description.items = {custom};
  EXPECT_EQ(make()->run({makeFloats(device, {1})}, {1}).message(),
            "no such table");
}

TEST_F(ExecutableTest, onceItemsRunOnce) {
  int calls = 0;
  CustomItem custom;
  custom.function = [&](const CustomArgs &args) {
    ++calls;
    return args.buffers[0].fill(7);
  };
  custom.buffers = {1};
  description.onceItems = {custom};
  auto executable = make();
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(executable->run({makeFloats(device, {1})}, {1}).isOk());
  EXPECT_EQ(calls, 1);
  custom.buffers = {0};
  EXPECT_EQ(
      refusal([&](ExecutableDescription &d) { d.onceItems = {custom}; }),
      "a custom item of the first run only refers to slot 0, which is not "
      "the executable's own");
}

// An input that the caller never changes may be read in the first run; where it
// has changed after all, that is done again.
TEST_F(ExecutableTest, onceItemsReadUnchangingInputs) {
  std::vector<float> seen;
  CustomItem custom;
  custom.function = [&](const CustomArgs &args) {
    seen.push_back(readFloats(args.buffers[0])[0]);
    return args.buffers[1].fill(7);
  };
  custom.buffers = {0, 1};
  description.onceItems = {custom};
  description.slots[0].isUnchanging = true;
  auto executable = make();
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(executable->run({makeFloats(device, {1})}, {1}).isOk());
  executable->forgetOnce();
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(executable->run({makeFloats(device, {2})}, {1}).isOk());
  EXPECT_EQ(seen, (std::vector<float>{1, 2}));
}

// What the first run alone reads of constants is not kept.
TEST_F(ExecutableTest, constantsOfTheFirstRunAreFreed) {
  CustomItem custom;
  custom.function = [](const CustomArgs &args) {
    return args.buffers[1].copyFrom(args.buffers[0]);
  };
  Slot constant = description.slots[1];
  constant.kind = Kind::Constant;
  constant.constant = *Buffer::create(device, constant.bytes);
  custom.buffers = {uint32_t(description.slots.size()), 1};
  description.slots.push_back(constant);
  description.onceItems = {custom};
  auto executable = make();
  EXPECT_TRUE(bool(executable->description().slots.back().constant));
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(executable->run({makeFloats(device, {1})}, {1}).isOk());
  EXPECT_FALSE(bool(executable->description().slots.back().constant));
  executable->forgetOnce();
  EXPECT_TRUE(executable->run({makeFloats(device, {1})}, {1}).isOk());
}

TEST_F(ExecutableTest, constantsAreFoundUnchanged) {
  description.slots[0].kind = Kind::Constant;
  description.slots[0].constant = makeFloats(device, {1, 2, 3, 4, 5, 6, 7, 8});
  description.numInputs = 0;
  auto executable = make();
  Buffer result = (*executable->run({}, {2}))[0];
  EXPECT_EQ(readFloats(result), (std::vector<float>{6, 8}));
}

// A graph runs its nodes; a graph that the device refuses runs as plain items.
TEST_F(ExecutableTest, graphsAndRefusedGraphs) {
  for (bool isRefused : {false, true}) {
    GraphItem graph;
    graph.device = device;
    graph.buffers = {0, 3, 4};
    graph.vars = {0};
    GraphNode first;
    first.program = makeProgram("add", addVar);
    first.buffers = {1, 0};
    first.vars = {0};
    first.extentVar = 0;
    GraphNode second;
    second.kind = GraphNode::Kind::Copy;
    second.buffers = {2, 1};
    second.bytes = 32;
    second.dependencies = {0};
    graph.description.nodes = {first, second};
    graph.description.scratchAlignment = isRefused ? 1 << 20 : 64;
    description.items = {graph};
    auto executable = make();
    EXPECT_EQ(executable->stats().graphs, isRefused ? 0u : 1u);
    EXPECT_EQ(executable->stats().kernels, 1u);
    EXPECT_EQ(executable->refusedGraphs().size(), isRefused ? 1u : 0u);
    for (float start : {1.0f, 2.0f}) {
      Buffer in = makeFloats(device, {start, 5});
      Buffer result = (*executable->run({in}, {2}))[0];
      EXPECT_EQ(readFloats(result), (std::vector<float>{start + 2, 7}));
    }
  }
}

TEST_F(ExecutableTest, logsEachItem) {
  auto executable = make();
  std::vector<std::string> lines;
  setLog(2, [&](int, const std::string &line) { lines.push_back(line); });
  ASSERT_TRUE(executable->run({makeFloats(device, {1})}, {1}).isOk());
  setLog(0, nullptr);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].rfind("*** CPU     ", 0), 0u) << lines[0];
  EXPECT_NE(lines[0].find(" add "), std::string::npos) << lines[0];
  EXPECT_NE(lines[0].find(" arg  2 mem "), std::string::npos) << lines[0];
}

TEST_F(ExecutableTest, derivedVariables) {
  using Op = DerivedVar::Op;
  struct Case {
    Op op;
    int64_t lhs, rhs, expected;
  } cases[] = {{Op::Add, 2, 3, 5},        {Op::Sub, 2, 3, -1},
               {Op::FloorDiv, -7, 2, -4}, {Op::FloorDiv, 7, 2, 3},
               {Op::CeilDiv, -7, 2, -3},  {Op::CeilDiv, 7, 2, 4},
               {Op::Mod, -7, 3, 2},       {Op::Mod, 7, -3, -2},
               {Op::Min, 2, -3, -3},      {Op::Max, 2, -3, 2}};
  for (const Case &test : cases) {
    DerivedVar lhs, rhs, result;
    lhs.value = test.lhs;
    rhs.value = test.rhs;
    result.op = test.op;
    result.lhs = 1;
    result.rhs = 2;
    description.derivedVars = {lhs, rhs, result};
    CustomItem custom;
    custom.vars = {3};
    custom.function = [&](const CustomArgs &args) {
      EXPECT_EQ(args.vars[0], test.expected);
      return Status::success();
    };
    description.items = {custom};
    description.slots[0].bytesVar = description.slots[4].bytesVar = -1;
    EXPECT_TRUE(make()->run({*Buffer::create(device, 32)}, {1}).isOk());
  }
  DerivedVar zero, division;
  division.op = Op::FloorDiv;
  division.lhs = 0;
  division.rhs = 1;
  description.derivedVars = {zero, division};
  description.items.clear();
  EXPECT_EQ(make()->run({*Buffer::create(device, 32)}, {1}).message(),
            "the value of derived variable 2 does not fit 64 bits");
}

TEST_F(ExecutableTest, badDescriptionsAreErrors) {
  using D = ExecutableDescription;
  EXPECT_EQ(refusal([](D &d) { d.inputVars[0].min = 9; }),
            "variable 'n' has the empty bounds [9, 8]");
  EXPECT_EQ(refusal([](D &d) { d.derivedVars[1].rhs = 2; }),
            "derived variable 2 refers to a variable that does not precede it");
  EXPECT_EQ(refusal([](D &d) { d.slots[0].index = 1; }),
            "slot 0 refers to input 1 of 1");
  EXPECT_EQ(refusal([](D &d) { d.slots[0].device = nullptr; }),
            "slot 0 has no device");
  EXPECT_EQ(refusal([](D &d) { d.slots[0].bytesVar = 3; }),
            "slot 0 refers to variable 3 of 3");
  EXPECT_EQ(refusal([](D &d) { d.slots[2].offset = 65; }),
            "slot 2 views 64 bytes at offset 65 of a slot of 128 bytes");
  EXPECT_EQ(refusal([](D &d) { d.slots[2].index = 2; }),
            "slot 2 is a view of a slot that does not precede it");
  EXPECT_EQ(refusal([](D &d) { d.slots[1].kind = Kind::Constant; }),
            "slot 1 expected a constant of 128 bytes on device 'cpu'");
  EXPECT_EQ(refusal([](D &d) { d.results[0].slot = 5; }),
            "a result refers to slot 5 of 5");
  EXPECT_EQ(refusal([](D &d) { d.results[0].isUpdatedInput = true; }),
            "an updated result expected an input slot");
  auto launch = [](D &d) -> LaunchItem & {
    return std::get<LaunchItem>(d.items[0]);
  };
  EXPECT_EQ(refusal([&](D &d) { launch(d).program = nullptr; }),
            "a launch has no program");
  EXPECT_EQ(refusal([&](D &d) { launch(d).buffers.clear(); }),
            "a launch of 'add' has no buffer");
  EXPECT_EQ(refusal([&](D &d) { launch(d).buffers[0] = 7; }),
            "a launch refers to slot 7 of 5");
  EXPECT_EQ(refusal([&](D &d) { launch(d).vars[0] = 3; }),
            "a launch refers to variable 3 of 3");
  EXPECT_EQ(refusal([&](D &d) { launch(d).extentVar = 3; }),
            "a launch takes its extent from variable 3 of 3");
  EXPECT_EQ(refusal([&](D &d) { launch(d).cost.bytes = 3; }),
            "a launch takes its cost from variable 3 of 3");
  EXPECT_EQ(refusal([&](D &d) { d.slots[0].device = getDevice("null"); }),
            "a launch on device 'cpu' got a buffer of device 'null'");
  EXPECT_EQ(refusal([&](D &d) {
              CopyItem copy;
              copy.source = 1;
              copy.destination = 4;
              d.items = {copy};
            }),
            "a copy of 128 bytes got a destination of 32");
  EXPECT_EQ(refusal([&](D &d) { d.items = {GraphItem()}; }),
            "a graph expected a device with launch graphs");
  EXPECT_EQ(refusal([&](D &d) { d.items = {CustomItem()}; }),
            "custom item '' has no function");
}
