"""State dictionaries, and the files that hold them: safetensors, torch, tar, zip."""
from __future__ import annotations

import functools
import io
import json
import pathlib
import pickle
import struct
import tarfile
import zipfile
from collections import OrderedDict

from ..dtype import dtypes
from ..helpers import argsort, prod
from ..tensor import Tensor


class TensorIO(io.RawIOBase):
    """A tensor of bytes as a file."""

    def __init__(self, t):
        if t.ndim != 1 or t.dtype is not dtypes.uint8:
            raise ValueError("Tensor must be 1d and of dtype uint8!")
        self._position, self._tensor = 0, t

    def readable(self):
        """True."""
        return True

    def seekable(self):
        """True."""
        return True

    def readinto(self, buffer) -> int:
        """Fills the buffer with what comes next, and gives the number of bytes."""
        end = min(len(self._tensor), self._position + len(buffer))
        data = bytes(self._tensor[self._position:end].data()) if end > self._position else b""
        buffer[:len(data)] = data
        self._position += len(data)
        return len(data)

    def seek(self, offset, whence=0) -> int:
        """Moves to a position: from the start (0), from here (1) or from the end (2)."""
        start = (0, self._position, len(self._tensor))[whence]
        self._position = min(len(self._tensor), max(0, start + offset))
        return self._position

    def tell(self):
        """The position."""
        return self._position

    def write(self, s):
        """UnsupportedOperation."""
        raise io.UnsupportedOperation("TensorIO.write not supported")

    def writelines(self, lines):
        """UnsupportedOperation."""
        raise io.UnsupportedOperation("TensorIO.writelines not supported")


safe_dtypes = {"BOOL": dtypes.bool, "I8": dtypes.int8, "U8": dtypes.uint8, "I16": dtypes.int16, "U16": dtypes.uint16,
               "I32": dtypes.int32, "U32": dtypes.uint32, "I64": dtypes.int64, "U64": dtypes.uint64,
               "F8_E4M3": dtypes.fp8e4m3, "F8_E5M2": dtypes.fp8e5m2, "F16": dtypes.float16, "BF16": dtypes.bfloat16,
               "F32": dtypes.float32, "F64": dtypes.float64}
inverse_safe_dtypes = {v: k for k, v in safe_dtypes.items()}


def accept_filename(function):
    """Lets a function of a tensor of bytes take a path too."""
    @functools.wraps(function)
    def wrapper(fn):
        return function(fn if isinstance(fn, Tensor) else Tensor(pathlib.Path(fn)))
    return wrapper


@accept_filename
def safe_load_metadata(t):
    """The tensor of the file, where the data starts, and the header."""
    start = int.from_bytes(bytes(t[0:8].data()), "little") + 8
    return t, start, json.loads(bytes(t[8:start].data()))


def safe_load(fn):
    """The state dictionary of a safetensors file."""
    t, start, header = safe_load_metadata(fn)
    result = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        first, last = (start + offset for offset in entry["data_offsets"])
        result[name] = t[first:last].bitcast(safe_dtypes[entry["dtype"]]).reshape(entry["shape"])
    return result


def safe_save(tensors, fn, metadata=None):
    """Writes a state dictionary as a safetensors file."""
    if any(v.dtype in dtypes.weaks for v in tensors.values()):
        raise ValueError("safe_save requires concrete dtypes")
    header, offset = {}, 0
    if metadata:
        header["__metadata__"] = metadata
    for name, t in tensors.items():
        header[name] = {"dtype": inverse_safe_dtypes[t.dtype], "shape": list(t.shape),
                        "data_offsets": [offset, offset + t.nbytes()]}
        offset += t.nbytes()
    text = json.dumps(header, separators=(",", ":"))
    text += " " * (-len(text) % 8)
    with open(fn, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text.encode())
        for t in tensors.values():
            file.write(t._raw() if 0 not in t.shape else b"")


def get_state_dict(obj, prefix="", tensor_type=Tensor) -> dict:
    """The tensors inside an object, by their path of attributes, keys and positions."""
    if isinstance(obj, tensor_type):
        return {prefix.strip("."): obj}
    if hasattr(obj, "_asdict"):
        return get_state_dict(obj._asdict(), prefix, tensor_type)
    if isinstance(obj, OrderedDict):
        return get_state_dict(dict(obj), prefix, tensor_type)
    if isinstance(obj, (list, tuple)):
        items = enumerate(obj)
    elif isinstance(obj, dict):
        items = obj.items()
    elif hasattr(obj, "__dict__"):
        items = obj.__dict__.items()
    else:
        return {}
    result = {}
    for name, value in items:
        result.update(get_state_dict(value, f"{prefix}{name}.", tensor_type))
    return result


def get_parameters(obj) -> list:
    """The tensors in an object, as `get_state_dict` finds them."""
    return list(get_state_dict(obj).values())


def load_state_dict(model, state_dict, strict=True, verbose=True, consume=False, realize=True) -> list:
    """Puts the tensors of a state dictionary into a model."""
    own, loaded = get_state_dict(model), []
    if verbose and len(state_dict) > len(own):
        print("WARNING: unused weights in state_dict", sorted(state_dict.keys() - own.keys()))
    for name, t in own.items():
        if name not in state_dict:
            if strict:
                raise KeyError(name)
            if verbose:
                print(f"WARNING: not loading {name}")
            continue
        new = state_dict[name]
        if t.shape != new.shape:
            if {(), (1,)} != {t.shape, new.shape}:
                raise ValueError(f"Shape mismatch in layer `{name}`: Expected shape {t.shape}, but found {new.shape} "
                                 "in state dict.")
            new = new.reshape(t.shape)
        t.replace(new.shard_like(t) if isinstance(t.device, tuple) else new.to(t.device))
        if realize:
            t.realize()
        if consume:
            del state_dict[name]
        loaded.append(t)
    return loaded


@accept_filename
def zip_extract(t) -> dict:
    """The files of a zip archive."""
    with zipfile.ZipFile(TensorIO(t), "r") as archive:
        result = {}
        for info in archive.infolist():
            result[info.filename] = Tensor(archive.read(info))
        return result


@accept_filename
def tar_extract(t) -> dict:
    """The files of a tar archive, as parts of the tensor."""
    with tarfile.open(fileobj=io.BufferedReader(TensorIO(t)), mode="r:") as archive:
        return {m.name: t[m.offset_data:m.offset_data + m.size] for m in archive if m.isfile()}


_torch_storages = {"HalfStorage": dtypes.float16, "FloatStorage": dtypes.float32, "DoubleStorage": dtypes.float64,
                   "BFloat16Storage": dtypes.bfloat16, "IntStorage": dtypes.int32, "LongStorage": dtypes.int64,
                   "ShortStorage": dtypes.int16, "CharStorage": dtypes.int8, "ByteStorage": dtypes.uint8,
                   "BoolStorage": dtypes.bool}


def _strided(data, dtype, offset, size, stride):
    """A tensor of the given strides in elements over bytes."""
    flat = data.bitcast(dtype)
    if not size:
        return flat[offset:offset + 1].reshape(())
    order = argsort([-s for s in stride])
    shape = [size[i] for i in order]
    x = flat[offset:offset + prod(shape)].reshape(shape)
    return x.permute(argsort(order))


@accept_filename
def torch_load(t) -> dict:
    """The state dictionary of a file that torch.save wrote (zip form)."""
    archive = zipfile.ZipFile(TensorIO(t), "r")
    root = next(n for n in archive.namelist() if n.endswith("data.pkl"))[:-len("data.pkl")]

    def rebuild(storage, offset, size, stride, *rest):
        kind, dtype, key = storage
        data = Tensor(archive.read(f"{root}data/{key}"))
        return _strided(data, dtype, offset, size, stride)

    class Unpickler(pickle.Unpickler):
        def find_class(self, module, name):
            if name in _torch_storages:
                return _torch_storages[name]
            if name in ("_rebuild_tensor_v2", "_rebuild_tensor"):
                return rebuild
            if name == "_rebuild_parameter":
                return lambda data, *rest: data
            if (module, name) == ("collections", "OrderedDict"):
                return OrderedDict
            raise pickle.UnpicklingError(f"expected tensors, but got {module}.{name}")

        def persistent_load(self, pid):
            return pid[0], pid[1], pid[2]

    return Unpickler(io.BytesIO(archive.read(root + "data.pkl"))).load()
