//===- ObjectLoader.cpp - objects to addresses -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Tiles.h"
#include "TinyGrad/Target/CPU/CPUTarget.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include <cstring>
#include <mutex>

using namespace llvm;

namespace tinygrad::cpu {

struct ObjectLoader::Impl {
  std::unique_ptr<orc::LLJIT> jit;
  /// Guards the fields below and makes the errors of one load its own.
  std::mutex mutex;
  unsigned numObjects = 0;
  /// What the session reported while an object was being linked.
  std::string reported;
};

ObjectLoader::ObjectLoader() : impl(std::make_unique<Impl>()) {}
ObjectLoader::~ObjectLoader() = default;

Expected<std::unique_ptr<ObjectLoader>> ObjectLoader::create() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
  std::unique_ptr<ObjectLoader> loader(new ObjectLoader());
  // Kernels need neither the process' symbols nor static constructors.
  auto jit = orc::LLJITBuilder()
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(orc::setUpInactivePlatform)
                 .create();
  if (!jit)
    return jit.takeError();
  loader->impl->jit = std::move(*jit);
  Impl *impl = loader->impl.get();
  impl->jit->getExecutionSession().setErrorReporter([impl](Error error) {
    if (!impl->reported.empty())
      impl->reported += "; ";
    impl->reported += toString(std::move(error));
  });
  return loader;
}

/// The only functions that a kernel may call.
static orc::SymbolMap getSupportSymbols(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(function),
                                          JITSymbolFlags::Exported |
                                              JITSymbolFlags::Callable};
  };
  add("memcpy", &std::memcpy);
  add("memset", &std::memset);
  add("memmove", &std::memmove);
  return symbols;
}

/// Rejects bytes that are no relocatable object of this machine defining
/// `entry`, before the linker sees them.
static Error checkObject(MemoryBufferRef buffer, StringRef entry) {
  auto object = object::ObjectFile::createObjectFile(buffer);
  if (!object)
    return object.takeError();
  if (!(*object)->isRelocatableObject())
    return createStringError("not a relocatable object");
  for (const object::SectionRef &section : (*object)->sections()) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    if (*name == kTilesSection)
      if (rt::Status status = rt::requestTiles(); status.isError())
        return createStringError(status.message());
  }
  for (const object::SymbolRef &symbol : (*object)->symbols()) {
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (*name != entry)
      continue;
    Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    if (!(*flags & object::SymbolRef::SF_Undefined))
      return Error::success();
  }
  return createStringError("the object does not define '" + entry + "'");
}

Expected<void *> ObjectLoader::load(StringRef object, StringRef entry) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  if (object.empty())
    return createStringError("cannot load '" + entry + "': no object");
  std::unique_ptr<MemoryBuffer> buffer =
      MemoryBuffer::getMemBufferCopy(object, entry);
  if (Error error = checkObject(buffer->getMemBufferRef(), entry))
    return createStringError("cannot load '" + entry +
                             "': " + toString(std::move(error)));

  orc::LLJIT &jit = *impl->jit;
  std::string name = ("object" + Twine(impl->numObjects++)).str();
  Expected<orc::JITDylib &> dylib = jit.createJITDylib(name);
  if (!dylib)
    return dylib.takeError();
  impl->reported.clear();
  auto link = [&]() -> Expected<orc::ExecutorAddr> {
    if (Error error =
            dylib->define(orc::absoluteSymbols(getSupportSymbols(jit))))
      return error;
    if (Error error = jit.addObjectFile(*dylib, std::move(buffer)))
      return error;
    return jit.lookup(*dylib, entry);
  };
  Expected<orc::ExecutorAddr> address = link();
  if (address)
    return address->toPtr<void *>();
  // The session's report names the cause, the lookup only the symbol.
  std::string message = toString(address.takeError());
  if (!impl->reported.empty())
    message = impl->reported;
  consumeError(jit.getExecutionSession().removeJITDylib(*dylib));
  return createStringError("cannot load '" + entry + "': " + message);
}

} // namespace tinygrad::cpu
