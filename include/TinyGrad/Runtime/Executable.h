//===- Executable.h - a list of exec items on buffers -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a `jit.func` becomes: a table of buffers, a table of variables and a
// list of items that refer to both by position. The description is plain data;
// Executable::create checks it once, so that a run only follows it.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_EXECUTABLE_H
#define TINYGRAD_RUNTIME_EXECUTABLE_H

#include "TinyGrad/Runtime/Buffer.h"

#include <variant>

namespace tinygrad::rt {

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// A variable that the caller gives, within its bounds.
struct InputVar {
  std::string name;
  int64_t min = 0;
  int64_t max = 0;
};

/// A variable computed once per run from earlier ones. Division and modulo
/// round towards minus infinity.
struct DerivedVar {
  enum class Op { Constant, Add, Sub, Mul, FloorDiv, CeilDiv, Mod, Min, Max };
  Op op = Op::Constant;
  /// Constant only.
  int64_t value = 0;
  /// Positions in the table: the input variables, then the derived ones.
  uint32_t lhs = 0;
  uint32_t rhs = 0;
};

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// One entry of the buffer table.
struct Slot {
  enum class Kind {
    /// Given by the caller, as the `index`th input.
    Input,
    /// Content that every run finds unchanged.
    Constant,
    /// Memory that is the same in every run and that runs may update: a weight,
    /// the state of an optimiser.
    Held,
    /// Memory that the executable keeps between runs.
    Arena,
    /// Memory handed to the caller: fresh in each run.
    Result,
    /// `bytes` of slot `index` from `offset` on; views of views are allowed.
    View
  };
  Kind kind = Kind::Arena;
  DeviceRef device;
  /// The size at the variables' upper bounds.
  uint64_t bytes = 0;
  /// The variable that holds the bytes in use, or negative for all.
  int32_t bytesVar = -1;
  uint32_t index = 0;
  uint64_t offset = 0;
  /// Of an input: the caller gives the same contents in every run, so that the
  /// first run may use them for all others.
  bool isUnchanging = false;
  /// Constant and held memory only.
  Buffer constant;
};

/// One result of a run.
struct ResultSlot {
  uint32_t slot = 0;
  /// The result is the updated input or held memory itself (`tg.updates`), not
  /// a copy of it.
  bool isUpdatedInput = false;
};

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

/// What an item costs, as variables; the programs' own estimates, which are
/// those at the upper bounds, where they are negative.
struct CostVars {
  int32_t ops = -1;
  int32_t bytes = -1;
};

struct LaunchItem {
  ProgramRef program;
  std::vector<uint32_t> buffers;
  std::vector<uint32_t> vars;
  /// Extent of the THREAD axis, or the variable that holds it.
  int64_t extent = 1;
  int32_t extentVar = -1;
  /// Of the grid, on devices that run grids.
  SymbolicDims dims;
  CostVars cost;
  /// Where it comes from in the user's program, for the log.
  std::string source;
};

/// Copies what both slots hold: an input may be smaller than its slot.
struct CopyItem {
  uint32_t destination = 0;
  uint32_t source = 0;
};

struct CustomArgs {
  std::vector<Buffer> buffers;
  std::vector<int64_t> vars;
};

struct CustomItem {
  std::string name;
  std::function<Status(const CustomArgs &)> function;
  std::vector<uint32_t> buffers;
  std::vector<uint32_t> vars;
};

/// A launch graph. The nodes of the description refer to `buffers` and `vars`
/// by position, and those to the tables of the executable.
struct GraphItem {
  DeviceRef device;
  GraphDescription description;
  std::vector<uint32_t> buffers;
  std::vector<uint32_t> vars;
  /// Of all launches together.
  CostVars cost;
  /// Nodes that a replay updates (`jit.patch`).
  uint64_t patchedNodes = 0;
};

using Item = std::variant<LaunchItem, CopyItem, CustomItem, GraphItem>;

/// Nothing reads this slot after item `item`, until something writes it again.
struct SlotDeath {
  uint32_t item = 0;
  uint32_t slot = 0;
};

struct ExecutableDescription {
  std::string name;
  uint32_t numInputs = 0;
  std::vector<InputVar> inputVars;
  std::vector<DerivedVar> derivedVars;
  std::vector<Slot> slots;
  /// Items of the first run only: what depends on no input and no variable.
  std::vector<Item> onceItems;
  std::vector<Item> items;
  /// What a run that poisons overwrites, and when.
  std::vector<SlotDeath> deaths;
  std::vector<ResultSlot> results;
};

//===----------------------------------------------------------------------===//
// Executable
//===----------------------------------------------------------------------===//

struct RunOptions {
  /// Hand out the memory of the previous run's results again instead of fresh
  /// memory.
  bool reuseResults = false;
  /// Copy an input that shares memory with an earlier one, instead of
  /// refusing it.
  bool copyAliasedInputs = false;
  /// Fill arenas and results with 0xFF bytes before the run, and parts of
  /// arenas as soon as nothing needs what they hold.
  bool poison = false;
  /// Add the run to the counters and to the log of items.
  bool isCounted = true;
  /// Called after each item of the list with its number, its name and its
  /// buffers, as they are then; an error ends the run. A graph is one item,
  /// without buffers.
  std::function<Status(size_t item, const std::string &name,
                       const std::vector<Buffer> &buffers)>
      afterItem;
};

struct ExecutableStats {
  /// Launches per run, in graphs and outside, and the graphs that hold some.
  uint64_t kernels = 0;
  uint64_t graphs = 0;
  uint64_t arenaBytes = 0;
  /// Nodes of graphs that a replay updates.
  uint64_t patchedNodes = 0;
  /// Of a run with every variable at its upper bound.
  Estimates estimates;
};

class Executable {
public:
  /// Checks every reference and instantiates the launch graphs. A graph that
  /// its device refuses runs as plain items; `refusedGraphs` says why.
  static StatusOr<std::unique_ptr<Executable>>
  create(ExecutableDescription description);
  ~Executable();

  /// Runs the items and gives the results, each cut to the bytes in use.
  /// Runs of one executable exclude each other.
  StatusOr<std::vector<Buffer>> run(const std::vector<Buffer> &inputs,
                                    const std::vector<int64_t> &vars = {},
                                    const RunOptions &options = {});

  /// Gives up the memory of arenas and kept results, but not what the first run
  /// made; the next run makes it anew.
  void freeIntermediates();

  /// An unchanging input has changed: the next run does what the first did for
  /// all others once more.
  void forgetOnce();

  /// The memory that the first run fills for all others, by slot, once it has.
  std::vector<std::pair<uint32_t, Buffer>> onceBuffers() const;
  /// Takes the memory that another executable's first run has filled, in the
  /// same order, so that this one does not run those items again.
  Status adoptOnceBuffers(const std::vector<Buffer> &buffers);

  /// The operations and bytes of a run with these variables.
  StatusOr<Estimates> estimate(std::vector<int64_t> vars) const;

  const ExecutableDescription &description() const;
  const ExecutableStats &stats() const;
  const std::vector<std::string> &refusedGraphs() const;

private:
  struct Implementation;
  explicit Executable(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation;
};

/// Checks that the description refers only to what it has. Collapses views of
/// views on the way.
Status verifyDescription(ExecutableDescription &description);

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_EXECUTABLE_H
