//===- GPUTest.cpp - the devices of CUDA and HIP ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the drivers of RecordingDriver.cpp, which do everything as late as they
// may.
//
//===----------------------------------------------------------------------===//

#include "../TestKernels.h"
#include "gtest/gtest.h"

#include <dlfcn.h>
#include <numeric>

using namespace tinygrad::rt;
using namespace tinygrad::rt::test;

namespace {
/// The functions of the library for tests.
struct Recording {
  Recording() {
    void *library = dlopen(TINYGRAD_RECORDING_DRIVER, RTLD_NOW | RTLD_LOCAL);
    EXPECT_TRUE(library) << dlerror();
    find(reset, library, "recording_reset");
    find(count, library, "recording_count");
    find(fail, library, "recording_fail");
    find(live, library, "recording_live");
    find(sharedBytes, library, "recording_shared_bytes");
    find(setCurrent, library, "recording_set_current");
    find(getCurrent, library, "recording_get_current");
  }
  template <typename Pointer>
  static void find(Pointer &function, void *library, const char *name) {
    function = reinterpret_cast<Pointer>(dlsym(library, name));
  }
  void (*reset)() = nullptr;
  size_t (*count)(const char *) = nullptr;
  void (*fail)(const char *, int) = nullptr;
  size_t (*live)() = nullptr;
  unsigned (*sharedBytes)() = nullptr;
  void (*setCurrent)(int) = nullptr;
  int (*getCurrent)() = nullptr;
};

class GPU : public ::testing::TestWithParam<std::string> {
protected:
  GPU() : registry(makeOptions()) { recording.reset(); }

  static DeviceOptions makeOptions() {
    DeviceOptions options;
    options.cudaLibrary = options.hipLibrary = TINYGRAD_RECORDING_DRIVER;
    return options;
  }
  bool isCUDA() const { return GetParam() == "cuda"; }
  /// The name of the function of this driver.
  const char *name(const char *cuda, const char *hip) const {
    return isCUDA() ? cuda : hip;
  }
  size_t count(const char *cuda, const char *hip) const {
    return recording.count(name(cuda, hip));
  }
  DeviceRef get(const std::string &suffix = "") {
    StatusOr<DeviceRef> device = registry.get(GetParam() + suffix);
    EXPECT_TRUE(device.isOk()) << device.message();
    return *device;
  }
  static ProgramRef load(const DeviceRef &device, uint32_t workgroupBytes = 0) {
    auto program = std::make_shared<Program>();
    program->name = "scale";
    auto kernel =
        device->loadKernel({"scale", "good code", {}, 2, 1, workgroupBytes});
    EXPECT_TRUE(kernel.isOk()) << kernel.message();
    program->kernel = *kernel;
    return program;
  }
  static Status launch(const DeviceRef &device, const ProgramRef &program,
                       const Buffer &to, const Buffer &from, int64_t n,
                       LaunchDims dims) {
    void *buffers[] = {*to.handle(), *from.handle()};
    LaunchArgs args;
    args.program = program.get();
    args.buffers = buffers;
    args.vars = &n;
    args.dims = &dims;
    return device->launch(args);
  }

  Recording recording;
  DeviceRegistry registry;
};

GraphNode scaleNode(const ProgramRef &program, uint32_t to, uint32_t from,
                    std::vector<uint32_t> before = {}) {
  GraphNode node;
  node.program = program;
  node.buffers = {to, from};
  node.vars = {0};
  node.dims.dims.block = {2, 1, 1};
  node.dims.gridVars[0] = 1;
  node.dependencies = std::move(before);
  return node;
}

GraphNode copyNode(uint32_t to, uint32_t from, std::vector<uint32_t> before) {
  GraphNode node;
  node.kind = GraphNode::Kind::Copy;
  node.buffers = {to, from};
  node.bytes = 16;
  node.dependencies = std::move(before);
  return node;
}

std::vector<void *> handlesOf(const std::vector<Buffer> &buffers) {
  std::vector<void *> table;
  for (const Buffer &buffer : buffers)
    table.push_back(*buffer.handle());
  return table;
}
} // namespace

INSTANTIATE_TEST_SUITE_P(Drivers, GPU, ::testing::Values("cuda", "hip"),
                         [](const auto &info) { return info.param; });

// Tests copies through several pieces of pinned memory, each of which is not
// written again before the device has read it.
TEST_P(GPU, stagesLargeCopies) {
  DeviceRef device = get();
  std::vector<float> values(5 << 20);
  std::iota(values.begin(), values.end(), 0.0f);
  Buffer buffer = makeFloats(device, values);
  EXPECT_EQ(readFloats(buffer), values);
  EXPECT_EQ(readFloats(*buffer.view(12, 8)), (std::vector<float>{3, 4}));
  ASSERT_TRUE(buffer.view(4, 4)->fill(0).isOk());
  EXPECT_EQ(readFloats(*buffer.view(0, 12)), (std::vector<float>{0, 0, 2}));
  EXPECT_EQ(count("cuMemHostAlloc", "hipHostMalloc"), 2u);
}

TEST_P(GPU, launches) {
  DeviceRef device = get();
  ProgramRef scale = load(device);
  Buffer in = makeFloats(device, {1, 2, 3, 4});
  Buffer out = makeFloats(device, {0, 0, 0, 0});
  ASSERT_TRUE(
      launch(device, scale, out, in, 10, {{2, 1, 1}, {2, 1, 1}}).isOk());
  ASSERT_TRUE(launch(device, scale, *out.view(4, 8), *in.view(8, 8), 0,
                     {{1, 1, 1}, {2, 1, 1}})
                  .isOk());
  ASSERT_TRUE(launch(device, scale, out, in, 0, {{0, 1, 1}, {2, 1, 1}}).isOk());
  EXPECT_EQ(readFloats(out), (std::vector<float>{12, 6, 8, 18}));
  EXPECT_EQ(count("cuLaunchKernel", "hipModuleLaunchKernel"), 2u);
  // Two kernels of one module: it is loaded once.
  load(device);
  EXPECT_EQ(count("cuModuleLoadDataEx", "hipModuleLoadData"), 1u);
}

// Tests that the driver is told of a kernel with much memory of the workgroup
// once, of another not, and that each launch, in a graph and out of it, asks
// for what its kernel needs.
TEST_P(GPU, asksForWorkgroupMemory) {
  DeviceRef device = get();
  const uint32_t much = 200 << 10;
  ProgramRef large = load(device, isCUDA() ? much : 40 << 10);
  uint32_t bytes = isCUDA() ? much : 40 << 10;
  EXPECT_EQ(recording.count("cuFuncSetAttribute"), isCUDA() ? 1u : 0u);
  Buffer in = makeFloats(device, {1, 2, 3, 4});
  Buffer out = makeFloats(device, {0, 0, 0, 0});
  LaunchDims dims = {{2, 1, 1}, {2, 1, 1}};
  ASSERT_TRUE(launch(device, large, out, in, 0, dims).isOk());
  EXPECT_EQ(recording.sharedBytes(), bytes);
  EXPECT_EQ(readFloats(out), (std::vector<float>{2, 4, 6, 8}));
  for (ProgramRef program : {large, load(device)}) {
    GraphDescription description;
    description.nodes = {scaleNode(program, 1, 0)};
    description.bufferDevices.assign(2, device);
    std::unique_ptr<Graph> graph =
        std::move(*device->instantiateGraph(std::move(description)));
    EXPECT_EQ(recording.sharedBytes(), program == large ? bytes : 0);
    std::vector<void *> table = handlesOf({out, in});
    std::swap(table[0], table[1]);
    int64_t vars[] = {1, 2};
    ASSERT_TRUE(graph->run(table.data(), vars).isOk());
    EXPECT_EQ(recording.sharedBytes(), program == large ? bytes : 0);
    EXPECT_EQ(readFloats(out), (std::vector<float>{3, 5, 7, 9}));
  }
  ASSERT_TRUE(launch(device, load(device), out, in, 0, dims).isOk());
  EXPECT_EQ(recording.sharedBytes(), 0u);
  EXPECT_EQ(recording.count("cuFuncSetAttribute"), isCUDA() ? 1u : 0u);
}

// Tests that more than the chip has is an error with the driver's reason.
TEST_P(GPU, refusesTooMuchWorkgroupMemory) {
  if (!isCUDA())
    return;
  auto large = get()->loadKernel({"scale", "good code", {}, 2, 1, 228 << 10});
  ASSERT_TRUE(large.isError());
  EXPECT_NE(large.message().find("cuFuncSetAttribute failed"),
            std::string::npos)
      << large.message();
}

// Tests that errors carry the driver's text, that nothing is lost by them, and
// that the next call works.
TEST_P(GPU, reportsWhatTheDriverSays) {
  DeviceRef device = get();
  auto broken = device->loadKernel({"scale", "bad code", {}, 2, 1});
  ASSERT_TRUE(broken.isError());
  EXPECT_EQ(broken.message(),
            "device '" + GetParam() + "' cannot load kernel 'scale': " +
                name("cuModuleLoadDataEx", "hipModuleLoadData") +
                " failed: RECORDING_NO_BINARY (209): so the driver says" +
                (isCUDA() ? "\nptxas: this is no good" : ""));
  auto missing = device->loadKernel({"other", "good code", {}, 2, 1});
  ASSERT_TRUE(missing.isError());
  EXPECT_NE(missing.message().find("RECORDING_NOT_FOUND (500)"),
            std::string::npos);
  ProgramRef scale = load(device);
  Buffer in = makeFloats(device, {1, 2, 3, 4});
  Status status = launch(device, scale, in, in, 0, {{1, 1, 1}, {2048, 1, 1}});
  EXPECT_EQ(status.message(),
            "program 'scale' on device '" + GetParam() +
                "': " + name("cuLaunchKernel", "hipModuleLaunchKernel") +
                " failed: RECORDING_INVALID_VALUE (1): so the driver says");
  size_t live = recording.live();
  recording.fail(name("cuMemAlloc_v2", "hipMalloc"), 2);
  EXPECT_TRUE(device->allocate(1 << 20).isOk()) << "trimmed and tried again";
  recording.fail(name("cuStreamSynchronize", "hipStreamSynchronize"), 719);
  EXPECT_TRUE(device->synchronize().isError());
  EXPECT_TRUE(device->synchronize().isOk());
  EXPECT_LE(recording.live(), live + 1);
}

TEST_P(GPU, knowsItsChip) {
  EXPECT_EQ(get()->chip(), isCUDA() ? "sm_90a" : "gfx90a");
}

// Tests that the second form of the code is taken where the first is refused.
TEST_P(GPU, fallsBackToTheOtherCode) {
  EXPECT_TRUE(
      get()->loadKernel({"scale", "a cubin", "good code", 2, 1}).isOk());
}

TEST_P(GPU, namesDevicesThatThereAreNot) {
  StatusOr<DeviceRef> none = registry.get(GetParam() + ":2");
  ASSERT_TRUE(none.isError());
  EXPECT_EQ(none.message(), "device '" + GetParam() +
                                ":2': " + (isCUDA() ? "CUDA" : "HIP") +
                                " has 2 devices on this machine");
  DeviceOptions options;
  options.cudaLibrary = options.hipLibrary = "/nonexistent/driver.so";
  StatusOr<DeviceRef> missing = DeviceRegistry(options).get(GetParam());
  ASSERT_TRUE(missing.isError());
  EXPECT_EQ(missing.message().find("device '" + GetParam() +
                                   "': no driver of " +
                                   (isCUDA() ? "CUDA" : "HIP") +
                                   " on this machine: /nonexistent/driver.so"),
            0u)
      << missing.message();
}

// Tests that memory is kept for its next owner, and given back in the end.
TEST_P(GPU, keepsAndFreesMemory) {
  size_t live = recording.live();
  {
    DeviceRegistry own(makeOptions());
    DeviceRef device = *own.get(GetParam());
    void *first = *device->allocate(1000);
    device->free(first, 1000);
    EXPECT_EQ(*device->allocate(1000), first);
    device->free(first, 1000);
  }
  EXPECT_EQ(recording.live(), live);
}

// Tests that sizes that the drivers cannot have are refused, not cut to 32
// bits.
TEST_P(GPU, refusesImpossibleDims) {
  DeviceRef device = get();
  ProgramRef scale = load(device);
  Buffer in = makeFloats(device, {1, 2, 3, 4});
  auto messageOf = [&](LaunchDims dims) {
    return launch(device, scale, in, in, 0, dims).message();
  };
  std::string where = "program 'scale' on device '" + GetParam() + "': ";
  EXPECT_EQ(messageOf({{1, 1, 1}, {0, 0, 0}}),
            where + "expected at least 1 thread in x in a block, but got 0");
  EXPECT_EQ(messageOf({{1, 1, 1}, {1, 1, -4}}),
            where + "expected at least 1 thread in z in a block, but got -4");
  EXPECT_EQ(messageOf({{1, (int64_t(1) << 32) + 1, 1}, {1, 1, 1}}),
            where + "expected at most 4294967295 blocks and threads in y, but "
                    "got 4294967297 and 1");
  EXPECT_EQ(count("cuLaunchKernel", "hipModuleLaunchKernel"), 0u);
}

// Tests that a program that uses the driver itself finds current what it had
// made current, whatever is done here.
TEST_P(GPU, leavesWhatWasCurrent) {
  recording.setCurrent(7);
  {
    DeviceRegistry own(makeOptions());
    DeviceRef device = *own.get(GetParam()),
              second = *own.get(GetParam() + ":1");
    ProgramRef scale = load(device);
    Buffer in = makeFloats(device, {1, 2, 3, 4});
    Buffer out = makeFloats(second, {0, 0, 0, 0});
    EXPECT_EQ(recording.getCurrent(), 7);
    ASSERT_TRUE(
        launch(device, scale, in, in, 0, {{1, 1, 1}, {2, 1, 1}}).isOk());
    EXPECT_EQ(recording.getCurrent(), 7);
    ASSERT_TRUE(out.copyFrom(in).isOk());
    ASSERT_TRUE(in.fill(0).isOk());
    EXPECT_EQ(recording.getCurrent(), 7);
    GraphDescription description;
    description.nodes = {scaleNode(scale, 1, 0), copyNode(2, 1, {0})};
    description.bufferDevices = {device, device, second};
    auto graph = device->instantiateGraph(std::move(description));
    ASSERT_TRUE(graph.isOk()) << graph.message();
    int64_t vars[] = {1, 2};
    ASSERT_TRUE((*graph)->run(handlesOf({in, in, out}).data(), vars).isOk());
    EXPECT_EQ(recording.getCurrent(), 7);
    EXPECT_EQ(readFloats(out)[0], 1);
  }
  EXPECT_EQ(recording.getCurrent(), 7);
}

//===----------------------------------------------------------------------===//
// Launch graphs
//===----------------------------------------------------------------------===//

// Tests that a graph is instantiated once, that a replay changes the nodes that
// differ and no others, and that edges alone order the nodes.
TEST_P(GPU, patchesGraphs) {
  DeviceRef device = get();
  ProgramRef scale = load(device);
  GraphDescription description;
  description.nodes = {scaleNode(scale, 1, 0), scaleNode(scale, 2, 1, {0}),
                       scaleNode(scale, 3, 2, {1}), copyNode(4, 3, {2})};
  description.bufferDevices.assign(5, device);
  std::unique_ptr<Graph> graph =
      std::move(*device->instantiateGraph(std::move(description)));
  std::vector<Buffer> buffers;
  for (int i = 0; i < 5; ++i)
    buffers.push_back(makeFloats(device, {1, 2, 3, 4}));
  auto run = [&](int64_t n, int64_t grid) {
    recording.reset();
    int64_t vars[] = {n, grid};
    std::vector<void *> table = handlesOf(buffers);
    Status status = graph->run(table.data(), vars);
    EXPECT_TRUE(status.isOk()) << status.message();
  };
  auto kernelUpdates = [&] {
    return count("cuGraphExecKernelNodeSetParams",
                 "hipGraphExecKernelNodeSetParams");
  };
  auto copyUpdates = [&] {
    return count("cuGraphExecMemcpyNodeSetParams",
                 "hipGraphExecMemcpyNodeSetParams1D");
  };
  auto instantiations = [&] {
    return count("cuGraphInstantiateWithFlags", "hipGraphInstantiateWithFlags");
  };
  run(0, 2);
  EXPECT_EQ(instantiations(), 1u);
  EXPECT_EQ(readFloats(buffers[4]), (std::vector<float>{8, 16, 24, 32}));
  // The same again: nothing to change.
  run(0, 2);
  EXPECT_EQ(kernelUpdates() + copyUpdates() + instantiations(), 0u);
  // Another input: one node.
  buffers[0] = makeFloats(device, {5, 6, 7, 8});
  run(0, 2);
  EXPECT_EQ(kernelUpdates(), 1u);
  EXPECT_EQ(copyUpdates() + instantiations(), 0u);
  EXPECT_EQ(readFloats(buffers[4]), (std::vector<float>{40, 48, 56, 64}));
  // A variable and a dim: all kernels.
  run(1, 1);
  EXPECT_EQ(kernelUpdates(), 3u);
  EXPECT_EQ(readFloats(buffers[4]), (std::vector<float>{47, 55, 56, 64}));
  // Another result: the copy alone.
  buffers[4] = makeFloats(device, {0, 0, 0, 0});
  run(1, 1);
  EXPECT_EQ(kernelUpdates() + instantiations(), 0u);
  EXPECT_EQ(copyUpdates(), 1u);
  EXPECT_EQ(readFloats(buffers[4]), (std::vector<float>{47, 55, 56, 64}));
  // A grid of nothing runs plainly, and the next replay is right again.
  ASSERT_TRUE(buffers[1].fill(0).isOk());
  run(1, 0);
  run(2, 2);
  EXPECT_EQ(readFloats(buffers[4]), (std::vector<float>{54, 62, 70, 78}));
}

// Tests that a graph of kernels that the driver refuses is refused with the
// driver's reason, and that one with copies then runs plainly.
TEST_P(GPU, takesRefusals) {
  DeviceRef device = get();
  ProgramRef scale = load(device);
  const char *instantiate =
      name("cuGraphInstantiateWithFlags", "hipGraphInstantiateWithFlags");
  GraphDescription kernels;
  kernels.nodes = {scaleNode(scale, 1, 0)};
  GraphDescription copies;
  copies.nodes = {scaleNode(scale, 1, 0), copyNode(2, 1, {0})};
  recording.fail(instantiate, 2);
  auto refused = device->instantiateGraph(kernels);
  ASSERT_TRUE(refused.isError());
  EXPECT_EQ(refused.message(),
            std::string(instantiate) +
                " failed: RECORDING_OUT_OF_MEMORY (2): so the driver says");
  auto graph = device->instantiateGraph(copies);
  ASSERT_TRUE(graph.isOk());
  recording.fail(instantiate, 2);
  std::vector<Buffer> buffers(3);
  for (Buffer &buffer : buffers)
    buffer = makeFloats(device, {1, 2, 3, 4});
  for (int64_t n = 0; n < 3; ++n) {
    int64_t vars[] = {n, 2};
    ASSERT_TRUE((*graph)->run(handlesOf(buffers).data(), vars).isOk());
    EXPECT_EQ(readFloats(*buffers[2].view(0, 4))[0], 2 + float(n));
  }
}

//===----------------------------------------------------------------------===//
// Several devices
//===----------------------------------------------------------------------===//

// Tests that the source of a copy between devices stays as it is until the copy
// is done, though its owner has freed it and somebody else writes there.
TEST_P(GPU, keepsTheSourceOfACopy) {
  DeviceRef first = get(), second = get(":1");
  Buffer to = makeFloats(second, {0, 0, 0, 0});
  {
    Buffer from = makeFloats(first, {1, 2, 3, 4});
    ASSERT_TRUE(to.copyFrom(from).isOk());
  }
  Buffer other = makeFloats(first, {9, 9, 9, 9});
  ASSERT_TRUE(first->synchronize().isOk());
  EXPECT_EQ(readFloats(to), (std::vector<float>{1, 2, 3, 4}));
}

TEST_P(GPU, sharesAGraphBetweenDevices) {
  DeviceRef first = get(), second = get(":1");
  ProgramRef here = load(first), there = load(second);
  GraphDescription description;
  description.nodes = {scaleNode(here, 1, 0), copyNode(2, 1, {0}),
                       scaleNode(there, 3, 2, {1})};
  description.bufferDevices = {first, first, second, second};
  auto graph = first->instantiateGraph(std::move(description));
  ASSERT_TRUE(graph.isOk()) << graph.message();
  std::vector<Buffer> buffers = {
      makeFloats(first, {1, 2, 3, 4}), makeFloats(first, {0, 0, 0, 0}),
      makeFloats(second, {0, 0, 0, 0}), makeFloats(second, {0, 0, 0, 0})};
  for (int64_t n = 0; n < 4; ++n) {
    // Late work on the memory of both: the graph comes after it.
    ASSERT_TRUE(buffers[2].fill(0).isOk());
    int64_t vars[] = {n, 2};
    ASSERT_TRUE((*graph)->run(handlesOf(buffers).data(), vars).isOk());
    float more = 3 * float(n);
    EXPECT_EQ(readFloats(buffers[3]),
              (std::vector<float>{4 + more, 8 + more, 12 + more, 16 + more}));
  }
}
