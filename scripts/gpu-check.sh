#!/bin/bash
# Checks a machine's GPU with nothing but the built tree, within 8 minutes:
#   scripts/gpu-check.sh [--device cuda] [--build build] [--small]
# Every execution test on the device, the tests of launch graphs, and a table of
# benchmarks against the device's own copy bandwidth. The device is the first of cuda,
# hip and opencl that there is. The table is also written to bench/results. With
# --small the benchmarks are small and their table is not kept: does it all work, as on
# PoCL? Exits 1 if a test fails.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
device= build=$root/build small=
while [ $# -gt 0 ]; do
  case $1 in
    --device) device=$2; shift ;;
    --build) build=$2; shift ;;
    --small) small=--small ;;
    *) sed -n '2,9s/^# //p' "$0"; exit 2 ;;
  esac
  shift
done
tools=$build/bin
runs_on() {
  "$tools/tg-run" "$root/examples/first.mlir" --var n=3 --input random:1 --verify --device "$1" 2>&1
}
if [ -z "$device" ]; then
  for each in cuda hip opencl; do
    runs_on $each >/dev/null && device=$each && break
  done
  [ -n "$device" ] || { echo "no GPU and no OpenCL here: $(runs_on cuda | tail -1)"; exit 1; }
fi
runs_on "$device" || exit 1
jobs=$(nproc)
[ "$jobs" -gt 8 ] && jobs=8
start=$SECONDS status=0
step() { echo; echo "== $1 ($((SECONDS - start)) s)"; }

# The table first: nothing else may run beside it.
step "benchmarks on $device"
table=/dev/null
if [ -z "$small" ]; then
  mkdir -p "$root/bench/results"
  table=$root/bench/results/${device//:/-}-$(date +%F).txt
fi
timeout 150 "$root/scripts/gpu-bench.py" --device "$device" --tools "$tools" $small |
  tee "$table"
[ "${PIPESTATUS[0]}" -eq 0 ] || status=1

step "launch graphs"
"$root/scripts/test-on-device.py" --device "$device" --tools "$tools" --jobs "$jobs" \
  --replay --first-run --seconds 60 --timeout 120 "$root/test/Integration/plan" \
  "$root/test/Integration/NN" "$root/test/Integration/assign.mlir" \
  "$root/test/Integration/rand.mlir" "$root/test/Integration/sort.mlir" || status=1
"$tools/tg-run" "$root/examples/digits/model.mlir" --device "$device" --check-replay \
  --weights "$root/examples/digits/weights.safetensors" \
  --input "0=$root/examples/digits/images.npy" \
  --expect "0=$root/examples/digits/expected.npy" || status=1
if [ -x "$tools/ExecutionTests" ]; then
  "$root/scripts/random-schedules.sh" 50 0 "$build" | tail -3
  [ "${PIPESTATUS[0]}" -eq 0 ] || status=1
fi

step "execution tests"
"$root/scripts/test-on-device.py" --device "$device" --tools "$tools" --jobs "$jobs" \
  --seconds $((440 - (SECONDS - start))) --timeout 120 || status=1
step "$([ $status -eq 0 ] && echo passed || echo FAILED)"
exit $status
