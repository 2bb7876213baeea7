#!/usr/bin/env python3
"""Runs one ONNX model again and again, for benchmarks that compare programs.

    bench/onnx-peer.py DIR THREADS SECONDS OUTDIR

DIR holds model.onnx, meta.json (the names of `inputs` and `outputs` in order) and in.NAME.npy of each input. The model
is loaded, compiled and run once, then repeated for SECONDS; the outputs go to OUTDIR/out.I.npy, and one line of JSON
with seconds (median_s, min_s, first_s), runs (n), memory (rss0_MiB, hwm_MiB) and kernels to standard output.

Needs the packages tinygrad_mlir (from the build tree beside this file, if it is there) and onnx.
"""
import functools
import json
import os
import pathlib
import statistics
import sys
import time

BUILD = pathlib.Path(__file__).resolve().parents[1] / "build" / "python"
if BUILD.exists():
    sys.path.insert(0, str(BUILD))


def memory(key: str) -> int:
    """MiB of this process by a line of its status, 0 where there is none."""
    try:
        lines = open("/proc/self/status").read().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith(key)), 0)


def load_input(folder: pathlib.Path, name: str, elem: int):
    """An input; bfloat16 is kept as 16-bit integers in files."""
    import numpy as np
    from onnx import helper
    array = np.load(folder / f"in.{name}.npy", allow_pickle=False)
    wanted = np.dtype(helper.tensor_dtype_to_np_dtype(elem))
    return array.view(wanted) if array.dtype != wanted and array.dtype.itemsize == wanted.itemsize else array


def main() -> int:
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    folder, threads, seconds, out = pathlib.Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), pathlib.Path(sys.argv[4])
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    import numpy as np
    from tinygrad_mlir import GlobalCounters, Tensor, TinyJit
    from tinygrad_mlir.nn.onnx import OnnxRunner
    from tinygrad_mlir.nn.onnx.runner import to_value
    from tinygrad_mlir.nn.onnx.types import to_numpy
    meta = json.loads((folder / "meta.json").read_text())
    rss0 = memory("VmRSS")
    start = time.perf_counter()
    runner = OnnxRunner(folder / "model.onnx")
    inputs = {name: to_value(load_input(folder, name, runner.graph_inputs[name].elem)) for name in meta["inputs"]}
    if inputs:
        Tensor.realize(*inputs.values())

    # Weights are packed once, as other programs do when they load a model.
    @functools.partial(TinyJit, prune=True)
    def step(**tensors):
        results = runner(tensors)
        return [results[name] for name in meta["outputs"]]

    def run():
        results = step(**inputs)
        Tensor.realize(*results)
        return results
    results = run()
    first = time.perf_counter() - start
    for i, t in enumerate(results):
        array = to_numpy(t, runner.graph.elem(meta["outputs"][i]) or None)
        # A .npy file has no name for bfloat16 and its like.
        np.save(out / f"out.{i}.npy", array.astype(np.float32) if array.dtype.kind == "V" else array)
    del results
    run()
    GlobalCounters.reset()
    run()
    kernels = GlobalCounters.kernel_count
    times, end = [], time.perf_counter() + seconds
    while len(times) < 5 or time.perf_counter() < end:
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    print(json.dumps({"median_s": statistics.median(times), "min_s": min(times), "n": len(times), "first_s": first,
                      "rss0_MiB": rss0, "hwm_MiB": memory("VmHWM"), "kernels": kernels}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
