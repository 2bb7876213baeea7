#!/usr/bin/env bash
# Installs the Python package into a fresh environment, as a user would, and runs
# its tests and the digits example there, away from the clone, and says how long
# it took. The first build takes minutes; it is kept in build-python, so that the
# next one compiles only what changed.
#   scripts/check-pip.sh [--config-settings=… for pip]
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

started=$SECONDS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/env python3 -m venv "$work/env"
pip=("$work/env/bin/pip" --quiet --disable-pip-version-check)
"${pip[@]}" install "$@" ./python-bindings
"${pip[@]}" install scikit-learn
cp -r examples/python "$work/examples"
(cd "$work" && env -u PYTHONPATH "$work/env/bin/python" examples/digits.py --draw loss.svg)
echo "installed, and trained the digits, in $((SECONDS - started)) s"
"${pip[@]}" install "$(grep ^pytest== scripts/requirements.txt)" "$(grep ^onnx== scripts/requirements.txt)"

cp -r python-bindings/test "$work/tests"
cd "$work"
env -u PYTHONPATH TINYGRAD_SOURCE="$root" "$work/env/bin/python" - <<'PY'
import time

start = time.perf_counter()
from tinygrad_mlir import Tensor, nn

x, w = Tensor.randn(4, 3, 8, 8), Tensor.randn(8, 3, 3, 3)
y = x.conv2d(w).relu().sum()
y.backward()
assert w.grad.shape == w.shape and abs(w.grad.numpy()).max() > 0
print(f"a convolution and its gradient {time.perf_counter() - start:.1f} s after starting Python")
PY
env -u PYTHONPATH TINYGRAD_SOURCE="$root" "$work/env/bin/python" -m pytest -q -p no:cacheprovider tests
