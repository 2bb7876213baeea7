//===- Serialize.cpp - executables as bytes ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Guarded.h"
#include "Format.h"
#include "TinyGrad/Runtime/Library.h"

#include <map>

using namespace tinygrad::rt;

static constexpr char magic[8] = {'T', 'i', 'n', 'y', 'G', 'r', 'd', 'L'};
static constexpr size_t headerBytes = 64;

namespace {
struct Header {
  char magic[8];
  uint32_t version;
  uint32_t reserved;
  /// Of all that follows the header.
  uint64_t bytes;
  uint64_t hash;
};

/// Transfers the parts of an executable. What is code is a position in the
/// tables `programs` and `graphs`.
template <typename Archive> class Transfer {
public:
  Transfer(Archive &archive) : archive(archive) {}

  Archive &archive;
  Status status = Status::success();
  /// Reading only.
  DeviceRegistry *devices = nullptr;
  const TgrtLibrary *library = nullptr;
  std::vector<ProgramRef> programs;
  std::map<const Program *, uint32_t> numbers;
  std::vector<const GraphItem *> graphs;

  void transfer(LibraryContents &contents) {
    archive(contents.target.architecture);
    transferList(archive, contents.target.features);
    if constexpr (Archive::isReader)
      if (!archive.isDamaged)
        keep(checkTarget(contents.target));
    auto ports = [&](std::vector<LibraryPort> &list) {
      transferList(archive, list, [&](LibraryPort &port) {
        archive(port.name);
        archive(port.dtype);
        archive(port.shape);
        archive(port.isUpdated);
      });
    };
    ports(contents.inputs);
    ports(contents.results);
    transfer(contents.function);
  }

private:
  void keep(Status given) {
    if (status.isOk() && given.isError())
      status = std::move(given);
  }

  void transfer(ExecutableDescription &function) {
    archive(function.name);
    archive(function.numInputs);
    transferList(archive, function.inputVars, [&](InputVar &var) {
      archive(var.name);
      archive(var.min);
      archive(var.max);
    });
    transferList(archive, function.derivedVars, [&](DerivedVar &var) {
      archive(var.op);
      archive(var.value);
      archive(var.lhs);
      archive(var.rhs);
    });
    transferPrograms(function);
    transferList(archive, function.slots, [&](Slot &slot) { transfer(slot); });
    auto items = [&](std::vector<Item> &list) {
      transferList(archive, list, [&](Item &item) { transfer(item); });
    };
    items(function.onceItems);
    items(function.items);
    transferList(archive, function.deaths, [&](SlotDeath &death) {
      archive(death.item);
      archive(death.slot);
    });
    transferList(archive, function.results, [&](ResultSlot &result) {
      archive(result.slot);
      archive(result.isUpdatedInput);
    });
  }

  //===--------------------------------------------------------------------===//
  // Programs
  //===--------------------------------------------------------------------===//

  void number(const ProgramRef &program) {
    if (numbers.try_emplace(program.get(), uint32_t(programs.size())).second)
      programs.push_back(program);
  }

  void collect(const std::vector<Item> &items) {
    for (const Item &item : items) {
      if (const auto *launch = std::get_if<LaunchItem>(&item))
        number(launch->program);
      const auto *graph = std::get_if<GraphItem>(&item);
      if (!graph)
        continue;
      for (const GraphNode &node : graph->description.nodes)
        if (node.program)
          number(node.program);
      for (const ProgramRef &program : graph->description.kernels)
        number(program);
    }
  }

  void transferPrograms(ExecutableDescription &function) {
    if constexpr (!Archive::isReader) {
      collect(function.onceItems);
      collect(function.items);
    }
    transferList(archive, programs, [&](ProgramRef &ref) {
      Program program;
      if constexpr (!Archive::isReader)
        program = *ref;
      archive(program.name);
      archive(program.axes);
      archive(program.scratchBytes);
      archive(program.scratchAlignment);
      archive(program.estimates.ops);
      archive(program.estimates.bytes);
      archive(program.estimates.accessed);
      if constexpr (Archive::isReader) {
        size_t number = size_t(&ref - programs.data());
        if (number < library->numKernels)
          program.entry = library->kernels[number];
        ref = std::make_shared<const Program>(std::move(program));
      }
    });
    if constexpr (Archive::isReader)
      if (programs.size() != library->numKernels)
        archive.isDamaged = true;
  }

  void transfer(ProgramRef &program) {
    uint32_t position = 0;
    if constexpr (!Archive::isReader)
      position = numbers.at(program.get());
    archive(position);
    if constexpr (Archive::isReader) {
      if (position < programs.size())
        program = programs[position];
      else
        archive.isDamaged = true;
    }
  }

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  void transfer(DeviceRef &device) {
    std::string name = device ? device->name() : "";
    archive(name);
    if constexpr (Archive::isReader)
      if (archive.isDamaged)
        return;
    if (name.substr(0, name.find(':')) != "cpu")
      return keep(
          makeError("expected a function that runs on the CPU alone, but "
                    "got one with memory on device '",
                    name, "'"));
    if constexpr (Archive::isReader) {
      StatusOr<DeviceRef> found = devices->get(name);
      if (found.isError())
        return keep(found.status());
      device = *found;
    }
  }

  void transfer(Slot &slot) {
    archive(slot.kind);
    transfer(slot.device);
    archive(slot.bytes);
    archive(slot.bytesVar);
    archive(slot.index);
    archive(slot.offset);
    if (slot.kind == Slot::Kind::Constant || slot.kind == Slot::Kind::Held)
      transferContent(slot);
  }

  void transferContent(Slot &slot) {
    archive.align(deviceAlignment);
    if constexpr (Archive::isReader) {
      const char *data = archive.take(slot.bytes);
      if (!data || status.isError())
        return;
      // A constant is read where it is; what items write needs a copy.
      bool isConstant = slot.kind == Slot::Kind::Constant;
      StatusOr<Buffer> buffer =
          isConstant
              ? Buffer::wrap(slot.device, const_cast<char *>(data), slot.bytes)
              : Buffer::create(slot.device, slot.bytes);
      if (buffer.isError())
        return keep(buffer.status());
      slot.constant = *buffer;
      if (!isConstant)
        keep(buffer->copyIn(data));
    } else {
      std::vector<char> content(slot.bytes);
      keep(slot.constant.copyOut(content.data()));
      archive.raw(content.data(), content.size());
    }
  }

  //===--------------------------------------------------------------------===//
  // Items
  //===--------------------------------------------------------------------===//

  void transfer(CostVars &cost) {
    archive(cost.ops);
    archive(cost.bytes);
  }

  void transfer(Item &item) {
    uint8_t kind = uint8_t(item.index());
    archive(kind);
    if constexpr (Archive::isReader) {
      if (kind == 0)
        item = LaunchItem();
      else if (kind == 1)
        item = CopyItem();
      else if (kind == 3)
        item = GraphItem();
      else
        archive.isDamaged = true;
    }
    if (auto *launch = std::get_if<LaunchItem>(&item))
      return transfer(*launch);
    if (auto *graph = std::get_if<GraphItem>(&item))
      return transfer(*graph);
    if (auto *copy = std::get_if<CopyItem>(&item)) {
      archive(copy->destination);
      archive(copy->source);
      return;
    }
    keep(makeError("the function calls '", std::get<CustomItem>(item).name,
                   "' of its host, which no library can hold"));
  }

  void transfer(LaunchItem &launch) {
    transfer(launch.program);
    transferList(archive, launch.buffers);
    transferList(archive, launch.vars);
    archive(launch.extent);
    archive(launch.extentVar);
    transfer(launch.cost);
    archive(launch.source);
  }

  void transfer(GraphItem &graph) {
    transfer(graph.device);
    transferList(archive, graph.buffers);
    transferList(archive, graph.vars);
    transfer(graph.cost);
    archive(graph.patchedNodes);
    transferList(archive, graph.description.nodes,
                 [&](GraphNode &node) { transfer(node); });
    transferList(archive, graph.description.kernels,
                 [&](ProgramRef &program) { transfer(program); });
    archive(graph.description.scratchBytes);
    archive(graph.description.scratchAlignment);
    bool isNative = graph.description.entry != nullptr;
    archive(isNative);
    if (!isNative)
      return;
    graphs.push_back(&graph);
    if constexpr (Archive::isReader) {
      if (graphs.size() > library->numGraphs)
        archive.isDamaged = true;
      else
        graph.description.entry = library->graphs[graphs.size() - 1];
    }
  }

  void transfer(GraphNode &node) {
    archive(node.kind);
    if (node.kind == GraphNode::Kind::Launch)
      transfer(node.program);
    transferList(archive, node.buffers);
    transferList(archive, node.vars);
    archive(node.extent);
    archive(node.extentVar);
    archive(node.bytes);
    archive(node.bytesVar);
    transferList(archive, node.dependencies);
  }
};
} // namespace

/// Any changed byte changes it: every step is a bijection of the state.
static uint64_t getHash(const char *data, size_t count) {
  uint64_t hash = 0x9e3779b97f4a7c15ull ^ count;
  auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdull;
    hash ^= hash >> 32;
  };
  for (; count >= 8; data += 8, count -= 8) {
    uint64_t word;
    std::memcpy(&word, data, 8);
    mix(word);
  }
  uint64_t word = 0;
  std::memcpy(&word, data, count);
  mix(word);
  return hash;
}

StatusOr<WrittenLibrary>
tinygrad::rt::writeLibrary(const LibraryContents &contents) {
  return guarded([&]() -> StatusOr<WrittenLibrary> {
    Writer writer;
    writer.bytes.resize(headerBytes);
    Transfer<Writer> transfer(writer);
    // A writer changes nothing of what it is given.
    transfer.transfer(const_cast<LibraryContents &>(contents));
    if (transfer.status.isError())
      return transfer.status;
    Header header = {};
    std::memcpy(header.magic, magic, sizeof(magic));
    header.version = TGRT_LIBRARY_VERSION;
    header.bytes = writer.bytes.size() - headerBytes;
    header.hash = getHash(writer.bytes.data() + headerBytes, header.bytes);
    std::memcpy(writer.bytes.data(), &header, sizeof(header));
    return WrittenLibrary{std::move(writer.bytes), std::move(transfer.programs),
                          std::move(transfer.graphs)};
  });
}

static Status checkHeader(const TgrtLibrary &library) {
  if (library.version != TGRT_LIBRARY_VERSION ||
      library.size != sizeof(TgrtLibrary))
    return makeError("the library has version ", library.version,
                     ": expected version ", TGRT_LIBRARY_VERSION);
  Header header = {};
  if (library.description && library.descriptionBytes >= headerBytes)
    std::memcpy(&header, library.description, sizeof(header));
  if (std::memcmp(header.magic, magic, sizeof(magic)) != 0)
    return makeError("this is no compiled library: its description does not "
                     "begin as one");
  if (header.version != TGRT_LIBRARY_VERSION)
    return makeError("the library's description has version ", header.version,
                     ": expected version ", TGRT_LIBRARY_VERSION);
  const char *data = static_cast<const char *>(library.description);
  if (header.bytes != library.descriptionBytes - headerBytes ||
      getHash(data + headerBytes, header.bytes) != header.hash)
    return makeError("the library is damaged: its description does not have "
                     "the hash that it was written with");
  return Status::success();
}

StatusOr<LibraryContents> tinygrad::rt::readLibrary(const TgrtLibrary &library,
                                                    DeviceRegistry &devices) {
  return guarded([&]() -> StatusOr<LibraryContents> {
    if (Status status = checkHeader(library); status.isError())
      return status;
    // Offsets count from the header on, as alignments do.
    Reader reader(static_cast<const char *>(library.description),
                  library.descriptionBytes);
    reader.take(headerBytes);
    Transfer<Reader> transfer(reader);
    transfer.devices = &devices;
    transfer.library = &library;
    LibraryContents contents;
    transfer.transfer(contents);
    if (transfer.status.isError())
      return transfer.status;
    bool isWhole = reader.isAtEnd() &&
                   transfer.graphs.size() == library.numGraphs &&
                   contents.inputs.size() == contents.function.numInputs &&
                   contents.results.size() == contents.function.results.size();
    if (reader.isDamaged || !isWhole)
      return makeError("the library is damaged: its description ends early or "
                       "does not fit its code");
    return contents;
  });
}

Status tinygrad::rt::bindInput(ExecutableDescription &description,
                               uint32_t input, const Buffer &content) {
  bool isUpdated = false;
  for (const ResultSlot &result : description.results) {
    const Slot *slot = &description.slots[result.slot];
    while (slot->kind == Slot::Kind::View)
      slot = &description.slots[slot->index];
    isUpdated |= result.isUpdatedInput && slot->kind == Slot::Kind::Input &&
                 slot->index == input;
  }
  for (Slot &slot : description.slots) {
    if (slot.kind != Slot::Kind::Input || slot.index < input)
      continue;
    if (slot.index > input) {
      --slot.index;
      continue;
    }
    if (slot.bytes != content.bytes())
      return makeError("expected ", slot.bytes, " bytes for input ", input,
                       ", but got ", content.bytes());
    slot.kind = isUpdated ? Slot::Kind::Held : Slot::Kind::Constant;
    slot.constant = content;
    slot.bytesVar = -1;
    slot.index = 0;
  }
  --description.numInputs;
  return Status::success();
}
