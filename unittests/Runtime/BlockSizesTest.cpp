//===- BlockSizesTest.cpp - blocks of kernels that state none ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a driver that records what it is asked to run.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Runtime/BlockSizes.h"
#include "TestKernels.h"
#include "gtest/gtest.h"

#include <dlfcn.h>
#include <unistd.h>

using namespace tinygrad::rt;
using namespace tinygrad::rt::test;

namespace {
class BlockSizesTest : public ::testing::TestWithParam<std::string> {
protected:
  BlockSizesTest()
      : file(::testing::TempDir() + "block-sizes-" + std::to_string(getpid())) {
    std::remove(file.c_str());
    void *library = dlopen(TINYGRAD_RECORDING_DRIVER, RTLD_NOW | RTLD_LOCAL);
    EXPECT_TRUE(library) << dlerror();
    count = reinterpret_cast<size_t (*)(const char *)>(
        dlsym(library, "recording_count"));
    reset = reinterpret_cast<void (*)()>(dlsym(library, "recording_reset"));
    reset();
  }

  /// The device with the block sizes of the file.
  DeviceRef open(const std::string &path) {
    DeviceOptions options;
    options.cudaLibrary = options.hipLibrary = TINYGRAD_RECORDING_DRIVER;
    options.blockSizesFile = path;
    registry = std::make_unique<DeviceRegistry>(options);
    return *registry->get(GetParam());
  }

  size_t launches() const {
    return count(GetParam() == "cuda" ? "cuLaunchKernel"
                                      : "hipModuleLaunchKernel");
  }

  /// out = in * 2 + n over 24 threads, as an item or in a graph.
  StatusOr<std::unique_ptr<Executable>> make(const DeviceRef &device,
                                             bool asGraph, bool isConstant) {
    auto program = std::make_shared<Program>();
    program->name = "scale";
    program->kernel = *device->loadKernel({"scale", "good code", {}, 2, 1});
    ExecutableDescription description;
    description.numInputs = 1;
    description.inputVars = {{"n", 1, 24}};
    DerivedVar threads;
    threads.value = 24;
    description.derivedVars = {threads};
    description.slots = {makeSlot(Slot::Kind::Input, device, 96),
                         makeSlot(Slot::Kind::Result, device, 96)};
    SymbolicDims dims;
    dims.dims.block = {0, 0, 0};
    dims.gridVars[0] = isConstant ? 1 : 0;
    if (asGraph) {
      GraphItem item;
      item.device = device;
      item.buffers = {0, 1};
      item.vars = {0, 1};
      GraphNode node;
      node.program = program;
      node.buffers = {1, 0};
      node.vars = {0};
      node.dims = dims;
      item.description.nodes = {node};
      item.description.bufferDevices = {device, device};
      description.items = {item};
    } else {
      LaunchItem item;
      item.program = program;
      item.buffers = {1, 0};
      item.vars = {0};
      item.dims = dims;
      description.items = {item};
    }
    description.results = {{1, false}};
    return Executable::create(std::move(description));
  }

  void check(Executable &executable, const DeviceRef &device) {
    std::vector<float> values(24, 1), expected(24, 5);
    Buffer input = makeFloats(device, values);
    auto results = executable.run({input}, {3});
    ASSERT_TRUE(results.isOk()) << results.message();
    EXPECT_EQ(readFloats((*results)[0]), expected);
    EXPECT_EQ(readFloats(input), values);
  }

  std::string file;
  std::unique_ptr<DeviceRegistry> registry;
  size_t (*count)(const char *) = nullptr;
  void (*reset)() = nullptr;
};
} // namespace

INSTANTIATE_TEST_SUITE_P(Drivers, BlockSizesTest,
                         ::testing::Values("cuda", "hip"),
                         [](const auto &info) { return info.param; });

// Tests which blocks are tried: divisors of each size, some hundred threads
// first, no more threads than there may be.
TEST(BlockSizeList, hasDivisors) {
  using Sizes = std::vector<BlockSize>;
  EXPECT_EQ(listBlockSizes({6, 1, 1}),
            (Sizes{{6, 1, 1}, {2, 1, 1}, {3, 1, 1}, {1, 1, 1}}));
  EXPECT_EQ(listBlockSizes({1 << 20, 1, 1})[0], (BlockSize{256, 1, 1}));
  for (const BlockSize &block : listBlockSizes({3000, 14, 128})) {
    EXPECT_LE(block[0] * block[1] * block[2], 1024);
    EXPECT_LE(block[2], 64);
    EXPECT_TRUE(3000 % block[0] == 0 && 14 % block[1] == 0 &&
                128 % block[2] == 0);
  }
  EXPECT_EQ(listBlockSizes({3000, 14, 128}).size(), 48u);
}

// Tests that a block is timed on other memory, once: then it is known, in the
// process and from the file, and a file of something else does no harm.
TEST_P(BlockSizesTest, timesOnce) {
  writeFile(file, "this is\nnone of ours 0 0 0\n");
  size_t timed = 0;
  for (bool asGraph : {false, true}) {
    DeviceRef device = open(file);
    auto executable = make(device, asGraph, /*isConstant=*/true);
    ASSERT_TRUE(executable.isOk()) << executable.message();
    if (!asGraph)
      timed = launches();
    // All eight divisors of 24.
    EXPECT_GE(timed, 8u);
    EXPECT_EQ(launches(), timed);
    check(**executable, device);
    timed = launches();
    ASSERT_TRUE(make(device, asGraph, true).isOk());
    EXPECT_EQ(launches(), timed);
  }
  std::string text = readFile(file);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3) << text;
}

// Tests that a block that divides the grid no more is timed again.
TEST_P(BlockSizesTest, checksWhatItReads) {
  ASSERT_TRUE(make(open(file), false, true).isOk());
  std::string key = readFile(file);
  writeFile(file, key.substr(0, key.find(' ')) + " 7 1 1\n");
  DeviceRef device = open(file);
  auto executable = make(device, false, true);
  ASSERT_TRUE(executable.isOk()) << executable.message();
  check(**executable, device);
}

// Tests that a grid that varies gets none, which the drivers refuse.
TEST_P(BlockSizesTest, leavesOtherGridsAlone) {
  DeviceRef device = open("");
  auto executable = make(device, false, /*isConstant=*/false);
  ASSERT_TRUE(executable.isOk()) << executable.message();
  EXPECT_EQ(launches(), 0u);
  auto results =
      (*executable)->run({makeFloats(device, std::vector<float>(24))}, {3});
  ASSERT_TRUE(results.isError());
  EXPECT_NE(
      results.message().find("expected at least 1 thread in x in a block"),
      std::string::npos)
      << results.message();
}
