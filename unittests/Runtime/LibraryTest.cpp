//===- LibraryTest.cpp - executables as data --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Library.h"
#include "TestKernels.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>

using namespace tinygrad::rt;
using namespace tinygrad::rt::test;

namespace {
/// out = (in + n) through an arena, as plain items.
LibraryContents makeContents(const DeviceRef &device) {
  LibraryContents contents;
  ExecutableDescription &function = contents.function;
  function.name = "f";
  function.numInputs = 1;
  function.inputVars = {{"n", 1, 9}};
  Slot slot;
  slot.device = device;
  slot.bytes = 8;
  slot.kind = Slot::Kind::Input;
  function.slots.push_back(slot);
  slot.kind = Slot::Kind::Result;
  function.slots.push_back(slot);
  LaunchItem launch;
  launch.program = makeProgram("add", addVar);
  launch.buffers = {1, 0};
  launch.vars = {0};
  launch.extent = 2;
  function.items.push_back(launch);
  function.results = {{1, false}};
  contents.inputs = {{"x", "f32", "[2]", false}};
  contents.results = {{"", "f32", "[2]", false}};
#if defined(__x86_64__)
  contents.target = {"x86_64", {"sse2"}};
#elif defined(__aarch64__)
  contents.target = {"aarch64", {}};
#endif
  return contents;
}

/// A library in memory, aligned as a linked one is.
struct Library {
  explicit Library(const WrittenLibrary &written) {
    storage = std::aligned_alloc(64, (written.description.size() + 63) & ~63ul);
    std::memcpy(storage, written.description.data(),
                written.description.size());
    for (const ProgramRef &program : written.programs)
      kernels.push_back(program->entry);
    library = {TGRT_LIBRARY_VERSION,
               sizeof(TgrtLibrary),
               storage,
               written.description.size(),
               kernels.data(),
               kernels.size(),
               nullptr,
               0};
  }
  ~Library() { std::free(storage); }
  void *storage;
  std::vector<TgrtKernelFn> kernels;
  TgrtLibrary library;
};
} // namespace

TEST(Library, RunsWhatWasWritten) {
  LibraryContents contents = makeContents(getDevice("cpu"));
  auto written = writeLibrary(contents);
  ASSERT_TRUE(written.isOk()) << written.message();
  Library library(*written);
  TgrtFunction *function;
  ASSERT_EQ(tgrt_function_create(&library.library, 1, &function), TGRT_OK)
      << tgrt_last_error();
  float x[2] = {1, 2}, y[2] = {0, 0};
  void *inputs[] = {x}, *results[] = {y};
  int64_t n = 3;
  ASSERT_EQ(tgrt_function_run(function, inputs, &n, results), TGRT_OK);
  EXPECT_EQ(y[0], 4);
  EXPECT_EQ(y[1], 5);
  n = 10;
  EXPECT_EQ(tgrt_function_run(function, inputs, &n, results), TGRT_ERROR);
  TgrtVariable variable;
  ASSERT_EQ(tgrt_function_variable(function, 0, &variable), TGRT_OK);
  // What is not there, and null, are errors.
  TgrtPort port;
  EXPECT_EQ(tgrt_function_variable(function, 1, &variable), TGRT_ERROR);
  EXPECT_STREQ(tgrt_last_error(), "expected a variable below 1, but got 1");
  EXPECT_EQ(tgrt_function_input(nullptr, 0, &port), TGRT_ERROR);
  EXPECT_STREQ(tgrt_last_error(), "expected a function, but got null");
  EXPECT_EQ(tgrt_function_result(function, 0, nullptr), TGRT_ERROR);
  EXPECT_STREQ(tgrt_last_error(),
               "expected a place for a result, but got null");
  EXPECT_STREQ(variable.name, "n");
  EXPECT_EQ(variable.max, 9);
  tgrt_function_destroy(function);
}

TEST(Library, AnInputBecomesAConstant) {
  DeviceRef device = getDevice("cpu");
  LibraryContents contents = makeContents(device);
  ASSERT_TRUE(
      bindInput(contents.function, 0, makeFloats(device, {5, 6})).isOk());
  contents.inputs.clear();
  Library library(*writeLibrary(contents));
  TgrtFunction *function;
  ASSERT_EQ(tgrt_function_create(&library.library, 1, &function), TGRT_OK)
      << tgrt_last_error();
  int64_t n = 1;
  ASSERT_EQ(tgrt_function_run(function, nullptr, &n, nullptr), TGRT_OK);
  auto *y = static_cast<const float *>(tgrt_function_result_data(function, 0));
  EXPECT_EQ(y[0], 6);
  EXPECT_EQ(y[1], 7);
  tgrt_function_destroy(function);
}

TEST(Library, ConstantsOfAnotherSizeAreRefused) {
  DeviceRef device = getDevice("cpu");
  LibraryContents contents = makeContents(device);
  EXPECT_EQ(bindInput(contents.function, 0, makeFloats(device, {5})).message(),
            "expected 8 bytes for input 0, but got 4");
}

TEST(Library, EveryTruncationIsRefused) {
  auto written = writeLibrary(makeContents(getDevice("cpu")));
  for (size_t size = 0; size < written->description.size(); ++size) {
    Library library(*written);
    library.library.descriptionBytes = size;
    TgrtFunction *function;
    EXPECT_EQ(tgrt_function_create(&library.library, 1, &function), TGRT_ERROR);
  }
}

/// The same function with a constant, a view, an arena and a launch graph.
static LibraryContents makeGraphContents(const DeviceRef &device) {
  LibraryContents contents = makeContents(device);
  ExecutableDescription &function = contents.function;
  Slot slot;
  slot.device = device;
  slot.bytes = 16;
  slot.kind = Slot::Kind::Arena;
  function.slots.push_back(slot);
  slot.bytes = 8;
  slot.offset = 8;
  slot.index = 2;
  slot.kind = Slot::Kind::View;
  function.slots.push_back(slot);
  slot.offset = slot.index = 0;
  slot.kind = Slot::Kind::Constant;
  slot.constant = makeFloats(device, {5, 6});
  function.slots.push_back(slot);
  function.derivedVars.push_back({DerivedVar::Op::Add, 0, 0, 0});
  GraphItem graph;
  graph.device = device;
  graph.buffers = {3, 0, 4};
  graph.vars = {0, 1};
  GraphNode node;
  node.program = std::get<LaunchItem>(function.items[0]).program;
  node.buffers = {0, 1};
  node.vars = {1};
  node.extent = 2;
  graph.description.nodes.push_back(node);
  node = GraphNode();
  node.kind = GraphNode::Kind::Copy;
  node.buffers = {0, 2};
  node.bytes = 8;
  node.dependencies = {0};
  graph.description.nodes.push_back(node);
  graph.description.kernels = {graph.description.nodes[0].program};
  function.items.push_back(graph);
  function.deaths = {{1, 3}};
  return contents;
}

/// As the header has it: magic, version, bytes, hash.
static void rewriteHeader(std::vector<char> &description) {
  constexpr size_t headerBytes = 64;
  struct {
    char magic[8];
    uint64_t version, bytes, hash;
  } header;
  std::memcpy(&header, description.data(), sizeof(header));
  size_t count = header.bytes = description.size() - headerBytes;
  const char *data = description.data() + headerBytes;
  uint64_t hash = 0x9e3779b97f4a7c15ull ^ count;
  for (size_t i = 0; i <= count; i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, data + i, std::min<size_t>(8, count - i));
    hash = (hash ^ word) * 0xff51afd7ed558ccdull;
    hash ^= hash >> 32;
  }
  header.hash = hash;
  std::memcpy(description.data(), &header, sizeof(header));
}

// Whatever the bytes behind the hash are, reading them ends with an error or a
// function.
TEST(Library, WhatAHashDoesNotCatch) {
  auto written = writeLibrary(makeGraphContents(getDevice("cpu")));
  ASSERT_TRUE(written.isOk()) << written.message();
  const std::vector<char> original = written->description;
  auto create = [&] {
    rewriteHeader(written->description);
    Library library(*written);
    TgrtFunction *function;
    if (tgrt_function_create(&library.library, 1, &function) != TGRT_OK)
      return std::string(tgrt_last_error());
    tgrt_function_destroy(function);
    return std::string();
  };
  ASSERT_EQ(create(), "");
  ASSERT_EQ(written->description, original);
  for (size_t size = 64; size < original.size(); ++size) {
    written->description.resize(size);
    std::copy_n(original.begin(), size, written->description.begin());
    EXPECT_NE(create(), "") << size;
  }
  size_t refused = 0;
  for (size_t i = 64; i < original.size(); ++i)
    for (int value : {0, 1, 2, 0x7f, 0x80, 0xff}) {
      written->description = original;
      written->description[i] = char(value);
      refused += !create().empty();
    }
  EXPECT_GT(refused, original.size());
}

TEST(Library, HostFunctionsAndOtherDevicesAreRefused) {
  LibraryContents contents = makeContents(getDevice("cpu"));
  CustomItem custom;
  custom.name = "print";
  contents.function.items.push_back(custom);
  EXPECT_EQ(writeLibrary(contents).message(),
            "the function calls 'print' of its host, which no library can "
            "hold");
  LibraryContents null = makeContents(getDevice("null"));
  EXPECT_EQ(writeLibrary(null).message(),
            "expected a function that runs on the CPU alone, but got one with "
            "memory on device 'null'");
}

TEST(Library, AnotherProcessorIsRefused) {
  LibraryContents contents = makeContents(getDevice("cpu"));
  contents.target.architecture = "riscv64";
  EXPECT_NE(
      checkTarget(contents.target)
          .message()
          .find("the library was compiled for 'riscv64', but this processor "
                "is '"),
      std::string::npos);
  contents = makeContents(getDevice("cpu"));
  contents.target.features.push_back("warp-drive");
  Library library(*writeLibrary(contents));
  TgrtFunction *function;
  ASSERT_EQ(tgrt_function_create(&library.library, 1, &function), TGRT_ERROR);
  EXPECT_STREQ(tgrt_last_error(),
               "the library was compiled for a processor with 'warp-drive', "
               "which this one does not have");
}

#if defined(__x86_64__)
TEST(Library, FeaturesAreThoseOfTheCompiler) {
#define EXPECT_SAME(NAME)                                                      \
  EXPECT_EQ(checkTarget({"x86_64", {NAME}}).isOk(),                            \
            bool(__builtin_cpu_supports(NAME)))
  EXPECT_SAME("sse2");
  EXPECT_SAME("avx");
  EXPECT_SAME("avx2");
  EXPECT_SAME("fma");
  EXPECT_SAME("bmi");
  EXPECT_SAME("bmi2");
  EXPECT_SAME("avx512f");
  EXPECT_SAME("avx512bw");
  EXPECT_SAME("avx512vl");
  EXPECT_SAME("avx512bf16");
  EXPECT_SAME("avx512vnni");
  EXPECT_SAME("fma4");
  EXPECT_SAME("xop");
}
#endif
