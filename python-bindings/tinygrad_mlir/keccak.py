"""Keccak hashes of tensors of bytes."""
from __future__ import annotations

import functools

from .dtype import dtypes
from .helpers import ceildiv, prod

_rotations = (0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14)


def _round_constants():
    """From the linear feedback register of the standard."""
    state, constants = 1, []
    for _ in range(24):
        value = 0
        for j in range(7):
            if state & 1:
                value |= 1 << ((1 << j) - 1)
            state <<= 1
            if state & 0x100:
                state ^= 0x171
        constants.append(value)
    return constants


_constants = _round_constants()
_rates = {"sha3_224": (144, 6), "sha3_256": (136, 6), "shake_128": (168, 31)}


def _rotate(x, bits: int):
    return x if bits == 0 else (x << bits) | (x >> (64 - bits))


@functools.cache
def _constant_tensors(kind, device) -> list:
    """The constants in memory: then all rounds are one program, which reads one of them."""
    return [kind([constant], dtype=dtypes.uint64, device=device) for constant in _constants]


def _permute(lanes):
    """24 rounds on 25 tensors of uint64, lane x + 5 y."""
    for constant in _constant_tensors(type(lanes[0]), lanes[0].device):
        column = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        mix = [column[(x + 4) % 5] ^ _rotate(column[(x + 1) % 5], 1) for x in range(5)]
        lanes = [lane ^ mix[i % 5] for i, lane in enumerate(lanes)]
        moved = [None] * 25
        for x in range(5):
            for y in range(5):
                moved[y + 5 * ((2 * x + 3 * y) % 5)] = _rotate(lanes[x + 5 * y], _rotations[x + 5 * y])
        lanes = [moved[i] ^ (moved[(i + 1) % 5 + i // 5 * 5].bitwise_not() & moved[(i + 2) % 5 + i // 5 * 5])
                 for i in range(25)]
        lanes[0] = lanes[0] ^ constant
        whole = lanes[0].stack(*lanes[1:], dim=-1).realize()
        lanes = [whole[..., i] for i in range(25)]
    return lanes


def keccak(t, cfg):
    """The hash of the last axis; `cfg` names it or gives rate and suffix."""
    rate, suffix = _rates[cfg] if isinstance(cfg, str) else cfg
    data = t.bitcast(dtypes.uint8).reshape(prod(t.shape[:-1]), -1)
    count, size = data.shape
    pad = rate - size % rate
    tail = [0] * pad
    tail[0] ^= suffix
    tail[-1] ^= 0x80
    ending = type(t)(tail, dtype=dtypes.uint8).reshape(1, pad).expand(count, pad)
    blocks = data.cat(ending, dim=1).reshape(count, -1, rate)
    blocks = blocks.pad(((0, 0), (0, 0), (0, 200 - rate))).contiguous().bitcast(dtypes.uint64).realize()
    lanes = [blocks[:, 0, i] for i in range(25)]
    for block in range(blocks.shape[1]):
        if block:
            lanes = [lane ^ blocks[:, block, i] for i, lane in enumerate(lanes)]
        lanes = _permute(lanes)
    out = (200 - rate) // 2
    state = lanes[0].stack(*lanes[1:], dim=-1).bitcast(dtypes.uint8)
    return state[:, :out].reshape(*t.shape[:-1], out)


def tree_hash(t):
    """16 bytes for a tensor of any size: hashes of 4 KiB, hashed again."""
    data = t.flatten().bitcast(dtypes.uint8)
    chunk = 1 << 20
    first = True
    while first or data.shape[0] > chunk:
        first = False
        count = ceildiv(data.shape[0], chunk)
        rows = data.pad_to(count * chunk).reshape(count, chunk)
        leaves = rows.reshape(-1, 4096).keccak("shake_128").reshape(count, -1)
        data = leaves.keccak("shake_128").flatten()
        if count == 1:
            break
    return data[:16]
