//===- Json.h - the JSON that a safetensors header needs --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects, arrays, strings and non-negative integers. LLVM's JSON library would
// serve, but the runtime needs no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_IO_JSON_H
#define TINYGRAD_LIB_RUNTIME_IO_JSON_H

#include "TinyGrad/Runtime/Status.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tinygrad::rt {

struct JsonValue {
  enum class Kind { Object, Array, String, Integer };
  Kind kind = Kind::Object;
  std::string string;
  uint64_t integer = 0;
  std::vector<JsonValue> elements;
  /// In the order of the text; no key occurs twice.
  std::vector<std::pair<std::string, JsonValue>> members;

  const JsonValue *find(std::string_view key) const;
};

/// Parses a whole text, after which only white space may follow.
StatusOr<JsonValue> parseJson(std::string_view text);

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_IO_JSON_H
