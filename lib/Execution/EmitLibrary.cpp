//===- EmitLibrary.cpp - compiled functions as shared libraries -----------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library is data and kernels only: the runtime does the rest, so that no
// code that calls it has to be generated for each function. The tables are a
// module of the LLVM dialect and go through the same code generator as kernels.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/EmitLibrary.h"
#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Target/CPU/CPUTarget.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace tinygrad;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

/// The name of a launch graph's function in its object (ProgramLoader.cpp).
static constexpr llvm::StringLiteral graphEntry = "tinygrad_graph";

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// The object with its `entry` under another name and every other definition
/// local, so that objects can be linked together.
static Expected<std::string> isolate(StringRef object, StringRef entry,
                                     StringRef newName) {
  auto parsed = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef(object, entry));
  if (!parsed)
    return parsed.takeError();
  llvm::objcopy::ConfigManager config;
  config.Common.SymbolsToRename[entry] = newName;
  if (Error error = config.Common.SymbolsToKeepGlobal.addMatcher(
          llvm::objcopy::NameOrPattern::create(
              entry, llvm::objcopy::MatchStyle::Literal,
              [](Error error) { return error; })))
    return std::move(error);
  std::string renamed;
  llvm::raw_string_ostream os(renamed);
  if (Error error = llvm::objcopy::executeObjcopyOnBinary(config, **parsed, os))
    return std::move(error);
  return renamed;
}

namespace {
/// Writes one library.
class LibraryEmitter {
public:
  LibraryEmitter(ModuleOp module, StringRef function,
                 const EmitLibraryOptions &options)
      : module(module), function(function), options(options) {}

  Error emit(rt::LibraryContents &contents, StringRef prefix);

private:
  Error setTarget(rt::LibraryTarget &required);
  Error addKernels(const rt::WrittenLibrary &written);
  Error addGraphs(const rt::WrittenLibrary &written);
  Error addTables(const rt::WrittenLibrary &written);
  Error link(StringRef path);

  LLVM::GlobalOp addTable(OpBuilder &builder, StringRef name,
                          ArrayRef<std::string> symbols);
  std::string getSymbol(StringRef kind, size_t number) const {
    return (options.name + "_" + kind + Twine(number)).str();
  }

  ModuleOp module;
  StringRef function;
  const EmitLibraryOptions &options;
  cpu::TargetInfo target;
  SmallVector<std::string> objects, kernels, graphs;
};
} // namespace

Error LibraryEmitter::setTarget(rt::LibraryTarget &required) {
  auto found = cpu::getTarget(options.target);
  if (!found)
    return found.takeError();
  target = std::move(*found);
  llvm::Triple triple(target.triple);
  if (!triple.isOSBinFormatELF())
    return createStringError("expected a target with ELF objects, but got '" +
                             target.triple + "'");
  required.architecture = triple.getArchName().str();
  required.features = cpu::getRequiredFeatures(target);
  for (const std::string &feature : required.features)
    if (!rt::canCheckFeature(feature))
      return createStringError(
          "the code may use '" + feature +
          "', which the runtime cannot look for on another machine: choose a "
          "target such as x86-64-v3");
  return Error::success();
}

Error LibraryEmitter::addKernels(const rt::WrittenLibrary &written) {
  for (const rt::ProgramRef &program : written.programs) {
    auto op = module.lookupSymbol<jit::ProgramOp>(program->name);
    if (!op || op.getTarget() != "cpu")
      return createStringError("kernel '" + program->name +
                               "' has no object for the CPU");
    kernels.push_back(getSymbol("kernel", kernels.size()));
    auto object = isolate(op.getObject(), op.getEntry(), kernels.back());
    if (!object)
      return object.takeError();
    objects.push_back(std::move(*object));
  }
  return Error::success();
}

Error LibraryEmitter::addGraphs(const rt::WrittenLibrary &written) {
  Operation *jitFunction = module.lookupSymbol(function);
  SmallVector<StringAttr> compiled;
  auto collect = [&](bool once) {
    jitFunction->walk([&](jit::GraphOp graph) {
      auto object = graph->getAttrOfType<StringAttr>("jit.object");
      if (object && bool(graph->getParentOfType<jit::OnceOp>()) == once)
        compiled.push_back(object);
    });
  };
  if (jitFunction) {
    collect(/*once=*/true);
    collect(/*once=*/false);
  }
  if (compiled.size() != written.graphs.size())
    return createStringError("expected " + Twine(written.graphs.size()) +
                             " compiled launch graphs, but got " +
                             Twine(compiled.size()));
  for (StringAttr graph : compiled) {
    graphs.push_back(getSymbol("graph", graphs.size()));
    auto object = isolate(graph.getValue(), graphEntry, graphs.back());
    if (!object)
      return object.takeError();
    objects.push_back(std::move(*object));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// A global initialized by what `build` gives.
template <typename Build>
static LLVM::GlobalOp addGlobal(OpBuilder &builder, Location loc, Type type,
                                StringRef name, LLVM::Linkage linkage,
                                Build build) {
  OpBuilder::InsertionGuard guard(builder);
  auto global = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                       linkage, name, Attribute());
  builder.createBlock(&global.getInitializerRegion());
  LLVM::ReturnOp::create(builder, loc, build());
  return global;
}

/// A constant array of addresses of functions that other objects define.
LLVM::GlobalOp LibraryEmitter::addTable(OpBuilder &builder, StringRef name,
                                        ArrayRef<std::string> symbols) {
  Location loc = builder.getUnknownLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto functionType = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(builder.getContext()), {});
  for (const std::string &symbol : symbols)
    LLVM::LLVMFuncOp::create(builder, loc, symbol, functionType);
  auto type = LLVM::LLVMArrayType::get(pointer, symbols.size());
  return addGlobal(
      builder, loc, type, name, LLVM::Linkage::Internal, [&]() -> Value {
        Value table = LLVM::UndefOp::create(builder, loc, type);
        for (auto [i, symbol] : llvm::enumerate(symbols)) {
          Value address =
              LLVM::AddressOfOp::create(builder, loc, pointer, symbol);
          table = LLVM::InsertValueOp::create(builder, loc, table, address,
                                              int64_t(i));
        }
        return table;
      });
}

Error LibraryEmitter::addTables(const rt::WrittenLibrary &written) {
  MLIRContext *context = module.getContext();
  context->getOrLoadDialect<LLVM::LLVMDialect>();
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> holder = ModuleOp::create(loc);
  builder.setInsertionPointToStart(holder->getBody());

  StringRef bytes(written.description.data(), written.description.size());
  auto byteArray =
      LLVM::LLVMArrayType::get(builder.getI8Type(), unsigned(bytes.size()));
  if (bytes.size() > std::numeric_limits<unsigned>::max())
    return createStringError("the constants take more than 4 GiB");
  LLVM::GlobalOp::create(builder, loc, byteArray, /*isConstant=*/true,
                         LLVM::Linkage::Internal, "description",
                         builder.getStringAttr(bytes),
                         /*alignment=*/rt::deviceAlignment);
  addTable(builder, "kernels", kernels);
  addTable(builder, "graphs", graphs);

  auto pointer = LLVM::LLVMPointerType::get(context);
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto type = LLVM::LLVMStructType::getLiteral(
      context, {i32, i32, pointer, i64, pointer, i64, pointer, i64});
  auto build = [&]() -> Value {
    auto number = [&](Type type, uint64_t value) -> Value {
      return LLVM::ConstantOp::create(
          builder, loc, type, builder.getIntegerAttr(type, int64_t(value)));
    };
    auto address = [&](StringRef name) -> Value {
      return LLVM::AddressOfOp::create(builder, loc, pointer, name);
    };
    Value fields[] = {number(i32, TGRT_LIBRARY_VERSION),
                      number(i32, sizeof(TgrtLibrary)),
                      address("description"),
                      number(i64, bytes.size()),
                      address("kernels"),
                      number(i64, kernels.size()),
                      address("graphs"),
                      number(i64, graphs.size())};
    Value library = LLVM::UndefOp::create(builder, loc, type);
    for (auto [i, field] : llvm::enumerate(fields))
      library =
          LLVM::InsertValueOp::create(builder, loc, library, field, int64_t(i));
    return library;
  };
  addGlobal(builder, loc, type, options.name + "_library",
            LLVM::Linkage::External, build);
  std::vector<std::string> externals(kernels.begin(), kernels.end());
  llvm::append_range(externals, graphs);
  auto object =
      cpu::compileToObject(*holder, target, nullptr, nullptr, externals);
  if (!object)
    return object.takeError();
  objects.emplace_back(object->data(), object->size());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

static Expected<std::string> findLinker(StringRef wanted) {
  if (!wanted.empty()) {
    if (auto found = llvm::sys::findProgramByName(wanted))
      return *found;
    return createStringError("there is no linker '" + wanted + "'");
  }
  if (auto found =
          llvm::sys::findProgramByName("ld.lld", {TINYGRAD_LLVM_TOOLS_DIR}))
    return *found;
  for (StringRef name : {"ld.lld", "ld.lld-22", "ld"})
    if (auto found = llvm::sys::findProgramByName(name))
      return *found;
  return createStringError("found no linker: expected ld.lld or ld");
}

namespace {
/// A file that is removed in the end.
struct TemporaryFile {
  SmallString<128> path;
  ~TemporaryFile() {
    if (!path.empty())
      llvm::sys::fs::remove(path);
  }
  Error write(StringRef suffix, StringRef content) {
    int descriptor;
    if (std::error_code code = llvm::sys::fs::createTemporaryFile(
            "tinygrad", suffix, descriptor, path))
      return createStringError("cannot make a temporary file: " +
                               code.message());
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << content;
    os.close();
    if (!os.has_error())
      return Error::success();
    std::string message = os.error().message();
    os.clear_error();
    return createStringError("cannot write '" + path + "': " + message);
  }
};
} // namespace

Error LibraryEmitter::link(StringRef path) {
  auto linker = findLinker(options.linker);
  if (!linker)
    return linker.takeError();
  std::vector<TemporaryFile> files(objects.size() + 2);
  for (auto [file, object] : llvm::zip(files, objects))
    if (Error error = file.write("o", object))
      return error;
  TemporaryFile &script = files[objects.size()];
  TemporaryFile &messages = files[objects.size() + 1];
  // Nothing but the one symbol is visible.
  if (Error error = script.write("map", "{ global: " + options.name +
                                            "_library; local: *; };\n"))
    return error;
  if (Error error = messages.write("txt", ""))
    return error;
  // Complete before it has its name; others may write the same library.
  SmallString<128> unfinished;
  if (std::error_code error =
          llvm::sys::fs::createUniqueFile(path + ".%%%%%%%%.tmp", unfinished))
    return createStringError("cannot write '" + path + "': " + error.message());
  llvm::FileRemover remover(unfinished);
  std::string versionScript = ("--version-script=" + script.path).str();
  SmallVector<StringRef> arguments = {
      *linker,      "-shared",  "-z",      "noexecstack",
      "-o",         unfinished, "-soname", llvm::sys::path::filename(path),
      versionScript};
  for (size_t i = 0; i < objects.size(); ++i)
    arguments.push_back(files[i].path);
  StringRef log = messages.path;
  std::string message;
  int code = llvm::sys::ExecuteAndWait(*linker, arguments, std::nullopt,
                                       {StringRef(), log, log}, 0, 0, &message);
  if (code != 0) {
    auto text = llvm::MemoryBuffer::getFile(messages.path);
    return createStringError("'" + *linker + "' failed: " +
                             (text && !(*text)->getBuffer().trim().empty()
                                  ? (*text)->getBuffer().trim()
                                  : StringRef(message)));
  }
  if (std::error_code error = llvm::sys::fs::rename(unfinished, path))
    return createStringError("cannot write '" + path + "': " + error.message());
  remover.releaseFile();
  return Error::success();
}

Error LibraryEmitter::emit(rt::LibraryContents &contents, StringRef prefix) {
  if (Error error = setTarget(contents.target))
    return error;
  rt::StatusOr<rt::WrittenLibrary> written = rt::writeLibrary(contents);
  if (written.isError())
    return createStringError(written.message());
  if (Error error = addKernels(*written))
    return error;
  if (Error error = addGraphs(*written))
    return error;
  if (Error error = addTables(*written))
    return error;
  if (Error error = link((prefix + ".so").str()))
    return error;
  std::string header = (prefix + ".h").str();
  return llvm::writeToOutput(header, [&](raw_ostream &os) {
    os << makeLibraryHeader(contents, options.name);
    return Error::success();
  });
}

Error tinygrad::emitLibrary(ModuleOp module, StringRef function,
                            rt::LibraryContents contents, StringRef prefix,
                            const EmitLibraryOptions &options) {
  return LibraryEmitter(module, function, options).emit(contents, prefix);
}
