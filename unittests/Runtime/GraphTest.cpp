//===- GraphTest.cpp - launch graphs ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernels.h"
#include "gtest/gtest.h"

using namespace tinygrad::rt;
using namespace tinygrad::rt::test;

static GraphNode launchNode(ProgramRef program, std::vector<uint32_t> buffers,
                            int64_t extent,
                            std::vector<uint32_t> dependencies = {}) {
  GraphNode node;
  node.program = std::move(program);
  node.buffers = std::move(buffers);
  node.vars = {0};
  node.extent = extent;
  node.dependencies = std::move(dependencies);
  return node;
}

static GraphNode copyNode(uint32_t to, uint32_t from, uint64_t bytes,
                          std::vector<uint32_t> dependencies = {}) {
  GraphNode node;
  node.kind = GraphNode::Kind::Copy;
  node.buffers = {to, from};
  node.bytes = bytes;
  node.dependencies = std::move(dependencies);
  return node;
}

// Two branches of one level, then a copy; replayed with other inputs.
TEST(CPUGraph, walksLevels) {
  DeviceRef device = getDevice("cpu");
  ProgramRef add = makeProgram("add", addVar),
             twice = makeProgram("twice", doubled);
  GraphDescription description;
  description.nodes = {launchNode(add, {1, 0}, 4), launchNode(twice, {2, 0}, 4),
                       launchNode(twice, {3, 1}, 4, {0}),
                       copyNode(4, 3, 16, {2})};
  std::unique_ptr<Graph> graph =
      std::move(*device->instantiateGraph(std::move(description)));
  Buffer buffers[5];
  void *table[5];
  for (int i = 0; i < 5; ++i) {
    buffers[i] = makeFloats(device, {1, 2, 3, 4});
    table[i] = *buffers[i].handle();
  }
  int64_t vars[] = {10};
  ASSERT_TRUE(graph->run(table, vars).isOk());
  EXPECT_EQ(readFloats(buffers[2]), (std::vector<float>{2, 4, 6, 8}));
  EXPECT_EQ(readFloats(buffers[4]), (std::vector<float>{22, 24, 26, 28}));
  Buffer other = makeFloats(device, {0, 0, 0, 1});
  table[0] = *other.handle();
  vars[0] = 1;
  ASSERT_TRUE(graph->run(table, vars).isOk());
  EXPECT_EQ(readFloats(buffers[4]), (std::vector<float>{2, 2, 2, 4}));
}

/// What convert-jit-to-llvm would write for: %1 = add(%0), %2 = twice(%0) side
/// by side, %3 = twice(%1) inline, then a copy to %4.
static void nativeGraph(void *const *buffers, const int64_t *vars,
                        void *scratch, const TgrtRuntimeTable *table) {
  void *first[] = {buffers[1], buffers[0]};
  void *second[] = {buffers[2], buffers[0]};
  TgrtLaunch level[] = {{table->kernels[0], first, vars, 0, 4, 0},
                        {table->kernels[1], second, vars, 0, 4, 0}};
  table->launch(table, level, 2);
  void *third[] = {buffers[3], buffers[1]};
  table->kernels[1](third, vars, scratch, 0, 4);
  table->copy(table, buffers[4], buffers[3], 16);
}

TEST(CPUGraph, callsTheNativeFunction) {
  for (unsigned threads : {1, 2}) {
    DeviceRef device = getDevice("cpu", threads);
    GraphDescription description;
    description.entry = nativeGraph;
    description.kernels = {makeProgram("add", addVar),
                           makeProgram("twice", doubled)};
    description.scratchBytes = 100;
    std::unique_ptr<Graph> graph =
        std::move(*device->instantiateGraph(std::move(description)));
    Buffer buffers[5];
    void *table[5];
    for (int i = 0; i < 5; ++i) {
      buffers[i] = makeFloats(device, {1, 2, 3, 4});
      table[i] = *buffers[i].handle();
    }
    int64_t vars[] = {10};
    ASSERT_TRUE(graph->run(table, vars).isOk());
    EXPECT_EQ(readFloats(buffers[2]), (std::vector<float>{2, 4, 6, 8}));
    EXPECT_EQ(readFloats(buffers[4]), (std::vector<float>{22, 24, 26, 28}));
  }
}

static void hungryGraph(void *const *buffers, const int64_t *vars, void *,
                        const TgrtRuntimeTable *table) {
  TgrtLaunch launch = {table->kernels[0], buffers, vars,
                       int64_t(1) << 62,  1,       0};
  table->launch(table, &launch, 1);
}

// A failure inside compiled code is reported when the graph returns.
TEST(CPUGraph, missingScratchIsAnError) {
  DeviceRef device = getDevice("cpu");
  GraphDescription description;
  description.entry = hungryGraph;
  description.kernels = {makeProgram("add", addVar)};
  std::unique_ptr<Graph> graph =
      std::move(*device->instantiateGraph(std::move(description)));
  EXPECT_EQ(graph->run(nullptr, nullptr).message(), "out of host memory");
}

TEST(CPUGraph, badDescriptionsAreErrors) {
  DeviceRef device = getDevice("cpu");
  auto refusal = [&](GraphNode node) {
    GraphDescription description;
    description.nodes = {std::move(node)};
    return device->instantiateGraph(std::move(description)).message();
  };
  EXPECT_EQ(refusal(launchNode(nullptr, {}, 1)),
            "launch 0 of the launch graph has no entry");
  EXPECT_EQ(refusal(launchNode(makeProgram("k", doubled), {}, 1, {0})),
            "node 0 of the launch graph depends on node 0, which does not come "
            "before it");
  GraphNode copy = copyNode(0, 1, 4);
  copy.buffers.pop_back();
  EXPECT_EQ(refusal(copy),
            "copy 0 of the launch graph expected 2 buffers, but got 1");
  GraphDescription description;
  description.scratchAlignment = 1 << 20;
  EXPECT_TRUE(device->instantiateGraph(description).isError());
  description.scratchAlignment = 64;
  description.entry = nativeGraph;
  description.kernels = {makeProgram("k", nullptr)};
  EXPECT_EQ(device->instantiateGraph(description).message(),
            "a kernel of the launch graph has no entry");
}
