"""Writes a model as a `tg` function: weights are its constants, inputs its arguments, by their names.

A size that the model names may be a variable of the function. Lazy tensors have fixed sizes, so the model is built for
three values of the variable, and what differs between them is written as a function of it; at the bounds it is built
too, to see whether it still is the same one (`vary`).
"""
from __future__ import annotations

import re
from dataclasses import dataclass, field

from ... import _core
from ...tensor import Tensor
from . import registry, vary
from .registry import OnnxError, as_tensor
from .runner import OnnxRunner, run_graph

# For which the model is built: none is 1, which broadcasts, or a size that models have by chance.
_samples = (23, 29, 37)
default_bounds = (1, 64)


@dataclass
class Sizes:
    """What to do about sizes that have names: `fixed` have a value, `variable` gets bounds."""
    fixed: dict[str, int] = field(default_factory=dict)
    variable: str | None = None
    bounds: tuple[int, int] = default_bounds


def identifier(name: str) -> str:
    """A name that IR can have for a variable."""
    name = re.sub(r"\W", "_", name)
    return name if name and not name[0].isdigit() else f"n{name}"


def _build(runner: OnnxRunner, sizes: dict[str, int]):
    """Arguments, results and the trace, with the names of sizes replaced."""
    arguments = {}
    for name, spec in runner.graph_inputs.items():
        if spec.is_sequence or spec.is_optional or spec.shape is None:
            raise OnnxError(f"input {name!r}: expected a tensor with a shape to write a program")
        shape = [sizes[s] if isinstance(s, str) else s for s in spec.shape]
        arguments[name] = Tensor.empty(*shape, dtype=spec.dtype)
    trace: list[vary.Entry] = []
    registry.placeholders[:] = list(arguments.values())
    registry.observers.append(lambda node, results, inputs=None: trace.append(
        vary.Entry(node.where if node else "a value that a node asks for", results, node, inputs)))
    try:
        results = run_graph(runner.graph, dict(arguments))
    finally:
        registry.placeholders.clear()
        registry.observers.clear()
    tensors = []
    for name, value in zip(runner.graph_outputs, results):
        value = as_tensor(value)
        if not isinstance(value, Tensor):
            raise OnnxError(f"output {name!r}: expected a tensor to write a program")
        tensors.append(value)
    return list(arguments.values()), tensors, trace


def names_of_sizes(runner: OnnxRunner) -> list[str]:
    """The sizes that the inputs leave open, in order."""
    names: dict[str, None] = {}
    for spec in runner.graph_inputs.values():
        for size in spec.shape or ():
            if isinstance(size, str):
                names.setdefault(size)
    return list(names)


def _build_samples(runner: OnnxRunner, sizes: Sizes) -> list[tuple]:
    """What the model builds for three values of the variable, which tell the others."""
    built = {n: _build(runner, {**sizes.fixed, sizes.variable: n}) for n in _samples}
    low, high = sizes.bounds
    # 2 since 1, where it is a bound, broadcasts.
    others = {}
    for n in sorted({low, min(max(low, 2), high), high} - set(_samples)):
        try:
            others[n] = _build(runner, {**sizes.fixed, sizes.variable: n})[2]
        except OnnxError as error:
            raise OnnxError(f"the program is not one function of {sizes.variable!r}: for {n}, {error}") from error
    vary.check(sizes.variable, {n: trace for n, (_, _, trace) in built.items()}, others, sizes.bounds)
    return [(n, arguments, results) for n, (arguments, results, _) in built.items()]


def export(model, sizes: Sizes | None = None, bytecode: bool = False) -> bytes:
    """The module for a model (a path, bytes, a ModelProto or an OnnxRunner), as text or bytecode."""
    runner = model if isinstance(model, OnnxRunner) else OnnxRunner(model)
    runner.check_operators()
    sizes = sizes or Sizes()
    names = names_of_sizes(runner)
    for name in [*sizes.fixed, *([sizes.variable] if sizes.variable else [])]:
        if name not in names:
            raise OnnxError(f"no input has a size {name!r}, the model has {', '.join(map(repr, names)) or 'none'}")
    missing = [n for n in names if n not in sizes.fixed and n != sizes.variable]
    if missing:
        raise OnnxError(f"size {missing[0]!r} has no value: give --size {missing[0]}=N or --dynamic {missing[0]}=LOW:HIGH")
    if sizes.variable:
        samples = _build_samples(runner, sizes)
    else:
        samples = [(0, *_build(runner, sizes.fixed)[:2])]
    try:
        return _core.export_module(samples, [str(n) for n in runner.graph_inputs], list(runner.graph_outputs),
                                   identifier(sizes.variable or ""), *sizes.bounds, bytecode)
    except RuntimeError as error:
        raise OnnxError(str(error)) from error
