//===- BufferTable.h - the buffers of a run ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_BUFFERTABLE_H
#define TINYGRAD_LIB_RUNTIME_BUFFERTABLE_H

#include "TinyGrad/Runtime/Executable.h"

#include <map>
#include <set>

namespace tinygrad::rt {

/// The slots that an item touches.
std::vector<uint32_t> slotsOf(const Item &item);

/// Gives each slot of a description its memory for a run.
class BufferTable {
public:
  explicit BufferTable(const ExecutableDescription &description)
      : description(description) {
    resize();
  }

  /// Follows the description after slots were added to it.
  void resize();

  /// Binds the caller's inputs and makes the memory that the run needs.
  Status bind(const std::vector<Buffer> &inputs,
              const std::vector<int64_t> &vars, const RunOptions &options,
              bool isFirstRun);

  /// The results of a finished run.
  StatusOr<std::vector<Buffer>> takeResults(const std::vector<int64_t> &vars,
                                            const RunOptions &options);

  /// Drops the handles of inputs, and of results unless they are to be reused.
  void releaseCallerBuffers(const RunOptions &options);

  /// Drops the memory of arenas and results, but not what the once-items fill.
  void freeIntermediates();

  /// Drops the memory of a slot that no item uses any more.
  void dropRoot(uint32_t slot) { roots[slot] = Buffer(); }

  /// The arenas that the once-items touch, and their memory.
  const std::set<uint32_t> &onceBuffers() const { return onceSlots; }
  const Buffer &root(uint32_t slot) const { return roots[slot]; }
  void setRoot(uint32_t slot, Buffer buffer) {
    roots[slot] = std::move(buffer);
    isResolved[slot] = false;
  }

  void *handle(uint32_t slot) const { return handles[slot]; }
  StatusOr<Buffer> buffer(uint32_t slot) const;

private:
  uint64_t bytesInUse(const Slot &slot, const std::vector<int64_t> &vars) const;
  uint32_t rootOf(uint32_t slot) const;
  Status bindInputs(const std::vector<Buffer> &inputs,
                    const std::vector<int64_t> &vars,
                    const RunOptions &options);
  Status separateInputs(std::vector<Buffer> &inputs,
                        const RunOptions &options) const;
  Status alignInput(uint32_t slot);
  Status bindMemory(const RunOptions &options, bool isFirstRun);
  Status resolveHandles();
  Status resolve(uint32_t root);

  const ExecutableDescription &description;
  /// By slot; empty for views.
  std::vector<Buffer> roots;
  std::vector<void *> handles;
  /// The slots that are no views, in their order; and of these the inputs, the
  /// arenas and results, the results.
  std::vector<uint32_t> rootSlots, inputSlots, memorySlots, resultSlots;
  /// By root, the views of it.
  std::vector<std::vector<uint32_t>> views;
  /// By root, whether its handle and its views' are those of its memory. Only
  /// memory that stays from run to run remains resolved.
  std::vector<bool> isResolved;
  /// By slot, while results are taken.
  std::vector<bool> isTaken;
  /// Inputs that the run works on a copy of, by slot.
  std::map<uint32_t, Buffer> misaligned;
  std::set<uint32_t> onceSlots;
};

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_BUFFERTABLE_H
