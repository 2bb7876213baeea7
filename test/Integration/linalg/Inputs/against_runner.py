"""Runs the functions of a linalg or TOSA program by tg-run and by MLIR's own lowering.

    against_runner.py FILE [--exact] [--edges]

Each function gets random arguments, tg-run converts and runs it, mlir-opt and mlir-runner
lower and run it too, and the results are compared: bit for bit with --exact, else within
1e-5 of the largest magnitude.
"""

import re
import subprocess
import sys
import tempfile

import numpy as np

TYPES = {"f32": np.float32, "f64": np.float64, "i1": np.bool_, "i8": np.int8,
         "i16": np.int16, "i32": np.int32, "i64": np.int64, "f16": np.float16}
PIPELINE = """builtin.module(
  inline, func.func(tosa-infer-shapes, tosa-optional-decompositions, tosa-to-linalg-named, tosa-to-linalg, tosa-to-arith{include-apply-rescale=1},
                    tosa-to-tensor, canonicalize),
  func.func(convert-elementwise-to-linalg),
  one-shot-bufferize{bufferize-function-boundaries=1}, func.func(convert-linalg-to-loops),
  expand-strided-metadata, lower-affine, convert-scf-to-cf, arith-expand,
  func.func(math-expand-ops{ops=roundeven}), convert-math-to-llvm, convert-math-to-libm,
  finalize-memref-to-llvm, convert-func-to-llvm, convert-cf-to-llvm, convert-arith-to-llvm,
  convert-index-to-llvm, reconcile-unrealized-casts)"""


def parse_type(text):
    *sizes, element = text.split("x")
    return [int(size) for size in sizes], element


def functions(text):
    """The name, argument types and result types of each public function."""
    pattern = r"func\.func @(\w+)\(([^{]*?)\)\s*->\s*([^{]*)\{"
    for name, arguments, results in re.findall(pattern, text):
        find = lambda part: [parse_type(t) for t in re.findall(r"tensor<([^>]*)>", part)]
        yield name, find(arguments), find(results)


def make(rng, sizes, element):
    dtype = TYPES[element]
    if dtype == np.bool_:
        return rng.integers(0, 2, sizes).astype(dtype)
    if np.issubdtype(dtype, np.integer):
        return rng.integers(-9, 10, sizes).astype(dtype)
    return rng.standard_normal(sizes).astype(dtype)


def literal(array, element):
    if element == "i1":
        flat = str(array.tolist()).lower()
        return f"dense<{flat}>" if array.ndim else f"dense<{flat}>"
    return f'dense<"0x{array.tobytes().hex().upper()}">'


def spell(sizes, element):
    return "tensor<" + "x".join([*map(str, sizes), element]) + ">"


def driver(name, arguments, results, arrays):
    """A function without arguments that prints each result's bits as i64."""
    lines = ["func.func private @printMemrefI64(tensor<*xi64> {bufferization.access = \"read\"})", "func.func @driver() {"]
    operands, types = [], []
    for i, ((sizes, element), array) in enumerate(zip(arguments, arrays)):
        lines.append(f"  %a{i} = arith.constant {literal(array, element)} : {spell(sizes, element)}")
        operands.append(f"%a{i}")
        types.append(spell(sizes, element))
    out = [spell(*result) for result in results]
    count = f":{len(results)}" if len(results) > 1 else ""
    lines.append(f"  %r{count} = func.call @{name}({', '.join(operands)}) : "
                 f"({', '.join(types)}) -> ({', '.join(out)})")
    for i, (sizes, element) in enumerate(results):
        value, current = f"%r#{i}" if count else "%r", element
        def step(op, to):
            nonlocal value, current
            lines.append(f"  %{op.split('.')[1]}{i}{to} = {op} {value} : {spell(sizes, current)} "
                         f"to {spell(sizes, to)}")
            value, current = f"%{op.split('.')[1]}{i}{to}", to
        if element == "f16":
            step("arith.extf", "f32")
        if current == "f32":
            step("arith.bitcast", "i32")
        if current == "f64":
            step("arith.bitcast", "i64")
        if current != "i64":
            step("arith.extui" if element == "i1" else "arith.extsi", "i64")
        lines.append(f"  %u{i} = tensor.cast {value} : {spell(sizes, 'i64')} to tensor<*xi64>")
        lines.append(f"  func.call @printMemrefI64(%u{i}) : (tensor<*xi64>) -> ()")
    return "\n".join(lines + ["  return", "}"])


def by_runner(text, name, arguments, results, arrays, libraries):
    program = text + "\n" + driver(name, arguments, results, arrays)
    lowered = subprocess.run(["mlir-opt", f"--pass-pipeline={PIPELINE}"], input=program,
                             capture_output=True, text=True)
    if lowered.returncode:
        sys.exit(f"{name}: mlir-opt: {lowered.stderr[:2000]}")
    ran = subprocess.run(["mlir-runner", "-e", "driver", "--entry-point-result=void", "-O1",
                          f"--shared-libs={libraries}/libmlir_runner_utils.so,"
                          f"{libraries}/libmlir_c_runner_utils.so"],
                         input=lowered.stdout, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{name}: mlir-runner: {ran.stderr[:2000]}")
    parts = ran.stdout.split("Unranked Memref")[1:]
    for part, (sizes, element) in zip(parts, results):
        numbers = [int(n) for n in re.findall(r"-?\d+", part.split("data =")[1])]
        bits = np.array(numbers, np.int64)
        if element in ("f32", "f16"):
            value = bits.astype(np.int32).view(np.float32).astype(TYPES[element])
        elif element == "f64":
            value = bits.view(np.float64)
        else:
            value = bits.astype(TYPES[element])
        yield value.reshape(sizes)


def by_tg_run(path, name, arrays, results, folder):
    command = ["tg-run", path, "--entry", name]
    for i, array in enumerate(arrays):
        np.save(f"{folder}/a{i}.npy", array)
        command += ["--input", f"{i}={folder}/a{i}.npy"]
    for i, _ in enumerate(results):
        command += ["--output", f"{i}={folder}/r{i}.npy"]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{name}: {ran.stderr}")
    return [np.load(f"{folder}/r{i}.npy") for i, _ in enumerate(results)]


def main():
    path, exact = sys.argv[1], "--exact" in sys.argv
    text = open(path).read()
    libraries = subprocess.run(["llvm-config", "--libdir"], capture_output=True,
                               text=True).stdout.strip()
    rng = np.random.default_rng(1)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments, results in functions(text):
            arrays = [make(rng, *argument) for argument in arguments]
            got = by_tg_run(path, name, arrays, results, folder)
            expected = list(by_runner(text, name, arguments, results, arrays, libraries))
            for i, (ours, theirs) in enumerate(zip(got, expected)):
                if exact or not np.issubdtype(theirs.dtype, np.floating):
                    same = np.array_equal(ours, theirs, equal_nan=theirs.dtype.kind == "f")
                else:
                    bound = 1e-2 if theirs.dtype == np.float16 else 1e-5
                    scale = np.abs(theirs).max(initial=0) + 1
                    same = ours.shape == theirs.shape and np.allclose(
                        ours, theirs, rtol=0, atol=bound * scale, equal_nan=True)
                print(f"{name} result {i}: {'same' if same else 'DIFFERENT'}")
                if not same:
                    wrong += 1
                    print(ours, theirs)
    return wrong != 0


sys.exit(main())
