"""A quick walk through the package."""
import numpy as np
import pytest

from tinygrad_mlir import Context, Tensor, TinyJit, Variable, dtypes, nn
from tinygrad_mlir.engine.jit import JitError


def test_values():
    a = Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    np.testing.assert_array_equal((a + Tensor([1, 2, 3])).numpy(), [[1, 3, 5], [4, 6, 8]])
    np.testing.assert_array_equal((a @ a.T).numpy(), [[5, 14], [14, 50]])
    assert a.sum().item() == 15 and a.max(1).tolist() == [2, 5]


def test_promotion():
    assert (Tensor([1], dtype=dtypes.int8) + 1).dtype is dtypes.int8
    assert (Tensor([1], dtype=dtypes.int8) + Tensor([1], dtype=dtypes.uint8)).dtype is dtypes.int16
    assert (Tensor([1.0], dtype=dtypes.bfloat16) * 2.5).dtype is dtypes.bfloat16


def test_indexing():
    x = np.arange(24).reshape(2, 3, 4)
    t = Tensor(x)
    for index in (1, (slice(None), 1), (..., slice(None, None, -2)), (0, None, slice(1, 3)), (slice(None), [2, 0])):
        np.testing.assert_array_equal(t[index].numpy(), x[index])
    np.testing.assert_array_equal(t[Tensor([1, 0]), Tensor([2, 2])].numpy(), x[[1, 0], [2, 2]])


def test_views_share_memory():
    t = Tensor([1.0, 2.0, 3.0, 4.0]).realize()
    part = t[1:3]
    old = t + 0
    part.assign(part * 10)
    assert t.tolist() == [1, 20, 30, 4] and old.tolist() == [1, 2, 3, 4]
    t[::2] = 0
    assert t.tolist() == [0, 20, 0, 4] and part.tolist() == [20, 0]


def test_seed_gives_the_same_numbers():
    Tensor.manual_seed(42)
    expected = [0.38104248, 0.0097754, 0.11280072, 0.1176995, 0.5053618]
    np.testing.assert_allclose(Tensor.rand(5).numpy(), expected, rtol=1e-6)


def test_backward():
    x, y = Tensor([[1.0, 2.0]]), Tensor([[3.0], [4.0]])
    (x @ y).sum().backward()
    assert x.grad.tolist() == [[3, 4]] and y.grad.tolist() == [[1], [2]]


def test_training_step():
    model = nn.Linear(4, 2)
    optimizer = nn.optim.SGD(nn.state.get_parameters(model), lr=0.1)
    data = Tensor.rand(8, 4)
    with Context(TRAINING=1):
        losses = []
        for _ in range(3):
            optimizer.zero_grad()
            loss = model(data).square().mean().backward()
            optimizer.step()
            losses.append(loss.item())
    assert losses[2] < losses[0]


def test_jit():
    calls = []

    @TinyJit
    def step(x, state):
        calls.append(1)
        state += x
        return (state * 2).realize()

    state = Tensor([0.0]).realize()
    results = [step(Tensor([float(i)]), state).item() for i in range(5)]
    assert results == [0, 2, 6, 12, 20] and len(calls) == 2 and state.item() == 10
    with pytest.raises(JitError):
        step(Tensor([1.0, 2.0]), state)


def test_variable():
    v = Variable("n", 1, 4)
    assert Tensor.ones(4)[:v.bind(3)].sum().item() == 3


def test_errors():
    with pytest.raises(ValueError, match="cannot broadcast"):
        Tensor.ones(2, 3) + Tensor.ones(4)
    with pytest.raises(IndexError):
        Tensor.ones(2)[2]


def test_safetensors(tmp_path):
    path = str(tmp_path / "x.safetensors")
    nn.state.safe_save({"a": Tensor([[1, 2], [3, 4]]), "b": Tensor([1.5], dtype=dtypes.bfloat16)}, path)
    loaded = nn.state.safe_load(path)
    assert loaded["a"].tolist() == [[1, 2], [3, 4]] and loaded["b"].dtype is dtypes.bfloat16
