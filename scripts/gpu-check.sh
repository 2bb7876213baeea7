#!/bin/bash
# Checks a machine's GPU with nothing but the built tree, within 8 minutes:
#   scripts/gpu-check.sh [--device cuda] [--build build] [--small] [--dry-run]
# First whether products by matrix units are right, then a table of benchmarks against
# the device's own copy bandwidth, then the tests of launch graphs and every execution
# test that there is time for. A step that fails or hangs ends by itself, and the next
# one runs. The device is the first of cuda, hip and opencl that there is. What was
# printed is also kept in bench/results. With --small the benchmarks are small and
# nothing is kept: does it all work, as on PoCL? --dry-run prints the steps with their
# limits. Exits 1 if something fails.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
device= build=$root/build small= dry=
while [ $# -gt 0 ]; do
  case $1 in
    --device) device=$2; shift ;;
    --build) build=$2; shift ;;
    --small) small=--small ;;
    --dry-run) dry=1 ;;
    *) sed -n '2,12s/^# //p' "$0"; exit 2 ;;
  esac
  shift
done
tools=$build/bin
[ -x "$tools/tg-run" ] || { echo "no tg-run in $tools: build it first"; exit 2; }
runs_on() {
  timeout 60 "$tools/tg-run" "$root/examples/first.mlir" --var n=3 --input random:1 --verify \
    --device "$1" 2>&1
}
if [ -z "$device" ] && [ -z "$dry" ]; then
  for each in cuda hip opencl; do
    runs_on $each >/dev/null && device=$each && break
  done
  [ -n "$device" ] || { echo "no GPU and no OpenCL here: $(runs_on cuda | tail -1)"; exit 1; }
fi
jobs=$(nproc)
[ "$jobs" -gt 16 ] && jobs=16
start=$SECONDS status=0 summary=
total=440 # Seconds after which nothing new begins.

# step NAME LIMIT COMMAND…: at most LIMIT seconds, or what is left.
step() {
  local name=$1 limit=$2 begin=$SECONDS left code result
  shift 2
  left=$((total - (SECONDS - start)))
  [ "$limit" -gt "$left" ] && limit=$left
  if [ -n "$dry" ]; then
    echo "$name, $limit s at most: $*"
    return
  fi
  echo; echo "== $name ($((SECONDS - start)) s)"
  if [ "$limit" -lt 5 ]; then
    code=124
  else
    timeout -k 5 "$limit" "$@"
    code=$?
  fi
  result=passed
  [ $code -eq 0 ] || { result="FAILED ($code)"; status=1; }
  [ $code -eq 124 ] && result="out of time"
  summary+=$(printf '%-34s %5d s  %s' "$name" $((SECONDS - begin)) "$result")$'\n'
}
# The same for test-on-device.py, which begins no program late: the last one ends in time.
on_device() {
  step "$@" --timeout 30 --seconds $(($2 > 90 ? $2 - 40 : $2 / 2))
}
tests=("$root/scripts/test-on-device.py" --device "${device:-DEVICE}" --tools "$tools" --jobs "$jobs")
cases=$root/test/Integration

check() {
  step "a first program" 70 "$tools/tg-run" "$root/examples/first.mlir" --var n=3 \
    --input random:1 --verify --device "${device:-DEVICE}"
  # What no emulator runs: units, copies without registers, much workgroup memory.
  on_device "products by matrix units" 60 "${tests[@]}" "$cases/matrix-units" \
    "$cases/matmul.mlir" "$cases/NN/attention.mlir" "$cases/NN/attention-units.mlir" \
    "$cases/conv.mlir"
  # Nothing else may run beside it.
  step "benchmarks" 150 "$root/scripts/gpu-bench.py" --device "${device:-DEVICE}" \
    --tools "$tools" --timeout 30 $small
  on_device "launch graphs" 60 "${tests[@]}" --replay --first-run "$cases/plan" \
    "$cases/NN" "$cases/assign.mlir" "$cases/rand.mlir" "$cases/sort.mlir"
  step "digits, replayed" 30 "$tools/tg-run" "$root/examples/digits/model.mlir" \
    --device "${device:-DEVICE}" --check-replay \
    --weights "$root/examples/digits/weights.safetensors" \
    --input "0=$root/examples/digits/images.npy" \
    --expect "0=$root/examples/digits/expected.npy"
  if [ -x "$tools/ExecutionTests" ]; then
    step "random schedules" 30 "$root/scripts/random-schedules.sh" 50 0 "$build"
  fi
  local left=$((total - (SECONDS - start)))
  on_device "execution tests" "$left" "${tests[@]}" "$cases/NN" "$cases"
  [ -n "$dry" ] && return 0
  echo; echo "== $device ($((SECONDS - start)) s)"
  printf '%s' "$summary"
  echo "$([ $status -eq 0 ] && echo passed || echo FAILED)"
  return $status
}

table=/dev/null
if [ -z "$small$dry" ]; then
  mkdir -p "$root/bench/results"
  table=$root/bench/results/${device//:/-}-$(date +%F).txt
fi
# The pipe ends when all of it is printed and kept.
check 2>&1 | tee "$table"
exit "${PIPESTATUS[0]}"
