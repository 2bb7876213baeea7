//===- Library.h - executables as data --------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `tg-run --emit-library` bakes into a shared library: the description of
// an executable, its constants included, and the target that its code needs.
// Code is referred to by position in the tables of a TgrtLibrary.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_LIBRARY_H
#define TINYGRAD_RUNTIME_LIBRARY_H

#include "TinyGrad-c/Library.h"
#include "TinyGrad/Runtime/Executable.h"

namespace tinygrad::rt {

struct LibraryPort {
  std::string name;
  std::string dtype;
  std::string shape;
  bool isUpdated = false;
};

/// What the code of a library needs of the processor.
struct LibraryTarget {
  /// "x86_64".
  std::string architecture;
  /// LLVM's names of features.
  std::vector<std::string> features;
};

struct LibraryContents {
  ExecutableDescription function;
  std::vector<LibraryPort> inputs;
  std::vector<LibraryPort> results;
  LibraryTarget target;
};

/// The contents as bytes, and the code that they refer to.
struct WrittenLibrary {
  std::vector<char> description;
  /// In the order of the table of kernels.
  std::vector<ProgramRef> programs;
  /// In the order of the table of graphs; those of the first run come first.
  std::vector<const GraphItem *> graphs;
};

/// Refuses what a file cannot hold: host functions, and memory of devices other
/// than the CPU.
StatusOr<WrittenLibrary> writeLibrary(const LibraryContents &contents);

/// Refuses other versions, damaged descriptions, and code for a processor with
/// features that this one lacks. Constants stay where they are in the library.
StatusOr<LibraryContents> readLibrary(const TgrtLibrary &library,
                                      DeviceRegistry &devices);

/// A function of the C interface made of an executable's description; the
/// caller ends it by tgrt_function_destroy. `devices` are those of the
/// description.
StatusOr<TgrtFunction *>
createFunction(LibraryContents contents,
               std::shared_ptr<DeviceRegistry> devices);

/// Makes what an input holds part of the function: memory that items write
/// (`content` is its first content), or a constant.
Status bindInput(ExecutableDescription &description, uint32_t input,
                 const Buffer &content);

/// Whether this processor is of that kind and has those features; else what is
/// missing.
Status checkTarget(const LibraryTarget &target);

/// Whether the runtime knows how to look for a feature of this architecture.
bool canCheckFeature(const std::string &feature);

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_LIBRARY_H
