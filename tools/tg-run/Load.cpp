//===- Load.cpp - program files -------------------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Load.h"
#include "Onnx.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;
using llvm::createStringError;

/// MLIR's parser calls itself for every bracket: deeper nesting than any
/// program needs would exhaust its stack.
static constexpr unsigned maxNesting = 256;

static llvm::Error checkNesting(StringRef path, StringRef text) {
  unsigned depth = 0, line = 1;
  bool inString = false, inComment = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\n') {
      ++line;
      inComment = inString = false;
    } else if (inComment) {
      continue;
    } else if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '/' && i + 1 < text.size() && text[i + 1] == '/') {
      inComment = true;
    } else if (StringRef("([{<").contains(c)) {
      if (++depth > maxNesting)
        return createStringError(Twine(path) + ":" + Twine(line) +
                                 ": brackets nest deeper than " +
                                 Twine(maxNesting));
    } else if (c == '>' && i > 0 && text[i - 1] == '-') {
      continue; // an arrow
    } else if (StringRef(")]}>").contains(c) && depth > 0) {
      --depth;
    }
  }
  return llvm::Error::success();
}

llvm::Error run::openProgram(const std::string &path,
                             llvm::SourceMgr &sources) {
  if (StringRef(path).ends_with(".onnx")) {
    auto program = importOnnx(path);
    if (!program)
      return program.takeError();
    sources.AddNewSourceBuffer(std::move(*program), SMLoc());
    return llvm::Error::success();
  }
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(path, &message);
  if (!buffer)
    return createStringError(message);
  StringRef text = buffer->getBuffer();
  bool isBytecode = text.starts_with("ML\xefR");
  if (!isBytecode)
    if (llvm::Error error = checkNesting(path, text))
      return error;
  sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  return llvm::Error::success();
}

static llvm::Error checkRunnable(func::FuncOp function, StringRef path) {
  auto refuse = [&](const Twine &why) {
    return createStringError("function '" + function.getName() + "' of '" +
                             path + "' " + why);
  };
  if (function.isDeclaration())
    return refuse("has no body");
  if (!function.getBody().hasOneBlock())
    return refuse("has control flow, which tg programs do not have");
  if (!isa<func::ReturnOp>(function.getBody().front().getTerminator()))
    return refuse("does not end with a return");
  return llvm::Error::success();
}

llvm::Expected<std::vector<func::FuncOp>>
run::findEntries(ModuleOp module, const Options &options) {
  std::vector<func::FuncOp> publics, entries;
  std::string names;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isPublic() && !function.isDeclaration())
      publics.push_back(function);
    names += (names.empty() ? "'" : ", '") + function.getName().str() + "'";
  }
  if (names.empty())
    return createStringError("'" + options.file + "' has no function");

  std::string name = options.entry;
  if (options.allEntries) {
    if (publics.empty())
      return createStringError("'" + options.file +
                               "' has no public function with a body");
    entries = publics;
  } else if (name.empty() && publics.size() == 1) {
    entries = publics;
  } else {
    if (name.empty())
      name = "main";
    auto function = module.lookupSymbol<func::FuncOp>(name);
    if (!function)
      return createStringError((options.entry.empty() ? "" : "--entry: ") +
                               ("'" + options.file) + "' has no function '" +
                               name + "' (it has " + names + ")");
    entries.push_back(function);
  }
  for (func::FuncOp function : entries)
    if (llvm::Error error = checkRunnable(function, options.file))
      return std::move(error);
  return entries;
}
