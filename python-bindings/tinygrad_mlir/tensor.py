"""The tensor: creation, values, assignment, gradients."""
from __future__ import annotations

import pathlib
import pickle
import sys

from . import _core, progress
from .device import canonicalize_device, device_of, number_of
from .dtype import (Invalid, InvalidType, _from_np_dtype, _ml_names as ml_names, _to_np_dtype, dtypes, float_to_bf16,
                    float_to_fp8, least_upper_dtype, strong_dtype, to_dtype)
from .helpers import all_int, argfix, ceildiv, fetch, fully_flatten, get_shape, getenv, prod
from .rand import RandomTensor
from .variable import BoundVariable, Variable, as_size, bound_of


class JitError(Exception):
    """A function cannot be captured, or a capture does not fit a call."""


def is_numpy_ndarray(x) -> bool:
    return type(x).__module__ == "numpy" and type(x).__name__ == "ndarray"


def _pack(flat: list, dtype) -> bytes:
    """Numbers as the bytes of elements."""
    import numpy as np
    if dtype is dtypes.bfloat16:
        values = np.array([float_to_bf16(float(x)) for x in flat], dtype=np.float32)
        return (values.view(np.uint32) >> 16).astype(np.uint16).tobytes()
    if dtype in dtypes.fp8s:
        return bytes(float_to_fp8(float(x), dtype) for x in flat)
    if dtypes.is_int(dtype):
        mask = (1 << dtype.bitsize) - 1
        unsigned = np.dtype(f"u{dtype.itemsize}")
        return np.array([int(x) & mask for x in flat], dtype=unsigned).tobytes()
    with np.errstate(over="ignore"):
        return np.array(flat, dtype=_to_np_dtype(dtype)).tobytes()


class Tensor(RandomTensor):
    """A multi-dimensional array of elements of one type, computed when its value is asked for."""
    __slots__ = ()

    def __init__(self, data, device=None, dtype=None):
        super().__init__()
        if device is None and isinstance(data, pathlib.Path):
            device = f"DISK:{data.resolve()}"
        self._set(_create(data, canonicalize_device(device), to_dtype(dtype) if dtype is not None else None))

    # ---- what it is

    @property
    def device(self):
        """The name of the device, or a tuple of names where it is spread over several."""
        device = device_of(self._device)
        return device[1] if isinstance(device, tuple) and device and device[0] == "shard" else device

    @property
    def requires_grad(self):
        """`is_param`: whether optimizers change this tensor."""
        return self.is_param

    @requires_grad.setter
    def requires_grad(self, value):
        self.is_param = bool(value)

    def is_param_(self, is_param=True):
        """Says whether optimizers change this tensor."""
        self.is_param = is_param
        return self

    @property
    def _is_view(self) -> bool:
        return not self._is_leaf

    def __repr__(self):
        grad = self.grad
        inner = f"<{self.device} {self.shape} {str(self.dtype)[7:]}>"
        return f"<Tensor {inner} on {self.device} with grad {None if grad is None else repr(grad)}>"

    def __bool__(self):
        raise TypeError("__bool__ on Tensor is not defined")

    def __len__(self):
        if not self.ndim:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __iter__(self):
        if not self.ndim:
            raise TypeError("iteration over a 0-d tensor")
        return (self[i] for i in range(self.shape[0]))

    def __reduce_ex__(self, protocol):
        raw = self._raw()       # From protocol 5 on the pickler may keep the elements apart (`buffer_callback`).
        return _rebuild, (pickle.PickleBuffer(raw) if protocol >= 5 else raw, self.shape, self.dtype, self.device, self.is_param)

    # ---- values

    def realize(self, *others, do_update_stats=True):
        """Computes the value (and that of other tensors, in one go)."""
        _core.realize([self, *others])
        return self

    def schedule(self, *others):
        """`realize`: there is no schedule to keep."""
        return self.realize(*others)

    def callify(self, *others):
        """In tinygrad, makes the expressions calls of a function; here expressions are one already."""
        return self

    def _raw(self) -> bytearray:
        if _core.is_capturing():
            raise JitError("cannot access tensor data during JIT capture, the value will be baked in")
        x = self.cast(strong_dtype(self.dtype))
        if isinstance(self.device, str) and self.device.startswith("DISK"):
            return _read_disk(self)
        return x._read()

    def data(self) -> memoryview:
        """The elements as a memoryview of the tensor's shape."""
        dtype = strong_dtype(self.dtype)
        if 0 in self.shape:
            return memoryview(bytearray(0)).cast(dtype.fmt)
        assert dtype.fmt is not None, f"no fmt dtype for {dtype}"
        assert dtype.fmt != "e" or sys.version_info >= (3, 12)
        return memoryview(self._raw()).cast(dtype.fmt, self.shape)

    def item(self):
        """The value of a tensor of one element as a Python number."""
        assert self.numel() == 1, "must have one element for item"
        return self.numpy().item() if strong_dtype(self.dtype).fmt in (None, "e") else self.data()[(0,) * self.ndim]

    def tolist(self):
        """The values as nested lists of Python numbers."""
        if strong_dtype(self.dtype).fmt in (None, "e"):
            return self.cast(dtypes.float32).tolist()
        return self.numpy().tolist()

    def numpy(self):
        """The values as a NumPy array of their own."""
        import numpy as np
        if self.dtype is dtypes.bfloat16 or self.dtype in dtypes.fp8s:
            return self.float().numpy()
        np_dtype = _to_np_dtype(strong_dtype(self.dtype))
        if 0 in self.shape:
            return np.empty(self.shape, dtype=np_dtype)
        return np.frombuffer(self._raw(), dtype=np_dtype).reshape(self.shape)

    def __array__(self, dtype=None, copy=None):
        """For NumPy: the tensor's own memory, read only, unless a copy or another type is asked for."""
        import numpy as np
        own = strong_dtype(self.dtype)
        wanted = None if dtype is None else np.dtype(dtype)
        if wanted is not None and wanted.name in ml_names and ml_names[wanted.name] is own:
            stored = wanted  # a type that NumPy has from ml_dtypes
        elif own is dtypes.bfloat16 or own in dtypes.fp8s:
            array = self.numpy()
            return array if wanted is None else array.astype(wanted)
        else:
            stored = _to_np_dtype(own)
        array = np.frombuffer(self._shared()._memory(), dtype=stored) if 0 not in self.shape else np.empty(0, stored)
        array = array.reshape(self.shape)
        if wanted is not None and wanted != stored:
            return array.astype(wanted)
        return array.copy() if copy else array

    def _shared(self):
        """This tensor with elements that others may read where they are."""
        if _core.is_capturing():
            raise JitError("cannot access tensor data during JIT capture, the value will be baked in")
        return self.cast(strong_dtype(self.dtype))

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """The tensor's own memory for torch, JAX and others; whoever writes to it changes the tensor. What came from
        memory that is read only stays that (DLPack 1), or is copied for those who know older versions alone."""
        if dl_device is not None and tuple(dl_device) != (1, 0):
            raise BufferError("the elements are in the processor's memory")
        if stream is not None:
            raise BufferError(f"the processor's memory has no streams, but got {stream=}")
        has_flags = max_version is not None and max_version[0] >= 1
        return self._shared()._array(copy, has_flags).__dlpack__(max_version=max_version)

    def __dlpack_device__(self):
        return 1, 0

    @staticmethod
    def from_dlpack(array):
        """A tensor over the memory of another package's array (NumPy's, torch's, JAX's), without a copy where it is
        contiguous; the array must not change while the tensor is used."""
        if isinstance(array, Tensor):
            return array
        return _core.from_array(array, number_of(canonicalize_device(None)))

    # ---- devices

    def _on(self, device: int):
        ret = self._identity("clone")
        ret._own()
        ret._device = device
        return ret

    def to(self, device):
        """The tensor on another device."""
        device = canonicalize_device(device)
        if self._device == 0 or device == self.device:
            return self
        if isinstance(device, str) and device.startswith("DISK"):
            return _write_disk(self, device)
        ret = (_from_disk(self) if str(self.device).startswith("DISK") else self)._on(number_of(device))
        if self.grad is not None:
            ret.grad = self.grad.to(device)
        return ret.is_param_(self.is_param)

    def to_(self, device):
        """`to` in place."""
        real = self.to(device)
        if self.grad is not None and real.grad is not None:
            self.grad.replace(real.grad)
        return self.replace(real)

    def shard(self, devices, axis=None):
        """Spreads the tensor over devices, whole or in parts along an axis."""
        if self._device == 0:
            return self
        if not isinstance(self.device, str):
            raise RuntimeError("can't shard a multi-device tensor")
        if len(devices) == 1:
            return self.to(devices[0])
        if axis is not None:
            axis = self._resolve_dim(axis)
            if self.shape[axis] % len(devices):
                raise RuntimeError(f"multi axis uneven: {self.shape[axis]=} {axis=} {len(devices)=}")
        return self._on(number_of(("shard", canonicalize_device(tuple(devices)), axis))).is_param_(self.is_param)

    def shard_(self, devices, axis=None):
        """`shard` in place."""
        return self.replace(self.shard(devices, axis))

    def shard_like(self, y):
        """Spread over devices as `y` is."""
        if y.device is None or self._device == y._device or self._device == 0:
            return self
        return self.to(y.device) if isinstance(y.device, str) else self.shard(y.device, y.uop.axis)

    # ---- creation

    @staticmethod
    def const(value, dtype=None):
        """One number that belongs to no device."""
        if value is Invalid:
            value = 0
        if isinstance(value, Tensor):
            return value
        dtype = to_dtype(dtype) if dtype is not None else dtypes.from_py(value)
        if isinstance(value, (tuple, list)):
            return Tensor(list(value), dtype=dtype)
        return _core.const(dtype.code, dtype.const(value) if dtype not in dtypes.weaks else value)

    @staticmethod
    def empty(*shape, device=None, dtype=None):
        """Memory with any contents."""
        dtype = to_dtype(dtype) if dtype is not None else dtypes.default_float
        shape = tuple(as_size(s) for s in argfix(*shape))
        if any(s < 0 for s in shape):
            raise ValueError(f"shape must not be negative, got {shape}")
        device = canonicalize_device(device)
        if isinstance(device, tuple):
            device = ("shard", device, None)
        elif device.startswith("DISK"):
            return _empty_disk(device, shape, dtype)
        ret = _core.empty(dtype.code, shape, number_of(device))
        if bindings := bound_of(shape):
            ret._bindings = bindings
        return ret

    def empty_like(self, dtype=None, device=None):
        """`empty` of this shape, type and device."""
        if device is None and isinstance(self.device, tuple):
            return Tensor.empty(self.shape, dtype=dtype or self.dtype)._on(self._device)
        return Tensor.empty(self.shape, dtype=dtype or self.dtype, device=device or self.device)

    @staticmethod
    def invalids(*shape, device=None, dtype=None):
        """`empty`."""
        return Tensor.empty(*shape, device=device, dtype=dtype)

    @staticmethod
    def full(shape, fill_value, dtype=None, device=None, buffer=True):
        """One value everywhere; with `buffer=False` a constant without memory."""
        shape = tuple(as_size(s) for s in argfix(shape))
        if any(s < 0 for s in shape):
            raise ValueError(f"shape must not be negative, got {shape}")
        dtype = to_dtype(dtype) if dtype is not None else dtypes.from_py(fill_value)
        value = Tensor.const(fill_value, dtype)._broadcast_to(shape, bound_of(shape))
        if not buffer:
            return value
        device = canonicalize_device(device)
        ret = value.cast(strong_dtype(dtype))._identity("clone")
        ret._own()
        ret._device = number_of(("shard", device, None) if isinstance(device, tuple) else device)
        return ret

    def full_like(self, fill_value, dtype=None, device=None, buffer=True):
        """One value in this shape, type and device."""
        if isinstance(self.device, tuple):
            if device is not None:
                raise RuntimeError("cannot specify `device` on `*_like` of a multi device tensor")
            return Tensor.full(self.shape, fill_value, dtype=dtype or self.dtype)._on(self._device)
        return Tensor.full(self.shape, fill_value, dtype=dtype or self.dtype,
                           device=self.device if device is None else device, buffer=buffer)

    @staticmethod
    def zeros(*shape, **kwargs):
        """0 everywhere."""
        return Tensor.full(argfix(*shape), 0.0, **kwargs)

    @staticmethod
    def ones(*shape, **kwargs):
        """1 everywhere."""
        return Tensor.full(argfix(*shape), 1.0, **kwargs)

    def zeros_like(self, **kwargs):
        """0 everywhere, in this shape and type."""
        return self.full_like(0, **kwargs)

    def ones_like(self, **kwargs):
        """1 everywhere, in this shape and type."""
        return self.full_like(1, **kwargs)

    @staticmethod
    def arange(start, stop=None, step=1, dtype=None):
        """start, start + step, … below `stop`."""
        if stop is None:
            start, stop = 0, start
        low, high = (start, stop - step) if step > 0 else (stop - step, start)
        if dtype is None:
            is_float = any(isinstance(x, float) for x in (start, stop, step))
            dtype = dtypes.default_float if is_float else dtypes.default_int
            if not is_float and (low < dtype.min or dtype.max < high):
                dtype = dtypes.int64
        dtype = to_dtype(dtype)
        if low < dtype.min or dtype.max < high:
            raise OverflowError(f"arange [{start}, {stop}) is not representable in dtype {dtype}")
        count = ceildiv(stop - start, step)
        if count <= 0:
            return Tensor.full((0,), 0, dtype=dtype, buffer=False)
        if dtypes.is_int(dtype) and dtype not in dtypes.weaks and all(isinstance(x, int) for x in (start, step)):
            ret = _core.arange(count, dtype.code)
            if bindings := bound_of((start, stop, step)):
                ret._bindings = bindings
            ret = ret if step == 1 else ret * step
            return ret if start == 0 else ret + start
        ret = _core.arange(count, dtypes.int32.code)
        return (ret.cast(dtypes.default_float if dtypes.is_float(dtype) is False else dtype) * step + start).cast(dtype)

    @staticmethod
    def linspace(start, stop, steps, dtype=None):
        """`steps` values from `start` to `stop`, both included."""
        if steps < 0:
            raise ValueError("number of steps must be non-negative")
        dtype = to_dtype(dtype or dtypes.default_float)
        if dtype is dtypes.bool:
            raise ValueError("linspace with bool dtype is not supported")
        if steps == 1:
            return Tensor.full((1,), start, dtype=dtype, buffer=False)
        return (start + Tensor.arange(steps, dtype=dtypes.default_float) * ((stop - start) / (steps - 1))).cast(dtype)

    @staticmethod
    def eye(n, m=None, dtype=None):
        """A matrix [n, m or n] with 1 on its diagonal."""
        m = n if m is None else m
        if n < 0 or m < 0:
            raise ValueError(f"cannot have negative {n=}, {m=}")
        return Tensor.arange(n).unsqueeze(-1).eq(Tensor.arange(m)).cast(dtype or dtypes.default_float)

    @staticmethod
    def from_blob(ptr, shape, **kwargs):
        """Memory of the caller's, which must stay."""
        dtype = to_dtype(kwargs.get("dtype") or dtypes.default_float)
        return _core.from_pointer(ptr, dtype.code, shape, number_of(canonicalize_device(kwargs.get("device"))))

    @staticmethod
    def from_url(url, gunzip=False, **kwargs):
        """The bytes that a URL gives: a tensor of uint8."""
        return Tensor(fetch(url, gunzip=gunzip), **kwargs)

    # ---- assignment

    def replace(self, x):
        """This tensor becomes another one."""
        if self.shape != x.shape:
            raise AssertionError(f"replace shape mismatch {self.shape} != {x.shape}")
        self._set(x)
        return self

    def assign(self, x):
        """New contents for this tensor and all views of its memory."""
        if self.dtype in dtypes.weaks:
            return self._become(x)
        if self._origin is not None:
            return self._assign_bits(x)
        is_on_disk = isinstance(self.device, str) and self.device.startswith("DISK")
        if not isinstance(x, Tensor):
            x = Tensor(x, device=None if is_on_disk else self.device, dtype=self.dtype)
        if x.dtype in dtypes.weaks:
            if x.dtype is dtypes.weakfloat and not self.is_floating_point():
                raise RuntimeError(f"assign dtype mismatch {self.dtype} != {x.dtype}")
            x = x.cast(self.dtype)
        if is_on_disk:
            _assign_disk(self, x)
            return self
        if self.shape != x.shape:
            x = x._broadcast_to(self.shape)
        if x._device and self._device and x.device != self.device:
            raise AssertionError(f"assign device mismatch {self.device} != {x.device}")
        if self.dtype is not x.dtype:
            raise RuntimeError(f"assign dtype mismatch {self.dtype} != {x.dtype}")
        self._put_contents(x)
        return self

    def _become(self, x):
        """Assigns to a number, which has no memory yet."""
        x = x if isinstance(x, Tensor) else Tensor(x)
        if x.dtype in dtypes.weaks:
            raise RuntimeError("cannot assign a weak tensor to a weak tensor; neither has storage")
        self._set(x._broadcast_to(self.shape).clone())
        return self

    def _assign_bits(self, x):
        """Assigns to the tensor whose bits this one shows."""
        x = (x if isinstance(x, Tensor) else Tensor(x, dtype=self.dtype))._broadcast_to(self.shape)
        if x.dtype in dtypes.weaks:
            x = x.cast(self.dtype)
        if x.dtype is not self.dtype:
            raise RuntimeError(f"assign dtype mismatch {self.dtype} != {x.dtype}")
        origin = self._origin
        origin.assign(x.contiguous().bitcast(origin.dtype))
        self._set(origin.bitcast(self.dtype))
        return self

    def _put_contents(self, x):
        """Assigns; the memory stays on its device."""
        device = self._device
        self._assign(x)
        if self._device != device:
            self._base()._device = device
            self._device = device

    def clone(self, device=None):
        """The same values in memory of their own."""
        if self.dtype in dtypes.weaks:
            return self.cast(strong_dtype(self.dtype)).clone(device)
        src = _from_disk(self) if str(self.device).startswith("DISK") else self
        ret = src._identity("clone")
        ret._own()
        if device is not None or ret._device == 0:
            ret._device = number_of(canonicalize_device(device))
        if self.grad is not None:
            ret.grad = self.grad.clone(device)
        return ret.is_param_(self.is_param)

    def __iadd__(self, x):
        return self.assign(self.add(x))

    def __isub__(self, x):
        return self.assign(self.sub(x))

    def __imul__(self, x):
        return self.assign(self.mul(x))

    def __itruediv__(self, x):
        return self.assign(self.div(x))

    def __ifloordiv__(self, x):
        return self.assign(self // x)

    def __ipow__(self, x):
        return self.assign(self.pow(x))

    def __iand__(self, x):
        return self.assign(self.bitwise_and(x))

    def __ior__(self, x):
        return self.assign(self.bitwise_or(x))

    def __ixor__(self, x):
        return self.assign(self.bitwise_xor(x))

    def __ilshift__(self, x):
        return self.assign(self.lshift(x))

    def __irshift__(self, x):
        return self.assign(self.rshift(x))

    def __imatmul__(self, x):
        return self.assign(self.matmul(x))

    def __delitem__(self, indices):
        raise TypeError("Tensor does not support deleting items")

    # ---- gradients

    def gradient(self, *targets, gradient=None):
        """The gradients of this tensor (a scalar, unless `gradient` is given) by the targets."""
        assert gradient is not None or self.shape == (), \
            "when no gradient is provided, backward must be called on a scalar tensor"
        if not (self.is_floating_point() and all(t.is_floating_point() for t in targets)):
            raise RuntimeError("only float Tensors have gradient")
        if any(t.dtype in dtypes.weaks for t in targets):
            raise RuntimeError("cannot take gradient wrt a weak Tensor")
        if gradient is None:
            seed = self.const_like(1.0)
        else:
            seed = gradient.reshape(self.shape) if gradient.numel() == self.numel() else gradient._broadcast_to(self.shape)
        grads = _core.gradients(self, seed, list(targets))
        return [t.const_like(0) if g is None else g if g._device in (0, t._device) or t._device == 0 else g._on(t._device)
                for g, t in zip(grads, targets)]

    def backward(self, gradient=None):
        """Adds the gradients of this tensor to `.grad` of all float tensors that it is made of."""
        assert gradient is not None or self.shape == (), \
            "when no gradient is provided, backward must be called on a scalar tensor"
        targets = [t for t in _core.tensors_in(self) if t._device != 0]
        for t, g in zip(targets, self.gradient(*targets, gradient=gradient)):
            assert g.shape == t.shape, f"grad shape must match tensor shape, {g.shape!r} != {t.shape!r}"
            if g._device == 0:
                g = g.clone(device=t.device)
            if t.grad is None:
                t.grad = g
            else:
                t.grad.assign(t.grad + g)
        return self

    # ---- the compiler

    @property
    def uop(self):
        """The little of tinygrad's graph that programs ask of a tensor: whether it is computed, and where."""
        return _Expression(self)

    def ir(self) -> str:
        """The `tg` function that would compute this tensor, as text; `Module.parse` makes a module of it."""
        return _core.print_ir([self])


class _Expression:
    """What `Tensor.uop` gives."""
    __slots__ = ("_tensor",)

    def __init__(self, tensor):
        self._tensor = tensor

    @property
    def is_realized(self) -> bool:
        return self._tensor._base()._is_leaf

    @property
    def base(self):
        return _Expression(self._tensor._base())

    @property
    def shape(self):
        return self._tensor.shape

    @property
    def dtype(self):
        return self._tensor.dtype

    @property
    def device(self):
        return self._tensor.device

    @property
    def axis(self):
        """Along which axis a tensor on several devices is split."""
        device = device_of(self._tensor._device)
        return device[2] if isinstance(device, tuple) and device and device[0] == "shard" else None


_core.set_tensor_type(Tensor)
_core.set_package_folder(str(pathlib.Path(__file__).parent))
_core.set_progress(progress.Progress())
_core.set_special_sums(bool(getenv("SUM_DTYPE", "")))


def _rebuild(raw, shape, dtype, device, is_param):
    code = dtype.code
    return _core.from_memory(raw, code, shape, number_of(device)).is_param_(is_param)


def _create(data, device, dtype):
    """A tensor from Python data."""
    number = number_of(("shard", device, None) if isinstance(device, tuple) else device)
    if isinstance(data, Tensor):
        ret = data if data.device == device or data._device == 0 else data.to(device)
        return ret if dtype is None else ret.cast(dtype)
    if data is None:
        return Tensor.const(0.0, dtype or dtypes.weakfloat)
    if isinstance(data, Variable):
        raise RuntimeError(f"unbound variable {data.expr!r} has no value")
    if isinstance(data, BoundVariable):
        dtype = dtype or data.variable.dtype
    if isinstance(data, (bool, int, float, InvalidType)):
        if dtype is None and isinstance(data, int) and not -2**31 <= data < 2**31:
            dtype = dtypes.int64 if data < 2**63 else dtypes.uint64
        return Tensor.const(int(data) if isinstance(data, BoundVariable) else data, dtype)
    if is_numpy_ndarray(data) and data.shape == ():
        return Tensor.const(data.item(), dtype or _from_np_dtype(data.dtype))
    if type(data).__module__ == "numpy" and not is_numpy_ndarray(data) and hasattr(data, "item"):
        return Tensor.const(data.item(), dtype or _from_np_dtype(data.dtype))
    if hasattr(data, "detach") and hasattr(data, "cpu"):
        data = data.detach().cpu()
    if hasattr(data, "__dlpack__") and not is_numpy_ndarray(data):
        shared = _core.from_array(data, number)
        ret = _core.from_memory(shared._memory(), shared.dtype.code, shared.shape, number)
        return ret if dtype is None else ret.cast(dtype)
    if hasattr(type(data), "__index__") and not is_numpy_ndarray(data):
        return Tensor.const(int(data), dtype)
    if dtype in dtypes.weaks:
        raise RuntimeError(f"cannot create storage for weak dtype {dtype}")
    if isinstance(data, (bytes, bytearray, memoryview)):
        dtype = dtype or dtypes.uint8
        return _core.from_memory(data, dtype.code, (len(data) // dtype.itemsize,), number)
    if isinstance(data, (list, tuple)):
        if data and all(isinstance(x, Tensor) for x in data):
            return Tensor.stack(*data)
        dtype = dtype or dtypes.from_py(data)
        shape, flat = get_shape(data), fully_flatten(data)
        return _core.from_memory(_pack(flat, dtype), dtype.code, shape, number)
    if is_numpy_ndarray(data):
        import numpy as np
        np_dtype = None if dtype is None or dtype is dtypes.bfloat16 or dtype in dtypes.fp8s else _to_np_dtype(dtype)
        if np_dtype is not None:
            with np.errstate(invalid="ignore", over="ignore"):
                data = data.astype(np_dtype)
        shape = data.shape
        own = _from_np_dtype(data.dtype)
        raw = np.ascontiguousarray(data)
        if own.fmt is None:
            raw = raw.view(np.uint8 if own.itemsize == 1 else np.uint16)
        ret = _core.from_memory(raw, own.code, shape, number)
        return ret if dtype is None else ret.cast(dtype)
    if isinstance(data, pathlib.Path):
        return _open_disk(data, device, dtype or dtypes.uint8)
    if hasattr(data, "__array__"):
        import numpy as np
        return _create(np.asarray(data), device, dtype)
    raise RuntimeError(f"can't create Tensor from {data!r} with type {type(data)}")


# ---- tensors on disk: their elements stay in the file until they are read

def _disk_path(device: str) -> str:
    return device[len("DISK:"):]


def _open_disk(path: pathlib.Path, device, dtype):
    import numpy as np
    if not str(device).startswith("DISK"):
        return Tensor(np.fromfile(path, dtype=np.uint8), device=device).bitcast(dtype)
    raw = np.fromfile(path, dtype=np.uint8)
    count = len(raw) // dtype.itemsize
    return _core.from_memory(raw[:count * dtype.itemsize].tobytes(), dtype.code, (count,), number_of(device))


def _empty_disk(device: str, shape: tuple, dtype):
    """What the file holds; a file that is too short grows by zeros."""
    path, size = pathlib.Path(_disk_path(device)), prod(shape) * dtype.itemsize
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a+b") as file:
        file.seek(0)
        raw = file.read(size)
        if len(raw) < size:
            file.truncate(size)
    return _core.from_memory(raw.ljust(size, b"\0"), dtype.code, shape, number_of(device))


def _from_disk(t):
    return t


def _read_disk(t):
    return t.cast(strong_dtype(t.dtype))._read()


def _write_disk(t, device):
    raw = t._raw()
    path = pathlib.Path(_disk_path(device))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    return _core.from_memory(raw, strong_dtype(t.dtype).code, t.shape, number_of(device))


def _assign_disk(t, x):
    x = x._broadcast_to(t.shape)
    if x.dtype is not t.dtype:
        raise RuntimeError(f"assign dtype mismatch {t.dtype} != {x.dtype}")
    path = pathlib.Path(_disk_path(t.device))
    t._put_contents(x)
    whole = t._base()
    path.write_bytes(whole._raw())
