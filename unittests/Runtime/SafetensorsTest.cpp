//===- SafetensorsTest.cpp - named arrays in one file ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/IO/Safetensors.h"
#include "TestKernels.h"
#include "gtest/gtest.h"

#include <cstring>
#include <filesystem>

using namespace tinygrad::rt;
using namespace tinygrad::rt::test;

namespace {
class SafetensorsTest : public ::testing::Test {
protected:
  SafetensorsTest() {
    path = ::testing::TempDir() + "safetensors-test-" +
           ::testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  ~SafetensorsTest() override { std::filesystem::remove(path); }

  static std::string file(const std::string &header,
                          const std::string &data = "") {
    std::string text;
    for (int i = 0; i < 8; ++i)
      text += char(uint64_t(header.size()) >> 8 * i & 0xFF);
    return text + header + data;
  }

  StatusOr<SafetensorsFile> open(const std::string &content) {
    writeFile(path, content);
    return SafetensorsFile::open(path);
  }

  /// The message of a refusal, without the file's name.
  std::string refusal(const std::string &header, const std::string &data = "") {
    std::string message = open(file(header, data)).message();
    std::string prefix = "'" + path + "': ";
    EXPECT_EQ(message.substr(0, prefix.size()), prefix);
    return message.substr(std::min(message.size(), prefix.size()));
  }

  static std::string entry(const std::string &key, const std::string &type,
                           const std::string &shape,
                           const std::string &offsets) {
    return "\"" + key + "\":{\"dtype\":\"" + type + "\",\"shape\":" + shape +
           ",\"data_offsets\":" + offsets + "}";
  }

  std::string path;
};
} // namespace

TEST_F(SafetensorsTest, readsArrays) {
  std::string header = "{\"__metadata__\":{\"format\":\"pt\"}," +
                       entry("b", "U8", "[3]", "[4,7]") + "," +
                       entry("a", "F32", "[]", "[0,4]") + "," +
                       entry("none", "I64", "[2,0]", "[7,7]") + "}   ";
  StatusOr<SafetensorsFile> opened = open(file(header, "\1\2\3\4abc"));
  ASSERT_TRUE(opened.isOk()) << opened.message();
  EXPECT_EQ(opened->entries().size(), 3u);
  HostArray b = *opened->read("b");
  EXPECT_EQ(b.type, ElementType::U8);
  EXPECT_EQ(b.shape, std::vector<int64_t>{3});
  EXPECT_EQ(std::memcmp(b.data.get(), "abc", 3), 0);
  EXPECT_EQ((*opened->read("a")).shape, std::vector<int64_t>{});
  EXPECT_EQ((*opened->read("none")).bytes, 0u);
  EXPECT_EQ(opened->read("c").message(), "'" + path + "' has no array 'c'");
}

TEST_F(SafetensorsTest, readsEveryType) {
  for (const char *type :
       {"F64", "F32", "F16", "BF16", "F8_E4M3", "F8_E5M2", "I64", "I32", "I16",
        "I8", "U64", "U32", "U16", "U8", "BOOL"}) {
    StatusOr<SafetensorsFile> opened =
        open(file("{" + entry("a", type, "[0]", "[0,0]") + "}"));
    EXPECT_TRUE(opened.isOk()) << opened.message();
  }
  EXPECT_EQ(refusal("{" + entry("a", "C64", "[0]", "[0,0]") + "}"),
            "array 'a': the type 'C64' is not supported");
}

TEST_F(SafetensorsTest, keysAreUnescaped) {
  StatusOr<SafetensorsFile> opened = open(
      file("{" + entry("a\\n\\u00e9\\ud83d\\ude00\\\"", "U8", "[0]", "[0,0]") +
           "}"));
  ASSERT_TRUE(opened.isOk()) << opened.message();
  EXPECT_EQ(opened->entries().begin()->first, "a\n\xc3\xa9\xf0\x9f\x98\x80\"");
}

TEST_F(SafetensorsTest, badOffsetsAreErrors) {
  auto one = [&](const char *shape, const char *offsets) {
    return refusal("{" + entry("a", "U8", shape, offsets) + "}", "1234");
  };
  EXPECT_EQ(one("[4]", "[1,5]"), "array 'a': data_offsets [1, 5] lie outside "
                                 "the 4 bytes of data");
  EXPECT_EQ(one("[4]", "[4,0]"), "array 'a': data_offsets [4, 0] lie outside "
                                 "the 4 bytes of data");
  EXPECT_EQ(one("[3]", "[0,4]"), "array 'a': the shape needs 3 bytes, but "
                                 "data_offsets [0, 4] hold 4");
  EXPECT_EQ(one("[3]", "[1,4]"), "a gap of 1 bytes precedes the data of 'a'");
  EXPECT_EQ(one("[3]", "[0,3]"), "no array covers the last 1 bytes of data");
  EXPECT_EQ(one("[4]", "[0]"),
            "array 'a': expected two whole numbers in data_offsets");
  EXPECT_EQ(one("[4294967296,4294967296]", "[0,4]"),
            "array 'a': the array's size does not fit 63 bits");
  EXPECT_EQ(one("[18446744073709551615]", "[0,4]"),
            "array 'a': the array's size does not fit 63 bits");
  EXPECT_EQ(one("[\"4\"]", "[0,4]"),
            "array 'a': expected whole numbers in the shape");
  EXPECT_EQ(refusal("{" + entry("a", "U8", "[3]", "[0,3]") + "," +
                        entry("b", "U8", "[2]", "[2,4]") + "}",
                    "1234"),
            "the data of 'a' and 'b' overlap");
}

TEST_F(SafetensorsTest, malformedHeadersAreErrors) {
  EXPECT_EQ(refusal("[]"), "not a safetensors file: the header does not start "
                           "with '{'");
  EXPECT_EQ(refusal("{\"a\":1}"), "array 'a': expected an object");
  EXPECT_EQ(refusal("{\"a\":{\"dtype\":\"U8\"}}"),
            "array 'a': expected the members dtype, shape and data_offsets");
  EXPECT_EQ(refusal("{\"a\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":"
                    "[0,0],\"x\":1}}"),
            "array 'a': unknown member beside dtype, shape and data_offsets");
  EXPECT_EQ(refusal("{"), "malformed JSON: expected a key at position 1");
  EXPECT_EQ(refusal("{\"a\" 1}"), "malformed JSON: expected ':' at position 5");
  EXPECT_EQ(refusal("{\"a\":1"),
            "malformed JSON: expected ',' or '}' at position 6");
  EXPECT_EQ(refusal("{\"a\":[1"),
            "malformed JSON: expected ',' or ']' at position 7");
  EXPECT_EQ(refusal("{\"a\":-1}"),
            "malformed JSON: expected an object, an array, a string or a whole "
            "number at position 5");
  EXPECT_EQ(refusal("{\"a\":01}"),
            "malformed JSON: the number at position 5 starts with 0");
  EXPECT_EQ(refusal("{\"a\":18446744073709551616}"),
            "malformed JSON: the number at position 5 does not fit 64 bits");
  EXPECT_EQ(refusal("{\"a\":1,\"a\":1}"),
            "malformed JSON: the key 'a' occurs twice");
  EXPECT_EQ(refusal("{\"a\n\":1}"),
            "malformed JSON: control character in a string");
  EXPECT_EQ(refusal("{\"\\x\":1}"),
            "malformed JSON: expected an escape at position 4");
  EXPECT_EQ(refusal("{\"\\ud800\":1}"),
            "malformed JSON: expected the second half of a surrogate pair at "
            "position 8");
  EXPECT_EQ(refusal("{\"\\udc00\":1}"),
            "malformed JSON: expected the first half of a surrogate pair at "
            "position 8");
  EXPECT_EQ(refusal("{\"a"), "malformed JSON: expected '\"' at position 3");
  EXPECT_EQ(refusal("{}x"),
            "malformed JSON: expected the end of the text at position 2");
  EXPECT_EQ(refusal("{\"a\":" + std::string(100000, '[')),
            "malformed JSON: nested deeper than 16");
  std::string huge(8, '\xff');
  EXPECT_EQ(open(huge).message(),
            "'" + path +
                "': a header of 18446744073709551615 bytes is longer "
                "than the 100000000 that the format allows");
}

// Each prefix of a file is refused, each changed byte read or refused.
TEST_F(SafetensorsTest, damagedFilesNeverCrash) {
  std::string whole = file("{" + entry("a", "U8", "[2]", "[0,2]") + "," +
                               entry("b", "I16", "[1,2]", "[2,6]") + "}",
                           "123456");
  ASSERT_TRUE(open(whole).isOk());
  for (size_t length = 0; length < whole.size(); ++length) {
    StatusOr<SafetensorsFile> result = open(whole.substr(0, length));
    EXPECT_TRUE(result.isError()) << length;
    EXPECT_NE(result.message().find(path), std::string::npos);
  }
  for (size_t i = 0; i < whole.size(); ++i)
    for (int bit : {0, 3, 7}) {
      std::string damaged = whole;
      damaged[i] = char(damaged[i] ^ 1 << bit);
      StatusOr<SafetensorsFile> result = open(damaged);
      if (result.isError()) {
        EXPECT_NE(result.message().find(path), std::string::npos);
        continue;
      }
      for (const auto &[key, unused] : result->entries())
        EXPECT_TRUE(result->read(key).isOk());
    }
}
