"""Windows and Fourier transforms."""
from __future__ import annotations

import math

import numpy as np

from ...dtype import dtypes
from ...tensor import Tensor
from .registry import Malformed, op
from .types import dtype_of


def _window(name, *coefficients):
    """Cosines of multiples of the angle; periodic windows lack the last element of a symmetric one."""
    @op(name)
    def window(size: "Int", *, output_datatype=1, periodic=1):
        angle = 2 * np.pi * np.arange(size) / max(size if periodic else size - 1, 1)
        value = sum(c * np.cos(i * angle) for i, c in enumerate(coefficients))
        return Tensor(np.asarray(value, dtype=np.float64)).cast(dtype_of(output_datatype))


_window("HannWindow", 0.5, -0.5)
_window("HammingWindow", 25 / 46, -21 / 46)
_window("BlackmanWindow", 0.42, -0.5, 0.08)


def _transform(x, length: int, inverse: bool, onesided: bool):
    """The transform of axis -2 of [..., signal, 1 or 2], by products with cosines and sines."""
    given = x.shape[-2]
    if given > length:
        x = x.shrink([None] * (x.ndim - 2) + [(0, length), None])
    bins = length // 2 + 1 if onesided and not inverse else length
    inputs = min(given, length)
    angle = 2 * np.pi * (np.outer(np.arange(inputs), np.arange(bins)) % length) / length
    weight = np.ones(inputs)
    if inverse and onesided:
        # What is left out is the mirror image of what is there.
        for k in range(inputs):
            weight[k] = 1 if k == 0 or 2 * k == length else 2
    cos, sin = np.cos(angle) * weight[:, None], np.sin(angle) * weight[:, None]
    if inverse:
        cos, sin = cos / length, -sin / length
    wide = x if x.dtype is dtypes.float64 else x.cast(dtypes.float32)
    cos, sin = Tensor(cos, dtype=wide.dtype), Tensor(sin, dtype=wide.dtype)
    re = wide[..., 0]
    im = wide[..., 1] if x.shape[-1] == 2 else None
    product = lambda t, m: (t.unsqueeze(-2) @ m).squeeze(-2) if t.ndim == 1 else t @ m
    real = product(re, cos)
    imaginary = -product(re, sin)
    if im is not None:
        real, imaginary = real + product(im, sin), imaginary + product(im, cos)
    y = real.unsqueeze(-1) if inverse and onesided else real.stack(imaginary, dim=-1)
    return y.cast(x.dtype)


@op("DFT")
def dft(node, x, dft_length: "Int" = None, axis: "Int" = None, *, inverse=0, onesided=0):
    if axis is None:
        axis = 1 if node.version < 20 else -2
    axis = x._resolve_dim(axis)
    if axis == x.ndim - 1:
        raise Malformed(f"axis: expected one before the last, but got {axis}")
    if x.shape[-1] not in (1, 2):
        raise Malformed(f"input 0 (x): expected a last size of 1 or 2, but got shape {x.shape}")
    length = dft_length
    if length is None:
        length = 2 * (x.shape[axis] - 1) if inverse and onesided else x.shape[axis]
    y = _transform(x.transpose(axis, -2), length, bool(inverse), bool(onesided))
    return y.transpose(axis, -2)


@op("STFT")
def stft(signal, frame_step: "Int", window=None, frame_length: "Int" = None, *, onesided=1):
    """Transforms of overlapping parts."""
    length = frame_length or (window.shape[0] if window is not None else signal.shape[1])
    x = signal if signal.ndim == 3 else signal.unsqueeze(-1)
    frames = x.transpose(1, 2)._pool((length,), frame_step)  # [batch, 1 or 2, frames, length]
    if window is not None:
        frames = frames * window
    return _transform(frames.permute(0, 2, 3, 1), length, False, bool(onesided))


@op("MelWeightMatrix")
def mel_weight_matrix(num_mel_bins: "Int", dft_length: "Int", sample_rate: "Int", lower_edge_hertz: "Float",
                      upper_edge_hertz: "Float", *, output_datatype=1):
    """Triangles, equally wide on the mel scale, over the bins of a spectrum."""
    to_mel = lambda f: 2595 * math.log10(1 + f / 700)
    low, high = to_mel(lower_edge_hertz), to_mel(upper_edge_hertz)
    mel = np.arange(num_mel_bins + 2) * ((high - low) / (num_mel_bins + 2)) + low
    edge = np.floor((dft_length + 1) * (700 * (10 ** (mel / 2595) - 1)) / sample_rate).astype(int)
    matrix = np.zeros((dft_length // 2 + 1, num_mel_bins))
    for i in range(num_mel_bins):
        left, centre, right = edge[i:i + 3]
        if centre == left:
            matrix[centre, i] = 1
        for j in range(left, centre + 1 if centre > left else left):
            matrix[j, i] = (j - left) / (centre - left)
        for j in range(centre, right):
            matrix[j, i] = (right - j) / (right - centre)
    return Tensor(matrix).cast(dtype_of(output_datatype))
