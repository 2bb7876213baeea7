#!/usr/bin/env bash
# From a clone to a classified set of real handwritten digits: installs what is
# missing, builds the tools, runs the model of examples/digits through tg-run
# and through the reference interpreter, times it beside NumPy, and draws its
# kernels.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install-deps.sh
cmake --preset dev --log-level=WARNING --no-warn-unused-cli \
  -DPython3_EXECUTABLE="$PWD/.venv/bin/python" >/dev/null
ninja -C build --quiet tg-opt tg-run

example=examples/digits
work=build/quickstart
mkdir -p "$work"
run=(build/bin/tg-run "$example/model.mlir" --weights "$example/weights.safetensors")
compare=(.venv/bin/python "$example/compare.py")

# All held-aside images, once through the compiler and once interpreted; both
# must give the classes that NumPy gave when the model was exported.
"${run[@]}" --input "0=$example/images.npy" --expect "0=$example/expected.npy" \
  --output "0=$work/classes.npy"
"${run[@]}" --input "0=$example/images.npy" --expect "0=$example/expected.npy" \
  --output "0=$work/reference.npy" --reference

"${compare[@]}" --write-batch "$work/batch.npy" --batch 256
"${run[@]}" --input "0=$work/batch.npy" --bench --json >"$work/bench.json"
"${compare[@]}" --batch 256 --classes "$work/classes.npy" \
  --reference "$work/reference.npy" --run "$work/bench.json"

"${run[@]}" --input "0=$work/batch.npy" --viz="$work/digits.dot" >/dev/null
dot -Tsvg "$work/digits.dot" -o "$work/digits.svg"
echo "kernels drawn in $work/digits.svg"
