"""ONNX models: `OnnxRunner` runs one, `python -m tinygrad_mlir.onnx` writes one as a `tg` function.

Needs the `onnx` package. Operators are functions of tensors in the modules of this package, one for each family;
`registry` says how nodes reach them.
"""
try:
    import onnx as _onnx  # noqa: F401
except ImportError as _error:
    raise ImportError("reading ONNX models needs the onnx package: pip install onnx") from _error

from . import (attention, cast, control, conv, elementwise, image, indexing, linalg, loss, movement, norm, pool,  # noqa: F401
               quantize, random, recurrent, reduce, signal, training)
from .model import OnnxValue
from .registry import OnnxError, Refused, operators
from .runner import OnnxRunner

__all__ = ["OnnxRunner", "OnnxError", "OnnxValue", "Refused", "operators"]
