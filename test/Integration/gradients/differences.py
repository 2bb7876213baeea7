"""Compares the gradients that tg-autodiff makes with finite differences, in f64.

A case is a function y of some inputs, given as tg ops. Its scalar is sum(w * y),
and for a second derivative sum(u * gradient) of that; along a random direction v
of all inputs at once, the derivative is estimated from four values of the scalar
(an error of order h^4) and compared with sum(gradient * v). Every program is
also compiled and compared with the reference.
"""

import os
import subprocess
import sys
import tempfile

import numpy as np

STEP = 1e-3


def tensor(shape, element="f64"):
    """The text of a tensor type."""
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


class Case:
    """`body` computes %y of shape `result` from %0, %1, … of the shapes `inputs`.

    In it `{p}` stands before the name of each value, and `{0}` for the type of
    input 0. Inputs are drawn from `low` to `high`, at least `apart` from 0 and
    from each other.
    """

    def __init__(self, name, inputs, body, result, low=-2.0, high=2.0, second=True,
                 sizes=None):
        self.name, self.body, self.second = name, body, second
        self.shapes, self.result = inputs, result
        self.low, self.high = low, high
        # A named size is a variable; `sizes` gives its value.
        self.sizes = sizes or {}

    def type(self, shape):
        """The type of a tensor whose sizes may be variables."""
        return tensor(["?" if isinstance(size, str) else size for size in shape])

    def scalar(self, prefix, order):
        """Text that computes the scalar %<prefix>s, or the scalar of its gradient."""
        lines = [self.body.format(*map(self.type, self.shapes), p=prefix, y=self.type(self.result))]
        types = [self.type(shape) for shape in self.shapes]
        result = self.type(self.result)
        lines.append(f"%{prefix}m = tg.mul %{prefix}y, %w : {result}")
        lines.append(self.sum(f"{prefix}s", f"{prefix}m", self.result))
        if order == 2:
            names = ", ".join(f"%{prefix}{i}" for i in range(len(types)))
            lines.append(f"%{prefix}g:{len(types)} = tg.grad %{prefix}s wrt {names} : "
                         f"tensor<f64> -> {', '.join(types)}")
            for i, shape in enumerate(self.shapes):
                lines.append(f"%{prefix}h{i} = tg.mul %{prefix}g#{i}, %u{i} : {types[i]}")
                lines.append(self.sum(f"{prefix}k{i}", f"{prefix}h{i}", shape))
            total = f"{prefix}k0"
            for i in range(1, len(types)):
                lines.append(f"%{prefix}t{i} = tg.add %{total}, %{prefix}k{i} : tensor<f64>")
                total = f"{prefix}t{i}"
            return lines, total
        return lines, f"{prefix}s"

    def sum(self, name, of, shape):
        """The sum of a tensor over all axes."""
        return (f"%{name} = tg.sum %{of} axes {list(range(len(shape)))} : "
                f"{self.type(shape)} -> tensor<f64>")

    def function(self, order):
        """The text of the function: inputs, directions, weights; the derivative
        and the scalars at four places."""
        count = len(self.shapes)
        roles = [(f"x{i}", shape) for i, shape in enumerate(self.shapes)]
        roles += [(f"v{i}", shape) for i, shape in enumerate(self.shapes)]
        roles += [(f"u{i}", shape) for i, shape in enumerate(self.shapes)]
        roles.append(("w", self.result))
        arguments = []
        for name, shape in roles:
            dims = ", ".join(f'"{size}"' if isinstance(size, str) else str(size) for size in shape)
            note = f" {{tg.dims = [{dims}]}}" if any(isinstance(s, str) for s in shape) else ""
            arguments.append(f"%{name}: {self.type(shape)}{note}")
        lines = []
        # `add` of a zero-filled tensor is no input; the values themselves are.
        base, total = self.scalar("a", order)
        for i in range(count):
            lines.append(f"%a{i} = tg.contiguous %x{i} : {self.type(self.shapes[i])}")
        lines += base
        names = ", ".join(f"%a{i}" for i in range(count))
        types = ", ".join(self.type(shape) for shape in self.shapes)
        lines.append(f"%d:{count} = tg.grad %{total} wrt {names} : tensor<f64> -> {types}")
        derivative = None
        for i, shape in enumerate(self.shapes):
            lines.append(f"%e{i} = tg.mul %d#{i}, %v{i} : {self.type(shape)}")
            lines.append(self.sum(f"f{i}", f"e{i}", shape))
            if derivative is None:
                derivative = "f0"
            else:
                lines.append(f"%z{i} = tg.add %{derivative}, %f{i} : tensor<f64>")
                derivative = f"z{i}"
        results = [derivative]
        for prefix, factor in [("b", 1), ("c", -1), ("p", 2), ("q", -2)]:
            for i, shape in enumerate(self.shapes):
                lines.append(f"%{prefix}c{i} = tg.constant dense<{factor * STEP}> : "
                             f"{tensor([1] * len(shape))}")
                sizes = ", ".join(f"%{size}" if isinstance(size, str) else str(size)
                                  for size in shape)
                lines.append(f"%{prefix}f{i} = tg.expand %{prefix}c{i} [{sizes}] : "
                             f"{tensor([1] * len(shape))} -> {self.type(shape)}")
                lines.append(f"%{prefix}d{i} = tg.mul %v{i}, %{prefix}f{i} : {self.type(shape)}")
                lines.append(f"%{prefix}{i} = tg.add %x{i}, %{prefix}d{i} : {self.type(shape)}")
            text, total = self.scalar(prefix, order)
            lines += text
            results.append(total)
        lines = [f'%{name} = tg.variable "{name}"' for name in self.sizes] + lines
        note = ""
        if self.sizes:
            bounds = ", ".join(f"{name} = [1, 4]" for name in self.sizes)
            note = f" attributes {{tg.variables = {{{bounds}}}}}"
        types = ", ".join(["tensor<f64>"] * len(results))
        return (f"func.func @{self.name}({', '.join(arguments)}) -> ({types}){note} {{\n  "
                + "\n  ".join(lines) + f"\n  return {', '.join('%' + r for r in results)} : {types}\n}}\n",
                [shape for _, shape in roles])

    def draw(self, shapes, rng):
        """Random inputs, then directions and weights."""
        arrays = []
        for number, shape in enumerate(shapes):
            shape = tuple(self.sizes.get(size, size) for size in shape)
            if number < len(self.shapes):
                # Distinct and not near 0, where functions have corners.
                count = int(np.prod(shape))
                grid = np.linspace(self.low, self.high, 2 * count + 3)[1:-1:2][:count]
                grid = grid + number * 0.31 * (grid[1] - grid[0] if count > 1 else 0.1)
                array = rng.permutation(grid).reshape(shape)
                array = np.where(np.abs(array) < 0.02, 0.05, array)
            else:
                array = rng.uniform(-1, 1, shape)
            arrays.append(np.asarray(array, dtype=np.float64, order="C"))
        return arrays

    def check(self, order, folder, seed):
        """A message where the derivatives differ, or None."""
        text, shapes = self.function(order)
        program = os.path.join(folder, f"{self.name}{order}.mlir")
        with open(program, "w", encoding="utf-8") as file:
            file.write(text)
        # Compiled too, once.
        command = ["tg-run", program, "--verify" if order == 1 else "--reference"]
        for number, array in enumerate(self.draw(shapes, np.random.default_rng(seed))):
            path = os.path.join(folder, f"in{number}.npy")
            np.save(path, array)
            command += ["--input", f"{number}={path}"]
        for name, size in self.sizes.items():
            command += ["--var", f"{name}={size}"]
        command += ["--output", f"0={folder}/o0.npy"]
        for number in range(1, 5):
            command += ["--output", f"{number}={folder}/o{number}.npy"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode:
            return run.stdout[-500:] + run.stderr[-3000:]
        got, b, c, p, q = (float(np.load(f"{folder}/o{i}.npy")) for i in range(5))
        want = (8 * (b - c) - (p - q)) / (12 * STEP)
        scale = max(1.0, abs(want), abs(b))
        if not abs(got - want) <= 1e-7 * scale:
            return f"derivative {got}, but differences give {want}"
        return None


def main(cases):
    """Checks the cases whose names are given, or all."""
    wanted = sys.argv[1:]
    failures = checked = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            if wanted and case.name not in wanted:
                continue
            for order in (1, 2) if case.second else (1,):
                checked += 1
                message = case.check(order, folder, seed=checked)
                if message is not None:
                    failures += 1
                    print(f"{case.name}, derivative {order}: {message}")
    print(f"{checked} derivatives, {failures} differ")
    sys.exit(1 if failures else 0)
