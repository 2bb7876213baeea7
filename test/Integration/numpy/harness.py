"""Runs functions of tg by the reference interpreter and compares with NumPy.

A test builds a Program function by function, with inputs and NumPy's results;
check() interprets each by `tg-run --reference` (or compiles it, and compares with
the reference too) and compares: exactly, unless a number of units in the last
place is allowed. Types that NumPy lacks (bf16, fp8)
travel as their bits; see narrow.py.
"""

import os
import subprocess
import sys
import tempfile

import numpy as np

DTYPES = {
    "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
    "f16": np.float16, "f32": np.float32, "f64": np.float64,
    "bf16": np.uint16, "f8E4M3FN": np.uint8, "f8E5M2": np.uint8,
}
SIGNED = ["i8", "i16", "i32", "i64"]
UNSIGNED = ["ui8", "ui16", "ui32", "ui64"]
INTS = SIGNED + UNSIGNED
FLOATS = ["f16", "f32", "f64"]


def tensor(shape, element):
    """The text of a tensor type."""
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def edges(element, count, seed=0):
    """Random elements among which every special value occurs."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(DTYPES[element])
    if dtype == np.bool_:
        return rng.integers(0, 2, count).astype(dtype)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        special = [0, 1, 2, 3, 7, info.bits - 1, info.bits, info.max, info.max - 1,
                   info.min, info.min + 1]
        if dtype.kind == "i":
            special += [-1, -2, -7]
        values = rng.integers(info.min, info.max, count, dtype=dtype, endpoint=True)
        small = rng.integers(0, 100, count).astype(dtype)
        values = np.where(rng.random(count) < 0.5, values, small)
    else:
        info = np.finfo(dtype)
        special = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, info.max, info.min,
                   info.tiny, info.smallest_subnormal, 0.5, 2.5, -3.5]
        values = rng.standard_normal(count) * 10.0 ** rng.integers(-3, 4, count)
        values = values.astype(dtype)
    chosen = rng.random(count) < 0.3
    values[chosen] = rng.choice(np.array(special, dtype=dtype), int(chosen.sum()))
    return values


def ulps(got, want):
    """The distance in units in the last place; equal numbers and NaNs are 0."""
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    with np.errstate(all="ignore"):
        spacing = np.spacing(np.abs(want).astype(got.dtype))
        distance = np.abs(got.astype(np.float64) - want.astype(np.float64)) / spacing
    return np.where(same, 0, np.where(np.isnan(distance), np.inf, distance))


class Program:
    """Functions with their inputs and expected results."""

    def __init__(self):
        self.text = []
        self.cases = []

    def add(self, name, inputs, body, results, attributes="", dims=None, given=(), updates=None):
        """A function of inputs [(array, element type)] and results
        [(value name, array, element type, allowed ulps)]. `updates` maps a result's
        name to the number of the input whose new contents it is."""
        arguments = []
        for number, (array, element) in enumerate(inputs):
            shape = array.shape
            note = ""
            if dims and dims[number]:
                shape = ["?" if isinstance(d, str) else d for d in dims[number]]
                listed = ", ".join(f'"{d}"' if isinstance(d, str) else str(d)
                                   for d in dims[number])
                note = f" {{tg.dims = [{listed}]}}"
            arguments.append(f"%{number}: {tensor(shape, element)}{note}")
        types = [result[4] if len(result) > 4 else tensor(result[1].shape, result[2])
                 for result in results]
        values = ", ".join("%" + result[0] for result in results)
        notes = [f" {{tg.updates = {updates[r[0]]} : i64}}" if updates and r[0] in updates else ""
                 for r in results]
        noted = ", ".join(type_ + note for type_, note in zip(types, notes))
        self.text.append(
            f"func.func @{name}({', '.join(arguments)}) -> ({noted}) "
            f"{attributes} {{\n{body}\n  return {values} : {', '.join(types)}\n}}\n")
        self.cases.append((name, [a for a, _ in inputs], results, given))

    def unary(self, name, element, x, ops):
        """One function of one operand: ops are (op, NumPy's result, ulps)."""
        type_ = tensor(x.shape, element)
        body = "\n".join(f"  %r{i} = {op} %0 : {type_}" for i, (op, _, _) in enumerate(ops))
        self.add(name, [(x, element)], body,
                 [(f"r{i}", want, element, allowed) for i, (_, want, allowed) in enumerate(ops)])

    def binary(self, name, element, x, y, ops, result=None):
        """The same of two operands, with results of element type `result`."""
        type_ = tensor(x.shape, element)
        body = "\n".join(f"  %r{i} = {op} %0, %1 : {type_}" for i, (op, _) in enumerate(ops))
        self.add(name, [(x, element), (y, element)], body,
                 [(f"r{i}", want, result or element, 0) for i, (_, want) in enumerate(ops)])

    def check(self, compiled=False):
        """Interprets or compiles all functions; exits 1 if one differs."""
        mode = "--verify" if compiled else "--reference"
        failures = 0
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "program.mlir")
            with open(program, "w", encoding="utf-8") as file:
                file.write("\n".join(self.text))
            for name, inputs, results, given in self.cases:
                failures += self.check_one(folder, program, name, inputs, results,
                                           [mode, *given])
        print(f"{len(self.cases)} functions, {failures} differ")
        sys.exit(1 if failures else 0)

    @staticmethod
    def check_one(folder, program, name, inputs, results, given):
        command = ["tg-run", program, "--entry", name, *given]
        for number, array in enumerate(inputs):
            path = os.path.join(folder, f"in{number}.npy")
            np.save(path, np.array(array, order="C"))
            command += ["--input", f"{number}={path}"]
        for number in range(len(results)):
            command += ["--output", f"{number}={os.path.join(folder, f'out{number}.npy')}"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode:
            print(f"{name}: tg-run fails\n{run.stderr}")
            return 1
        wrong = 0
        for number, result in enumerate(results):
            value, want, element, allowed = result[:4]
            got = np.load(os.path.join(folder, f"out{number}.npy"))
            want = np.asarray(want)
            if got.shape != want.shape or got.dtype != DTYPES[element]:
                print(f"{name} %{value}: {got.dtype}{got.shape}, not {element}{want.shape}")
                wrong += 1
                continue
            if got.dtype.kind == "f":
                bad = ulps(got, want) > allowed
                if allowed == 0:  # Zeros have their sign.
                    bad |= ~np.isnan(want) & (np.signbit(got) != np.signbit(want))
            else:
                bad = got != want
            if bad.any():
                place = np.unravel_index(np.argmax(bad), bad.shape)
                print(f"{name} %{value}: {int(bad.sum())} differ, first at {tuple(map(int, place))}: "
                      f"{got[place]!r}, not {want[place]!r}; inputs "
                      f"{[array[place] for array in inputs if array.shape == got.shape]}")
                wrong += 1
        return 1 if wrong else 0
