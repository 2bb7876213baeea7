#!/usr/bin/env bash
# Fails on any C++ file that clang-format-22 would change.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
git ls-files -z -- '*.cpp' '*.h' |
  xargs -0 --no-run-if-empty clang-format-22 --dry-run -Werror
