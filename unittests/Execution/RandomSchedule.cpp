//===- RandomSchedule.cpp - random lists of items ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomSchedule.h"

using namespace tinygrad;

std::string RandomSchedule::typeOf(const Memory &memory,
                                   const char *size) const {
  return std::string("!jit.buffer<") + size + "xf32, \"" + kind +
         (memory.isOther ? ":1\">" : "\">");
}

void RandomSchedule::define(unsigned numBuffers) {
  memories.push_back({"%x", false, true});
  memories.push_back({"%c", false, true});
  text += "%c = jit.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> "
          ": tensor<8xf32> -> " +
          typeOf(memories[1]) +
          "\n"
          "%one = arith.constant 1 : index\n"
          "%m = arith.addi %n, %one : index\n";
  for (unsigned i = 0; i < numBuffers; ++i) {
    Memory memory{"%b" + std::to_string(i), pick(3) == 0, false};
    text += memory.name + " = jit.alloc : " + typeOf(memory) + "\n";
    memories.push_back(memory);
  }
  for (const Memory &memory : memories)
    for (int half : {0, 1})
      text += memory.name + (half ? "_high" : "_low") + " = jit.subbuffer " +
              memory.name + (half ? "[16]" : "[0]") + " : " + typeOf(memory) +
              " -> " + typeOf(memory, "4") + "\n";
}

void RandomSchedule::copy(const Memory &from, Memory &to) {
  text += "jit.copy " + from.name + " to " + to.name + " : " + typeOf(from) +
          ", " + typeOf(to) + "\n";
  to.isWritten = true;
}

void RandomSchedule::copyHalf(const Memory &from, Memory &to) {
  text += "jit.copy " + from.name + (pick(2) ? "_low" : "_high") + " to " +
          to.name + (pick(2) ? "_low" : "_high") + " : " + typeOf(from, "4") +
          ", " + typeOf(to, "4") + "\n";
}

void RandomSchedule::launch(const Memory &from, Memory &to) {
  std::string variable = pick(3) == 0 ? "%m" : pick(3) == 0 ? "%one" : "%n";
  text += "jit.launch @add outs(" + to.name + ") ins(" + from.name + ") vars(" +
          variable + ")";
  // The kernel reads each element before it writes the one in its place.
  if (pick(2))
    text += " {jit.in_place = [array<i64: 0, 1>]}";
  text += " : (" + typeOf(to) + "), (" + typeOf(from) + ")\n";
  to.isWritten = true;
}

void RandomSchedule::addItem() {
  Memory &to = memories[2 + pick(unsigned(memories.size()) - 2)];
  const Memory &from = memories[pick(unsigned(memories.size()))];
  if (!from.isWritten)
    return;
  bool isSame = from.name == to.name;
  switch (pick(8)) {
  case 0:
    if (to.isWritten && !isSame)
      copyHalf(from, to);
    return;
  case 1:
  case 2:
    if (!isSame)
      copy(from, to);
    return;
  case 3:
    if (to.isWritten && pick(3) == 0)
      text += "jit.custom \"bump\" outs(" + to.name + ") ins(" + to.name +
              ") : (" + typeOf(to) + "), (" + typeOf(to) + ")\n";
    return;
  default:
    if (from.isOther == to.isOther)
      launch(from, to);
    else
      copy(from, to);
  }
}

std::string RandomSchedule::write() {
  unsigned numBuffers = 4 + pick(7), numItems = 5 + pick(50);
  define(numBuffers);
  for (unsigned i = 0; i < numItems; ++i)
    addItem();
  // What was not written is, so that three buffers can be returned.
  for (Memory &memory : memories)
    if (!memory.isWritten)
      copy(memories[pick(2)], memory);
  std::string results, types;
  for (unsigned i = 0; i < 3; ++i) {
    const Memory &memory = memories[2 + (pick(2) + 2 * i) % numBuffers];
    results += (i ? ", " : "") + memory.name;
    types += (i ? ", " : "") + typeOf(memory);
  }
  return "jit.func @main(%x: " + typeOf(memories[0]) +
         ", %n: index {jit.variable = "
         "\"n\", jit.bounds = [1, 8]}) -> (" +
         types + ") {\n" + text + "jit.return " + results + " : " + types +
         "\n}";
}
