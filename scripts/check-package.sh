#!/usr/bin/env bash
# Makes the .deb of a build and proves it as a user would: unpacks it to a clean root,
# looks at what it holds and depends on, runs its tools from there, and builds and tests
# examples against it by find_package.
#
#   scripts/check-package.sh [build folder] [example...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$(realpath "${1:-build}")
shift || true
examples=("$@")
[ ${#examples[@]} -gt 0 ] || examples=(one-op c-programs)

fail() { echo "check-package: $*" >&2; exit 1; }

work=$build/package
rm -rf "$work"
mkdir -p "$work/root"
(cd "$build" && cpack -G DEB -B "$work" >"$work/cpack.log" 2>&1) ||
  { cat "$work/cpack.log" >&2; fail "cpack failed"; }
deb=$(find "$work" -maxdepth 1 -name '*.deb')
[ -f "$deb" ] || fail "cpack made no package"
dpkg-deb --field "$deb" Package Version Architecture Depends Recommends Installed-Size
dpkg -x "$deb" "$work/root"
prefix=$work/root/usr

# Everything lies under /usr, with its licence.
strays=$(dpkg-deb --contents "$deb" | awk '{print $6}' | grep -vE '^\./(usr/.*)?$' || true)
[ -z "$strays" ] || fail "files outside of /usr: $strays"
find "$prefix/share/doc/tinygrad-mlir" -name LICENSE | grep -q . || fail "no licence"

# No trace of where it was built.
traces=$(grep -rlF -e "$build" -e "$PWD" "$prefix" --include='*.cmake' || true)
[ -z "$traces" ] || fail "paths of the build in $traces"

# Nothing but what the packages that it depends on bring.
for file in "$prefix"/bin/* "$prefix"/lib/*/*.so "$prefix"/lib/*.so; do
  [ -f "$file" ] || continue
  ! ldd "$file" | grep 'not found' || fail "$file lacks a library"
  ! readelf -d "$file" | grep -F "$build" || fail "$file is bound to the build"
done
# The versions and names of dependencies that a package manager finds.
if command -v apt-get >/dev/null; then
  apt-get install --simulate "$deb" >"$work/apt.log" 2>&1 ||
    { tail -20 "$work/apt.log" >&2; fail "apt-get would not install it"; }
fi

"$prefix/bin/tg-run" --version
"$prefix/bin/tg-opt" --help >/dev/null
for example in "${examples[@]}"; do
  rm -rf "$work/$example"
  ctest --build-and-test "examples/$example" "$work/$example" --build-generator Ninja \
    --build-options "-DCMAKE_PREFIX_PATH=$prefix" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" \
    --test-command ctest --output-on-failure >"$work/$example.log" 2>&1 ||
    { tail -40 "$work/$example.log" >&2; fail "$example failed"; }
  grep -E 'tests passed' "$work/$example.log" | sed "s|^|$example: |"
done
rm -rf "$work/root"
echo "check-package: $(basename "$deb") is sound"
