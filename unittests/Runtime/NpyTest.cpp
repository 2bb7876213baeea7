//===- NpyTest.cpp - NumPy's array files ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/IO/Npy.h"
#include "TestKernels.h"
#include "gtest/gtest.h"

#include <cstdio>
#include <cstring>
#include <filesystem>

using namespace tinygrad::rt;
using namespace tinygrad::rt::test;

namespace {
class NpyTest : public ::testing::Test {
protected:
  NpyTest() {
    directory = ::testing::TempDir() + "npy-test-" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(directory);
    path = directory + "/a.npy";
  }
  ~NpyTest() override { std::filesystem::remove_all(directory); }

  static std::string file(const std::string &header, const std::string &data,
                          int version = 1) {
    std::string text("\x93NUMPY");
    text += char(version);
    text += '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
      text += char(header.size() >> 8 * i & 0xFF);
    return text + header + data;
  }

  StatusOr<HostArray> read(const std::string &content) {
    writeFile(path, content);
    return readNpy(path);
  }

  /// The message of a refusal, without the file's name.
  std::string refusal(const std::string &header, const std::string &data = "") {
    std::string message = read(file(header, data)).message();
    std::string prefix = "'" + path + "': ";
    EXPECT_EQ(message.substr(0, prefix.size()), prefix);
    return message.substr(std::min(message.size(), prefix.size()));
  }

  template <typename T> static std::vector<T> elements(const HostArray &array) {
    const T *begin = reinterpret_cast<const T *>(array.data.get());
    return std::vector<T>(begin, begin + array.bytes / sizeof(T));
  }

  std::string directory, path;
};
} // namespace

TEST_F(NpyTest, roundTripsEveryType) {
  for (int i = 0; i <= int(ElementType::F8E5M2); ++i) {
    auto type = ElementType(i);
    HostArray array = *HostArray::create(type, {2, 3});
    for (uint64_t k = 0; k < array.bytes; ++k)
      array.data.get()[k] = char(k % 2);
    ASSERT_TRUE(writeNpy(path, array).isOk());
    StatusOr<HostArray> back = readNpy(path);
    ASSERT_TRUE(back.isOk()) << back.message();
    EXPECT_TRUE(isReadableAs(back->type, type)) << elementName(type);
    EXPECT_EQ(back->shape, array.shape);
    EXPECT_EQ(std::memcmp(back->data.get(), array.data.get(), array.bytes), 0);
  }
}

TEST_F(NpyTest, roundTripsOddShapes) {
  for (std::vector<int64_t> shape :
       {std::vector<int64_t>{}, {0}, {1}, {3, 0, 2}, {1, 1, 1, 1, 1, 1, 2}}) {
    HostArray array = *HostArray::create(ElementType::F32, shape);
    std::memset(array.data.get(), 1, array.bytes);
    ASSERT_TRUE(writeNpy(path, array).isOk());
    StatusOr<HostArray> back = readNpy(path);
    ASSERT_TRUE(back.isOk()) << back.message();
    EXPECT_EQ(back->shape, shape);
    EXPECT_EQ(back->bytes, array.bytes);
  }
  // The data starts at a multiple of 64, as NumPy writes it.
  EXPECT_EQ((readFile(path).size() - 8) % 64, 0u);
}

// The header as NumPy writes it, in each format version.
TEST_F(NpyTest, readsEachVersion) {
  std::string header =
      "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }   \n";
  for (int version : {1, 2, 3}) {
    StatusOr<HostArray> array =
        read(file(header, std::string("\1\0\2\0", 4), version));
    ASSERT_TRUE(array.isOk()) << array.message();
    EXPECT_EQ(elements<int16_t>(*array), (std::vector<int16_t>{1, 2}));
  }
  EXPECT_EQ(read(file(header, "", 4)).message(),
            "'" + path + "': unknown .npy format 4.0");
}

TEST_F(NpyTest, readsFortranOrderAndBigEndian) {
  std::string data;
  for (char i = 0; i < 6; ++i)
    data += std::string(1, '\0') + i;
  StatusOr<HostArray> array = read(file(
      "{\"shape\": (2L, 3L), 'fortran_order': True, 'descr': '>u2'}", data));
  ASSERT_TRUE(array.isOk()) << array.message();
  EXPECT_EQ(array->type, ElementType::U16);
  EXPECT_EQ(elements<uint16_t>(*array),
            (std::vector<uint16_t>{0, 2, 4, 1, 3, 5}));
}

TEST_F(NpyTest, readsRawTypesAndBools) {
  StatusOr<HostArray> array =
      read(file("{'descr': '<V2', 'fortran_order': False, 'shape': ()}", "ab"));
  ASSERT_TRUE(array.isOk()) << array.message();
  EXPECT_TRUE(isReadableAs(array->type, ElementType::BF16));
  EXPECT_FALSE(isReadableAs(array->type, ElementType::F16));
  for (const char *descr : {"|V1", "<V1", "<f1"}) {
    array = read(file(std::string("{'descr': '") + descr +
                          "', 'fortran_order': False, 'shape': (1,)}",
                      "a"));
    ASSERT_TRUE(array.isOk()) << array.message();
    EXPECT_TRUE(isReadableAs(array->type, ElementType::F8E4M3FN));
    EXPECT_TRUE(isReadableAs(array->type, ElementType::F8E5M2));
  }
  array = read(file("{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}",
                    std::string("\0\7", 2)));
  EXPECT_EQ(elements<char>(*array), (std::vector<char>{0, 1}));
}

TEST_F(NpyTest, malformedHeadersAreErrors) {
  std::string rest = "'fortran_order': False, 'shape': (1,)}";
  EXPECT_EQ(refusal("[]"), "malformed header: expected '{' at position 0");
  EXPECT_EQ(refusal("{}"), "the header lacks 'descr'");
  EXPECT_EQ(refusal("{'descr': '<f4', " + rest + "x"),
            "malformed header: expected the end of the header at position 55");
  EXPECT_EQ(refusal("{'descr': '<c8', " + rest),
            "the type '<c8' is not supported");
  EXPECT_EQ(refusal("{'descr': '|O', " + rest),
            "the type '|O' is not supported");
  EXPECT_EQ(refusal("{'descr': [('a', '<f4')], " + rest),
            "structured arrays are not supported");
  EXPECT_EQ(refusal("{'descr': '<f4', 'descr': '<f4', " + rest),
            "the key 'descr' occurs twice in the header");
  EXPECT_EQ(refusal("{'x': 1}"), "unknown key 'x' in the header");
  EXPECT_EQ(refusal("{'descr': '<f4', 'fortran_order': 0}"),
            "malformed header: expected True or False at position 34");
  EXPECT_EQ(refusal("{'shape': (1)}"),
            "malformed header: expected ',' at position 12");
  EXPECT_EQ(refusal("{'shape': (-1,)}"),
            "malformed header: expected a dimension at position 11");
  EXPECT_EQ(refusal("{'shape': (99999999999999999999,)}"),
            "a dimension does not fit 63 bits");
  EXPECT_EQ(refusal("{'descr': '<f4', 'fortran_order': False, 'shape': "
                    "(4294967296, 4294967296)}"),
            "the array's size does not fit 63 bits");
  EXPECT_EQ(refusal("{'descr': '<f4', 'fortran_order': False, 'shape': "
                    "(4294967296, 4294967296, 0)}"),
            "the array's size does not fit 63 bits");
  std::string many = "{'shape': (";
  for (int i = 0; i < 65; ++i)
    many += "1,";
  EXPECT_EQ(refusal(many + ")}"), "more than 64 dimensions");
}

TEST_F(NpyTest, wrongAmountsOfDataAreErrors) {
  std::string header =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}";
  EXPECT_EQ(refusal(header, "1234567"), "expected 8 bytes of data, but got 7");
  EXPECT_EQ(refusal(header, "123456789"),
            "expected 8 bytes of data, but got 9");
  // Nothing of the claimed size is allocated.
  EXPECT_EQ(refusal("{'descr': '<f4', 'fortran_order': False, 'shape': "
                    "(1152921504606846976,)}"),
            "expected 4611686018427387904 bytes of data, but got 0");
}

// Each prefix of a file is refused, each changed byte read or refused.
TEST_F(NpyTest, damagedFilesNeverCrash) {
  HostArray array = *HostArray::create(ElementType::I16, {2, 2});
  std::memset(array.data.get(), 5, array.bytes);
  ASSERT_TRUE(writeNpy(path, array).isOk());
  std::string whole = readFile(path);
  for (size_t length = 0; length < whole.size(); ++length) {
    StatusOr<HostArray> result = read(whole.substr(0, length));
    EXPECT_TRUE(result.isError()) << length;
    EXPECT_NE(result.message().find(path), std::string::npos);
  }
  for (size_t i = 0; i < whole.size(); ++i)
    for (int bit : {0, 3, 7}) {
      std::string damaged = whole;
      damaged[i] = char(damaged[i] ^ 1 << bit);
      StatusOr<HostArray> result = read(damaged);
      if (result.isError()) {
        EXPECT_NE(result.message().find(path), std::string::npos);
      }
    }
}

// A write that fails leaves neither the file nor a temporary one.
TEST_F(NpyTest, failedWritesLeaveNothing) {
  HostArray array = *HostArray::create(ElementType::F32, {1});
  EXPECT_EQ(writeNpy(directory + "/no/a.npy", array).message(),
            "cannot write '" + directory +
                "/no/a.npy': No such file or directory");
  EXPECT_EQ(writeNpy(directory, array).message(),
            "cannot write '" + directory + "': it is a directory");
  EXPECT_TRUE(writeNpy("/dev/full", array).isError());
  EXPECT_TRUE(std::filesystem::is_empty(directory));
  EXPECT_EQ(readNpy(directory).message(),
            "cannot open '" + directory + "': not a regular file");
  EXPECT_EQ(readNpy(path).message(),
            "cannot open '" + path + "': No such file or directory");
}
