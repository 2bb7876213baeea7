//===- Onnx.cpp - ONNX models as programs ---------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Onnx.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/WithColor.h"
#include <optional>

using namespace llvm;

static Expected<std::string> makeTemporary(StringRef suffix) {
  SmallString<128> path;
  if (std::error_code error =
          sys::fs::createTemporaryFile("tg-run", suffix, path))
    return createStringError(error, "cannot make a temporary file");
  return std::string(path);
}

Expected<std::unique_ptr<MemoryBuffer>>
tinygrad::run::importOnnx(const std::string &path) {
  if (!sys::fs::exists(path))
    return createStringError("cannot open input file '" + path +
                             "': No such file or directory");
  ErrorOr<std::string> python = sys::findProgramByName("python3");
  if (!python)
    return createStringError("reading ONNX models needs python3, which is not "
                             "in the path");
  Expected<std::string> program = makeTemporary("mlirbc");
  if (!program)
    return program.takeError();
  auto removeProgram = make_scope_exit([&] { sys::fs::remove(*program); });
  Expected<std::string> messages = makeTemporary("txt");
  if (!messages)
    return messages.takeError();
  auto removeMessages = make_scope_exit([&] { sys::fs::remove(*messages); });

  StringRef arguments[] = {
      *python, "-m", "tinygrad_mlir.onnx", path, "--bytecode", "-o", *program};
  std::optional<StringRef> redirects[] = {StringRef(""), *messages, *messages};
  std::string failure;
  int code = sys::ExecuteAndWait(*python, arguments, std::nullopt, redirects, 0,
                                 0, &failure);
  if (code == 0) {
    // What it decided on its own, such as a size.
    if (auto said = MemoryBuffer::getFile(*messages)) {
      SmallVector<StringRef> lines;
      said.get()->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
      for (StringRef line : lines)
        WithColor::warning(errs(), "tg-run") << line << '\n';
    }
    auto buffer = MemoryBuffer::getFile(*program);
    if (!buffer)
      return createStringError(buffer.getError(), "cannot read the program");
    return std::move(*buffer);
  }
  std::string text = failure;
  if (auto said = MemoryBuffer::getFile(*messages))
    text += said.get()->getBuffer().rtrim().str();
  if (StringRef(text).contains("No module named") &&
      StringRef(text).contains("tinygrad_mlir"))
    return createStringError(
        "reading ONNX models needs the Python package tinygrad_mlir for " +
        *python + ": pip install ./python-bindings onnx");
  StringRef message = text;
  message.consume_front("error: ");
  return createStringError(message.empty() ? "cannot read '" + path + "'"
                                           : message.str());
}
