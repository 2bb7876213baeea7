//===- Device.h - where memory lives and kernels run ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The small interface that each device implements in its own folder of
// lib/Runtime. Memory is an opaque handle, on the CPU its address; executables
// see sub-buffers as handles of their own, so that a device whose memory has no
// addresses can serve them.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_DEVICE_H
#define TINYGRAD_RUNTIME_DEVICE_H

#include "TinyGrad/Runtime/Program.h"
#include "TinyGrad/Runtime/Status.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tinygrad::rt {

/// Device memory is aligned to this many bytes.
inline constexpr uint64_t deviceAlignment = 64;

/// The blocks of a launch and the threads of each block, along three dims; read
/// by devices that run grids only. Where the block has 0 threads, the grid
/// counts threads: an executable times blocks for a constant grid, and OpenCL's
/// driver chooses one for others.
struct LaunchDims {
  std::array<int64_t, 3> grid = {1, 1, 1};
  std::array<int64_t, 3> block = {1, 1, 1};

  /// Whether there is nothing to run.
  bool isEmpty() const { return grid[0] <= 0 || grid[1] <= 0 || grid[2] <= 0; }
  bool operator==(const LaunchDims &other) const {
    return grid == other.grid && block == other.block;
  }
};

/// One kernel launch with its arguments resolved.
struct LaunchArgs {
  const Program *program = nullptr;
  void *const *buffers = nullptr;
  const int64_t *vars = nullptr;
  /// Extent of the THREAD axis.
  int64_t extent = 1;
  /// Null on devices that slice the THREAD axis.
  const LaunchDims *dims = nullptr;
};

/// The dims of a launch, of which some are variables: those at the position
/// `gridVars[i]` or `blockVars[i]` where that is not negative.
struct SymbolicDims {
  LaunchDims dims;
  std::array<int32_t, 3> gridVars = {-1, -1, -1};
  std::array<int32_t, 3> blockVars = {-1, -1, -1};

  LaunchDims resolve(const int64_t *vars) const {
    LaunchDims result = dims;
    for (size_t i = 0; i < 3; ++i) {
      if (gridVars[i] >= 0)
        result.grid[i] = vars[gridVars[i]];
      if (blockVars[i] >= 0)
        result.block[i] = vars[blockVars[i]];
    }
    return result;
  }
};

class BlockSizes;
class Device;

/// The bytes in use of `bound`: as many as the variable at `bytesVar` says, or
/// all where that is negative.
inline uint64_t getBytesInUse(uint64_t bound, int32_t bytesVar,
                              const int64_t *vars) {
  if (bytesVar < 0)
    return bound;
  int64_t bytes = vars[bytesVar];
  return bytes < 0 ? 0 : std::min(uint64_t(bytes), bound);
}

/// A node of a launch graph. Buffers, variables and the extent are positions in
/// the tables that a run of the graph gets.
struct GraphNode {
  enum class Kind { Launch, Copy };
  Kind kind = Kind::Launch;
  /// Launch only.
  ProgramRef program;
  /// The kernel's arguments; for a copy the destination, then the source.
  std::vector<uint32_t> buffers;
  std::vector<uint32_t> vars;
  /// The extent is `vars[extentVar]` of the graph's table, or constant if that
  /// is negative.
  int64_t extent = 1;
  int32_t extentVar = -1;
  SymbolicDims dims;
  /// Copy only: the bytes, or the variable that holds them if it is not
  /// negative; `bytes` is then the upper bound.
  uint64_t bytes = 0;
  int32_t bytesVar = -1;
  uint64_t getBytes(const int64_t *vars) const {
    return getBytesInUse(bytes, bytesVar, vars);
  }
  /// Nodes that come before this one in the list and must be done first.
  std::vector<uint32_t> dependencies;
};

/// What a device needs to instantiate a launch graph.
struct GraphDescription {
  std::vector<GraphNode> nodes;
  /// The graph compiled to one native function, for devices that can call it;
  /// it calls `kernels` by their position. Without it the CPU walks the nodes.
  TgrtGraphFn entry = nullptr;
  std::vector<ProgramRef> kernels;
  /// Where each buffer of the table lies, for devices that share a graph.
  std::vector<std::shared_ptr<Device>> bufferDevices;
  /// What `entry` needs as scratch.
  uint64_t scratchBytes = 0;
  uint64_t scratchAlignment = deviceAlignment;
  std::shared_ptr<void> owner;
};

/// A launch graph that a device holds ready.
class Graph {
public:
  virtual ~Graph();
  virtual Status run(void *const *buffers, const int64_t *vars) = 0;
};

class Device {
public:
  explicit Device(std::string name);
  virtual ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  /// The canonical name, such as "cpu" or "cpu:1".
  const std::string &name() const { return deviceName; }

  /// The processor that code is to be made for, as the compiler calls it:
  /// "sm_90"; empty where it need not know.
  virtual std::string chip() const { return {}; }
  /// What it is, for what was measured on it.
  virtual std::string model() const { return chip(); }

  /// The blocks that were found fastest here; from now on in a file, too.
  BlockSizes &blockSizes() const { return *blocks; }
  void keepBlockSizes(const std::string &file);

  /// Memory of at least `bytes`, aligned to `deviceAlignment`; never null, not
  /// even for no bytes.
  virtual StatusOr<void *> allocate(uint64_t bytes) = 0;
  virtual void free(void *memory, uint64_t bytes) = 0;

  /// The handle of the part of `memory` that starts at `offset`. It lives as
  /// long as `memory`.
  virtual StatusOr<void *> view(void *memory, uint64_t offset,
                                uint64_t bytes) = 0;

  /// The host's address of the memory, or null if the host cannot reach it.
  virtual void *hostAddress(void *memory) = 0;

  virtual Status copyIn(void *destination, const void *host,
                        uint64_t bytes) = 0;
  virtual Status copyOut(void *host, const void *source, uint64_t bytes) = 0;
  /// Copies within the device. The two must not overlap.
  virtual Status copy(void *destination, const void *source,
                      uint64_t bytes) = 0;
  virtual Status fill(void *destination, uint8_t value, uint64_t bytes) = 0;

  /// Whether the host's own memory is this device's: then it is wrapped
  /// instead of copied.
  virtual bool isHostMemory() const { return false; }

  /// Copies from memory of another device, without the host in between. Only
  /// where `reaches(other)` says so.
  virtual bool reaches(const Device &other) const;
  virtual Status copyFrom(void *destination, Device &other, const void *source,
                          uint64_t bytes);

  /// Makes a kernel of the code that the compiler wrote for this kind of device
  /// ready to be launched. Devices that call the entry of a program have none.
  virtual StatusOr<std::shared_ptr<DeviceKernel>>
  loadKernel(const KernelImage &image);

  /// What launches and copies do may still be under way when they return: they
  /// are done in order, and all of them when this returns.
  virtual Status launch(const LaunchArgs &args) = 0;
  virtual Status synchronize() { return Status::success(); }

  virtual bool supportsGraph() const { return false; }
  virtual StatusOr<std::unique_ptr<Graph>>
  instantiateGraph(GraphDescription description);

  /// Runs a list of launches. A device whose threads are cheaper to keep
  /// together for a whole list than to gather for each launch overrides it.
  virtual Status runTogether(const std::function<Status()> &list) {
    return list();
  }

private:
  std::string deviceName;
  std::shared_ptr<BlockSizes> blocks;
};

using DeviceRef = std::shared_ptr<Device>;

struct DeviceOptions {
  /// Threads of the CPU; 0 takes what the process may use.
  unsigned threads = 0;
  /// Fill fresh memory with 0xFF bytes (NaN as a float, -1 as an integer), so
  /// that a read of memory that nothing wrote shows.
  bool poison = false;
  /// Launch graphs that a null device instantiates before it refuses one, to
  /// try what becomes of refusals; negative for no limit.
  int64_t nullGraphs = -1;
  /// Freed memory that a device keeps for the next allocation.
  uint64_t cacheBytes = uint64_t(1) << 30;
  /// The most memory that a GPU device takes in all; 0 for what there is.
  uint64_t memoryLimit = 0;
  /// Where the driver's library is; empty: where the system finds it.
  std::string openclLibrary, cudaLibrary, hipLibrary;
  /// The path of the program that translates SPIR-V for drivers of OpenCL that
  /// do not take it; empty: llvm-spirv, where systems put it.
  std::string spirTranslator;
  /// Where blocks that were timed on GPUs are kept; empty: in memory alone.
  std::string blockSizesFile;
};

/// Gives devices by name. Each name is one device for the registry's life.
class DeviceRegistry {
public:
  explicit DeviceRegistry(DeviceOptions options = {}) : options(options) {}

  /// `name` is a kind, "cpu", "opencl", "cuda", "hip" or "null", and optionally
  /// ":" and a number; "cpu:0" is "cpu". A driver is loaded when the first of
  /// its devices is asked for. "disk:PATH" is a file, the source or target of
  /// copies.
  StatusOr<DeviceRef> get(const std::string &name);

private:
  DeviceOptions options;
  std::mutex mutex;
  std::map<std::string, DeviceRef> devices;
};

DeviceRef createCPUDevice(std::string name, const DeviceOptions &options);
DeviceRef createNullDevice(std::string name, const DeviceOptions &options);
DeviceRef createDiskDevice(std::string path);
/// The device number `ordinal` of a driver, which is loaded.
StatusOr<DeviceRef> createOpenCLDevice(std::string name, unsigned ordinal,
                                       const DeviceOptions &options);
StatusOr<DeviceRef> createCUDADevice(std::string name, unsigned ordinal,
                                     const DeviceOptions &options);
StatusOr<DeviceRef> createHIPDevice(std::string name, unsigned ordinal,
                                    const DeviceOptions &options);

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_DEVICE_H
