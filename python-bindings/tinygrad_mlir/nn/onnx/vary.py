"""Whether a model is one function of a size: what its nodes give for some values tells what they give for the others.

A model is written as a program from what it builds for three values of the variable, and decides while it is built:
branches, trip counts, `Min` or `Where` of shapes. So a trace is kept of shapes and known values, node by node. Each must
be a multiple of the variable plus a number, in the other traces too, and arithmetic that was done at once must come out
so for every value between the bounds.
"""
from __future__ import annotations

import numpy as np

from ...tensor import Tensor
from . import host
from .registry import Known, OnnxError

# Arithmetic is done again for all values of the variable, or for so many of them from end to end.
_most_values = 4096


class Entry:
    """What a node gave: shapes of tensors, known values; and what it was computed from, where that was at once."""

    def __init__(self, where: str, values: list, node=None, inputs=None):
        self.where, self.node, self.inputs = where, node, inputs
        self.values = [v for value in values for v in _flat(value)]


def _flat(value) -> list:
    if isinstance(value, list):
        return [np.array(len(value)), *(v for one in value for v in _flat(one))]
    if isinstance(value, Known):
        return [value.array]
    return [np.array(value.shape, dtype=np.int64)] if isinstance(value, Tensor) else []


class _Line:
    """An array as a function of the variable, from what it is for three values."""

    def __init__(self, ns, arrays):
        a, b, c = arrays
        self.first, self.at, self.slope = a, ns[0], None
        self.is_line = a.shape == b.shape == c.shape
        if not self.is_line or _same(a, b) and _same(a, c):
            return
        if a.dtype.kind not in "iuf":
            self.is_line = False
            return
        wide = [x.astype(np.float64 if a.dtype.kind == "f" else object) for x in arrays]
        steps = ns[1] - ns[0]
        self.slope = (wide[1] - wide[0]) / steps if a.dtype.kind == "f" else (wide[1] - wide[0]) // steps
        self.first = wide[0]
        self.dtype = a.dtype
        self.is_line = _same(self(ns[1]), b) and _same(self(ns[2]), c)

    @property
    def varies(self) -> bool:
        return self.slope is not None

    def __call__(self, n: int):
        if self.slope is None:
            return self.first
        return np.asarray(self.first + self.slope * (n - self.at)).astype(self.dtype)


def _same(a, b) -> bool:
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    return np.allclose(a, b, 1e-5, 1e-6, equal_nan=True) if a.dtype.kind == "f" else np.array_equal(a, b)


def _text(array) -> str:
    return str(array.tolist()) if array.size <= 8 else f"{array.size} elements"


def check(variable: str, traces: dict[int, list[Entry]], others: dict[int, list[Entry]], bounds: tuple[int, int]):
    """Raises OnnxError unless the three traces tell the others, and all values between the bounds."""
    def fail(entry, what):
        raise OnnxError(f"the program is not one function of {variable!r}: {entry.where} {what}")

    ns = list(traces)
    low, high = bounds
    values = np.arange(low, high + 1) if high - low < _most_values else \
        np.unique(np.linspace(low, high, _most_values).astype(np.int64))
    for i, entry in enumerate(traces[ns[0]]):
        for n, trace in [*traces.items(), *others.items()]:
            if i >= len(trace) or trace[i].where != entry.where or len(trace[i].values) != len(entry.values):
                fail(entry, f"does not come at this place for {n}")
        lines = [_Line(ns, arrays) for arrays in zip(*(traces[n][i].values for n in ns))]
        for k, line in enumerate(lines):
            if not line.is_line:
                gave = ", ".join(_text(traces[n][i].values[k]) for n in ns)
                fail(entry, f"gives {gave} for {', '.join(map(str, ns))}")
            for n, trace in others.items():
                if not _same(line(n), trace[i].values[k]):
                    fail(entry, f"gives {_text(trace[i].values[k])} for {n}, not {_text(line(n))}")
        if entry.inputs is not None:
            _replay(entry, ns, [traces[n][i] for n in ns], lines, values, fail)
    for n, trace in [*traces.items(), *others.items()]:
        if len(trace) > len(traces[ns[0]]):
            fail(trace[len(traces[ns[0]])], f"comes only for {n}")


def _replay(entry, ns, entries, lines, values, fail):
    """Evaluates a node of known inputs again for the variable's values."""
    inputs = [None if v is None else _Line(ns, [e.inputs[k].array for e in entries])
              for k, v in enumerate(entry.inputs)]
    if not any(line is not None and (line.varies or not line.is_line) for line in inputs):
        return
    for n in values.tolist():
        again = host.evaluate(entry.node, [None if line is None else Known(line(n), known.elem)
                                           for line, known in zip(inputs, entry.inputs)])
        if again is None or not all(_same(line(n), known.array) for line, known in zip(lines, again)):
            fail(entry, f"gives {'no value' if again is None else _text(again[0].array)} for {n}, "
                        f"not {_text(lines[0](n))}")
