#!/usr/bin/env python3
"""Measures kernels on a GPU against its own copy bandwidth and its matrix units.

    scripts/gpu-bench.py --device cuda [--tools build/bin] [--rows matmul] [--small]

Each row is a program in tg that `tg-run --bench` replays through its launch graph.
Rows that move memory are a share of what the driver's own copy within the device
reaches here; rows that compute a share of what the chip's units can do, where the
chip is known. Prints one table. `--small` makes the programs small: does it work?
"""

import argparse
import ctypes
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BYTES = {"f8E4M3FN": 1, "f16": 2, "bf16": 2, "f32": 4}

# Operations of one multiprocessor in a cycle, without sparsity: by type, then by chip.
# Fused multiply-adds count twice.
UNITS = {
    "sm_75": {"f16": 1024, "f32": 128},
    "sm_80": {"f16": 2048, "bf16": 2048, "f32": 128},
    "sm_86": {"f16": 1024, "bf16": 1024, "f32": 256},
    "sm_89": {"f16": 1024, "bf16": 1024, "f8E4M3FN": 2048, "f32": 256},
    "sm_90": {"f16": 4096, "bf16": 4096, "f8E4M3FN": 8192, "f32": 256},
    "sm_100": {"f16": 8192, "bf16": 8192, "f8E4M3FN": 16384, "f32": 256},
    "sm_120": {"f16": 1024, "bf16": 1024, "f8E4M3FN": 2048, "f32": 256},
}


class Row:
    """A program with its operations, or the bytes that it must move once."""

    def __init__(self, name, arguments, body, result, flops=0, moved=0, dtype="f32"):
        self.name, self.flops, self.moved, self.dtype = name, flops, moved, dtype
        names = ", ".join(f"%{chr(97 + i)}: {kind}" for i, kind in enumerate(arguments))
        self.text = f"func.func @main({names}) -> {result} {{\n{body}  return %r : {result}\n}}\n"


def tensor(dtype, *sizes):
    return "tensor<" + "".join(f"{size}x" for size in sizes) + dtype + ">"


def copy_row(elements):
    kind = tensor("f32", elements)
    return Row("copy by the driver", [kind], f"  %r = tg.copy %a : {kind}\n", kind,
               moved=8 * elements)


def matmul(n, dtype):
    kind = tensor(dtype, n, n)
    body = f"  %r = tg.matmul %a, %b : {kind}, {kind} -> {kind}\n"
    return Row(f"matmul {n} {dtype}", [kind, kind], body, kind, 2 * n**3, dtype=dtype)


def conv(batch, channels, size):
    x, w = tensor("f32", batch, channels, size, size), tensor("f32", channels, channels, 3, 3)
    return Row(f"conv 3x3 {batch}x{channels}x{size}x{size} f32", [x, w],
               f"  %r = tg.conv %a, %b pad_low [1, 1] pad_high [1, 1] : {x}, {w} -> {x}\n", x,
               2 * batch * channels * channels * 9 * size * size)


def rows_of(op, rows, columns, dtype, arguments=""):
    kind = tensor(dtype, rows, columns)
    return Row(f"{op} {rows}x{columns} {dtype}", [kind],
               f"  %r = tg.{op} %a {arguments} : {kind}\n", kind,
               moved=2 * BYTES[dtype] * rows * columns)


def reduce_row(rows, columns):
    kind, result = tensor("f32", rows, columns), tensor("f32", rows)
    return Row(f"sum of rows {rows}x{columns} f32", [kind],
               f"  %r = tg.sum %a axes [1] : {kind} -> {result}\n", result,
               moved=4 * rows * columns)


def attention(batch, heads, length, width, dtype):
    kind = tensor(dtype, batch, heads, length, width)
    return Row(f"attention {batch}x{heads}x{length}x{width} {dtype}", [kind] * 3,
               f"  %r = tg.attention %a, %b, %c : {kind}, {kind}, {kind} -> {kind}\n", kind,
               4 * batch * heads * length * length * width, dtype=dtype)


def elementwise(elements, dtype):
    kind = tensor(dtype, elements)
    body = (f"  %m = tg.mul %a, %b : {kind}\n  %s = tg.add %m, %c : {kind}\n"
            f"  %r = tg.gelu %s : {kind}\n")
    return Row(f"gelu(a*b+c) {elements} {dtype}", [kind] * 3, body, kind,
               moved=4 * BYTES[dtype] * elements)


def transpose(n):
    kind = tensor("f32", n, n)
    body = (f"  %t = tg.permute %a [1, 0] : {kind} -> {kind}\n"
            f"  %r = tg.contiguous %t : {kind}\n")
    return Row(f"transpose {n}x{n} f32", [kind], body, kind, moved=8 * n * n)


def launches(count):
    """Kernels that wait for each other, with next to nothing to do."""
    kind = tensor("f32", 16, 16)
    names = ["%a", *(f"%v{i}" for i in range(count - 1)), "%r"]
    body = "".join(f"  {to} = tg.matmul {value}, %b : {kind}, {kind} -> {kind}\n"
                   for value, to in zip(names, names[1:]))
    return Row(f"{count} launches that wait", [kind, kind], body, kind)


def all_rows(small):
    def pick(large, little):
        return little if small else large

    n, elements = pick(4096, 128), pick(1 << 26, 1 << 12)
    result = [matmul(n, dtype) for dtype in ("bf16", "f16", "f32", "f8E4M3FN")]
    result += [conv(*pick((32, 128, 56), (1, 8, 8)))]
    for dtype in ("f32", "bf16"):
        result.append(rows_of("softmax", *pick((8192, 4096), (16, 64)), dtype, "axis 1"))
        result.append(rows_of("layer_norm", *pick((8192, 4096), (16, 64)), dtype,
                              "axes [1] epsilon 1.0e-5"))
    result += [reduce_row(*pick((8192, 8192), (16, 64))),
               attention(*pick((8, 16, 2048, 64), (1, 2, 32, 16)), "bf16"),
               elementwise(elements, "f32"), elementwise(elements, "bf16"),
               transpose(pick(8192, 64)), launches(100)]
    return result


class Chip:
    """What CUDA's driver says of a device; nothing of others."""

    def __init__(self, device):
        self.name, self.chip, self.cycles = device, "", 0
        kind, _, ordinal = device.partition(":")
        if kind != "cuda":
            return
        driver = ctypes.CDLL("libcuda.so.1")
        handle = ctypes.c_int()
        driver.cuInit(0)
        if driver.cuDeviceGet(ctypes.byref(handle), int(ordinal or 0)):
            return
        name = ctypes.create_string_buffer(256)
        if not driver.cuDeviceGetName(name, 256, handle):
            self.name = name.value.decode()

        def attribute(number):
            value = ctypes.c_int()
            driver.cuDeviceGetAttribute(ctypes.byref(value), number, handle)
            return value.value

        self.chip = f"sm_{attribute(75)}{attribute(76)}"
        # Multiprocessors, and their clock in kHz.
        self.cycles = attribute(16) * attribute(13) * 1e3

    def peak(self, dtype):
        """Operations in a second, or 0 where they are not known."""
        return UNITS.get(self.chip, {}).get(dtype, 0) * self.cycles


def measure(row, args, folder):
    path = os.path.join(folder, "row.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(row.text)
    command = [os.path.join(args.tools, "tg-run"), path, "--device", args.device, "--input",
               "random:1", "--json", "--bench=" + str(args.runs)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              timeout=args.timeout)
    except subprocess.TimeoutExpired:
        return None, f"took more than {args.timeout} s"
    if done.returncode:
        return None, done.stderr.strip()[:300]
    return json.loads(done.stdout), ""


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--rows", default="", help="only rows whose names match")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--timeout", type=int, default=60, help="seconds for a row")
    parser.add_argument("--small", action="store_true")
    args = parser.parse_args()

    chip = Chip(args.device)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_row(1 << 12 if args.small else 1 << 28)
        measured, error = measure(copy, args, folder)
        if not measured:
            sys.exit(f"gpu-bench: {copy.name}: {error}")
        bandwidth = copy.moved / measured["min_s"]
        peak = chip.peak("bf16")
        units = f", {peak / 1e12:.0f} TFLOP/s of bf16" if peak else ""
        print(f"{chip.name} {chip.chip}: copies {bandwidth / 1e9:.0f} GB/s{units}\n")
        print(f"{'row':34} {'time':>12} {'rate':>14} {'share':>16} {'kernels':>8} {'compile':>9}")
        for row in all_rows(args.small):
            if not re.search(args.rows, row.name):
                continue
            measured, error = measure(row, args, folder)
            if not measured:
                failed = True
                print(f"{row.name:34} {error}", flush=True)
                continue
            seconds, rate, share = measured["min_s"], "", ""
            if row.flops:
                rate = f"{row.flops / seconds / 1e9:.0f} GFLOP/s"
                if peak := chip.peak(row.dtype):
                    share = f"{row.flops / seconds / peak:.0%} of the units"
            elif row.moved:
                rate = f"{row.moved / seconds / 1e9:.0f} GB/s"
                share = f"{row.moved / seconds / bandwidth:.0%} of copying"
            print(f"{row.name:34} {seconds * 1e6:9.1f} us {rate:>14} {share:>16} "
                  f"{measured['kernels']:8} {measured['compile_s']:7.2f} s", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
