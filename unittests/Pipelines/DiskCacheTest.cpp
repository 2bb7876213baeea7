//===- DiskCacheTest.cpp - compiled kernels in a folder -------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/DiskCache.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace tinygrad;

namespace {

CachedProgram makeProgram(StringRef object) {
  CachedProgram program;
  program.target = "cpu";
  program.entry = "k";
  program.object = object.str();
  program.numBuffers = 3;
  program.numOutputs = 1;
  program.scratchBytes = 4096;
  program.threadExtent = "()[s0] -> (s0 ceildiv 8)";
  program.ops = "()[s0] -> (s0 * 2)";
  program.bytes = "()[s0] -> (s0 * 8)";
  program.opts = "[#uop.opt<upcast axis 0 amount 8>]";
  return program;
}

class DiskCacheTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("tinygrad-cache", folder));
  }
  void TearDown() override { sys::fs::remove_directories(folder); }

  DiskCache open(uint64_t maxBytes = DiskCache::kDefaultMaxBytes) {
    return cantFail(DiskCache::open(folder, maxBytes));
  }
  static void writeFile(const std::string &path, StringRef text) {
    std::error_code error;
    raw_fd_ostream(path, error) << text;
    ASSERT_FALSE(error);
  }

  SmallString<128> folder;
};

} // namespace

TEST_F(DiskCacheTest, GivesBackWhatWasKept) {
  // Bytes of all kinds, line ends and zeros among them.
  std::string object;
  for (int i = 0; i < 1000; ++i)
    object.push_back(char(i));
  open().insert("key", makeProgram(object));
  std::optional<CachedProgram> found = open().find("key");
  ASSERT_TRUE(found);
  CachedProgram expected = makeProgram(object);
  EXPECT_EQ(found->object, expected.object);
  EXPECT_EQ(found->target, expected.target);
  EXPECT_EQ(found->entry, expected.entry);
  EXPECT_EQ(found->numBuffers, expected.numBuffers);
  EXPECT_EQ(found->numOutputs, expected.numOutputs);
  EXPECT_EQ(found->scratchBytes, expected.scratchBytes);
  EXPECT_EQ(found->threadExtent, expected.threadExtent);
  EXPECT_EQ(found->ops, expected.ops);
  EXPECT_EQ(found->bytes, expected.bytes);
  EXPECT_EQ(found->opts, expected.opts);
  EXPECT_FALSE(open().find("other"));
}

TEST_F(DiskCacheTest, TakesDamagedFilesForAbsent) {
  DiskCache cache = open();
  cache.insert("key", makeProgram("object"));
  std::string text =
      (*MemoryBuffer::getFile(cache.getPath("key")))->getBuffer().str();
  for (size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] ^= 1;
    writeFile(cache.getPath("key"), damaged);
    EXPECT_FALSE(cache.find("key")) << "byte " << i;
    writeFile(cache.getPath("key"), StringRef(text).take_front(i));
    EXPECT_FALSE(cache.find("key")) << i << " bytes";
  }
  cache.insert("key", makeProgram("object"));
  EXPECT_TRUE(cache.find("key"));
}

TEST_F(DiskCacheTest, RemovesTheLongestUnused) {
  DiskCache cache = open(/*maxBytes=*/25000);
  std::string object(10000, 'x');
  using namespace std::chrono_literals;
  for (const char *key : {"first", "second", "third"}) {
    cache.insert(key, makeProgram(object));
    // Times of last use in the past, a minute apart.
    int fd = -1;
    ASSERT_FALSE(sys::fs::openFileForReadWrite(
        cache.getPath(key), fd, sys::fs::CD_OpenExisting, sys::fs::OF_None));
    auto age = key == StringRef("first") ? 3min : 2min;
    if (key == StringRef("third"))
      age = 1min;
    ASSERT_FALSE(sys::fs::setLastAccessAndModificationTime(
        fd, std::chrono::system_clock::now() - age));
    ::close(fd);
  }
  // The first is used again.
  EXPECT_TRUE(cache.find("first"));
  cache.prune();
  EXPECT_TRUE(cache.find("first"));
  EXPECT_FALSE(cache.find("second"));
  EXPECT_TRUE(cache.find("third"));
}

TEST_F(DiskCacheTest, LetsProcessesShareAFolder) {
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    pid_t pid = fork();
    if (pid == 0) {
      // Each writes and reads the same keys; what is found must be whole.
      DiskCache cache = open();
      bool good = true;
      for (int round = 0; round < 50; ++round) {
        std::string key = std::to_string(round % 5), object(5000, key[0]);
        cache.insert(key, makeProgram(object));
        std::optional<CachedProgram> found = cache.find(key);
        good &= found && found->object == object;
      }
      _exit(good ? 0 : 1);
    }
    children.push_back(pid);
  }
  for (pid_t pid : children) {
    int status = -1;
    waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

TEST_F(DiskCacheTest, RefusesAFolderThatCannotBeMade) {
  std::string file = (folder + "/file").str();
  writeFile(file, "");
  Expected<DiskCache> cache = DiskCache::open(file + "/sub");
  ASSERT_FALSE(cache);
  EXPECT_EQ(toString(cache.takeError()), "cannot write to the cache folder '" +
                                             file + "/sub': Not a directory");
}
