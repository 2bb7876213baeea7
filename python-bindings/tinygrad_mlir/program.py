"""What becomes of a module: its kernels, the plan of its memory and the graph of its launches, to look at."""
from __future__ import annotations

import functools
import html
from dataclasses import dataclass, field

from . import _core


def _estimate(text: str) -> int | str:
    return int(text) if text.isdigit() else text


@dataclass(frozen=True)
class Kernel:
    """A compiled kernel: `ops` and `bytes` are estimates of a launch (numbers, or formulas of the kernel's variables s0,
    s1, …), `opts` the optimisations that were chosen, `stages` its text at the stages uop, code, llvm and asm."""
    name: str
    opts: tuple[str, ...]
    ops: int | str
    bytes: int | str
    stages: dict[str, str] = field(repr=False)

    def __str__(self):
        return self.stages["uop"]

    def _repr_html_(self) -> str:
        head = f"<b>{html.escape(self.name)}</b>: {self.ops} ops, {self.bytes} bytes"
        opts = "".join(f"<li><code>{html.escape(o)}</code></li>" for o in self.opts)
        texts = "".join(f"<details><summary>{stage}</summary><pre>{html.escape(text)}</pre></details>"
                        for stage, text in self.stages.items())
        return f"<div>{head}<ul>{opts}</ul>{texts}</div>"


@dataclass(frozen=True)
class Buffer:
    """A value in an arena: bytes `begin` to `end`, used by the items `first` to `last`."""
    begin: int
    end: int
    first: int
    last: int


@dataclass(frozen=True)
class Arena:
    """Memory that values share, each while it is needed."""
    bytes: int
    buffers: tuple[Buffer, ...]


def _svg(width: float, height: float, parts) -> str:
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'font-family="sans-serif" font-size="11">{"".join(parts)}</svg>')


@dataclass(frozen=True)
class Plan:
    """Where values lie between kernels: one item after the other from left to right, addresses from top to bottom."""
    arenas: tuple[Arena, ...]
    items: tuple[str, ...]

    @property
    def bytes(self) -> int:
        """Of all arenas."""
        return sum(a.bytes for a in self.arenas)

    def __str__(self):
        lines = [f"{self.bytes} bytes for {sum(len(a.buffers) for a in self.arenas)} values, {len(self.items)} items"]
        for arena in self.arenas:
            lines += [f"  bytes {b.begin} to {b.end}: items {b.first} to {b.last}" for b in arena.buffers]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f"<div>{self}</div>".replace("\n", "<br>") if not self.arenas else \
            f"<div>{str(self).splitlines()[0]}{''.join(map(self._draw, self.arenas))}</div>"

    def _draw(self, arena: Arena) -> str:
        step, tall = max(8, min(40, 900 / len(self.items))), 200
        parts = []
        for i, b in enumerate(arena.buffers):
            title = f"bytes {b.begin} to {b.end}, {b.first} {self.items[b.first]} to {b.last} {self.items[b.last]}"
            parts.append(f'<rect x="{b.first * step:g}" y="{b.begin / arena.bytes * tall:g}" '
                         f'width="{(b.last - b.first + 1) * step:g}" height="{max((b.end - b.begin) / arena.bytes * tall, 1):g}" '
                         f'fill="hsl({i * 47 % 360} 60% 75%)" stroke="#555"><title>{html.escape(title)}</title></rect>')
        return f"<div>{_svg(len(self.items) * step + 2, tall + 2, parts)}</div>"


@dataclass(frozen=True)
class Item:
    """A step of a program: `kind` is launch, copy or custom; `after` are the numbers of the items that it waits for;
    those of one `graph` are launched together, None stands alone."""
    kind: str
    name: str
    graph: int | None
    after: tuple[int, ...]


@dataclass(frozen=True)
class Graph:
    """The items of a program, and which waits for which: what stands side by side may run at once."""
    items: tuple[Item, ...]

    def __len__(self):
        return len(self.items)

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Pairs of numbers of items: the second waits for the first."""
        return tuple((before, i) for i, item in enumerate(self.items) for before in item.after)

    @property
    def levels(self) -> tuple[int, ...]:
        """For each item the length of the longest chain of items that it waits for."""
        found: list[int] = []
        for item in self.items:
            found.append(max((found[before] + 1 for before in item.after), default=0))
        return tuple(found)

    def __str__(self):
        return "\n".join(f"{i} {item.name}" + (f" after {', '.join(map(str, item.after))}" if item.after else "")
                         for i, item in enumerate(self.items))

    def _repr_html_(self) -> str:
        if not self.items:
            return "<div>nothing to launch</div>"
        places, filled, wide = [], {}, 8 * max(len(item.name) + 4 for item in self.items)
        for level in self.levels:
            places.append((filled.setdefault(level, 0) * (wide + 16), level * 44))
            filled[level] += 1
        parts = []
        for a, b in self.edges:
            (x1, y1), (x2, y2) = places[a], places[b]
            parts.append(f'<path d="M{x1 + wide / 2} {y1 + 22} L{x2 + wide / 2} {y2}" stroke="#777" fill="none"/>')
        for i, (item, (x, y)) in enumerate(zip(self.items, places)):
            color = "#fff" if item.graph is None else f"hsl({item.graph * 47 % 360} 60% 90%)"
            parts.append(f'<rect x="{x}" y="{y}" width="{wide}" height="22" rx="4" fill="{color}" stroke="#444"/>'
                         f'<text x="{x + 6}" y="{y + 15}">{i} {html.escape(item.name)}</text>')
        return _svg(max(filled.values()) * (wide + 16), (max(self.levels) + 1) * 44, parts)


@functools.lru_cache(maxsize=32)
def inspect(text: str):
    """The kernels, plan and graph of a module's text; the last is what the compiler said, if it failed."""
    succeeded, kernels, items, arenas, messages = _core.inspect_module(text)
    if not succeeded:
        return (), None, None, messages
    made = tuple(Kernel(name, tuple(opts), _estimate(ops), _estimate(count), stages)
                 for name, opts, ops, count, stages in kernels)
    graph = Graph(tuple(Item(kind, name, None if number < 0 else number, tuple(after)) for kind, name, number, after in items))
    plan = Plan(tuple(Arena(size, tuple(Buffer(*b) for b in buffers)) for size, buffers in arenas),
                tuple(item.name for item in graph.items))
    return made, plan, graph, ()
