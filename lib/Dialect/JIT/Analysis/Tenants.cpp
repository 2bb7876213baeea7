//===- Tenants.cpp - the planned buffers of arenas ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/Analysis/Tenants.h"

using namespace mlir;
using namespace tinygrad::jit;

/// The view of an arena that `buffer` is or is a part of.
static SubBufferOp getArenaView(Value buffer) {
  while (auto view = buffer.getDefiningOp<SubBufferOp>()) {
    auto alloc = view.getBase().getDefiningOp<AllocOp>();
    if (alloc && alloc.getArena())
      return view;
    buffer = view.getBase();
  }
  return {};
}

Tenants::Tenants(Block &function) {
  function.walk([&](SubBufferOp view) {
    if (view.getTenant() && getArenaView(view) == view)
      owners.try_emplace({view.getBase(), int64_t(*view.getTenant())},
                         view.getBuffer());
  });
}

Value Tenants::getOwner(Value buffer) const {
  SubBufferOp view = getArenaView(buffer);
  if (!view)
    return getByteRange(buffer).memory;
  if (!view.getTenant())
    return view.getBuffer();
  auto owner = owners.find({view.getBase(), int64_t(*view.getTenant())});
  return owner == owners.end() ? Value(view.getBuffer()) : owner->second;
}

SmallVector<Access> Tenants::getAccesses(Operation *item) const {
  SmallVector<Access> accesses;
  for (auto [buffer, isWrite] : getTouchedBuffers(item)) {
    ByteRange range = getByteRange(buffer);
    range.memory = getOwner(buffer);
    accesses.push_back({range, isWrite});
  }
  return accesses;
}

bool tinygrad::jit::isInPlace(LaunchOp launch, Value output, Value input) {
  auto pairs = launch->getAttrOfType<ArrayAttr>("jit.in_place");
  if (!pairs)
    return false;
  SmallVector<Value> buffers(launch.getOuts());
  llvm::append_range(buffers, launch.getIns());
  auto isAllowed = [&](int64_t out, int64_t in) {
    return llvm::any_of(
        pairs.getAsRange<DenseI64ArrayAttr>(), [&](DenseI64ArrayAttr pair) {
          return pair.size() == 2 && pair[0] == out && pair[1] == in;
        });
  };
  Value inputMemory = getByteRange(input).memory;
  Value outputMemory = getByteRange(output).memory;
  int64_t out = -1;
  for (auto [i, buffer] : llvm::enumerate(buffers)) {
    if (buffer == output && out < 0 && i < launch.getOuts().size())
      out = int64_t(i);
    else if (buffer == output ||
             (buffer != input && inputMemory != outputMemory &&
              (getByteRange(buffer).memory == inputMemory ||
               getByteRange(buffer).memory == outputMemory)))
      return false;
  }
  if (out < 0)
    return false;
  bool isRead = false;
  for (auto [i, buffer] : llvm::enumerate(buffers)) {
    if (buffer != input)
      continue;
    if (!isAllowed(out, int64_t(i)))
      return false;
    isRead = true;
  }
  return isRead;
}
