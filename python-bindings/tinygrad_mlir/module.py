"""Programs of the compiler as Python values: read, shown at each stage, transformed by passes, run."""
from __future__ import annotations

import html
from dataclasses import dataclass, field

from . import _core
from .device import Device, number_of
from .dtype import DType, from_code
from .program import Graph, Kernel, Plan, inspect
from .tensor import Tensor


@dataclass(frozen=True)
class Diagnostic:
    """What the compiler says, and where; a line of 0 means nowhere in particular."""
    severity: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    notes: tuple["Diagnostic", ...] = ()

    def __str__(self):
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else ""
        return "\n".join([f"{place}{self.severity}: {self.message}", *map(str, self.notes)])


class CompileError(ValueError):
    """A program cannot be read or compiled; `diagnostics` says why and where."""

    def __init__(self, diagnostics):
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(map(str, self.diagnostics)) or "the program cannot be compiled")

    def __reduce__(self):
        return CompileError, (self.diagnostics,)


@dataclass(frozen=True)
class Port:
    """An argument or result of a program. A size is a number, the name of a variable, or "?"."""
    name: str
    dtype: DType
    shape: tuple[int | str, ...]

    def __str__(self):
        sizes = ", ".join(map(str, self.shape))
        return f"{self.name or '_'}: {str(self.dtype)[7:]}[{sizes}]"


def _diagnostic(parts) -> Diagnostic:
    severity, message, file, line, column, notes = parts
    return Diagnostic(severity, message, file, line, column, tuple(map(_diagnostic, notes)))


def _ports(parts) -> tuple[Port, ...]:
    return tuple(Port(name, from_code[code], tuple(int(s) if s.isdigit() else s for s in sizes))
                 for name, code, sizes in parts)


@dataclass(frozen=True, repr=False)
class Module:
    """A module: `Module.parse(text).run(x)`.

    `text` is its IR, `arguments` and `results` the ports of its function `main` (empty where `main` takes or gives
    other things than tensors), `diagnostics` what was said while it was made.
    """
    text: str
    arguments: tuple[Port, ...] = ()
    results: tuple[Port, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = field(default=(), compare=False)

    @staticmethod
    def _made(parts) -> "Module":
        succeeded, text, arguments, results, messages = parts
        diagnostics = tuple(map(_diagnostic, messages))
        if not succeeded:
            raise CompileError(diagnostics)
        return Module(text, _ports(arguments), _ports(results), diagnostics)

    @staticmethod
    def parse(source: str | bytes, name: str = "module") -> "Module":
        """Reads text or bytecode; errors name lines of `name`."""
        return Module._made(_core.read_module(source.encode() if isinstance(source, str) else source, name))

    @staticmethod
    def load(path) -> "Module":
        """Reads a file."""
        with open(path, "rb") as file:
            return Module.parse(file.read(), str(path))

    @staticmethod
    def of(*tensors: Tensor) -> "Module":
        """The program that would compute the tensors; what they are made of are its arguments."""
        return Module.parse(_core.print_ir(list(tensors)))

    def print(self, file=None) -> None:
        """Prints the IR."""
        print(self.text, file=file, end="" if self.text.endswith("\n") else "\n")

    def passes(self, pipeline: str) -> "Module":
        """The module after passes: `m.passes("func.func(tg-simplify),tg-fuse")`."""
        return Module._made(_core.transform_module(self.text, pipeline))

    def show(self, stage: str) -> str:
        """The program at a stage of its compilation: tg, schedule, uop, code, llvm, asm or jit."""
        succeeded, text, _, _, messages = _core.show_module(self.text, stage)
        if not succeeded:
            raise CompileError(map(_diagnostic, messages))
        return text

    def _inspect(self):
        *parts, messages = inspect(self.text)
        if messages:
            raise CompileError(map(_diagnostic, messages))
        return parts

    def kernels(self) -> tuple[Kernel, ...]:
        """The kernels that `main` launches, compiled for this processor, in the order of their first launches."""
        return self._inspect()[0]

    def plan(self) -> Plan:
        """Where the values between the kernels of `main` lie in memory, and for how long."""
        return self._inspect()[1]

    def graph(self) -> Graph:
        """What `main` launches and copies, and which of it waits for which."""
        return self._inspect()[2]

    def run(self, *inputs, **named) -> Tensor | tuple[Tensor, ...]:
        """The results of `main`: one tensor, or a tuple. Inputs are tensors or what tensors are made of, in order or by
        their names in the program."""
        if not self.results:
            raise ValueError("expected a function 'main' of tensors")
        names = [p.name for p in self.arguments]
        values = list(inputs)
        for name in names[len(inputs):]:
            if name in named:
                values.append(named.pop(name))
        if named:
            raise TypeError(f"the program has no argument {next(iter(named))!r}, it has {', '.join(map(str, self.arguments))}")
        if len(values) != len(names):
            raise TypeError(f"expected {len(names)} arguments ({', '.join(map(str, self.arguments))}), but got {len(values)}")
        sizes: dict[str, int] = {}
        tensors = [self._check(i, p, v, sizes) for i, (p, v) in enumerate(zip(self.arguments, values))]
        Tensor.realize(*tensors) if tensors else None
        flat = _core.run_module(self.text, tensors, sizes, [p.dtype.code for p in self.results])
        for t in flat:
            t._device = number_of(Device.DEFAULT)
        results = tuple(t.reshape(self._shape(p, t.numel(), sizes)) for p, t in zip(self.results, flat))
        return results[0] if len(results) == 1 else results

    @staticmethod
    def _check(i: int, port: Port, value, sizes: dict[str, int]) -> Tensor:
        t = value if isinstance(value, Tensor) else Tensor(value, dtype=port.dtype)
        where = f"argument {i}" + (f" ({port.name})" if port.name else "")
        if t.dtype is not port.dtype:
            raise TypeError(f"{where}: expected {port.dtype}, but got {t.dtype}")
        if t.ndim != len(port.shape):
            raise ValueError(f"{where}: expected {len(port.shape)} dimensions, but got shape {t.shape}")
        for axis, (want, size) in enumerate(zip(port.shape, t.shape)):
            want = sizes.setdefault(want, size) if isinstance(want, str) else want
            if want != size:
                raise ValueError(f"{where}: expected size {want} on axis {axis}, but got {size}")
        return t.contiguous()

    @staticmethod
    def _shape(port: Port, count: int, sizes: dict[str, int]) -> tuple:
        shape = [sizes.get(s, -1) if isinstance(s, str) else s for s in port.shape]
        if shape.count(-1) > 1:
            raise ValueError(f"result {port}: the shape cannot be told from its {count} elements")
        return tuple(shape)

    def __repr__(self):
        ports = lambda ps: ", ".join(map(str, ps))
        return f"<Module main({ports(self.arguments)}) -> ({ports(self.results)})>"

    def _repr_html_(self) -> str:
        return f"<details><summary>{html.escape(repr(self))}</summary><pre>{html.escape(self.text)}</pre></details>"
