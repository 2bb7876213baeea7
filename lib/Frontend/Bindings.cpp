//===- Bindings.cpp - the variables that sizes were made of ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Bindings.h"
#include <algorithm>
#include <deque>
#include <map>

namespace tinygrad::frontend {

namespace {
struct Table {
  // A deque, so that references stay valid.
  std::deque<std::vector<Binding>> sets{{}};
  std::map<std::string, uint32_t> numbers;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> merged;

  uint32_t find(std::vector<Binding> set) {
    std::string key;
    for (const Binding &binding : set)
      key += binding.name + '\0' + std::to_string(binding.value) + ' ' +
             std::to_string(binding.low) + ' ' + std::to_string(binding.high) +
             ' ';
    auto [place, isNew] = numbers.try_emplace(key, uint32_t(sets.size()));
    if (isNew)
      sets.push_back(std::move(set));
    return place->second;
  }
};
Table table;
} // namespace

uint32_t makeBindings(const Binding &binding) { return table.find({binding}); }

uint32_t mergeBindings(uint32_t first, uint32_t second) {
  if (first == second || second == 0)
    return first;
  if (first == 0)
    return second;
  auto known = table.merged.find({first, second});
  if (known != table.merged.end())
    return known->second;
  std::vector<Binding> set = table.sets[first];
  for (const Binding &binding : table.sets[second]) {
    auto place = std::lower_bound(
        set.begin(), set.end(), binding,
        [](const Binding &a, const Binding &b) { return a.name < b.name; });
    if (place == set.end() || place->name != binding.name)
      set.insert(place, binding);
  }
  uint32_t number = table.find(std::move(set));
  table.merged.emplace(std::make_pair(first, second), number);
  return number;
}

const std::vector<Binding> &getBindings(uint32_t number) {
  return table.sets[number];
}

} // namespace tinygrad::frontend
