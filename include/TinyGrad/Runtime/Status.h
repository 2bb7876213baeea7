//===- Status.h - success or a message --------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the runtime reports failure. llvm::Error would serve, but the runtime
// needs no LLVM. No exception leaves the runtime's interface.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_STATUS_H
#define TINYGRAD_RUNTIME_STATUS_H

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace tinygrad::rt {

/// Success, or an error with a message for the user: lower case, without a
/// full stop.
class [[nodiscard]] Status {
public:
  static Status success() { return Status(); }
  static Status error(std::string message) {
    Status status;
    status.text = std::make_shared<const std::string>(std::move(message));
    return status;
  }
  /// Needs no memory.
  static Status outOfMemory();

  bool isOk() const { return !text; }
  bool isError() const { return text != nullptr; }

  /// The error's message; empty on success.
  const std::string &message() const;

private:
  std::shared_ptr<const std::string> text;
};

/// An error whose message is the concatenation of the parts.
template <typename... Parts> Status makeError(const Parts &...parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return Status::error(stream.str());
}

/// A value, or the error that prevented it.
template <typename T> class [[nodiscard]] StatusOr {
public:
  StatusOr(T value) : value(std::move(value)) {}
  /// `status` must be an error.
  StatusOr(Status status) : failure(std::move(status)) {}

  bool isOk() const { return value.has_value(); }
  bool isError() const { return !value.has_value(); }
  const Status &status() const { return failure; }
  const std::string &message() const { return failure.message(); }

  T &operator*() { return *value; }
  const T &operator*() const { return *value; }
  T *operator->() { return &*value; }
  const T *operator->() const { return &*value; }

private:
  std::optional<T> value;
  Status failure;
};

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_STATUS_H
