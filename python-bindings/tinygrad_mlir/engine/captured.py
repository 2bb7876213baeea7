"""What TinyJit keeps of a call: a capture, or one that was made of several for all values of variables."""
from __future__ import annotations

from .. import _core
from ..helpers import JIT, JIT_BATCH_SIZE


class Bindings:
    """The variables that a call depends on, with their values."""

    def __init__(self, number: int):
        parts = _core.get_bindings(number)
        self.names = tuple(p[0] for p in parts)
        self.values = tuple(p[1] for p in parts)
        self.bounds = tuple(p[2:] for p in parts)

    def __bool__(self) -> bool:
        return bool(self.names)


def make_graphs(capture, prune=False) -> None:
    """Lets a capture that will be replayed often run as launch graphs, unless JIT=2 says otherwise; with `prune` what
    depends on no argument is done once."""
    if prune:
        capture.prune(JIT == 1, JIT_BATCH_SIZE.value)
    elif JIT == 1:
        capture.make_graphs(JIT_BATCH_SIZE.value)


class Captured:
    """One capture, and what a call must look like to replay it."""

    def __init__(self, names, guards, structure, capture, values, prune=False):
        self.names, self.guards, self.structure, self.capture = names, guards, structure, capture
        self.values, self.prune = values, prune

    def __reduce__(self):
        return _load, (type(self), self.names, self.guards, self.structure, self.capture.state(), self.values,
                       self.prune)

    def free_intermediates(self) -> None:
        """Frees the memory that only a replay needs; the next one makes it anew."""
        self.capture.free_intermediates()

    def guards_for(self, variables: Bindings) -> list:
        """Shape, type, device and view of each tensor."""
        return self.guards

    def arguments_for(self, variables: Bindings) -> list[int]:
        """The values of variables that the capture takes."""
        return []


class GeneralCaptured(Captured):
    """A capture for all values of variables: the guards are (types, sizes), sizes as functions of the variables."""

    def guards_for(self, variables):
        return [_unflatten(fixed, [sum(f * v for f, v in zip(factors, variables.values)) + offset
                                   for factors, offset in sizes]) for fixed, sizes in self.guards]

    def arguments_for(self, variables):
        return list(variables.values)

    def fits(self, variables: Bindings) -> bool:
        own = self.capture.variables
        return variables.names == tuple(name for name, _, _ in own) and \
            all(low <= value <= high for value, (_, low, high) in zip(variables.values, own))


def _load(kind, names, guards, structure, state, values, prune=False):
    capture = _core.Capture.from_state(state)
    make_graphs(capture, prune)
    return kind(names, guards, structure, capture, values, prune)


def _flatten(guard) -> tuple:
    """A guard as what does not depend on sizes, and sizes."""
    shape, dtype, device, view = guard
    return (len(shape), dtype, device, len(view)), [*shape, *view]


def _unflatten(fixed, sizes):
    rank, dtype, device, _ = fixed
    return tuple(sizes[:rank]), dtype, device, tuple(sizes[rank:])


class Samples:
    """Captures for some values of variables, until they tell the capture for all values."""
    # More are of no use: what a few do not tell is no function of the variables.
    limit = 8

    def __init__(self):
        self.general: GeneralCaptured | None = None
        self.refusal: str | None = None
        self._samples: list[tuple[Bindings, Captured]] = []
        self._count = 0

    def fits(self, variables: Bindings) -> bool:
        return self.general is not None and self.general.fits(variables)

    def add(self, variables: Bindings, captured: Captured) -> None:
        """Takes a capture, and makes the general one as soon as there are enough."""
        self._count += 1
        if self.general is not None or self._count > self.limit:
            captured.capture.forget_graphs()
            return
        self._samples.append((variables, captured))
        # Sizes of 1 often make another program: then the later samples are enough.
        enough = len(variables.names) + 2
        for samples in (self._samples, self._samples[-enough:]):
            if len(samples) >= enough and self.general is None:
                self._generalize(samples)
        if self.general is not None or self._count == self.limit:
            for _, sample in self._samples:
                sample.capture.forget_graphs()
            self._samples.clear()

    def _generalize(self, samples) -> None:
        variables, first = samples[0]
        if any(v.names != variables.names or v.bounds != variables.bounds or c.names != first.names or
               c.structure != first.structure for v, c in samples):
            return
        points = [list(v.values) for v, _ in samples]
        guards = []
        for i in range(len(first.guards)):
            flat = [_flatten(c.guards[i]) for _, c in samples]
            sizes = _core.solve_sizes(points, [s for _, s in flat]) if all(f == flat[0][0] for f, _ in flat) else None
            if sizes is None:
                self.refusal = f"the sizes of {first.names[i]} are no function of {', '.join(variables.names)}"
                return
            guards.append((flat[0][0], sizes))
        try:
            capture = _core.Capture.generalize([c.capture for _, c in samples], variables.names,
                                               [low for low, _ in variables.bounds],
                                               [high for _, high in variables.bounds], points)
        except RuntimeError as error:
            self.refusal = str(error)
            return
        make_graphs(capture)
        self.general = GeneralCaptured(first.names, guards, first.structure, capture, first.values)
