"""Variables: sizes with bounds, used through their bound value."""
from __future__ import annotations


class Variable:
    """An integer with a name and inclusive bounds."""

    def __init__(self, name: str, min_val: int, max_val: int, dtype=None):
        self.expr, self.vmin, self.vmax, self.dtype = name, min_val, max_val, dtype

    @staticmethod
    def variable(name, min_val, max_val, dtype=None):
        return Variable(name, min_val, max_val, dtype)

    def bind(self, value: int) -> "BoundVariable":
        if not self.vmin <= value <= self.vmax:
            raise AssertionError(f"bind {value} not in range [{self.vmin}, {self.vmax}]")
        return BoundVariable(self, value)

    def __repr__(self):
        return f"Variable({self.expr!r}, {self.vmin}, {self.vmax})"


class BoundVariable(int):
    """A variable with its value: an int wherever one is expected."""

    def __new__(cls, variable: Variable, value: int):
        self = int.__new__(cls, value)
        self.variable = variable
        return self

    @property
    def val(self) -> int:
        return int(self)

    def unbind(self):
        return self.variable, int(self)

    def unbind_all(self):
        return self.variable, {self.variable: int(self)}

    def __reduce__(self):
        return BoundVariable, (self.variable, int(self))
