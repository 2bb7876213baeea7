//===- BlockSizes.cpp - which blocks there are, and which are known -------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockSizes.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <tuple>

#include <fcntl.h>
#include <unistd.h>

using namespace tinygrad::rt;

//===----------------------------------------------------------------------===//
// What was found
//===----------------------------------------------------------------------===//

void BlockSizes::read() {
  if (wasRead || file.empty())
    return;
  wasRead = true;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string key;
    BlockSize block;
    // A line that another process is still writing, or that is none of ours.
    if (!(words >> key >> block[0] >> block[1] >> block[2]) ||
        std::any_of(block.begin(), block.end(),
                    [](int64_t size) { return size < 1; }))
      continue;
    known[key] = block;
  }
}

std::optional<BlockSize> BlockSizes::find(const std::string &key) {
  std::lock_guard<std::mutex> lock(mutex);
  read();
  auto found = known.find(key);
  if (found == known.end())
    return std::nullopt;
  return found->second;
}

void BlockSizes::insert(const std::string &key, const BlockSize &block) {
  std::lock_guard<std::mutex> lock(mutex);
  known[key] = block;
  if (file.empty())
    return;
  std::ostringstream line;
  line << key << ' ' << block[0] << ' ' << block[1] << ' ' << block[2] << '\n';
  std::string text = line.str();
  // One write: lines of several processes do not mix. Where it fails, the next
  // process times again.
  int descriptor =
      ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return;
  [[maybe_unused]] ssize_t put = ::write(descriptor, text.data(), text.size());
  ::close(descriptor);
}

std::string tinygrad::rt::digestOf(const std::string &bytes) {
  // FNV-1a, twice: from its own start and from another.
  uint64_t first = 0xcbf29ce484222325ull, second = 0x9e3779b97f4a7c15ull;
  for (unsigned char byte : bytes) {
    first = (first ^ byte) * 0x100000001b3ull;
    second = (second ^ byte) * 0x100000001b3ull;
  }
  std::ostringstream text;
  text << std::hex << first << '-' << second;
  return text.str();
}

//===----------------------------------------------------------------------===//
// What to try
//===----------------------------------------------------------------------===//

static std::vector<int64_t> divisorsOf(int64_t size, int64_t most) {
  std::vector<int64_t> result;
  for (int64_t i = 1; i <= std::min(size, most); ++i)
    if (size % i == 0)
      result.push_back(i);
  return result;
}

std::vector<BlockSize>
tinygrad::rt::listBlockSizes(const std::array<int64_t, 3> &threads,
                             int64_t most) {
  std::vector<BlockSize> blocks;
  // In z drivers take 64 threads at most.
  for (int64_t z : divisorsOf(threads[2], std::min<int64_t>(most, 64)))
    for (int64_t y : divisorsOf(threads[1], most / z))
      for (int64_t x : divisorsOf(threads[0], most / z / y))
        blocks.push_back({x, y, z});
  // Powers of two, then some hundred threads, then wide ones.
  auto rank = [](const BlockSize &block) {
    int64_t size = block[0] * block[1] * block[2];
    double distance = std::abs(std::log2(double(size)) - 7.5);
    bool isPower = (size & (size - 1)) == 0;
    return std::make_tuple(distance + (isPower ? 0 : 1), -block[0], -block[1]);
  };
  std::sort(blocks.begin(), blocks.end(),
            [&](const BlockSize &a, const BlockSize &b) {
              return rank(a) < rank(b);
            });
  constexpr size_t mostTried = 48;
  if (blocks.size() > mostTried)
    blocks.resize(mostTried);
  return blocks;
}
