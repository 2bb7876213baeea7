//===- NpyHeader.cpp - the header of a .npy file ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"

using namespace tinygrad::rt;

/// NumPy itself stops at 64 dimensions.
static constexpr size_t maxRank = 64;

namespace {
struct TypeName {
  const char *name;
  ElementType type;
};
} // namespace

/// NumPy's names without the byte order. ml_dtypes writes its types as void, or
/// as 'f1', which NumPy has not.
static constexpr TypeName typeNames[] = {
    {"b1", ElementType::Bool},  {"i1", ElementType::I8},
    {"i2", ElementType::I16},   {"i4", ElementType::I32},
    {"i8", ElementType::I64},   {"u1", ElementType::U8},
    {"u2", ElementType::U16},   {"u4", ElementType::U32},
    {"u8", ElementType::U64},   {"f2", ElementType::F16},
    {"f4", ElementType::F32},   {"f8", ElementType::F64},
    {"V1", ElementType::Raw8},  {"f1", ElementType::Raw8},
    {"V2", ElementType::Raw16},
};

namespace {
class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  StatusOr<NpyHeader> parse() {
    if (!consume('{'))
      return expected("'{'");
    while (!consume('}')) {
      if (Status status = parseItem(); status.isError())
        return status;
      if (consume(','))
        continue;
      if (!consume('}'))
        return expected("',' or '}'");
      break;
    }
    skipSpace();
    if (position != text.size())
      return expected("the end of the header");
    if (!hasType || !hasOrder || !hasShape)
      return makeError("the header lacks '",
                       !hasType    ? "descr"
                       : !hasOrder ? "fortran_order"
                                   : "shape",
                       "'");
    return header;
  }

private:
  Status expected(const char *what) const {
    return makeError("malformed header: expected ", what, " at position ",
                     position);
  }

  void skipSpace() {
    while (position < text.size() &&
           (text[position] == ' ' || text[position] == '\n' ||
            text[position] == '\t' || text[position] == '\r'))
      ++position;
  }

  bool consume(std::string_view token) {
    skipSpace();
    if (text.substr(position, token.size()) != token)
      return false;
    position += token.size();
    return true;
  }
  bool consume(char token) { return consume(std::string_view(&token, 1)); }

  std::optional<std::string_view> parseString() {
    skipSpace();
    if (position >= text.size() ||
        (text[position] != '\'' && text[position] != '"'))
      return std::nullopt;
    size_t end = text.find(text[position], position + 1);
    if (end == std::string_view::npos)
      return std::nullopt;
    std::string_view content = text.substr(position + 1, end - position - 1);
    position = end + 1;
    return content;
  }

  Status parseItem() {
    std::optional<std::string_view> key = parseString();
    if (!key)
      return expected("a key");
    if (!consume(':'))
      return expected("':'");
    if (*key == "descr")
      return once(hasType, *key, &Parser::parseType);
    if (*key == "fortran_order")
      return once(hasOrder, *key, &Parser::parseOrder);
    if (*key == "shape")
      return once(hasShape, *key, &Parser::parseShape);
    return makeError("unknown key '", *key, "' in the header");
  }

  Status once(bool &isKnown, std::string_view key, Status (Parser::*parse)()) {
    if (isKnown)
      return makeError("the key '", key, "' occurs twice in the header");
    isKnown = true;
    return (this->*parse)();
  }

  Status parseType() {
    if (consume('['))
      return makeError("structured arrays are not supported");
    std::optional<std::string_view> descr = parseString();
    if (!descr)
      return expected("a string");
    std::string_view name = *descr;
    if (!name.empty() &&
        std::string_view("<>|=").find(name[0]) != std::string_view::npos) {
      header.isBigEndian = name[0] == '>';
      name.remove_prefix(1);
    }
    for (const TypeName &known : typeNames) {
      if (name != known.name)
        continue;
      header.type = known.type;
      return Status::success();
    }
    return makeError("the type '", *descr, "' is not supported");
  }

  Status parseOrder() {
    if (consume("True"))
      header.isFortranOrder = true;
    else if (!consume("False"))
      return expected("True or False");
    return Status::success();
  }

  Status parseShape() {
    if (!consume('('))
      return expected("'('");
    while (!consume(')')) {
      if (header.shape.size() == maxRank)
        return makeError("more than ", maxRank, " dimensions");
      if (Status status = parseSize(); status.isError())
        return status;
      if (consume(','))
        continue;
      // Python reads `(3)` as a number, not as a tuple.
      if (header.shape.size() == 1 || !consume(')'))
        return expected("','");
      break;
    }
    return Status::success();
  }

  Status parseSize() {
    skipSpace();
    int64_t size = 0;
    size_t start = position;
    for (; position < text.size() && text[position] >= '0' &&
           text[position] <= '9';
         ++position)
      if (__builtin_mul_overflow(size, 10, &size) ||
          __builtin_add_overflow(size, text[position] - '0', &size))
        return makeError("a dimension does not fit 63 bits");
    if (position == start)
      return expected("a dimension");
    // Python 2 wrote long integers so.
    consume('L');
    header.shape.push_back(size);
    return Status::success();
  }

  std::string_view text;
  size_t position = 0;
  NpyHeader header;
  bool hasType = false;
  bool hasOrder = false;
  bool hasShape = false;
};
} // namespace

StatusOr<NpyHeader> tinygrad::rt::parseNpyHeader(std::string_view text) {
  return Parser(text).parse();
}

/// The type whose name stands for `type` in a file.
static ElementType storedType(ElementType type) {
  switch (type) {
  case ElementType::BF16:
  case ElementType::Raw16:
    return ElementType::U16;
  case ElementType::F8E4M3FN:
  case ElementType::F8E5M2:
  case ElementType::Raw8:
    return ElementType::U8;
  default:
    return type;
  }
}

std::string tinygrad::rt::formatNpyHeader(ElementType type,
                                          const std::vector<int64_t> &shape) {
  ElementType stored = storedType(type);
  std::ostringstream stream;
  stream << "{'descr': '" << (elementBytes(stored) == 1 ? '|' : '<');
  for (const TypeName &known : typeNames)
    if (known.type == stored)
      stream << known.name;
  stream << "', 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < shape.size(); ++i)
    stream << (i ? ", " : "") << shape[i];
  stream << (shape.size() == 1 ? ",), }" : "), }");
  return stream.str();
}
