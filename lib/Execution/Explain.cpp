//===- Explain.cpp - what became of a function ----------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/Explain.h"
#include "TinyGrad/Dialect/JIT/Analysis/Accesses.h"
#include "TinyGrad/Runtime/Counters.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace tinygrad;

static std::string formatMegabytes(int64_t bytes) {
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.2f MB", double(bytes) / 1e6);
  return text;
}

void tinygrad::explainFunction(FunctionOpInterface function) {
  if (!rt::isLogged(1))
    return;
  auto say = [](const Twine &line) { rt::log(1, line.str()); };
  auto get = [&](StringRef name) {
    auto value = function->getAttrOfType<IntegerAttr>(name);
    return value ? value.getInt() : 0;
  };
  Block &body = function.getFunctionBody().front();
  size_t numItems = jit::collectItems(body).size(), numOnce = 0;
  for (auto once : body.getOps<jit::OnceOp>())
    numOnce += once.getBody().front().getOperations().size();
  int64_t numArenas = 0;
  for (auto alloc : body.getOps<jit::AllocOp>())
    numArenas += alloc.getArena() ? 1 : 0;
  SmallVector<BlockArgument> inputs;
  for (BlockArgument argument : function.getArguments())
    if (!argument.getType().isIndex() &&
        !function.getArgAttr(argument.getArgNumber(), "jit.held"))
      inputs.push_back(argument);

  say("JIT captured " + Twine(numItems + numOnce) + " kernels with " +
      Twine(inputs.size()) + " inputs");
  if (numOnce)
    say("JIT pruned from " + Twine(numItems + numOnce) + " -> " +
        Twine(numItems) + " kernels");
  if (int64_t buffers = get("jit.planned_buffers"))
    say("JIT memory reduced from " +
        formatMegabytes(get("jit.unplanned_bytes")) + " -> " +
        formatMegabytes(get("jit.arena_bytes")) + ", " + Twine(buffers) +
        " -> " + Twine(numArenas) + " bufs");
  for (auto [position, input] : llvm::enumerate(inputs)) {
    if (!input.use_empty())
      continue;
    auto name =
        function.getArgAttrOfType<StringAttr>(input.getArgNumber(), "jit.name");
    say("WARNING: input " +
        (name ? "'" + name.str() + "'" : std::to_string(position)) +
        " is not used");
  }
}
