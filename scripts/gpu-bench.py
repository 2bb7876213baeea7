#!/usr/bin/env python3
"""Measures kernels on a GPU against its own copy bandwidth and its matrix units.

    scripts/gpu-bench.py --device cuda [--tools build/bin] [--rows matmul] [--small]
    scripts/gpu-bench.py --write FOLDER

Each row is a program in tg that `tg-run --bench` replays through its launch graph.
Rows that move memory are a share of what the driver's own copy within the device
reaches here; rows that compute a share of what the chip's units can do, where the
chip is known. Beside them stands what the vendor's libraries take: PyTorch's kernels,
replayed through a graph, where Python has it for this GPU, else cuBLAS for products of
matrices, where that is found. Prints one table. `--small` makes the programs small:
does it work? `--write` only writes the programs, one file each.
"""

import argparse
import ctypes
import ctypes.util
import json
import os
import re
import subprocess
import sys
import tempfile
import time

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

    def __init__(self, name, arguments, body, result, flops=0, moved=0, dtype="f32",
                 torch=None, gemm=0):
        self.name, self.flops, self.moved, self.dtype = name, flops, moved, dtype
        # The same by PyTorch, as a function of the module and the arguments; the sides
        # of a product of matrices.
        self.arguments, self.torch, self.gemm = arguments, torch, gemm
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
    return Row(f"matmul {n} {dtype}", [kind, kind], body, kind, 2 * n**3, dtype=dtype,
               torch=lambda torch, a, b: a @ b, gemm=n)


def matvec(n, dtype, transposed):
    """One row times a matrix, which is read along its rows or across them."""
    x, y = tensor(dtype, 1, n), tensor(dtype, n, n)
    body = f"  %m = tg.permute %b [1, 0] : {y} -> {y}\n" if transposed else ""
    body += f"  %r = tg.matmul %a, %{'m' if transposed else 'b'} : {x}, {y} -> {x}\n"
    return Row(f"row times {'transposed ' if transposed else ''}{n}x{n} {dtype}", [x, y], body,
               x, moved=BYTES[dtype] * n * n,
               torch=lambda torch, a, b: a @ (b.t() if transposed else b))


def conv(batch, channels, size):
    x, w = tensor("f32", batch, channels, size, size), tensor("f32", channels, channels, 3, 3)
    return Row(f"conv 3x3 {batch}x{channels}x{size}x{size} f32", [x, w],
               f"  %r = tg.conv %a, %b pad_low [1, 1] pad_high [1, 1] : {x}, {w} -> {x}\n", x,
               2 * batch * channels * channels * 9 * size * size,
               torch=lambda torch, x, w: torch.nn.functional.conv2d(x, w, padding=1))


def rows_of(op, rows, columns, dtype, arguments=""):
    kind = tensor(dtype, rows, columns)

    def peer(torch, a):
        if op == "softmax":
            return torch.softmax(a, 1)
        return torch.nn.functional.layer_norm(a, [columns])

    return Row(f"{op} {rows}x{columns} {dtype}", [kind],
               f"  %r = tg.{op} %a {arguments} : {kind}\n", kind,
               moved=2 * BYTES[dtype] * rows * columns, torch=peer)


def reduce_row(rows, columns):
    kind, result = tensor("f32", rows, columns), tensor("f32", rows)
    return Row(f"sum of rows {rows}x{columns} f32", [kind],
               f"  %r = tg.sum %a axes [1] : {kind} -> {result}\n", result,
               moved=4 * rows * columns, torch=lambda torch, a: a.sum(1))


def attention(batch, heads, length, width, dtype):
    kind = tensor(dtype, batch, heads, length, width)
    return Row(f"attention {batch}x{heads}x{length}x{width} {dtype}", [kind] * 3,
               f"  %r = tg.attention %a, %b, %c : {kind}, {kind}, {kind} -> {kind}\n", kind,
               4 * batch * heads * length * length * width, dtype=dtype,
               torch=lambda torch, *all: torch.nn.functional.scaled_dot_product_attention(*all))


def elementwise(elements, dtype):
    kind = tensor(dtype, elements)
    body = (f"  %m = tg.mul %a, %b : {kind}\n  %s = tg.add %m, %c : {kind}\n"
            f"  %r = tg.gelu %s : {kind}\n")
    return Row(f"gelu(a*b+c) {elements} {dtype}", [kind] * 3, body, kind,
               moved=4 * BYTES[dtype] * elements,
               torch=lambda torch, a, b, c: torch.nn.functional.gelu(a * b + c))


def transpose(n):
    kind = tensor("f32", n, n)
    body = (f"  %t = tg.permute %a [1, 0] : {kind} -> {kind}\n"
            f"  %r = tg.contiguous %t : {kind}\n")
    return Row(f"transpose {n}x{n} f32", [kind], body, kind, moved=8 * n * n,
               torch=lambda torch, a: a.t().contiguous())


def launches(count):
    """Kernels that wait for each other, with next to nothing to do."""
    kind = tensor("f32", 16, 16)
    names = ["%a", *(f"%v{i}" for i in range(count - 1)), "%r"]
    body = "".join(f"  {to} = tg.matmul {value}, %b : {kind}, {kind} -> {kind}\n"
                   for value, to in zip(names, names[1:]))

    def peer(torch, a, b):
        for _ in range(count):
            a = a @ b
        return a

    return Row(f"{count} launches that wait", [kind, kind], body, kind, torch=peer)


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
               matvec(pick(8192, 64), "bf16", True), matvec(pick(8192, 64), "bf16", False),
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
        try:
            driver = ctypes.CDLL("libcuda.so.1")
        except OSError:
            return
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


class Torch:
    """PyTorch's kernels, replayed through a graph of its own."""

    name = "PyTorch"
    TYPES = {"f16": "float16", "bf16": "bfloat16", "f32": "float32"}

    def __init__(self, device):
        import torch  # pylint: disable=import-outside-toplevel
        if not torch.cuda.is_available():
            raise OSError("PyTorch has no GPU")
        self.torch, self.device = torch, "cuda:" + (device.partition(":")[2] or "0")
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False

    def seconds(self, row, runs):
        torch = self.torch
        if not row.torch or row.dtype not in self.TYPES:
            return 0
        with torch.cuda.device(self.device), torch.no_grad():
            values = []
            for kind in row.arguments:
                *sizes, dtype = re.match("tensor<(.*)>", kind)[1].split("x")
                value = torch.randn([int(size) for size in sizes], device=self.device)
                values.append(value.to(getattr(torch, self.TYPES[dtype])))
            stream = torch.cuda.Stream()
            with torch.cuda.stream(stream):
                for _ in range(3):
                    row.torch(torch, *values)
                stream.synchronize()
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph, stream=stream):
                    row.torch(torch, *values)
                times = []
                for _ in range(runs):
                    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                    begin.record()
                    graph.replay()
                    end.record()
                    end.synchronize()
                    times.append(begin.elapsed_time(end) * 1e-3)
            return min(times)


class Cublas:
    """cuBLAS, for products of matrices, on memory that holds ones."""

    name = "cuBLAS"
    # The type's number, and a value of 1 as 16 or 32 bits.
    TYPES = {"f32": (0, 0x3F800000), "f16": (2, 0x3C003C00), "bf16": (14, 0x3F803F80)}
    COMPUTE_32F, DEFAULT = 68, -1

    def __init__(self, device):
        for name in ("libcublas.so.13", "libcublas.so.12", "libcublas.so.11",
                     ctypes.util.find_library("cublas")):
            try:
                self.blas = ctypes.CDLL(name) if name else None
                break
            except OSError:
                self.blas = None
        if not self.blas:
            raise OSError("there is no cuBLAS")
        self.driver = ctypes.CDLL("libcuda.so.1")
        handle, context = ctypes.c_int(), ctypes.c_void_p()
        self.check(self.driver.cuInit(0))
        ordinal = int(device.partition(":")[2] or 0)
        self.check(self.driver.cuDeviceGet(ctypes.byref(handle), ordinal))
        self.check(self.driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), handle))
        self.check(self.driver.cuCtxSetCurrent(context))
        self.handle = ctypes.c_void_p()
        self.check(self.blas.cublasCreate_v2(ctypes.byref(self.handle)))

    @staticmethod
    def check(code):
        if code:
            raise OSError(f"code {code}")

    def seconds(self, row, runs):
        if not row.gemm or row.dtype not in self.TYPES:
            return 0
        n, (kind, one) = row.gemm, self.TYPES[row.dtype]
        memory = [ctypes.c_uint64() for _ in range(3)]
        words = n * n * BYTES[row.dtype] // 4
        alpha, beta = ctypes.c_float(1), ctypes.c_float(0)
        try:
            for pointer in memory:
                self.check(self.driver.cuMemAlloc_v2(ctypes.byref(pointer),
                                                     ctypes.c_size_t(4 * words)))
                self.check(self.driver.cuMemsetD32_v2(pointer, ctypes.c_uint(one),
                                                      ctypes.c_size_t(words)))
            times = []
            for _ in range(runs + 3):
                self.check(self.driver.cuCtxSynchronize())
                begin = time.perf_counter()
                self.check(self.blas.cublasGemmEx(
                    self.handle, 0, 0, n, n, n, ctypes.byref(alpha), memory[0], kind, n,
                    memory[1], kind, n, ctypes.byref(beta), memory[2], kind, n,
                    self.COMPUTE_32F, self.DEFAULT))
                self.check(self.driver.cuCtxSynchronize())
                times.append(time.perf_counter() - begin)
            return min(times[3:])
        finally:
            for pointer in memory:
                if pointer.value:
                    self.driver.cuMemFree_v2(pointer)


def find_vendor(device):
    """The vendor's library, or None and why there is none."""
    reasons = []
    for library in (Torch, Cublas):
        if library is Cublas and not device.startswith("cuda"):
            continue
        try:
            return library(device), ""
        except (ImportError, OSError, AttributeError) as error:
            reasons.append(str(error))
    return None, "; ".join(reasons)


def compare(vendor, row, seconds, runs):
    """What the vendor's library takes for a row, and the ratio."""
    if not vendor:
        return ""
    try:
        theirs = vendor.seconds(row, runs)
    except (RuntimeError, OSError, AttributeError) as error:
        return str(error).splitlines()[0][:40]
    return f"{theirs * 1e6:9.1f} us {theirs / seconds:5.2f}x" if theirs else ""


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
    # Drivers may print, too.
    for line in done.stdout.splitlines():
        if line.startswith("{"):
            return json.loads(line), ""
    return None, f"printed no figures: {done.stdout[:100]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--rows", default="", help="only rows whose names match")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--timeout", type=int, default=60, help="seconds for a row")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--write", help="only write the programs to this folder")
    args = parser.parse_args()

    if args.write:
        for row in all_rows(args.small):
            name = re.sub(r"[^A-Za-z0-9]+", "_", row.name).strip("_")
            with open(os.path.join(args.write, name + ".mlir"), "w", encoding="utf-8") as file:
                file.write(row.text)
        return

    chip = Chip(args.device)
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_row(1 << 12 if args.small else 1 << 28)
        measured, error = measure(copy, args, folder)
        failed = not measured
        # The rows say something without it, too.
        bandwidth = copy.moved / measured["min_s"] if measured else 0
        peak = chip.peak("bf16")
        units = f", {peak / 1e12:.0f} TFLOP/s of bf16" if peak else ""
        copies = f"copies {bandwidth / 1e9:.0f} GB/s" if measured else f"{copy.name}: {error}"
        print(f"{chip.name} {chip.chip}: {copies}{units}", flush=True)
        vendor, reason = find_vendor(args.device)
        if vendor:
            print(f"beside {vendor.name}: its time, and how many of ours that is\n")
        else:
            print(f"no vendor's library beside it: {reason}\n")
        print(f"{'row':34} {'time':>12} {'rate':>14} {'share':>16} {'kernels':>8} {'compile':>9}"
              + (f" {vendor.name:>19}" if vendor else ""))
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
                share = f"{row.moved / seconds / bandwidth:.0%} of copying" if bandwidth else ""
            print(f"{row.name:34} {seconds * 1e6:9.1f} us {rate:>14} {share:>16} "
                  f"{measured['kernels']:8} {measured['compile_s']:7.2f} s "
                  f"{compare(vendor, row, seconds, args.runs)}".rstrip(), flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
