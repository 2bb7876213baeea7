//===- SavedCapture.cpp - captured functions as files ---------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/SavedCapture.h"
#include "CollectDiagnostics.h"
#include "TinyGrad/Target/CPU/CPUTarget.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace tinygrad;
using rt::makeError;
using rt::Status;
using rt::StatusOr;

static constexpr StringLiteral kSaved = "jit.saved";
static constexpr StringLiteral kHeldData = "jit.held_data";

//===----------------------------------------------------------------------===//
// The hash
//===----------------------------------------------------------------------===//

namespace {
/// Hashes a module by its contents: names of resources, which a context may
/// change, do not count.
class ModuleHash {
public:
  std::string get(ModuleOp module) {
    module->walk<WalkOrder::PreOrder>([&](Operation *op) { add(op); });
    return llvm::toHex(hasher.final(), /*LowerCase=*/true);
  }

private:
  void add(StringRef text) {
    uint64_t size = text.size();
    hasher.update(
        ArrayRef(reinterpret_cast<const uint8_t *>(&size), sizeof(size)));
    hasher.update(text);
  }

  template <typename T> void addPrinted(T value) {
    std::string text;
    llvm::raw_string_ostream(text) << value;
    add(text);
  }

  void add(Attribute attribute) {
    if (auto string = dyn_cast<StringAttr>(attribute))
      return add(string.getValue());
    if (auto array = dyn_cast<ArrayAttr>(attribute)) {
      for (Attribute element : array)
        add(element);
      return;
    }
    if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute)) {
      addPrinted(resource.getType());
      if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
        add(StringRef(blob->getData().data(), blob->getData().size()));
      return;
    }
    addPrinted(attribute);
  }

  void add(Operation *op) {
    add(op->getName().getStringRef());
    for (Value operand : op->getOperands())
      addPrinted(numbers.lookup(operand));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          number(argument);
    for (Value result : op->getResults())
      number(result);
    for (NamedAttribute attribute : op->getAttrDictionary()) {
      if (attribute.getName() == kSaved)
        continue;
      add(attribute.getName().getValue());
      add(attribute.getValue());
    }
  }

  void number(Value value) {
    numbers[value] = unsigned(numbers.size()) + 1;
    addPrinted(value.getType());
  }

  llvm::BLAKE3 hasher;
  llvm::DenseMap<Value, unsigned> numbers;
};
} // namespace

//===----------------------------------------------------------------------===//
// Saving
//===----------------------------------------------------------------------===//

/// The bytecode's producer, with the hash of the file, whose digits count as
/// zeros. It is compared before MLIR's reader, which trusts what it reads, sees
/// a damaged file; the hash in the module says whether the module was changed.
static constexpr StringLiteral kProducer = "TinyGrad capture ";
static constexpr size_t numDigits = 64;

/// Where the digits are; npos in a file of another kind.
static size_t findDigits(StringRef file) {
  // Behind the magic number and the version.
  size_t at = file.take_front(16 + kProducer.size()).find(kProducer);
  if (at == StringRef::npos || file.size() < at + kProducer.size() + numDigits)
    return StringRef::npos;
  return at + kProducer.size();
}

static std::string hashFile(StringRef file, size_t digits) {
  llvm::BLAKE3 hasher;
  hasher.update(file.take_front(digits));
  hasher.update(file.drop_front(digits + numDigits));
  return llvm::toHex(hasher.final<numDigits / 2>(), /*LowerCase=*/true);
}

Status tinygrad::writeCaptureFile(ModuleOp module, StringRef path) {
  std::string file;
  llvm::raw_string_ostream stream(file);
  std::string producer = kProducer.str() + std::string(numDigits, '0');
  if (failed(
          writeBytecodeToFile(module, stream, BytecodeWriterConfig(producer))))
    return makeError("it cannot be written as bytecode");
  size_t digits = findDigits(file);
  if (digits == StringRef::npos)
    return makeError("it cannot be written with a hash");
  file.replace(digits, numDigits, hashFile(file, digits));
  llvm::Error error =
      llvm::writeToOutput(path, [&](raw_ostream &os) -> llvm::Error {
        os << file;
        return llvm::Error::success();
      });
  return error ? makeError(llvm::toString(std::move(error)))
               : Status::success();
}

static StatusOr<Attribute> packBuffer(const rt::Buffer &buffer,
                                      MLIRContext *context) {
  auto type = RankedTensorType::get({int64_t(buffer.bytes())},
                                    IntegerType::get(context, 8));
  std::vector<char> bytes(buffer.bytes());
  if (Status status = buffer.copyOut(bytes.data()); status.isError())
    return status;
  return Attribute(DenseResourceElementsAttr::get(
      type, "held", HeapAsmResourceBlob::allocateAndCopyWithAlign(bytes, 64)));
}

Status tinygrad::saveCapture(CapturedJit &captured, StringRef path) {
  MLIRContext *context = captured.getModule().getContext();
  const std::string &name = captured.getName();
  auto target = cpu::getTarget(captured.getOptions().execution.target);
  if (!target)
    return makeError("cannot save '", name,
                     "': ", llvm::toString(target.takeError()));
  StatusOr<OwningOpRef<ModuleOp>> planned = captured.makePlannedModule();
  if (planned.isError())
    return planned.status();
  ModuleOp module = **planned;
  Builder builder(context);
  SmallVector<Attribute> held;
  for (const rt::Buffer &buffer : captured.getHeld()) {
    StatusOr<Attribute> data = packBuffer(buffer, context);
    if (data.isError())
      return data.status();
    held.push_back(*data);
  }
  module->setAttr(kHeldData, builder.getArrayAttr(held));
  std::string hash = ModuleHash().get(module);
  module->setAttr(
      kSaved,
      builder.getDictionaryAttr(
          {builder.getNamedAttr(
               "version", builder.getI64IntegerAttr(kSavedCaptureVersion)),
           builder.getNamedAttr("function", builder.getStringAttr(name)),
           builder.getNamedAttr("triple",
                                builder.getStringAttr(target->triple)),
           builder.getNamedAttr("features",
                                builder.getStringAttr(target->features)),
           builder.getNamedAttr("hash", builder.getStringAttr(hash))}));
  if (Status status = writeCaptureFile(module, path); status.isError())
    return makeError("cannot save '", name, "' as '", path.str(),
                     "': ", status.message());
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// The first of the features that a file needs and this processor lacks.
static std::string findMissingFeature(StringRef needed, StringRef available) {
  SmallVector<StringRef> features, known;
  needed.split(features, ',', -1, /*KeepEmpty=*/false);
  available.split(known, ',', -1, /*KeepEmpty=*/false);
  for (StringRef feature : features)
    if (feature.starts_with("+") && !llvm::is_contained(known, feature))
      return feature.str();
  return "";
}

static Status checkHeader(ModuleOp module, const std::string &path) {
  auto saved = module->getAttrOfType<DictionaryAttr>(kSaved);
  auto version = saved ? saved.getAs<IntegerAttr>("version") : nullptr;
  if (!version)
    return makeError("'", path, "' is not a saved capture");
  if (version.getInt() != kSavedCaptureVersion)
    return makeError("'", path, "' has version ", version.getInt(),
                     " of saved captures: expected version ",
                     kSavedCaptureVersion);
  auto get = [&](StringRef name) {
    auto text = saved.getAs<StringAttr>(name);
    return text ? text.str() : std::string();
  };
  const cpu::TargetInfo &host = cpu::getHostTarget();
  if (get("triple") != host.triple)
    return makeError("'", path, "' was compiled for '", get("triple"),
                     "': expected '", host.triple, "'");
  if (std::string missing = findMissingFeature(get("features"), host.features);
      !missing.empty())
    return makeError("'", path, "' was compiled for a processor with '",
                     missing, "', which this one does not have");
  if (ModuleHash().get(module) != get("hash"))
    return makeError("'", path,
                     "' is damaged: its contents do not have the "
                     "hash that they were saved with");
  return Status::success();
}

static StatusOr<std::vector<rt::Buffer>>
unpackHeld(ModuleOp module, jit::CaptureOp capture,
           rt::DeviceRegistry &devices) {
  std::vector<rt::Buffer> held;
  auto data = module->getAttrOfType<ArrayAttr>(kHeldData);
  for (BlockArgument argument : capture.getBody().getArguments()) {
    if (!capture.getArgAttr(argument.getArgNumber(), "jit.held"))
      continue;
    auto type = cast<jit::BufferType>(argument.getType());
    auto resource = data && held.size() < data.size()
                        ? dyn_cast<DenseResourceElementsAttr>(data[held.size()])
                        : DenseResourceElementsAttr();
    AsmResourceBlob *blob =
        resource ? resource.getRawHandle().getBlob() : nullptr;
    if (!blob || blob->getData().size() != size_t(type.getBytes()))
      return makeError("held memory ", held.size(), " of '",
                       capture.getName().str(), "' is missing");
    auto device = devices.get(type.getDevice().str());
    if (device.isError())
      return device.status();
    auto buffer = rt::Buffer::create(*device, uint64_t(type.getBytes()));
    if (buffer.isError())
      return buffer.status();
    if (Status status = buffer->copyIn(blob->getData().data());
        status.isError())
      return status;
    held.push_back(*buffer);
  }
  return held;
}

StatusOr<std::unique_ptr<CapturedJit>>
tinygrad::loadCapture(MLIRContext &context, StringRef path,
                      rt::DeviceRegistry &devices,
                      const CaptureOptions &options) {
  context.loadDialect<jit::JITDialect, arith::ArithDialect,
                      affine::AffineDialect>();
  std::string file = path.str();
  OwningOpRef<ModuleOp> module;
  // The reader of bytecode wants blobs where their alignment says.
  auto buffer = llvm::MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/true,
      /*IsVolatile=*/false, llvm::Align(64));
  if (!buffer)
    return makeError("cannot load '", file, "': ", buffer.getError().message());
  StringRef contents = (*buffer)->getBuffer();
  size_t digits = findDigits(contents);
  if (digits == StringRef::npos)
    return makeError("'", file, "' is not a saved capture");
  if (contents.substr(digits, numDigits) != hashFile(contents, digits))
    return makeError("'", file,
                     "' is damaged: its contents do not have the "
                     "hash that they were saved with");
  {
    CollectDiagnostics diagnostics(&context);
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
    module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
    if (!module)
      return makeError("cannot load '", file, "': ", diagnostics.getText());
  }
  if (Status status = checkHeader(*module, file); status.isError())
    return status;
  auto saved = (*module)->getAttrOfType<DictionaryAttr>(kSaved);
  auto name = saved.getAs<StringAttr>("function");
  auto capture =
      name ? module->lookupSymbol<jit::CaptureOp>(name) : jit::CaptureOp();
  if (!capture)
    return makeError("'", file, "' holds no captured function");
  auto held = unpackHeld(*module, capture, devices);
  if (held.isError())
    return held.status();
  (*module)->removeAttr(kSaved);
  (*module)->removeAttr(kHeldData);
  CaptureOptions loaded = options;
  loaded.isPlanned = true;
  return CapturedJit::create({std::move(module), name.str(), std::move(*held)},
                             devices, loaded);
}
