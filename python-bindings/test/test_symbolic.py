"""TinyJit with bound variables: captured for a few values, then one capture for all of them."""
import pickle

import numpy as np
import pytest

from tinygrad_mlir import Tensor, TinyJit, Variable
from tinygrad_mlir.engine.jit import JitError


def count_compiled():
    from tinygrad_mlir import _core
    return _core.counters()[3]


def test_sizes_of_arguments():
    """After three captured values any value within the bounds is replayed by one program."""
    calls = []

    @TinyJit
    def f(a):
        calls.append(a.shape)
        return (a + 1).sum(0).contiguous(), a.mean()

    a, n = Tensor.arange(30).reshape(3, 10).float().clone().realize(), Variable("n", 1, 10)
    for i in (1, 2, 3, 4):
        f(a[:, :n.bind(i)])
    assert len(calls) == 4
    compiled, results = count_compiled(), []
    for i in (7, 10, 5, 1):
        total, mean = f(a[:, :n.bind(i)])
        assert total.shape == (i,)
        results.append((i, total, mean))
    assert len(calls) == 4 and count_compiled() == compiled
    for i, total, mean in results:
        np.testing.assert_allclose(total.numpy(), (a.numpy()[:, :i] + 1).sum(0))
        np.testing.assert_allclose(mean.item(), a.numpy()[:, :i].mean(), rtol=1e-6)


def test_value_as_offset():
    """A cache that is written at a bound position, as a decoder does."""
    cache = Tensor.zeros(8, 2).clone().realize()

    @TinyJit
    def step(x, position):
        cache[position:position + 1].assign(x)
        return cache[:position + 1].sum(0).contiguous()

    position, want = Variable("position", 0, 7), np.zeros((8, 2), np.float32)
    for i in range(8):
        x = np.array([[i + 1, 10 * i]], np.float32)
        want[i] = x
        got = step(Tensor(x).realize(), position.bind(i))
        np.testing.assert_allclose(got.numpy(), want[:i + 1].sum(0))
    assert step._samples.general is not None
    np.testing.assert_allclose(cache.numpy(), want)


def test_two_variables():
    @TinyJit
    def f(a, b):
        return a.cat(b, dim=0).contiguous()

    a, b = Tensor.rand(6, 2).realize(), Tensor.rand(6, 2).realize()
    n, m = Variable("n", 1, 6), Variable("m", 1, 6)
    for i, j in ((2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (6, 5)):
        got = f(a[:n.bind(i)], b[:m.bind(j)]).numpy()
        np.testing.assert_array_equal(got, np.concatenate([a.numpy()[:i], b.numpy()[:j]]))
    assert f._samples.general is not None and len(f._by_variables) == 4


def test_other_sizes_are_refused():
    """A size that is not what the variables make it is an error, as in a capture without variables."""
    @TinyJit
    def f(a, b):
        return (a + b).contiguous()

    a, b, n = Tensor.rand(3, 10).realize(), Tensor.rand(3, 10).realize(), Variable("n", 1, 10)
    for i in (2, 3, 4, 5):
        f(a[:, :n.bind(i)], b[:, :n.bind(i)])
    with pytest.raises(JitError, match="args mismatch"):
        f(a[:, :n.bind(7)], Tensor.rand(4, 10).realize()[:, :n.bind(7)])


def test_what_is_no_function_is_captured_for_each_value():
    """Numbers that are no sum of the variables: each value keeps its own capture, and its result."""
    @TinyJit
    def f(a, n):
        return (a * float(2 ** int(n))).contiguous()

    a, n = Tensor.ones(3).clone().realize(), Variable("n", 1, 20)
    for i in (1, 2, 3, 4, 5, 4, 5):
        assert f(a, n.bind(i)).tolist() == [2.0 ** i] * 3
    assert f._samples.general is None and "number" in f._samples.refusal


def test_narrow_bounds():
    """Where a size has no meaning at the upper bound, the values with one are replayed."""
    @TinyJit
    def f(a):
        return (a * 2).contiguous()

    a, n = Tensor.arange(10).clone().realize(), Variable("n", 0, 10)
    for i in (0, 1, 2, 3, 8):
        v = n.bind(i)
        assert f(a[v:v + 2]).tolist() == [2 * i, 2 * i + 2]
    assert f._samples.general.capture.variables == [("n", 0, 8)]


def test_pickled():
    @TinyJit
    def f(a):
        return (a + a.shape[0]).contiguous()

    a, n = Tensor.arange(10).clone().realize(), Variable("n", 1, 10)
    for i in (2, 3, 4, 5):
        f(a[:n.bind(i)])
    g = pickle.loads(pickle.dumps(f))
    assert g(a[:n.bind(7)]).tolist() == [i + 7 for i in range(7)]
