//===- Place.cpp - where in a program a node was made ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Place.h"
#include <deque>
#include <unordered_map>

namespace tinygrad::frontend {

namespace {
struct Table {
  // A deque, so that references stay valid.
  std::deque<Place> places{Place()};
  std::unordered_multimap<size_t, uint32_t> numbers;
};
Table table;
} // namespace

uint32_t makePlace(std::string_view file, unsigned line) {
  size_t hash = std::hash<std::string_view>()(file) * 31 + line;
  auto [next, end] = table.numbers.equal_range(hash);
  for (; next != end; ++next) {
    const Place &place = table.places[next->second];
    if (place.line == line && place.file == file)
      return next->second;
  }
  auto number = uint32_t(table.places.size());
  table.places.push_back({std::string(file), line});
  table.numbers.emplace(hash, number);
  return number;
}

const Place &getPlace(uint32_t number) { return table.places[number]; }

} // namespace tinygrad::frontend
