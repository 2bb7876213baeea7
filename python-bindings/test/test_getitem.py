"""Indices against NumPy's: those that C++ does, and those that it leaves to Python."""
import random

import numpy as np
import pytest

from tinygrad_mlir import Tensor


def make_index(pick):
    bound = lambda: pick.choice([None, -5, -3, -1, 0, 1, 2, 5])
    kinds = [lambda: pick.randint(-3, 2), lambda: slice(bound(), bound()), lambda: None, lambda: slice(None),
             lambda: Ellipsis, lambda: slice(None, None, pick.choice([1, 2, -1])), lambda: np.int64(pick.randint(0, 1))]
    parts = tuple(pick.choice(kinds)() for _ in range(pick.randint(0, 4)))
    return parts[0] if len(parts) == 1 and pick.random() < 0.5 else parts


def test_random_indices():
    """Shapes of 500 indices, values of some; what NumPy refuses is refused."""
    pick, array = random.Random(1), np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    t, views = Tensor(array), []
    for _ in range(500):
        index = make_index(pick)
        try:
            want = array[index]
        except IndexError:
            with pytest.raises(IndexError):
                t[index]
            continue
        assert t[index].shape == want.shape, index
        views.append((index, t[index], want))
    for index, got, want in pick.sample(views, 12):
        np.testing.assert_array_equal(got.numpy(), want, err_msg=str(index))


def test_parts_are_views():
    """Assigning to a part changes the tensor; the whole is the tensor itself."""
    t = Tensor.zeros(2, 3).contiguous().realize()
    t[1, 1:].assign(Tensor([1.0, 2.0]))
    assert t.tolist() == [[0, 0, 0], [0, 1, 2]]
    t[None, :, 0].assign(Tensor([[5.0, 6.0]]))
    assert t.tolist() == [[5, 0, 0], [6, 1, 2]]


def test_what_is_no_index():
    t = Tensor.zeros(2, 3)
    for index, error in ((2, IndexError), ((0, 0, 0), IndexError), ((..., ...), IndexError), (1.5, IndexError),
                         (slice(0, 1, 0), ValueError), ("x", IndexError)):
        with pytest.raises(error):
            t[index]


def test_words_for_shapes():
    """The arguments by name, as tinygrad has them."""
    t = Tensor.arange(6)
    assert t.reshape(shape=(2, 3)).permute(order=(1, 0)).shape == (3, 2)
    assert t.reshape(shape=(1, 6)).expand(shape=(4, 6)).shape == (4, 6)
