"""Hashes of bytes, against Python's."""
import hashlib

import pytest

from tinygrad_mlir import Tensor, _core, dtypes


@pytest.mark.parametrize("name, size", [("sha3_224", 143), ("sha3_256", 0), ("sha3_256", 136), ("shake_128", 400)])
def test_keccak(name, size):
    data = bytes(range(256)) * 2
    want = hashlib.new(name, data[:size])
    want = want.digest(16) if name.startswith("shake") else want.digest()
    given = Tensor(list(data[:size]), dtype=dtypes.uint8) if size else Tensor.empty(0, dtype=dtypes.uint8)
    assert bytes(given.keccak(name).tolist()) == want


def test_several_at_once():
    got = Tensor([b"abc", b"def"], dtype=dtypes.uint8).keccak()
    assert [bytes(row) for row in got.tolist()] == [hashlib.sha3_256(text).digest() for text in (b"abc", b"def")]


def test_rounds_are_one_program():
    """The constants of rounds are data: 24 rounds of a block compile little more than one does."""
    before = _core.counters()[3]
    Tensor(list(b"x" * 7), dtype=dtypes.uint8).keccak("sha3_224").realize()
    assert _core.counters()[3] - before < 8
