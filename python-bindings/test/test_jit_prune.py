"""TinyJit(prune=True): what depends on no argument is done once, and is right when weights change all the same."""
import pickle

import numpy as np
import pytest

from tinygrad_mlir import Tensor, TinyJit


def random(*shape):
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


def product(x, w, bias=0):
    return np.maximum(x @ w.T + bias, 0)


@pytest.fixture
def weights():
    w = random(256, 96)
    return w, Tensor(w).realize()


def linear(weight):
    return TinyJit(lambda x: (x @ weight.T).relu().realize(), prune=True)


def test_packs_once(weights):
    """The weights are packed in the first replay: a launch that is not among those of a call."""
    w, weight = weights
    step = linear(weight)
    for i in range(5):
        x = random(64, 96) + i
        np.testing.assert_allclose(step(Tensor(x).realize()).numpy(), product(x, w), rtol=1e-4, atol=1e-4)
    assert step.captured.capture.num_once == 1
    plain = TinyJit(step.fxn)
    for _ in range(3):
        plain(Tensor(random(64, 96)).realize())
    assert plain.captured.capture.num_once == 0


def test_new_contents_between_calls(weights):
    """A weight that gets new contents is packed anew."""
    w, weight = weights
    step = linear(weight)
    x = random(64, 96)
    for i in range(4):
        np.testing.assert_allclose(step(Tensor(x).realize()).numpy(), product(x, w), rtol=1e-4, atol=1e-4)
    for i in range(3):
        w = w + 1
        weight.assign(Tensor(w)).realize()
        for _ in range(2):
            np.testing.assert_allclose(step(Tensor(x).realize()).numpy(), product(x, w), rtol=1e-3, atol=1e-3)


def test_assigned_in_the_capture(weights):
    """A weight that the function itself assigns to changes from call to call, and is packed in each."""
    w, weight = weights

    def f(x):
        y = (x @ weight.T).relu().realize()
        weight.assign(weight + 1).realize()
        return y

    step = TinyJit(f, prune=True)
    x = random(64, 96)
    for i in range(5):
        np.testing.assert_allclose(step(Tensor(x).realize()).numpy(), product(x, w + i), rtol=1e-3, atol=1e-3)
    assert step.captured.capture.num_once == 0


def test_argument_is_no_weight(weights):
    """What is passed as an argument is not taken for constant, even if it is the same in the first calls."""
    w, weight = weights
    step = TinyJit(lambda x, weight: (x @ weight.T).relu().realize(), prune=True)
    x = random(64, 96)
    for _ in range(3):
        np.testing.assert_allclose(step(Tensor(x).realize(), weight).numpy(), product(x, w), rtol=1e-4, atol=1e-4)
    other = w * 2
    got = step(Tensor(x).realize(), Tensor(other).realize())
    np.testing.assert_allclose(got.numpy(), product(x, other), rtol=1e-4, atol=1e-4)


def test_made_in_the_call(weights):
    """Nor is what an earlier step of the same call has made."""
    w, weight = weights

    def f(x, y):
        scaled = (weight * y).realize()
        return (x @ scaled.T).relu().realize()

    step = TinyJit(f, prune=True)
    x = random(64, 96)
    for i in range(5):
        got = step(Tensor(x).realize(), Tensor([float(i)]).realize())
        np.testing.assert_allclose(got.numpy(), product(x, w * i), rtol=1e-4, atol=1e-4)


def test_pickled(weights):
    """A pickled capture keeps the weights as they were, and packs them where it is loaded."""
    w, weight = weights
    step = linear(weight)
    x = random(64, 96)
    for _ in range(3):
        step(Tensor(x).realize())
    loaded = pickle.loads(pickle.dumps(step))
    for i in range(3):
        np.testing.assert_allclose(loaded(Tensor(x + i).realize()).numpy(), product(x + i, w), rtol=1e-4, atol=1e-4)
    assert loaded.captured.capture.num_once == 1
