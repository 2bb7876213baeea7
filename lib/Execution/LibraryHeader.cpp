//===- LibraryHeader.cpp - the C header of a compiled library -------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/EmitLibrary.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tinygrad;

/// Of C or C++, or a type that the header uses.
static bool isKeyword(StringRef word) {
  static const llvm::StringSet<> keywords = {"alignas",
                                             "alignof",
                                             "asm",
                                             "auto",
                                             "bool",
                                             "break",
                                             "case",
                                             "catch",
                                             "char",
                                             "class",
                                             "const",
                                             "continue",
                                             "default",
                                             "delete",
                                             "do",
                                             "double",
                                             "else",
                                             "enum",
                                             "explicit",
                                             "export",
                                             "extern",
                                             "false",
                                             "float",
                                             "for",
                                             "friend",
                                             "goto",
                                             "if",
                                             "inline",
                                             "int",
                                             "long",
                                             "mutable",
                                             "namespace",
                                             "new",
                                             "operator",
                                             "private",
                                             "protected",
                                             "public",
                                             "register",
                                             "restrict",
                                             "return",
                                             "short",
                                             "signed",
                                             "sizeof",
                                             "static",
                                             "struct",
                                             "switch",
                                             "template",
                                             "this",
                                             "throw",
                                             "true",
                                             "try",
                                             "typedef",
                                             "typename",
                                             "union",
                                             "unsigned",
                                             "using",
                                             "virtual",
                                             "void",
                                             "volatile",
                                             "while",
                                             "and",
                                             "and_eq",
                                             "bitand",
                                             "bitor",
                                             "compl",
                                             "not",
                                             "not_eq",
                                             "or",
                                             "or_eq",
                                             "xor",
                                             "xor_eq",
                                             "char8_t",
                                             "char16_t",
                                             "char32_t",
                                             "concept",
                                             "const_cast",
                                             "consteval",
                                             "constexpr",
                                             "constinit",
                                             "co_await",
                                             "co_return",
                                             "co_yield",
                                             "decltype",
                                             "dynamic_cast",
                                             "noexcept",
                                             "nullptr",
                                             "reinterpret_cast",
                                             "requires",
                                             "static_assert",
                                             "static_cast",
                                             "thread_local",
                                             "typeid",
                                             "wchar_t",
                                             "typeof",
                                             "int8_t",
                                             "int16_t",
                                             "int32_t",
                                             "int64_t",
                                             "uint8_t",
                                             "uint16_t",
                                             "uint32_t",
                                             "uint64_t",
                                             "size_t",
                                             "TgrtFunction",
                                             "TgrtLibrary"};
  return keywords.contains(word);
}

std::string tinygrad::makeCIdentifier(StringRef text) {
  std::string name;
  for (char c : text)
    name += llvm::isAlnum(c) ? c : '_';
  if (name.empty() || llvm::isDigit(name[0]))
    name = "_" + name;
  // Names that begin so are the implementation's.
  while (name.size() > 1 && name[0] == '_' &&
         (name[1] == '_' || llvm::isUpper(name[1])))
    name.erase(0, 1);
  if (isKeyword(name))
    name += '_';
  return name;
}

/// The C type of an element; types that C lacks are their bits.
static StringRef getCType(StringRef dtype) {
  return llvm::StringSwitch<StringRef>(dtype)
      .Case("f32", "float")
      .Case("f64", "double")
      .Cases({"f16", "bf16", "ui16"}, "uint16_t")
      .Cases({"f8E4M3FN", "f8E5M2", "i1", "ui8"}, "uint8_t")
      .Case("i8", "int8_t")
      .Case("i16", "int16_t")
      .Case("i32", "int32_t")
      .Case("i64", "int64_t")
      .Case("ui32", "uint32_t")
      .Case("ui64", "uint64_t")
      .Default("void");
}

namespace {
class HeaderWriter {
public:
  HeaderWriter(const rt::LibraryContents &contents, StringRef name)
      : contents(contents), name(name), upper(name.upper()), os(text) {
    // The names of what the wrappers themselves declare.
    for (StringRef taken : {"function", "inputs", "vars", "results", "threads"})
      used.insert(taken);
  }

  std::string write();

private:
  std::string choose(StringRef wanted, StringRef kind, size_t number) {
    std::string chosen =
        wanted.empty() ? (kind + Twine(number)).str() : makeCIdentifier(wanted);
    while (!used.insert(chosen).second)
      chosen += "_";
    return chosen;
  }
  void describe(StringRef kind, ArrayRef<rt::LibraryPort> ports,
                ArrayRef<std::string> names);
  void writeVariables();
  void writeRun();

  const rt::LibraryContents &contents;
  std::string name, upper;
  llvm::StringSet<> used;
  std::string text;
  llvm::raw_string_ostream os;
  SmallVector<std::string> inputs, results, variables;
};
} // namespace

void HeaderWriter::describe(StringRef kind, ArrayRef<rt::LibraryPort> ports,
                            ArrayRef<std::string> names) {
  for (auto [port, portName] : llvm::zip(ports, names))
    os << "///   " << kind << " " << portName << ": " << port.dtype << " "
       << port.shape << (port.isUpdated ? ", updated in place" : "") << "\n";
}

void HeaderWriter::writeVariables() {
  for (auto [variable, chosen] :
       llvm::zip(contents.function.inputVars, variables))
    os << "#define " << upper << "_" << StringRef(chosen).upper() << "_MIN "
       << variable.min << "\n#define " << upper << "_"
       << StringRef(chosen).upper() << "_MAX " << variable.max << "\n";
  if (!variables.empty())
    os << "\n";
}

void HeaderWriter::writeRun() {
  os << "/// Runs once; TGRT_OK, or TGRT_ERROR and a message in "
        "tgrt_last_error().\n"
        "/// Arrays are dense, row by row. A null result stays in the "
        "function's memory.\n";
  describe("input", contents.inputs, inputs);
  describe("result", contents.results, results);
  os << "static inline int " << name << "_run(TgrtFunction *function";
  for (const std::string &variable : variables)
    os << ", int64_t " << variable;
  for (auto [port, chosen] : llvm::zip(contents.inputs, inputs))
    os << ", " << (port.isUpdated ? "" : "const ") << getCType(port.dtype)
       << " *" << chosen;
  for (auto [port, chosen] : llvm::zip(contents.results, results))
    if (!port.isUpdated)
      os << ", " << getCType(port.dtype) << " *" << chosen;
  os << ") {\n";
  auto list = [&](StringRef type, StringRef listName,
                  ArrayRef<std::string> values) {
    os << "  " << type << listName << "[] = {";
    llvm::interleaveComma(values, os);
    os << (values.empty() ? "0" : "") << "};\n";
  };
  SmallVector<std::string> given, taken;
  for (const std::string &chosen : inputs)
    given.push_back("(void *)" + chosen);
  for (auto [port, chosen] : llvm::zip(contents.results, results))
    taken.push_back(port.isUpdated ? "0" : chosen);
  list("void *const ", "inputs", given);
  list("const int64_t ", "vars", variables);
  list("void *const ", "results", taken);
  os << "  return tgrt_function_run(function, inputs, vars, results);\n}\n\n";
}

std::string HeaderWriter::write() {
  for (auto [i, variable] : llvm::enumerate(contents.function.inputVars))
    variables.push_back(choose(variable.name, "variable", i));
  for (auto [i, port] : llvm::enumerate(contents.inputs))
    inputs.push_back(choose(port.name, "input", i));
  for (auto [i, port] : llvm::enumerate(contents.results))
    results.push_back(choose(port.name, "result", i));
  os << "/* " << name << ".h - '" << contents.function.name
     << "', compiled by tg-run --emit-library. Generated: do not edit.\n"
        " * Link the library beside it and libTinyGradRuntime. */\n\n"
     << "#ifndef " << upper << "_H\n#define " << upper << "_H\n\n"
     << "#include \"TinyGrad-c/Library.h\"\n\n"
     << "#if TGRT_LIBRARY_VERSION != " << TGRT_LIBRARY_VERSION
     << "\n#error \"written for version " << TGRT_LIBRARY_VERSION
     << " of TinyGrad-c/Library.h\"\n#endif\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
     << "extern const TgrtLibrary " << name << "_library;\n\n";
  writeVariables();
  os << "/// Makes the function, for `threads` threads (0: all); "
        "tgrt_function_destroy ends it.\n"
     << "static inline int " << name
     << "_create(unsigned threads, TgrtFunction **function) {\n"
     << "  return tgrt_function_create(&" << name
     << "_library, threads, function);\n}\n\n";
  writeRun();
  os << "#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << upper << "_H */\n";
  return std::move(text);
}

std::string tinygrad::makeLibraryHeader(const rt::LibraryContents &contents,
                                        StringRef name) {
  return HeaderWriter(contents, name).write();
}
