#!/usr/bin/env bash
# Builds everything and runs every check: formatting, warnings as errors, the
# lit tests, the unit tests, and the embedding examples against an installed
# tree. Prints lit's summary on the way and ends with ctest's.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() { printf '\n== %s\n' "$*"; }

scripts/install-deps.sh

step formatting
scripts/check-format.sh

step configure
cmake --preset dev --log-level=WARNING --no-warn-unused-cli \
  -DPython3_EXECUTABLE="$PWD/.venv/bin/python" -DTINYGRAD_WERROR=ON \
  -DTINYGRAD_BUILD_PYTHON=ON

step build
ninja -C build --quiet

step headers
scripts/check-headers.sh

step documentation
scripts/docs-site.sh

step lit
ninja -C build --quiet check-tinygrad

step ctest
ctest --test-dir build --output-on-failure
