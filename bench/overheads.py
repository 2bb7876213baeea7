#!/usr/bin/env python3
"""What the Python package costs beside kernels: making a lazy op, computing a known program, replaying a capture.

    PYTHONPATH=build/python python bench/overheads.py

The tensors are so small that kernels take next to nothing. Each line is the best of many rounds, in microseconds of one
core; the last column is what it should stay below. Exits with 1 where one does not.
"""
import sys
import time

from tinygrad_mlir import Tensor, TinyJit

ROUNDS = 30
x, w = Tensor.rand(16, 16).realize(), Tensor.rand(16, 16).realize()
positive = (x > 0.5).realize()


@TinyJit
def replayed(a):
    return (a + 1).realize()


# Ops on tensors of known shape: one or few lazy ops each.
OPS = {
    "x + w": lambda: x + w,
    "x + 1.0": lambda: x + 1.0,
    "x @ w": lambda: x @ w,
    "x.exp()": lambda: x.exp(),
    "x.relu()": lambda: x.relu(),
    "x.half()": lambda: x.half(),
    "x.reshape(256)": lambda: x.reshape(256),
    "x.permute(1, 0)": lambda: x.permute(1, 0),
    "x[1:3]": lambda: x[1:3],
    "x.sum(1)": lambda: x.sum(1),
    "x.mean(1)": lambda: x.mean(1),
    "x.max(1)": lambda: x.max(1),
    "positive.where(x, w)": lambda: positive.where(x, w),
}
# Several ops.
COMPOSED = {"x.softmax()": lambda: x.softmax(), "x.layernorm()": lambda: x.layernorm(), "x.gelu()": lambda: x.gelu()}
RUNS = {
    "(x + w).realize()": lambda: (x + w).realize(),
    "(x + w).sum().realize()": lambda: (x + w).sum().realize(),
    "TinyJit of (a + 1)": lambda: replayed(x),
}


def measure(call, count: int) -> float:
    """Microseconds of a call."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(count):
            call()
        best = min(best, (time.perf_counter() - start) / count)
    return best * 1e6


def main() -> int:
    for _ in range(3):
        replayed(x)
    late = []
    for calls, limit, count in ((OPS, 3, 500), (COMPOSED, None, 200), (RUNS, 20, 200)):
        for name, call in calls.items():
            took = measure(call, count)
            print(f"{name:24} {took:6.2f} us" + (f"   < {limit}" if limit else ""))
            if limit and took >= limit:
                late.append(name)
    if late:
        print("too slow:", ", ".join(late), file=sys.stderr)
    return bool(late)


if __name__ == "__main__":
    sys.exit(main())
