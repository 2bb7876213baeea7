//===- OpenCLTest.cpp - the OpenCL device -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Skipped where there is no OpenCL; scripts/test.sh installs PoCL.
//
//===----------------------------------------------------------------------===//

#include "../TestKernels.h"
#include "TinyGrad/Runtime/Counters.h"
#include "gtest/gtest.h"

using namespace tinygrad::rt;
using namespace tinygrad::rt::test;

namespace {
class OpenCL : public ::testing::Test {
protected:
  void SetUp() override {
    StatusOr<DeviceRef> found = registry.get("opencl");
    if (found.isError())
      GTEST_SKIP() << found.message();
    device = *found;
  }

  ProgramRef load(KernelImage image) {
    auto program = std::make_shared<Program>();
    program->name = image.entry;
    auto kernel = device->loadKernel(image);
    EXPECT_TRUE(kernel.isOk()) << kernel.message();
    if (kernel.isOk())
      program->kernel = *kernel;
    return program;
  }
  ProgramRef loadScale() { return load({"scale", scaleSource, {}, 2, 1}); }

  Status launch(const ProgramRef &program, const Buffer &to, const Buffer &from,
                int64_t n, LaunchDims dims) {
    void *buffers[] = {*to.handle(), *from.handle()};
    LaunchArgs args;
    args.program = program.get();
    args.buffers = buffers;
    args.vars = &n;
    args.dims = &dims;
    return device->launch(args);
  }

  DeviceRegistry registry;
  DeviceRef device;
};
} // namespace

// Tests that a launch with a constant grid and no block gets one that was
// timed, and that it is kept.
TEST_F(OpenCL, timesBlocks) {
  DeviceOptions options;
  options.blockSizesFile = ::testing::TempDir() + "opencl-block-sizes";
  std::remove(options.blockSizesFile.c_str());
  DeviceRegistry own(options);
  device = *own.get("opencl");
  LaunchItem item;
  item.program = loadScale();
  item.buffers = {1, 0};
  item.vars = {0};
  item.dims.dims = {{96, 1, 1}, {0, 0, 0}};
  ExecutableDescription description;
  description.numInputs = 1;
  description.inputVars = {{"n", 0, 9}};
  description.slots = {makeSlot(Slot::Kind::Input, device, 384),
                       makeSlot(Slot::Kind::Result, device, 384)};
  description.items = {item};
  description.results = {{1, false}};
  auto executable = Executable::create(std::move(description));
  ASSERT_TRUE(executable.isOk()) << executable.message();
  std::string kept = readFile(options.blockSizesFile);
  EXPECT_EQ(std::count(kept.begin(), kept.end(), '\n'), 1) << kept;
  auto results =
      (*executable)->run({makeFloats(device, std::vector<float>(96, 2))}, {3});
  ASSERT_TRUE(results.isOk()) << results.message();
  EXPECT_EQ(readFloats((*results)[0]), std::vector<float>(96, 7));
}

// Tests copies both ways, within the device, fills, and views at any offset.
TEST_F(OpenCL, movesMemory) {
  Buffer a = makeFloats(device, {1, 2, 3, 4});
  Buffer b = makeFloats(device, {0, 0, 0, 0});
  ASSERT_TRUE(b.copyFrom(a).isOk());
  EXPECT_EQ(readFloats(b), (std::vector<float>{1, 2, 3, 4}));
  Buffer part = *a.view(4, 8);
  EXPECT_EQ(readFloats(part), (std::vector<float>{2, 3}));
  ASSERT_TRUE(part.fill(0).isOk());
  EXPECT_EQ(readFloats(a), (std::vector<float>{1, 0, 0, 4}));
  ASSERT_TRUE(a.view(8, 8)->copyFrom(*b.view(0, 8)).isOk());
  EXPECT_EQ(readFloats(a), (std::vector<float>{1, 0, 1, 2}));
  EXPECT_TRUE(a.hostAddress().isError());
}

// Tests a launch on whole buffers and on views that no sub-buffer could be.
TEST_F(OpenCL, launches) {
  ProgramRef scale = loadScale();
  Buffer in = makeFloats(device, {1, 2, 3, 4});
  Buffer out = makeFloats(device, {0, 0, 0, 0});
  ASSERT_TRUE(launch(scale, out, in, 10, {{2, 1, 1}, {2, 1, 1}}).isOk());
  EXPECT_EQ(readFloats(out), (std::vector<float>{12, 14, 16, 18}));
  ASSERT_TRUE(
      launch(scale, *out.view(4, 8), *in.view(8, 8), 0, {{1, 1, 1}, {2, 1, 1}})
          .isOk());
  EXPECT_EQ(readFloats(out), (std::vector<float>{12, 6, 8, 18}));
  // Nothing to do, and a block that the driver chooses.
  ASSERT_TRUE(launch(scale, out, in, 0, {{0, 1, 1}, {2, 1, 1}}).isOk());
  ASSERT_TRUE(launch(scale, out, in, 1, {{4, 1, 1}, {0, 0, 0}}).isOk());
  EXPECT_EQ(readFloats(out), (std::vector<float>{3, 5, 7, 9}));
}

// Tests that copies from and to the host's devices and files work.
TEST_F(OpenCL, copiesBetweenDevices) {
  Buffer host = makeFloats(*registry.get("cpu"), {1, 2, 3, 4});
  Buffer here = makeFloats(device, {0, 0, 0, 0});
  ASSERT_TRUE(here.copyFrom(host).isOk());
  EXPECT_EQ(readFloats(here), (std::vector<float>{1, 2, 3, 4}));
  std::string path = ::testing::TempDir() + "opencl-disk.bin";
  Buffer file = *Buffer::create(*registry.get("disk:" + path), 16);
  ASSERT_TRUE(file.copyFrom(here).isOk());
  Buffer back = makeFloats(device, {0, 0, 0, 0});
  ASSERT_TRUE(back.copyFrom(file).isOk());
  EXPECT_EQ(readFloats(back), (std::vector<float>{1, 2, 3, 4}));
}

// Tests that freed memory is handed out again, and that a limit is kept.
TEST_F(OpenCL, keepsMemoryWithinItsLimit) {
  DeviceOptions options;
  options.memoryLimit = 4096;
  DeviceRef limited = *DeviceRegistry(options).get("opencl");
  void *first = *limited->allocate(2048);
  limited->free(first, 2048);
  EXPECT_EQ(*limited->allocate(2048), first);
  StatusOr<void *> refused = limited->allocate(4096);
  ASSERT_TRUE(refused.isError());
  EXPECT_EQ(refused.message(), "cannot allocate 4096 bytes of memory: 2048 of "
                               "the 4096 that may be used are taken");
  limited->free(first, 2048);
  // What is kept makes room for another size.
  StatusOr<void *> other = limited->allocate(4096);
  ASSERT_TRUE(other.isOk()) << other.message();
  limited->free(*other, 4096);
}

// Tests that errors carry the driver's own text.
TEST_F(OpenCL, reportsWhatTheDriverSays) {
  auto broken = device->loadKernel({"k", "__kernel void k( { nonsense"});
  ASSERT_TRUE(broken.isError());
  EXPECT_NE(broken.message().find("device 'opencl' cannot load kernel 'k': "
                                  "clBuildProgram failed: "
                                  "CL_BUILD_PROGRAM_FAILURE (-11)"),
            std::string::npos)
      << broken.message();
  EXPECT_NE(broken.message().find("error"), std::string::npos);
  auto missing = device->loadKernel({"other", scaleSource, {}, 2, 1});
  ASSERT_TRUE(missing.isError());
  EXPECT_NE(missing.message().find("CL_INVALID_KERNEL_NAME (-46)"),
            std::string::npos)
      << missing.message();
  auto mismatched = device->loadKernel({"scale", scaleSource, {}, 3, 1});
  ASSERT_TRUE(mismatched.isError());
  EXPECT_EQ(mismatched.message(),
            "device 'opencl' cannot load kernel 'scale': expected 7 "
            "parameters, but got 5");
  Buffer in = makeFloats(device, {1, 2, 3, 4});
  Status status = launch(loadScale(), in, in, 0, {{1, 1, 1}, {1 << 30, 1, 1}});
  EXPECT_NE(status.message().find("program 'scale' on device 'opencl': "
                                  "clEnqueueNDRangeKernel failed: "
                                  "CL_INVALID_WORK_GROUP_SIZE (-54)"),
            std::string::npos)
      << status.message();
  // The next call works.
  EXPECT_TRUE(launch(loadScale(), in, in, 0, {{1, 1, 1}, {1, 1, 1}}).isOk());
}

TEST_F(OpenCL, namesDevicesThatThereAreNot) {
  StatusOr<DeviceRef> none = registry.get("opencl:77");
  ASSERT_TRUE(none.isError());
  EXPECT_EQ(none.message().find("device 'opencl:77': OpenCL has "), 0u)
      << none.message();
}

// Tests what a machine without a driver says, and that others still work.
TEST(OpenCLMissing, isAClearMessage) {
  DeviceOptions options;
  options.openclLibrary = "/nonexistent/libOpenCL.so";
  DeviceRegistry registry(options);
  StatusOr<DeviceRef> missing = registry.get("opencl");
  ASSERT_TRUE(missing.isError());
  EXPECT_EQ(missing.message().find("device 'opencl': no driver of OpenCL on "
                                   "this machine: /nonexistent/libOpenCL.so"),
            0u)
      << missing.message();
  EXPECT_TRUE(registry.get("cpu").isOk());
}

//===----------------------------------------------------------------------===//
// Launch graphs
//===----------------------------------------------------------------------===//

static GraphNode scaleNode(const ProgramRef &program, uint32_t to,
                           uint32_t from, std::vector<uint32_t> before = {}) {
  GraphNode node;
  node.program = program;
  node.buffers = {to, from};
  node.vars = {0};
  node.dims.dims.block = {2, 1, 1};
  node.dims.gridVars[0] = 1;
  node.dependencies = std::move(before);
  return node;
}

// Tests replays with the same and other memory, variables and grids: before
// and after a table of arguments is recorded.
TEST_F(OpenCL, replaysGraphs) {
  ProgramRef scale = loadScale();
  GraphDescription description;
  description.nodes = {scaleNode(scale, 1, 0), scaleNode(scale, 2, 1, {0})};
  GraphNode copy;
  copy.kind = GraphNode::Kind::Copy;
  copy.buffers = {3, 2};
  copy.bytes = 16;
  copy.dependencies = {1};
  description.nodes.push_back(copy);
  description.bufferDevices.assign(4, device);
  std::unique_ptr<Graph> graph =
      std::move(*device->instantiateGraph(std::move(description)));
  std::vector<Buffer> buffers;
  for (int i = 0; i < 4; ++i)
    buffers.push_back(makeFloats(device, {0, 0, 0, 0}));
  Buffer inputs[] = {makeFloats(device, {1, 2, 3, 4}),
                     makeFloats(device, {5, 6, 7, 8})};
  for (int run = 0; run < 12; ++run) {
    float first = run % 2 ? 5 : 1;
    int64_t vars[] = {run / 4, run == 11 ? 1 : 2};
    buffers[0] = inputs[run % 2];
    std::vector<void *> table;
    for (const Buffer &buffer : buffers)
      table.push_back(*buffer.handle());
    ASSERT_TRUE(buffers[3].fill(0).isOk());
    ASSERT_TRUE(buffers[2].fill(0).isOk());
    ASSERT_TRUE(graph->run(table.data(), vars).isOk());
    std::vector<float> expected;
    for (int i = 0; i < 4; ++i)
      expected.push_back(
          i < 2 * vars[1] ? 4 * (first + float(i)) + 3 * float(vars[0]) : 0);
    EXPECT_EQ(readFloats(buffers[3]), expected) << "run " << run;
  }
}

// Tests that a table that comes again is recorded once.
TEST_F(OpenCL, recordsWhatComesAgain) {
  ProgramRef scale = loadScale();
  GraphDescription description;
  description.nodes = {scaleNode(scale, 1, 0)};
  description.bufferDevices.assign(2, device);
  std::unique_ptr<Graph> graph =
      std::move(*device->instantiateGraph(std::move(description)));
  Buffer in = makeFloats(device, {1, 2, 3, 4}), out = makeFloats(device, {0});
  std::vector<std::string> lines;
  setLog(2, [&](int, const std::string &line) { lines.push_back(line); });
  out = makeFloats(device, {0, 0, 0, 0});
  void *table[] = {*out.handle(), *in.handle()};
  std::swap(table[0], table[1]);
  for (int64_t n : {0, 1, 1, 1, 0, 0}) {
    int64_t vars[] = {n, 2};
    ASSERT_TRUE(graph->run(table, vars).isOk());
  }
  setLog(0, nullptr);
  if (lines.empty())
    GTEST_SKIP() << "the driver has no command buffers";
  ASSERT_EQ(lines.size(), 2u);
  // Once both ways are timed, the faster one is kept; both give the same.
  for (int64_t i = 0; i < 10; ++i) {
    int64_t vars[] = {0, 2};
    setLog(2, [&](int, const std::string &line) { lines.push_back(line); });
    ASSERT_TRUE(graph->run(table, vars).isOk());
    setLog(0, nullptr);
    EXPECT_EQ(readFloats(out), (std::vector<float>{2, 4, 6, 8}));
  }
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[2].find("JIT GRAPH of 1 commands: "), 0u) << lines[2];
  EXPECT_EQ(
      lines[0].find("JIT GRAPH recorded 1 commands for device 'opencl' in "),
      0u)
      << lines[0];
  EXPECT_EQ(readFloats(out), (std::vector<float>{2, 4, 6, 8}));
}

// Tests that a graph refuses kernels that are not its device's.
TEST_F(OpenCL, refusesForeignKernels) {
  GraphDescription description;
  description.nodes = {scaleNode(makeProgram("k", doubled), 1, 0)};
  auto graph = device->instantiateGraph(std::move(description));
  ASSERT_TRUE(graph.isError());
  EXPECT_EQ(graph.message(), "launch 0 of the launch graph has no kernel");
  LaunchDims dims;
  Buffer in = makeFloats(device, {1});
  Status status = launch(makeProgram("k", doubled), in, in, 0, dims);
  EXPECT_EQ(status.message(), "program 'k' has no code for device 'opencl'");
}

//===----------------------------------------------------------------------===//
// Several devices
//===----------------------------------------------------------------------===//

// Tests edges and copies between the devices of one platform. PoCL has a second
// device where POCL_DEVICES asks for one.
TEST_F(OpenCL, sharesAGraphBetweenDevices) {
  StatusOr<DeviceRef> second = registry.get("opencl:1");
  if (second.isError())
    GTEST_SKIP() << second.message();
  DeviceRef first = device;
  ProgramRef here = loadScale();
  device = *second;
  ProgramRef there = loadScale();
  Buffer a = makeFloats(first, {1, 2, 3, 4}),
         b = makeFloats(first, {0, 0, 0, 0});
  Buffer c = makeFloats(device, {0, 0, 0, 0}),
         d = makeFloats(device, {0, 0, 0, 0});
  ASSERT_TRUE(c.copyFrom(a).isOk());
  EXPECT_EQ(readFloats(c), (std::vector<float>{1, 2, 3, 4}));
  GraphDescription description;
  GraphNode copy;
  copy.kind = GraphNode::Kind::Copy;
  copy.buffers = {2, 1};
  copy.bytes = 16;
  copy.dependencies = {0};
  description.nodes = {scaleNode(here, 1, 0), copy,
                       scaleNode(there, 3, 2, {1})};
  description.bufferDevices = {first, first, device, device};
  auto graph = first->instantiateGraph(std::move(description));
  ASSERT_TRUE(graph.isOk()) << graph.message();
  for (int64_t n = 0; n < 20; ++n) {
    void *table[] = {*a.handle(), *b.handle(), *c.handle(), *d.handle()};
    int64_t vars[] = {n, 2};
    ASSERT_TRUE((*graph)->run(table, vars).isOk());
    float more = 3 * float(n);
    EXPECT_EQ(readFloats(d),
              (std::vector<float>{4 + more, 8 + more, 12 + more, 16 + more}));
  }
}
