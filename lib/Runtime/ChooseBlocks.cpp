//===- ChooseBlocks.cpp - times blocks of kernels that state none ---------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockSizes.h"
#include "TinyGrad/Runtime/Counters.h"
#include "Variables.h"

#include <algorithm>
#include <chrono>

using namespace tinygrad::rt;

namespace {
/// One launch, as an item or in a graph.
struct UntimedLaunch {
  const ProgramRef &program;
  /// Slots, and positions of variables in the executable's table.
  std::vector<uint32_t> buffers, vars;
  DeviceRef device;
};

class BlockChooser {
public:
  explicit BlockChooser(ExecutableDescription &description)
      : description(description) {}

  Status choose(Item &item);

private:
  /// Whether a dim is the same in all runs; puts it into `dims` where a
  /// variable holds it. `vars` are those that the dims refer to, or null where
  /// they refer to the executable's.
  bool isConstant(SymbolicDims &dims, const std::vector<uint32_t> *vars) const;
  Status choose(UntimedLaunch launch, SymbolicDims &dims,
                const std::vector<uint32_t> *vars);
  StatusOr<BlockSize> time(const UntimedLaunch &launch,
                           const std::array<int64_t, 3> &threads);

  ExecutableDescription &description;
};

using Clock = std::chrono::steady_clock;
} // namespace

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool BlockChooser::isConstant(SymbolicDims &dims,
                              const std::vector<uint32_t> *vars) const {
  for (size_t i = 0; i < 3; ++i) {
    if (dims.gridVars[i] < 0)
      continue;
    auto variable = uint32_t(dims.gridVars[i]);
    if (vars)
      variable = (*vars)[variable];
    size_t numInputs = description.inputVars.size();
    if (variable < numInputs ||
        description.derivedVars[variable - numInputs].op !=
            DerivedVar::Op::Constant)
      return false;
    dims.dims.grid[i] = description.derivedVars[variable - numInputs].value;
    dims.gridVars[i] = -1;
  }
  return true;
}

Status BlockChooser::choose(Item &item) {
  if (auto *launch = std::get_if<LaunchItem>(&item)) {
    if (launch->buffers.empty())
      return Status::success();
    return choose({launch->program, launch->buffers, launch->vars,
                   description.slots[launch->buffers[0]].device},
                  launch->dims, nullptr);
  }
  auto *graph = std::get_if<GraphItem>(&item);
  if (!graph)
    return Status::success();
  for (GraphNode &node : graph->description.nodes) {
    if (node.kind != GraphNode::Kind::Launch || node.buffers.empty())
      continue;
    UntimedLaunch launch = {node.program, {}, {}, nullptr};
    for (uint32_t buffer : node.buffers)
      launch.buffers.push_back(graph->buffers[buffer]);
    for (uint32_t variable : node.vars)
      launch.vars.push_back(graph->vars[variable]);
    launch.device = description.slots[launch.buffers[0]].device;
    if (Status status = choose(std::move(launch), node.dims, &graph->vars);
        status.isError())
      return status;
  }
  return Status::success();
}

Status BlockChooser::choose(UntimedLaunch launch, SymbolicDims &dims,
                            const std::vector<uint32_t> *vars) {
  auto isUnset = [&](size_t i) {
    return dims.blockVars[i] < 0 && dims.dims.block[i] == 0;
  };
  if (!launch.program->kernel || !isUnset(0) || !isUnset(1) || !isUnset(2) ||
      !isConstant(dims, vars) || dims.dims.isEmpty())
    return Status::success();
  const std::array<int64_t, 3> threads = dims.dims.grid;
  std::ostringstream key;
  key << launch.device->name().substr(0, launch.device->name().find(':')) << ' '
      << launch.device->model() << ' ' << launch.program->kernel->digest << ' '
      << threads[0] << ' ' << threads[1] << ' ' << threads[2];
  std::string name = digestOf(key.str());
  BlockSizes &known = launch.device->blockSizes();
  std::optional<BlockSize> block = known.find(name);
  auto divides = [&](const BlockSize &sizes) {
    return threads[0] % sizes[0] == 0 && threads[1] % sizes[1] == 0 &&
           threads[2] % sizes[2] == 0;
  };
  if (!block || !divides(*block)) {
    StatusOr<BlockSize> timed = time(launch, threads);
    if (timed.isError())
      return timed.status();
    block = *timed;
    known.insert(name, *block);
  }
  for (size_t i = 0; i < 3; ++i) {
    dims.dims.block[i] = (*block)[i];
    dims.dims.grid[i] = threads[i] / (*block)[i];
  }
  return Status::success();
}

StatusOr<BlockSize> BlockChooser::time(const UntimedLaunch &launch,
                                       const std::array<int64_t, 3> &threads) {
  // The variables' upper bounds: that is what memory is made for.
  std::vector<int64_t> vars, values;
  for (const InputVar &variable : description.inputVars)
    vars.push_back(variable.max);
  if (Status status = evaluateVariables(description, vars); status.isError())
    return status;
  for (uint32_t variable : launch.vars)
    values.push_back(vars[variable]);
  std::vector<Buffer> memory;
  std::vector<void *> handles;
  for (uint32_t slot : launch.buffers) {
    StatusOr<Buffer> buffer =
        Buffer::create(launch.device, description.slots[slot].bytes);
    if (buffer.isError())
      return buffer.status();
    if (Status status = buffer->fill(0); status.isError())
      return status;
    memory.push_back(*buffer);
    StatusOr<void *> handle = memory.back().handle();
    if (handle.isError())
      return handle.status();
    handles.push_back(*handle);
  }

  LaunchDims dims;
  LaunchArgs args;
  args.program = launch.program.get();
  args.buffers = handles.data();
  args.vars = values.data();
  args.dims = &dims;
  auto run = [&]() -> StatusOr<double> {
    auto start = Clock::now();
    Status status = launch.device->launch(args);
    if (status.isOk())
      status = launch.device->synchronize();
    if (status.isError())
      return status;
    return secondsSince(start);
  };

  constexpr double mostSeconds = 2;
  constexpr int runs = 4;
  auto start = Clock::now();
  double bestSeconds = 0;
  std::optional<BlockSize> best;
  Status refusal = makeError("has no block that divides its grid");
  for (const BlockSize &block : listBlockSizes(threads)) {
    if (best && secondsSince(start) > mostSeconds)
      break;
    dims.block = block;
    for (size_t i = 0; i < 3; ++i)
      dims.grid[i] = threads[i] / block[i];
    // The first run may be slow for reasons of its own.
    StatusOr<double> seconds = run();
    for (int i = 1; i < runs && seconds.isOk(); ++i) {
      if (best && *seconds > 3 * bestSeconds)
        break;
      StatusOr<double> more = run();
      seconds = more.isOk() ? std::min(*seconds, *more) : more;
    }
    // More threads than the device or the kernel's registers allow.
    if (seconds.isError()) {
      refusal = seconds.status();
      continue;
    }
    if (best && *seconds >= bestSeconds)
      continue;
    bestSeconds = *seconds;
    best = block;
  }
  if (!best)
    return refusal;
  if (isLogged(2)) {
    std::ostringstream line;
    line << "block of '" << launch.program->name << "' on device '"
         << launch.device->name() << "': " << (*best)[0] << "x" << (*best)[1]
         << "x" << (*best)[2] << ", " << bestSeconds * 1e6 << " us";
    log(2, line.str());
  }
  return *best;
}

Status tinygrad::rt::chooseBlocks(ExecutableDescription &description) {
  BlockChooser chooser(description);
  for (auto *items : {&description.onceItems, &description.items})
    for (Item &item : *items)
      if (Status status = chooser.choose(item); status.isError())
        return status;
  return Status::success();
}
