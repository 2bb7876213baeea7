//===- BufferTest.cpp - device memory by reference ---*- C++ -*-===//
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

// Memory is allocated when first used and freed with the last handle.
TEST(Buffer, isLazyAndCounted) {
  DeviceRef device = getDevice("cpu");
  uint64_t before = getCounters().mem_used;
  {
    Buffer buffer = *Buffer::create(device, 1000);
    EXPECT_FALSE(buffer.isAllocated());
    EXPECT_EQ(getCounters().mem_used, before);
    ASSERT_TRUE(buffer.allocate().isOk());
    ASSERT_TRUE(buffer.allocate().isOk());
    EXPECT_EQ(getCounters().mem_used, before + 1000);
    Buffer view = *buffer.view(10, 20);
    buffer = Buffer();
    EXPECT_EQ(getCounters().mem_used, before + 1000);
  }
  EXPECT_EQ(getCounters().mem_used, before);
  EXPECT_GE(getCounters().mem_peak, before + 1000);
  resetCounters();
  EXPECT_EQ(getCounters().mem_peak, before);
}

TEST(Buffer, viewsOfViewsCollapse) {
  Buffer buffer = makeFloats(getDevice("cpu"), {0, 1, 2, 3, 4, 5, 6, 7});
  Buffer view = *(*buffer.view(8, 24)).view(4, 8);
  EXPECT_TRUE(view.isView());
  EXPECT_FALSE(buffer.isView());
  EXPECT_EQ(view.offset(), 12u);
  EXPECT_EQ(readFloats(view), (std::vector<float>{3, 4}));
  EXPECT_TRUE(view.overlaps(buffer));
  EXPECT_FALSE(view.overlaps(*buffer.view(0, 12)));
  EXPECT_FALSE(view.overlaps(*buffer.view(20, 12)));
}

TEST(Buffer, viewsStayInside) {
  Buffer buffer = *Buffer::create(getDevice("cpu"), 16);
  EXPECT_EQ(buffer.view(8, 9).message(),
            "a view of 9 bytes at offset 8 exceeds its buffer of 16 bytes");
  EXPECT_TRUE(buffer.view(17, 0).isError());
  EXPECT_TRUE(buffer.view(8, ~uint64_t(0)).isError());
  EXPECT_TRUE(buffer.view(16, 0).isOk());
}

TEST(Buffer, copiesBetweenDevices) {
  DeviceRegistry registry;
  Buffer from = makeFloats(*registry.get("cpu"), {1, 2, 3});
  Buffer to = *Buffer::create(*registry.get("cpu:1"), 12);
  ASSERT_TRUE(to.copyFrom(from).isOk());
  EXPECT_EQ(readFloats(to), (std::vector<float>{1, 2, 3}));
  Buffer nowhere = *Buffer::create(*registry.get("null"), 12);
  ASSERT_TRUE(nowhere.copyFrom(from).isOk());
  Buffer elsewhere = *Buffer::create(*registry.get("null:1"), 12);
  ASSERT_TRUE(elsewhere.copyFrom(nowhere).isOk());
  ASSERT_TRUE(to.copyFrom(nowhere).isOk());
  EXPECT_EQ(readFloats(to), (std::vector<float>{0, 0, 0}));
}

TEST(Buffer, badCopiesAreErrors) {
  Buffer buffer = makeFloats(getDevice("cpu"), {1, 2, 3, 4});
  EXPECT_EQ((*buffer.view(0, 8)).copyFrom(*buffer.view(4, 8)).message(),
            "the source and the destination of a copy overlap");
  EXPECT_EQ(buffer.copyFrom(*buffer.view(0, 8)).message(),
            "expected a source of 16 bytes, but got 8");
  EXPECT_TRUE(Buffer().allocate().isError());
  EXPECT_TRUE(buffer.copyFrom(Buffer()).isError());
  EXPECT_TRUE(Buffer::create(nullptr, 4).isError());
}

// Wrapped memory is neither counted nor freed; its owner lives on.
TEST(Buffer, wrapKeepsTheOwner) {
  DeviceRef device = getDevice("cpu");
  auto owner = std::make_shared<std::vector<float>>(4, 1.5f);
  std::weak_ptr<std::vector<float>> watch = owner;
  void *data = owner->data();
  uint64_t before = getCounters().mem_used;
  Buffer buffer = *Buffer::wrap(device, data, 16, std::move(owner));
  EXPECT_EQ(*buffer.handle(), data);
  EXPECT_EQ(getCounters().mem_used, before);
  EXPECT_FALSE(watch.expired());
  buffer = Buffer();
  EXPECT_TRUE(watch.expired());
  EXPECT_TRUE(Buffer::wrap(device, nullptr, 16).isError());
}

// A freed block serves the next request of its size.
TEST(Buffer, freedMemoryIsReused) {
  DeviceRef device = getDevice("cpu");
  void *first = *(*Buffer::create(device, 1 << 20)).handle();
  Buffer again = *Buffer::create(device, 1 << 20);
  EXPECT_EQ(*again.handle(), first);
}
