#!/bin/sh
# Runs many random lists of exec items through planning, batching and replay:
#   scripts/random-schedules.sh [count=10000] [first seed=0] [build=build] [device=*]
# on two CPU devices, on a recording driver for CUDA and HIP, and on two devices of
# OpenCL (PoCL). Each must give what a plain run gives, and every removed dependency
# edge must be caught. The tests run the first few hundred.
set -eu
TINYGRAD_RANDOM_SCHEDULES=${1:-10000} TINYGRAD_FIRST_SEED=${2:-0} POCL_DEVICES="pthread pthread" \
  exec "${3:-build}/bin/ExecutionTests" --gtest_filter="Kinds/RandomScheduleTest.*/${4:-*}"
