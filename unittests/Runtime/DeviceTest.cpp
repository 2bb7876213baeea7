//===- DeviceTest.cpp - devices, launches and counters ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernels.h"
#include "TinyGrad/Runtime/Counters.h"
#include "gtest/gtest.h"

#include <numeric>
#include <set>

using namespace tinygrad::rt;
using namespace tinygrad::rt::test;

// A name gives one device for the registry's life; ":0" is the plain name.
TEST(DeviceRegistry, namesAreCanonical) {
  DeviceRegistry registry;
  DeviceRef cpu = *registry.get("cpu");
  EXPECT_EQ(cpu->name(), "cpu");
  EXPECT_EQ(*registry.get("cpu:0"), cpu);
  DeviceRef second = *registry.get("cpu:1");
  EXPECT_EQ(second->name(), "cpu:1");
  EXPECT_NE(second, cpu);
  EXPECT_EQ((*registry.get("null"))->name(), "null");
}

TEST(DeviceRegistry, unknownDevicesAreErrors) {
  DeviceRegistry registry;
  EXPECT_EQ(registry.get("x").message(),
            "unknown device 'x': expected cpu, opencl, cuda, hip or null");
  EXPECT_EQ(registry.get("").message(),
            "unknown device '': expected cpu, opencl, cuda, hip or null");
  EXPECT_EQ(
      registry.get("cpu:").message(),
      "invalid device 'cpu:': expected a number from 0 to 9999 after ':'");
  EXPECT_TRUE(registry.get("cpu:one").isError());
  EXPECT_TRUE(registry.get("cpu:99999999999999999999").isError());
}

// Each step of the THREAD axis runs exactly once, however it is sliced.
TEST(CPUDevice, slicesCoverTheAxis) {
  for (unsigned threads : {1u, 2u, 3u}) {
    DeviceRef device = getDevice("cpu", threads);
    for (size_t size : {0, 1, 2, 7, 1000}) {
      std::vector<float> values(size);
      std::iota(values.begin(), values.end(), 0.0f);
      Buffer in = makeFloats(device, values), out = makeFloats(device, values);
      ProgramRef program =
          makeProgram("add", addVar, 0, {uint64_t(1) << 30, 0});
      void *buffers[] = {*out.handle(), *in.handle()};
      int64_t vars[] = {5};
      LaunchArgs args{program.get(), buffers, vars, int64_t(size)};
      ASSERT_TRUE(device->launch(args).isOk());
      for (float &value : values)
        value += 5;
      EXPECT_EQ(readFloats(out), values);
    }
  }
}

/// Marks the scratch and checks that nobody else does.
static void useScratch(void *const *buffers, const int64_t *, void *scratch,
                       int64_t begin, int64_t end) {
  auto *words = static_cast<int64_t *>(scratch);
  auto *isBad = static_cast<char *>(buffers[0]);
  for (int64_t i = begin; i < end; ++i) {
    for (int64_t k = 0; k < 1000; ++k)
      words[k] = i;
    for (int64_t k = 0; k < 1000; ++k)
      isBad[i] |= words[k] != i;
    isBad[i] |= reinterpret_cast<uintptr_t>(scratch) % 64 != 0;
  }
}

TEST(CPUDevice, scratchIsPrivateAndAligned) {
  DeviceRef device = getDevice("cpu", 2);
  Buffer flags = *Buffer::create(device, 512);
  ASSERT_TRUE(flags.fill(0).isOk());
  ProgramRef program = makeProgram("scratch", useScratch, 8000);
  void *buffers[] = {*flags.handle()};
  LaunchArgs args{program.get(), buffers, nullptr, 512};
  ASSERT_TRUE(device->launch(args).isOk());
  std::string result(512, 'x');
  ASSERT_TRUE(flags.copyOut(result.data()).isOk());
  EXPECT_EQ(result, std::string(512, '\0'));
}

TEST(CPUDevice, launchErrors) {
  DeviceRef device = getDevice("cpu");
  Program program;
  program.name = "k";
  LaunchArgs args{&program, nullptr, nullptr, 1};
  EXPECT_EQ(device->launch(args).message(),
            "program 'k' has no code for device 'cpu'");
  program.entry = doubled;
  program.scratchAlignment = 8192;
  EXPECT_EQ(device->launch(args).message(),
            "program 'k' expected a scratch alignment of at most 4096, but got "
            "8192");
  program.scratchAlignment = 64;
  program.scratchBytes = uint64_t(1) << 62;
  EXPECT_EQ(device->launch(args).message(), "out of host memory");
}

TEST(CPUDevice, memoryIsAlignedAndPoisonedOnRequest) {
  DeviceOptions options;
  options.poison = true;
  DeviceRef device = *DeviceRegistry(options).get("cpu");
  for (uint64_t bytes : {0, 1, 100, 4096}) {
    Buffer buffer = *Buffer::create(device, bytes);
    void *memory = *buffer.handle();
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0u);
    for (uint64_t i = 0; i < bytes; ++i)
      EXPECT_EQ(static_cast<unsigned char *>(memory)[i], 0xFF);
  }
  EXPECT_TRUE(device->allocate(uint64_t(1) << 60).isError());
  EXPECT_TRUE(device->allocate(~uint64_t(0)).isError());
}

// The null device takes every call, gives distinct memory and reads as zero.
TEST(NullDevice, computesNothing) {
  DeviceRef device = getDevice("null");
  std::set<void *> handles;
  for (int i = 0; i < 10; ++i)
    handles.insert(*device->allocate(i * 64));
  EXPECT_EQ(handles.size(), 10u);
  Buffer buffer = makeFloats(device, {1, 2, 3});
  EXPECT_EQ(readFloats(buffer), std::vector<float>(3, 0));
  Program program;
  LaunchArgs args{&program, nullptr, nullptr, 1};
  EXPECT_TRUE(device->launch(args).isOk());
  EXPECT_TRUE(buffer.hostAddress().isError());
}

TEST(Log, linesReachTheCallbackUpToTheLevel) {
  std::vector<std::string> lines;
  setLog(2, [&](int level, const std::string &line) {
    lines.push_back(std::to_string(level) + line);
  });
  EXPECT_TRUE(isLogged(2));
  EXPECT_FALSE(isLogged(3));
  log(1, "a");
  log(3, "b");
  setLog(7, nullptr);
  EXPECT_FALSE(isLogged(1));
  log(1, "c");
  EXPECT_EQ(lines, std::vector<std::string>{"1a"});
}
