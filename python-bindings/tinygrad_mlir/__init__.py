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
    """The number of kernels that realizing the tensors would launch, without running."""
    return _core.count_kernels(list(tensors))


__all__ = ["Tensor", "TinyJit", "Variable", "dtypes", "Device", "GlobalCounters", "Context", "getenv", "fetch", "nn",
           "function", "kernel_count", "DEBUG", "Module", "CompileError"]
