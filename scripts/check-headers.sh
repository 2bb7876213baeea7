#!/usr/bin/env bash
# Compiles each public header alone: the build's precompiled header would hide a
# missing include, and an embedder has no such header. Needs a built tree, for
# the generated files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

check() {
  # Through ccache, which does not keep -fsyntax-only: so a real, empty object.
  object=$(mktemp)
  if ! ccache clang++-22 -x c++ -c "$1" -o "$object" -O0 -std=c++17 -DNDEBUG \
    -fno-exceptions -Wall -Wextra -Werror -Wno-unused-parameter -Wno-unused \
    -Iinclude -Ibuild/include -isystem /usr/lib/llvm-22/include; then
    echo "check-headers: $1 does not compile alone" >&2
    rm -f "$object"
    return 1
  fi
  rm -f "$object"
}
export -f check
# shellcheck disable=SC2016
git ls-files -z -- 'include/*.h' | xargs -0 -P 2 -n 1 bash -c 'check "$0"'
