"""BEAM, NOOPT and TC reach the compiler, and TinyJit chooses the beam of its calls."""
import numpy as np
import pytest

from tinygrad_mlir import Context, Tensor, TinyJit, _core
from tinygrad_mlir.helpers import BEAM, NOOPT, TC


@pytest.fixture
def told(monkeypatch):
    """What the compiler is told of BEAM, in order; searches are short."""
    widths = []

    def tell(width):
        widths.append(int(width))
        _core.set_beam(int(width), 0.2)

    monkeypatch.setattr(BEAM, "_tell", tell)
    yield widths
    _core.set_beam(0)


def test_searched_kernels_give_the_same(told):
    x = np.arange(40 * 24, dtype=np.float32).reshape(40, 24)
    with Context(BEAM=1):
        got = (Tensor(x) @ Tensor(x.T)).relu().numpy()
    assert told == [1, 0]
    np.testing.assert_allclose(got, x @ x.T, rtol=1e-5)


def test_without_optimisations():
    x = np.arange(48, dtype=np.float32)
    with Context(NOOPT=1):
        np.testing.assert_array_equal((Tensor(x) * 2 + 1).numpy(), x * 2 + 1)
    assert not NOOPT


def test_matrix_units(monkeypatch):
    told = []
    monkeypatch.setattr(TC, "_tell", told.append)
    with Context(TC=0):
        pass
    assert told == [0, 1]
    monkeypatch.undo()
    for units in (7, -1, 2, 1):  # What is out of range is taken for the nearest.
        TC.value = units


@pytest.mark.parametrize("settings, calls", [
    ({}, [1, 1]),
    ({"JITBEAM": 2}, [1, 2]),
    ({"IGNORE_JIT_FIRST_BEAM": 1}, [0, 1]),
    ({"IGNORE_JIT_FIRST_BEAM": 1, "JITBEAM": 0}, [0, 0]),
])
def test_beams_of_a_jit(told, settings, calls):
    seen = []

    @TinyJit
    def f(x):
        seen.append(BEAM.value)
        return (x + 1).realize()

    with Context(BEAM=1, **settings):
        for i in range(3):
            np.testing.assert_array_equal(f(Tensor([1.0, 2.0]) * i).numpy(), np.float32([1, 2]) * i + 1)
    assert seen == calls
