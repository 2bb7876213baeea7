#!/usr/bin/env bash
# Builds the runtime's tests with the address and undefined-behaviour
# sanitizers, then with the thread sanitizer, and runs both.
# With --all the tests that compile and run programs are built and run too
# (many minutes: all of the compiler is built with the sanitizers).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tests=(RuntimeTests)
[ "${1:-}" = --all ] && tests+=(ExecutionTests)

# A too large allocation is an error status to be tested, not a crash. The
# shared LLVM is not instrumented, so containers that cross it look overflown,
# and what it allocates from pools that our code has poisoned looks poisoned.
export ASAN_OPTIONS=allocator_may_return_null=1:detect_container_overflow=0:allow_user_poisoning=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export LSAN_OPTIONS="suppressions=$PWD/scripts/lsan-suppressions.txt print_suppressions=0"
export TSAN_OPTIONS="allocator_may_return_null=1 suppressions=$PWD/scripts/tsan-suppressions.txt"

for preset in asan tsan; do
  cmake --preset "$preset" --log-level=WARNING --no-warn-unused-cli >/dev/null
  ninja -C "build-$preset" --quiet "${tests[@]}"
  for test in "${tests[@]}"; do
    echo "== $preset: $test"
    "build-$preset/bin/$test" --gtest_brief=1
  done
done
