"""The package as a backend of the `onnx` package: `backend.prepare(model).run([x])`, and its backend tests."""
from __future__ import annotations

from typing import Any

import numpy as np
from onnx.backend.base import Backend, BackendRep

from ...tensor import Tensor
from .runner import OnnxRunner
from .types import to_numpy


class _Prepared(BackendRep):
    def __init__(self, model):
        self.runner = OnnxRunner(model)
        self.runner.check_operators()

    def run(self, inputs: Any, **kwargs: Any) -> tuple:
        """The outputs for inputs in the graph's order, as arrays of the types that the model declares."""
        runner = self.runner
        outputs = runner(dict(zip(runner.graph.input_names, inputs)))
        tensors = [t for t in outputs.values() if isinstance(t, Tensor)]
        if tensors:
            tensors[0].realize(*tensors[1:])
        return tuple(self._array(value, runner.graph.elem(name)) for name, value in outputs.items())

    def _array(self, value, elem: int):
        if isinstance(value, list):
            return [self._array(v, elem) for v in value]
        return None if value is None else np.asarray(to_numpy(value, elem or None))


class TinyGradBackend(Backend):
    """onnx.backend.base.Backend on the processor."""

    @classmethod
    def prepare(cls, model, device: str = "CPU", **kwargs: Any) -> BackendRep:
        """A model that runs. OnnxError where it has an operator that is not supported."""
        return _Prepared(model)

    @classmethod
    def run_model(cls, model, inputs: Any, device: str = "CPU", **kwargs: Any) -> tuple:
        """The outputs of a model, as arrays."""
        return cls.prepare(model, device).run(inputs)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """Whether it is "CPU"."""
        return device == "CPU"


prepare, run_model, supports_device = TinyGradBackend.prepare, TinyGradBackend.run_model, TinyGradBackend.supports_device
