"""Variables: sizes with bounds, used through their bound value."""
from __future__ import annotations

import operator

from . import _core


class Variable:
    """An integer with a name and inclusive bounds."""

    def __init__(self, name: str, min_val: int, max_val: int, dtype=None):
        self.expr, self.vmin, self.vmax, self.dtype = name, min_val, max_val, dtype

    @staticmethod
    def variable(name, min_val, max_val, dtype=None):
        """`Variable(…)`, as tinygrad's UOp.variable."""
        return Variable(name, min_val, max_val, dtype)

    def bind(self, value: int) -> "BoundVariable":
        """An int of this value that knows the variable. AssertionError where it is outside of the bounds."""
        if not self.vmin <= value <= self.vmax:
            raise AssertionError(f"bind {value} not in range [{self.vmin}, {self.vmax}]")
        return BoundVariable(self, value)

    def __repr__(self):
        return f"Variable({self.expr!r}, {self.vmin}, {self.vmax})"


class BoundInt(int):
    """An int that was computed from bound variables, and knows from which (`_bindings`, a number of `_core`'s)."""

    def __new__(cls, value: int, bindings: int):
        self = int.__new__(cls, value)
        self._bindings = bindings
        return self

    def __reduce__(self):
        return int, (int(self),)


def bound_of(values) -> int:
    """The bindings of the ints among the values."""
    bindings = 0
    for value in values:
        if isinstance(value, BoundInt):
            bindings = _core.merge_bindings(bindings, value._bindings)
    return bindings


def as_size(value) -> int:
    """An int, with its bindings if it has any."""
    return value if isinstance(value, BoundInt) else int(value)


def _arithmetic(function, swapped: bool):
    def method(self, other):
        if not isinstance(other, int):
            return NotImplemented
        a, b = (int(other), int(self)) if swapped else (int(self), int(other))
        return BoundInt(function(a, b), bound_of((self, other)))
    return method


for _name in ("add", "sub", "mul", "floordiv", "mod"):
    setattr(BoundInt, f"__{_name}__", _arithmetic(getattr(operator, _name), False))
    setattr(BoundInt, f"__r{_name}__", _arithmetic(getattr(operator, _name), True))
BoundInt.__neg__ = lambda self: BoundInt(-int(self), self._bindings)


class BoundVariable(BoundInt):
    """A variable with its value: an int wherever one is expected."""

    def __new__(cls, variable: Variable, value: int):
        bindings = _core.make_bindings(variable.expr, int(value), int(variable.vmin), int(variable.vmax))
        self = BoundInt.__new__(cls, value, bindings)
        self.variable = variable
        return self

    @property
    def val(self) -> int:
        """The value."""
        return int(self)

    def cast(self, dtype):
        """The value as a tensor of a type."""
        from .tensor import Tensor
        return Tensor(self, dtype=dtype)

    def unbind(self):
        """The variable and the value."""
        return self.variable, int(self)

    def unbind_all(self):
        """The variable, and a dict of its value."""
        return self.variable, {self.variable: int(self)}

    def __reduce__(self):
        return BoundVariable, (self.variable, int(self))
