"""Writes a model as a `tg` function: weights are its constants, inputs its arguments, by their names.

A size that the model names may be a variable of the function. Lazy tensors have fixed sizes, so the model is built for
three values of the variable, and what differs between them is written as a function of it.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, field

from ... import _core
from ...tensor import Tensor
from . import registry
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
    """Arguments and results, with the names of sizes replaced."""
    arguments = {}
    for name, spec in runner.graph_inputs.items():
        if spec.is_sequence or spec.is_optional or spec.shape is None:
            raise OnnxError(f"input {name!r}: expected a tensor with a shape to write a program")
        shape = [sizes[s] if isinstance(s, str) else s for s in spec.shape]
        arguments[name] = Tensor.empty(*shape, dtype=spec.dtype)
    registry.placeholders[:] = list(arguments.values())
    try:
        results = run_graph(runner.graph, dict(arguments))
    finally:
        registry.placeholders.clear()
    tensors = []
    for name, value in zip(runner.graph_outputs, results):
        value = as_tensor(value)
        if not isinstance(value, Tensor):
            raise OnnxError(f"output {name!r}: expected a tensor to write a program")
        tensors.append(value)
    return list(arguments.values()), tensors


def names_of_sizes(runner: OnnxRunner) -> list[str]:
    """The sizes that the inputs leave open, in order."""
    names: dict[str, None] = {}
    for spec in runner.graph_inputs.values():
        for size in spec.shape or ():
            if isinstance(size, str):
                names.setdefault(size)
    return list(names)


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
    values = _samples if sizes.variable else (0,)
    samples = [(n, *_build(runner, {**sizes.fixed, **({sizes.variable: n} if sizes.variable else {})})) for n in values]
    try:
        return _core.export_module(samples, [str(n) for n in runner.graph_inputs], list(runner.graph_outputs),
                                   identifier(sizes.variable or ""), *sizes.bounds, bytecode)
    except RuntimeError as error:
        raise OnnxError(str(error)) from error
