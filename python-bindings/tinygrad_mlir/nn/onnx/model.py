"""Reads a model: finds its file, checks it, writes out functions, infers element types, makes graphs of it."""
from __future__ import annotations

import pathlib
from dataclasses import dataclass, field
from typing import Any, Iterable

import onnx
from onnx import AttributeProto, GraphProto, ModelProto, TensorProto, TypeProto, inliner, shape_inference

from ...dtype import DType
from ...tensor import Tensor
from . import registry
from .registry import Known, Malformed, OnnxError, Refused, Unsupported
from .types import dtype_of, from_proto


@dataclass(frozen=True)
class OnnxValue:
    """What a graph input may be; sizes are numbers or names of variables."""
    shape: tuple[str | int, ...]
    dtype: DType | None
    is_optional: bool = False
    is_sequence: bool = False
    elem: int = 0


@dataclass
class Node:
    """One operator of a graph."""
    op: str
    domain: str
    version: int
    name: str
    position: int
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: dict[str, Any] = field(repr=False)
    graph: "Graph" = field(repr=False)

    @property
    def where(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        domain = f"{self.domain}." if self.domain else ""
        return f"{self.graph.where}node {self.position}{name}, operator {domain}{self.op}"

    def input_elem(self, i: int) -> int:
        """The element type of an input, 0 if the model does not tell."""
        return self.graph.elem(self.inputs[i]) if i < len(self.inputs) else 0

    def output_elem(self, i: int = 0) -> int:
        return self.graph.elem(self.outputs[i]) if i < len(self.outputs) else 0

    def wants(self, i: int) -> bool:
        """Whether anyone reads output `i`."""
        return i < len(self.outputs) and bool(self.outputs[i])


class Graph:
    """Nodes in order, what they read and what they give."""

    def __init__(self, proto: GraphProto, versions: dict[str, int], base_dir: str, outer: "Graph | None" = None,
                 where: str = "", weights: Iterable[TensorProto] = ()):
        self.name, self.outer, self.where = proto.name, outer, where
        self.types: dict[str, TypeProto] = {v.name: v.type for v in
                                            [*proto.value_info, *proto.input, *proto.output]}
        self.values: dict[str, Known] = {}
        self.elems: dict[str, int] = {}
        for tensor in [*proto.initializer, *weights]:
            self.values[tensor.name] = Known(from_proto(tensor, base_dir), tensor.data_type)
        for sparse in proto.sparse_initializer:
            self.values[sparse.values.name] = Known(_from_sparse(sparse, base_dir), sparse.values.data_type)
        self.input_names = [i.name for i in proto.input]
        self.inputs = {i.name: _value(i.name, i.type) for i in proto.input if i.name not in self.values}
        self.outputs = tuple(o.name for o in proto.output)
        self.nodes = []
        for position, n in enumerate(proto.node):
            domain = "" if n.domain == "ai.onnx" else n.domain
            if domain not in versions:
                raise OnnxError(f"{where}node {position} {n.name!r}: the model imports no version of domain {domain!r}")
            node = Node(n.op_type, domain, versions[domain], n.name, position, tuple(n.input), tuple(n.output), {}, self)
            for a in n.attribute:
                node.attributes[a.name] = _attribute(a, node, versions, base_dir)
            self.nodes.append(node)
        # What nothing reads any more can go: the last node that reads a value frees it.
        self.last_use: dict[str, int] = {}
        for node in self.nodes:
            for name in node.inputs:
                self.last_use[name] = node.position

    def elem(self, name: str) -> int:
        """The element type of a value, 0 if the model does not tell."""
        if name in self.elems:
            return self.elems[name]
        if name in self.values:
            return self.values[name].elem
        type_ = self.types.get(name)
        if type_ is not None:
            while type_.WhichOneof("value") in ("sequence_type", "optional_type"):
                type_ = getattr(type_, type_.WhichOneof("value")).elem_type
            if type_.WhichOneof("value") == "tensor_type":
                return type_.tensor_type.elem_type
        return self.outer.elem(name) if self.outer is not None else 0


def _value(name: str, type_: TypeProto) -> OnnxValue:
    optional = sequence = False
    kind = type_.WhichOneof("value")
    while kind in ("sequence_type", "optional_type"):
        optional, sequence = optional or kind == "optional_type", sequence or kind == "sequence_type"
        type_ = getattr(type_, kind).elem_type
        kind = type_.WhichOneof("value")
    if kind != "tensor_type":
        raise Refused(f"input {name!r}: values of kind {kind} are not supported")
    tensor = type_.tensor_type
    shape = tuple(d.dim_value if d.WhichOneof("value") == "dim_value" else d.dim_param or f"{name}.{i}"
                  for i, d in enumerate(tensor.shape.dim)) if tensor.HasField("shape") else None
    try:
        dtype = dtype_of(tensor.elem_type)
    except Unsupported as error:
        raise Refused(f"input {name!r}: {error}") from error
    return OnnxValue(shape, dtype, optional, sequence, tensor.elem_type)


def _from_sparse(sparse, base_dir: str):
    import numpy as np
    values, indices = from_proto(sparse.values, base_dir), from_proto(sparse.indices, base_dir)
    where, dims = f"sparse tensor {sparse.values.name!r}", tuple(sparse.dims)
    if any(d < 0 for d in dims):
        raise OnnxError(f"{where}: expected sizes of at least 0, but got {list(dims)}")
    expected = [(values.size,), (values.size, len(dims))]
    if values.ndim != 1 or indices.dtype.kind != "i" or indices.shape not in expected:
        raise OnnxError(f"{where}: expected an index for each of its {values.size} values, but got indices of shape "
                        f"{list(indices.shape)}")
    try:
        array = np.zeros(dims, dtype=values.dtype)
        limits = array.size if indices.ndim == 1 else np.array(dims, dtype=np.int64)
        outside = (indices < 0) | (indices >= limits)
        if outside.any():
            raise OnnxError(f"{where}: index {indices[outside].flat[0]} is outside of {list(dims)}")
        if indices.ndim == 1:
            array.reshape(-1)[indices] = values
        else:
            array[tuple(indices.T)] = values
    except (IndexError, ValueError, OverflowError, MemoryError) as error:
        raise OnnxError(f"{where}: {error}") from error
    return array


def _attribute(a: AttributeProto, node: Node, versions, base_dir: str):
    """An attribute as a Python value: text, numbers, lists, Known tensors, graphs."""
    kind = a.type
    where = f"{node.where}: attribute {a.name}"
    if kind == AttributeProto.FLOAT:
        return a.f
    if kind == AttributeProto.INT:
        return a.i
    if kind == AttributeProto.STRING:
        return _text(a.s)
    if kind == AttributeProto.FLOATS:
        return list(a.floats)
    if kind == AttributeProto.INTS:
        return list(a.ints)
    if kind == AttributeProto.STRINGS:
        return [_text(s) for s in a.strings]
    if kind == AttributeProto.TENSOR:
        return Known(from_proto(a.t, base_dir), a.t.data_type)
    if kind == AttributeProto.SPARSE_TENSOR:
        return Known(_from_sparse(a.sparse_tensor, base_dir), a.sparse_tensor.values.data_type)
    if kind == AttributeProto.GRAPH:
        return Graph(a.g, versions, base_dir, node.graph, f"{where}: ")
    if kind == AttributeProto.TYPE_PROTO:
        return a.tp
    raise Refused(f"{where}: attributes of kind {AttributeProto.AttributeType.Name(kind)} are not supported")


def _text(raw: bytes):
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _expand_functions(model: ModelProto) -> ModelProto:
    """Local functions, and operators that we know only by the function that defines them, as their nodes."""
    if model.functions:
        model = inliner.inline_local_functions(model)
    versions = {o.domain: o.version for o in model.opset_import}
    for _ in range(4):  # functions may call functions
        unknown = {(n.domain, n.op_type) for n in _all_nodes(model.graph)
                   if registry.find(n.domain, n.op_type, versions.get(n.domain, 1)) is None}
        known_by_function = [key for key in sorted(unknown) if _has_function(*key, versions)]
        if not known_by_function:
            return model
        model = inliner.inline_selected_functions(model, known_by_function, inline_schema_functions=True)
    return model


def _all_nodes(graph: GraphProto):
    for n in graph.node:
        yield n
        for a in n.attribute:
            if a.type == AttributeProto.GRAPH:
                yield from _all_nodes(a.g)


def _has_function(domain: str, name: str, versions) -> bool:
    try:
        schema = onnx.defs.get_schema(name, versions.get(domain, 1), domain)
    except onnx.defs.SchemaError:
        return False
    return schema.has_function or schema.has_context_dependent_function


# Weights of more bytes say nothing about shapes.
_LARGE = 1 << 16


def _has_loop(graph: GraphProto) -> bool:
    return any(n.op_type == "Loop" or any(_has_loop(g) for a in n.attribute for g in [a.g, *a.graphs])
               for n in graph.node)


def _infer(model: ModelProto) -> tuple[ModelProto, list[TensorProto]]:
    """The model with the types of all values, and its large weights, which stay where they are: inference copies what
    it is given several times."""
    graph = model.graph
    # Shapes that come from values matter to a loop that makes no step only; every vector is such a value to onnx, and
    # one of millions of elements takes it seconds.
    data_prop = _has_loop(graph)
    large = [t for t in graph.initializer if t.ByteSize() > _LARGE]
    if not large:
        return shape_inference.infer_shapes(model, data_prop=data_prop), []
    light = ModelProto()
    for field, value in model.ListFields():
        if field.name == "graph":
            continue
        if isinstance(value, (str, bytes, int)):
            setattr(light, field.name, value)
        else:
            getattr(light, field.name).extend(value)
    for field, value in graph.ListFields():
        if field.name == "initializer":
            light.graph.initializer.extend(t for t in value if t.ByteSize() <= _LARGE)
        elif isinstance(value, (str, bytes, int)):
            setattr(light.graph, field.name, value)
        else:
            getattr(light.graph, field.name).extend(value)
    # Meanwhile they are inputs.
    known = {i.name for i in graph.input}
    light.graph.input.extend(onnx.helper.make_tensor_value_info(t.name, t.data_type, list(t.dims))
                             for t in large if t.name not in known)
    inferred = shape_inference.infer_shapes(light, data_prop=data_prop)
    del inferred.graph.input[len(graph.input):]
    return inferred, large


def load(source) -> Graph:
    """The graph of a model: a path, the bytes of a file (or a tensor of them), or a ModelProto."""
    base_dir = ""
    if isinstance(source, Tensor):
        source = bytes(source.data())
    try:
        if isinstance(source, ModelProto):
            model = source
        elif isinstance(source, (bytes, bytearray, memoryview)):
            model = onnx.load_from_string(bytes(source))
        else:
            base_dir = str(pathlib.Path(source).resolve().parent)
            model = onnx.load(str(source), load_external_data=False)
    except OSError:
        raise
    except Exception as error:  # protobuf's DecodeError has several classes
        raise OnnxError(f"not an ONNX model: {error}") from error
    if not model.HasField("graph"):
        raise OnnxError("not an ONNX model: expected a graph, but got none")
    versions = {"" if o.domain == "ai.onnx" else o.domain: o.version for o in model.opset_import}
    if not versions:
        versions[""] = 1
    try:
        model, weights = _infer(_expand_functions(model))
    except Exception as error:  # C++ exceptions of several kinds come as RuntimeError or InferenceError
        raise OnnxError(f"the model is not consistent: {str(error).strip()}") from error
    try:
        return Graph(model.graph, versions, base_dir, weights=weights)
    except Unsupported as error:
        raise Refused(str(error)) from error
    except Malformed as error:
        raise OnnxError(str(error)) from error
