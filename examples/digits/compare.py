#!/usr/bin/env python3
"""Evaluates the digits network in NumPy and sets tg-run's figures beside it.

    compare.py                          NumPy alone
    compare.py --run bench.json \\
        --classes a.npy --reference b.npy   and tg-run's answers and times

NumPy's evaluation is the one a competent user would write: batched, f32,
filters packed once, each convolution an im2col and one matrix product.
"""

import argparse
import json
import pathlib
import statistics
import time

import numpy as np

import network as net
import safetensors_io

HERE = pathlib.Path(__file__).resolve().parent


def batch(size):
    """The first `size` committed images, repeated where there are fewer."""
    images = np.load(HERE / "images.npy")
    return np.resize(images, (size, *images.shape[1:]))


def time_numpy(packed, images, seconds):
    net.classify(packed, images)
    samples, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(samples) < 20:
        start = time.perf_counter()
        net.classify(packed, images)
        samples.append(time.perf_counter() - start)
    return statistics.median(samples), len(samples)


def accuracy(classes, labels):
    classes = np.asarray(classes)
    if classes.shape != labels.shape:
        raise SystemExit(f"expected {labels.shape} classes, but got {classes.shape}")
    hits = int((classes == labels).sum())
    return f"{100 * hits / len(labels):.2f} % ({hits} of {len(labels)} images)"


def row(name, value):
    print(f"  {name:<34}{value}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to time NumPy")
    parser.add_argument("--classes", help="classes of all images by tg-run")
    parser.add_argument("--reference", help="classes by tg-run --reference")
    parser.add_argument("--run", help="the line of tg-run --bench --json on --batch images")
    parser.add_argument("--write-batch", help="only write that many images to this .npy")
    args = parser.parse_args()

    if args.write_batch:
        np.save(args.write_batch, batch(args.batch))
        return

    labels = np.load(HERE / "labels.npy")
    packed = net.prepare(safetensors_io.load(HERE / "weights.safetensors"))
    print("accuracy on the held-aside images")
    if args.classes:
        row("TinyGrad", accuracy(np.load(args.classes), labels))
    if args.reference:
        row("TinyGrad, reference interpreter", accuracy(np.load(args.reference), labels))
    row("NumPy", accuracy(net.classify(packed, np.load(HERE / "images.npy")), labels))

    run = None
    if args.run:
        run = json.loads(pathlib.Path(args.run).read_text().splitlines()[-1])
        print("program")
        row("kernels", run["kernels"])
        row("launch graphs", run["graphs"])
        row("arena", f"{run['arena_bytes']} bytes (lower bound {run['arena_bound_bytes']})")
        each = run["compile_s"] / max(run["kernels"], 1)
        row("compile time", f"{run['compile_s'] * 1e3:.0f} ms ({each * 1e3:.0f} ms a kernel)")

    median, count = time_numpy(packed, batch(args.batch), args.seconds)
    print(f"time per batch of {args.batch}")
    if run:
        row("TinyGrad", f"{run['median_s'] * 1e3:.3f} ms (median of {run['n']})")
    row("NumPy", f"{median * 1e3:.3f} ms (median of {count})")
    if run:
        row("NumPy / TinyGrad", f"{median / run['median_s']:.2f}")


if __name__ == "__main__":
    main()
