//===- SpirTranslation.cpp - SPIR-V for old drivers -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drivers such as PoCL 3.1 take SPIR 1.2 but no SPIR-V. The Khronos group's
// llvm-spirv translates one to the other; it is run as a program, since the
// version that writes bitcode for such drivers comes with an LLVM of its own.
//
//===----------------------------------------------------------------------===//

#include "SpirTranslation.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <system_error>
#include <vector>

#include <cerrno>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tinygrad::rt;

extern char **environ;

//===----------------------------------------------------------------------===//
// Words of SPIR-V
//===----------------------------------------------------------------------===//

static constexpr uint32_t spirvMagic = 0x07230203;
static constexpr size_t headerWords = 5;
enum Opcode : uint32_t {
  opTypeInt = 21,
  opTypeFloat = 22,
  opConstant = 43,
  opConstantNull = 46,
};

bool cl::isSpirv(const std::string &code) {
  uint32_t magic = 0;
  if (code.size() < headerWords * sizeof(uint32_t))
    return false;
  std::memcpy(&magic, code.data(), sizeof(magic));
  return magic == spirvMagic;
}

StatusOr<std::string> cl::replaceNullConstants(const std::string &code) {
  if (!isSpirv(code) || code.size() % sizeof(uint32_t) != 0)
    return makeError("expected a module of SPIR-V");
  std::vector<uint32_t> words(code.size() / sizeof(uint32_t));
  std::memcpy(words.data(), code.data(), code.size());
  std::vector<uint32_t> result(words.begin(), words.begin() + headerWords);
  // The width in bits of each type of numbers.
  std::map<uint32_t, uint32_t> widths;
  for (size_t i = headerWords; i < words.size();) {
    size_t count = words[i] >> 16;
    uint32_t opcode = words[i] & 0xFFFF;
    if (count == 0 || count > words.size() - i)
      return makeError("a module of SPIR-V ends in the middle of an "
                       "instruction");
    if ((opcode == opTypeInt || opcode == opTypeFloat) && count >= 3)
      widths[words[i + 1]] = words[i + 2];
    auto width = opcode == opConstantNull && count == 3
                     ? widths.find(words[i + 1])
                     : widths.end();
    if (width != widths.end()) {
      uint32_t zeros = width->second == 64 ? 2 : 1;
      result.push_back((3 + zeros) << 16 | opConstant);
      result.push_back(words[i + 1]);
      result.push_back(words[i + 2]);
      result.insert(result.end(), zeros, 0);
    } else {
      result.insert(result.end(), words.begin() + ptrdiff_t(i),
                    words.begin() + ptrdiff_t(i + count));
    }
    i += count;
  }
  return std::string(reinterpret_cast<const char *>(result.data()),
                     result.size() * sizeof(uint32_t));
}

//===----------------------------------------------------------------------===//
// The translator
//===----------------------------------------------------------------------===//

namespace {
/// A file in memory that a child process can have as its input or output.
class MemoryFile {
public:
  explicit MemoryFile(const char *name)
      : descriptor(memfd_create(name, MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (descriptor >= 0)
      ::close(descriptor);
  }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  bool write(const std::string &bytes) {
    for (size_t done = 0; done < bytes.size();) {
      ssize_t put =
          ::write(descriptor, bytes.data() + done, bytes.size() - done);
      if (put < 0 && errno != EINTR)
        return false;
      done += put > 0 ? size_t(put) : 0;
    }
    return ::lseek(descriptor, 0, SEEK_SET) == 0;
  }

  std::string read() {
    off_t size = ::lseek(descriptor, 0, SEEK_END);
    std::string bytes(size > 0 ? size_t(size) : 0, '\0');
    ssize_t got = ::pread(descriptor, bytes.data(), bytes.size(), 0);
    bytes.resize(got > 0 ? size_t(got) : 0);
    return bytes;
  }

  int descriptor;
};
} // namespace

/// Runs a program on `input`; -1 if there is none, with errno's value in
/// `error`, and else the exit status.
static int runProgram(const char *program, char *const *arguments,
                      MemoryFile &input, MemoryFile &output, MemoryFile &errors,
                      int &error) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.descriptor, 0);
  posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1);
  posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2);
  pid_t child = 0;
  error = posix_spawn(&child, program, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    return -1;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return 1;
  return status;
}

/// Where systems put the program; empty if it is in none of these places.
static const std::string &getUsualTranslator() {
  static const std::string path = [] {
    for (const char *name : {"llvm-spirv-15", "llvm-spirv-14", "llvm-spirv"})
      for (const char *folder : {"/usr/bin/", "/usr/local/bin/"})
        if (std::string path = std::string(folder) + name;
            ::access(path.c_str(), X_OK) == 0)
          return path;
    return std::string();
  }();
  return path;
}

StatusOr<std::string> cl::translateToSpir(const std::string &code,
                                          const std::string &translator) {
  StatusOr<std::string> readable = replaceNullConstants(code);
  if (readable.isError())
    return readable;
  std::string program = translator.empty() ? getUsualTranslator() : translator;
  if (program.empty())
    return makeError("the driver of OpenCL takes no SPIR-V, and no llvm-spirv, "
                     "which translates it to SPIR, was found");
  MemoryFile input("spirv"), output("spir"), errors("messages");
  if (input.descriptor < 0 || output.descriptor < 0 || errors.descriptor < 0 ||
      !input.write(*readable))
    return makeError("cannot translate a kernel to SPIR: ",
                     std::system_category().message(errno));
  std::vector<std::string> words = {program, "-r", "--spirv-target-env=CL1.2",
                                    "-o",    "-",  "/dev/stdin"};
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int error = 0;
  int status = runProgram(program.c_str(), arguments.data(), input, output,
                          errors, error);
  if (status == -1)
    return makeError("the driver of OpenCL takes no SPIR-V, and '", program,
                     "', which translates it to SPIR, cannot be run: ",
                     std::system_category().message(error));
  if (status != 0)
    return makeError("'", program,
                     "' cannot translate a kernel to SPIR: ", errors.read());
  return output.read();
}
