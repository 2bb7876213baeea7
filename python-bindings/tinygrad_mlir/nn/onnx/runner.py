"""Runs a model node by node: each makes lazy tensors, which are computed when someone asks for their values."""
from __future__ import annotations

from typing import Any, Mapping

import numpy as np

from ...dtype import _from_np_dtype
from ...tensor import Tensor
from . import host, registry
from .model import Graph, Node, load
from .registry import Known, Malformed, OnnxError, Refused, Unsupported, as_tensor
from .types import to_tensor

# What an operator may run into on arguments that do not fit; anything else is a fault of ours and shows as it is.
_user_errors = (ValueError, AssertionError, IndexError, RuntimeError, ZeroDivisionError, OverflowError, TypeError)


class OnnxRunner:
    """A model that can be called: `OnnxRunner("model.onnx")({"x": x})` gives its outputs by name.

    `model_path` is a path, a tensor or bytes that hold the file, or an onnx.ModelProto.

    Raises OnnxError for what is no model or does not fit together, with the place, and Refused (a
    NotImplementedError too) for what there is not, with the operator and the attribute.
    """

    def __init__(self, model_path):
        self.graph = load(model_path)
        self.graph_name = self.graph.name
        self.graph_inputs = self.graph.inputs
        self.graph_outputs = self.graph.outputs
        self.graph_nodes = tuple(self.graph.nodes)
        self.is_training = any("training" in n.domain for n in self.graph_nodes)
        self.variable_dims: dict[str, int] = {}

    @property
    def graph_values(self) -> dict[str, Any]:
        """The weights by name."""
        return {"": None, **{name: as_tensor(value) for name, value in self.graph.values.items()}}

    def to(self, device):
        """Moves the weights."""
        for value in self.graph.values.values():
            value.to(device)
        return self

    def check_operators(self):
        """Refuses a model with an operator that there is not, before anything runs."""
        for node in self.graph_nodes:
            find_operator(node)

    def __call__(self, inputs: Mapping[str, Any], debug: int = 0) -> dict[str, Any]:
        """The outputs by name, as lazy tensors."""
        self.variable_dims = {}
        values: dict[str, Any] = {}
        for name, spec in self.graph_inputs.items():
            if name not in inputs:
                if spec.is_optional:
                    values[name] = None
                    continue
                raise OnnxError(f"input {name!r} is missing, expected {', '.join(map(repr, self.graph_inputs))}")
            values[name] = self._parse_input(name, inputs[name], spec)
        for name in inputs:
            if name in self.graph.values and name in self.graph.input_names:
                values[name] = to_value(inputs[name])
            elif name not in self.graph_inputs:
                raise OnnxError(f"the model has no input {name!r}, expected {', '.join(map(repr, self.graph_inputs))}")
        results = run_graph(self.graph, values, debug=debug)
        return {name: finish(value) for name, value in zip(self.graph_outputs, results)}

    def _parse_input(self, name: str, value, spec):
        if value is None:
            if spec.is_optional:
                return None
            raise OnnxError(f"input {name!r}: expected a tensor, but got None")
        if spec.is_sequence:
            if not isinstance(value, (list, tuple)):
                raise OnnxError(f"input {name!r}: expected a list of tensors, but got {type(value).__name__}")
            return [to_value(v) for v in value]
        value = to_value(value, spec.dtype)
        tensor = as_tensor(value)
        if spec.shape is None:
            return value
        if len(spec.shape) != tensor.ndim:
            raise OnnxError(f"input {name!r}: expected {len(spec.shape)} dimensions, but got shape {tensor.shape}")
        for dim, (want, size) in enumerate(zip(spec.shape, tensor.shape)):
            if isinstance(want, str):
                want = self.variable_dims.setdefault(want, size)
            if want != size:
                raise OnnxError(f"input {name!r}: expected size {want} in dimension {dim}, but got {size}")
        if tensor.dtype is not spec.dtype:
            raise OnnxError(f"input {name!r}: expected {spec.dtype}, but got {tensor.dtype}")
        return value


def to_value(value, dtype=None):
    """What a user gives as an input."""
    if isinstance(value, Tensor):
        return value
    if isinstance(value, np.ndarray):
        try:
            return to_tensor(value)
        except Unsupported as error:
            raise Refused(str(error)) from error
    return Tensor(value, dtype=dtype)


def finish(value):
    if isinstance(value, list):
        return [finish(v) for v in value]
    return as_tensor(value)


def find_operator(node: Node) -> registry.Operator:
    operator = registry.find(node.domain, node.op, node.version)
    if operator is None:
        raise Refused(f"{node.where} is not supported (version {node.version} of domain {node.domain or 'ai.onnx'!r})")
    return operator


def run_graph(graph: Graph, values: dict[str, Any], outer: Mapping[str, Any] | None = None, debug: int = 0) -> list:
    """The graph's outputs for its inputs; `outer` has what the graphs around this one know."""
    known: dict[str, Any] = {"": None, **(outer or {}), **graph.values, **values}
    kept = set(graph.outputs) | set(graph.values) | set(outer or ())
    has_inner = any(isinstance(v, Graph) for n in graph.nodes for v in n.attributes.values())
    for node in graph.nodes:
        missing = [name for name in node.inputs if name not in known]
        if missing:
            raise OnnxError(f"{node.where}: nothing gives its input {missing[0]!r}")
        results = run_node(node, [known[name] for name in node.inputs], known)
        if len(results) < len([o for o in node.outputs if o]):
            raise Refused(f"{node.where}: output {len(results)} ({node.outputs[len(results)]!r}) is not supported")
        for name, value in zip(node.outputs, results):
            if name:
                known[name] = value
                if debug >= 1 and isinstance(value, (Tensor, Known)):
                    print(f"{node.where}: {name} {as_tensor(value)}")
        if not has_inner:
            for name in node.inputs:
                if name and graph.last_use[name] == node.position and name not in kept:
                    known.pop(name, None)
    for name in graph.outputs:
        if name not in known:
            raise OnnxError(f"{graph.where}nothing gives output {name!r}")
    return [known[name] for name in graph.outputs]


def run_node(node: Node, inputs: list, scope: Mapping[str, Any]) -> list:
    """The outputs of one node."""
    operator = find_operator(node)
    folded = host.evaluate(node, inputs)
    if folded is not None:
        _observe(node, folded, inputs)
        return folded
    try:
        node.scope = scope
        arguments, attributes = operator.bind(node, inputs)
        results = operator.function(*arguments, **attributes)
    except OnnxError:
        raise
    except Unsupported as error:
        raise Refused(f"{node.where}: {error}") from error
    except Malformed as error:
        raise OnnxError(f"{node.where}: {error}") from error
    except _user_errors as error:
        from ...tensor import JitError
        if isinstance(error, JitError):
            raise
        raise OnnxError(f"{node.where}: {error}") from error
    results = list(results) if isinstance(results, tuple) else [results]
    _observe(node, results)
    return results


def _observe(node: Node, results: list, inputs: list | None = None):
    for observe in registry.observers:
        observe(node, results, inputs)
