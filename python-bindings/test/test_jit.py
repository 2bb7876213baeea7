"""TinyJit: captures in files, and replays compared with the function."""
import pickle
import subprocess
import sys

import numpy as np
import pytest

from tinygrad_mlir import Context, Tensor, TinyJit
from tinygrad_mlir.tensor import JitError


def tensor(*values):
    return Tensor(list(map(float, values))).realize()


def test_pickle():
    f = TinyJit(lambda a, b: (a + b, {"twice": a * 2}))
    for _ in range(3):
        f(tensor(1, 2), tensor(3, 4))
    g = pickle.loads(pickle.dumps(f))
    total, more = g(tensor(5, 6), tensor(7, 8))
    assert total.tolist() == [12, 14] and more["twice"].tolist() == [10, 12]
    with pytest.raises(JitError, match="args mismatch"):
        g(tensor(1), tensor(2))


def test_pickle_keeps_weights_and_state():
    w, count = tensor(2, 3), tensor(0)

    @TinyJit
    def f(x):
        count.assign(count + 1)
        return (x * w + count).reshape(1, 2)
    for _ in range(2):
        f(tensor(1, 1))
    raw = pickle.dumps(f)
    assert f(tensor(1, 1)).tolist() == [[5, 6]]
    g = pickle.loads(raw)
    assert [g(tensor(1, 1)).tolist() for _ in range(2)] == [[[5, 6]], [[6, 7]]]
    assert f(tensor(1, 1)).tolist() == [[6, 7]]  # its own count


def test_pickle_in_another_process(tmp_path):
    f = TinyJit(lambda x: (x @ x.T).relu())
    x = Tensor(np.arange(6, dtype=np.float32).reshape(2, 3)).realize()
    for _ in range(2):
        expected = f(x).numpy()
    (tmp_path / "f.pkl").write_bytes(pickle.dumps(f))
    code = ("import pickle, numpy as np; from tinygrad_mlir import Tensor; f = pickle.load(open('f.pkl', 'rb'));"
            "print(f(Tensor(np.arange(6, dtype=np.float32).reshape(2, 3)).realize()).tolist())")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, text=True, capture_output=True, check=True)
    assert done.stdout.strip() == str(expected.tolist())


def test_pickle_needs_a_capture():
    with pytest.raises(AssertionError, match="can't pickle an uncaptured TinyJit"):
        pickle.dumps(TinyJit(lambda x: x + 1))


def test_check_finds_a_frozen_value():
    scale = [1.0]
    f = TinyJit(lambda x: {"y": x * scale[0]}, check=True)
    for _ in range(3):
        assert f(tensor(1, 2))["y"].tolist() == [1, 2]
    scale[0] = 3.0
    with pytest.raises(JitError, match=r"the result\['y'\] differs at \(0,\): the replay gives 1.0, the function 3.0"):
        f(tensor(1, 2))


def test_check_compares_assigned_tensors():
    step, state = [1.0], tensor(0, 0)

    @TinyJit
    def f(x):
        x.assign(x + 1)
        state.assign(state + step[0])
        return x.sum()
    with Context(CHECK_REPLAY=1):
        x = tensor(1, 2)
        for _ in range(4):
            f(x)
        assert state.tolist() == [4, 4] and x.tolist() == [5, 6]
        step[0] = 2.0
        with pytest.raises(JitError, match="that the function assigns to differs at .*: the replay gives 5.0, the function 6.0"):
            f(x)


def test_check_of_random_numbers():
    f = TinyJit(lambda x: (x + Tensor.rand(2)).realize(), check=True)
    a = [f(tensor(0, 0)).tolist() for _ in range(5)]
    assert len(set(map(tuple, a))) == 5
