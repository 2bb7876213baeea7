//===- ItemRunner.h - one exec item made ready ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_ITEMRUNNER_H
#define TINYGRAD_LIB_RUNTIME_ITEMRUNNER_H

#include "BufferTable.h"
#include "ItemLog.h"

namespace tinygrad::rt {

/// An item with room for its arguments, so that a run allocates nothing.
class ItemRunner {
public:
  explicit ItemRunner(Item item);

  /// Instantiates the launch graph of a graph item.
  Status instantiate();

  /// A run that is not counted is not logged either.
  Status run(const BufferTable &table, const std::vector<int64_t> &vars,
             bool isCounted);

  const Item &getItem() const { return item; }
  bool isGraph() const { return std::holds_alternative<GraphItem>(item); }
  uint64_t kernels() const { return numKernels; }
  /// The program, "copy", or what the host function is called.
  std::string name() const;
  /// In the order of the item; none of a graph.
  StatusOr<std::vector<Buffer>> buffers(const BufferTable &table) const;
  /// Of the list: those of a graph count each.
  uint64_t countItems() const;
  /// At the upper bounds, and for a run's variables.
  const Estimates &estimates() const { return cost; }
  Estimates estimates(const std::vector<int64_t> &vars) const;
  /// Where the item computes, or null if it does not.
  DeviceRef device() const { return computeDevice; }
  void setDevice(DeviceRef device) { computeDevice = std::move(device); }

private:
  Status dispatch(const BufferTable &table, const std::vector<int64_t> &vars);
  Status runLaunch(const LaunchItem &launch, const BufferTable &table,
                   const std::vector<int64_t> &vars);
  Status runCopy(const CopyItem &copy, const BufferTable &table);
  Status runCustom(const CustomItem &custom, const BufferTable &table,
                   const std::vector<int64_t> &vars);
  Status runGraph(const GraphItem &graph, const BufferTable &table,
                  const std::vector<int64_t> &vars);
  void gather(const std::vector<uint32_t> &bufferSlots,
              const std::vector<uint32_t> &varIndices, const BufferTable &table,
              const std::vector<int64_t> &vars);
  ItemLine describe(const BufferTable &table, const std::vector<int64_t> &vars,
                    double seconds) const;

  Item item;
  std::unique_ptr<Graph> graph;
  DeviceRef computeDevice;
  uint64_t numKernels = 0;
  bool isFirstRun = true;
  Estimates cost;
  CostVars costVars;
  std::vector<void *> pointers;
  std::vector<int64_t> values;
};

/// Makes runners for the items. A graph that its device refuses becomes plain
/// items, for which `description` may get further views; the reasons are
/// appended to `refusals`.
/// Behind each item's last runner, `ends` gets the number of runners so far.
Status prepareItems(ExecutableDescription &description,
                    const std::vector<Item> &items,
                    std::vector<ItemRunner> &runners,
                    std::vector<std::string> &refusals,
                    std::vector<size_t> &ends);

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_ITEMRUNNER_H
