//===- DiskCache.cpp - compiled kernels in a folder -----------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is a line with the format's name, a line with the hash of the rest, a
// line of JSON with the program's facts, and the bytes of the object and of its
// fallback.
// llvm::localCache writes such files too, but ends the process when a write is
// given up; its companion pruneCache bounds the folder, and wants the names
// that begin with "llvmcache-".
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/DiskCache.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace llvm;
using namespace tinygrad;

static constexpr StringLiteral kFormat = "tinygrad program 3\n";
static constexpr size_t kHashDigits = 32;

static std::string hashOf(StringRef bytes) {
  return toHex(BLAKE3::hash<kHashDigits / 2>(arrayRefFromStringRef(bytes)));
}

/// Tells this build of the compiler from others, whose programs may differ
/// under the same key: the size and age of the file that holds this code.
static const std::string &getBuildName() {
  static const std::string name = [] {
    sys::fs::file_status status;
    Dl_info info;
    bool found = dladdr(reinterpret_cast<void *>(&getBuildName), &info) &&
                 info.dli_fname && !sys::fs::status(info.dli_fname, status) &&
                 sys::fs::is_regular_file(status);
    if (!found && sys::fs::status("/proc/self/exe", status))
      return std::string("unknown");
    return utostr(status.getSize()) + "-" +
           itostr(status.getLastModificationTime().time_since_epoch().count());
  }();
  return name;
}

static std::string write(const CachedProgram &program) {
  json::Object facts{
      {"target", program.target},
      {"entry", program.entry},
      {"buffers", program.numBuffers},
      {"outputs", program.numOutputs},
      {"scratch", program.scratchBytes},
      {"thread_extent", program.threadExtent},
      {"ops", program.ops},
      {"bytes", program.bytes},
      {"accessed", program.accessed},
      {"opts", program.opts},
      {"grid", program.grid},
      {"block", json::Array(program.block)},
      {"fallback_bytes", int64_t(program.fallback.size())},
  };
  std::string rest;
  raw_string_ostream(rest) << json::Value(std::move(facts)) << '\n'
                           << program.object << program.fallback;
  return (kFormat + hashOf(rest) + "\n" + rest).str();
}

static std::optional<CachedProgram> read(StringRef text) {
  if (!text.consume_front(kFormat) || text.size() <= kHashDigits)
    return std::nullopt;
  StringRef hash = text.take_front(kHashDigits);
  text = text.drop_front(kHashDigits);
  if (!text.consume_front("\n") || hash != hashOf(text))
    return std::nullopt;
  auto [line, object] = text.split('\n');
  Expected<json::Value> facts = json::parse(line);
  if (!facts) {
    consumeError(facts.takeError());
    return std::nullopt;
  }
  CachedProgram program;
  int64_t fallbackBytes = 0;
  json::Path::Root root;
  json::ObjectMapper map(*facts, root);
  if (!map || !map.map("target", program.target) ||
      !map.map("entry", program.entry) ||
      !map.map("buffers", program.numBuffers) ||
      !map.map("outputs", program.numOutputs) ||
      !map.map("scratch", program.scratchBytes) ||
      !map.map("thread_extent", program.threadExtent) ||
      !map.map("ops", program.ops) || !map.map("bytes", program.bytes) ||
      !map.map("accessed", program.accessed) ||
      !map.map("opts", program.opts) || !map.map("grid", program.grid) ||
      !map.map("block", program.block) ||
      !map.map("fallback_bytes", fallbackBytes) || fallbackBytes < 0 ||
      size_t(fallbackBytes) > object.size())
    return std::nullopt;
  program.object = object.drop_back(size_t(fallbackBytes)).str();
  program.fallback = object.take_back(size_t(fallbackBytes)).str();
  return program;
}

Expected<DiskCache> DiskCache::open(StringRef folder, uint64_t maxBytes) {
  std::error_code error = sys::fs::create_directories(folder);
  if (!error && !sys::fs::is_directory(folder))
    error = std::make_error_code(std::errc::not_a_directory);
  if (!error)
    error = sys::fs::access(folder, sys::fs::AccessMode::Write);
  if (error)
    return createStringError(error, "cannot write to the cache folder '" +
                                        folder + "': " + error.message());
  return DiskCache(folder, maxBytes);
}

std::string DiskCache::getPath(StringRef key) const {
  SmallString<128> path(folder);
  sys::path::append(path,
                    "llvmcache-" + hashOf((key + " " + getBuildName()).str()));
  return std::string(path);
}

std::optional<CachedProgram> DiskCache::find(StringRef key) const {
  Expected<sys::fs::file_t> file =
      sys::fs::openNativeFileForRead(getPath(key), sys::fs::OF_UpdateAtime);
  if (!file) {
    consumeError(file.takeError());
    return std::nullopt;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getOpenFile(*file, getPath(key), /*FileSize=*/-1);
  sys::fs::closeFile(*file);
  return buffer ? read((*buffer)->getBuffer()) : std::nullopt;
}

void DiskCache::insert(StringRef key, const CachedProgram &program) const {
  // A file of another name first, so that no one ever finds half a program.
  SmallString<128> model(folder);
  sys::path::append(model, "new-%%%%%%%%");
  Expected<sys::fs::TempFile> file = sys::fs::TempFile::create(model);
  if (!file) {
    consumeError(file.takeError());
    return;
  }
  raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
  stream << write(program);
  stream.flush();
  bool failed = stream.has_error();
  stream.clear_error();
  consumeError(failed ? file->discard() : file->keep(getPath(key)));
  prune(std::chrono::seconds(60));
}

void DiskCache::prune(std::chrono::seconds interval) const {
  CachePruningPolicy policy;
  policy.Interval = interval;
  policy.Expiration = std::chrono::hours(0);
  policy.MaxSizePercentageOfAvailableSpace = 0;
  policy.MaxSizeBytes = maxBytes;
  pruneCache(folder, policy);
}
