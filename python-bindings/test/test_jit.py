"""TinyJit: captures in files, and replays compared with the function."""
import pickle
import subprocess
import sys

import numpy as np
import pytest

from tinygrad_mlir import Context, GlobalCounters, Tensor, TinyJit, nn
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


def scaled(x, k=2, *rest, name="a"):
    return (x * k + len(name) + sum(rest)).realize()


@pytest.mark.parametrize("is_loaded", [False, True])
def test_numbers_are_compared_by_parameter(is_loaded):
    """However they are given, left out too; another value of one that was left out is no replay."""
    f = TinyJit(scaled)
    for _ in range(3):
        assert f(tensor(1, 2)).tolist() == [3, 5]
    if is_loaded:
        f = pickle.loads(pickle.dumps(f))
    for arguments, keywords in [((2,), {}), ((), {"k": 2}), ((), {"name": "a"}), ((2,), {"name": "a"})]:
        assert f(tensor(1, 3), *arguments, **keywords).tolist() == [3, 7]
    with pytest.raises(JitError, match="argument k: expected 2, but got 3"):
        f(tensor(1, 2), k=3)
    with pytest.raises(JitError, match="argument k: expected 2, but got 3"):
        f(tensor(1, 2), 3)
    with pytest.raises(JitError, match="argument name: expected 'a', but got 'bc'"):
        f(tensor(1, 2), name="bc")
    with pytest.raises(JitError, match=r"argument rest\[0\]: expected none, but got 5"):
        f(tensor(1, 2), 2, 5)


def test_tensors_are_matched_by_parameter():
    """Positional and keyword calls of one signature match, captured either way."""
    def minus(b, a):
        return (a - b).realize()
    x, y = tensor(5, 6), tensor(1, 2)
    for captured in (lambda f: f(x, y), lambda f: f(b=x, a=y), lambda f: f(x, a=y)):
        f = TinyJit(minus)
        for _ in range(3):
            assert captured(f).tolist() == [-4, -4]
        for g in (f, pickle.loads(pickle.dumps(f))):
            for _ in range(2):
                assert g(x, y).tolist() == g(x, a=y).tolist() == g(a=y, b=x).tolist() == [-4, -4]
                assert g(y, x).tolist() == g(a=x, b=y).tolist() == [4, 4]


def test_numbers_of_methods_are_compared_by_parameter():
    class Scale:
        @TinyJit
        def __call__(self, x, k=2):
            return (x * k).realize()
    scale = Scale()
    for _ in range(3):
        assert scale(tensor(1, 2)).tolist() == [2, 4]
    assert scale(tensor(1, 2), 2).tolist() == [2, 4]
    with pytest.raises(JitError, match="argument k: expected 2, but got 3"):
        scale(tensor(1, 2), 3)


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


@pytest.mark.parametrize("level,batch", [(0, 32), (1, 32), (1, 2), (1, 0), (2, 32)])
def test_graphs_give_what_the_function_gives(level, batch):
    """JIT=0 never captures, 1 makes launch graphs, 2 replays item by item: all give the same."""
    w, count = Tensor(np.arange(16, dtype=np.float32).reshape(4, 4) / 16).realize(), tensor(0)

    def step(x):
        count.assign(count + 1)
        for _ in range(6):
            x = (x @ w).contiguous()
            x = x - x.mean(0)
        return x + count
    with Context(JIT=level, JIT_BATCH_SIZE=batch):
        f = TinyJit(step)
        for i in range(5):
            x = Tensor(np.arange(16, dtype=np.float32).reshape(4, 4) * (i + 1)).realize()
            got = f(x).numpy()
            expected = x.numpy().astype(np.float64)
            for _ in range(6):
                expected = expected @ w.numpy()
                expected = expected - expected.mean(0)
            np.testing.assert_allclose(got, expected + i + 1, rtol=1e-4, atol=1e-4)
        assert (f.captured is None) == (level == 0)


def test_a_call_of_other_tensors_is_refused():
    """The short way through a replay looks at all that the guards look at."""
    f = TinyJit(lambda x, *, y: x + y)
    a, b = tensor(1, 2), tensor(3, 4)
    for _ in range(3):
        assert f(a, y=b).tolist() == [4, 6]
    for x, y in ((tensor(1), b), (a, Tensor([1, 2]).realize()), (a, tensor(1, 2, 3, 4)[1:3])):
        with pytest.raises(JitError, match="args mismatch"):
            f(x, y=y)
    with pytest.raises(JitError, match="args mismatch"):
        f(a, z=b)
    with pytest.raises(JitError, match="args mismatch"):
        f(a, b)
    with pytest.raises(JitError, match="duplicate inputs"):
        f(a, y=a)
    with pytest.raises(JitError, match="must be real buffers"):
        f(a, y=Tensor(2.0).expand(2))
    assert f(a + 1, y=b * 2).tolist() == [8, 11]  # computed first
    assert f(a, y=b).tolist() == [4, 6]


def test_a_replay_inside_a_capture_is_refused():
    inner = TinyJit(lambda x: x * 2)
    for i in range(3):
        inner(tensor(i))

    @TinyJit
    def outer(x):
        return inner(x) + 1
    outer(tensor(1))
    with pytest.raises(RuntimeError, match="TinyJit inside another TinyJit"):
        outer(tensor(2))


def test_state_that_is_returned():
    """A replay updates a tensor of outside that the function changes and returns; results made inside are new."""
    state = tensor(1, 1)

    @TinyJit
    def add(y):
        nonlocal state
        state += y
        return state, state.reshape(2, 1)
    for i in range(5):
        same, view = add(tensor(1, 2))
        assert same.tolist() == state.tolist() == [2 + i, 3 + 2 * i] and view.tolist() == [[2 + i], [3 + 2 * i]]

    @TinyJit
    def fresh(y):
        x = Tensor.zeros(2).contiguous()
        x += y
        return x
    results = [fresh(tensor(i, i)) for i in range(5)]
    assert [r.tolist() for r in results] == [[i, i] for i in range(5)]


def test_free_intermediates():
    """Frees what a replay needs only while it runs, and the next replay makes it anew."""
    @TinyJit
    def f(x):
        return ((x * 2).contiguous() @ x).contiguous().sum()
    x = Tensor(np.ones((64, 64), np.float32)).realize()
    for _ in range(4):
        result = f(x)
    before = GlobalCounters.mem_held
    f.captured.free_intermediates()
    assert before - GlobalCounters.mem_held >= 2 * 64 * 64 * 4
    assert result.item() == f(x).item() == 2 * 64 ** 3


def test_tensors_kept_outside_follow_the_replay():
    """What the function keeps somewhere else than in its result, computed or not, has the values of the last call."""
    w = tensor(1, 2)
    kept = {}

    @TinyJit
    def f(x):
        w.grad = None
        loss = ((w * x) ** 2).sum()
        loss.backward()
        kept["computed"] = (x * 2).realize()
        kept["lazy"] = x * 3
        return loss.realize()
    for i in range(5):
        assert f(tensor(i, 1)).item() == i * i + 4
        assert kept["computed"].tolist() == [2 * i, 2] and kept["lazy"].tolist() == [3 * i, 3]
        assert w.grad.tolist() == [2 * i * i, 4]


def test_kept_gradients_are_computed_once():
    """A training step that leaves gradients in its parameters launches no more kernels than one that drops them."""
    def count(keeps):
        layers = [nn.Linear(16, 32), nn.Linear(32, 8)]
        optimizer = nn.optim.Adam(nn.state.get_parameters(layers))

        @TinyJit
        def step(x):
            optimizer.zero_grad()
            loss = layers[1](layers[0](x).relu()).square().mean().backward()
            optimizer.step()
            loss = loss.realize()
            if not keeps:
                optimizer.zero_grad()
            return loss
        x = Tensor.ones(64, 16).contiguous().realize()
        with Context(TRAINING=1):
            for _ in range(4):
                GlobalCounters.reset()
                step(x)
        assert all((p.grad is not None) == keeps for p in optimizer.params)
        return GlobalCounters.kernel_count
    assert count(True) == count(False)


def test_new_tensors_at_the_place_of_old_ones():
    """A tensor that is made where one of outside was is not taken for that one."""
    @TinyJit
    def f(x):
        old[0] = None
        return [(x + i).contiguous().realize() for i in range(20)]
    for i in range(5):
        old = [[tensor(0, 0) for _ in range(20)]]
        assert [r.tolist() for r in f(tensor(i, i))] == [[i + j] * 2 for j in range(20)]


def test_older_values_stay_what_they_were():
    """What was left to be computed when the function was captured is computed once, from what there was then."""
    a = tensor(1, 2)
    lazy, view, s = a * 2, (a * 3).reshape(2, 1).expand(2, 2), tensor(1, 1)
    old = s + 0
    s.assign(s + 5).realize()
    f = TinyJit(lambda x: (x + lazy, x + view, x + old + s))
    for i in range(6):
        one, two, three = f(tensor(i, 1))
        assert one.tolist() == [i + 2, 5] and two.tolist() == [[i + 3, 4], [i + 6, 7]]
        assert three.tolist() == [i + 7 + i, 8 + i]
        a.assign(a + 1).realize()
        s.assign(s + 1).realize()


def test_an_older_value_can_be_assigned_to():
    w = tensor(1, 2) * 2
    f = TinyJit(lambda x: x + w)
    for i in range(6):
        assert f(tensor(1, 1)).tolist() == ([3, 5] if i < 4 else [i, i])
        if i > 2:
            w.assign(tensor(i, i))


def test_values_made_inside_are_new_in_each_call():
    @TinyJit
    def f(x):
        total, two = Tensor([0.0, 0.0]), Tensor([1.0, 2.0])
        total += x
        return total, two + x, two
    for i in range(5):
        total, more, two = f(tensor(i, 1))
        assert total.tolist() == [i, 1] and more.tolist() == [1 + i, 3] and two.tolist() == [1, 2]
        two.assign(two * 0).realize()


def test_a_loaded_capture_only_replays():
    f = TinyJit(lambda x: x + 1)
    for i in range(3):
        f(tensor(i))
    g = pickle.loads(pickle.dumps(f))
    with pytest.raises(AssertionError, match="can't reset without function"):
        g.reset()
    with Context(JIT=0):
        assert g(tensor(5)).tolist() == [6]
    with pytest.raises(JitError, match="args mismatch"):
        g(tensor(1, 2))
    assert g(tensor(7)).tolist() == [8]
