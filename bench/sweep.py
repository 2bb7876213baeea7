#!/usr/bin/env python3
# Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for cliffs: shapes that are slow beside shapes of nearly the same sizes.

Shapes lie on lines along which one size grows by about a seventh from one to the
next, 200 of matmul and 200 of conv. Printed are those with less than 0.7 of the rate
of their neighbours on the line (the geometric mean of both, at the ends that of the
one). By CPU time of one thread, the best of the rounds.

    bench/sweep.py                              # all, three rounds
    bench/sweep.py --kind conv --lines 3 --seed 7 --all
"""

import argparse
import pathlib
import random
import sys
import tempfile

import run

POINTS = 8
FLOOR = 0.7


def grow(first):
    """Sizes of one line, each about a seventh more than the one before."""
    sizes = [first]
    while len(sizes) < POINTS:
        sizes.append(max(sizes[-1] + 1, round(sizes[-1] * 8 / 7)))
    return sizes


def matmul_line(pick):
    sizes = [pick.choice((1, 3, 16, 64, 100, 128, 200, 256, 384)) for _ in range(3)]
    axis = pick.randrange(3)
    turn_a, turn_b = pick.random() < 0.2, pick.random() < 0.2
    line = []
    for size in grow(pick.randrange(8, 200)):
        sizes[axis] = size
        m, n, k = sizes
        name = f"matmul {m}x{n}x{k}" + (" ta" if turn_a else "") + (" tb" if turn_b else "")
        line.append((run.matmul(name, m, n, k, turn_a=turn_a, turn_b=turn_b), 2 * m * n * k))
    return line


def conv_line(pick):
    window, stride = pick.choice((1, 3, 3, 5)), pick.choice((1, 1, 2))
    c, o = pick.choice((3, 16, 32, 64, 96)), pick.choice((8, 16, 32, 64, 128))
    size, axis = pick.choice((7, 14, 28, 30, 56)), pick.randrange(3)
    kind = pick.choice(("plain", "plain", "groups", "depthwise"))
    line = []
    for grown in grow(pick.randrange(6, 24)):
        if axis == 0:
            size = grown
        elif axis == 1:
            c = 4 * grown
        else:
            o = 4 * grown
        groups = 1
        if kind == "groups":
            groups, c, o = 4, c // 4 * 4 or 4, o // 4 * 4 or 4
        elif kind == "depthwise":
            groups = o = c = max(c, o) if axis != 0 else c
        name = f"conv {c}->{o} {size}x{size} window {window} stride {stride} groups {groups}"
        row = run.conv(name, c, o, size, window, stride, groups)
        line.append((row, row.flops))
        if kind == "depthwise" and axis != 0:
            c = o = 1
    return line


def expected(rates, at):
    near = [rates[i] for i in (at - 1, at + 1) if 0 <= i < len(rates)]
    product = 1.0
    for rate in near:
        product *= rate
    return product ** (1 / len(near))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=str(run.ROOT.parent / "build/bin"), help="where tg-run is")
    parser.add_argument("--kind", default="", help="matmul or conv; both without")
    parser.add_argument("--lines", type=int, default=25, help="of eight shapes, of each kind")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="print every shape")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.bin) / "tg-run")
    found = shapes = 0
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "program.mlir"
        for kind, make in (("matmul", matmul_line), ("conv", conv_line)):
            pick = random.Random(f"{options.seed} {kind}")
            for _ in range(options.lines if kind.startswith(options.kind) else 0):
                line = make(pick)
                best = [0.0] * len(line)
                for _ in range(options.rounds):
                    for i, (row, flops) in enumerate(line):
                        program.write_text(row.text)
                        count = max(5, min(2000, int(2e8 / flops)))
                        measured = run.measure(binary, program, count, 1)
                        # The clock of CPU time may stand still during a small kernel.
                        seconds = measured["min_cpu_s"] or measured["min_s"]
                        best[i] = max(best[i], flops / max(seconds, 1e-9) / 1e9)
                for i, (row, _) in enumerate(line):
                    shapes += 1
                    share = best[i] / expected(best, i)
                    found += share < FLOOR
                    if share < FLOOR or options.all:
                        print(f"{row.name}: {best[i]:.1f} GFLOP/s, {share:.2f} of its neighbours", flush=True)
    print(f"{found} of {shapes} shapes have less than {FLOOR} of their neighbours' rate")
    sys.exit(found != 0)


if __name__ == "__main__":
    main()
