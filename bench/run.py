#!/usr/bin/env python3
# Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures kernels against what the machine can do.

Each row is a program in tg, whose kernels are scheduled by the heuristic; a file
of its name in bench/schedules is the same kernel with opts written by hand. Both
run in turns with bench/limits.cpp, several rounds, and the best of each counts:
by the CPU time of one thread, so that other work on the machine matters little.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent
UNITS_OF_BYTES = ("int8_gops", "int8_tile_gops")


class Row:
    """A program with its operations and the bytes that it must move once."""

    def __init__(self, name, signature, body, result, flops=0, moved=0, copies=False, units=()):
        self.name, self.flops, self.moved, self.copies = name, flops, moved, copies
        self.units = units  # Limits of units, of which the highest counts.
        arguments = ", ".join(f"%{n}: {t}" for n, t in signature)
        self.text = f"func.func @main({arguments}) -> {result} {{\n{body}\n}}\n"

    def rate(self, seconds):
        return (self.flops or self.moved) / seconds / 1e9

    def limit(self, limits):
        if self.flops:
            return max(limits.get(unit, 0) for unit in ("fma_gflops", *self.units))
        return limits["copy_gbs" if self.copies else "read_gbs"]

    @property
    def unit(self):
        return "GFLOP/s" if self.flops else "GB/s"


def tensor(*sizes, element="f32"):
    return "tensor<" + "".join(f"{s}x" for s in sizes) + element + ">"


def matmul(name, m, n, k, batch=(), turn_a=False, turn_b=False):
    a = tensor(*batch, *((k, m) if turn_a else (m, k)))
    b = tensor(*batch, *((n, k) if turn_b else (k, n)))
    c = tensor(*batch, m, n)
    order = "[0, 2, 1]" if batch else "[1, 0]"
    body, x, y = "", "%a", "%b"
    if turn_a:
        body += f"  %ta = tg.permute %a {order} : {a} -> {tensor(*batch, m, k)}\n"
        x = "%ta"
    if turn_b:
        body += f"  %tb = tg.permute %b {order} : {b} -> {tensor(*batch, k, n)}\n"
        y = "%tb"
    body += (
        f"  %r = tg.matmul {x}, {y} : {tensor(*batch, m, k)}, "
        f"{tensor(*batch, k, n)} -> {c}\n  return %r : {c}"
    )
    count = 2 * m * n * k * (batch[0] if batch else 1)
    # A product with a vector reads a matrix: its bytes are the limit.
    moved = 0
    if 1 in (m, n):
        count, moved = 0, 4 * (m * k + k * n + m * n)
    return Row(name, [("a", a), ("b", b)], body, c, count, moved)


def matmul_int8(name, m, n, k):
    """Sums of 32 bits; the limit is that of the unit for bytes, or of f32 without."""
    a, b = tensor(m, k, element="i8"), tensor(k, n, element="i8")
    c = tensor(m, n, element="i32")
    body = f"  %r = tg.matmul %a, %b : {a}, {b} -> {c}\n  return %r : {c}"
    return Row(name, [("a", a), ("b", b)], body, c, 2 * m * n * k, units=UNITS_OF_BYTES)


def matmul_bf16(name, m, n, k):
    """Sums of f32, rounded at the end; the limit is that of tiles, or of f32 without."""
    a, b, c = (tensor(*sizes, element="bf16") for sizes in ((m, k), (k, n), (m, n)))
    body = f"  %r = tg.matmul %a, %b : {a}, {b} -> {c}\n  return %r : {c}"
    return Row(name, [("a", a), ("b", b)], body, c, 2 * m * n * k, units=("bf16_tile_gflops",))


def conv(name, c, o, size, window, stride=1, groups=1, element="f32"):
    pad = window // 2
    out = (size + 2 * pad - window) // stride + 1
    of_bytes = element == "i8"
    x, w = tensor(1, c, size, size, element=element), tensor(o, c // groups, window, window, element=element)
    y = tensor(1, o, out, out, element="i32" if of_bytes else element)
    attributes = ""
    if stride != 1:
        attributes += f" strides [{stride}, {stride}]"
    if pad:
        attributes += f" pad_low [{pad}, {pad}] pad_high [{pad}, {pad}]"
    if groups != 1:
        attributes += f" groups {groups}"
    body = f"  %r = tg.conv %x, %w{attributes} : {x}, {w} -> {y}\n  return %r : {y}"
    count = 2 * o * out * out * (c // groups) * window * window
    return Row(name, [("x", x), ("w", w)], body, y, count, units=UNITS_OF_BYTES if of_bytes else ())


def unary(name, op, sizes, result, moved, copies):
    a = tensor(*sizes)
    body = f"  %r = {op.format(a=a, r=result)}\n  return %r : {result}"
    return Row(name, [("a", a)], body, result, 0, moved, copies)


def rows():
    big, square = 1 << 24, (4096, 4096)
    whole = 4 * big
    result = [matmul(f"matmul-{n}", n, n, n) for n in (256, 512, 1024, 2048)]
    result += [
        matmul("matmul-1000x777x333", 1000, 333, 777),
        matmul("matmul-12x128x128x64", 128, 64, 128, batch=(12,)),
        matmul("matmul-nt-512", 512, 512, 512, turn_b=True),
        matmul("matmul-tn-512", 512, 512, 512, turn_a=True),
        matmul_bf16("matmul-bf16-256", 256, 256, 256),
        matmul_bf16("matmul-bf16-1024", 1024, 1024, 1024),
        matmul_bf16("matmul-bf16-1000x777x333", 1000, 333, 777),
        matmul_int8("matmul-int8-256", 256, 256, 256),
        matmul_int8("matmul-int8-1024", 1024, 1024, 1024),
        matmul_int8("matmul-int8-1000x777x333", 1000, 333, 777),
        matmul_int8("matmul-int8-16x1024x1024", 16, 1024, 1024),
        conv("conv-int8-3x3-64", 64, 64, 56, 3, element="i8"),
        conv("conv-int8-3x3-256", 256, 256, 14, 3, element="i8"),
        conv("conv-int8-1x1-64-256", 64, 256, 56, 1, element="i8"),
        conv("conv-int8-1x1-1024-256", 1024, 256, 14, 1, element="i8"),
        matmul("vecmat-4096", 1, 4096, 4096),
        matmul("matvec-4096", 4096, 1, 4096),
        conv("conv-3x3-64", 64, 64, 56, 3),
        conv("conv-3x3-128", 128, 128, 28, 3),
        conv("conv-3x3-256", 256, 256, 14, 3),
        conv("conv-1x1-64-256", 64, 256, 56, 1),
        conv("conv-1x1-1024-256", 1024, 256, 14, 1),
        conv("conv-3x3-128-stride2", 128, 128, 56, 3, stride=2),
        conv("conv-7x7-3-stride2", 3, 64, 224, 7, stride=2),
        conv("conv-1x1-256-1024-14", 256, 1024, 14, 1),
        conv("conv-depthwise-96-stride2", 96, 96, 112, 3, stride=2, groups=96),
        conv("conv-3x3-128-groups32", 128, 128, 56, 3, groups=32),
        conv("conv-depthwise-96", 96, 96, 112, 3, groups=96),
        unary("sum-16m", "tg.sum %a axes [0] : {a} -> {r}", (big,), "tensor<f32>", whole, False),
        unary("row-sums", "tg.sum %a axes [1] : {a} -> {r}", square, tensor(4096), whole, False),
        unary("column-sums", "tg.sum %a axes [0] : {a} -> {r}", square, tensor(4096), whole, False),
        unary("argmax", "tg.argmax %a axis 1 : {a} -> {r}", square, "tensor<4096xi32>", whole, False),
        unary("tanh-16m", "tg.tanh %a : {a}", (big,), tensor(big), 2 * whole, True),
        unary("gelu-16m", "tg.gelu %a : {a}", (big,), tensor(big), 2 * whole, True),
        unary("cumsum", "tg.cumsum %a axis 1 : {a} -> {r}", square, tensor(*square), 2 * whole, True),
        unary("layer-norm", "tg.layer_norm %a axes [1] : {a}", (4096, 1024), tensor(4096, 1024), 1 << 25, True),
        unary("softmax", "tg.softmax %a axis 1 : {a}", square, tensor(*square), 2 * whole, True),
    ]
    a = tensor(*square)
    turned = f"  %t = tg.permute %a [1, 0] : {a} -> {a}\n  %r = tg.contiguous %t : {a}\n  return %r : {a}"
    result.append(Row("transpose", [("a", a)], turned, a, 0, 2 * whole, True))
    return result


def get_limits(folder):
    program = folder / "limits"
    if not program.exists():
        subprocess.run(
            ["clang++-22", "-O3", "-march=native", "-mprefer-vector-width=512",
             "-ffp-contract=fast", str(ROOT / "limits.cpp"), "-o", str(program)],
            check=True,
        )
    return json.loads(subprocess.run([program], check=True, capture_output=True, text=True).stdout)


def measure(binary, path, count, threads, may_fail=False):
    command = [binary, str(path), "--input", "random", f"--bench={count}",
               "--threads", str(threads), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and may_fail:
        return None
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return json.loads(done.stdout)


def get_schedules(name):
    """What was written by hand for a row: for units of vectors, and for tiles."""
    paths = [ROOT / "schedules" / f"{name}{suffix}.mlir" for suffix in ("", "-tiles")]
    return [path for path in paths if path.exists()]


def check(binary, program, schedule, folder, more):
    """Whether the schedule by hand gives what the program gives, if it runs here."""
    result = folder / "result.npy"
    given = ["--input", "random:1", *more]
    commands = [
        [binary, str(program), *given, "--output", f"0={result}"],
        [binary, str(schedule), *given, "--expect", f"0={result}", "--rtol", "1e-3", "--atol", "1e-2"],
    ]
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True)
        if re.search("the processor .* has no unit", done.stderr):
            return "not for this processor"
        if done.returncode:
            sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return "the same"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=str(ROOT.parent / "build/bin"), help="where tg-run is")
    parser.add_argument("--rows", default="", help="a regular expression")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="one run each: does it work?")
    parser.add_argument("--check", action="store_true", help="do the schedules by hand compute the same?")
    parser.add_argument("--target", default="", help="the processor for --check, as tg-run takes it")
    parser.add_argument("--list", action="store_true", help="print the programs' names")
    options = parser.parse_args()
    chosen = [row for row in rows() if re.search(options.rows, row.name)]
    if options.list:
        print("\n".join(row.name for row in chosen))
        return
    binary = str(pathlib.Path(options.bin) / "tg-run")
    if options.check:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for row in chosen:
                program = folder / f"{row.name}.mlir"
                program.write_text(row.text)
                more = ["--target", options.target] if options.target else []
                for schedule in get_schedules(row.name):
                    outcome = check(binary, program, schedule, folder, more)
                    print(f"{schedule.stem}: {outcome}", flush=True)
        return
    key = "min_cpu_s" if options.threads == 1 else "min_s"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        print("| row | heuristic | by hand | limit | heuristic / limit | compile, ms |")
        print("|---|---|---|---|---|---|")
        for row in chosen:
            program = folder / f"{row.name}.mlir"
            program.write_text(row.text)
            schedules = get_schedules(row.name)
            best, limits, compiled = {}, {}, float("inf")
            for _ in range(1 if options.quick else options.rounds):
                for path in (program, *schedules):
                    work = row.flops or 10 * row.moved
                    count = 1 if options.quick else max(3, min(400, int(1e10 / work)))
                    # A schedule may name a unit that this machine lacks.
                    line = measure(binary, path, count, options.threads, path is not program)
                    if line is None:
                        continue
                    rate = row.rate(line[key])
                    best[path] = max(best.get(path, 0), rate)
                    if path is program:
                        compiled = min(compiled, line["compile_s"] * 1e3)
                for limit, value in ({} if options.quick else get_limits(folder)).items():
                    limits[limit] = max(limits.get(limit, 0), value)
            limit = row.limit(limits) * options.threads if limits else 0
            share = f"{100 * best[program] / limit:.0f} %" if limit else "-"
            by_hand = [best[path] for path in schedules if path in best]
            by_hand = f"{max(by_hand):.1f}" if by_hand else "-"
            print(f"| {row.name} | {best[program]:.1f} {row.unit} | {by_hand} | "
                  f"{limit:.1f} | {share} | {compiled:.1f} |", flush=True)


if __name__ == "__main__":
    main()
