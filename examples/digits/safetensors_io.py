"""The safetensors format, read and written with NumPy alone.

A file is the header's length as a little-endian u64, the header as JSON (name
-> dtype, shape, byte range from the header's end), then the bytes.
"""

import json
import struct

import numpy as np

_DTYPES = {"F32": np.float32, "F64": np.float64, "I32": np.int32, "I64": np.int64}


def save(path, tensors):
    header, offset = {}, 0
    arrays = {name: np.ascontiguousarray(a) for name, a in tensors.items()}
    for name, array in arrays.items():
        dtype = next(k for k, v in _DTYPES.items() if v == array.dtype)
        header[name] = {
            "dtype": dtype,
            "shape": list(array.shape),
            "data_offsets": [offset, offset + array.nbytes],
        }
        offset += array.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # The data starts at a multiple of 8.
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in arrays.values():
            file.write(array.tobytes())


def load(path):
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        array = np.frombuffer(data[begin:end], _DTYPES[entry["dtype"]])
        tensors[name] = array.reshape(entry["shape"])
    return tensors
