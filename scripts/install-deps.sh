#!/usr/bin/env bash
# Installs what a Debian 12 machine lacks to build and test TinyGrad, and
# nothing when it is all there (then it prints nothing either). Works as root
# or through sudo. TG_NO_INSTALL=1 turns a missing package into an error.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

packages=(
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools lld-22 clang-22
  clang-format-22 clang-tidy-22 cmake ninja-build ccache graphviz
  python3 python3-venv libtbb-dev libgtest-dev git
  ocl-icd-libopencl1 pocl-opencl-icd llvm-spirv-15 spirv-tools
)

fail() {
  echo "install-deps: $*" >&2
  exit 1
}

missing_packages() {
  local installed package
  installed=" $(dpkg-query -W -f='${db:Status-Status}=${Package} ' \
    "${packages[@]}" 2>/dev/null || true) "
  for package in "${packages[@]}"; do
    [[ $installed == *" installed=$package "* ]] || echo "$package"
  done
}

as_root() {
  if [[ $(id -u) -eq 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "need root or sudo to run: $*"
  fi
}

command -v dpkg-query >/dev/null ||
  fail "written for Debian 12; elsewhere install the equivalents of: ${packages[*]}"

mapfile -t missing < <(missing_packages)
if ((${#missing[@]})); then
  [[ ${TG_NO_INSTALL:-} != 1 ]] || fail "missing packages: ${missing[*]}"
  echo "install-deps: installing ${missing[*]}"
  install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq
    -o DPkg::Lock::Timeout=300 --no-install-recommends "${missing[@]}")
  # The package lists are refreshed only when they are absent or out of date.
  if ! as_root "${install[@]}" </dev/null >/dev/null 2>&1; then
    as_root apt-get update -qq </dev/null
    as_root "${install[@]}" </dev/null >/dev/null
  fi
fi

# A Python of the project's own, rebuilt when the pinned requirements change.
wanted=$root/scripts/requirements.txt
stamp=$root/.venv/requirements.installed
if ! cmp -s "$wanted" "$stamp" || ! "$root/.venv/bin/python" -c '' 2>/dev/null; then
  [[ ${TG_NO_INSTALL:-} != 1 ]] || fail "no .venv with scripts/requirements.txt"
  echo "install-deps: making .venv"
  rm -rf "$root/.venv"
  /usr/bin/python3 -m venv "$root/.venv"
  "$root/.venv/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" </dev/null
  cp "$wanted" "$stamp"
fi
