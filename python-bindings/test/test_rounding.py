"""What holds between a value and a function of it holds however kernels are cut."""
import numpy as np
import pytest

from tinygrad_mlir import Tensor


@pytest.mark.parametrize("size", [4, 7, 16])
def test_nothing_is_above_the_maximum(size):
    """A product that the maximum and the difference both read is one value, not two that round differently."""
    pick = np.random.default_rng(size)
    x, w = (Tensor((1e3 * pick.normal(size=s)).astype(np.float32)) for s in ((1, size), (size, size)))
    y = (x @ w).relu()
    assert (y - y.max(1, keepdim=True)).max().item() == 0
    p = y.softmax(1)
    np.testing.assert_allclose(p.sum().item(), 1, rtol=1e-6)


def test_gradient_of_large_logits():
    """The gradient of log_softmax where an ulp of the logits is 1/32."""
    pick = np.random.default_rng(0)
    x, w, m = pick.normal(size=(1, 4)), pick.normal(size=(4, 4)), pick.normal(size=(1, 4))
    tx, tw = Tensor((700 * x).astype(np.float32)), Tensor((700 * w).astype(np.float32))
    loss = (tx @ tw).relu().log_softmax(1).mul(Tensor(m.astype(np.float32))).sum()
    y = (tx.numpy().astype(np.float64) @ tw.numpy()).clip(0)
    e = np.exp(y - y.max())
    grad = np.where(y > 0, m - e / e.sum() * m.sum(), 0)
    np.testing.assert_allclose(loss.gradient(tx)[0].numpy(), grad @ tw.numpy().T, rtol=1e-5)
