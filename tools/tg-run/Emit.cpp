//===- Emit.cpp - programs at their stages --------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit.h"
#include "Viz.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;
using llvm::createStringError;
using llvm::Error;

static StringRef getName(Stage stage) {
  switch (stage) {
  case Stage::Tensor:
    return "tg";
  case Stage::Schedule:
    return "schedule";
  case Stage::UOp:
    return "uop";
  case Stage::Code:
    return "code";
  case Stage::LLVM:
    return "llvm";
  case Stage::Assembly:
    return "asm";
  case Stage::JIT:
    return "jit";
  case Stage::Expression:
    return "expression";
  }
  return "";
}

void Emitter::attachTo(CompileOptions &compile) {
  if (!options.emit.empty() || wantsFiles())
    compile.onModule = [this](Stage stage, ModuleOp module) {
      addModule(stage, module);
    };
  if (!options.dumpDir.empty() || wantsPage() || options.emit == "llvm" ||
      options.emit == "asm")
    compile.onText = [this](Stage stage, StringRef kernel, StringRef text) {
      addText(stage, kernel, text);
    };
}

bool Emitter::wantsFiles() const {
  return !options.dumpDir.empty() || !options.vizFile.empty() ||
         !options.graphPath.empty();
}

bool Emitter::needsNoCompilation() const {
  return !wantsFiles() && (options.emit == "tg" || options.emit == "tree");
}

void Emitter::addModule(Stage stage, ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (options.emit == getName(stage) || !options.dumpDir.empty())
    module.print(os);
  if (options.emit == getName(stage))
    emitted += text + "\n";
  if (!options.dumpDir.empty() && stage != Stage::Expression)
    files.emplace_back(std::to_string(unsigned(stage)) + "-" +
                           getName(stage).str() + ".mlir",
                       text + "\n");
  if (wantsPage())
    page.addModule(stage, module);
  if (stage == Stage::Schedule && wantsDot())
    for (auto function : module.getOps<func::FuncOp>()) {
      llvm::raw_string_ostream dotStream(dot);
      writeDot(function, dotStream);
    }
}

bool Emitter::wantsPage() const {
  return StringRef(options.vizFile).ends_with(".html");
}

bool Emitter::wantsDot() const {
  return !options.graphPath.empty() ||
         (!options.vizFile.empty() && !wantsPage());
}

void Emitter::addText(Stage stage, StringRef kernel, StringRef text) {
  if (wantsPage())
    page.addText(stage, kernel, text);
  if (options.emit == getName(stage))
    emitted += text;
  if (!options.dumpDir.empty())
    files.emplace_back(std::to_string(unsigned(stage)) + "-" + kernel.str() +
                           (stage == Stage::LLVM ? ".ll" : ".s"),
                       text.str());
}

/// Writes a file under its name only when it is complete.
static Error writeFile(StringRef option, StringRef path, StringRef text) {
  if (Error error = llvm::writeToOutput(path, [&](raw_ostream &os) {
        os << text;
        return Error::success();
      }))
    return createStringError(option + ": cannot write '" + path +
                             "': " + llvm::toString(std::move(error)));
  return Error::success();
}

/// GRAPHPATH: the tensors as Graphviz' text, and as a picture where Graphviz is
/// installed.
Error Emitter::drawTensors() {
  std::string text = options.graphPath + ".dot";
  std::string picture = options.graphPath + ".svg";
  if (Error error = writeFile("GRAPHPATH", text, dot))
    return error;
  auto program = llvm::sys::findProgramByName("dot");
  if (!program) {
    llvm::errs()
        << "tg-run: warning: GRAPHPATH: no program 'dot' (Graphviz) is "
           "installed to draw '"
        << picture << "' from '" << text << "'\n";
    return Error::success();
  }
  std::string reason;
  if (llvm::sys::ExecuteAndWait(*program, {"dot", "-Tsvg", text, "-o", picture},
                                std::nullopt, {}, /*SecondsToWait=*/60,
                                /*MemoryLimit=*/0, &reason))
    return createStringError("GRAPHPATH: 'dot' cannot draw '" + picture +
                             "': " + (reason.empty() ? "it failed" : reason));
  return Error::success();
}

Error Emitter::dumpFiles(StringRef function) {
  // With several entries, a folder for each.
  SmallString<128> folder(options.dumpDir);
  if (options.allEntries)
    llvm::sys::path::append(folder, function);
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return createStringError("--dump-ir: cannot make folder '" + folder.str() +
                             "': " + code.message());
  for (auto &[name, text] : files) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    if (Error error = writeFile("--dump-ir", path, text))
      return error;
  }
  return Error::success();
}

Error Emitter::finish(func::FuncOp function) {
  llvm::raw_string_ostream os(emitted);
  if (options.emit == "tg" && needsNoCompilation())
    os << *function << "\n";
  if (options.emit == "tree")
    writeTree(function, os);
  if (!options.vizFile.empty())
    if (Error error = writeFile("--viz", options.vizFile,
                                wantsPage() ? page.getHTML() : dot))
      return error;
  if (!options.graphPath.empty())
    if (Error error = drawTensors())
      return error;
  if (!options.dumpDir.empty())
    if (Error error = dumpFiles(function.getName()))
      return error;
  llvm::outs() << emitted;
  return Error::success();
}

Error Emitter::addTimes(ArrayRef<double> seconds) {
  page.setTimes(seconds);
  return writeFile("--viz", options.vizFile, page.getHTML());
}
