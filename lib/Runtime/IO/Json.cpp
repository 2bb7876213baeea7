//===- Json.cpp - the JSON that a safetensors header needs ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Json.h"
#include "../Guarded.h"

#include <unordered_set>

using namespace tinygrad::rt;

/// The header needs three; the limit keeps hostile text off the stack's end.
static constexpr int maxDepth = 16;

const JsonValue *JsonValue::find(std::string_view key) const {
  for (const auto &[name, value] : members)
    if (name == key)
      return &value;
  return nullptr;
}

static void appendUtf8(std::string &text, uint32_t code) {
  if (code < 0x80) {
    text += char(code);
    return;
  }
  if (code < 0x800) {
    text += char(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    text += char(0xE0 | code >> 12);
    text += char(0x80 | (code >> 6 & 0x3F));
  } else {
    text += char(0xF0 | code >> 18);
    text += char(0x80 | (code >> 12 & 0x3F));
    text += char(0x80 | (code >> 6 & 0x3F));
  }
  text += char(0x80 | (code & 0x3F));
}

namespace {
class JsonParser {
public:
  explicit JsonParser(std::string_view text) : text(text) {}

  StatusOr<JsonValue> parse() {
    JsonValue value;
    if (Status status = parseValue(value, 0); status.isError())
      return status;
    skipSpace();
    if (position != text.size())
      return expected("the end of the text");
    return value;
  }

private:
  Status expected(const char *what) const {
    return makeError("malformed JSON: expected ", what, " at position ",
                     position);
  }

  bool atEnd() const { return position >= text.size(); }

  void skipSpace() {
    while (!atEnd() && (text[position] == ' ' || text[position] == '\n' ||
                        text[position] == '\t' || text[position] == '\r'))
      ++position;
  }

  bool consume(char token) {
    skipSpace();
    if (atEnd() || text[position] != token)
      return false;
    ++position;
    return true;
  }

  Status parseValue(JsonValue &value, int depth) {
    if (depth > maxDepth)
      return makeError("malformed JSON: nested deeper than ", maxDepth);
    if (consume('{'))
      return parseObject(value, depth);
    if (consume('['))
      return parseArray(value, depth);
    if (consume('"')) {
      value.kind = JsonValue::Kind::String;
      return parseString(value.string);
    }
    value.kind = JsonValue::Kind::Integer;
    return parseInteger(value.integer);
  }

  Status parseObject(JsonValue &value, int depth) {
    value.kind = JsonValue::Kind::Object;
    if (consume('}'))
      return Status::success();
    std::unordered_set<std::string> keys;
    do {
      if (!consume('"'))
        return expected("a key");
      std::string key;
      if (Status status = parseString(key); status.isError())
        return status;
      if (!keys.insert(key).second)
        return makeError("malformed JSON: the key '", key, "' occurs twice");
      if (!consume(':'))
        return expected("':'");
      value.members.emplace_back(std::move(key), JsonValue());
      if (Status status = parseValue(value.members.back().second, depth + 1);
          status.isError())
        return status;
    } while (consume(','));
    return consume('}') ? Status::success() : expected("',' or '}'");
  }

  Status parseArray(JsonValue &value, int depth) {
    value.kind = JsonValue::Kind::Array;
    if (consume(']'))
      return Status::success();
    do {
      value.elements.emplace_back();
      if (Status status = parseValue(value.elements.back(), depth + 1);
          status.isError())
        return status;
    } while (consume(','));
    return consume(']') ? Status::success() : expected("',' or ']'");
  }

  Status parseInteger(uint64_t &value) {
    skipSpace();
    size_t start = position;
    for (; !atEnd() && text[position] >= '0' && text[position] <= '9';
         ++position)
      if (__builtin_mul_overflow(value, 10u, &value) ||
          __builtin_add_overflow(value, unsigned(text[position] - '0'), &value))
        return makeError("malformed JSON: the number at position ", start,
                         " does not fit 64 bits");
    if (position == start)
      return expected("an object, an array, a string or a whole number");
    if (text[start] == '0' && position - start > 1)
      return makeError("malformed JSON: the number at position ", start,
                       " starts with 0");
    return Status::success();
  }

  /// The rest of a string whose opening quote is behind.
  Status parseString(std::string &value) {
    while (!atEnd()) {
      char next = text[position++];
      if (next == '"')
        return Status::success();
      if (static_cast<unsigned char>(next) < 0x20)
        return makeError("malformed JSON: control character in a string");
      if (next != '\\') {
        value += next;
        continue;
      }
      if (Status status = parseEscape(value); status.isError())
        return status;
    }
    return expected("'\"'");
  }

  Status parseEscape(std::string &value) {
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (atEnd())
      return expected("an escape");
    char kind = text[position++];
    if (size_t index = names.find(kind); index != std::string_view::npos) {
      value += meanings[index];
      return Status::success();
    }
    uint32_t code = 0;
    if (kind != 'u' || !parseHex(code))
      return expected("an escape");
    bool isHigh = code >= 0xD800 && code < 0xDC00;
    bool isLow = code >= 0xDC00 && code < 0xE000;
    if (isHigh) {
      uint32_t low = 0;
      if (text.substr(position, 2) != "\\u")
        return expected("the second half of a surrogate pair");
      position += 2;
      if (!parseHex(low) || low < 0xDC00 || low >= 0xE000)
        return expected("the second half of a surrogate pair");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (isLow) {
      return expected("the first half of a surrogate pair");
    }
    appendUtf8(value, code);
    return Status::success();
  }

  bool parseHex(uint32_t &code) {
    for (int i = 0; i < 4; ++i, ++position) {
      if (atEnd())
        return false;
      char digit = text[position];
      uint32_t value = 0;
      if (digit >= '0' && digit <= '9')
        value = uint32_t(digit - '0');
      else if (digit >= 'a' && digit <= 'f')
        value = uint32_t(digit - 'a') + 10;
      else if (digit >= 'A' && digit <= 'F')
        value = uint32_t(digit - 'A') + 10;
      else
        return false;
      code = code << 4 | value;
    }
    return true;
  }

  std::string_view text;
  size_t position = 0;
};
} // namespace

StatusOr<JsonValue> tinygrad::rt::parseJson(std::string_view text) {
  return guarded([&] { return JsonParser(text).parse(); });
}
