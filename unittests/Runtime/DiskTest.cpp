//===- DiskTest.cpp - files as the source and target of copies ------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernels.h"
#include "gtest/gtest.h"

#include <cstdio>
#include <numeric>

#include <unistd.h>

using namespace tinygrad::rt;
using namespace tinygrad::rt::test;

namespace {
class DiskTest : public ::testing::Test {
protected:
  DiskTest() : path("/tmp/tinygrad-disk-" + std::to_string(getpid())) {}
  ~DiskTest() override { std::remove(path.c_str()); }

  Buffer file(uint64_t bytes) {
    return *Buffer::create(*devices.get("disk:" + path), bytes);
  }

  std::string path;
  DeviceRegistry devices;
};
} // namespace

// What is written to a file is read from it, by reading it straight into its
// target or through a map, from any place.
TEST_F(DiskTest, copiesToAndFromFiles) {
  std::vector<float> numbers(5000);
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  Buffer source = makeFloats(*devices.get("cpu"), numbers);
  Buffer stored = file(numbers.size() * 4);
  ASSERT_TRUE(stored.copyFrom(source).isOk());

  struct Part {
    uint64_t first, count;
  };
  for (Part part : {Part{0, 5000}, Part{1, 1024}, Part{1023, 1023},
                    Part{4999, 1}, Part{7, 0}}) {
    Buffer target = *Buffer::create(*devices.get("cpu"), part.count * 4);
    Status status =
        target.copyFrom(*stored.view(part.first * 4, part.count * 4));
    ASSERT_TRUE(status.isOk()) << status.message();
    EXPECT_EQ(
        readFloats(target),
        std::vector<float>(numbers.begin() + long(part.first),
                           numbers.begin() + long(part.first + part.count)));
  }

  // Into the middle, and from file to file.
  Buffer two = makeFloats(*devices.get("cpu"), {-1, -2});
  ASSERT_TRUE((*stored.view(8, 8)).copyFrom(two).isOk());
  Buffer moved = *stored.view(16, 8);
  ASSERT_TRUE(moved.copyFrom(*stored.view(8, 8)).isOk());
  Buffer target = *Buffer::create(*devices.get("cpu"), 24);
  ASSERT_TRUE(target.copyFrom(*stored.view(0, 24)).isOk());
  EXPECT_EQ(readFloats(target), (std::vector<float>{0, 1, -1, -2, -1, -2}));
}

TEST_F(DiskTest, failuresNameTheFile) {
  Buffer target = *Buffer::create(*devices.get("cpu"), 8);
  EXPECT_EQ(target.copyFrom(file(8)).message(),
            "cannot read bytes [0, 8) of '" + path + "', which has 0");
  Buffer missing = *Buffer::create(*devices.get("disk:/no/such/folder/x"), 8);
  EXPECT_EQ(target.copyFrom(missing).message(),
            "cannot open '/no/such/folder/x': No such file or directory");
  LaunchArgs launch;
  EXPECT_EQ((*devices.get("disk:" + path))->launch(launch).message(),
            "device 'disk:" + path + "' cannot run kernels");
  EXPECT_TRUE(file(8).hostAddress().isError());
  EXPECT_TRUE(devices.get("disk").isError());
  EXPECT_TRUE(devices.get("disk:").isError());
}
