"""tinygrad's API on the TinyGrad compiler."""
from . import _core
from .device import Device
from .dtype import dtypes
from .helpers import DEBUG, Context, GlobalCounters, fetch, getenv
from .tensor import Tensor
from .variable import Variable
from .engine.jit import TinyJit
from .function import function
from .module import CompileError, Module
from . import nn


def kernel_count(tensors) -> int:
    """The number of kernels that realizing the tensors (or one) would launch, without running."""
    tensors = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    for t in tensors:
        if not isinstance(t, Tensor):
            raise TypeError(f"expected tensors, but got {type(t).__name__}")
    return _core.count_kernels(tensors)


__all__ = ["Tensor", "TinyJit", "Variable", "dtypes", "Device", "GlobalCounters", "Context", "getenv", "fetch", "nn",
           "function", "kernel_count", "DEBUG", "Module", "CompileError"]
