"""The table of operators: what a node's operator and version call, and how its inputs and attributes reach it.

An operator is a function of tensors::

    @op("Gather")
    def gather(x, indices, *, axis=0): ...

Positional parameters are the node's inputs, those after `*` its attributes with the operator's defaults; a first
parameter `node` gets the `Node`. Inputs annotated Ints, Int, Floats, Float, Bool or Array are asked for as Python
values, since shapes depend on them. An attribute that a later version made an input (axes, pads, …) is taken for the
parameter of that name, so that most versions of an operator are one function; where the meaning changed, several
functions are registered with `since`.
"""
from __future__ import annotations

import inspect
from typing import Callable

import numpy as np

from ... import _core
from ...tensor import Tensor


class OnnxError(ValueError):
    """A model is malformed, or its inputs do not fit; the text says where."""


class Refused(OnnxError, NotImplementedError):
    """A model wants what there is not; the text names the operator and the attribute or input."""


class Malformed(Exception):
    """Raised by an operator: an attribute or input has no meaning. The runner adds the place."""


class Unsupported(Exception):
    """Raised by an operator: a meaning that it lacks. The runner adds the place."""


# What annotations of inputs ask for; they are text, which is not evaluated.
_from_host: dict[str, Callable] = {
    "Ints": lambda a: [int(x) for x in np.atleast_1d(a)],
    "Int": lambda a: int(np.asarray(a).reshape(-1)[0]),
    "Floats": lambda a: [float(x) for x in np.atleast_1d(a)],
    "Float": lambda a: float(np.asarray(a).reshape(-1)[0]),
    "Bool": lambda a: bool(np.asarray(a).reshape(-1)[0]),
    "Array": np.asarray,
}


class Operator:
    """A function and what its signature says."""

    def __init__(self, function: Callable, since: int, raw: bool):
        self.function, self.since, self.raw = function, since, raw
        parameters = list(inspect.signature(function).parameters.values())
        self.wants_node = bool(parameters) and parameters[0].name == "node"
        parameters = parameters[1:] if self.wants_node else parameters
        self.inputs = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        self.rest = any(p.kind is p.VAR_POSITIONAL for p in parameters)
        self.attributes = {p.name for p in parameters if p.kind is p.KEYWORD_ONLY}

    def bind(self, node, values: list):
        """The arguments of a call for the node's inputs (None where one is left out)."""
        while values and values[-1] is None:
            values = values[:-1]
        if len(values) > len(self.inputs) and not self.rest:
            raise Malformed(f"expected at most {len(self.inputs)} inputs, but got {len(values)}")
        attributes, moved = {}, {}
        for name, value in node.attributes.items():
            if name in self.attributes:
                attributes[name] = value
            elif any(p.name == name for p in self.inputs):
                moved[name] = value
            elif name != "consumed_inputs":
                raise Unsupported(f"attribute {name} is not supported in version {node.version}")
        arguments = []
        for i, p in enumerate(self.inputs):
            value = values[i] if i < len(values) else None
            if value is None:
                if p.name in moved:
                    value = moved[p.name]
                elif p.default is p.empty:
                    raise Malformed(f"input {i} ({p.name}) is missing")
                else:
                    value = p.default
                arguments.append(value)
                continue
            convert = _from_host.get(str(p.annotation).strip("'"))
            try:
                arguments.append(self._plain(value) if convert is None else convert(as_array(value)))
            except IndexError:
                raise Malformed(f"input {i} ({p.name}) is empty") from None
        arguments += [None if v is None else self._plain(v) for v in values[len(self.inputs):]]
        return ([node] if self.wants_node else []) + arguments, attributes

    def _plain(self, value):
        return value if self.raw else as_tensor(value)


class Known:
    """A value that is known while the model is read: shapes, axes, weights. The tensor of it is made once."""
    __slots__ = ("array", "elem", "_tensor")

    def __init__(self, array: np.ndarray, elem: int):
        self.array, self.elem, self._tensor = array, elem, None

    @property
    def tensor(self) -> Tensor:
        if self._tensor is None:
            from .types import to_tensor
            self._tensor = to_tensor(self.array)
            self._share()
        return self._tensor

    def _share(self):
        """From now on a weight is in memory once: the array is the tensor's memory."""
        t = self._tensor
        if self.array.nbytes > 1 << 16 and t.nbytes() == self.array.nbytes and not _core.is_capturing():
            same = np.asarray(t, dtype=self.array.dtype)
            if same.nbytes == self.array.nbytes and not same.flags.owndata:
                self.array = same

    def to(self, device):
        self._tensor = self.tensor.to(device)
        return self


def as_tensor(value):
    return value.tensor if isinstance(value, Known) else value


# Leaves that stand for a program's arguments while it is written: they have no values yet.
placeholders: list[Tensor] = []
# While a program is written: gets what each node gave, and each value that was asked for, in order.
observers: list[Callable] = []


def as_array(value) -> np.ndarray:
    """A value in the hands of Python; computed if it is not known."""
    if isinstance(value, Known):
        return value.array
    if placeholders and isinstance(value, Tensor) and _core.depends_on(value, placeholders):
        raise Unsupported("a shape, a size or an axis depends on the values of inputs")
    array = value.numpy() if isinstance(value, Tensor) else np.asarray(value)
    for observe in observers:
        observe(None, [Known(array, 0)])
    return array


_table: dict[tuple[str, str], list[Operator]] = {}


def op(*names: str, since: int = 1, domain: str = "", raw: bool = False):
    """Registers a function for operators from a version on; a raw one gets Known values as they are."""
    def register(function):
        for name in names:
            versions = _table.setdefault((domain, name), [])
            versions.append(Operator(function, since, raw))
            versions.sort(key=lambda o: o.since)
        return function
    return register


def find(domain: str, name: str, version: int) -> Operator | None:
    """The operator's meaning in a version of its domain."""
    best = None
    for operator in _table.get((domain, name), ()):
        if operator.since <= version:
            best = operator
    return best


def operators() -> list[tuple[str, str]]:
    """All operators that there are, as (domain, name)."""
    return sorted(_table)
