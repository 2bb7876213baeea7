"""Control flow, sequences and optional values, run as the model is read: a condition or a trip count that the model
computes is computed when it is reached, loops are written out, a sequence is a list."""
from __future__ import annotations

import numpy as np

from ...tensor import Tensor
from .registry import Known, Malformed, Unsupported, as_array, as_tensor, op
from .types import dtype_of


# Steps of loops, those of loops inside of them too: each is written out.
most_steps = 10000


class _Steps:
    """Counts the steps of the loops that are being written out."""
    depth = count = 0

    def __enter__(self):
        _Steps.count = _Steps.count if _Steps.depth else 0
        _Steps.depth += 1
        return self

    def __exit__(self, *error):
        _Steps.depth -= 1

    def take(self, number: int = 1):
        _Steps.count += number
        if _Steps.count > most_steps:
            raise Unsupported(f"loops of more than {most_steps} steps are not supported")


def _call(node, graph, values):
    from .runner import run_graph
    # Names that have values of their own need not be given.
    names = list(graph.inputs) if len(values) == len(graph.inputs) else graph.input_names
    if len(values) != len(names):
        raise Malformed(f"expected {len(values)} inputs of the inner graph, but got {len(names)}")
    return run_graph(graph, dict(zip(names, values)), node.scope)


def _expect_outputs(graph, count: int):
    if len(graph.outputs) < count:
        raise Malformed(f"expected at least {count} outputs of the inner graph, but got {len(graph.outputs)}")


@op("If", raw=True)
def if_(node, cond: "Bool", *, then_branch, else_branch):
    return tuple(_call(node, then_branch if cond else else_branch, []))


def _stack(rows, axis: int = 0):
    """What the steps of a loop gave, along a new axis."""
    if not rows:
        raise Unsupported("output of a loop that makes no step: its shape is not known")
    if all(isinstance(r, Known) for r in rows):
        return Known(np.stack([r.array for r in rows], axis), rows[0].elem)
    tensors = [as_tensor(r) for r in rows]
    return tensors[0].stack(*tensors[1:], dim=axis)


@op("Loop", raw=True)
def loop(node, m=None, cond=None, *initial, body):
    limit = None if m is None else int(as_array(m).reshape(-1)[0])
    alive = cond is None or bool(as_array(cond).reshape(-1)[0])
    _expect_outputs(body, 1 + len(initial))
    state, rows, i = list(initial), None, 0
    with _Steps() as steps:
        while alive and (limit is None or i < limit):
            steps.take()
            known = [Known(np.array(i, dtype=np.int64), 7), Known(np.array(alive), 9)]
            going, *results = _call(node, body, known + state)
            state, scanned = results[:len(initial)], results[len(initial):]
            rows = [[] for _ in scanned] if rows is None else rows
            for row, value in zip(rows, scanned):
                row.append(value)
            alive, i = bool(as_array(going).reshape(-1)[0]), i + 1
    if rows is None:
        return (*state, *(_empty(body, name) for name in body.outputs[1 + len(initial):]))
    return (*state, *(_stack(row) for row in rows))


def _empty(graph, name: str):
    """No rows of what a graph would give."""
    type_ = graph.types.get(name)
    if type_ is None or not type_.tensor_type.HasField("shape"):
        raise Unsupported(f"output {name!r} of a loop that makes no step: its shape is not known")
    shape = [d.dim_value for d in type_.tensor_type.shape.dim]
    return Tensor.zeros(0, *shape, dtype=dtype_of(type_.tensor_type.elem_type), buffer=False)


@op("Scan", since=9, raw=True)
def scan(node, *values, body, num_scan_inputs, scan_input_axes=None, scan_input_directions=None,
         scan_output_axes=None, scan_output_directions=None):
    count = len(values) - num_scan_inputs
    state, sources = list(values[:count]), [as_tensor(v) for v in values[count:]]
    if not sources:
        raise Malformed("attribute num_scan_inputs: expected at least 1")
    _expect_outputs(body, count)
    axes = [s._resolve_dim(a) for s, a in zip(sources, scan_input_axes or [0] * num_scan_inputs)]
    backwards = scan_input_directions or [0] * num_scan_inputs
    steps = sources[0].shape[axes[0]]
    rows = [[] for _ in body.outputs[count:]]
    with _Steps() as written:
        written.take(steps)
        for i in range(steps):
            parts = [s[(slice(None),) * a + (steps - 1 - i if b else i,)] for s, a, b in zip(sources, axes, backwards)]
            results = _call(node, body, state + parts)
            state = results[:count]
            for row, value in zip(rows, results[count:]):
                row.append(value)
    out_axes, out_backwards = scan_output_axes or [0] * len(rows), scan_output_directions or [0] * len(rows)
    return (*state, *(_stack(row[::-1] if b else row, a) for row, a, b in zip(rows, out_axes, out_backwards)))


@op("Scan", since=8)
def scan_batched(node, sequence_lens=None, *values, body, num_scan_inputs, directions=None):
    """Version 8: the first axis is a batch, each entry a scan of its own."""
    if sequence_lens is not None:
        raise Unsupported("input sequence_lens is not supported")
    batch = as_tensor(values[0]).shape[0]
    results = [scan(node, *(as_tensor(v)[b] for v in values), body=body, num_scan_inputs=num_scan_inputs,
                    scan_input_directions=directions) for b in range(batch)]
    return tuple(_stack([r[i] for r in results]) for i in range(len(body.outputs)))


# ---- sequences

def _list(value):
    if not isinstance(value, list):
        raise Malformed("expected a sequence")
    return value


def _place(position, length: int) -> int:
    i = int(as_array(position).reshape(-1)[0])
    if not -length <= i < length:
        raise Malformed(f"expected a position in a sequence of {length}, but got {i}")
    return i


@op("SequenceEmpty")
def sequence_empty(node, *, dtype=1):
    return []


@op("SequenceConstruct", raw=True)
def sequence_construct(*values):
    return list(values)


@op("SequenceAt", raw=True)
def sequence_at(sequence, position):
    return _list(sequence)[_place(position, len(sequence))]


@op("SequenceInsert", raw=True)
def sequence_insert(sequence, tensor, position=None):
    sequence = list(_list(sequence))
    sequence.insert(len(sequence) if position is None else _place(position, len(sequence) + 1), tensor)
    return sequence


@op("SequenceErase")
def sequence_erase(sequence, position=None):
    sequence = list(_list(sequence))
    del sequence[-1 if position is None else _place(position, len(sequence))]
    return sequence


@op("SequenceLength")
def sequence_length(sequence):
    return Known(np.array(len(_list(sequence)), dtype=np.int64), 7)


@op("ConcatFromSequence")
def concat_from_sequence(sequence, *, axis, new_axis=0):
    first, *rest = (as_tensor(v) for v in _list(sequence))
    return first.stack(*rest, dim=axis) if new_axis else first.cat(*rest, dim=axis)


@op("SplitToSequence")
def split_to_sequence(x, split: "Array" = None, *, axis=0, keepdims=1):
    axis = x._resolve_dim(axis)
    if split is None:
        parts = list(x.split(1, axis))
        return parts if keepdims else [p.squeeze(axis) for p in parts]
    sizes = int(split) if split.ndim == 0 else [int(s) for s in split]
    return list(x.split(sizes, axis))


@op("Optional", raw=True)
def optional(value=None, *, type=None):
    return value


@op("OptionalGetElement", raw=True)
def optional_get_element(value):
    return value


@op("OptionalHasElement", raw=True)
def optional_has_element(value=None):
    return Known(np.array(value is not None), 9)
